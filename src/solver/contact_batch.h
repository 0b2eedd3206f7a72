/* The rows of eight contacts, lane beside lane, in the space of the manifold.

   All points of a manifold share the normal n, tangents t1, t2 and one reference point (their mean) with arms
   from both centres of mass. There the relative motion of B against A is six numbers (vn, v1, v2, wn, w1,
   w2), an impulse six numbers likewise, and a symmetric 6x6 matrix K, made once per step, takes one to the
   other. The point at u t1 + w t2 has the normal velocity vn - u w2 + w w1, and an impulse there adds (1, 0,
   0, 0, w, -u) times itself.

   The axes, the points and K are those of the start of the step. Two bodies that both have mass need more
   care when they move past each other within it: an impulse keeps the angular momentum only if it acts on
   both at one place. So their arms are shifted by how far they have drifted apart (Arms8), that of the larger
   body, because the patch travels with the smaller one; and velocities change by the inertia as it is turned
   now. */
#ifndef DRY_SOLVER_CONTACT_BATCH_H
#define DRY_SOLVER_CONTACT_BATCH_H

#include "math/trig.h"
#include "solver/batch.h"
#include "solver/contact.h"

#include <stddef.h>

/* Indices into symmetric matrices stored by their upper triangle, row by row. */
enum {
    SYM3_00,
    SYM3_01,
    SYM3_02,
    SYM3_11,
    SYM3_12,
    SYM3_22,
    SYM3_SIZE
};
enum {
    SYM4_00,
    SYM4_01,
    SYM4_02,
    SYM4_03,
    SYM4_11,
    SYM4_12,
    SYM4_13,
    SYM4_22,
    SYM4_23,
    SYM4_33,
    SYM4_SIZE
};

/* Order of the parts of a velocity or an impulse in manifold space. */
enum {
    TWIST_VN,
    TWIST_V1,
    TWIST_V2,
    TWIST_WN,
    TWIST_W1,
    TWIST_W2,
    TWIST_SIZE
};

/* What ContactBatch.extras says. */
enum {
    EXTRA_ANY = 1, /* rolling resistance, surface velocity, a locked axis or one of the following */
    EXTRA_SPRINGS = 2,
    EXTRA_SOFT = 4
};

/* Axes, and where impulses act on the two bodies. */
typedef struct ContactFrame {
    _Alignas(64) Lanes normal[3];
    Lanes tangent_1[3], tangent_2[3], arm_a[3], arm_b[3];
} ContactFrame;

