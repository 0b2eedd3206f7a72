/* Mass of cylinders, cones, tapered capsules, ellipsoids and rounded boxes. */
#include "geometry/check.h"
#include "geometry/solid.h"

/* A solid of revolution along its axis, density 1: integrals over y of the area, y and y^2 times it, and half
   the square of radius over pi. */
typedef struct Turned {
    double volume, first, second, axial;
} Turned;

/* Between caps at y = 0 and y = h. */
static Turned turned_frustum(double r, double s, double h)
{
    Turned t;
    t.volume = SOLID_PI * h * (r * r + r * s + s * s) / 3.0;
    t.first = SOLID_PI * h * h * (r * r + 2.0 * r * s + 3.0 * s * s) / 12.0;
    t.second = SOLID_PI * h * h * h * (r * r + 3.0 * r * s + 6.0 * s * s) / 30.0;
    t.axial =
        SOLID_PI * h * (r * r * r * r + r * r * r * s + r * r * s * s + r * s * s * s + s * s * s * s) / 10.0;
    return t;
}

/* Antiderivatives, at u, for a ball of radius r about the origin. */
static Turned turned_ball_to(double r, double u)
{
    double r2 = r * r, u2 = u * u;
    Turned t;
    t.volume = SOLID_PI * u * (r2 - u2 / 3.0);
    t.first = SOLID_PI * u2 * (r2 / 2.0 - u2 / 4.0);
    t.second = SOLID_PI * u2 * u * (r2 / 3.0 - u2 / 5.0);
    t.axial = SOLID_PI / 2.0 * u * (r2 * r2 - 2.0 * r2 * u2 / 3.0 + u2 * u2 / 5.0);
    return t;
}

/* Adds b, whose origin is at `shift` on the axis, times `sign`. */
static Turned turned_add(Turned a, Turned b, double shift, double sign)
{
    a.volume += sign * b.volume;
    a.first += sign * (b.first + shift * b.volume);
    a.second += sign * (b.second + 2.0 * shift * b.first + shift * shift * b.volume);
    a.axial += sign * b.axial;
    return a;
}

/* With the axis from a on. */
static Solid solid_from(Turned t, D3 a, D3 axis, double density)
{
    Solid solid;
    double along = density * t.axial, middle = t.first / t.volume;
    double across = density * (0.5 * t.axial + t.second - middle * t.first), extra = along - across;
    solid.mass = density * t.volume;
    solid.center = d3_mad(a, axis, middle);
    solid.xx = across + extra * axis.x * axis.x;
    solid.yy = across + extra * axis.y * axis.y;
    solid.zz = across + extra * axis.z * axis.z;
    solid.xy = extra * axis.x * axis.y;
    solid.xz = extra * axis.x * axis.z;
    solid.yz = extra * axis.y * axis.z;
    return solid;
}

static Solid solid_frustum(DryVec3 from, DryVec3 to, float bottom, float top, float density)
{
    D3 a = d3_from(from), span = d3_sub(d3_from(to), a);
    Turned t = turned_frustum((double)bottom, (double)top, d3_length(span));
    return solid_from(t, a, d3_normalize(span), (double)density);
}

DryStatus dry_cylinder_mass(const DryCylinder *cylinder, float density, DryMass *mass)
{
    const char *call = "dry_cylinder_mass";
    DryStatus status = dry__solid_check(call, dry__check_cylinder(cylinder), density, mass);
    if (status != DRY_OK) {
        return status;
    }
    Solid solid =
        solid_frustum(cylinder->point_a, cylinder->point_b, cylinder->radius, cylinder->radius, density);
    return dry__solid_finish(call, &solid, mass);
}

DryStatus dry_cone_mass(const DryCone *cone, float density, DryMass *mass)
{
    const char *call = "dry_cone_mass";
    DryStatus status = dry__solid_check(call, dry__check_cone(cone), density, mass);
    if (status != DRY_OK) {
        return status;
    }
    Solid solid = solid_frustum(cone->point_a, cone->point_b, cone->radius_a, cone->radius_b, density);
    return dry__solid_finish(call, &solid, mass);
}

/* The mantle touches both balls on circles, `sine` times the radius up the axis from their centres: below the
   first and above the second there are parts of balls, between them a frustum. */
