/* Ball joints and hinges on hand-made bodies, against closed forms: limits, motors, springs, friction. */
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

/* ---- ball ---- */

static void j3_pendulum_keeps_period_and_energy(void **state)
{
    (void)state;
    rig_reset(&r);
    int b = rig_add(&r, v3(2, 0, 0), 1.0f, v3(0.004f, 0.004f, 0.004f));
    DryBallDef def = dry_ball_def_default();
    def.frame_b.position = v3(-2, 0, 0);
    int k = rig_ball(&r, &def, 0, b);
    double before = rig_energy(&r), first = 0.0, last = 0.0, previous = 2.0;
    int crossings = 0;
    float gap = 0.0f;
    for (int i = 0; i < 3600; ++i) {
        rig_step(&r);
        double x = r.body[b].x[0];
        if (previous < 0.0 && x >= 0.0) {
            last = (i + 1 - x / (x - previous)) / 60.0;
            first = crossings++ == 0 ? last : first;
        }
        previous = x;
        gap = f_max(gap, rig_gap(&r, k));
    }
    double period = (last - first) / (crossings - 1), loss = (before - rig_energy(&r)) / 20.0;
    assert_true(fabs(period - 3.3183) < 0.002 * 3.3183);
    assert_true(loss > -0.001 && loss < 0.01);
    assert_true(gap < 1e-3f);
}

static void force_of_a_hanging_body_is_its_weight(void **state)
{
    (void)state;
    rig_reset(&r);
    int b = rig_add_box(&r, v3(0, -1, 0), 3.0f, v3(0.2f, 0.2f, 0.2f));
    DryBallDef def = dry_ball_def_default();
    def.frame_b.position = v3(0, 1, 0);
    int k = rig_ball(&r, &def, 0, b);
    steps(120);
    DryVec3 force = v3_scale(r.joints[k].total_force, 60.0f);
    assert_true(fabsf(force.y - 30.0f) < 0.03f && fabsf(force.x) < 0.01f && fabsf(force.z) < 0.01f);
    assert_false(dry__joint_breaks(&r.joints[k], 60.0f, 30.3f, 0.0f));
    assert_true(dry__joint_breaks(&r.joints[k], 60.0f, 29.7f, 0.0f));
    assert_false(dry__joint_breaks(&r.joints[k], 60.0f, 0.0f, 0.0f));
}

/* From the axis of the cone towards 16 sides, the diagonals among them. */
static void j8_cone_is_round(void **state)
{
    (void)state;
    const float bound = 0.6f;
    for (int side = 0; side < 16; ++side) {
        for (int speed = 1; speed <= 8; speed *= 2) {
            rig_reset(&r);
            r.gravity = v3(0, 0, 0);
            float s, c;
            dry__sin_cos((float)side * DRY_PI / 8.0f, &s, &c);
            int b = rig_add_box(&r, v3(1, 0, 0), 1.0f, v3(0.5f, 0.1f, 0.1f));
            DryBallDef def = dry_ball_def_default();
            def.frame_b.position = v3(-1, 0, 0);
            def.cone = (DryLimit){ .enabled = true, .lower = 0.0f, .upper = bound };
            int k = rig_ball(&r, &def, 0, b);
            r.velocity[b].w = v3(0, (float)speed * c, (float)speed * s);
            r.velocity[b].v = v3_cross(r.velocity[b].w, v3(1, 0, 0));
            float peak = 0.0f;
            for (int i = 0; i < 90; ++i) {
                rig_step(&r);
                peak = f_max(peak, rig_position(&r, k, DRY_AXIS_CONE));
            }
            assert_true(fabsf(degrees(peak - bound)) < 0.5f);
        }
    }
}

static void j8_twist_stops_at_its_limits(void **state)
{
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        rig_reset(&r);
        r.gravity = v3(0, 0, 0);
        int b = rig_add_box(&r, v3(1, 0, 0), 1.0f, v3(0.5f, 0.1f, 0.1f));
        DryBallDef def = dry_ball_def_default();
        def.frame_b.position = v3(-1, 0, 0);
        def.twist = (DryLimit){ .enabled = true, .lower = -0.9f, .upper = 0.4f };
        int k = rig_ball(&r, &def, 0, b);
        r.velocity[b].w = v3(5.0f * (float)sign, 0, 0);
        float peak = 0.0f;
        for (int i = 0; i < 60; ++i) {
            rig_step(&r);
            float at = rig_position(&r, k, DRY_AXIS_ANGULAR_X);
            peak = fabsf(at) > fabsf(peak) ? at : peak;
        }
        assert_true(fabsf(degrees(peak - (sign > 0 ? 0.4f : -0.9f))) < 0.5f);
    }
}

