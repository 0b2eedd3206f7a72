/* Joints of every kind on hand-made bodies: what they hold, conserve and report. */
#include "joint_rig.h"

#include "math/trig.h"

static Rig r;

static float degrees(float radians)
{
    return radians * 180.0f / DRY_PI;
}

static DryFrame frame_at(DryVec3 position, DryVec3 axis)
{
    return dry_frame_from_axis(position, axis);
}

static const DryVec3 axis_x = { 1.0f, 0.0f, 0.0f }, axis_y = { 0.0f, 1.0f, 0.0f },
                     axis_z = { 0.0f, 0.0f, 1.0f };

static void steps(int count)
{
    for (int i = 0; i < count; ++i) {
        rig_step(&r);
    }
}

/* An arm of 1 m about z, `start` radians ahead of its frame. */
static int add_arm(float mass, float start, DryHingeDef *def, int *body)
{
    *body = rig_add_box(&r, v3(1, 0, 0), mass, v3(0.5f, 0.1f, 0.1f));
    def->frame_a = frame_at(v3(0, 0, 0), axis_z);
    def->frame_b = frame_at(v3(-1, 0, 0), axis_z);
    def->frame_b.rotation = quat_mul(def->frame_b.rotation, dry_quat_from_axis_angle(axis_x, start));
    return rig_hinge(&r, def, 0, *body);
}

/* The law v' = (I v + h (k (target - x) + c vt)) / (I + h c + h^2 k), x' = x + h v'. */
static void implicit_pd(double inertia, double k, double c, double target, double target_velocity, double h,
                        double *x, double *v)
{
    *v = (inertia * *v + h * (k * (target - *x) + c * target_velocity)) / (inertia + h * c + h * h * k);
    *x += h * *v;
}

/* ---- prismatic ---- */

static void prismatic_slides_between_its_limits(void **state)
{
    (void)state;
    rig_reset(&r);
    DryPrismaticDef def = dry_prismatic_def_default();
    def.frame_a = frame_at(v3(0.1f, 0, 0), axis_y);
    def.frame_b = frame_at(v3(-0.4f, 0, 0), axis_y); /* pushed off its centre */
    def.limit = (DryLimit){ .enabled = true, .lower = -0.5f, .upper = 0.7f };
    int b = rig_add_box(&r, v3(0.5f, 0, 0), 2.0f, v3(0.4f, 0.1f, 0.1f));
    int k = rig_prismatic(&r, &def, 0, b);
    rig_step(&r);
    assert_true(fabsf(r.velocity[b].v.y + 10.0f / 60.0f) < 1e-4f); /* falls freely */
    steps(119);
    assert_true(fabsf(rig_position(&r, k, DRY_AXIS_LINEAR_X) + 0.5f) < 2e-3f);
    assert_true(fabsf((float)r.body[b].x[1] + 0.5f) < 2e-3f && fabsf((float)r.body[b].x[0] - 0.5f) < 2e-3f);
    assert_true(rig_skew(&r, k) < 2e-3f);
    DryDrive lift = { .mode = DRY_DRIVE_VELOCITY, .target_velocity = 1.5f, .max_force = 100.0f };
    assert_int_equal(dry__joint_set_drive(&r.joints[k], NULL, DRY_AXIS_LINEAR_X, &lift, "test"), DRY_OK);
    steps(30);
    assert_true(fabsf(rig_speed(&r, k, DRY_AXIS_LINEAR_X) - 1.5f) < 2e-3f);
    steps(60);
    assert_true(fabsf(rig_position(&r, k, DRY_AXIS_LINEAR_X) - 0.7f) < 2e-3f);
    lift.max_force = 19.0f; /* it weighs 20 N */
    assert_int_equal(dry__joint_set_drive(&r.joints[k], NULL, DRY_AXIS_LINEAR_X, &lift, "test"), DRY_OK);
    steps(60);
    assert_true(fabsf(rig_speed(&r, k, DRY_AXIS_LINEAR_X) + 0.5f) < 0.01f);
}

/* ---- fixed ---- */

