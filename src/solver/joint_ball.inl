/* The ball kernels, from one source for every instruction set. */
#include "solver/joint_ball.h"

#include "base/lanes.h"

/* Larger pieces: one function in the end, but not with scalar lanes, where compilers choke on it. */
#if defined(LANES_SCALAR)
#define KERNEL_INLINE static __attribute__((noinline))
#else
#define KERNEL_INLINE LANES_INLINE
#endif

#include "solver/body_lanes.inl"

/* How the bodies answer to impulses; mass per axis, for the locked ones. */
typedef struct Mass8 {
    f8 inv_mass;
    f8 xx, xy, xz, yy, yz, zz;
} Mass8;

KERNEL_INLINE Mass8 gather_mass(const JointSolve *solve, const int32_t *bodies)
{
    f8 r[8];
    f8_gather_rows(&solve->bodies.mass[0].inv_mass, bodies, 8, r);
    Mass8 m = { r[0], r[1], r[2], r[3], r[4], r[5], r[6] };
    return m;
}

/* Inverse masses by axis, of bodies some of which may have locked axes. */
static V8 locked_inv_mass(const JointSolve *solve, const int32_t *bodies)
{
    _Alignas(32) Lanes axis[3];
    for (int i = 0; i < BATCH_LANES; ++i) {
        DryVec3 m = joint_inv_mass(&solve->bodies.mass[bodies[i]]);
        axis[0][i] = m.x;
        axis[1][i] = m.y;
        axis[2][i] = m.z;
    }
    return v8_load(axis);
}

LANES_INLINE V8 inv_mass_axes(const JointSolve *solve, const BallBatch *b, const int32_t *bodies, f8 inv_mass)
{
    if (b->locks != 0) {
        return locked_inv_mass(solve, bodies);
    }
    V8 m = { inv_mass, inv_mass, inv_mass };
    return m;
}

LANES_INLINE V8 turn_answer(const Mass8 *m, V8 t)
{
    V8 r = { f8_madd(m->xx, t.x, f8_madd(m->xy, t.y, f8_mul(m->xz, t.z))),
             f8_madd(m->xy, t.x, f8_madd(m->yy, t.y, f8_mul(m->yz, t.z))),
             f8_madd(m->xz, t.x, f8_madd(m->yz, t.y, f8_mul(m->zz, t.z))) };
    return r;
}

/* Adds -[r] I^-1 [r] to the block k, stored as k00, k10, k11, k20, k21, k22. */
LANES_INLINE void add_turn_block(const Mass8 *m, V8 r, f8 k[6])
{
    /* answers to the turns r x e_i = (0, z, -y), (-z, 0, x), (y, -x, 0) */
    V8 ax = { f8_nmadd(r.y, m->xz, f8_mul(r.z, m->xy)), f8_nmadd(r.y, m->yz, f8_mul(r.z, m->yy)),
              f8_nmadd(r.y, m->zz, f8_mul(r.z, m->yz)) };
    V8 ay = { f8_nmadd(r.z, m->xx, f8_mul(r.x, m->xz)), f8_nmadd(r.z, m->xy, f8_mul(r.x, m->yz)),
              f8_nmadd(r.z, m->xz, f8_mul(r.x, m->zz)) };
    f8 az_x = f8_nmadd(r.x, m->xy, f8_mul(r.y, m->xx)), az_y = f8_nmadd(r.x, m->yy, f8_mul(r.y, m->xy));
    k[0] = f8_add(k[0], f8_nmadd(r.y, ax.z, f8_mul(r.z, ax.y)));
    k[1] = f8_add(k[1], f8_nmadd(r.z, ax.x, f8_mul(r.x, ax.z)));
    k[2] = f8_add(k[2], f8_nmadd(r.z, ay.x, f8_mul(r.x, ay.z)));
    k[3] = f8_add(k[3], f8_nmadd(r.x, ax.y, f8_mul(r.y, ax.x)));
    k[4] = f8_add(k[4], f8_nmadd(r.x, ay.y, f8_mul(r.y, ay.x)));
    k[5] = f8_add(k[5], f8_nmadd(r.x, az_y, f8_mul(r.y, az_x)));
}

/* Zero where a pivot, once K's diagonal element `raw`, is too small to say anything. */
LANES_INLINE f8 inv_pivot(f8 pivot, f8 raw, f8 least)
{
    m8 usable = m8_and(f8_gt(pivot, f8_mul(f8_set(1e-6f), raw)), f8_gt(pivot, least));
    return f8_and_mask(usable, f8_div(f8_set(1.0f), pivot));
}