/* A child frame that is turned in its body, gravity, both limits active: comes to rest, gains no energy. */
static void limited_ball_with_turned_child_frame_settles(void **state)
{
    (void)state;
    rig_reset(&r);
    int b = rig_add_box(&r, v3(0, 0, 1), 2.0f, v3(0.1f, 0.1f, 0.5f));
    DryBallDef def = dry_ball_def_default();
    def.frame_a = frame_at(v3(0, 0, 0), axis_z);
    def.frame_b = frame_at(v3(0, 0, -1), axis_z);
    def.cone = (DryLimit){ .enabled = true, .lower = 0.0f, .upper = 0.7f };
    def.twist = (DryLimit){ .enabled = true, .lower = -0.3f, .upper = 0.3f };
    def.friction_torque = 0.05f;
    int k = rig_ball(&r, &def, 0, b);
    r.velocity[b].w = v3(0.5f, 0, 4.0f);
    r.velocity[b].v = v3_cross(r.velocity[b].w, v3(0, 0, 1));
    double most = rig_energy(&r) + 0.02;
    for (int i = 0; i < 900; ++i) {
        rig_step(&r);
        assert_true(rig_energy(&r) <= most);
        assert_true(rig_position(&r, k, DRY_AXIS_CONE) < 0.7f + 0.01f);
    }
    assert_true(v3_length(r.velocity[b].w) < 0.01f);
    assert_true(rig_gap(&r, k) < 1e-3f);
}

static void ball_drive_turns_to_its_target(void **state)
{
    (void)state;
    rig_reset(&r);
    r.gravity = v3(0, 0, 0);
    int b = rig_add_box(&r, v3(0, 0, 0), 1.0f, v3(0.5f, 0.2f, 0.1f));
    DryBallDef def = dry_ball_def_default();
    def.drive.mode = DRY_DRIVE_POSITION;
    def.drive.target = dry_quat_from_axis_angle(v3(1, 2, 3), 1.2f);
    def.drive.frequency = 2.0f;
    def.drive.damping_ratio = 1.0f;
    int k = rig_ball(&r, &def, 0, b);
    steps(180);
    DryQuat q = quat_mul(quat_conjugate(def.drive.target), r.motion[b].rotation);
    assert_true(fabsf(q.w) > 0.99999f);
    assert_true(v3_length(r.velocity[b].w) < 1e-3f);
    /* a bound below what holds it against a load lets it go */
    DryRotationDrive weak = def.drive;
    weak.max_torque = 0.0f;
    assert_int_equal(dry__joint_set_rotation_drive(&r.joints[k], &r.axes[k], &weak, "test"), DRY_OK);
    r.velocity[b].w = v3(1, 0, 0);
    steps(60);
    assert_true(v3_length(r.velocity[b].w) > 0.5f);
}

static void friction_in_a_ball_joint_brakes(void **state)
{
    (void)state;
    rig_reset(&r);
    r.gravity = v3(0, 0, 0);
    int b = rig_add(&r, v3(0, 0, 0), 1.0f, v3(0.5f, 0.5f, 0.5f));
    DryBallDef def = dry_ball_def_default();
    def.friction_torque = 0.25f;
    (void)rig_ball(&r, &def, 0, b);
    r.velocity[b].w = v3(0, 3, 4);
    steps(60); /* 0.5 rad/s^2 for a second */
    assert_true(fabsf(v3_length(r.velocity[b].w) - 4.5f) < 1e-3f);
    steps(600);
    assert_true(v3_length(r.velocity[b].w) < 1e-5f);
}

/* ---- hinge ---- */

/* An arm of 1 m about z, `start` radians ahead of its frame. */
static int add_arm(float mass, float start, DryHingeDef *def, int *body)
{
    *body = rig_add_box(&r, v3(1, 0, 0), mass, v3(0.5f, 0.1f, 0.1f));
    def->frame_a = frame_at(v3(0, 0, 0), axis_z);
    def->frame_b = frame_at(v3(-1, 0, 0), axis_z);
    def->frame_b.rotation = quat_mul(def->frame_b.rotation, dry_quat_from_axis_angle(axis_x, start));
    return rig_hinge(&r, def, 0, *body);
}

