#include "world/store/joint_table.h"

int32_t dry__joint_table_take(JointTable *t, bool with_axes)
{
    int32_t slot = dry__id_take(&t->ids);
    if (slot < 0) {
        return -1;
    }
    int32_t count = t->ids.generation.count;
    /* the overflow list takes whatever finds no room elsewhere, so that giving a colour cannot fail */
    bool room = array_resize(&t->joints, count) && array_resize(&t->links, count) &&
                array_reserve(&t->colors[JOINT_OVERFLOW].joints, count);
    int32_t axes = -1;
    if (room && with_axes) {
        axes = dry__id_take(&t->axes_ids);
        room = axes >= 0;
        if (room && !array_resize(&t->axes, t->axes_ids.generation.count)) {
            dry__id_release(&t->axes_ids, axes);
            room = false;
        }
    }
    if (!room) {
        dry__id_release(&t->ids, slot);
        return -1;
    }
    t->joints.data[slot] = (Joint){0};
    t->joints.data[slot].axes = axes;
    if (axes >= 0) {
        t->axes.data[axes] = (JointAxes){0};
    }
    t->links.data[slot] = (JointLink){.next = {-1, -1}, .previous = {-1, -1}, .color = -1, .place = -1};
    return slot;
}

bool dry__joint_table_add_axes(JointTable *t, int32_t joint)
{
    if (t->joints.data[joint].axes >= 0) {
        return true;
    }
    int32_t axes = dry__id_take(&t->axes_ids);
    if (axes < 0) {
        return false;
    }
    if (!array_resize(&t->axes, t->axes_ids.generation.count)) {
        dry__id_release(&t->axes_ids, axes);
        return false;
    }
    t->axes.data[axes] = (JointAxes){0};
    t->joints.data[joint].axes = axes;
    return true;
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
