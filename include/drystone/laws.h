/**
 * @file
 * The contact laws as pure functions, in double precision, without a world: the restitution row of one
 * contact normal, Coulomb friction on the tangent plane, and the impulse between two bodies. For teaching,
 * for tests, and for games that want one exact collision and no engine around it.
 *
 * Every function checks every number it gets. On failure it returns a status other than DRY_OK, sets
 * dry_last_error() to a message with the call and the offending value, and leaves every output as it was:
 * DRY_ERROR_ARGUMENT for an argument outside its range (or null), DRY_ERROR_RANGE when valid arguments lead
 * to a number too large for a double.
 */
#ifndef DRYSTONE_LAWS_H
#define DRYSTONE_LAWS_H

#include <drystone/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A vector in the plane of a contact, in the contact's own tangent basis. */
typedef struct DryVec2d {
    double x, y;
} DryVec2d;

/** The same in single precision. */
typedef struct DryVec2 {
    float x, y;
} DryVec2;

/** A vector in space. */
typedef struct DryVec3d {
    double x, y, z;
} DryVec3d;

/** Symmetric 2x2 matrix. */
typedef struct DrySym2d {
    double xx, xy, yy;
} DrySym2d;

/** Symmetric 3x3 matrix. */
typedef struct DrySym3d {
    double xx, xy, xz, yy, yz, zz;
} DrySym3d;

/* Restitution
 * ------------------------------------------------------------------------------------------------------ */

/**
 * One contact normal, prepared once per impact and not changed by solving. What the bounce shall be is
 * decided here, from the velocity before the impact; deciding it again from a velocity that solving has
 * already changed would take the bounce back.
 */
typedef struct DryRestitutionRow {
    /** Normal velocity to reach at least, m/s, >= 0. */
    double target;
    /** Change of normal velocity per impulse, 1/kg, > 0. */
    double inverse_mass;
} DryRestitutionRow;

/** What solving a row changes. */
typedef struct DryRowState {
    /** Normal velocity, m/s; negative when approaching. */
    double velocity;
    /** Normal impulse accumulated so far, N s, >= 0; `velocity` already contains its effect. */
    double lambda;
} DryRowState;

/**
 * Fixes the target velocity of a contact normal:
 *
 *     b = -e v0   if v0 < -threshold,   else 0.
 *
 * @param velocity      v0, normal velocity before the impact, m/s, negative when approaching: after external
 * forces of the step, before any contact impulse or warm start
 * @param restitution   e, 0 to 1
 * @param threshold     approach speed up to and including which there is no bounce, m/s, >= 0
 * @param inverse_mass  k, effective inverse mass along the normal, 1/kg, > 0
 * @param row           the row
 */
DRY_API DryStatus dry_restitution_prepare(double velocity, double restitution, double threshold,
                                          double inverse_mass, DryRestitutionRow *row);

/**
 * The same for two bodies without rotation, k = wA + wB. A pair that cannot move (both inverse masses zero)
 * is skipped: DRY_OK, `*skipped` true, and no row, so that nothing is ever divided by zero.
 *
 * @param inverse_mass_a, inverse_mass_b  1/kg, >= 0; 0 for a body that impulses do not move
 * @param row      the row; left as it was when the pair is skipped
 * @param skipped  whether the pair was skipped
 */
DRY_API DryStatus dry_restitution_prepare_pair(double velocity, double restitution, double threshold,
                                               double inverse_mass_a, double inverse_mass_b,
                                               DryRestitutionRow *row, bool *skipped);

/**
 * One step of projected Gauss-Seidel on the row:
 *
 *     lambda' = max(0, lambda + (b - v) / k),   v' = v + k (lambda' - lambda).
 *
 * The accumulated impulse is kept from becoming negative, not the increment: when another constraint has
 * pushed the bodies apart, impulse is given back. Solving twice changes nothing.
 *
 * @param row    from dry_restitution_prepare()
 * @param state  in and out
 */