static void fixed_beam_stays_and_tells_its_load(void **state)
{
    (void)state;
    rig_reset(&r);
    DryFixedDef def = dry_fixed_def_default();
    def.frame_b.position = v3(-1, 0, 0);
    int b = rig_add_box(&r, v3(1, 0, 0), 1000.0f, v3(1, 0.1f, 0.1f));
    int k = rig_fixed(&r, &def, 0, b);
    steps(240);
    assert_true(rig_gap(&r, k) < 1e-3f);
    assert_true(degrees(rig_skew(&r, k)) < 0.1f);
    assert_true(v3_length(r.velocity[b].v) < 1e-4f);
    DryVec3 force = v3_scale(r.joints[k].total_force, 60.0f),
            torque = v3_scale(r.joints[k].total_torque, 60.0f);
    assert_true(fabsf(force.y - 1e4f) < 10.0f);
    /* about B's anchor: the weight at 1 m is held by a torque of 10 kN m about z */
    assert_true(fabsf(torque.z - 1e4f) < 50.0f);
    assert_true(dry__joint_breaks(&r.joints[k], 60.0f, 0.0f, 9.9e3f));
    assert_false(dry__joint_breaks(&r.joints[k], 60.0f, 0.0f, 1.01e4f));
}

static void weld_across_a_gap_pulls_together(void **state)
{
    (void)state;
    rig_reset(&r);
    r.gravity = v3(0, 0, 0);
    int a = rig_add_box(&r, v3(0, 0, 0), 1.0f, v3(0.5f, 0.5f, 0.5f)),
        b = rig_add_box(&r, v3(4, 0, 1), 1.0f, v3(0.5f, 0.5f, 0.5f));
    DryFixedDef def = dry_fixed_def_default();
    def.frame_a.position = v3(0.5f, 0, 0);
    def.frame_b.position = v3(-0.5f, 0, 0);
    def.frame_b.rotation = dry_quat_from_axis_angle(v3(1, 1, 0), 3.0f);
    int k = rig_fixed(&r, &def, a, b);
    steps(120);
    assert_true(rig_gap(&r, k) < 1e-3f);
    assert_true(rig_skew(&r, k) < 1e-2f);
    assert_true(v3_length(r.velocity[a].v) < 0.5f && v3_length(r.velocity[b].v) < 0.5f);
}

static void half_turn_of_swing_is_finite(void **state)
{
    (void)state;
    for (int kind = 0; kind < 4; ++kind) {
        rig_reset(&r);
        int b = rig_add_box(&r, v3(0, -1, 0), 1.0f, v3(0.2f, 0.5f, 0.3f));
        DryQuat half = { 0.0f, 1.0f, 0.0f, 0.0f }, third = { 0.0f, 0.0f, 1.0f, 0.0f };
        DryHingeDef hinge = dry_hinge_def_default();
        DryBallDef ball = dry_ball_def_default();
        DrySixAxisDef six = dry_six_axis_def_default();
        hinge.frame_b = ball.frame_b = six.frame_b = (DryFrame){ v3(0, 1, 0), kind % 2 ? half : third };
        ball.cone = (DryLimit){ .enabled = true, .lower = 0.0f, .upper = 0.5f };
        ball.twist = (DryLimit){ .enabled = true, .lower = -0.5f, .upper = 0.5f };
        for (int i = 0; i < 3; ++i) {
            six.angular[i].motion = DRY_AXIS_LIMITED;
            six.angular[i].limit = (DryLimit){ .lower = -0.5f, .upper = 0.5f };
        }
        int k = kind == 0   ? rig_hinge(&r, &hinge, 0, b)
                : kind == 1 ? rig_ball(&r, &ball, 0, b)
                            : rig_six_axis(&r, &six, 0, b);
        steps(600); /* the rig checks that all is finite */
        assert_true(v3_length(r.velocity[b].w) < 50.0f);
        if (kind < 2) {
            assert_true(rig_gap(&r, k) < 5e-3f);
        }
    }
}

/* ---- distance ---- */

