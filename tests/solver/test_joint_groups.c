/* Joints solved side by side: as long as needed in memory, and the same bits in any company. */
#include "joint_rig.h"

#include "solver/joint_ball.h"
#include "solver/joint_six_axis_rows.h"
#include "support/random.h"

#define SEED 20261130u

static Rig r;

/* ---- groups and their rows ---- */

static JointRef ref_of(int kernel, int locked, int free, int rotation)
{
    return (JointRef){ .kernel = (uint8_t)kernel,
                       .locked_rows = (uint8_t)locked,
                       .free_rows = (uint8_t)free,
                       .rotation_rows = (uint8_t)rotation };
}

static void groups_keep_colors_and_kernels_apart(void **state)
{
    (void)state;
    JointRef refs[40];
    for (int i = 0; i < 40; ++i) {
        refs[i] = ref_of(i < 19 ? JOINT_KERNEL_BALL : JOINT_KERNEL_DISTANCE, 3, 0, 0);
    }
    const int32_t color_begin[3] = { 0, 9, 30 };
    JointOrder order = { refs, color_begin, 2, 30, 40 };
    JointGroup groups[20];
    int32_t group_begin[3];
    size_t bytes, counted;
    int32_t count = dry__joints_group(&order, groups, group_begin, &bytes);
    static const int32_t sizes[] = { 8, 1, 8, 2, 8, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };
    assert_int_equal(count, 16);
    assert_int_equal(dry__joints_group(&order, NULL, NULL, &counted), count);
    assert_int_equal(counted, bytes);
    int32_t first = 0;
    for (int i = 0; i < count; ++i) {
        assert_int_equal(groups[i].first, first);
        assert_int_equal(groups[i].count, sizes[i]);
        assert_int_equal(groups[i].kernel, refs[first].kernel);
        first += sizes[i];
    }
    assert_int_equal(group_begin[0], 0);
    assert_int_equal(group_begin[1], 2);
    assert_int_equal(group_begin[2], 6);
    order = (JointOrder){ 0 };
    assert_int_equal(dry__joints_group(&order, groups, group_begin, &bytes), 0);
    assert_int_equal(bytes, 0);
}

static size_t bytes_of_eight(JointRef ref)
{
    JointRef refs[8];
    const int32_t color_begin[2] = { 0, 8 };
    for (int i = 0; i < 8; ++i) {
        refs[i] = ref;
    }
    JointOrder order = { refs, color_begin, 1, 0, 0 };
    size_t bytes;
    assert_int_equal(dry__joints_group(&order, NULL, NULL, &bytes), 1);
    return bytes;
}

static void rows_are_no_longer_than_needed(void **state)
{
    (void)state;
    assert_true(bytes_of_eight(ref_of(JOINT_KERNEL_BALL, 3, 0, 0)) <= 8 * 160);
    assert_true(bytes_of_eight(ref_of(JOINT_KERNEL_DISTANCE, 0, 1, 0)) <= 8 * 136);
    assert_true(bytes_of_eight(ref_of(JOINT_KERNEL_SIX_AXIS, 5, 0, 0)) <= 8 * 320);  /* hinge */
    assert_true(bytes_of_eight(ref_of(JOINT_KERNEL_SIX_AXIS, 5, 1, 0)) <= 8 * 480);  /* with a motor */
    assert_true(bytes_of_eight(ref_of(JOINT_KERNEL_SIX_AXIS, 0, 8, 3)) <= 8 * 1700); /* everything */
    for (int locked = 0; locked <= 6; ++locked) {
        for (int free = 0; free + locked <= 8; ++free) {
            for (int rotation = 0; rotation <= 3; rotation += 3) {
                static char memory[4096];
                JointRef ref = ref_of(JOINT_KERNEL_SIX_AXIS, locked, free, rotation);
                SixAxisRows rows = six_axis_rows(&ref, memory);
                assert_int_equal((char *)rows.end - memory, six_axis_bytes(&ref));
                assert_int_equal(six_axis_bytes(&ref) % 4, 0);
            }
        }
    }
}

/* ---- many kinds at once ---- */

static DryVec3 random_vector(Random *random, float size)
{
    return v3(random_float(random, -size, size), random_float(random, -size, size),
              random_float(random, -size, size));
}