/* K = (1/mA + 1/mB) 1 - [rA] IA^-1 [rA] - [rB] IB^-1 [rB], factored. */
KERNEL_INLINE void factor_blocks(const JointSolve *solve, BallBatch *b, V8 arm_a, V8 arm_b)
{
    Mass8 ma = gather_mass(solve, b->body_a), mb = gather_mass(solve, b->body_b);
    V8 inv_mass = v8_add(inv_mass_axes(solve, b, b->body_a, ma.inv_mass),
                         inv_mass_axes(solve, b, b->body_b, mb.inv_mass));
    f8 zero = f8_zero(), k[6] = { inv_mass.x, zero, inv_mass.y, zero, zero, inv_mass.z };
    add_turn_block(&ma, arm_a, k);
    add_turn_block(&mb, arm_b, k);
    f8 trace = f8_add(k[0], f8_add(k[2], k[5]));
    f8 least = f8_max(f8_mul(f8_set(JOINT_LEAST_SHARE), trace), f8_set(1e-30f));
    f8_store(b->reach, f8_mul(f8_max(ma.inv_mass, mb.inv_mass), trace));
    f8 inv0 = inv_pivot(k[0], k[0], least);
    f8 l10 = f8_mul(k[1], inv0), l20 = f8_mul(k[3], inv0);
    f8 pivot1 = f8_nmadd(l10, k[1], k[2]), inv1 = inv_pivot(pivot1, k[2], least);
    f8 rest21 = f8_nmadd(l20, k[1], k[4]), l21 = f8_mul(rest21, inv1);
    f8 pivot2 = f8_nmadd(l21, rest21, f8_nmadd(l20, k[3], k[5]));
    f8 inv2 = inv_pivot(pivot2, k[5], least);
    /* after a small pivot little is left of the next: its rounding is 1e-7 raw / sqrt(pivot / raw) */
    f8 share = f8_mul(f8_mul(pivot2, pivot2), pivot1), sure = f8_mul(f8_mul(k[5], k[5]), k[2]);
    inv2 = f8_and_mask(f8_ge(share, f8_mul(f8_set(1e-12f), sure)), inv2);
    f8_store(b->lower[0], l10);
    f8_store(b->lower[1], l20);
    f8_store(b->lower[2], l21);
    f8_store(b->inv_pivot[0], inv0);
    f8_store(b->inv_pivot[1], inv1);
    f8_store(b->inv_pivot[2], inv2);
}

LANES_INLINE V8 solve_blocks(const BallBatch *b, V8 r)
{
    f8 l10 = f8_load(b->lower[0]), l20 = f8_load(b->lower[1]), l21 = f8_load(b->lower[2]);
    f8 y1 = f8_nmadd(l10, r.x, r.y), y2 = f8_nmadd(l21, y1, f8_nmadd(l20, r.x, r.z));
    V8 x;
    x.z = f8_mul(y2, f8_load(b->inv_pivot[2]));
    x.y = f8_nmadd(l21, x.z, f8_mul(y1, f8_load(b->inv_pivot[1])));
    x.x = f8_nmadd(l20, x.z, f8_nmadd(l10, x.y, f8_mul(r.x, f8_load(b->inv_pivot[0]))));
    return x;
}

/* Anchors turned with their bodies. Record 0 of the bodies never turns. */
KERNEL_INLINE V8 turned_anchors(const JointSolve *solve, const int32_t *bodies, const Lanes *anchor)
{
    f8 q[8];
    for (int i = 0; i < BATCH_LANES; ++i) {
        /* loads more than the rotation, but not beyond the record */
        q[i] = f8_loadu(&solve->bodies.motion[bodies[i]].rotation.x);
    }
    f8_transpose(q);
    V8 v = v8_load(anchor), u = { q[0], q[1], q[2] };
    V8 t = v8_scale(f8_set(2.0f), v8_cross(u, v));
    return v8_add(v8_mad(v, q[3], t), v8_cross(u, t));
}

LANES_INLINE f8 v8_length(V8 v)
{
    return f8_sqrt(v8_dot(v, v));
}

/* The velocity at which the gap is to close: joint_bias of its length. */
LANES_INLINE V8 bounded_bias(const JointSoft *soft, V8 error, f8 gap)
{
    f8 rate = f8_set(soft->rate), most = f8_set(soft->push[JOINT_LINEAR]);
    m8 far = f8_gt(f8_mul(rate, gap), most);
    if (soft->push[JOINT_LINEAR] > 0.0f && m8_bits(far) != 0) {
        rate = f8_select(far, f8_div(most, gap), rate);
    }
    return v8_scale(rate, error);
}