DryStatus dry_tapered_capsule_mass(const DryTaperedCapsule *capsule, float density, DryMass *mass)
{
    const char *call = "dry_tapered_capsule_mass";
    DryStatus status = dry__solid_check(call, dry__check_tapered_capsule(capsule), density, mass);
    if (status != DRY_OK) {
        return status;
    }
    D3 a = d3_from(capsule->point_a), span = d3_sub(d3_from(capsule->point_b), a);
    double r = (double)capsule->radius_a, s = (double)capsule->radius_b, length = d3_length(span);
    if (length <= fabs(r - s)) {
        DrySphere ball = { r >= s ? capsule->point_a : capsule->point_b, (float)d_max(r, s) };
        return dry_sphere_mass(&ball, density, mass);
    }
    double sine = (r - s) / length, cosine = sqrt(d_max(1.0 - sine * sine, 0.0));
    Turned t = { 0.0, 0.0, 0.0, 0.0 };
    t = turned_add(t, turned_ball_to(r, r * sine), 0.0, 1.0);
    t = turned_add(t, turned_ball_to(r, -r), 0.0, -1.0);
    t = turned_add(t, turned_frustum(r * cosine, s * cosine, length + (s - r) * sine), r * sine, 1.0);
    t = turned_add(t, turned_ball_to(s, s), length, 1.0);
    t = turned_add(t, turned_ball_to(s, s * sine), length, -1.0);
    Solid solid = solid_from(t, a, d3_normalize(span), (double)density);
    return dry__solid_finish(call, &solid, mass);
}

DryStatus dry_ellipsoid_mass(const DryEllipsoid *ellipsoid, float density, DryMass *mass)
{
    const char *call = "dry_ellipsoid_mass";
    DryStatus status = dry__solid_check(call, dry__check_ellipsoid(ellipsoid), density, mass);
    if (status != DRY_OK) {
        return status;
    }
    D3 r = d3_from(ellipsoid->radii);
    Solid solid = { 0 };
    solid.mass = (double)density * (4.0 / 3.0) * SOLID_PI * r.x * r.y * r.z;
    solid.xx = solid.mass * (r.y * r.y + r.z * r.z) / 5.0;
    solid.yy = solid.mass * (r.z * r.z + r.x * r.x) / 5.0;
    solid.zz = solid.mass * (r.x * r.x + r.y * r.y) / 5.0;
    return dry__solid_finish(call, &solid, mass);
}

/* Integral of x^2 over the part of a rounded box for one axis: the box, a slab on every face, a quarter of a
   cylinder on every edge and an eighth of a ball on every corner, each at its distance a from the middle. */
static double rounded_second(double a, double b, double c, double r)
{
    double r2 = r * r, end = a + r;
    double flat = 8.0 * b * c * end * end * end / 3.0 + 8.0 * a * a * a * (b + c) * r / 3.0;
    double along = 2.0 * a * SOLID_PI * r2 * a * a / 3.0;
    double across =
        2.0 * (b + c) * (SOLID_PI * r2 * a * a + 8.0 * a * r2 * r / 3.0 + SOLID_PI * r2 * r2 / 4.0);
    double ball = SOLID_PI * r2 * (4.0 * a * a * r / 3.0 + a * r2 + 4.0 * r2 * r / 15.0);
    return flat + along + across + ball;
}

DryStatus dry_rounded_box_mass(const DryRoundedBox *box, float density, DryMass *mass)
{
    const char *call = "dry_rounded_box_mass";
    DryStatus status = dry__solid_check(call, dry__check_rounded_box(box), density, mass);
    if (status != DRY_OK) {
        return status;
    }
    D3 h = d3_from(box->half_extents);
    double r = (double)box->radius, d = (double)density;
    double xx = d * rounded_second(h.x, h.y, h.z, r), yy = d * rounded_second(h.y, h.z, h.x, r),
           zz = d * rounded_second(h.z, h.x, h.y, r);
    Solid solid = { 0 };
    solid.mass = d * (8.0 * h.x * h.y * h.z + 8.0 * r * (h.x * h.y + h.y * h.z + h.z * h.x) +
                      2.0 * SOLID_PI * r * r * (h.x + h.y + h.z) + 4.0 / 3.0 * SOLID_PI * r * r * r);
    solid.xx = yy + zz;
    solid.yy = zz + xx;
    solid.zz = xx + yy;
    return dry__solid_finish(call, &solid, mass);
}
