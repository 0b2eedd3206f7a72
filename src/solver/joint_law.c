#include "solver/joint_law.h"

#include "math/trig.h"

JointSoft dry__joint_soft(const JointSolve *solve)
{
    JointSoft soft = { .h = solve->h, .inv_h = solve->inv_h, .mass_scale = 1.0f };
    float omega = 2.0f * DRY_PI * f_min(solve->hertz, 0.25f * solve->inv_h);
    float a1 = 2.0f * solve->damping_ratio + solve->h * omega;
    float a2 = solve->h * omega * a1;
    if (a2 > 0.0f) {
        soft.rate = omega / a1;
        soft.leak = 1.0f / (1.0f + a2);
        soft.mass_scale = a2 * soft.leak;
    }
    const float push_turn = 10.0f; /* rad/s */
    soft.push[JOINT_LINEAR] = solve->push_speed;
    soft.push[JOINT_ANGULAR] = solve->push_speed > 0.0f ? push_turn : 0.0f;
    soft.fastest[JOINT_LINEAR] = solve->maximum_speed;
    soft.fastest[JOINT_ANGULAR] = DRY_PI * solve->inv_h;
    return soft;
}

ImplicitSpring dry__implicit_spring(float stiffness, float damping, float h)
{
    float sum = damping + h * stiffness;
    if (!(h * sum > 1e-30f)) {
        return (ImplicitSpring){ .gamma = -1.0f };
    }
    return (ImplicitSpring){ .gamma = 1.0f / (h * sum),
                             .rate = stiffness / sum,
                             .velocity_share = damping / sum };
}

/* k = m w^2, c = 2 zeta m w, of the mass that moves along the axis. */
static ImplicitSpring tuned_spring(float frequency, float damping_ratio, float inv_mass, float h)
{
    float omega = 2.0f * DRY_PI * frequency;
    return dry__implicit_spring(omega * omega / inv_mass, 2.0f * damping_ratio * omega / inv_mass, h);
}

ImplicitSpring dry__drive_spring(const JointDrive *drive, float inv_mass, float h)
{
    bool position = drive->mode == (uint32_t)DRY_DRIVE_POSITION;
    if (drive->frequency > 0.0f) {
        float omega = 2.0f * DRY_PI * drive->frequency;
        float stiffness = position ? omega * omega / inv_mass : 0.0f;
        return dry__implicit_spring(stiffness, 2.0f * drive->damping_ratio * omega / inv_mass, h);
    }
    float scale = drive->acceleration != 0 ? 1.0f / inv_mass : 1.0f;
    return dry__implicit_spring(position ? drive->stiffness * scale : 0.0f, drive->damping * scale, h);
}

/* Targets may be as far off as numbers go. */
static const float most_bias = 1e18f;

static void build_drive(const JointDrive *drive, const JointSoft *soft, float inv_mass,
                        const float position[2], AxisLaw *law)
{
    if (drive->mode == (uint32_t)DRY_DRIVE_OFF) {
        return;
    }
    ImplicitSpring spring = dry__drive_spring(drive, inv_mass, soft->h);
    law->drive_max = drive->max_force * soft->h;
    if (spring.gamma >= 0.0f) {
        law->drive_gamma = spring.gamma;
        for (int pass = 0; pass < 2; ++pass) {
            float bias = spring.rate * (position[pass] - drive->target) -
                         spring.velocity_share * drive->target_velocity;
            law->drive_bias[pass] = f_clamp(bias, -most_bias, most_bias);
        }
    } else if (drive->mode == (uint32_t)DRY_DRIVE_VELOCITY) {
        law->drive_gamma = 0.0f;
        law->drive_bias[0] = law->drive_bias[1] = -drive->target_velocity;
    } else {
        law->drive_max = 0.0f;
    }
}

static void soft_limit(const ImplicitSpring *spring, const JointSoft *soft, float gap, int pass, AxisLaw *law)
{
    law->limit_gamma[pass] = spring->gamma;
    bool ahead = gap > 0.0f && !law->limit_holds;
    law->limit_bias[pass] = ahead ? gap * soft->inv_h : spring->rate * gap;
}

/* Rigid: a soft one would give way to a strong motor. Beyond it the bias pass moves back by a share of the
   way, the relaxation only stops. */
static void hard_limit(const JointSoft *soft, int kind, float gap, AxisLaw *law)
{
    bool ahead = gap > 0.0f && !law->limit_holds;
    law->limit_bias[PASS_RELAX] = ahead ? gap * soft->inv_h : 0.0f;
    law->limit_bias[PASS_BIAS] = ahead ? gap * soft->inv_h : joint_bias(soft, kind, gap);
}

static void build_limit(const JointLimit *limit, const JointSoft *soft, int kind, float inv_mass,
                        const float position[2], AxisLaw *law)
{
    if (limit->enabled == 0) {
        return;
    }
    bool lower = (limit->enabled & LIMIT_OPEN_BELOW) == 0, upper = (limit->enabled & LIMIT_OPEN_ABOVE) == 0;
    if (lower && upper) {
        lower = position[PASS_BIAS] - limit->lower <= limit->upper - position[PASS_BIAS];
    } else if (!lower && !upper) {
        return;
    }
    law->limit_holds = limit->lower == limit->upper;
    law->limit_sign = lower || law->limit_holds ? 1.0f : -1.0f;
    float bound = law->limit_sign > 0.0f ? limit->lower : limit->upper;
    bool tuned = limit->frequency > 0.0f;
    ImplicitSpring spring = tuned ? tuned_spring(limit->frequency, limit->damping_ratio, inv_mass, soft->h)
                                  : dry__implicit_spring(limit->stiffness, limit->damping, soft->h);
    if (spring.gamma >= 0.0f && (tuned || limit->stiffness > 0.0f)) {
        for (int pass = 0; pass < 2; ++pass) {
            soft_limit(&spring, soft, law->limit_sign * (position[pass] - bound), pass, law);
        }
    } else {
        hard_limit(soft, kind, law->limit_sign * (position[PASS_BIAS] - bound), law);
    }
}