static void add_random_joint(Random *random, int kind)
{
    int a =
        random_int(random, 3) == 0 ? 0 : rig_add(&r, random_vector(random, 3.0f), 2.0f, v3(0.3f, 0.2f, 0.4f));
    int b = rig_add(&r, random_vector(random, 3.0f), random_float(random, 0.5f, 5.0f), v3(0.1f, 0.2f, 0.15f));
    r.velocity[b].w = random_vector(random, 3.0f);
    r.velocity[b].v = random_vector(random, 1.0f);
    DryVec3 to_b = v3((float)(r.body[b].x[0] - r.body[a].x[0]), (float)(r.body[b].x[1] - r.body[a].x[1]),
                      (float)(r.body[b].x[2] - r.body[a].x[2]));
    if (kind == 0) {
        DryBallDef def = dry_ball_def_default();
        def.frame_a.position = v3_scale(to_b, 0.4f);
        def.frame_b.position = v3_scale(to_b, -0.6f);
        (void)rig_ball(&r, &def, a, b);
    } else if (kind == 1) {
        DryDistanceDef def = dry_distance_def_default();
        def.min_length = def.max_length = v3_length(to_b);
        (void)rig_distance(&r, &def, a, b);
    } else if (kind == 2) {
        DryHingeDef def = dry_hinge_def_default();
        def.frame_b.position = v3_neg(to_b);
        if (random_int(random, 2) == 0) {
            def.limit = (DryLimit){ .enabled = true, .lower = -0.2f, .upper = 0.3f };
        }
        (void)rig_hinge(&r, &def, a, b);
    } else {
        DryBallDef def = dry_ball_def_default();
        def.frame_b.position = v3_neg(to_b);
        def.drive = (DryRotationDrive){ .mode = DRY_DRIVE_POSITION,
                                        .target = dry_quat_identity(),
                                        .frequency = 2.0f,
                                        .damping_ratio = 0.5f,
                                        .max_torque = 10.0f };
        def.cone = (DryLimit){ .enabled = true, .lower = 0.0f, .upper = 0.4f };
        (void)rig_ball(&r, &def, a, b);
    }
}

static void build_random_rig(uint64_t seed)
{
    Random random = random_seeded(seed);
    rig_reset(&r);
    for (int i = 0; i < 15; ++i) {
        add_random_joint(&random, random_int(&random, 5) % 4);
    }
}

static void groups_give_the_same_bits_as_single_joints(void **state)
{
    (void)state;
    static Rig single;
    for (uint64_t seed = SEED; seed < SEED + 20; ++seed) {
        for (int grouped = 0; grouped < 2; ++grouped) {
            build_random_rig(seed);
            r.one_color = grouped != 0;
            for (int i = 0; i < 20; ++i) {
                rig_step(&r);
            }
            if (grouped == 0) {
                single = r;
            }
        }
        assert_memory_equal(single.velocity, r.velocity, sizeof r.velocity);
        assert_memory_equal(single.joints, r.joints, sizeof r.joints);
        assert_memory_equal(single.axes, r.axes, sizeof r.axes);
    }
}

/* ---- ball joints in lanes ---- */

enum {
    BALLS = JOINT_LANES,
    BALL_BODIES = 1 + 2 * BALLS
};

/* Eight ball joints of sixteen bodies, one group. */
typedef struct Balls {
    SolverVelocity velocity[BALL_BODIES];
    SolverDelta delta[BALL_BODIES];
    SolverMass mass[BALL_BODIES];
    SolverMotion motion[BALL_BODIES];
    JointRef refs[BALLS];
    Joint joints[BALLS];
} Balls;

static DryQuat random_rotation(Random *random)
{
    DryVec3 v = random_vector(random, 1.0f);
    return quat_normalize((DryQuat){ v.x, v.y, v.z, random_float(random, -1.0f, 1.0f) });
}

static void random_ball_body(Random *random, Balls *s, int i)
{
    s->motion[i].rotation = random_rotation(random);
    s->velocity[i].v = random_vector(random, 2.0f);
    s->velocity[i].w = random_vector(random, 4.0f);
    s->delta[i].p = random_vector(random, 0.01f);
    DryMat3 m = mat3_from_quat(s->motion[i].rotation);
    if (random_int(random, 8) == 0) {
        s->mass[i].flags = SOLVER_KINEMATIC;
        return;
    }
    float inv = random_float(random, 0.2f, 4.0f);
    s->mass[i].inv_mass = inv;
    s->mass[i].inv_inertia = sym3_rotate_diagonal(&m, v3(inv * random_float(random, 2.0f, 9.0f),
                                                         inv * random_float(random, 2.0f, 9.0f),
                                                         inv * random_float(random, 2.0f, 9.0f)));
    s->mass[i].flags = random_int(random, 10) == 0 ? (uint32_t)random_int(random, 8) : 0u; /* locks */
}

