#include "world/api/query_parts.h"

#include "geometry/check.h"
#include "geometry/mesh.h"
#include "world/api/check.h"
#include "world/edit/material_mix.h"

#define FARTHEST 1e12

const DryQueryOptions dry__query_defaults = { .filter = { ~(uint64_t)0, ~(uint64_t)0, 0 } };

DryQueryOptions dry_query_options_default(void)
{
    return dry__query_defaults;
}

/* ---- checks ---- */

static bool refuse(DryStatus status)
{
    return status != DRY_OK;
}

bool dry__query_refuses_world(const DryWorld *w, const char *call)
{
    if (w == NULL) {
        return refuse(dry__fail(NULL, DRY_ERROR_ARGUMENT, call, "the world is null"));
    }
    return w->stepping && refuse(dry__fail(NULL, DRY_ERROR_STATE, call, "not allowed during the step"));
}

bool dry__query_refuses_array(const void *array, int32_t capacity, const char *call)
{
    return (capacity < 0 || (array == NULL && capacity > 0)) &&
           refuse(dry__fail(NULL, DRY_ERROR_ARGUMENT, call, "%d places in %s", capacity,
                            array == NULL ? "no array" : "an array"));
}

bool dry__query_refuses_vector(DryVec3 t, const char *call)
{
    return !(v3_finite(t) && (double)v3_length(t) <= FARTHEST) &&
           refuse(dry__fail(NULL, DRY_ERROR_ARGUMENT, call,
                            "translation is (%g, %g, %g) m, must be finite and at most 1e12 long",
                            (double)t.x, (double)t.y, (double)t.z));
}

bool dry__query_refuses_start(DryStartOverlap start, const char *call)
{
    return (start < DRY_START_HIT || start > DRY_START_IGNORE) &&
           refuse(
               dry__fail(NULL, DRY_ERROR_ARGUMENT, call, "start is %d, must be a DRY_START_...", (int)start));
}

bool dry__query_refuses_options(const DryQueryOptions *options, const char *call)
{
    return options != NULL && dry__query_refuses_start(options->start, call);
}

static DryStatus geometry_of(const DryQueryShape *s, ShapeGeometry *g, DryFrame *frame)
{
    const DryFrame home = dry_frame_identity();
    switch (s->kind) {
    case DRY_SHAPE_SPHERE:
        return dry__shape_from_sphere(&s->sphere, home, g, frame);
    case DRY_SHAPE_CAPSULE:
        return dry__shape_from_capsule(&s->capsule, home, g, frame);
    case DRY_SHAPE_BOX:
        return dry__shape_from_box(&s->box, home, g, frame);
    case DRY_SHAPE_HULL:
        return dry__shape_from_hull(s->hull, home, g, frame);
    case DRY_SHAPE_CYLINDER:
        return dry__shape_from_cylinder(&s->cylinder, home, g, frame);
    case DRY_SHAPE_CONE:
        return dry__shape_from_cone(&s->cone, home, g, frame);
    case DRY_SHAPE_TAPERED_CAPSULE:
        return dry__shape_from_tapered_capsule(&s->tapered_capsule, home, g, frame);
    case DRY_SHAPE_ELLIPSOID:
        return dry__shape_from_ellipsoid(&s->ellipsoid, home, g, frame);
    case DRY_SHAPE_ROUNDED_BOX:
        return dry__shape_from_rounded_box(&s->rounded_box, home, g, frame);
    case DRY_SHAPE_MESH:
        return dry__shape_from_mesh(s->mesh, home, g, frame);
    case DRY_SHAPE_HALF_SPACE:
        return dry__shape_from_half_space(&s->half_space, home, g, frame);
    case DRY_SHAPE_NONE:
    default:
        *g = (ShapeGeometry){ .kind = SHAPE_SPHERE };
        *frame = home;
        return DRY_OK;
    }
}