static void rod_rope_and_spring(void **state)
{
    (void)state;
    rig_reset(&r);
    DryDistanceDef rod = dry_distance_def_default();
    rod.min_length = rod.max_length = 2.0f;
    int b = rig_add(&r, v3(2, 0, 0), 1.0f, v3(0.1f, 0.1f, 0.1f));
    int k = rig_distance(&r, &rod, 0, b);
    double before = rig_energy(&r);
    float worst = 0.0f;
    for (int i = 0; i < 600; ++i) {
        rig_step(&r);
        worst = f_max(worst, fabsf(rig_position(&r, k, DRY_AXIS_RADIUS) - 2.0f));
    }
    assert_true(worst < 1e-3f);
    assert_true(fabs(rig_energy(&r) - before) < 0.01 * 20.0);

    rig_reset(&r);
    DryDistanceDef rope = dry_distance_def_default();
    rope.max_length = 2.0f;
    b = rig_add(&r, v3(0, -1, 0), 1.0f, v3(0.1f, 0.1f, 0.1f));
    k = rig_distance(&r, &rope, 0, b);
    steps(12); /* slack: 0.2 s of fall */
    assert_true(fabsf(r.velocity[b].v.y + 2.0f) < 1e-4f);
    for (int i = 0; i < 200; ++i) {
        rig_step(&r);
        assert_true(rig_position(&r, k, DRY_AXIS_RADIUS) < 2.0f + 1e-3f);
    }
    assert_true(fabsf(rig_position(&r, k, DRY_AXIS_RADIUS) - 2.0f) < 1e-3f);

    rig_reset(&r);
    DryDistanceDef spring = dry_distance_def_default();
    spring.rest_length = 1.0f;
    spring.stiffness = 80.0f;
    spring.damping = 1.5f;
    b = rig_add(&r, v3(0, -1, 0), 2.0f, v3(0.1f, 0.1f, 0.1f));
    k = rig_distance(&r, &spring, 0, b);
    double x = 1.0, v = 0.0;
    for (int i = 0; i < 120; ++i) {
        rig_step(&r);
        for (int s = 0; s < 4; ++s) {
            v += 10.0 / 240.0;
            implicit_pd(2.0, 80.0, 1.5, 1.0, 0.0, 1.0 / 240.0, &x, &v);
        }
        assert_true(fabs((double)rig_position(&r, k, DRY_AXIS_RADIUS) - x) < 2e-3);
    }
}

/* ---- six axes ---- */

static void free_six_axis_does_nothing_and_locked_is_fixed(void **state)
{
    (void)state;
    static Rig other;
    for (int locked = 0; locked < 2; ++locked) {
        for (int with = 0; with < 2; ++with) {
            rig_reset(&r);
            int a = rig_add_box(&r, v3(0, 3, 0), 1.0f, v3(0.5f, 0.2f, 0.1f)),
                b = rig_add_box(&r, v3(1, 3, 0), 2.0f, v3(0.1f, 0.4f, 0.3f));
            r.velocity[a].w = v3(1, 2, 3);
            r.velocity[b].v = v3(0.1f, 0, -1);
            DrySixAxisDef six = dry_six_axis_def_default();
            DryFixedDef fixed = dry_fixed_def_default();
            for (int i = 0; i < 3 && locked == 0; ++i) {
                six.linear[i].motion = six.angular[i].motion = DRY_AXIS_FREE;
            }
            six.frame_a.position = fixed.frame_a.position = v3(1, 0, 0);
            if (with == 1) {
                (void)rig_six_axis(&r, &six, a, b);
            } else if (locked == 1) {
                (void)rig_fixed(&r, &fixed, a, b);
            }
            steps(60);
            if (with == 0) {
                other = r;
            }
        }
        assert_memory_equal(r.velocity, other.velocity, sizeof r.velocity);
        assert_memory_equal(r.body, other.body, sizeof r.body);
    }
}

/* The hinge about each of the user's axes, with limits beyond half a turn. */
static void six_axis_hinges_about_any_axis(void **state)
{
    (void)state;
    const DryVec3 axes[3] = { axis_x, axis_y, axis_z };
    for (int i = 0; i < 3; ++i) {
        rig_reset(&r);
        r.gravity = v3(0, 0, 0);
        DrySixAxisDef six = dry_six_axis_def_default();
        six.angular[i].motion = DRY_AXIS_LIMITED;
        six.angular[i].limit = (DryLimit){ .lower = -1.0f, .upper = 4.0f };
        int b = rig_add_box(&r, v3(0, 0, 0), 1.0f, v3(0.5f, 0.2f, 0.1f));
        int k = rig_six_axis(&r, &six, 0, b);
        r.velocity[b].w = v3_add(v3_scale(axes[i], 3.0f), v3(0.1f, 0.1f, 0.1f));
        for (int s = 0; s < 120; ++s) {
            rig_step(&r);
            assert_true(rig_position(&r, k, (DryJointAxis)(DRY_AXIS_ANGULAR_X + i)) < 4.01f);
        }
        assert_true(fabsf(rig_position(&r, k, (DryJointAxis)(DRY_AXIS_ANGULAR_X + i)) - 4.0f) < 0.01f);
        assert_true(rig_skew(&r, k) < 1e-3f);
    }
}