typedef struct ContactBatch {
    _Alignas(64) int32_t first; /* index of the first contact; lane i is contact first + i */
    int32_t count;              /* lanes in use */
    /* Bit i is lane i. */
    int32_t dynamic_a, dynamic_b; /* the body has mass: its velocity is written */
    int32_t jointed_a, jointed_b; /* SOLVER_JOINTED */
    int32_t resting;              /* one of the two bodies has no mass: stiffer softness */
    int32_t slipping;             /* kinetic friction rules */
    int32_t bouncing;             /* restitution > 0 */
    int32_t extras;               /* EXTRA_ flags: some lane needs ContactExtra */
    int32_t turning;              /* a body's inertia turns with it: SOLVER_TURNING */
    int32_t drifted;              /* ContactExtra.drift_force and drift_moment are set */
    int32_t round;                /* two balls: the normal stays on the line between their centres */
    uint8_t apart;                /* overlap is left to the position pass */
    uint8_t heavy;                /* loaded, or begun and perhaps about to be: solved directly if possible */
    uint8_t loaded;               /* so much that the soft step would let them sink */
    uint8_t waiting;              /* the direct solver has failed on them lately */
    uint8_t direct;               /* solved by the direct solver in the pass that is going on */
    uint8_t refused;              /* it failed on them in this step */
    uint8_t limited;              /* a ContactLimit bounds or holds: solved by the sweeps only */
    uint8_t capped;               /* points have a largest impulse: ContactExtra.most */
    uint8_t shared;               /* not 0: round and ContactExtra.share_a to drift_limit are set */
    uint8_t elliptic;             /* friction depends on direction: tangent_1 is along the grain */
    uint8_t settled;              /* `moved` holds, no arms are shifted and no inertia has turned */
    uint8_t pad[1];
    int32_t body_a[BATCH_LANES], body_b[BATCH_LANES];
    ContactFrame frame; /* at the start of the step */
    Lanes inv_mass_a, inv_mass_b, inv_inertia_a[SYM3_SIZE], inv_inertia_b[SYM3_SIZE];
    Lanes k_normal[SYM3_SIZE];   /* K over (vn, w1, w2) */
    Lanes k_cross[9];            /* K from (vn, w1, w2), the columns, to (v1, v2, wn), the rows */
    Lanes k_friction[SYM3_SIZE]; /* K over (v1, v2, wn) */
    Lanes block_bias[SYM4_SIZE], block_relax[SYM4_SIZE]; /* inverses of the points' 4x4 matrix, softened */
    Lanes friction_inverse[SYM3_SIZE];                   /* over (v1, v2, radius wn) */
    Lanes friction_step;                     /* at most 1 / largest eigenvalue of the matrix of that */
    Lanes radius;                            /* of the twist: mean radius of the patch */
    Lanes friction_static, friction_kinetic; /* where elliptic: along the larger half axis */
    Lanes u[MANIFOLD_MAX_POINTS], w[MANIFOLD_MAX_POINTS], separation[MANIFOLD_MAX_POINTS];
    Lanes diagonal[MANIFOLD_MAX_POINTS]; /* the points' own entry of K; 0 where there is no point */
    Lanes impulse[MANIFOLD_MAX_POINTS];
    Lanes total[MANIFOLD_MAX_POINTS]; /* impulses of the substeps so far */
    Lanes friction[3];                /* impulse along t1, along t2, and about n over the radius */
    Lanes half_h_acceleration;        /* h/2 times the normal part of the free acceleration of B against A */
    Lanes moved[3];  /* where settled: change of place since the start of the step along n, about t1, t2 */
    Lanes last_word; /* of the manifolds: holds Manifold.material; nothing computes with it */
} ContactBatch;

/* What few contacts have, beside the batch. Any batch may come to drift; the rest is read only where
   ContactBatch.extras is set, or as said, and in steps in which no contact has any of it the records end
   before it: contact_extra() finds them. */
typedef struct ContactExtra {
    /* where ContactBatch.shared: of the drift that shifts the arms; they sum to 1, or are 0 where it does not
     */
    _Alignas(64) Lanes share_a;
    Lanes share_b;
    Lanes drift_limit; /* longer drift is shortened to it, m: K is not made for arms much longer than they
                          were */
    /* in lanes of ContactBatch.drifted: sums of force and of drift x force over what the bodies carry over */
    Lanes drift_force[3], drift_moment[3];
    _Alignas(64) Lanes
        rolling_limit; /* largest torque impulse per normal impulse: rolling * rolling_radius */
    Lanes rolling[3];  /* impulse about n, t1, t2 */
    Lanes rolling_inverse[SYM3_SIZE], rolling_step;
    Lanes surface[2];           /* wanted v1, v2 */
    Lanes free_a[3], free_b[3]; /* 0 for a locked world axis, else 1 */
    /* Where ContactBatch.elliptic, else 1: the bound's half axes along t1, t2 and the twist over the largest,
       their inverses (0 of 0), and the friction matrix over (v1, v2, radius wn) stretched by them, times
       elliptic_step, which makes its largest eigenvalue at most 1. */
    Lanes axes[3], inv_axes[3], elliptic[SYM3_SIZE], elliptic_step;
    /* EXTRA_SPRINGS: k and c, gamma = 1 / (h c + h^2 k), all 0 in lanes without a spring, and k / (c + h k);
       what part of the last two acts in the relaxation */
    Lanes spring_stiffness, spring_damping, spring_compliance, spring_rate, spring_relax;
    /* EXTRA_SOFT: ContactSoftness of every lane */
    Lanes soft_rate, soft_mass_scale, soft_impulse_scale, soft_compliance, soft_block;
    Lanes push[MANIFOLD_MAX_POINTS]; /* impulses of the position pass; nothing else reads them */
    Lanes most[MANIFOLD_MAX_POINTS]; /* where ContactBatch.capped: largest impulse in the step */
} ContactExtra;

/* Bytes of a record where contacts drift at most. */
#define CONTACT_EXTRA_DRIFT offsetof(ContactExtra, rolling_limit)

