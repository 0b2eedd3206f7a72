/* A capsule on its way through a world: casts, sliding along what it meets, and the way out of overlap. */
#ifndef DRY_KIT_MOVER_H
#define DRY_KIT_MOVER_H

#include "kit/character_parts.h"
#include "kit/plane_solve.h"

typedef struct Mover {
    DryWorld *world;
    DryCharacterSettings settings;
    DryBodyId own;      /* is never met */
    DVec up;            /* unit */
    double radius;      /* of the capsule that never enters anything: the outer one less the skin */
    double outer, skin; /* radius of the outer capsule */
    double height;      /* of the outer capsule */
    double least_up;    /* cosine of the slope limit */
    double dt;
    DryPos feet;
    bool carried;      /* moved by the ground: what moves along is not in the way */
    DryBodyId carrier; /* never is */
    DVec carry;        /* m in this move */
    DryCharacterContact contacts[DRY_CHARACTER_MAX_CONTACTS];
    int32_t contact_count;
    bool failed; /* a query was refused: the move must not count */
} Mover;

Mover dry__mover(const DryCharacter *character, double dt);

/* The inner capsule with its feet at `feet`. */
DryQueryShape dry__mover_shape(const Mover *m);

/* What the inner capsule meets within `length` along the unit vector `way`, and after how many metres. */
bool dry__mover_cast(Mover *m, DVec way, double length, DryStartOverlap start, DryQueryHit *hit,
                     double *distance);

void dry__mover_advance(Mover *m, DVec way);

void dry__mover_note(Mover *m, const DryQueryHit *hit);

/* Goes towards feet + way along what it meets, and keeps the planes it met there. `walking`: ground that is
   not too steep lifts it, without taking from its way across. */
void dry__mover_slide(Mover *m, DVec way, bool walking, PlaneSet *met);

/* Out of what it overlaps, and away from what is nearer than the skin. Returns how deep it is still in
   something at most, in metres. */
double dry__mover_recover(Mover *m);

/* How deep it is in something, in metres. */
double dry__mover_overlap(Mover *m);

static inline double mover_up(const Mover *m, DryVec3 v)
{
    return dvec_dot(m->up, dvec_of(v));
}

static inline double dvec_length(DVec v)
{
    return sqrt(dvec_dot(v, v));
}

static inline DVec dvec_scale(DVec v, double s)
{
    return dvec(v.x * s, v.y * s, v.z * s);
}

/* a - b */
static inline DVec dvec_between(DryPos b, DryPos a)
{
    return dvec(a.x - b.x, a.y - b.y, a.z - b.z);
}

/* The part of v across the unit vector up. */
static inline DVec dvec_across(DVec v, DVec up)
{
    return dvec_add_scaled(v, up, -dvec_dot(v, up));
}

#endif