bool dry__query_refuses_shape(const DryQueryShape *s, bool target, const char *call, ShapeGeometry *geometry,
                              PlacedShape *place)
{
    if (s == NULL) {
        return refuse(dry__fail(NULL, DRY_ERROR_ARGUMENT, call, "the shape is null"));
    }
    bool known = s->kind >= DRY_SHAPE_NONE && s->kind <= DRY_SHAPE_ROUNDED_BOX;
    if (!known || (!target && (s->kind == DRY_SHAPE_MESH || s->kind == DRY_SHAPE_HALF_SPACE))) {
        return refuse(dry__fail(NULL, DRY_ERROR_ARGUMENT, call, "kind of the shape is %d, must be convex%s",
                                (int)s->kind, target ? ", a mesh or a half-space" : ""));
    }
    DryPos p = s->pose.position;
    if (!(fabs(p.x) <= FARTHEST && fabs(p.y) <= FARTHEST && fabs(p.z) <= FARTHEST)) {
        return refuse(dry__fail(NULL, DRY_ERROR_ARGUMENT, call,
                                "the shape's position is (%g, %g, %g) m, must be within 1e12", p.x, p.y,
                                p.z));
    }
    DryQuat q = s->pose.rotation;
    if (!dry__quat_is_unit(q)) {
        return refuse(dry__fail(NULL, DRY_ERROR_ARGUMENT, call,
                                "the shape's rotation is (%g, %g, %g, %g), must have length 1", (double)q.x,
                                (double)q.y, (double)q.z, (double)q.w));
    }
    DryFrame frame;
    DryStatus status = geometry_of(s, geometry, &frame);
    if (status != DRY_OK) {
        return refuse(dry__fail_last(NULL, status, call));
    }
    q = quat_normalize(q);
    *place =
        (PlacedShape){ geometry, pos_add(p, quat_rotate(q, frame.position)), quat_mul(q, frame.rotation) };
    return false;
}

bool dry__query_refuses_ray(const DryWorld *w, DryRay ray, const char *call, RayPath *path)
{
    if (dry__query_refuses_world(w, call)) {
        return true;
    }
    float length = v3_length(ray.direction);
    if (!pos_finite(ray.origin) || !v3_finite(ray.direction) || !(length > 1e-20f) || !isfinite(length) ||
        !(ray.length > 0.0f && ray.length <= 1e12f)) {
        return refuse(dry__fail(
            NULL, DRY_ERROR_ARGUMENT, call,
            "the ray needs a finite origin, a direction that is not zero, and a length in (0, 1e12]; they "
            "are (%g, %g, %g), (%g, %g, %g), %g",
            ray.origin.x, ray.origin.y, ray.origin.z, (double)ray.direction.x, (double)ray.direction.y,
            (double)ray.direction.z, (double)ray.length));
    }
    *path = (RayPath){ ray.origin, v3_scale(v3_scale(ray.direction, 1.0f / length), ray.length) };
    return false;
}

/* ---- single shapes ---- */

bool dry__ray_meets_shape(const DryWorld *w, int32_t shape, const RayPath *ray, float limit, ShapeRayHit *hit)
{
    const CollideShape *c = &w->state.shapes.collide.data[shape];
    DryVec3 origin = quat_rotate_inverse(c->rotation, pos_sub(ray->origin, c->position));
    DryVec3 translation = quat_rotate_inverse(c->rotation, ray->translation);
    if (!dry__shape_cast_ray(&c->geometry, origin, translation, limit, hit)) {
        return false;
    }
    hit->normal = quat_rotate(c->rotation, hit->normal);
    return true;
}

static const DryMaterial *material_at(const DryWorld *w, int32_t shape, int32_t triangle)
{
    const ShapeRecord *r = world_shape(w, shape);
    const ShapeGeometry *g = &w->state.shapes.collide.data[shape].geometry;
    if (triangle < 0 || g->kind != SHAPE_MESH) {
        return &r->material;
    }
    const uint16_t *materials = g->u.mesh.mesh->materials;
    return dry__triangle_material(w, r, materials != NULL ? materials[triangle] : 0);
}

uint64_t dry__query_material(const DryWorld *w, int32_t shape, int32_t triangle)
{
    return material_at(w, shape, triangle)->user_tag;
}

DryMaterial dry_shape_triangle_material(const DryWorld *world, DryShapeId shape, int32_t triangle)
{
    int32_t slot = dry__find_shape(world, shape);
    DryMaterial none = { 0 };
    if (slot < 0 || triangle < -1) {
        return none;
    }
    const ShapeGeometry *g = &world->state.shapes.collide.data[slot].geometry;
    if (g->kind == SHAPE_MESH && triangle >= g->u.mesh.mesh->triangle_count) {
        return none;
    }
    return *material_at(world, slot, triangle);
}

static DryPos to_world(const PlacedShape *target, const D33 *turn, D3 p)
{
    D3 v = d33_mul(turn, p);
    return dry_pos(target->position.x + v.x, target->position.y + v.y, target->position.z + v.z);
}