/* A soft row: w = 2 pi f, a1 = 2 zeta + h w, a2 = h w a1 (docs/laws/stacks.md). */
typedef struct ContactSoftness {
    float rate;          /* w / a1: overlap to wanted speed */
    float mass_scale;    /* a2 / (1 + a2) */
    float impulse_scale; /* 1 / (1 + a2) */
    float compliance;    /* 1 / a2: softness over K */
    float block;         /* what the block's diagonal grows by, over K */
} ContactSoftness;

/* Contacts are no stiffer than this over the substep, so that explicit integration can follow. */
#define CONTACT_HERTZ_PER_RATE 0.125f
/* Smallest softness of a block over its diagonal; keeps redundant points solvable in single precision. */
#define CONTACT_BLOCK_SOFTNESS 1e-4f

/* h: s */
static inline ContactSoftness contact_softness(float hertz, float damping_ratio, float h)
{
    ContactSoftness soft;
    float omega = 2.0f * DRY_PI * hertz;
    float a1 = 2.0f * damping_ratio + h * omega, a2 = h * omega * a1, a3 = 1.0f / (1.0f + a2);
    soft.rate = omega / a1;
    soft.mass_scale = a2 * a3;
    soft.impulse_scale = a3;
    soft.compliance = 1.0f / a2;
    soft.block = f_max(soft.compliance, CONTACT_BLOCK_SOFTNESS);
    return soft;
}

/* What the contact kernels work on; the same for all batches of a step. */
typedef struct ContactStep {
    ContactBatch *batches;
    char *extras; /* records of extra_size bytes: sizeof(ContactExtra) or CONTACT_EXTRA_DRIFT */
    size_t extra_size;
    const ContactInput *contacts;
    const ContactSpecial *specials; /* beside the contacts; where ContactMaterial.special */
    Manifold *manifolds;
    const ContactLimit *limits; /* SolverInput.limits */
    int32_t limited_begin;
    float share; /* of the step: a substep's */
    SolverBodies bodies;
    SolverVelocity *late; /* per body: Motion.late */
    SolverVelocity *push; /* per body: velocity of the position pass, which moves it in this substep only */
    ContactSoftness soft[2]; /* 0: both bodies have mass, 1: one has not */
    float h, inv_h;
    float gap;        /* separations above it count as a gap, m */
    float drift;      /* bodies that have moved less past each other in the step keep their arms, m */
    float push_speed; /* m/s */
    float maximum_speed, maximum_spin; /* of bodies after impacts: Motion's */
    float set_down_speed;              /* contacts without load that move no faster count as heavy, m/s */
    float heavy_load; /* heavy where impulse times inverse mass is more, m/s; 0: nothing is solved directly */
    float strained_load; /* likewise, under a body far heavier: strained; 0: nothing is */
    float slip_start;    /* slipping begins only above this speed, m/s */
    float slip_end;      /* ... and ends below this one */
    bool warm_starting;
    bool impacts; /* restitution may move bodies between their warm starts */
    /* contacts of colour c: [contact_begin[c], contact_begin[c + 1]), in the batches [batch_begin[c],
     * batch_begin[c + 1]) */
    const int32_t *contact_begin, *batch_begin;
    int32_t colors;
    int32_t overflow_begin; /* first contact of the overflow; one batch each from batch_begin[colors] on */
} ContactStep;

/* The record of batch `index`. */
static inline ContactExtra *contact_extra(const ContactStep *step, int32_t index)
{
    return (ContactExtra *)(void *)(step->extras + (size_t)index * step->extra_size);
}

/* The contacts of batch `index`. */
static inline void contact_batch_range(const ContactStep *step, int32_t index, int32_t *color, int32_t *first,
                                       int32_t *count)
{
    while (*color < step->colors && index >= step->batch_begin[*color + 1]) {
        ++*color;
    }
    if (*color == step->colors) {
        *first = step->overflow_begin + (index - step->batch_begin[step->colors]);
        *count = 1;
        return;
    }
    *first = step->contact_begin[*color] + (index - step->batch_begin[*color]) * BATCH_LANES;
    int32_t left = step->contact_begin[*color + 1] - *first;
    *count = left < BATCH_LANES ? left : BATCH_LANES;
}

#endif