/* Arms, errors and blocks at the bodies' present place. Arms end in the middle of the gap: see joint_meet. */
KERNEL_INLINE void build_batch(const JointSolve *solve, const JointSoft *soft, BallBatch *b)
{
    V8 arm_a = turned_anchors(solve, b->body_a, b->anchor_a);
    V8 arm_b = turned_anchors(solve, b->body_b, b->anchor_b);
    V8 moved = v8_sub(gather_motion(solve->bodies.delta, b->body_b).linear,
                      gather_motion(solve->bodies.delta, b->body_a).linear);
    V8 error = v8_add(v8_add(v8_load(b->offset), moved), v8_sub(arm_b, arm_a));
    f8 half = f8_set(0.5f), gap = v8_length(error);
    f8 most = f8_mul(half, f8_add(v8_length(arm_a), v8_length(arm_b)));
    f8 share = f8_select(f8_gt(gap, most), f8_div(f8_mul(half, most), gap), half);
    arm_a = v8_mad(arm_a, share, error);
    arm_b = v8_mad(arm_b, f8_neg(share), error);
    v8_store(b->bias, bounded_bias(soft, error, gap));
    v8_store(b->arm_a, arm_a);
    v8_store(b->arm_b, arm_b);
    factor_blocks(solve, b, arm_a, arm_b);
    b->state.moved = false;
}

/* Adds the answer to the impulse to the velocities, which were gathered, and writes those of bodies with
 * mass. */
KERNEL_INLINE void push_batch(const JointSolve *solve, const BallBatch *b, Motion8 a, Motion8 o, V8 impulse)
{
    if (b->dynamic_a != 0) {
        Mass8 m = gather_mass(solve, b->body_a);
        V8 turn = turn_answer(&m, v8_cross(v8_load(b->arm_a), impulse));
        a.linear = v8_sub(a.linear, v8_mul(inv_mass_axes(solve, b, b->body_a, m.inv_mass), impulse));
        a.angular = v8_sub(a.angular, turn);
        scatter_motion(solve->bodies.velocity, b->body_a, b->dynamic_a, a);
    }
    if (b->dynamic_b != 0) {
        Mass8 m = gather_mass(solve, b->body_b);
        V8 turn = turn_answer(&m, v8_cross(v8_load(b->arm_b), impulse));
        o.linear = v8_add(o.linear, v8_mul(inv_mass_axes(solve, b, b->body_b, m.inv_mass), impulse));
        o.angular = v8_add(o.angular, turn);
        scatter_motion(solve->bodies.velocity, b->body_b, b->dynamic_b, o);
    }
}

/* As joint_push_share. */
KERNEL_INLINE f8 push_share(const JointSolve *solve, const BallBatch *b, V8 impulse)
{
    Mass8 ma = gather_mass(solve, b->body_a), mb = gather_mass(solve, b->body_b);
    V8 turn_a = v8_cross(v8_load(b->arm_a), impulse), turn_b = v8_cross(v8_load(b->arm_b), impulse);
    f8 square = v8_dot(impulse, impulse);
    f8 energy_a = f8_mul(ma.inv_mass, f8_madd(ma.inv_mass, square, v8_dot(turn_a, turn_answer(&ma, turn_a))));
    f8 energy_b = f8_mul(mb.inv_mass, f8_madd(mb.inv_mass, square, v8_dot(turn_b, turn_answer(&mb, turn_b))));
    f8 energy = f8_max(energy_a, energy_b), most = f8_set(JOINT_MOST_PUSH * solve->maximum_speed);
    return f8_select(f8_gt(energy, f8_mul(most, most)), f8_div(most, f8_sqrt(energy)), f8_set(1.0f));
}

/* The impulse, where it is too large its share. */
LANES_INLINE V8 bounded_push(const JointSolve *solve, const BallBatch *b, V8 impulse)
{
    float most = JOINT_MOST_PUSH * solve->maximum_speed;
    f8 reached = f8_mul(v8_dot(impulse, impulse), f8_load(b->reach));
    if (m8_bits(f8_gt(reached, f8_set(most * most))) != 0 && most > 0.0f) {
        return v8_scale(push_share(solve, b, impulse), impulse);
    }
    return impulse;
}

static void set_lane(Lanes *to, int lane, DryVec3 v)
{
    to[0][lane] = v.x;
    to[1][lane] = v.y;
    to[2][lane] = v.z;
}

