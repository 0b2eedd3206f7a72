/* Faces of pieces, and contacts moved onto them. */
#include "collision/weld_face.h"

#include "collision/mesh_polygon.h"
#include "collision/patch.h"

#define LEVEL 2.7e-3f /* squared sine of three degrees */

enum {
    FEATURE_WELD = 64 /* beside the kinds of mesh_contact.h */
};

DryVec3 dry__weld_closest(const WeldSet *set, const WeldFace *face, DryVec3 x, bool *inside)
{
    DryVec3 n = face->normal, foot = v3_mad(x, n, face->offset - v3_dot(n, x)), best = foot;
    float least = INFINITY;
    *inside = face->count != 2; /* an edge has no inside */
    for (int32_t i = 0; i < face->count; ++i) {
        DryVec3 a = set->corners[face->first + i];
        DryVec3 along = v3_sub(set->corners[face->first + (i + 1 < face->count ? i + 1 : 0)], a);
        DryVec3 arm = v3_sub(foot, a);
        if (face->count != 2 && v3_dot(v3_cross(along, n), arm) <= 0.0f) {
            continue;
        }
        *inside = false;
        float square = v3_length_squared(along);
        float t = square > 0.0f ? f_clamp(v3_dot(arm, along) / square, 0.0f, 1.0f) : 0.0f;
        DryVec3 near = v3_mad(a, along, t);
        float distance = v3_length_squared(v3_sub(foot, near));
        if (distance < least) {
            least = distance;
            best = near;
        }
    }
    return best;
}

float dry__weld_rise(const WeldSet *set, const WeldFace *face, const WeldFace *by)
{
    float rise = face->count > 0 ? -INFINITY : INFINITY;
    for (int32_t i = 0; i < face->count; ++i) {
        rise = f_max(rise, v3_dot(by->normal, set->corners[face->first + i]) - by->offset);
    }
    return rise;
}

static DryVec3 fixed_point(const WeldSet *set, const CollideShape *shape, DryVec3 local)
{
    return v3_add(pos_sub(shape->position, set->origin), quat_rotate(shape->rotation, local));
}

static const HullData *hull_of(const CollideShape *shape, BoxHull *box)
{
    switch (shape->geometry.kind) {
    case SHAPE_BOX:
        dry__hull_from_box(box, shape->geometry.u.box.half);
        return &box->data;
    case SHAPE_HULL:
        return &shape->geometry.u.hull->data;
    default:
        return NULL;
    }
}

static int32_t face_along(const HullData *hull, DryVec3 n, float *cosine)
{
    int32_t best = 0;
    *cosine = -2.0f;
    for (int32_t i = 0; i < hull->face_count; ++i) {
        float c = hull->fx[i] * n.x + hull->fy[i] * n.y + hull->fz[i] * n.z;
        if (c > *cosine) {
            *cosine = c;
            best = i;
        }
    }
    return best;
}

static DryVec3 hull_vertex(const HullData *hull, int32_t i)
{
    return v3(hull->vx[i], hull->vy[i], hull->vz[i]);
}

/* The hull face of a shape in the set's frame. */
static void hull_face(WeldSet *set, const CollideShape *shape, const HullData *hull, int32_t index,
                      WeldFace *face)
{
    int32_t start = hull->face_start[index], count = hull->face_start[index + 1] - start;
    DryVec3 n = v3(hull->fx[index], hull->fy[index], hull->fz[index]);
    face->normal = quat_rotate(shape->rotation, n);
    face->first = set->corner_count;
    face->count = 0;
    for (int32_t k = 0; k < count; ++k) {
        dry__weld_corner(set, face, fixed_point(set, shape, hull_vertex(hull, hull->loop_vertex[start + k])));
    }
    face->offset = face->count > 0 ? v3_dot(face->normal, set->corners[face->first]) : 0.0f;
}

bool dry__weld_face_towards(WeldSet *set, const WeldContact *contact, DryVec3 n, float least, WeldFace *face)
{
    const CollideShape *shape = set->pairs[contact->pair].fixed;
    if (contact->triangle >= 0) {
        *face = contact->plane;
        return v3_dot(face->normal, n) > least;
    }
    BoxHull box;
    const HullData *hull = hull_of(shape, &box);
    if (hull == NULL) {
        return false;
    }
    float cosine;
    int32_t index = face_along(hull, quat_rotate_inverse(shape->rotation, n), &cosine);
    if (!(cosine > least)) {
        return false;
    }
    hull_face(set, shape, hull, index, face);
    return true;
}

