#include "geometry/shape_ray_smooth.h"

/* The earliest entry into the parts of a convex shape that together make it up. */
typedef struct Entry {
    double t;
    D3 normal;
    bool inside;
} Entry;

static void enter(Entry *entry, double t, D3 normal)
{
    if (t < entry->t) {
        entry->t = t;
        entry->normal = normal;
    }
}

static bool finish(const Ray *ray, const Entry *entry, ShapeRayHit *hit)
{
    return entry->inside ? ray_inside(hit) : ray_hit(ray, entry->t, entry->normal, hit);
}

static void enter_ball(Entry *entry, const Ray *ray, D3 center, double radius)
{
    double t;
    D3 from = d3_sub(ray->o, center);
    entry->inside = entry->inside || d3_dot(from, from) <= radius * radius;
    if (ray_enter_ball(ray, center, radius, &t) && t >= 0.0) {
        enter(entry, t, d3_sub(d3_mad(ray->o, ray->d, t), center));
    }
}

/* A mantle whose radius is `middle` at height 0 and falls by `fall` per metre, between two heights. */
typedef struct Mantle {
    double middle, fall, low, high;
} Mantle;

static double mantle_radius(const Mantle *m, double y)
{
    return m->middle - m->fall * y;
}

/* The part of the ray between the caps. False when it misses them. */
static bool between_caps(const Mantle *m, const Ray *ray, double *enter, double *leave)
{
    *enter = -1e300;
    *leave = 1e300;
    if (ray->d.y == 0.0) {
        return ray->o.y >= m->low && ray->o.y <= m->high;
    }
    double low = (m->low - ray->o.y) / ray->d.y, high = (m->high - ray->o.y) / ray->d.y;
    *enter = d_min(low, high);
    *leave = d_max(low, high);
    return true;
}

/* x^2 + z^2 <= (middle - fall y)^2 along the ray is a t^2 + 2 b t + c <= 0; where it comes true the slope is
   -2 sqrt(b^2 - a c), whatever the sign of a. The ray is taken from its point nearest to the middle on. */
static void enter_mantle(Entry *entry, const Mantle *m, const Ray *ray, bool caps)
{
    double first, last, dd = d3_dot(ray->d, ray->d);
    if (!between_caps(m, ray, &first, &last)) {
        return;
    }
    double base = dd > 0.0 ? -d3_dot(ray->o, ray->d) / dd : 0.0;
    D3 o = d3_mad(ray->o, ray->d, base), d = ray->d;
    double r = mantle_radius(m, o.y), dr = -m->fall * d.y;
    double a = d.x * d.x + d.z * d.z - dr * dr, b = o.x * d.x + o.z * d.z - r * dr,
           c = o.x * o.x + o.z * o.z - r * r;
    if (first > -1e300) {
        double t = first - base;
        if (a * t * t + 2.0 * b * t + c <= 0.0) {
            if (caps && first >= 0.0) {
                enter(entry, first, d3(0.0, d.y > 0.0 ? -1.0 : 1.0, 0.0));
            }
            return;
        }
    }
    double room = b * b - a * c;
    if (!(room >= 0.0)) {
        return;
    }
    double root = sqrt(room), down = b >= 0.0 ? a : root - b;
    if (down == 0.0) {
        return;
    }
    double t = base + (b >= 0.0 ? (-b - root) / down : c / down);
    if (t >= 0.0 && t >= first && t <= last) {
        D3 p = d3_mad(ray->o, ray->d, t);
        double radius = mantle_radius(m, p.y);
        D3 normal = d3(p.x, m->fall * radius, p.z);
        /* a tip has no normal of its own */
        enter(entry, t, d3_dot(normal, normal) > 0.0 ? normal : d3(0.0, m->fall > 0.0 ? 1.0 : -1.0, 0.0));
    }
}

static bool inside_mantle(const Mantle *m, D3 p)
{
    double radius = mantle_radius(m, p.y);
    return p.y >= m->low && p.y <= m->high && radius >= 0.0 && p.x * p.x + p.z * p.z <= radius * radius;
}

static bool cast_frustum(const ShapeGeometry *shape, const Ray *ray, ShapeRayHit *hit)
{
    double h = (double)shape->u.frustum.half_height, bottom = (double)shape->u.frustum.bottom,
           top = (double)shape->u.frustum.top;
    Mantle m = { 0.5 * (bottom + top), 0.5 * (bottom - top) / h, -h, h };
    Entry entry = { .t = 1e300, .inside = inside_mantle(&m, ray->o) };
    enter_mantle(&entry, &m, ray, true);
    return finish(ray, &entry, hit);
}

/* Two balls, and the mantle between the circles where it touches them. */
static bool cast_tapered(const ShapeGeometry *shape, const Ray *ray, ShapeRayHit *hit)
{
    double h = (double)shape->u.frustum.half_height, r = (double)shape->u.frustum.bottom,
           s = (double)shape->u.frustum.top;
    double sine = 0.5 * (r - s) / h, cosine = sqrt(d_max(1.0 - sine * sine, 0.0));
    double low = -h + r * sine, high = h + s * sine;
    Mantle m = { .fall = sine / cosine, .low = low, .high = high };
    m.middle = r * cosine + m.fall * low;
    Entry entry = { .t = 1e300, .inside = inside_mantle(&m, ray->o) };
    enter_ball(&entry, ray, d3(0.0, -h, 0.0), r);
    enter_ball(&entry, ray, d3(0.0, h, 0.0), s);
    enter_mantle(&entry, &m, ray, false);
    return finish(ray, &entry, hit);
}