/* A two-axis limit: round, about the third axis. */
static void six_axis_sets_are_round(void **state)
{
    (void)state;
    for (int side = 0; side < 8; ++side) {
        float s, c;
        dry__sin_cos((float)side * DRY_PI / 4.0f + 0.1f, &s, &c);
        rig_reset(&r);
        r.gravity = v3(0, 0, 0);
        DrySixAxisDef six = dry_six_axis_def_default();
        for (int i = 0; i < 3; ++i) {
            six.linear[i].motion = six.angular[i].motion = DRY_AXIS_FREE;
        }
        six.linear_set = (DryAxisSetLimit){ 5, { .lower = 0.0f, .upper = 0.5f } };
        six.angular_set = (DryAxisSetLimit){ 3, { .lower = 0.0f, .upper = 0.4f } };
        int b = rig_add_box(&r, v3(0, 0, 0), 1.0f, v3(0.3f, 0.3f, 0.3f));
        int k = rig_six_axis(&r, &six, 0, b);
        r.velocity[b].v = v3(2.0f * c, 1.0f, 2.0f * s);
        r.velocity[b].w = v3(2.0f * c, 2.0f * s, 1.0f);
        float radius = 0.0f, cone = 0.0f;
        for (int n = 0; n < 60; ++n) {
            rig_step(&r);
            radius = f_max(radius, rig_position(&r, k, DRY_AXIS_RADIUS));
            cone = f_max(cone, rig_position(&r, k, DRY_AXIS_CONE));
        }
        assert_true(fabsf(radius - 0.5f) < 5e-3f);
        assert_true(fabsf(degrees(cone - 0.4f)) < 0.5f);
        assert_true(fabsf((float)r.body[b].x[1] - 1.0f) < 1e-3f); /* along the cylinder it is free */
    }
}

static void six_axis_swings_stop_one_by_one(void **state)
{
    (void)state;
    for (int axis = 1; axis <= 2; ++axis) {
        for (int sign = -1; sign <= 1; sign += 2) {
            rig_reset(&r);
            r.gravity = v3(0, 0, 0);
            DrySixAxisDef six = dry_six_axis_def_default();
            for (int i = 0; i < 3; ++i) {
                six.angular[i].motion = DRY_AXIS_LIMITED;
                six.angular[i].limit = (DryLimit){ .lower = -0.2f, .upper = 0.2f };
            }
            six.angular[axis].limit = (DryLimit){ .lower = -1.1f, .upper = 0.8f };
            int b = rig_add_box(&r, v3(0, 0, 0), 1.0f, v3(0.5f, 0.2f, 0.1f));
            int k = rig_six_axis(&r, &six, 0, b);
            v3_set(&r.velocity[b].w, axis, 2.0f * (float)sign);
            steps(90);
            float at = rig_position(&r, k, (DryJointAxis)(DRY_AXIS_ANGULAR_X + axis));
            assert_true(fabsf(degrees(at - (sign > 0 ? 0.8f : -1.1f))) < 0.5f);
        }
    }
}

/* ---- conservation, masses, locks ---- */

static void momenta(double p[3], double l[3])
{
    memset(p, 0, 3 * sizeof *p);
    memset(l, 0, 3 * sizeof *l);
    for (int i = 1; i < r.count; ++i) {
        double m = (double)r.body[i].mass, *x = r.body[i].x;
        DryVec3 v = r.velocity[i].v;
        DryVec3 local =
            v3_mul(r.motion[i].inertia, quat_rotate_inverse(r.motion[i].rotation, r.velocity[i].w));
        DryVec3 spin = quat_rotate(r.motion[i].rotation, local);
        double mv[3] = { m * (double)v.x, m * (double)v.y, m * (double)v.z };
        for (int k = 0; k < 3; ++k) {
            int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            p[k] += mv[k];
            l[k] += x[k1] * mv[k2] - x[k2] * mv[k1] + (double)v3_get(spin, k);
        }
    }
}

