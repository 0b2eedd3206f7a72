#include "solver/joint_six_axis.h"

#include "base/bits.h"
#include "math/trig.h"

/* Hinges count their turns whether or not something acts on them. */
static float count_turns(const JointSolve *solve, Joint *joint, const JointGeometry *g)
{
    JointRow row;
    float angle = dry__joint_axis_row(joint, g, DRY_AXIS_ANGULAR_X, &row);
    const JointAxis *axis = six_axis_parameters(solve, joint, DRY_AXIS_ANGULAR_X);
    float position = dry__joint_hinge_position(joint, axis, angle, &joint->turns);
    joint->angle = angle;
    joint->flags = (uint8_t)(joint->flags & ~JOINT_FRESH);
    return position;
}

/* Rows of the axes on which something acts, with their positions. */
static void free_rows(const JointSolve *solve, Joint *joint, const JointGeometry *g, float *position,
                      SixAxisRows *row)
{
    JointRow *rows = row->row + row->locked;
    int count = 0;
    bool hinge = dry__joint_is_hinge(joint);
    float turned = hinge ? count_turns(solve, joint, g) : 0.0f;
    for (int axis = 0; axis < JOINT_AXES; ++axis) {
        if (joint->active >> axis & 1) {
            float at = dry__joint_axis_row(joint, g, axis, &rows[count]);
            position[count] = hinge && axis == DRY_AXIS_ANGULAR_X ? turned : at;
            row->axis[count++] = (uint8_t)axis;
        }
    }
    if (row->rotation >= 0) {
        for (int i = 0; i < 3; ++i) {
            DryVec3 e = v3(i == 0 ? 1.0f : 0.0f, i == 1 ? 1.0f : 0.0f, i == 2 ? 1.0f : 0.0f);
            rows[count] = (JointRow){ .ang_a = e, .ang_b = e };
            position[count] = 0.0f;
            row->axis[count++] = JOINT_ROTATION;
        }
    }
}

/* Between rows of one joint, in double: after one small pivot nothing would be left of the next in single
   precision, and what looks like a pivot, or like mass left by the locked rows, would be rounding. */
typedef struct ExactRows {
    double k[JOINT_MAX_ROWS][JOINT_MAX_ROWS]; /* lower triangle; of locked rows L D once factored */
    double lower[6][6], inv_pivot[6];
    float scale[JOINT_MAX_ROWS]; /* joint_row_scale */
} ExactRows;

static double exact_dot(DryVec3 a, DryVec3 b)
{
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z;
}

static void exact_rows(const JointSolve *solve, const JointRef *ref, const SixAxisRows *row, ExactRows *e)
{
    const SolverMass *a = &solve->bodies.mass[ref->body_a], *b = &solve->bodies.mass[ref->body_b];
    DryVec3 inv_mass = v3_add(joint_inv_mass(a), joint_inv_mass(b));
    for (int i = 0; i < row->locked + row->free; ++i) {
        RowAnswer answer = joint_row_answer(&row->row[i], inv_mass, a, b);
        for (int j = i; j < row->locked + row->free; ++j) {
            const JointRow *other = &row->row[j];
            e->k[j][i] = exact_dot(other->lin, answer.lin) + exact_dot(other->ang_a, answer.ang_a) +
                         exact_dot(other->ang_b, answer.ang_b);
        }
        e->scale[i] = joint_row_scale(&row->row[i], a, b);
    }
}

/* K = L D Lt of the locked rows. */
static void factor(ExactRows *e, SixAxisRows *row)
{
    for (int i = 0; i < row->locked; ++i) {
        double raw = e->k[i][i];
        for (int j = 0; j <= i; ++j) {
            double sum = e->k[i][j];
            for (int l = 0; l < j; ++l) {
                sum -= e->lower[i][l] * e->k[j][l];
            }
            e->k[i][j] = sum;
            if (j < i) {
                e->lower[i][j] = sum * e->inv_pivot[j];
                *six_axis_lower(row, i, j) = (float)e->lower[i][j];
            }
        }
        double pivot = e->k[i][i], least = (double)(JOINT_LEAST_SHARE * e->scale[i]);
        bool usable = pivot > 1e-6 * raw && pivot > least && pivot > 1e-30;
        e->inv_pivot[i] = usable ? 1.0 / pivot : 0.0;
        row->inv_pivot[i] = (float)e->inv_pivot[i];
    }
}

/* K^-1 x of the locked rows, in place. */
static void solve_exactly(const ExactRows *e, int locked, double *x)
{
    for (int i = 0; i < locked; ++i) {
        for (int l = 0; l < i; ++l) {
            x[i] -= e->lower[i][l] * x[l];
        }
    }
    for (int i = locked - 1; i >= 0; --i) {
        x[i] *= e->inv_pivot[i];
        for (int l = i + 1; l < locked; ++l) {
            x[i] -= e->lower[l][i] * x[l];
        }
    }
}

static void build_k(const JointSolve *solve, const JointRef *ref, SixAxisRows *row, ExactRows *e)
{
    int locked = row->locked;
    exact_rows(solve, ref, row, e);
    factor(e, row);
    for (int i = 0; i < row->free; ++i) {
        const double *coupling = e->k[locked + i];
        double response[6];
        for (int l = 0; l < locked; ++l) {
            response[l] = coupling[l];
        }
        solve_exactly(e, locked, response);
        for (int l = 0; l < locked; ++l) {
            row->coupling[i * locked + l] = (float)coupling[l];
            row->response[i * locked + l] = (float)response[l];
        }
        for (int j = i; j < row->free; ++j) {
            double taken = 0.0;
            for (int l = 0; l < locked; ++l) {
                taken += e->k[locked + j][l] * response[l];
            }
            row->taken[six_axis_pair(j, i)] = (float)taken;
            row->left[six_axis_pair(j, i)] = (float)(e->k[locked + j][locked + i] - taken);
        }
    }
}