static void swing(int body, float speed)
{
    r.velocity[body].w = v3(0, 0, speed);
    r.velocity[body].v = v3_cross(r.velocity[body].w, v3(1, 0, 0));
}

static void j8_hinge_stops_at_its_limits(void **state)
{
    (void)state;
    static const float limits[3][3] = { { 0, 270, 10 },
                                        { -200, 200, 0 },
                                        { 135, 225, 180 } }; /* lower, upper, start */
    static const float masses[2] = { 1.0f, 1000.0f };
    for (int t = 0; t < 3; ++t) {
        for (int sign = -1; sign <= 1; sign += 2) {
            for (int m = 0; m < 2; ++m) {
                rig_reset(&r);
                r.gravity = v3(0, 0, 0);
                DryHingeDef def = dry_hinge_def_default();
                def.limit = (DryLimit){ .enabled = true,
                                        .lower = limits[t][0] / 180 * DRY_PI,
                                        .upper = limits[t][1] / 180 * DRY_PI };
                int b, k = add_arm(masses[m], limits[t][2] / 180 * DRY_PI, &def, &b);
                swing(b, 4.0f * (float)sign);
                float peak = limits[t][2];
                for (int i = 0; i < 120; ++i) {
                    rig_step(&r);
                    float at = degrees(rig_position(&r, k, DRY_AXIS_ANGULAR_X));
                    peak = sign > 0 ? f_max(peak, at) : f_min(peak, at);
                }
                assert_true(fabsf(peak - limits[t][sign > 0 ? 1 : 0]) < 0.5f);
                assert_true(fabsf(r.velocity[b].w.z) < 1e-3f);
            }
        }
    }
}

static void limit_under_load_holds(void **state)
{
    (void)state;
    rig_reset(&r);
    DryHingeDef def = dry_hinge_def_default();
    def.limit = (DryLimit){ .enabled = true, .lower = -0.25f, .upper = 3.0f };
    int b, k = add_arm(1000.0f, 0.0f, &def, &b);
    steps(300);
    assert_true(fabsf(degrees(rig_position(&r, k, DRY_AXIS_ANGULAR_X) + 0.25f)) < 0.5f);
    assert_true(v3_length(r.velocity[b].w) < 1e-3f);
    assert_true(rig_gap(&r, k) < 2e-3f);
}

static void hinge_counts_turns_of_a_free_wheel(void **state)
{
    (void)state;
    rig_reset(&r);
    r.gravity = v3(0, 0, 0);
    DryHingeDef def = dry_hinge_def_default();
    def.frame_a = def.frame_b = frame_at(v3(0, 0, 0), axis_y);
    int b = rig_add(&r, v3(0, 0, 0), 1.0f, v3(0.1f, 0.2f, 0.1f));
    int k = rig_hinge(&r, &def, 0, b);
    r.velocity[b].w = v3(0, -40, 0);
    steps(60);
    assert_true(fabsf(rig_position(&r, k, DRY_AXIS_ANGULAR_X) + 40.0f) < 0.05f);
}

static void j9_motor_reaches_its_speed_within_its_torque(void **state)
{
    (void)state;
    const float inertia = 1.0f + (1.0f / 3.0f) * (0.25f + 0.01f); /* about the hinge */
    rig_reset(&r);
    r.gravity = v3(0, 0, 0);
    DryHingeDef def = dry_hinge_def_default();
    def.drive = (DryDrive){ .mode = DRY_DRIVE_VELOCITY, .target_velocity = 3.0f, .max_force = 2.0f };
    int b, k = add_arm(1.0f, 0.0f, &def, &b);
    steps(30);
    assert_true(fabsf(r.velocity[b].w.z - 2.0f * 0.5f / inertia) < 0.002f);
    steps(120);
    assert_true(fabsf(rig_speed(&r, k, DRY_AXIS_ANGULAR_X) - 3.0f) < 0.003f);
    DryDrive strong = def.drive;
    strong.max_force = INFINITY;
    strong.target_velocity = -7.0f;
    assert_int_equal(dry__joint_set_drive(&r.joints[k], NULL, DRY_AXIS_ANGULAR_X, &strong, "test"), DRY_OK);
    steps(2);
    assert_true(fabsf(r.velocity[b].w.z + 7.0f) < 0.01f);
}