static void free_pairs_keep_their_momenta(void **state)
{
    (void)state;
    for (int kind = 0; kind < 5; ++kind) {
        rig_reset(&r);
        r.gravity = v3(0, 0, 0);
        int a = rig_add_box(&r, v3(0, 0, 0), 1.0f, v3(0.5f, 0.2f, 0.1f)),
            b = rig_add_box(&r, v3(1.2f, 0, 0), 3.0f, v3(0.4f, 0.4f, 0.2f));
        DryFrame fa = { v3(0.6f, 0, 0), dry_quat_from_axis_angle(v3(1, 2, 1), 0.7f) },
                 fb = { v3(-0.6f, 0, 0), fa.rotation };
        DryFixedDef fixed = dry_fixed_def_default();
        DryBallDef ball = dry_ball_def_default();
        DryHingeDef hinge = dry_hinge_def_default();
        DryPrismaticDef slide = dry_prismatic_def_default();
        DryDistanceDef rod = dry_distance_def_default();
        fixed.frame_a = ball.frame_a = hinge.frame_a = slide.frame_a = rod.frame_a = fa;
        fixed.frame_b = ball.frame_b = hinge.frame_b = slide.frame_b = rod.frame_b = fb;
        hinge.limit = slide.limit = (DryLimit){ .enabled = true, .lower = -0.3f, .upper = 0.3f };
        rod.frame_b.position = v3(0, 0, 0);
        rod.min_length = rod.max_length = 0.6f;
        (void)(kind == 0   ? rig_fixed(&r, &fixed, a, b)
               : kind == 1 ? rig_ball(&r, &ball, a, b)
               : kind == 2 ? rig_hinge(&r, &hinge, a, b)
               : kind == 3 ? rig_prismatic(&r, &slide, a, b)
                           : rig_distance(&r, &rod, a, b));
        r.velocity[a].w = v3(1, 2, 3);
        r.velocity[b].v = v3(0.1f, -0.5f, 1);
        double p0[3], l0[3], p1[3], l1[3];
        momenta(p0, l0);
        double length = sqrt(l0[0] * l0[0] + l0[1] * l0[1] + l0[2] * l0[2]);
        double energy = rig_energy(&r);
        steps(300);
        momenta(p1, l1);
        for (int k = 0; k < 3; ++k) {
            assert_true(fabs(p1[k] - p0[k]) < 1e-4);
            assert_true(fabs(l1[k] - l0[k]) < (kind == 4 ? 0.005 : 5e-4) * length);
        }
        assert_true(rig_energy(&r) < energy * 1.01);
    }
}

static void chain_with_a_heavy_end_holds(void **state)
{
    (void)state;
    static const float masses[2] = { 1.0f, 10.0f };
    static const float bounds[2] = { 2e-3f, 5e-3f };
    for (int m = 0; m < 2; ++m) {
        rig_reset(&r);
        int previous = 0, last = 0;
        for (int i = 0; i < 10; ++i) {
            last = rig_add_box(&r, v3(0, -0.25f - 0.5f * (float)i, 0), i == 9 ? masses[m] : 1.0f,
                               v3(0.04f, 0.22f, 0.04f));
            DryBallDef def = dry_ball_def_default();
            def.frame_a.position = i == 0 ? v3(0, 0, 0) : v3(0, -0.25f, 0);
            def.frame_b.position = v3(0, 0.25f, 0);
            (void)rig_ball(&r, &def, previous, last);
            previous = last;
        }
        steps(600);
        float worst = 0.0f;
        for (int k = 0; k < r.joint_count; ++k) {
            worst = f_max(worst, rig_gap(&r, k));
        }
        assert_true(worst < bounds[m]);
        assert_true(v3_length(r.velocity[last].v) < 0.01f);
    }
}

/* Far beyond what joints solved one by one can hold: it opens, but stays finite. */
static void overloaded_chain_stays_finite(void **state)
{
    (void)state;
    rig_reset(&r);
    int previous = 0;
    for (int i = 0; i < 10; ++i) {
        int b = rig_add_box(&r, v3(0.25f + 0.5f * (float)i, 0, 0), i == 9 ? 1000.0f : 1.0f,
                            v3(0.22f, 0.04f, 0.04f));
        DryBallDef def = dry_ball_def_default();
        def.frame_a.position = i == 0 ? v3(0, 0, 0) : v3(0.25f, 0, 0);
        def.frame_b.position = v3(-0.25f, 0, 0);
        (void)rig_ball(&r, &def, previous, b);
        previous = b;
    }
    for (int i = 0; i < 600; ++i) {
        rig_step(&r);
        assert_true(rig_energy(&r) < 1e5);
    }
}

