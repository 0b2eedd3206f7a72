/* Contacts of one body, gathered for the rule and written back. */
#include "collision/weld.h"

#include "collision/reduce.h"
#include "collision/weld_face.h"
#include "collision/weld_rule.h"

#define PARALLEL 1e-6f  /* squared sine of a milliradian */
#define FULL_SIZE 0.02f /* tolerances shrink for bodies of a smaller inner radius, in usual lengths */
#define TOLERANCE 5e-4f /* steps lower than this are none */
#define ROUNDING 5e-7f  /* of coordinates, as a part of them */

static DryVec3 fixed_normal(const WeldPair *pair, const Manifold *m)
{
    return pair->mover_is_a ? v3_neg(m->normal) : m->normal;
}

/* All are with triangles that others surround: nothing there is false. */
static bool all_connected(const WeldPair *pairs, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        if (pairs[i].fixed->geometry.kind != SHAPE_MESH ||
            (pairs[i].manifolds[0].flags & MANIFOLD_BOUNDARY) != 0) {
            return false;
        }
    }
    return true;
}

bool dry__weld_wanted(const WeldPair *pairs, int32_t count)
{
    if (all_connected(pairs, count)) {
        return false;
    }
    DryVec3 first = fixed_normal(&pairs[0], &pairs[0].manifolds[0]);
    for (int32_t i = 0; i < count; ++i) {
        for (int32_t m = 0; m < pairs[i].result->manifold_count; ++m) {
            DryVec3 n = fixed_normal(&pairs[i], &pairs[i].manifolds[m]);
            if (v3_length_squared(v3_cross(first, n)) > PARALLEL || v3_dot(first, n) < 0.0f) {
                return true;
            }
        }
    }
    return false;
}

static WeldContact *new_contact(WeldSet *set, int32_t pair, int32_t triangle, DryVec3 normal)
{
    if (set->contact_count == WELD_CONTACTS) {
        set->full = true;
        return NULL;
    }
    WeldContact *c = &set->contacts[set->contact_count++];
    *c = (WeldContact){
        .pair = pair, .triangle = triangle, .parent = -1, .normal = normal, .deepest = INFINITY
    };
    c->point_first = set->point_count;
    return c;
}

/* A point midway between the surfaces. */
static void add_point(WeldSet *set, WeldContact *c, DryVec3 middle, float separation, uint32_t feature,
                      int32_t source)
{
    dry__weld_point(set, (WeldPoint){ .position = v3_mad(middle, c->normal, -0.5f * separation),
                                      .separation = separation,
                                      .feature = feature,
                                      .source = source });
    c->deepest = f_min(separation, c->deepest);
    c->point_count = set->point_count - c->point_first;
}

static const CollideShape *shape_a(const WeldPair *pair)
{
    return pair->mover_is_a ? pair->mover : pair->fixed;
}

static void gather_convex(WeldSet *set, int32_t index)
{
    const WeldPair *pair = &set->pairs[index];
    const Manifold *m = &pair->manifolds[0];
    WeldContact *c = new_contact(set, index, -1, fixed_normal(pair, m));
    if (c == NULL) {
        return;
    }
    DryVec3 shift = pos_sub(shape_a(pair)->position, set->origin);
    for (int32_t i = 0; i < m->count; ++i) {
        const ManifoldPoint *p = &m->points[i];
        add_point(set, c, v3_add(shift, p->position), p->separation, p->feature, -1);
    }
    dry__weld_feature(set, c);
}