/* The mover in the set's frame. */
static Convex mover_of(const WeldSet *set, const WeldContact *c, BoxHull *box)
{
    const CollideShape *mover = set->pairs[c->pair].mover;
    return dry__convex_from(&mover->geometry, d33_from_quat(mover->rotation),
                            d3_from(pos_sub(mover->position, set->origin)), box);
}

/* Its farthest point along d, which is a unit vector. */
static DryVec3 farthest(const Convex *mover, DryVec3 d)
{
    D3 along = d3_from(d);
    return d3_round(d3_mad(dry__convex_support(mover, along), along, mover->radius));
}

float dry__weld_lowest(const WeldSet *set, const WeldContact *c, const WeldFace *face)
{
    BoxHull box;
    Convex mover = mover_of(set, c, &box);
    return v3_dot(face->normal, farthest(&mover, v3_neg(face->normal))) - face->offset;
}

/* ---- what a contact touches ---- */

/* The vertices, or the ends of the edge, farthest along the normal. */
static void support_feature(WeldSet *set, WeldContact *c, const DryVec3 *corners, int32_t count)
{
    float most = -INFINITY;
    for (int32_t i = 0; i < count; ++i) {
        most = f_max(most, v3_dot(c->normal, corners[i]));
    }
    for (int32_t i = 0; i < count; ++i) {
        if (v3_dot(c->normal, corners[i]) > most - 1e-3f * set->scale) {
            dry__weld_corner(set, &c->feature, corners[i]);
        }
    }
}

/* Keeps of two edges the one nearer to x. */
typedef struct NearEdge {
    DryVec3 x, a, b;
    float distance, t;
} NearEdge;

static void try_edge(NearEdge *near, DryVec3 a, DryVec3 b)
{
    DryVec3 along = v3_sub(b, a);
    float t =
        f_clamp(v3_dot(v3_sub(near->x, a), along) / f_max(v3_length_squared(along), 1e-30f), 0.0f, 1.0f);
    float distance = v3_length(v3_sub(near->x, v3_mad(a, along, t)));
    if (distance < near->distance) {
        *near = (NearEdge){ near->x, a, b, distance, t };
    }
}

static void edge_feature(WeldSet *set, WeldContact *c, const NearEdge *near)
{
    float end = 1e-4f * set->scale, length = v3_length(v3_sub(near->b, near->a));
    if (near->t * length > end) {
        dry__weld_corner(set, &c->feature, near->b);
    }
    if ((1.0f - near->t) * length > end) {
        dry__weld_corner(set, &c->feature, near->a);
    }
}

/* Shapes that touch with points: ends of cylinders and cones are flat. */
static bool is_round(const CollideShape *shape)
{
    switch (shape->geometry.kind) {
    case SHAPE_SPHERE:
    case SHAPE_CAPSULE:
    case SHAPE_TAPERED_CAPSULE:
    case SHAPE_ELLIPSOID:
    case SHAPE_ROUNDED_BOX:
        return true;
    default:
        return false;
    }
}

/* A face of the contact's piece that is its own but for a small angle; round shapes touch it exactly. */
static bool touches_face(const WeldSet *set, WeldContact *c, const WeldFace *face)
{
    bool near = v3_dot(face->normal, c->normal) > 0.9962f;
    c->exact = near && v3_length_squared(v3_cross(face->normal, c->normal)) < 1e-6f;
    return c->exact || (near && !is_round(set->pairs[c->pair].mover));
}

static void triangle_feature(WeldSet *set, WeldContact *c)
{
    if (touches_face(set, c, &c->plane)) {
        c->has_face = true;
        c->feature = c->plane;
        return;
    }
    DryVec3 p[3];
    for (int k = 0; k < 3; ++k) {
        p[k] = set->corners[c->plane.first + k];
    }
    c->feature.first = set->corner_count;
    if (!is_round(set->pairs[c->pair].mover)) {
        support_feature(set, c, p, 3);
        return;
    }
    NearEdge near = { .x = set->points[c->point_first].position, .distance = INFINITY };
    for (int k = 0; k < 3; ++k) {
        try_edge(&near, p[k], p[(k + 1) % 3]);
    }
    edge_feature(set, c, &near);
}

