#include "geometry/mass.h"

#include "base/error.h"
#include "geometry/check.h"
#include "geometry/solid.h"

DryStatus dry_sphere_mass(const DrySphere *sphere, float density, DryMass *mass)
{
    DryStatus status = dry__solid_check("dry_sphere_mass", dry__check_sphere(sphere), density, mass);
    if (status != DRY_OK) {
        return status;
    }
    double r = (double)sphere->radius;
    Solid solid = { 0 };
    solid.mass = (double)density * (4.0 / 3.0) * SOLID_PI * r * r * r;
    solid.center = d3_from(sphere->center);
    solid.xx = solid.yy = solid.zz = 0.4 * solid.mass * r * r;
    return dry__solid_finish("dry_sphere_mass", &solid, mass);
}

/* A cylinder and two halves of a ball. The moment of a half ball about its flat side's centre is 2/5 m r^2
   about every axis; moved to its centroid 3/8 r away and from there to the capsule's centre, the two give m
   (2/5 r^2 + h^2 + 3/4 h r) across the axis, h half the segment's length. */
DryStatus dry_capsule_mass(const DryCapsule *capsule, float density, DryMass *mass)
{
    DryStatus status = dry__solid_check("dry_capsule_mass", dry__check_capsule(capsule), density, mass);
    if (status != DRY_OK) {
        return status;
    }
    D3 a = d3_from(capsule->point_a), b = d3_from(capsule->point_b);
    D3 axis = d3_normalize(d3_sub(b, a));
    double r = (double)capsule->radius, h = 0.5 * d3_length(d3_sub(b, a));
    double cylinder = (double)density * SOLID_PI * r * r * 2.0 * h;
    double ball = (double)density * (4.0 / 3.0) * SOLID_PI * r * r * r;
    double along = cylinder * 0.5 * r * r + ball * 0.4 * r * r;
    double across = cylinder * (h * h / 3.0 + 0.25 * r * r) + ball * (0.4 * r * r + h * h + 0.75 * h * r);
    double extra = along - across;
    Solid solid;
    solid.mass = cylinder + ball;
    solid.center = d3_scale(d3_add(a, b), 0.5);
    solid.xx = across + extra * axis.x * axis.x;
    solid.yy = across + extra * axis.y * axis.y;
    solid.zz = across + extra * axis.z * axis.z;
    solid.xy = extra * axis.x * axis.y;
    solid.xz = extra * axis.x * axis.z;
    solid.yz = extra * axis.y * axis.z;
    return dry__solid_finish("dry_capsule_mass", &solid, mass);
}

DryStatus dry_box_mass(const DryBox *box, float density, DryMass *mass)
{
    DryStatus status = dry__solid_check("dry_box_mass", dry__check_box(box), density, mass);
    if (status != DRY_OK) {
        return status;
    }
    D3 h = d3_from(box->half_extents);
    Solid solid = { 0 };
    solid.mass = (double)density * 8.0 * h.x * h.y * h.z;
    solid.xx = solid.mass * (h.y * h.y + h.z * h.z) / 3.0;
    solid.yy = solid.mass * (h.x * h.x + h.z * h.z) / 3.0;
    solid.zz = solid.mass * (h.x * h.x + h.y * h.y) / 3.0;
    return dry__solid_finish("dry_box_mass", &solid, mass);
}

DryStatus dry_hull_mass(const DryHull *hull, float density, DryMass *mass)
{
    DryStatus status = dry__solid_check("dry_hull_mass", dry__check_hull(hull), density, mass);
    if (status != DRY_OK) {
        return status;
    }
    const DryMass *unit = &hull->unit_mass;
    double s = (double)density;
    Solid solid;
    solid.mass = s * (double)unit->mass;
    solid.center = d3_from(unit->center);
    solid.xx = s * (double)unit->inertia.xx;
    solid.xy = s * (double)unit->inertia.xy;
    solid.xz = s * (double)unit->inertia.xz;
    solid.yy = s * (double)unit->inertia.yy;
    solid.yz = s * (double)unit->inertia.yz;
    solid.zz = s * (double)unit->inertia.zz;
    return dry__solid_finish("dry_hull_mass", &solid, mass);
}

static D3 vertex_from(const HullData *hull, int32_t i, D3 origin)
{
    return d3_sub(d3((double)hull->vx[i], (double)hull->vy[i], (double)hull->vz[i]), origin);
}

static Moments integrate(const HullData *hull, D3 origin)
{
    Moments moments = { 0 };
    for (int32_t i = 0; i < hull->face_count; ++i) {
        const uint8_t *loop = hull->loop_vertex + hull->face_start[i];
        int32_t count = hull->face_start[i + 1] - hull->face_start[i];
        D3 a = vertex_from(hull, loop[0], origin);
        for (int32_t k = 1; k + 1 < count; ++k) {
            dry__moments_add(&moments, a, vertex_from(hull, loop[k], origin),
                             vertex_from(hull, loop[k + 1], origin));
        }
    }
    return moments;
}

void dry__hull_unit_mass(const HullData *hull, DryMass *mass)
{
    /* about the middle of the bounds first, then about the centroid, so that nothing cancels far from the
     * frame's origin */
    D3 origin = d3_scale(d3_add(d3_from(hull->lower), d3_from(hull->upper)), 0.5);
    Moments m = integrate(hull, origin);
    if (m.volume > 0.0) {
        origin = d3_mad(origin, m.first, 1.0 / (4.0 * m.volume));
    }
    m = integrate(hull, origin);
    mass->mass = (float)(m.volume / 6.0);
    mass->center = d3_round(origin);
    mass->inertia.xx = (float)((m.yy + m.zz) / 120.0);
    mass->inertia.yy = (float)((m.xx + m.zz) / 120.0);
    mass->inertia.zz = (float)((m.xx + m.yy) / 120.0);
    mass->inertia.xy = (float)(-m.xy / 120.0);
    mass->inertia.xz = (float)(-m.xz / 120.0);
    mass->inertia.yz = (float)(-m.yz / 120.0);
}