/* Rotation vector, in A's axes, that leads from the target to the present rotation. */
static DryVec3 rotation_error(const JointGeometry *g, DryQuat target)
{
    DryQuat q = quat_mul(g->q, quat_conjugate(target));
    DryVec3 v = q.w < 0.0f ? v3(-q.x, -q.y, -q.z) : v3(q.x, q.y, q.z);
    float length = v3_length(v);
    return length > 1e-9f ? v3_scale(v, 2.0f * dry__atan2(length, fabsf(q.w)) / length) : v3_scale(v, 2.0f);
}

static DryVec3 slowed(DryVec3 v, float most)
{
    float length = v3_length(v);
    return length > most && most > 0.0f ? v3_scale(v, most / length) : v;
}

static void build_rotation_drive(const JointSolve *solve, const JointSoft *soft, const Joint *joint,
                                 const JointGeometry *g, bool first, RotationRows *turn)
{
    const JointRotationDrive *r = &solve->axes[joint->axes].rotation;
    const JointDrive *drive = &r->drive;
    DryVec3 error = mat3_mul(&g->axes, rotation_error(g, r->target));
    DryVec3 errors[2] = { [PASS_RELAX] = first ? error : turn->error, [PASS_BIAS] = error };
    DryVec3 velocity = mat3_mul(&g->axes, slowed(r->target_velocity, soft->fastest[JOINT_ANGULAR]));
    turn->error = error;
    turn->friction = r->friction * soft->h;
    turn->max = drive->mode != (uint32_t)DRY_DRIVE_OFF ? drive->max_force * soft->h : 0.0f;
    turn->gamma = turn->scale = 0.0f;
    ImplicitSpring spring = dry__drive_spring(drive, 1.0f, soft->h);
    if (spring.gamma >= 0.0f) {
        bool per_mass = drive->frequency > 0.0f || drive->acceleration != 0;
        *(per_mass ? &turn->scale : &turn->gamma) = spring.gamma;
    } else {
        spring.velocity_share = 1.0f;
        if (drive->mode == (uint32_t)DRY_DRIVE_POSITION) {
            turn->max = 0.0f;
        }
    }
    for (int pass = 0; pass < 2; ++pass) {
        turn->bias[pass] = v3_mad(v3_scale(errors[pass], spring.rate), velocity, -spring.velocity_share);
    }
}

/* Errors of the locked rows, the first `linear` of them of lengths, become speeds. Where bodies can give way
   only through a poor lever, because something of them is locked or far away, making good the error must not
   take more energy than moving the lighter body at the largest speed meant. */
static void bound_bias(const JointSolve *solve, const JointSoft *soft, const JointRef *ref, int linear,
                       SixAxisRows *row)
{
    float answer[6], energy = 0.0f;
    for (int i = 0; i < row->locked; ++i) {
        row->bias[i] = joint_bias(soft, i < linear ? JOINT_LINEAR : JOINT_ANGULAR, row->bias[i]);
        answer[i] = row->bias[i];
    }
    six_axis_solve_locked(row, answer);
    for (int i = 0; i < row->locked; ++i) {
        energy += row->bias[i] * answer[i];
    }
    float share = joint_bias_share(solve, soft, ref, energy);
    for (int i = 0; share < 1.0f && i < row->locked; ++i) {
        row->bias[i] *= share;
    }
}

/* What acts on a free row. Where the locked ones leave it nothing to move, rounding alone says how much, and
   it would be pushed without end: nothing acts then. */
static void build_law(const JointSolve *solve, const JointSoft *soft, const JointRef *ref, int f, float scale,
                      float position, float frozen, SixAxisRows *row)
{
    Joint *joint = &solve->joints[ref->joint];
    float raw = six_axis_raw(row, f), left = row->left[six_axis_pair(f, f)];
    row->law[f] = (AxisLaw){ 0 };
    if (joint_row_left(left, raw) && raw > JOINT_LEAST_SHARE * scale) {
        int axis = row->axis[f];
        bool angular = axis >= DRY_AXIS_ANGULAR_X && axis != DRY_AXIS_RADIUS;
        dry__axis_law_build(six_axis_parameters(solve, joint, axis), soft,
                            angular ? JOINT_ANGULAR : JOINT_LINEAR, left, position, frozen, &row->law[f]);
        joint_bound_law(solve, soft, ref, left, &row->law[f]);
    }
    row->position[f] = position;
}

void dry__six_axis_build(const JointSolve *solve, const JointSoft *soft, const JointRef *ref, bool first,
                         SixAxisRows *row)
{
    Joint *joint = &solve->joints[ref->joint];
    JointGeometry g;
    joint_geometry(solve, ref, joint, &g);
    dry__joint_locked_rows(joint, &g, row->row, row->bias);
    float position[JOINT_MAX_FREE];
    free_rows(solve, joint, &g, position, row);
    ExactRows exact;
    build_k(solve, ref, row, &exact);
    bound_bias(solve, soft, ref, bits_count(joint->locked & (uint32_t)JOINT_LOCKED_LINEAR), row);
    for (int f = 0; f < row->free; ++f) {
        if (row->axis[f] != JOINT_ROTATION) {
            float frozen = first ? position[f] : row->position[f];
            build_law(solve, soft, ref, f, exact.scale[row->locked + f], position[f], frozen, row);
        }
    }
    if (row->rotation >= 0) {
        build_rotation_drive(solve, soft, joint, &g, first, row->turn);
    }
    row->state->moved = false;
}