DryQueryHit dry__query_hit(const PlacedShape *target, const ShapeGap *gap, double fraction)
{
    D33 turn = d33_from_quat(target->rotation);
    return (DryQueryHit){ .point = to_world(target, &turn, gap->on_target),
                          .query_point = to_world(target, &turn, gap->on_mover),
                          .normal = d3_round(d33_mul(&turn, gap->normal)),
                          .fraction = (float)fraction,
                          .separation = (float)gap->separation,
                          .triangle = gap->triangle };
}

void dry__query_name(const DryWorld *w, int32_t shape, DryQueryHit *hit)
{
    hit->body = world_body_id(w, world_shape(w, shape)->body);
    hit->shape = world_shape_id(w, shape);
    hit->material = dry__query_material(w, shape, hit->triangle);
}

bool dry_shape_to_query(const DryWorld *world, DryShapeId id, DryQueryShape *out)
{
    int32_t shape = dry__find_shape(world, id);
    if (shape < 0 || out == NULL) {
        (void)dry__fail(NULL, shape < 0 ? DRY_ERROR_ID : DRY_ERROR_ARGUMENT, "dry_shape_to_query",
                        shape < 0 ? "no such shape: id %u generation %u" : "no place for shape %u, %u",
                        id.index, id.generation);
        return false;
    }
    const CollideShape *c = &world->state.shapes.collide.data[shape];
    const ShapeGeometry *g = &c->geometry;
    *out = (DryQueryShape){ .kind = dry__shape_public_kind(world_shape(world, shape)),
                            .pose = { c->position, c->rotation } };
    float h = g->kind == SHAPE_CAPSULE ? g->u.capsule.half_height : g->u.frustum.half_height;
    DryVec3 below = v3(0.0f, -h, 0.0f), above = v3(0.0f, h, 0.0f);
    switch (g->kind) {
    case SHAPE_SPHERE:
        out->sphere.radius = g->u.sphere.radius;
        break;
    case SHAPE_CAPSULE:
        out->capsule = (DryCapsule){ below, above, g->u.capsule.radius };
        break;
    case SHAPE_BOX:
        out->box.half_extents = g->u.box.half;
        break;
    case SHAPE_HULL:
        out->hull = g->u.hull;
        break;
    case SHAPE_CYLINDER:
        out->cylinder = (DryCylinder){ below, above, g->u.frustum.bottom };
        break;
    case SHAPE_CONE:
        out->cone = (DryCone){ below, above, g->u.frustum.bottom, g->u.frustum.top };
        break;
    case SHAPE_TAPERED_CAPSULE:
        out->tapered_capsule = (DryTaperedCapsule){ below, above, g->u.frustum.bottom, g->u.frustum.top };
        break;
    case SHAPE_ELLIPSOID:
        out->ellipsoid.radii = g->u.ellipsoid.radii;
        break;
    case SHAPE_ROUNDED_BOX:
        out->rounded_box = (DryRoundedBox){ g->u.rounded_box.half, g->u.rounded_box.radius };
        break;
    case SHAPE_MESH:
        out->mesh = g->u.mesh.mesh;
        break;
    default:
        out->half_space = (DryHalfSpace){ v3(0.0f, 1.0f, 0.0f), 0.0f };
        break;
    }
    return true;
}

/* ---- hits ---- */

bool dry__query_precedes(const DryQueryHit *a, const DryQueryHit *b)
{
    if (a->fraction != b->fraction) {
        return a->fraction < b->fraction;
    }
    return a->separation != b->separation ? a->separation < b->separation : a->shape.index < b->shape.index;
}

int32_t dry__query_insert(DryQueryHit *hits, int32_t kept, int32_t capacity, const DryQueryHit *hit)
{
    int32_t place = kept;
    while (place > 0 && dry__query_precedes(hit, &hits[place - 1])) {
        --place;
    }
    if (place >= capacity) {
        return kept;
    }
    int32_t last = kept < capacity ? kept : capacity - 1;
    for (int32_t i = last; i > place; --i) {
        hits[i] = hits[i - 1];
    }
    hits[place] = *hit;
    return last + 1;
}

bool dry__query_takes(const DryQueryOptions *options, const DryQueryHit *hit, bool *done)
{
    if (options->accept == NULL) {
        return true;
    }
    DryQueryVerdict verdict = options->accept(hit, options->user);
    *done = *done || verdict == DRY_QUERY_STOP;
    return verdict != DRY_QUERY_SKIP;
}