DRY_API DryStatus dry_restitution_solve(const DryRestitutionRow *row, DryRowState *state);

/* Friction
 * ---------------------------------------------------------------------------------------------------------
 */

/** What solving friction changes. */
typedef struct DryFrictionState {
    /** Tangential velocity of body B relative to body A, m/s. */
    DryVec2d velocity;
    /** Tangential impulse on body B accumulated so far, N s; `velocity` already contains its effect. */
    DryVec2d impulse;
} DryFrictionState;

/** Friction that depends on direction: an ellipse in the tangent plane. */
typedef struct DryFrictionEllipse {
    /** The material's direction in the contact's tangent basis, unit length. See dry_friction_direction(). */
    DryVec2d direction;
    /** Coefficient along the direction, >= 0. */
    double along;
    /** Coefficient across the direction, >= 0. */
    double across;
} DryFrictionEllipse;

/**
 * Coulomb's limit |J| <= R on the whole tangential impulse. A candidate inside the disk is taken as it is,
 * one outside is shortened to the rim. The limit belongs to the length, never to the components: two clamped
 * components reach sqrt(2) R along the diagonal, and the friction of a material would depend on the basis.
 *
 * @param candidate  N s
 * @param radius     R = mu Jn, N s, >= 0
 * @param impulse    the candidate on the disk
 */
DRY_API DryStatus dry_friction_disk_project(DryVec2d candidate, double radius, DryVec2d *impulse);

/** The same in single precision. The length is formed in double, so no finite candidate overflows. */
DRY_API DryStatus dry_friction_disk_project_float(DryVec2 candidate, float radius, DryVec2 *impulse);

/**
 * One step on the friction of a contact whose two tangents have the same effective mass:
 *
 *     J' = project(J - v / K, mu Jn),   v' = v + K (J' - J).
 *
 * The accumulated impulse is projected and only the difference is applied; when the normal impulse has
 * fallen, part of the friction is given back.
 *
 * @param inverse_mass    K, 1/kg, > 0
 * @param friction        mu, >= 0
 * @param normal_impulse  Jn, accumulated, N s, >= 0
 * @param state           in and out
 */
DRY_API DryStatus dry_friction_disk_solve(double inverse_mass, double friction, double normal_impulse,
                                          DryFrictionState *state);

/** The same in single precision; `velocity` and `impulse` are in and out. The limit mu Jn must be a finite
 * float. */
DRY_API DryStatus dry_friction_disk_solve_float(float inverse_mass, float friction, float normal_impulse,
                                                DryVec2 *velocity, DryVec2 *impulse);

/**
 * Friction of a contact off the centres of mass, where an impulse along one tangent also changes the velocity
 * along the other: v' = v + K (J' - J) with a matrix K. If sticking (v' = 0) needs more than the limit, the
 * contact slides, and friction is as long as it may be and opposes the velocity that remains:
 *
 *     |J'| = mu Jn,   v' = -s J',   s > 0;
 *
 * this is the J on the disk that leaves the least kinetic energy. With K = k I it is the same as
 * dry_friction_disk_solve().
 *
 * @param inverse_mass    K, 1/kg, positive definite
 * @param friction        mu, >= 0
 * @param normal_impulse  Jn, accumulated, N s, >= 0
 * @param state           in and out
 */
DRY_API DryStatus dry_friction_disk_solve_coupled(const DrySym2d *inverse_mass, double friction,
                                                  double normal_impulse, DryFrictionState *state);

/**
 * Brings a material direction that is given in space into a contact's tangent basis.
 *
 * @param material   the direction in space, any length; what of it points along the normal is dropped
 * @param tangent_x, tangent_y  the contact's tangents in space, unit length and perpendicular to each other
 * @param direction  unit length; DRY_ERROR_ARGUMENT when the material direction is (nearly) along the normal
 */