static void random_balls(Random *random, Balls *s)
{
    memset(s, 0, sizeof *s);
    s->motion[0].rotation = dry_quat_identity();
    for (int i = 1; i < BALL_BODIES; ++i) {
        random_ball_body(random, s, i);
    }
    for (int i = 0; i < BALLS; ++i) {
        Joint *joint = &s->joints[i];
        joint->kernel = JOINT_KERNEL_BALL;
        joint->locked = JOINT_LOCKED_LINEAR;
        joint->frame_a.position = random_vector(random, 1.0f);
        joint->frame_b.position = random_vector(random, random_int(random, 4) == 0 ? 0.05f : 1.0f);
        for (int axis = 0; axis < 3; ++axis) {
            joint->locked_impulse[axis] = random_float(random, -0.2f, 0.2f);
        }
        JointRef *ref = &s->refs[i];
        *ref = (JointRef){ .joint = i,
                           .body_a = random_int(random, 4) == 0 ? 0 : 1 + 2 * i,
                           .body_b = 2 + 2 * i,
                           .static_rotation_a = random_rotation(random) };
        DryQuat qa = ref->body_a != 0 ? s->motion[ref->body_a].rotation : ref->static_rotation_a;
        DryVec3 arm_a = quat_rotate(qa, joint->frame_a.position);
        DryVec3 arm_b = quat_rotate(s->motion[ref->body_b].rotation, joint->frame_b.position);
        DryVec3 gap = random_vector(random, random_int(random, 5) == 0 ? 1.0f : 0.01f);
        ref->center_offset = v3_add(v3_sub(arm_a, arm_b), gap);
        dry__joint_count_rows(joint, ref);
    }
}

static void move_balls(Balls *s, float h)
{
    for (int i = 1; i < BALL_BODIES; ++i) {
        s->delta[i].p = v3_mad(s->delta[i].p, s->velocity[i].v, h);
        DryVec3 w = s->velocity[i].w;
        DryQuat turn = { 0.5f * h * w.x, 0.5f * h * w.y, 0.5f * h * w.z, 1.0f };
        s->motion[i].rotation = quat_normalize(quat_mul(turn, s->motion[i].rotation));
    }
}

static JointSolve solve_balls(Balls *s, CpuKernel cpu, JointGroup *groups, int count)
{
    static _Alignas(64) unsigned char rows[BALLS * sizeof(BallBatch)];
    const int32_t color_begin[2] = { 0, count };
    JointOrder order = { s->refs, color_begin, 1, 0, 0 };
    int32_t group_begin[2];
    size_t bytes;
    assert_int_equal(dry__joints_group(&order, groups, group_begin, &bytes), 1);
    assert_true(bytes <= sizeof rows);
    memset(rows, 0xEE, sizeof rows);
    return (JointSolve){ .h = 1.0f / 240.0f,
                         .inv_h = 240.0f,
                         .hertz = 60.0f,
                         .damping_ratio = 2.0f,
                         .warm = true,
                         .cpu = cpu,
                         .bodies = { s->velocity, s->delta, s->mass, s->motion, BALL_BODIES },
                         .refs = s->refs,
                         .groups = groups,
                         .joints = s->joints,
                         .rows = rows };
}

/* Two substeps of the first `count` joints. */
static void run_balls(Balls *s, CpuKernel cpu, int count)
{
    JointGroup groups[1];
    JointSolve solve = solve_balls(s, cpu, groups, count);
    dry__joints_prepare(&solve, 0, 1);
    for (int substep = 0; substep < 2; ++substep) {
        dry__joints_warm_start(&solve, 0, 1);
        dry__joints_solve(&solve, 0, 1, true);
        move_balls(s, solve.h);
        dry__joints_solve(&solve, 0, 1, false);
        dry__joints_solve(&solve, 0, 1, false);
    }
    dry__joints_store(&solve, 0, 1);
}

static void ball_kernels_give_the_same_bits(void **state)
{
    (void)state;
    Random random = random_seeded(SEED);
    static Balls start, first, other;
    for (int trial = 0; trial < 3000; ++trial) {
        random_balls(&random, &start);
        int count = 1 + random_int(&random, BALLS);
        first = start;
        run_balls(&first, CPU_SCALAR, count);
        for (int k = 1; k < CPU_KERNEL_COUNT; ++k) {
            if (dry__cpu_supports((CpuKernel)k)) {
                assert_ptr_not_equal(dry__joint_ball((CpuKernel)k), dry__joint_ball(CPU_SCALAR));
                other = start;
                run_balls(&other, (CpuKernel)k, count);
                assert_memory_equal(first.velocity, other.velocity, sizeof first.velocity);
                assert_memory_equal(first.joints, other.joints, sizeof first.joints);
            }
        }
        assert_memory_equal(&first.velocity[0], &start.velocity[0], sizeof start.velocity[0]);
    }
}