static void j8_motor_into_a_limit(void **state)
{
    (void)state;
    rig_reset(&r);
    r.gravity = v3(0, 0, 0);
    DryHingeDef def = dry_hinge_def_default();
    def.limit = (DryLimit){ .enabled = true, .lower = -1.0f, .upper = 1.0f };
    def.drive = (DryDrive){ .mode = DRY_DRIVE_VELOCITY, .target_velocity = 5.0f, .max_force = INFINITY };
    int b, k = add_arm(10.0f, 0.0f, &def, &b);
    for (int i = 0; i < 300; ++i) {
        rig_step(&r);
        assert_true(rig_position(&r, k, DRY_AXIS_ANGULAR_X) < 1.0f + 0.5f / 57.3f);
    }
    assert_true(fabsf(r.velocity[b].w.z) < 1e-3f);
    /* and it leaves at once */
    def.drive.target_velocity = -5.0f;
    assert_int_equal(dry__joint_set_drive(&r.joints[k], NULL, DRY_AXIS_ANGULAR_X, &def.drive, "test"),
                     DRY_OK);
    steps(1);
    assert_true(fabsf(r.velocity[b].w.z + 5.0f) < 0.01f);
}

static void j8_motor_with_limits_of_one_turn_holds_and_without_spins(void **state)
{
    (void)state;
    static const float ends[2] = { 3.14159265f, 3.14159165f };
    for (int t = 0; t < 3; ++t) {
        rig_reset(&r);
        r.gravity = v3(0, 0, 0);
        DryHingeDef def = dry_hinge_def_default();
        if (t < 2) {
            def.limit = (DryLimit){ .enabled = true, .lower = -ends[t], .upper = ends[t] };
        }
        def.drive = (DryDrive){ .mode = DRY_DRIVE_VELOCITY, .target_velocity = 5.0f, .max_force = 1000.0f };
        int b, k = add_arm(1.0f, 0.0f, &def, &b);
        steps(300);
        if (t < 2) {
            assert_true(fabsf(degrees(rig_position(&r, k, DRY_AXIS_ANGULAR_X) - ends[t])) < 0.5f);
        } else {
            assert_true(fabsf(rig_position(&r, k, DRY_AXIS_ANGULAR_X) - 25.0f) < 0.1f);
        }
    }
}

/* The law v' = (I v + h (k (target - x) + c vt)) / (I + h c + h^2 k), x' = x + h v'. */
static void implicit_pd(double inertia, double k, double c, double target, double target_velocity, double h,
                        double *x, double *v)
{
    *v = (inertia * *v + h * (k * (target - *x) + c * target_velocity)) / (inertia + h * c + h * h * k);
    *x += h * *v;
}

static void j9_position_drive_follows_the_implicit_law(void **state)
{
    (void)state;
    const double inertia = 2.0 + 2.0 / 3.0 * (0.25 + 0.01);
    rig_reset(&r);
    r.gravity = v3(0, 0, 0);
    DryHingeDef def = dry_hinge_def_default();
    def.drive = (DryDrive){
        .mode = DRY_DRIVE_POSITION, .target = 1.0f, .stiffness = 50.0f, .damping = 3.0f, .max_force = INFINITY
    };
    int b, k = add_arm(2.0f, 0.0f, &def, &b);
    double x = 0.0, v = 0.0, worst = 0.0;
    for (int i = 0; i < 240; ++i) {
        rig_step(&r);
        for (int s = 0; s < 4; ++s) {
            implicit_pd(inertia, 50.0, 3.0, 1.0, 0.0, 1.0 / 240.0, &x, &v);
        }
        worst = fmax(worst, fabs(x - (double)rig_position(&r, k, DRY_AXIS_ANGULAR_X)));
    }
    assert_true(worst < 0.01);
}

static void j9_drive_tracks_a_moving_target(void **state)
{
    (void)state;
    const double inertia = 1.0 + 1.0 / 3.0 * (0.25 + 0.01);
    rig_reset(&r);
    r.gravity = v3(0, 0, 0);
    DryHingeDef def = dry_hinge_def_default();
    def.drive = (DryDrive){
        .mode = DRY_DRIVE_POSITION, .stiffness = 400.0f, .damping = 30.0f, .max_force = INFINITY
    };
    int b, k = add_arm(1.0f, 0.0f, &def, &b);
    double x = 0.0, v = 0.0, worst = 0.0;
    for (int i = 0; i < 180; ++i) {
        float s, c;
        dry__sin_cos(2.0f * DRY_PI * (float)i / 60.0f, &s, &c);
        def.drive.target = 0.5f * s;
        def.drive.target_velocity = DRY_PI * c;
        assert_int_equal(dry__joint_set_drive(&r.joints[k], NULL, DRY_AXIS_ANGULAR_X, &def.drive, "test"),
                         DRY_OK);
        rig_step(&r);
        for (int n = 0; n < 4; ++n) {
            implicit_pd(inertia, 400.0, 30.0, (double)def.drive.target, (double)def.drive.target_velocity,
                        1.0 / 240.0, &x, &v);
        }
        worst = fmax(worst, fabs(x - (double)rig_position(&r, k, DRY_AXIS_ANGULAR_X)));
    }
    assert_true(worst < 0.01); /* 2 % of the amplitude */
}