/* Copies what lies scattered. */
static void fill_lane(const JointSolve *solve, BallBatch *b, int lane, const JointRef *ref)
{
    const Joint *joint = &solve->joints[ref->joint];
    const SolverMass *a = &solve->bodies.mass[ref->body_a], *o = &solve->bodies.mass[ref->body_b];
    DryVec3 anchor_a = joint->frame_a.position, anchor_b = joint->frame_b.position;
    b->body_a[lane] = ref->body_a;
    b->body_b[lane] = ref->body_b;
    b->dynamic_a |= (a->inv_mass > 0.0f ? 1 : 0) << lane;
    b->dynamic_b |= (o->inv_mass > 0.0f ? 1 : 0) << lane;
    b->locks |= (int32_t)((a->flags | o->flags) & (SOLVER_LOCK_X | SOLVER_LOCK_Y | SOLVER_LOCK_Z));
    set_lane(b->anchor_a, lane, ref->body_a != 0 ? anchor_a : quat_rotate(ref->static_rotation_a, anchor_a));
    set_lane(b->anchor_b, lane, ref->body_b != 0 ? anchor_b : quat_rotate(ref->static_rotation_b, anchor_b));
    set_lane(b->offset, lane, ref->center_offset);
    const float *impulse = joint->locked_impulse;
    set_lane(b->impulse, lane, v3(impulse[0], impulse[1], impulse[2]));
}

static void prepare(const JointSolve *solve, const JointSoft *soft, const JointGroup *group)
{
    BallBatch *b = joint_rows(solve, group);
    memset(b, 0, sizeof *b);
    for (int lane = 0; lane < group->count; ++lane) {
        fill_lane(solve, b, lane, &solve->refs[group->first + lane]);
    }
    build_batch(solve, soft, b);
}

static void warm_start(const JointSolve *solve, const JointSoft *soft, const JointGroup *group)
{
    (void)soft;
    BallBatch *b = joint_rows(solve, group);
    V8 impulse = v8_load(b->impulse);
    if (b->state.substeps > 0) {
        v8_store(b->total, v8_add(v8_load(b->total), impulse));
    }
    b->state.substeps++;
    if (!solve->warm) {
        V8 none = { f8_zero(), f8_zero(), f8_zero() };
        v8_store(b->impulse, none);
        return;
    }
    impulse = bounded_push(solve, b, impulse);
    v8_store(b->impulse, impulse);
    push_batch(solve, b, gather_motion(solve->bodies.velocity, b->body_a),
               gather_motion(solve->bodies.velocity, b->body_b), impulse);
}

KERNEL_INLINE void solve_batch(const JointSolve *solve, const JointSoft *soft, BallBatch *b, bool bias)
{
    Motion8 a = gather_motion(solve->bodies.velocity, b->body_a);
    Motion8 o = gather_motion(solve->bodies.velocity, b->body_b);
    V8 at_a = v8_add(a.linear, v8_cross(a.angular, v8_load(b->arm_a)));
    V8 at_b = v8_add(o.linear, v8_cross(o.angular, v8_load(b->arm_b)));
    V8 apart = v8_sub(at_b, at_a), old = v8_load(b->impulse);
    if (bias) {
        apart = v8_add(apart, v8_load(b->bias));
    }
    V8 wanted = { f8_neg(apart.x), f8_neg(apart.y), f8_neg(apart.z) };
    V8 change = solve_blocks(b, wanted);
    if (bias) {
        change = v8_sub(v8_scale(f8_set(soft->mass_scale), change), v8_scale(f8_set(soft->leak), old));
    }
    if (b->locks != 0) { /* otherwise the lever of a point is never a poor one */
        change = bounded_push(solve, b, change);
    }
    v8_store(b->impulse, v8_add(old, change));
    push_batch(solve, b, a, o, change);
}

static void solve_bias(const JointSolve *solve, const JointSoft *soft, const JointGroup *group)
{
    BallBatch *b = joint_rows(solve, group);
    b->state.moved = true;
    solve_batch(solve, soft, b, true);
}

static void solve_relax(const JointSolve *solve, const JointSoft *soft, const JointGroup *group)
{
    BallBatch *b = joint_rows(solve, group);
    if (b->state.moved) {
        build_batch(solve, soft, b);
    }
    solve_batch(solve, soft, b, false);
}

static void store(const JointSolve *solve, const JointSoft *soft, const JointGroup *group)
{
    const BallBatch *b = joint_rows(solve, group);
    for (int lane = 0; lane < group->count; ++lane) {
        Joint *joint = &solve->joints[solve->refs[group->first + lane].joint];
        for (int axis = 0; axis < 3; ++axis) {
            joint->locked_impulse[axis] = b->impulse[axis][lane];
        }
        DryVec3 total = v3(b->total[0][lane], b->total[1][lane], b->total[2][lane]);
        joint->total_force = v3_add(total, v3(b->impulse[0][lane], b->impulse[1][lane], b->impulse[2][lane]));
        joint->total_torque = v3(0.0f, 0.0f, 0.0f);
        joint->total_time = soft->h * (float)b->state.substeps;
    }
}

const JointKernel LANES_NAME(dry__joint_ball) = { prepare, warm_start, solve_bias, solve_relax, store };
