#include "world/modify_rig.h"

DryShapeId add_modified_floor(DryWorld *w, DryBodyId floor, bool modify)
{
    DryShapeOptions o = dry_shape_options_default();
    o.modify_contacts = modify;
    DryBox box = { { 20.0f, 0.5f, 20.0f } };
    DryShapeId shape = dry_shape_add_box(w, floor, &box, &o);
    assert_int_not_equal(shape.index, 0);
    return shape;
}

ModifyRig modify_rig(bool ball, int workers, DryKernel kernel, DryModifyContactFn *modify, void *user)
{
    ModifyRig r = { .w = build_world(workers, kernel) };
    r.floor = build_body(r.w, DRY_STATIC, 0, -0.5, 0);
    r.floor_shape = add_modified_floor(r.w, r.floor, true);
    r.body =
        ball ? build_ball(r.w, DRY_DYNAMIC, 0, 0.5, 0, 0.5f) : build_box(r.w, DRY_DYNAMIC, 0, 0.5, 0, 0.5f);
    DryContactModifier modifier = { .modify = modify, .user = user };
    assert_int_equal(dry_world_set_contact_modifier(r.w, &modifier), DRY_OK);
    return r;
}

double body_height(const ModifyRig *r)
{
    return dry_body_position(r->w, r->body).y;
}

void drop_heap(DryWorld *w, bool modify)
{
    DryBodyId floor = build_body(w, DRY_STATIC, 0, -0.5, 0);
    add_modified_floor(w, floor, modify);
    for (int i = 0; i < 24; ++i) {
        DryBodyId b = build_body(w, DRY_DYNAMIC, 0.4 * (i % 3), 1.0 + 0.7 * (i / 3), 0.3 * (i % 2));
        DryShapeOptions o = dry_shape_options_default();
        o.modify_contacts = modify;
        o.material.restitution = i % 4 == 0 ? 0.5f : 0.0f;
        o.material.rolling_resistance = i % 5 == 0 ? 0.05f : 0.0f;
        DrySphere ball = { { 0, 0, 0 }, 0.3f };
        DryBox box = { { 0.3f, 0.3f, 0.3f } };
        assert_int_not_equal(
            (i % 2 == 0 ? dry_shape_add_box(w, b, &box, &o) : dry_shape_add_sphere(w, b, &ball, &o)).index,
            0);
    }
}