/* The ball it is when its axes are shrunk to one. */
static bool cast_ellipsoid(D3 r, const Ray *ray, ShapeRayHit *hit)
{
    Ray shrunk = { d3(ray->o.x / r.x, ray->o.y / r.y, ray->o.z / r.z),
                   d3(ray->d.x / r.x, ray->d.y / r.y, ray->d.z / r.z), ray->limit };
    Entry entry = { .t = 1e300 };
    enter_ball(&entry, &shrunk, d3(0.0, 0.0, 0.0), 1.0);
    entry.normal = d3(entry.normal.x / r.x, entry.normal.y / r.y, entry.normal.z / r.z);
    return finish(ray, &entry, hit);
}

static void enter_box(Entry *entry, const Ray *ray, D3 half)
{
    const double o[3] = { ray->o.x, ray->o.y, ray->o.z }, d[3] = { ray->d.x, ray->d.y, ray->d.z };
    const double h[3] = { half.x, half.y, half.z };
    double first = -1e300, last = 1e300;
    int face = 0;
    bool inside = true;
    for (int k = 0; k < 3; ++k) {
        inside = inside && fabs(o[k]) <= h[k];
        if (d[k] == 0.0) {
            if (fabs(o[k]) > h[k]) {
                return;
            }
            continue;
        }
        double side = d[k] > 0.0 ? -1.0 : 1.0, t = (side * h[k] - o[k]) / d[k];
        last = d_min((-side * h[k] - o[k]) / d[k], last);
        if (t > first) {
            first = t;
            face = k;
        }
    }
    entry->inside = entry->inside || inside;
    if (first >= 0.0 && first <= last) {
        double side = d[face] > 0.0 ? -1.0 : 1.0;
        enter(entry, first, d3(face == 0 ? side : 0.0, face == 1 ? side : 0.0, face == 2 ? side : 0.0));
    }
}

/* A capsule along one edge of the box: a ray in a frame whose y axis is the edge. */
static void enter_edge(Entry *entry, const Ray *ray, D3 middle, int axis, double half, double radius)
{
    D3 o = d3_sub(ray->o, middle), d = ray->d;
    Ray turned = { axis == 1   ? o
                   : axis == 0 ? d3(o.y, o.x, o.z)
                               : d3(o.x, o.z, o.y),
                   axis == 1   ? d
                   : axis == 0 ? d3(d.y, d.x, d.z)
                               : d3(d.x, d.z, d.y),
                   ray->limit };
    Mantle m = { radius, 0.0, -half, half };
    Entry own = { .t = 1e300, .inside = inside_mantle(&m, turned.o) };
    enter_mantle(&own, &m, &turned, false);
    enter_ball(&own, &turned, d3(0.0, -half, 0.0), radius);
    enter_ball(&own, &turned, d3(0.0, half, 0.0), radius);
    entry->inside = entry->inside || own.inside;
    D3 n = own.normal;
    enter(entry, own.t, axis == 1 ? n : axis == 0 ? d3(n.y, n.x, n.z) : d3(n.x, n.z, n.y));
}

/* The box made thicker along each axis in turn, and a capsule on every edge. */
static bool cast_rounded_box(const ShapeGeometry *shape, const Ray *ray, ShapeRayHit *hit)
{
    D3 h = d3_from(shape->u.rounded_box.half);
    double r = (double)shape->u.rounded_box.radius;
    Entry entry = { .t = 1e300 };
    enter_box(&entry, ray, d3(h.x + r, h.y, h.z));
    enter_box(&entry, ray, d3(h.x, h.y + r, h.z));
    enter_box(&entry, ray, d3(h.x, h.y, h.z + r));
    for (int i = 0; i < 4; ++i) {
        double s = (i & 1) != 0 ? 1.0 : -1.0, t = (i & 2) != 0 ? 1.0 : -1.0;
        enter_edge(&entry, ray, d3(0.0, s * h.y, t * h.z), 0, h.x, r);
        enter_edge(&entry, ray, d3(s * h.x, 0.0, t * h.z), 1, h.y, r);
        enter_edge(&entry, ray, d3(s * h.x, t * h.y, 0.0), 2, h.z, r);
    }
    return finish(ray, &entry, hit);
}

bool dry__smooth_cast_ray(const ShapeGeometry *shape, const Ray *ray, ShapeRayHit *hit)
{
    switch (shape->kind) {
    case SHAPE_CYLINDER:
    case SHAPE_CONE:
        return cast_frustum(shape, ray, hit);
    case SHAPE_TAPERED_CAPSULE:
        return cast_tapered(shape, ray, hit);
    case SHAPE_ELLIPSOID:
        return cast_ellipsoid(d3_from(shape->u.ellipsoid.radii), ray, hit);
    case SHAPE_ROUNDED_BOX:
        return cast_rounded_box(shape, ray, hit);
    default:
        return false;
    }
}