/* The triangle as the mover sees it. */
static void triangle_plane(WeldSet *set, WeldContact *c, const MeshMover *place)
{
    const WeldPair *pair = &set->pairs[c->pair];
    const DryMesh *mesh = place->mesh;
    DryVec3 high = v3(place->position_high[0], place->position_high[1], place->position_high[2]);
    DryVec3 low = v3(place->position_low[0], place->position_low[1], place->position_low[2]);
    DryVec3 n = mesh->normals[c->triangle], shift = pos_sub(pair->mover->position, set->origin), p[3];
    for (int k = 0; k < 3; ++k) {
        p[k] = v3_sub(v3_sub(mesh->vertices[mesh->triangles[c->triangle].vertex[k]], high), low);
    }
    bool flipped = mesh->two_sided && v3_dot(n, p[0]) > 0.0f;
    c->plane = (WeldFace){ .normal = quat_rotate(pair->fixed->rotation, flipped ? v3_neg(n) : n),
                           .first = set->corner_count };
    for (int k = 0; k < 3; ++k) {
        DryVec3 corner = quat_rotate(pair->fixed->rotation, p[flipped ? 2 - k : k]);
        dry__weld_corner(set, &c->plane, v3_add(shift, corner));
    }
    c->plane.offset = set->full ? 0.0f : v3_dot(c->plane.normal, set->corners[c->plane.first]);
}