static void ball_lanes_do_not_depend_on_companions(void **state)
{
    (void)state;
    Random random = random_seeded(SEED + 1);
    static Balls start, together, alone;
    for (int trial = 0; trial < 2000; ++trial) {
        random_balls(&random, &start);
        together = start;
        run_balls(&together, dry__cpu_best(), BALLS);
        int i = random_int(&random, BALLS);
        alone = start;
        alone.refs[0] = start.refs[i];
        run_balls(&alone, dry__cpu_best(), 1);
        assert_memory_equal(&alone.joints[i], &together.joints[i], sizeof(Joint));
        int32_t a = start.refs[i].body_a, b = start.refs[i].body_b;
        assert_memory_equal(&alone.velocity[a], &together.velocity[a], sizeof(SolverVelocity));
        assert_memory_equal(&alone.velocity[b], &together.velocity[b], sizeof(SolverVelocity));
    }
}

/* ---- the same mathematics in double precision ---- */

typedef struct Vec {
    double x[3];
} Vec;

static Vec vec(DryVec3 v)
{
    return (Vec){ { (double)v.x, (double)v.y, (double)v.z } };
}

static Vec cross(Vec a, Vec b)
{
    return (Vec){ { a.x[1] * b.x[2] - a.x[2] * b.x[1], a.x[2] * b.x[0] - a.x[0] * b.x[2],
                    a.x[0] * b.x[1] - a.x[1] * b.x[0] } };
}

static double length(Vec a)
{
    return sqrt(a.x[0] * a.x[0] + a.x[1] * a.x[1] + a.x[2] * a.x[2]);
}

static Vec turn_answer(const SolverMass *m, Vec t)
{
    const DrySym3 *s = &m->inv_inertia;
    double xx = (double)s->xx, xy = (double)s->xy, xz = (double)s->xz, yy = (double)s->yy, yz = (double)s->yz,
           zz = (double)s->zz;
    return (Vec){ { xx * t.x[0] + xy * t.x[1] + xz * t.x[2], xy * t.x[0] + yy * t.x[1] + yz * t.x[2],
                    xz * t.x[0] + yz * t.x[1] + zz * t.x[2] } };
}

static double inv_mass(const SolverMass *m, int axis)
{
    return (m->flags >> axis & 1u) != 0 ? 0.0 : (double)m->inv_mass;
}

/* The velocity of B's anchor against A's after an impulse of 1 along each axis in turn, and its solution by
   Cramer's rule. */
static Vec solve_3x3(double k[3][3], Vec y)
{
    Vec c0 = { { k[0][0], k[1][0], k[2][0] } }, c1 = { { k[0][1], k[1][1], k[2][1] } },
        c2 = { { k[0][2], k[1][2], k[2][2] } };
    Vec n0 = cross(c1, c2), n1 = cross(c2, c0), n2 = cross(c0, c1);
    double det = c0.x[0] * n0.x[0] + c0.x[1] * n0.x[1] + c0.x[2] * n0.x[2];
    Vec x;
    x.x[0] = (n0.x[0] * y.x[0] + n0.x[1] * y.x[1] + n0.x[2] * y.x[2]) / det;
    x.x[1] = (n1.x[0] * y.x[0] + n1.x[1] * y.x[1] + n1.x[2] * y.x[2]) / det;
    x.x[2] = (n2.x[0] * y.x[0] + n2.x[1] * y.x[1] + n2.x[2] * y.x[2]) / det;
    return x;
}

