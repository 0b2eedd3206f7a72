/* Calls of query.h: what they say must agree with each other. */
#include "support/api_run.h"

#include <stdio.h>

static DryQueryShape any_shape(ApiRun *r)
{
    DryQueryShape s = { .kind = DRY_SHAPE_NONE };
    s.pose = api_pose(r);
    float a = api_number(r, 0.05f, 1.0f), b = api_number(r, 0.05f, 1.0f), c = api_number(r, 0.05f, 1.0f);
    DryVec3 low = { 0, -a, 0 }, high = { 0, a, 0 };
    switch (api_choose(r, api_wild(r) ? 12 : 10)) {
    case 0:
        s.kind = DRY_SHAPE_SPHERE;
        s.sphere.radius = a;
        break;
    case 1:
        s.kind = DRY_SHAPE_CAPSULE;
        s.capsule = (DryCapsule){ low, high, b };
        break;
    case 2:
        s.kind = DRY_SHAPE_BOX;
        s.box.half_extents = dry_vec3(a, b, c);
        break;
    case 3:
        s.kind = DRY_SHAPE_HULL;
        s.hull = r->hulls[api_choose(r, HULLS)];
        break;
    case 4:
        s.kind = DRY_SHAPE_CYLINDER;
        s.cylinder = (DryCylinder){ low, high, b };
        break;
    case 5:
        s.kind = DRY_SHAPE_CONE;
        s.cone = (DryCone){ low, high, b, 0.0f };
        break;
    case 6:
        s.kind = DRY_SHAPE_TAPERED_CAPSULE;
        s.tapered_capsule = (DryTaperedCapsule){ low, high, b, c };
        break;
    case 7:
        s.kind = DRY_SHAPE_ELLIPSOID;
        s.ellipsoid.radii = dry_vec3(a, b, c);
        break;
    case 8:
        s.kind = DRY_SHAPE_ROUNDED_BOX;
        s.rounded_box = (DryRoundedBox){ { a, b, c }, 0.5f * a };
        break;
    case 10:
        s.kind = DRY_SHAPE_MESH;
        s.mesh = r->meshes[api_choose(r, MESHES)];
        break;
    case 11:
        s.kind = (DryShapeKind)(api_choose(r, 40) - 5);
        s.hull = NULL;
        break;
    default:
        break;
    }
    return s;
}

static DryQueryVerdict verdict(const DryQueryHit *hit, void *user)
{
    (void)user;
    return hit->shape.index % 5u == 0 ? DRY_QUERY_SKIP : DRY_QUERY_TAKE;
}

static DryQueryOptions any_options(ApiRun *r)
{
    DryQueryOptions o = dry_query_options_default();
    if (api_coin(r)) {
        o.filter = api_filter(r);
        o.ignore_body = api_body(r);
        o.start = (DryStartOverlap)api_choose(r, api_wild(r) ? 5 : 3);
        o.accept = api_coin(r) ? verdict : NULL;
    }
    return o;
}

static void complain(ApiRun *r, const char *call, const DryQueryHit *a, const DryQueryHit *b)
{
    snprintf(r->report.message, sizeof r->report.message,
             "%s: shape %u at %.9g (%.9g), then %u at %.9g (%.9g)", call, a->shape.index, (double)a->fraction,
             (double)a->separation, b->shape.index, (double)b->fraction, (double)b->separation);
}

static Answer answer(const DryQueryHit *hits, int32_t count, int32_t capacity)
{
    uint64_t h = (uint64_t)(uint32_t)count;
    for (int i = 0; i < count && i < capacity; ++i) {
        h = MIX(MIX(MIX(h, hits[i].shape), hits[i].normal), hits[i].fraction);
        h = MIX(MIX(h, hits[i].separation), hits[i].triangle);
    }
    return (Answer){ h, count < 0 };
}

