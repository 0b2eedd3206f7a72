#include "solver/joint_six_axis.h"

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

/* K = L D Lt of the locked rows; `k` holds its lower triangle on entry. */
static void factor(SixAxisRows *row, float k[6][6])
{
    for (int i = 0; i < row->locked; ++i) {
        float raw = k[i][i];
        for (int j = 0; j <= i; ++j) {
            float sum = k[i][j];
            for (int l = 0; l < j; ++l) {
                sum -= *six_axis_lower(row, i, l) * k[j][l]; /* k[j][l] holds L D by now */
            }
            k[i][j] = sum;
            if (j < i) {
                *six_axis_lower(row, i, j) = sum * row->inv_pivot[j];
            }
        }
        row->inv_pivot[i] = joint_inv_pivot(k[i][i], raw);
    }
}

static void build_k(const JointSolve *solve, const JointRef *ref, SixAxisRows *row)
{
    const SolverMass *a = &solve->bodies.mass[ref->body_a], *b = &solve->bodies.mass[ref->body_b];
    DryVec3 inv_mass = v3_add(joint_inv_mass(a), joint_inv_mass(b));
    RowAnswer answer[JOINT_MAX_ROWS];
    float locked_k[6][6];
    int locked = row->locked, count = locked + row->free;
    for (int i = 0; i < count; ++i) {
        answer[i] = joint_row_answer(&row->row[i], inv_mass, a, b);
    }
    for (int i = 0; i < locked; ++i) {
        for (int j = 0; j <= i; ++j) {
            locked_k[i][j] = joint_row_k(&row->row[i], &answer[j]);
        }
    }
    factor(row, locked_k);
    for (int i = 0; i < row->free; ++i) {
        float *coupling = row->coupling + i * locked, *response = row->response + i * locked;
        for (int l = 0; l < locked; ++l) {
            coupling[l] = response[l] = joint_row_k(&row->row[locked + i], &answer[l]);
        }
        six_axis_solve_locked(row, response);
        for (int j = 0; j <= i; ++j) {
            row->k[i * (i + 1) / 2 + j] = joint_row_k(&row->row[locked + i], &answer[locked + j]);
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

static void build_rotation_drive(const JointSolve *solve, const JointSoft *soft, const Joint *joint,
                                 const JointGeometry *g, bool first, RotationRows *turn)
{
    const JointRotationDrive *r = &solve->axes[joint->axes].rotation;
    const JointDrive *drive = &r->drive;
    DryVec3 error = mat3_mul(&g->axes, rotation_error(g, r->target));
    DryVec3 errors[2] = { [PASS_RELAX] = first ? error : turn->error, [PASS_BIAS] = error };
    DryVec3 velocity = mat3_mul(&g->axes, r->target_velocity);
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

void dry__six_axis_build(const JointSolve *solve, const JointSoft *soft, const JointRef *ref, bool first,
                         SixAxisRows *row)
{
    Joint *joint = &solve->joints[ref->joint];
    JointGeometry g;
    joint_geometry(solve, ref, joint, &g);
    dry__joint_locked_rows(joint, &g, row->row, row->error);
    float position[JOINT_MAX_FREE];
    free_rows(solve, joint, &g, position, row);
    build_k(solve, ref, row);
    for (int f = 0; f < row->free; ++f) {
        if (row->axis[f] != JOINT_ROTATION) {
            float k = six_axis_k(row, f, f) - six_axis_taken(row, f, f);
            const JointAxis *axis = six_axis_parameters(solve, joint, row->axis[f]);
            float frozen = first ? position[f] : row->position[f];
            dry__axis_law_build(axis, soft, f_max(k, 1e-20f), position[f], frozen, &row->law[f]);
            row->position[f] = position[f];
        }
    }
    if (row->rotation >= 0) {
        build_rotation_drive(solve, soft, joint, &g, first, row->turn);
    }
    row->state->moved = false;
}
