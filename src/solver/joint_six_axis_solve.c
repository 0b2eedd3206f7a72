#include "solver/joint_six_axis.h"

static float inv_left(float pivot, float raw)
{
    return joint_row_left(pivot, raw) ? 1.0f / pivot : 0.0f;
}

/* (scale k + gamma 1) x = r by elimination; k symmetric. Directions in which nothing moves, but for rounding
   of the inverse masses `raw` before the locked rows took their part, get nothing. */
static DryVec3 solve_3(const DryMat3 *k, DryVec3 raw, float scale, float gamma, DryVec3 r)
{
    float k00 = scale * k->cx.x + gamma, k11 = scale * k->cy.y + gamma, k22 = scale * k->cz.z + gamma;
    float k10 = scale * k->cx.y, k20 = scale * k->cx.z, k21 = scale * k->cy.z;
    float inv0 = inv_left(k00, raw.x), l10 = k10 * inv0, l20 = k20 * inv0;
    float inv1 = inv_left(k11 - l10 * k10, raw.y), rest21 = k21 - l20 * k10, l21 = rest21 * inv1;
    float inv2 = inv_left(k22 - l20 * k20 - l21 * rest21, raw.z);
    float y1 = r.y - l10 * r.x, y2 = r.z - l20 * r.x - l21 * y1;
    float z = y2 * inv2, y = y1 * inv1 - l21 * z;
    return v3(r.x * inv0 - l10 * y - l20 * z, y, z);
}

static DryVec3 clamp_length(DryVec3 v, float most)
{
    float length = v3_length(v);
    return length > most ? v3_scale(v, most / length) : v;
}

/* Drive and friction of all three rotations, given the velocity u without them: each is solved for the other
 * in turn. */
static DryVec3 rotation_impulse(const SixAxisRows *row, int pass, const DryMat3 *k, DryVec3 u)
{
    int r = row->rotation;
    DryVec3 raw = v3(six_axis_raw(row, r), six_axis_raw(row, r + 1), six_axis_raw(row, r + 2));
    bool drives = row->turn->max > 0.0f, rubs = row->turn->friction > 0.0f;
    int rounds = drives && rubs ? 4 : 1;
    DryVec3 drive = v3(0.0f, 0.0f, 0.0f), friction = drive;
    for (int i = 0; i < rounds; ++i) {
        if (drives) {
            DryVec3 wanted = v3_neg(v3_add(v3_add(u, row->turn->bias[pass]), mat3_mul(k, friction)));
            drive = clamp_length(solve_3(k, raw, 1.0f + row->turn->scale, row->turn->gamma, wanted),
                                 row->turn->max);
        }
        if (rubs) {
            DryVec3 wanted = v3_neg(v3_add(u, mat3_mul(k, drive)));
            friction = clamp_length(solve_3(k, raw, 1.0f, 0.0f, wanted), row->turn->friction);
        }
    }
    return v3_add(drive, friction);
}

/* Free rows against each other: their velocities y, K with the locked rows' answer taken out. */
typedef struct FreeSystem {
    int count;
    float k[JOINT_MAX_FREE][JOINT_MAX_FREE];
    float y[JOINT_MAX_FREE], impulse[JOINT_MAX_FREE];
} FreeSystem;

/* Sets a row's impulse; returns the size of the change it makes to the row's velocity. */
static float set_impulse(FreeSystem *s, int i, float impulse)
{
    float change = impulse - s->impulse[i];
    s->impulse[i] = impulse;
    for (int j = 0; j < s->count; ++j) {
        s->y[j] += s->k[j][i] * change;
    }
    return fabsf(s->k[i][i] * change);
}

static float sweep_rotation(const SixAxisRows *row, int pass, FreeSystem *s)
{
    int r = row->rotation;
    DryMat3 k = { v3(s->k[r][r], s->k[r + 1][r], s->k[r + 2][r]),
                  v3(s->k[r][r + 1], s->k[r + 1][r + 1], s->k[r + 2][r + 1]),
                  v3(s->k[r][r + 2], s->k[r + 1][r + 2], s->k[r + 2][r + 2]) };
    DryVec3 old = v3(s->impulse[r], s->impulse[r + 1], s->impulse[r + 2]);
    DryVec3 u = v3_sub(v3(s->y[r], s->y[r + 1], s->y[r + 2]), mat3_mul(&k, old));
    DryVec3 impulse = rotation_impulse(row, pass, &k, u);
    float change = set_impulse(s, r, impulse.x);
    change = f_max(change, set_impulse(s, r + 1, impulse.y));
    return f_max(change, set_impulse(s, r + 2, impulse.z));
}

static float sweep(const SixAxisRows *row, int pass, FreeSystem *s)
{
    float largest = 0.0f;
    if (row->rotation >= 0) {
        largest = sweep_rotation(row, pass, s);
    }
    for (int i = 0; i < s->count; ++i) {
        float k = s->k[i][i];
        if (row->axis[i] != JOINT_ROTATION) {
            float u = s->y[i] - k * s->impulse[i];
            float impulse = k > 1e-20f ? dry__axis_law_solve(&row->law[i], pass, k, u) : 0.0f;
            largest = f_max(largest, set_impulse(s, i, impulse));
        }
    }
    return largest;
}

/* Sweeps until the velocities stand still; one free row is exact at once. */
static void solve_free(const SixAxisRows *row, int pass, FreeSystem *s)
{
    enum {
        MOST_SWEEPS = 12
    };
    const float still = 1e-6f;
    bool single = s->count == 1 || (s->count == 3 && row->rotation == 0);
    for (int i = 0; i < MOST_SWEEPS; ++i) {
        if (sweep(row, pass, s) <= still || single) {
            break;
        }
    }
}

void dry__six_axis_impulses(const SixAxisRows *row, const JointSoft *soft, int pass, const float *v,
                            float *change)
{
    bool bias = pass == PASS_BIAS;
    float scale = bias ? soft->mass_scale : 1.0f, leak = bias ? soft->leak : 0.0f;
    int locked = row->locked;
    for (int l = 0; l < locked; ++l) {
        change[l] = -(bias ? v[l] + row->bias[l] : v[l]);
    }
    six_axis_solve_locked(row, change);
    for (int l = 0; l < locked; ++l) {
        change[l] = scale * change[l] - leak * row->impulse[l];
    }
    if (row->free == 0) {
        return;
    }
    FreeSystem s = { .count = row->free };
    for (int i = 0; i < row->free; ++i) {
        s.impulse[i] = row->impulse[locked + i];
        s.y[i] = v[locked + i];
        for (int l = 0; l < locked; ++l) {
            s.y[i] += row->coupling[i * locked + l] * change[l];
        }
        for (int j = 0; j <= i; ++j) {
            int pair = six_axis_pair(i, j);
            s.k[i][j] = s.k[j][i] = row->left[pair] + (1.0f - scale) * row->taken[pair];
        }
    }
    solve_free(row, pass, &s);
    for (int i = 0; i < row->free; ++i) {
        float pushed = s.impulse[i] - row->impulse[locked + i];
        change[locked + i] = pushed;
        for (int l = 0; l < locked; ++l) {
            change[l] -= scale * row->response[i * locked + l] * pushed;
        }
    }
}