static void hull_feature(WeldSet *set, WeldContact *c, const HullData *hull)
{
    const CollideShape *shape = set->pairs[c->pair].fixed;
    float cosine;
    int32_t index = face_along(hull, quat_rotate_inverse(shape->rotation, c->normal), &cosine);
    WeldFace face;
    int32_t before = set->corner_count;
    hull_face(set, shape, hull, index, &face);
    if (touches_face(set, c, &face)) {
        c->has_face = true;
        c->feature = face;
        return;
    }
    set->corner_count = before;
    c->feature.first = before;
    if (!is_round(set->pairs[c->pair].mover)) {
        DryVec3 vertices[HULL_MAX_VERTICES];
        for (int32_t i = 0; i < hull->vertex_count; ++i) {
            vertices[i] = fixed_point(set, shape, hull_vertex(hull, i));
        }
        support_feature(set, c, vertices, hull->vertex_count);
        return;
    }
    NearEdge near = { .x = set->points[c->point_first].position, .distance = INFINITY };
    for (int32_t i = 0; i < hull->edge_count; ++i) {
        try_edge(&near, fixed_point(set, shape, hull_vertex(hull, hull->edge_tail[i])),
                 fixed_point(set, shape, hull_vertex(hull, hull->edge_head[i])));
    }
    edge_feature(set, c, &near);
}

void dry__weld_feature(WeldSet *set, WeldContact *c)
{
    const CollideShape *shape = set->pairs[c->pair].fixed;
    BoxHull box;
    if (c->triangle >= 0) {
        triangle_feature(set, c);
    } else if (shape->geometry.kind == SHAPE_HALF_SPACE) {
        DryVec3 n = quat_rotate(shape->rotation, v3(0.0f, 1.0f, 0.0f));
        c->feature = (WeldFace){ .normal = n, .offset = v3_dot(n, pos_sub(shape->position, set->origin)) };
        c->has_face = c->exact = true;
    } else {
        const HullData *hull = hull_of(shape, &box);
        if (hull != NULL) {
            hull_feature(set, c, hull);
        }
    }
}

/* ---- refit ---- */

static void add_refit_point(WeldSet *set, WeldContact *c, DryVec3 x, float separation, uint32_t feature)
{
    if (separation > set->pairs[c->pair].margin) {
        return;
    }
    dry__weld_point(set, (WeldPoint){ .position = v3_mad(x, c->refit.normal, -separation),
                                      .separation = separation,
                                      .feature = feature,
                                      .source = -1 });
    c->refit_deepest = f_min(separation, c->refit_deepest);
}

static uint32_t refit_feature(const WeldContact *c, uint32_t a, uint32_t b)
{
    return dry__mesh_feature(FEATURE_WELD, dry__mesh_feature(FEATURE_WELD, a, b), (uint32_t)c->triangle);
}

/* The mover's face that looks at the new face, cut to that face's prism. */
static void clip_mover(WeldSet *set, WeldContact *c, const HullData *hull)
{
    const CollideShape *mover = set->pairs[c->pair].mover;
    DryVec3 n = c->refit.normal;
    float cosine;
    int32_t incident = face_along(hull, v3_neg(quat_rotate_inverse(mover->rotation, n)), &cosine);
    int32_t start = hull->face_start[incident], count = hull->face_start[incident + 1] - start;
    Polygon buffer[2], *polygon = &buffer[0], *other = &buffer[1];
    polygon->count = 0;
    for (int32_t k = 0; k < count; ++k) {
        polygon_push(polygon, fixed_point(set, mover, hull_vertex(hull, hull->loop_vertex[start + k])), k);
    }
    for (int32_t k = 0; k < c->refit.count; ++k) {
        DryVec3 a = set->corners[c->refit.first + k];
        DryVec3 b = set->corners[c->refit.first + (k + 1 < c->refit.count ? k + 1 : 0)];
        DryVec3 side = v3_cross(v3_sub(b, a), n);
        polygon_clip(polygon, other, side, v3_dot(side, a), ~k);
        Polygon *swap = polygon;
        polygon = other;
        other = swap;
    }
    for (int32_t i = 0; i < polygon->count; ++i) {
        uint32_t feature =
            refit_feature(c, (uint32_t)polygon_line_into(polygon, i), (uint32_t)polygon->line[i]);
        float separation = v3_dot(n, polygon->point[i]) - c->refit.offset;
        add_refit_point(set, c, polygon->point[i], separation, feature);
    }
}

