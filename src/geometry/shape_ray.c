/* Rays against one shape. All arithmetic is double: a ray may be thousands of times longer than the shape is
 * large. */
#include "geometry/mesh.h"
#include "geometry/shape_ray_smooth.h"

static bool cast_sphere(const Ray *ray, double radius, ShapeRayHit *hit)
{
    if (d3_dot(ray->o, ray->o) <= radius * radius) {
        return ray_inside(hit);
    }
    double t;
    return ray_enter_ball(ray, d3(0.0, 0.0, 0.0), radius, &t) &&
           ray_hit(ray, t, d3_mad(ray->o, ray->d, t), hit);
}

/* The mantle is a ball in the plane across the axis; beyond its ends the two balls decide. */
static bool cast_capsule(const Ray *ray, double half_height, double radius, ShapeRayHit *hit)
{
    D3 foot = d3(0.0, d_clamp(ray->o.y, -half_height, half_height), 0.0);
    D3 from = d3_sub(ray->o, foot);
    if (d3_dot(from, from) <= radius * radius) {
        return ray_inside(hit);
    }
    double t;
    Ray across = { d3(ray->o.x, 0.0, ray->o.z), d3(ray->d.x, 0.0, ray->d.z), ray->limit };
    bool beside = d3_dot(across.o, across.o) > radius * radius;
    if (beside) {
        if (!ray_enter_ball(&across, d3(0.0, 0.0, 0.0), radius, &t)) {
            return false;
        }
        double y = ray->o.y + t * ray->d.y;
        if (fabs(y) <= half_height) {
            return ray_hit(ray, t, d3_mad(across.o, across.d, t), hit);
        }
        foot.y = y < 0.0 ? -half_height : half_height;
    }
    /* the first ball met is the one at the end where the ray enters the endless cylinder, or starts in it */
    return ray_enter_ball(ray, foot, radius, &t) &&
           ray_hit(ray, t, d3_sub(d3_mad(ray->o, ray->d, t), foot), hit);
}

/* The part of the ray behind all planes seen so far (Cyrus and Beck). */
typedef struct Clip {
    double enter, leave;
    D3 normal; /* of the plane entered last */
    bool inside;
} Clip;

/* height: of the origin over the plane; rate: of the height along the ray. False when the ray misses. */
static bool clip_plane(Clip *clip, D3 normal, double height, double rate)
{
    clip->inside = clip->inside && height <= 0.0;
    if (height > 0.0) {
        if (rate >= 0.0) {
            return false;
        }
        double t = height / -rate;
        if (t > clip->enter) {
            clip->enter = t;
            clip->normal = normal;
        }
    } else if (rate > 0.0) {
        clip->leave = d_min(clip->leave, -height / rate);
    }
    return clip->enter <= clip->leave;
}

static bool finish_clip(const Ray *ray, const Clip *clip, ShapeRayHit *hit)
{
    return clip->inside ? ray_inside(hit) : ray_hit(ray, clip->enter, clip->normal, hit);
}

static bool cast_box(const Ray *ray, D3 half, ShapeRayHit *hit)
{
    const double o[3] = { ray->o.x, ray->o.y, ray->o.z }, d[3] = { ray->d.x, ray->d.y, ray->d.z };
    const double h[3] = { half.x, half.y, half.z };
    Clip clip = { 0.0, 1e300, { 0.0, 0.0, 0.0 }, true };
    for (int face = 0; face < 6; ++face) {
        int k = face / 2;
        double sign = (face & 1) != 0 ? 1.0 : -1.0;
        D3 normal = d3(k == 0 ? sign : 0.0, k == 1 ? sign : 0.0, k == 2 ? sign : 0.0);
        if (!clip_plane(&clip, normal, sign * o[k] - h[k], sign * d[k])) {
            return false;
        }
    }
    return finish_clip(ray, &clip, hit);
}

static bool cast_hull(const Ray *ray, const HullData *hull, ShapeRayHit *hit)
{
    Clip clip = { 0.0, 1e300, { 0.0, 0.0, 0.0 }, true };
    for (int32_t i = 0; i < hull->face_count; ++i) {
        D3 n = d3((double)hull->fx[i], (double)hull->fy[i], (double)hull->fz[i]);
        if (!clip_plane(&clip, n, d3_dot(n, ray->o) - (double)hull->fo[i], d3_dot(n, ray->d))) {
            return false;
        }
    }
    return finish_clip(ray, &clip, hit);
}

static bool cast_half_space(const Ray *ray, ShapeRayHit *hit)
{
    if (ray->o.y <= 0.0) {
        return ray_inside(hit);
    }
    return ray->d.y < 0.0 && ray_hit(ray, ray->o.y / -ray->d.y, d3(0.0, 1.0, 0.0), hit);
}

bool dry__shape_cast_ray(const ShapeGeometry *shape, DryVec3 origin, DryVec3 translation, float max_fraction,
                         ShapeRayHit *hit)
{
    Ray ray = { d3_from(origin), d3_from(translation), (double)max_fraction };
    switch (shape->kind) {
    case SHAPE_SPHERE:
        return cast_sphere(&ray, (double)shape->u.sphere.radius, hit);
    case SHAPE_CAPSULE:
        return cast_capsule(&ray, (double)shape->u.capsule.half_height, (double)shape->u.capsule.radius, hit);
    case SHAPE_BOX:
        return cast_box(&ray, d3_from(shape->u.box.half), hit);
    case SHAPE_HULL:
        return cast_hull(&ray, &shape->u.hull->data, hit);
    case SHAPE_MESH:
        return dry__mesh_cast_ray(shape->u.mesh.mesh, origin, translation, max_fraction, hit);
    case SHAPE_HALF_SPACE:
        return cast_half_space(&ray, hit);
    default:
        return dry__smooth_cast_ray(shape, &ray, hit);
    }
}