static float angle_after_drive(float mass, bool tuned)
{
    rig_reset(&r);
    r.gravity = v3(0, 0, 0);
    DryHingeDef def = dry_hinge_def_default();
    def.drive = (DryDrive){ .mode = DRY_DRIVE_POSITION, .target = 1.0f, .max_force = INFINITY };
    if (tuned) {
        def.drive.frequency = 0.5f;
        def.drive.damping_ratio = 0.7f;
    } else {
        def.drive.stiffness = 9.8696f; /* (2 pi 0.5)^2 */
        def.drive.damping = 4.3982f;
        def.drive.acceleration = true;
    }
    int b, k = add_arm(mass, 0.0f, &def, &b);
    steps(40);
    return rig_position(&r, k, DRY_AXIS_ANGULAR_X);
}

static void acceleration_drives_do_not_depend_on_mass(void **state)
{
    (void)state;
    float light = angle_after_drive(0.1f, false);
    assert_true(light > 0.3f && light < 1.2f);
    assert_true(fabsf(angle_after_drive(1000.0f, false) - light) < 1e-3f);
    assert_true(fabsf(angle_after_drive(1.0f, true) - light) < 2e-3f);
    assert_true(fabsf(angle_after_drive(300.0f, true) - light) < 2e-3f);
}

static void hinge_friction_holds_and_brakes(void **state)
{
    (void)state;
    rig_reset(&r);
    DryHingeDef def = dry_hinge_def_default();
    def.friction_torque = 10.1f; /* 1 kg at 1 m weighs 10 N */
    int b, k = add_arm(1.0f, 0.0f, &def, &b);
    steps(300);
    assert_true(fabsf(rig_position(&r, k, DRY_AXIS_ANGULAR_X)) < 1e-3f);
    assert_int_equal(dry__joint_set_friction(&r.joints[k], NULL, DRY_AXIS_ANGULAR_X, 9.0f, "test"), DRY_OK);
    steps(60);
    assert_true(rig_position(&r, k, DRY_AXIS_ANGULAR_X) < -0.1f);
}

static void soft_limit_is_a_spring(void **state)
{
    (void)state;
    rig_reset(&r);
    DryHingeDef def = dry_hinge_def_default();
    def.limit =
        (DryLimit){ .enabled = true, .lower = 0.0f, .upper = 1.0f, .stiffness = 200.0f, .damping = 40.0f };
    int b, k = add_arm(1.0f, 0.0f, &def, &b);
    steps(400);
    /* 200 x = 10 cos x */
    assert_true(fabsf(rig_position(&r, k, DRY_AXIS_ANGULAR_X) + 0.04994f) < 5e-4f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(j3_pendulum_keeps_period_and_energy),
        cmocka_unit_test(force_of_a_hanging_body_is_its_weight),
        cmocka_unit_test(j8_cone_is_round),
        cmocka_unit_test(j8_twist_stops_at_its_limits),
        cmocka_unit_test(limited_ball_with_turned_child_frame_settles),
        cmocka_unit_test(ball_drive_turns_to_its_target),
        cmocka_unit_test(friction_in_a_ball_joint_brakes),
        cmocka_unit_test(j8_hinge_stops_at_its_limits),
        cmocka_unit_test(limit_under_load_holds),
        cmocka_unit_test(hinge_counts_turns_of_a_free_wheel),
        cmocka_unit_test(j9_motor_reaches_its_speed_within_its_torque),
        cmocka_unit_test(j8_motor_into_a_limit),
        cmocka_unit_test(j8_motor_with_limits_of_one_turn_holds_and_without_spins),
        cmocka_unit_test(j9_position_drive_follows_the_implicit_law),
        cmocka_unit_test(j9_drive_tracks_a_moving_target),
        cmocka_unit_test(acceleration_drives_do_not_depend_on_mass),
        cmocka_unit_test(hinge_friction_holds_and_brakes),
        cmocka_unit_test(soft_limit_is_a_spring),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
