#include "world/bad_input_rig.h"

#include "support/invariants.h"

static DryMesh *make_mesh(void)
{
    const DryVec3 v[4] = { { -1, 0, -1 }, { 1, 0, -1 }, { -1, 0, 1 }, { 1, 0, 1 } };
    const uint32_t t[6] = { 0, 2, 1, 1, 2, 3 };
    DryMeshSource source = { .vertices = v, .vertex_count = 4, .indices = t, .triangle_count = 2 };
    return dry_mesh_create(&source, NULL);
}

int make_rig(void **state)
{
    static Rig rig;
    Rig *r = &rig;
    memset(r, 0, sizeof *r);
    r->w = build_world(1, DRY_KERNEL_AUTO);
    r->hull = dry_hull_create_cylinder(0.5f, 0.5f, 8);
    r->mesh = make_mesh();
    r->ground = build_ground(r->w);
    r->box = build_box(r->w, DRY_DYNAMIC, 0, 0.5, 0, 0.5f);
    DryBodyId other = build_ball(r->w, DRY_DYNAMIC, 2, 0.5, 0, 0.5f);
    r->platform = build_box(r->w, DRY_KINEMATIC, 5, 1, 0, 0.5f);
    r->shape = first_shape(r->w, r->box);
    DryShapeOptions o = dry_shape_options_default();
    o.sensor = true;
    DryBox box = { { 1, 1, 1 } };
    r->sensor = dry_shape_add_box(r->w, r->ground, &box, &o);
    DryHingeDef hinge = dry_hinge_def_default();
    hinge.body_a = r->ground, hinge.body_b = r->box;
    r->hinge = dry_hinge_create(r->w, &hinge);
    DryBallDef ball = dry_ball_def_default();
    ball.body_a = r->box, ball.body_b = other;
    r->ball = dry_ball_create(r->w, &ball);
    DryPrismaticDef slider = dry_prismatic_def_default();
    slider.body_a = r->ground, slider.body_b = other;
    r->slider = dry_prismatic_create(r->w, &slider);
    run_steps(r->w, 3);
    r->gone = build_box(r->w, DRY_DYNAMIC, 9, 9, 9, 0.5f);
    r->gone_shape = first_shape(r->w, r->gone);
    ball.body_b = r->gone;
    r->gone_joint = dry_ball_create(r->w, &ball);
    assert_int_equal(dry_body_destroy(r->w, r->gone), DRY_OK);
    r->hash = dry_world_hash(r->w);
    *state = r;
    return 0;
}

int free_rig(void **state)
{
    Rig *r = *state;
    dry_world_destroy(r->w);
    dry_hull_release(r->hull);
    dry_mesh_release(r->mesh);
    return dry_allocated_bytes() == 0 ? 0 : -1;
}

void unchanged(Rig *r, const char *call, const char *what)
{
    const char *message = dry_world_error(r->w);
    if (strstr(message, call) != message) {
        fail_msg("%s, %s: the message is \"%s\"", call, what, message);
    }
    if (strstr(dry_last_error(), call) == NULL) {
        fail_msg("%s, %s: the thread's message is \"%s\"", call, what, dry_last_error());
    }
    if (dry_world_hash(r->w) != r->hash) {
        fail_msg("%s, %s: the world changed", call, what);
    }
    const char *broken = broken_invariant(r->w, false);
    if (broken != NULL) {
        fail_msg("%s, %s: %s", call, what, broken);
    }
}

void refused(Rig *r, DryStatus got, DryStatus wanted, const char *call, const char *what)
{
    if (got != wanted) {
        fail_msg("%s, %s: answered %s, not %s", call, what, dry_status_name(got), dry_status_name(wanted));
    }
    unchanged(r, call, what);
}

void refused_id(Rig *r, uint32_t index, const char *call, const char *what)
{
    if (index != 0) {
        fail_msg("%s, %s: accepted", call, what);
    }
    unchanged(r, call, what);
}