DRY_API DryStatus dry_friction_direction(DryVec3d material, DryVec3d tangent_x, DryVec3d tangent_y,
                                         DryVec2d *direction);

/**
 * The point nearest to the candidate in the ellipse with half axes along Jn and across Jn. The ellipse is
 * fixed to the material's direction, so the result does not depend on the contact's basis.
 */
DRY_API DryStatus dry_friction_ellipse_project(const DryFrictionEllipse *ellipse, double normal_impulse,
                                               DryVec2d candidate, DryVec2d *impulse);

/**
 * dry_friction_disk_solve_coupled() for friction that depends on direction: the impulse in the ellipse that
 * leaves the least kinetic energy.
 */
DRY_API DryStatus dry_friction_ellipse_solve(const DrySym2d *inverse_mass, const DryFrictionEllipse *ellipse,
                                             double normal_impulse, DryFrictionState *state);

/* Two bodies
 * ------------------------------------------------------------------------------------------------------- */

/**
 * The impulse between two bodies that meet at one point, without friction and without rotation. With the unit
 * normal n from A to B and the relative velocity g = (vB - vA).n, negative when approaching:
 *
 *     j = -(1 + e) g / (wA + wB),   vA' = vA - j wA n,   vB' = vB + j wB n.
 *
 * Momentum is kept; the kinetic energy (1 - e^2) g^2 / (2 (wA + wB)) is lost. Separating or grazing (g >= 0)
 * and pairs that cannot move (wA = wB = 0) are left as they are, with j = 0. A body with inverse mass 0 may
 * itself be moving: it hits and is not changed.
 *
 * @param normal         unit length to 1e-10 (of its square), from A to B
 * @param inverse_mass_a, inverse_mass_b  wA, wB, 1/kg, >= 0
 * @param restitution    e, 0 to 1
 * @param velocity_a, velocity_b  m/s, in and out
 * @param impulse        j, N s; may be null
 */
DRY_API DryStatus dry_impulse_pair(DryVec3d normal, double inverse_mass_a, double inverse_mass_b,
                                   double restitution, DryVec3d *velocity_a, DryVec3d *velocity_b,
                                   double *impulse);

/** One of two bodies that meet away from their centres of mass. */
typedef struct DryImpulseBody {
    /** Velocity of the centre of mass, m/s; changed by the impulse. */
    DryVec3d velocity;
    /** Angular velocity, rad/s, world axes; changed by the impulse. */
    DryVec3d angular_velocity;
    /** 1/kg, >= 0; 0 for a body that impulses do not move. */
    double inverse_mass;
    /** Inverse of the inertia about the centre of mass, world axes, 1/(kg m^2), positive semidefinite; 0:
     * does not turn. */
    DrySym3d inverse_inertia;
    /** From the centre of mass to the contact point, m, world axes. */
    DryVec3d arm;
} DryImpulseBody;

/**
 * dry_impulse_pair() for bodies that turn. The velocity that meets is that of the contact points, and the
 * effective inverse mass contains arm and inertia:
 *
 *     g = (vB + omegaB x rB - vA - omegaA x rA).n
 *     k = wA + wB + (rA x n).IA^-1 (rA x n) + (rB x n).IB^-1 (rB x n)
 *     j = -(1 + e) g / k,   v' = v +- j w n,   omega' = omega +- I^-1 (r x j n)   (- for A, + for B).
 *
 * Momentum and angular momentum are kept; the kinetic energy (1 - e^2) g^2 / (2 k) is lost.
 *
 * @param normal       unit length to 1e-10 (of its square), from A to B
 * @param restitution  e, 0 to 1
 * @param a, b         in and out
 * @param impulse      j, N s; may be null
 */
DRY_API DryStatus dry_impulse_pair_at(DryVec3d normal, double restitution, DryImpulseBody *a,
                                      DryImpulseBody *b, double *impulse);

#ifdef __cplusplus
}
#endif

#endif