void dry__axis_law_build(const JointAxis *axis, const JointSoft *soft, int kind, float inv_mass,
                         float position, float frozen, AxisLaw *law)
{
    float positions[2] = { [PASS_RELAX] = frozen, [PASS_BIAS] = position };
    *law = (AxisLaw){ .friction = axis->friction * soft->h, .fastest = soft->fastest[kind] };
    build_drive(&axis->drive, soft, inv_mass, positions, law);
    build_limit(&axis->limit, soft, kind, inv_mass, positions, law);
}

static float solve_drive(const AxisLaw *law, int pass, float k, float u)
{
    return f_clamp(-(u + law->drive_bias[pass]) / (k + law->drive_gamma), -law->drive_max, law->drive_max);
}

/* The drive's impulse on an axis at rest; a rigid motor that wants to move gives all it has. */
static float drive_at_rest(const AxisLaw *law, int pass, float k, float u)
{
    float bias = law->drive_bias[pass];
    if (law->drive_gamma > 0.0f) {
        return f_clamp(-bias / law->drive_gamma, -law->drive_max, law->drive_max);
    }
    if (bias == 0.0f) {
        return f_clamp(-u / k, -law->drive_max, law->drive_max);
    }
    return bias < 0.0f ? law->drive_max : -law->drive_max;
}

static float solve_without_limit(const AxisLaw *law, int pass, float k, float u)
{
    if (law->friction > 0.0f) {
        float hold = law->drive_max > 0.0f ? drive_at_rest(law, pass, k, u) : 0.0f;
        float needed = -u / k - hold;
        if (fabsf(needed) <= law->friction) {
            return -u / k;
        }
        float slip = needed > 0.0f ? law->friction : -law->friction;
        return law->drive_max > 0.0f ? slip + solve_drive(law, pass, k, u + k * slip) : slip;
    }
    return law->drive_max > 0.0f ? solve_drive(law, pass, k, u) : 0.0f;
}

/* k times the impulse of a row g L = -(v + bias), |L| <= bound; `stiffness` grows by what it answers to dv. A
   rigid one is given a very small compliance. */
static float push_at(float v, float k, float gamma, float bias, float bound, float *stiffness)
{
    const float rigid = 1e-5f;
    float rate = k / f_max(gamma, rigid * k);
    float push = -rate * (v + bias);
    if (!(fabsf(push) <= k * bound)) {
        return push > 0.0f ? k * bound : -k * bound;
    }
    *stiffness += rate;
    return push;
}

/* v - u - k (sum of the impulses at v): rises with v along few straight pieces. */
static float imbalance(const AxisLaw *law, int pass, float k, float u, float v, float *slope)
{
    float sign = law->limit_sign, rate = k / law->limit_gamma[pass];
    *slope = 1.0f;
    float push = 0.0f, limit = -rate * (sign * v + law->limit_bias[pass]);
    if (law->drive_max > 0.0f) {
        push += push_at(v, k, law->drive_gamma, law->drive_bias[pass], law->drive_max, slope);
    }
    if (law->friction > 0.0f) {
        push += push_at(v, k, 0.0f, 0.0f, law->friction, slope);
    }
    if (limit > 0.0f || law->limit_holds) {
        push += sign * limit;
        *slope += rate;
    }
    return v - u - push;
}

/* A compliant limit beside the rest. The velocity lies between `free`, without the limit, and that of a rigid
   one: Newton's steps, kept between the ends known so far. (Solving for the velocity stays exact where two
   strong springs pull against each other.) */
static float solve_soft_limit(const AxisLaw *law, int pass, float k, float u, float free)
{
    enum {
        MOST_STEPS = 24
    };
    float stop = -law->limit_sign * law->limit_bias[pass];
    float low = f_min(free, stop), high = f_max(free, stop), v = free;
    for (int i = 0; i < MOST_STEPS; ++i) {
        float slope, error = imbalance(law, pass, k, u, v, &slope);
        *(error < 0.0f ? &low : &high) = v;
        float next = v - error / slope;
        if (next == v) {
            break;
        }
        v = next > low && next < high ? next : 0.5f * (low + high);
    }
    return (v - u) / k;
}

static float solve_all(const AxisLaw *law, int pass, float k, float u)
{
    float rest = solve_without_limit(law, pass, k, u);
    if (law->limit_sign == 0.0f) {
        return rest;
    }
    float excess = law->limit_sign * (u + k * rest) + law->limit_bias[pass];
    if (excess >= 0.0f && !law->limit_holds) {
        return rest;
    }
    if (law->limit_gamma[pass] > 0.0f) {
        return solve_soft_limit(law, pass, k, u, u + k * rest);
    }
    return (-law->limit_sign * law->limit_bias[pass] - u) /
           k; /* the limit decides, whatever the rest pulls */
}

float dry__axis_law_solve(const AxisLaw *law, int pass, float k, float u)
{
    float impulse = solve_all(law, pass, k, u), v = fabsf(u + k * impulse);
    if (v > law->fastest && law->fastest > 0.0f && v > fabsf(u)) {
        float most = f_max(law->fastest, fabsf(u));
        return ((impulse > 0.0f ? most : -most) - u) / k;
    }
    return impulse;
}
