#include "world/store/joint_table.h"

static bool reserve_axes(JointTable *t)
{
    return array_reserve(&t->axes, id_records(&t->axes_ids));
}

/* A zeroed record, or -1: out of memory; its room was reserved. */
static int32_t take_axes(JointTable *t)
{
    int32_t axes = dry__id_take(&t->axes_ids);
    if (axes >= 0) {
        (void)array_resize(&t->axes, t->axes_ids.generation.count);
        t->axes.data[axes] = (JointAxes){ 0 };
    }
    return axes;
}

int32_t dry__joint_table_take(JointTable *t, bool with_axes)
{
    int32_t count = id_records(&t->ids);
    /* the overflow list takes whatever finds no room elsewhere, so that giving a colour cannot fail */
    if (!array_reserve(&t->joints, count) || !array_reserve(&t->links, count) ||
        !array_reserve(&t->colors[JOINT_OVERFLOW].joints, count) || (with_axes && !reserve_axes(t))) {
        return -1;
    }
    int32_t axes = with_axes ? take_axes(t) : -1;
    int32_t slot = with_axes && axes < 0 ? -1 : dry__id_take(&t->ids);
    if (slot < 0) {
        if (axes >= 0) {
            dry__id_release(&t->axes_ids, axes);
        }
        return -1;
    }
    (void)array_resize(&t->joints, count);
    (void)array_resize(&t->links, count);
    t->joints.data[slot] = (Joint){ 0 };
    t->joints.data[slot].axes = axes;
    t->links.data[slot] = (JointLink){ .next = { -1, -1 }, .previous = { -1, -1 }, .color = -1, .place = -1 };
    return slot;
}

bool dry__joint_table_add_axes(JointTable *t, int32_t joint)
{
    if (t->joints.data[joint].axes >= 0) {
        return true;
    }
    int32_t axes = reserve_axes(t) ? take_axes(t) : -1;
    t->joints.data[joint].axes = axes;
    return axes >= 0;
}

void dry__joint_table_release(JointTable *t, int32_t joint)
{
    if (t->joints.data[joint].axes >= 0) {
        dry__id_release(&t->axes_ids, t->joints.data[joint].axes);
    }
    dry__id_release(&t->ids, joint);
}

int32_t dry__joint_set_color(JointTable *t, int32_t joint, int32_t color)
{
    if (!array_push(&t->colors[color].joints, joint)) {
        color = JOINT_OVERFLOW;
        (void)array_push(&t->colors[color].joints, joint);
    }
    t->links.data[joint].color = color;
    t->links.data[joint].place = t->colors[color].joints.count - 1;
    return color;
}

void dry__joint_clear_color(JointTable *t, int32_t joint)
{
    JointLink *link = &t->links.data[joint];
    JointColorList *list = &t->colors[link->color];
    int32_t place = link->place;
    array_remove_swap(&list->joints, place);
    if (place < list->joints.count) {
        t->links.data[list->joints.data[place]].place = place;
    }
    link->color = -1;
    link->place = -1;
}

void dry__joint_table_free(JointTable *t)
{
    dry__id_pool_free(&t->ids);
    array_free(&t->joints);
    array_free(&t->links);
    dry__id_pool_free(&t->axes_ids);
    array_free(&t->axes);
    for (int32_t c = 0; c < JOINT_COLOR_LISTS; ++c) {
        array_free(&t->colors[c].joints);
    }
}
