/**
 * @file
 * Callbacks that see pairs of shapes inside the step: which of them may collide, and how the contacts of this
 * step are to be solved.
 *
 * Both are settings of a world, not part of its state: snapshots do not hold them. A step gives the same bits
 * for any number of workers as long as the callbacks' answers depend on nothing but what they are given.
 */
#ifndef DRYSTONE_CONTACTS_H
#define DRYSTONE_CONTACTS_H

#include <drystone/world.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    DRY_MODIFY_MAX_MANIFOLDS = 6,
    DRY_MODIFY_MAX_POINTS = 4 /**< of one manifold */
};

/** A point of a contact before it is solved. The first five members tell what was found, the last three are
 * the callback's to change. */
typedef struct DryModifyPoint {
    DryPos point;     /**< midway between the two surfaces */
    float separation; /**< negative: overlap, m */
    uint32_t feature; /**< what of the two shapes meets here: the same as long as the point goes on */
    float impulse;    /**< along the normal, that of the last substep before times their number, N s; 0 for a
                         new point */
    DryVec3 velocity; /**< of B against A here, before the step, m/s */
    bool drop;        /**< leave the point out of this step; false */
    float offset;     /**< added to the separation, m, within 1e6 times length_unit; 0. Positive: the surfaces
                         overlap by so much before they push. */
    float maximum_impulse; /**< largest normal impulse in the step, bounces included, N s, >= 0; infinite: no
                              limit, the default. Every substep may use its share of it. */
} DryModifyPoint;

/** Points with one normal and one material. All members but the count and the materials are the callback's to
 * change. */
typedef struct DryModifyManifold {
    DryVec3 normal; /**< unit, from A to B. Another one need not be unit: 1e-6..1e6 long. */
    int32_t point_count;
    DryModifyPoint points[DRY_MODIFY_MAX_POINTS];
    /** Those that meet here: of a mesh's triangle its own, if it has one, else the shape's. */
    const DryMaterial *material_a, *material_b;
    float friction;           /**< static coefficient, 0..1e6; as the two materials give it, like the rest */
    float dynamic_friction;   /**< kinetic coefficient, 0..1e6; used as far as it does not exceed friction */
    float restitution;        /**< 0..1 */
    float rolling_resistance; /**< coefficient, 0..1e6; has a radius to act on where a shape is round, see
                                 DryMaterial */
    DryVec3 target_velocity; /**< of B against A where they touch, m/s, world axes, within 1e6; the part along
                                the surface counts. Friction works towards it. */
} DryModifyManifold;

/** A contact before it is solved, as the callback gets it. */
typedef struct DryContactModification {
    const DryWorld *world;
    DryShapeId shape_a, shape_b;
    DryBodyId body_a, body_b;
    const DryMaterial *material_a, *material_b; /**< of the two shapes; see also the manifolds */
    float dt;                                   /**< of the step, s */
    bool is_new;   /**< the callback is asked for the first time since the contact is there */
    bool touching; /**< the contact counts as begun: its begin was reported, if wanted, and its end was not */
    bool filtered; /**< in the step before the whole contact was dropped */
    int32_t manifold_count;
    DryModifyManifold manifolds[DRY_MODIFY_MAX_MANIFOLDS];
    bool drop;           /**< leave the whole contact out of this step; false */
    bool hold_a, hold_b; /**< the contact does not change the velocity of this body, as though it had infinite
                            mass; false. The other one then feels it alone: momentum is not kept. */
} DryContactModification;

/**
 * Changes how a contact is solved in the coming step. Called in every step for every contact of an awake body
 * of which one shape has DryShapeOptions.modify_contacts, after collision was detected and before anything is
 * solved; also while the shapes have only come close. What it changes lasts for that step.
 *
 * Values out of range or not finite: the contact is solved as though there were no callback, and counted in
 * DryCounters.refused_modifications.
 *
 * Dropped points bear nothing and are in no event or record; they begin without impulse when they come back.
 * A contact without a point left does not count as touching: its end is reported if its begin was. It still
 * ties bodies together that fall asleep and wake, and a sleeping body is not asked about: wake it when the
 * answer is to change.
 *
 * Runs on the world's workers, several contacts at a time in any order, unless DryContactModifier.serial: it
 * must be safe for that. `worker` is 0 .. workers - 1, different for calls that run at the same time. Getters
 * of the world's bodies, shapes and joints may be called, and answer as of before the step; nothing else:
 * calls that change the world answer DRY_ERROR_STATE.
 */
typedef void DryModifyContactFn(DryContactModification *contact, int32_t worker, void *user);

/** The world's contact modifier. */
typedef struct DryContactModifier {
    DryModifyContactFn *modify; /**< null: none */
    void *user;                 /**< handed to it */
    bool serial; /**< contacts one after the other on the thread that steps the world, in a fixed order, with
                    worker 0; false */
} DryContactModifier;

/** From the next step on; null: none. Wakes nobody. */
DRY_API DryStatus dry_world_set_contact_modifier(DryWorld *world, const DryContactModifier *modifier);
/** All zero for a null world. */
DRY_API DryContactModifier dry_world_contact_modifier(const DryWorld *world);

/** As DryShapeOptions.modify_contacts, from the next step on, also for contacts there are. Wakes the body and
 * what it touches. */
DRY_API DryStatus dry_shape_set_modify_contacts(DryWorld *world, DryShapeId shape, bool modify);
DRY_API bool dry_shape_modify_contacts(const DryWorld *world, DryShapeId shape);

/** Two shapes that have come near each other and that filters, types and joints allow to collide. */
typedef struct DryPairCandidate {
    const DryWorld *world;
    DryShapeId shape_a, shape_b;
    DryBodyId body_a, body_b;
    bool sensor; /**< one of the shapes is a sensor: the answer decides about its report */
} DryPairCandidate;

/**
 * Whether the two shapes are to collide (or, with a sensor, to be reported). Called at the beginning of the
 * step on the thread that steps the world, in a fixed order, when the shapes' bounds come to overlap, and by
 * dry_shape_refilter and dry_body_refilter. It may be asked again about shapes that moved apart, slept, or
 * were changed, and should answer the same until one of them is refiltered. Which of the shapes is A says
 * nothing. Only getters of bodies, shapes and joints may be called.
 */
typedef bool DryPairFilterFn(const DryPairCandidate *pair, void *user);

/** Pairs that begin from the next step on are asked about; those there are stay until refiltered. Null: none,
 * every pair collides. */
DRY_API DryStatus dry_world_set_pair_filter(DryWorld *world, DryPairFilterFn *filter, void *user);
/** Null when there is none, or for a null world; `user` (may be null) gets what was given with it. */
DRY_API DryPairFilterFn *dry_world_pair_filter(const DryWorld *world, void **user);
/** Asks the pair filter again about all pairs of the shape, in the next step: contacts that are allowed go on
 * undisturbed, others end, refused pairs that are now allowed begin. Wakes the body, what it touches and what
 * it overlaps. */
DRY_API DryStatus dry_shape_refilter(DryWorld *world, DryShapeId shape);
/** The same for all shapes of the body. */
DRY_API DryStatus dry_body_refilter(DryWorld *world, DryBodyId body);

#ifdef __cplusplus
}
#endif

#endif