/* The closest is the first of all, and any is one of them. */
static Answer cast(ApiRun *r, DryWorld *w)
{
    bool is_ray = api_coin(r);
    DryQueryShape s = any_shape(r);
    DryVec3 way = api_vector(r, 8.0f);
    DryRay ray = { s.pose.position, way, api_number(r, 0.1f, 20.0f) };
    DryQueryOptions o = any_options(r);
    DryQueryHit all[SHAPES] = { 0 }, first = { 0 }, any = { 0 }, many = { 0 };
    int32_t count = is_ray ? dry_world_cast_ray(w, ray, DRY_QUERY_ALL, &o, all, SHAPES)
                           : dry_world_cast_shape(w, &s, way, DRY_QUERY_ALL, &o, all, SHAPES);
    int32_t closest = is_ray ? dry_world_cast_ray(w, ray, DRY_QUERY_CLOSEST, &o, &first, 1)
                             : dry_world_cast_shape(w, &s, way, DRY_QUERY_CLOSEST, &o, &first, 1);
    int32_t some = is_ray ? dry_world_cast_ray(w, ray, DRY_QUERY_ANY, &o, &any, 1)
                          : dry_world_cast_shape(w, &s, way, DRY_QUERY_ANY, &o, &any, 1);
    DryShapeCast one = { s, way };
    int32_t batch =
        is_ray ? dry_world_cast_rays(w, &ray, 1, &o, &many) : dry_world_cast_shapes(w, &one, 1, &o, &many);
    if (closest != (count > 0 ? 1 : count) || some != closest || batch != closest ||
        (count > 0 && (first.shape.index != all[0].shape.index || first.fraction != all[0].fraction ||
                       many.shape.index != first.shape.index || any.fraction < first.fraction))) {
        complain(r, is_ray ? "ray" : "cast", &all[0], &first);
    }
    return answer(all, count, SHAPES);
}

/* What overlaps, overlaps however it is asked. */
static Answer near(ApiRun *r, DryWorld *w)
{
    DryQueryShape s = any_shape(r);
    DryQueryOptions o = any_options(r);
    DryQueryHit deep[SHAPES] = { 0 }, close[SHAPES] = { 0 };
    DryShapeId shapes[SHAPES];
    float distance = api_number(r, 0.0f, 3.0f);
    int32_t touching = dry_world_overlap_shape(w, &s, &o, shapes, SHAPES);
    int32_t depths = dry_world_penetration(w, &s, &o, deep, SHAPES);
    int32_t count = dry_world_closest(w, &s, distance, &o, close, SHAPES);
    if (touching != depths || (count >= 0 && count < depths)) {
        snprintf(r->report.message, sizeof r->report.message, "%d touch, %d are deep, %d are near", touching,
                 depths, count);
    }
    for (int i = 1; i < count; ++i) {
        if (close[i].separation < close[i - 1].separation) {
            complain(r, "closest", &close[i - 1], &close[i]);
        }
    }
    return answer(close, count, SHAPES);
}

static Answer single(ApiRun *r, DryWorld *w)
{
    DryQueryShape s = any_shape(r), target = any_shape(r);
    DryVec3 way = api_vector(r, 8.0f);
    DryRay ray = { s.pose.position, way, 20.0f };
    DryShapeId shape = api_shape(r);
    DryBodyId body = api_body(r);
    DryStartOverlap start = (DryStartOverlap)api_choose(r, api_wild(r) ? 5 : 3);
    DryQueryHit hit[5] = { 0 };
    bool known = dry_shape_to_query(w, shape, &target);
    int32_t found = dry_shape_cast_ray(w, shape, ray, &hit[0]) ? 1 : 0;
    found += dry_body_cast_ray(w, body, ray, &hit[1]) ? 2 : 0;
    found += dry_body_cast_shape(w, body, &s, way, start, &hit[2]) ? 4 : 0;
    found += dry_shape_cast_shape(&s, &target, way, start, &hit[3]) ? 8 : 0;
    found += dry_shape_closest_points(&s, &target, &hit[4]) ? 16 : 0;
    found += dry_shape_penetration(&s, &target, NULL) ? 32 : 0;
    double distance = dry_shape_distance(&s, &target);
    if ((found & 32) != 0 && !(distance == 0.0)) {
        snprintf(r->report.message, sizeof r->report.message, "shapes overlap at a distance of %g", distance);
    }
    DryMaterial m = dry_shape_triangle_material(w, shape, api_choose(r, 5) - 2);
    Answer a = answer(hit, 5, 5);
    a.value = MIX(MIX(a.value, found), m.user_tag) + (known ? 1u : 0u);
    return a;
}

const Call api_query_calls[] = {
    { "cast", cast, 6 },
    { "near", near, 4 },
    { "single queries", single, 4 },
    { NULL, NULL, 0 },
};