static void locked_axes_stay_locked(void **state)
{
    (void)state;
    rig_reset(&r);
    r.gravity = v3(0, -10, 3);
    int b = rig_add_box(&r, v3(1, 0, 0), 1.0f, v3(0.5f, 0.1f, 0.1f));
    r.body[b].flags = SOLVER_LOCK_Z;
    r.motion[b].inv_inertia.x = r.motion[b].inv_inertia.y = 0.0f; /* turns about z only */
    r.gravity.z = 0.0f;
    DryFixedDef def = dry_fixed_def_default();
    def.frame_b.position = v3(-1, 0, 0);
    int k = rig_fixed(&r, &def, 0, b);
    steps(60);
    assert_true(rig_gap(&r, k) < 1e-3f);
    assert_true(r.body[b].x[2] == 0.0 && r.velocity[b].w.x == 0.0f && r.velocity[b].w.y == 0.0f);
}

static void kinematic_body_carries_the_other(void **state)
{
    (void)state;
    rig_reset(&r);
    int a = rig_add_box(&r, v3(0, 0, 0), 1.0f, v3(0.5f, 0.5f, 0.5f)),
        b = rig_add_box(&r, v3(0, -1, 0), 5.0f, v3(0.2f, 0.2f, 0.2f));
    r.body[a].mass = 0.0f;
    r.body[a].flags = SOLVER_KINEMATIC;
    DryFixedDef def = dry_fixed_def_default();
    def.frame_b.position = v3(0, 1, 0);
    int k = rig_fixed(&r, &def, a, b);
    r.velocity[a].v = v3(2, 0, 0);
    steps(60);
    assert_true(r.velocity[a].v.x == 2.0f);
    assert_true(fabs(r.body[b].x[0] - 2.0) < 5e-3 && fabsf(r.velocity[b].v.x - 2.0f) < 1e-3f);
    assert_true(rig_gap(&r, k) < 1e-3f);
}

static void works_without_warm_starting(void **state)
{
    (void)state;
    rig_reset(&r);
    r.warm = false;
    DryHingeDef def = dry_hinge_def_default();
    def.limit = (DryLimit){ .enabled = true, .lower = -0.5f, .upper = 0.5f };
    int b, k = add_arm(5.0f, 0.0f, &def, &b);
    steps(300);
    assert_true(fabsf(rig_position(&r, k, DRY_AXIS_ANGULAR_X) + 0.5f) < 0.01f);
    assert_true(rig_gap(&r, k) < 1e-2f);
}

static void ranges_and_splits_give_the_same_bits(void **state)
{
    (void)state;
    static Rig first;
    for (int run = 0; run < 2; ++run) {
        rig_reset(&r);
        DryHingeDef def = dry_hinge_def_default();
        def.drive = (DryDrive){ .mode = DRY_DRIVE_POSITION,
                                .target = 1.0f,
                                .frequency = 2.0f,
                                .damping_ratio = 0.5f,
                                .max_force = 60.0f };
        int b;
        (void)add_arm(5.0f, 0.0f, &def, &b);
        steps(100);
        if (run == 0) {
            first = r;
        }
    }
    assert_memory_equal(&first.velocity, &r.velocity, sizeof r.velocity);
    assert_memory_equal(&first.joints, &r.joints, sizeof r.joints);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prismatic_slides_between_its_limits),
        cmocka_unit_test(fixed_beam_stays_and_tells_its_load),
        cmocka_unit_test(weld_across_a_gap_pulls_together),
        cmocka_unit_test(half_turn_of_swing_is_finite),
        cmocka_unit_test(rod_rope_and_spring),
        cmocka_unit_test(free_six_axis_does_nothing_and_locked_is_fixed),
        cmocka_unit_test(six_axis_hinges_about_any_axis),
        cmocka_unit_test(six_axis_sets_are_round),
        cmocka_unit_test(six_axis_swings_stop_one_by_one),
        cmocka_unit_test(free_pairs_keep_their_momenta),
        cmocka_unit_test(chain_with_a_heavy_end_holds),
        cmocka_unit_test(overloaded_chain_stays_finite),
        cmocka_unit_test(locked_axes_stay_locked),
        cmocka_unit_test(kinematic_body_carries_the_other),
        cmocka_unit_test(works_without_warm_starting),
        cmocka_unit_test(ranges_and_splits_give_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