/* The mover's lowest vertices over the new face's plane: the body is to be carried before it is over it. */
static void lowest_of_mover(WeldSet *set, WeldContact *c, const HullData *hull)
{
    const CollideShape *mover = set->pairs[c->pair].mover;
    DryVec3 n = c->refit.normal;
    float least = INFINITY;
    for (int pass = 0; pass < 2; ++pass) {
        for (int32_t i = 0; i < hull->vertex_count; ++i) {
            DryVec3 x = fixed_point(set, mover, hull_vertex(hull, i));
            float separation = v3_dot(n, x) - c->refit.offset;
            if (pass == 0) {
                least = f_min(separation, least);
            } else if (separation < least + 1e-3f * set->scale) {
                add_refit_point(set, c, x, separation, refit_feature(c, (uint32_t)i, 64));
            }
        }
    }
}

/* What a mover that is no polytope shows the new face, as far as it is over it. */
static void lay_mover(WeldSet *set, WeldContact *c, const Convex *mover)
{
    DryVec3 n = c->refit.normal;
    D3 down = d3_from(v3_neg(n));
    Look face = { .kind = LOOK_POLYGON, .normal = d3_from(n) }, look = dry__look(mover, down);
    for (int32_t k = 0; k < c->refit.count && k < LOOK_MAX; ++k) {
        face.point[face.count] = d3_from(set->corners[c->refit.first + k]);
        face.id[face.count++] = (uint32_t)k;
    }
    D3 right = fabs(d3_dot(mover->axes.cx, down)) < 0.8 ? mover->axes.cx : mover->axes.cz;
    Patch patch;
    dry__patch_over(&face, &look, right, 0.0, &patch);
    for (int k = 0; k < patch.count; ++k) {
        const PatchPoint *p = &patch.point[k];
        add_refit_point(set, c, d3_round(p->on_other), (float)p->separation,
                        refit_feature(c, p->feature, 66));
    }
}

/* The lowest points of a mover that is no polytope over the new face's plane. */
static void lowest_of_round(WeldSet *set, WeldContact *c, const Convex *mover)
{
    const ShapeGeometry *g = &set->pairs[c->pair].mover->geometry;
    DryVec3 n = c->refit.normal;
    int ends = g->kind == SHAPE_CAPSULE ? 2 : 1;
    for (int end = 0; end < ends; ++end) {
        DryVec3 x = farthest(mover, v3_neg(n));
        if (ends == 2) {
            D3 local = d3(0.0, (end == 0 ? -1.0 : 1.0) * (double)g->u.capsule.half_height, 0.0);
            x = v3_mad(d3_round(convex_point(mover, local)), n, -g->u.capsule.radius);
        }
        add_refit_point(set, c, x, v3_dot(n, x) - c->refit.offset, refit_feature(c, (uint32_t)end, 65));
    }
}

void dry__weld_refit(WeldSet *set, WeldContact *c, const WeldFace *by)
{
    c->refit_first = set->point_count;
    c->refit_count = 0;
    c->refit_deepest = INFINITY;
    c->has_refit = dry__weld_face_towards(set, c, by->normal, 0.05f, &c->refit);
    if (!c->has_refit) {
        return; /* nothing of the piece looks that way */
    }
    bool high = dry__weld_rise(set, &c->refit, by) > set->tolerance;
    if (!high && v3_length_squared(v3_cross(c->refit.normal, by->normal)) > LEVEL) {
        c->has_refit = false; /* it falls away: the covering face carries the body */
        return;
    }
    BoxHull box;
    const HullData *hull = hull_of(set->pairs[c->pair].mover, &box);
    if (hull != NULL) {
        clip_mover(set, c, hull);
        if (set->point_count == c->refit_first && high) {
            lowest_of_mover(set, c, hull);
        }
    } else {
        Convex mover = mover_of(set, c, &box);
        if (!is_round(set->pairs[c->pair].mover)) {
            lay_mover(set, c, &mover);
        }
        if (set->point_count == c->refit_first && high) {
            lowest_of_round(set, c, &mover);
        }
    }
    c->refit_count = set->point_count - c->refit_first;
    if (c->refit_count == 0) {
        c->refit_deepest = -INFINITY;
    }
}
