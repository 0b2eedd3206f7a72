/* Energy of a body. */
#ifndef DRY_WORLD_STORE_ENERGY_H
#define DRY_WORLD_STORE_ENERGY_H

#include "world/store/world.h"

static inline double body_kinetic_energy(const BodyCold *c, const BodyMotion *m)
{
    DryVec3 w = quat_rotate_inverse(m->rotation, m->w);
    double vx = (double)m->v.x, vy = (double)m->v.y, vz = (double)m->v.z;
    double wx = (double)w.x, wy = (double)w.y, wz = (double)w.z;
    return 0.5 * (double)c->mass * (vx * vx + vy * vy + vz * vz) +
           0.5 * ((double)c->inertia.x * wx * wx + (double)c->inertia.y * wy * wy +
                  (double)c->inertia.z * wz * wz);
}

static inline double body_potential_energy(const DryWorld *w, const BodyCold *c, const BodyMotion *m)
{
    DryVec3 g = w->state.gravity;
    double height = (double)g.x * m->center.x + (double)g.y * m->center.y + (double)g.z * m->center.z;
    return -(double)c->mass * (double)c->gravity_scale * height;
}

#endif