static bool equal(DryVec3 a, DryVec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* Runs the pair's kernel again, for its points before they are thinned out. */
static bool list_raw(WeldSet *set, int32_t index)
{
    const WeldPair *pair = &set->pairs[index];
    MeshRawList list = { .items = set->raw + set->raw_count, .room = WELD_POINTS - set->raw_count };
    CollideShape shapes[2] = { *pair->mover, *pair->fixed };
    PairWork work = { .shape_a = 0, .shape_b = 1, .margin = pair->margin };
    PairCache cache = { 0 };
    PairResult result;
    Manifold manifolds[MESH_MANIFOLD_MAX];
    PairBatch batch = { .shapes = shapes,
                        .work = &work,
                        .caches = &cache,
                        .results = &result,
                        .manifolds = manifolds,
                        .stride = MESH_MANIFOLD_MAX,
                        .raw = &list };
    pair->fn(&batch, 0, 1);
    set->raw_count += list.count;
    return !list.full;
}

static void gather_mesh(WeldSet *set, int32_t index)
{
    const WeldPair *pair = &set->pairs[index];
    int32_t first = set->raw_count;
    if (!list_raw(set, index)) {
        set->full = true;
        return;
    }
    MeshMover place;
    dry__mesh_mover_place(&place, pair->mover, pair->fixed, pair->margin);
    DryVec3 shift = pos_sub(pair->mover->position, set->origin);
    WeldContact *c = NULL;
    for (int32_t i = first; i < set->raw_count && !set->full; ++i) {
        const MeshRaw *raw = &set->raw[i];
        if (c == NULL || raw->triangle != raw[-1].triangle || !equal(raw->normal, raw[-1].normal)) {
            if (c != NULL) {
                dry__weld_feature(set, c);
            }
            c = new_contact(set, index, raw->triangle, quat_rotate(pair->fixed->rotation, raw->normal));
            if (c == NULL) {
                return;
            }
            triangle_plane(set, c, &place);
            c->connected = place.mesh->triangles[c->triangle].at_boundary == 0;
        }
        DryVec3 middle = v3_add(shift, quat_rotate(pair->fixed->rotation, raw->point.position));
        add_point(set, c, middle, raw->point.separation, raw->point.feature, i);
    }
    if (c != NULL) {
        dry__weld_feature(set, c);
    }
    for (int k = 0; k < 3; ++k) {
        set->tolerance = f_max(set->tolerance, ROUNDING * fabsf(place.position_high[k]));
    }
}

/* ---- flush triangles ---- */

#define NEAR 4e-2f /* of a contact that may be false: triangles farther away cannot cover it */

typedef struct FlushSearch {
    WeldSet *set;
    int32_t pair, touched; /* number of contacts with points */
    const MeshMover *place;
} FlushSearch;

/* The touched triangle of the pair in whose plane the face lies, or -1. */
static int32_t flush_with(const FlushSearch *search, const WeldFace *face)
{
    const WeldSet *set = search->set;
    int32_t best = -1;
    for (int32_t i = 0; i < search->touched; ++i) {
        const WeldContact *c = &set->contacts[i];
        if (c->pair == search->pair && c->has_face && c->exact &&
            (best < 0 || c->deepest < set->contacts[best].deepest) &&
            v3_dot(c->plane.normal, face->normal) > 0.0f &&
            v3_length_squared(v3_cross(c->plane.normal, face->normal)) < PARALLEL &&
            fabsf(dry__weld_rise(set, face, &c->plane)) <= set->tolerance) {
            best = i;
        }
    }
    return best;
}

/* Some contact that may be false is near the face. */
static bool is_of_use(const FlushSearch *search, const WeldFace *face)
{
    const WeldSet *set = search->set;
    for (int32_t i = 0; i < search->touched; ++i) {
        const WeldContact *c = &set->contacts[i];
        for (int32_t k = 0; k < c->point_count && !(c->has_face && c->exact); ++k) {
            bool inside;
            DryVec3 x = set->points[c->point_first + k].position;
            DryVec3 near = dry__weld_closest(set, face, x, &inside);
            if (v3_length(v3_sub(x, near)) < NEAR * set->scale) {
                return true;
            }
        }
    }
    return false;
}

static void add_flush(const MeshFace *face, void *context)
{
    FlushSearch *search = context;
    WeldSet *set = search->set;
    for (int32_t i = 0; i < search->touched; ++i) {
        const WeldContact *c = &set->contacts[i];
        if (c->pair == search->pair && c->triangle == face->triangle && c->has_face) {
            return;
        }
    }
    int32_t corners = set->corner_count;
    WeldContact *c = new_contact(set, search->pair, face->triangle, v3(0.0f, 0.0f, 0.0f));
    if (c == NULL) {
        return;
    }
    triangle_plane(set, c, search->place);
    int32_t parent = set->full ? -1 : flush_with(search, &c->plane);
    if (parent < 0 || !is_of_use(search, &c->plane)) {
        set->corner_count = corners;
        set->contact_count--;
        return;
    }
    c->parent = parent;
    c->normal = c->plane.normal;
    c->feature = c->plane;
    c->has_face = c->exact = true;
}

/* Triangles that the body does not touch itself, because they go on from others, but that lie in the plane of
   one that it touches. */
static void gather_flush(WeldSet *set, int32_t index, int32_t touched)
{
    const WeldPair *pair = &set->pairs[index];
    MeshMover mover;
    dry__mesh_mover_place(&mover, pair->mover, pair->fixed, pair->margin);
    const DryPose identity = { { 0.0, 0.0, 0.0 }, { 0.0f, 0.0f, 0.0f, 1.0f } };
    BoxF box = dry__shape_bounds(&pair->mover->geometry, identity, 0.0f);
    DryVec3 lower = v3(box.lower[0], box.lower[1], box.lower[2]),
            upper = v3(box.upper[0], box.upper[1], box.upper[2]);
    mover.center = mover.core = v3_lerp(lower, upper, 0.5f);
    mover.half = v3_scale(v3_sub(upper, lower), 0.5f);
    mover.oriented = true;
    mover.behind = 0.5f * pair->size;
    FlushSearch search = { set, index, touched, &mover };
    (void)dry__mesh_visit(&mover, add_flush, &search);
}

static bool gather(WeldSet *set, const WeldPair *pairs, int32_t count, float unit)
{
    set->pairs = pairs;
    set->origin = pairs[0].mover->position;
    set->contact_count = set->point_count = set->corner_count = set->raw_count = 0;
    set->full = false;
    float size = INFINITY;
    for (int32_t i = 0; i < count; ++i) {
        size = f_min(size, pairs[i].size);
    }
    set->scale = f_min(unit, size / FULL_SIZE);
    set->tolerance = TOLERANCE * set->scale;
    for (int32_t i = 0; i < count && !set->full; ++i) {
        if (pairs[i].fixed->geometry.kind == SHAPE_MESH) {
            gather_mesh(set, i);
        } else {
            gather_convex(set, i);
        }
    }
    int32_t touched = set->contact_count;
    bool open = false;
    for (int32_t i = 0; i < touched; ++i) {
        open = open || !set->contacts[i].connected;
    }
    if (!open) {
        set->contact_count = 0; /* nothing can be false */
        return true;
    }
    for (int32_t i = 0; i < count && !set->full; ++i) {
        if (pairs[i].fixed->geometry.kind == SHAPE_MESH) {
            gather_flush(set, i, touched);
        }
    }
    return !set->full;
}

/* ---- back into the pairs ---- */

static void write_convex(const WeldSet *set, const WeldContact *c)
{
    const WeldPair *pair = &set->pairs[c->pair];
    if (c->refit_count == 0) {
        pair->result->manifold_count = 0;
        return;
    }
    ManifoldPoint points[WELD_REFIT_MAX];
    int count = 0;
    DryVec3 shift = pos_sub(set->origin, shape_a(pair)->position);
    for (int32_t i = 0; i < c->refit_count && i < WELD_REFIT_MAX; ++i) {
        const WeldPoint *p = &set->points[c->refit_first + i];
        DryVec3 middle = v3_mad(p->position, c->refit.normal, 0.5f * p->separation);
        points[count++] = (ManifoldPoint){ v3_add(shift, middle), p->separation, p->feature };
    }
    Manifold *m = &pair->manifolds[0];
    m->normal = c->refit.normal;
    float tie = f_min(2e-5f, 1e-3f * pair->size);
    dry__manifold_reduce(m, points, count, tie, 1e-3f * pair->size);
    m->normal = pair->mover_is_a ? v3_neg(m->normal) : m->normal;
}

static void write_mesh(const WeldSet *set, int32_t index)
{
    const WeldPair *pair = &set->pairs[index];
    const DryMesh *mesh = pair->fixed->geometry.u.mesh.mesh;
    MeshContacts contacts = { .gap = pair->result->gap, .size = pair->size };
    DryVec3 shift = pos_sub(set->origin, pair->mover->position);
    for (int32_t k = 0; k < set->contact_count; ++k) {
        const WeldContact *c = &set->contacts[k];
        if (c->pair != index || c->parent >= 0) {
            continue;
        }
        if (c->state != WELD_VOID) {
            for (int32_t i = 0; i < c->point_count; ++i) {
                const MeshRaw *raw = &set->raw[set->points[c->point_first + i].source];
                dry__mesh_contacts_add(&contacts, mesh, raw->triangle, raw->normal, raw->point);
            }
            continue;
        }
        DryVec3 normal = quat_rotate_inverse(pair->fixed->rotation, c->refit.normal);
        for (int32_t i = 0; i < c->refit_count; ++i) {
            const WeldPoint *p = &set->points[c->refit_first + i];
            DryVec3 middle = v3_mad(p->position, c->refit.normal, 0.5f * p->separation);
            MeshPoint point = { quat_rotate_inverse(pair->fixed->rotation, v3_add(shift, middle)),
                                p->separation, p->feature };
            dry__mesh_contacts_add(&contacts, mesh, c->triangle, normal, point);
        }
    }
    float gap;
    pair->result->manifold_count =
        dry__mesh_contacts_finish(&contacts, pair->fixed->rotation, pair->manifolds, &gap);
}

static int32_t write_back(const WeldSet *set, int32_t count)
{
    int32_t written = 0;
    for (int32_t i = 0; i < count; ++i) {
        const WeldContact *last = NULL;
        for (int32_t k = 0; k < set->contact_count; ++k) {
            const WeldContact *c = &set->contacts[k];
            if (c->pair == i && c->state == WELD_VOID) {
                last = c;
                written++;
            }
        }
        if (last != NULL && last->triangle >= 0) {
            write_mesh(set, i);
        } else if (last != NULL) {
            write_convex(set, last);
        }
    }
    return written;
}

int32_t dry__weld(WeldSet *set, const WeldPair *pairs, int32_t count, float unit)
{
    if (!gather(set, pairs, count, unit)) {
        return 0;
    }
    dry__weld_decide(set);
    return set->full ? 0 : write_back(set, count);
}