/* One bias pass of joint i from rest impulse: the change of impulse wanted. */
static Vec expected_impulse(const Balls *s, int i, double rate, double scale)
{
    const JointRef *ref = &s->refs[i];
    const SolverMass *a = &s->mass[ref->body_a], *b = &s->mass[ref->body_b];
    DryQuat qa = ref->body_a != 0 ? s->motion[ref->body_a].rotation : ref->static_rotation_a;
    Vec ra = vec(quat_rotate(qa, s->joints[i].frame_a.position));
    Vec rb = vec(quat_rotate(s->motion[ref->body_b].rotation, s->joints[i].frame_b.position));
    Vec pa = vec(s->delta[ref->body_a].p), pb = vec(s->delta[ref->body_b].p), d, apart;
    for (int k = 0; k < 3; ++k) {
        d.x[k] = vec(ref->center_offset).x[k] + pb.x[k] - pa.x[k] + rb.x[k] - ra.x[k];
    }
    double most = 0.5 * (length(ra) + length(rb)), gap = length(d);
    double share = gap > most ? 0.5 * most / gap : 0.5;
    for (int k = 0; k < 3; ++k) {
        ra.x[k] += share * d.x[k];
        rb.x[k] -= share * d.x[k];
    }
    Vec wa = cross(vec(s->velocity[ref->body_a].w), ra), wb = cross(vec(s->velocity[ref->body_b].w), rb);
    double k[3][3];
    for (int col = 0; col < 3; ++col) {
        Vec e = { { col == 0, col == 1, col == 2 } };
        Vec ta = cross(turn_answer(a, cross(ra, e)), ra), tb = cross(turn_answer(b, cross(rb, e)), rb);
        for (int row = 0; row < 3; ++row) {
            k[row][col] = (row == col ? inv_mass(a, col) + inv_mass(b, col) : 0.0) + ta.x[row] + tb.x[row];
        }
        apart.x[col] = vec(s->velocity[ref->body_b].v).x[col] - vec(s->velocity[ref->body_a].v).x[col] +
                       wb.x[col] - wa.x[col] + rate * d.x[col];
    }
    Vec p = solve_3x3(k, apart);
    return (Vec){ { -scale * p.x[0], -scale * p.x[1], -scale * p.x[2] } };
}

static void ball_lanes_follow_the_mathematics(void **state)
{
    (void)state;
    Random random = random_seeded(SEED + 2);
    static Balls s, start;
    const double h = 1.0 / 240.0, omega = 2.0 * 3.14159265358979 * 60.0, a1 = 4.0 + h * omega,
                 a2 = h * omega * a1;
    for (int trial = 0; trial < 500; ++trial) {
        random_balls(&random, &s);
        for (int i = 0; i < BALLS; ++i) {
            memset(s.joints[i].locked_impulse, 0, sizeof s.joints[i].locked_impulse);
        }
        start = s;
        JointGroup groups[1];
        JointSolve solve = solve_balls(&s, dry__cpu_best(), groups, BALLS);
        dry__joints_prepare(&solve, 0, 1);
        dry__joints_warm_start(&solve, 0, 1);
        dry__joints_solve(&solve, 0, 1, true);
        dry__joints_store(&solve, 0, 1);
        for (int i = 0; i < BALLS; ++i) {
            int32_t a = s.refs[i].body_a, b = s.refs[i].body_b;
            if (start.mass[a].flags != 0 || start.mass[b].flags != 0) {
                continue; /* locked or kinematic: K may have no inverse; see below */
            }
            Vec p = expected_impulse(&start, i, omega / a1, a2 / (1.0 + a2)),
                found = vec(s.joints[i].total_force);
            double size = length(p);
            for (int k = 0; k < 3; ++k) {
                assert_true(fabs(p.x[k] - found.x[k]) < 1e-4 * size + 1e-5);
                double v = vec(start.velocity[b].v).x[k] + inv_mass(&start.mass[b], k) * p.x[k];
                assert_true(fabs(v - vec(s.velocity[b].v).x[k]) < 1e-3);
            }
        }
    }
}

static void locked_axes_and_kinematic_bodies_are_not_moved(void **state)
{
    (void)state;
    Random random = random_seeded(SEED + 3);
    static Balls s, start;
    for (int trial = 0; trial < 500; ++trial) {
        random_balls(&random, &start);
        s = start;
        run_balls(&s, dry__cpu_best(), BALLS);
        for (int i = 1; i < BALL_BODIES; ++i) {
            uint32_t flags = start.mass[i].flags;
            for (int axis = 0; axis < 3; ++axis) {
                if ((flags & SOLVER_KINEMATIC) != 0 || (flags >> axis & 1u) != 0) {
                    assert_true(v3_get(s.velocity[i].v, axis) == v3_get(start.velocity[i].v, axis));
                }
            }
            assert_true(v3_finite(s.velocity[i].v) && v3_finite(s.velocity[i].w));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_keep_colors_and_kernels_apart),
        cmocka_unit_test(rows_are_no_longer_than_needed),
        cmocka_unit_test(groups_give_the_same_bits_as_single_joints),
        cmocka_unit_test(ball_kernels_give_the_same_bits),
        cmocka_unit_test(ball_lanes_do_not_depend_on_companions),
        cmocka_unit_test(ball_lanes_follow_the_mathematics),
        cmocka_unit_test(locked_axes_and_kinematic_bodies_are_not_moved),
    };
    printf("seed %u\n", SEED);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
