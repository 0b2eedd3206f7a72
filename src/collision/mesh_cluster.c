#include "collision/mesh_contact.h"

#define SAME_DIRECTION 0.99966f /* cosine of 1.5 degrees */
/* A body at rest may have to lean on whatever touches once it has tilted by so much, rad. The smaller angle
   is about what its load tilts it by. */
#define NEAR_TILT 0.01f
#define TILT 0.001f
/* A point left out may sink in so much before it is chosen as well, of the mover's size. */
#define UNBORNE 1e-5f

/* Cosines and sines of 22.5 degrees + i * 45 degrees: off the axes, where aligned boxes have ties. */
static const float direction_x[CLUSTER_DIRECTIONS] = {
    0.92387953f, 0.38268343f, -0.38268343f, -0.92387953f, -0.92387953f, -0.38268343f, 0.38268343f, 0.92387953f
};
static const float direction_y[CLUSTER_DIRECTIONS] = {
    0.38268343f, 0.92387953f, 0.92387953f, 0.38268343f, -0.38268343f, -0.92387953f, -0.92387953f, -0.38268343f
};

uint32_t dry__mesh_feature(uint32_t kind, uint32_t a, uint32_t b)
{
    uint32_t h = kind * 0x9e3779b1u ^ a * 0x85ebca77u ^ (b * 0xc2b2ae3du + 0x27d4eb2fu);
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    h *= 0x297a2d39u;
    h ^= h >> 15;
    return h != 0 ? h : 1;
}

uint32_t dry__mesh_edge_id(const DryMesh *mesh, int32_t triangle, int k)
{
    const int32_t *v = mesh->triangles[triangle].vertex;
    uint32_t a = (uint32_t)v[k], b = (uint32_t)v[(k + 1) % 3];
    return a < b ? dry__mesh_feature(0, a, b) : dry__mesh_feature(0, b, a);
}

/* Tells the same corner of a mover on a floor and on a wall apart: the main axis of the normal. */
static uint32_t normal_bucket(DryVec3 n)
{
    DryVec3 a = v3_abs(n);
    int axis = a.x > a.y ? (a.x > a.z ? 0 : 2) : (a.y > a.z ? 1 : 2);
    return (uint32_t)(2 * axis + (v3_get(n, axis) < 0.0f ? 1 : 0));
}

static bool deeper(float separation, int32_t triangle, uint32_t feature, const MeshCluster *than)
{
    if (separation != than->deepest.separation) {
        return separation < than->deepest.separation;
    }
    if (triangle != than->deepest_triangle) {
        return triangle < than->deepest_triangle;
    }
    return feature < than->deepest.feature;
}

/* The cluster for a normal and a material: the closest of those that agree, a new one, or that of the
   shallowest cluster when full. Null: all clusters are deeper. */
static MeshCluster *find_cluster(MeshContacts *contacts, DryVec3 normal, int32_t triangle, uint16_t material,
                                 const MeshPoint *point)
{
    MeshCluster *best = NULL, *shallowest = &contacts->clusters[0];
    float best_dot = SAME_DIRECTION;
    for (int32_t i = 0; i < contacts->count; ++i) {
        MeshCluster *cluster = &contacts->clusters[i];
        float dot = v3_dot(cluster->normal, normal);
        if (dot > best_dot && cluster->material == material) {
            best_dot = dot;
            best = cluster;
        }
        if (deeper(shallowest->deepest.separation, shallowest->deepest_triangle, shallowest->deepest.feature,
                   cluster)) {
            shallowest = cluster;
        }
    }
    if (best) {
        return best;
    }
    if (contacts->count < CLUSTER_MAX) {
        best = &contacts->clusters[contacts->count++];
    } else if (deeper(point->separation, triangle, point->feature, shallowest)) {
        best = shallowest;
    } else {
        return NULL;
    }
    best->normal = normal;
    best->material = material;
    v3_basis(normal, &best->t1, &best->t2);
    best->deepest.separation = INFINITY;
    for (int i = 0; i < CLUSTER_DIRECTIONS; ++i) {
        best->reach[i] = best->tilted_reach[i] = -INFINITY;
    }
    return best;
}

/* Keeps the point that reaches farthest. */
static void keep_farther(float reach, const MeshPoint *point, float *most, MeshPoint *kept)
{
    if (reach > *most || (reach == *most && point->feature < kept->feature)) {
        *most = reach;
        *kept = *point;
    }
}

static void list_raw(MeshRawList *list, int32_t triangle, DryVec3 normal, MeshPoint point)
{
    if (list->count == list->room) {
        list->full = true;
        return;
    }
    list->items[list->count++] = (MeshRaw){ triangle, normal, point };
}

void dry__mesh_contacts_add(MeshContacts *contacts, const DryMesh *mesh, int32_t triangle, DryVec3 normal,
                            MeshPoint point)
{
    if (contacts->raw != NULL) {
        list_raw(contacts->raw, triangle, normal, point);
        return;
    }
    contacts->boundary |= mesh->triangles[triangle].at_boundary != 0 ? (uint16_t)MANIFOLD_BOUNDARY : 0u;
    uint16_t material = mesh->materials ? mesh->materials[triangle] : 0;
    MeshCluster *cluster = find_cluster(contacts, normal, triangle, material, &point);
    if (!cluster) {
        return;
    }
    point.feature = dry__mesh_feature(0, point.feature, normal_bucket(normal));
    if (cluster->deepest.separation == INFINITY ||
        deeper(point.separation, triangle, point.feature, cluster)) {
        cluster->deepest = point;
        cluster->deepest_normal = normal;
        cluster->deepest_triangle = triangle;
    }
    float x = v3_dot(point.position, cluster->t1), y = v3_dot(point.position, cluster->t2);
    for (int i = 0; i < CLUSTER_DIRECTIONS; ++i) {
        float reach = x * direction_x[i] + y * direction_y[i];
        keep_farther(reach, &point, &cluster->reach[i], &cluster->extreme[i]);
        keep_farther(TILT * reach - point.separation, &point, &cluster->tilted_reach[i], &cluster->tilted[i]);
    }
}

enum {
    CANDIDATE_MAX = 2 * CLUSTER_DIRECTIONS + 1,
    CHOSEN_MAX = 2 * MANIFOLD_MAX_POINTS
};

/* Points of the cluster, each feature once. */
static int32_t collect_candidates(const MeshCluster *cluster, MeshPoint *candidates)
{
    int32_t count = 0;
    candidates[count++] = cluster->deepest;
    for (int i = 0; i < 2 * CLUSTER_DIRECTIONS; ++i) {
        const MeshPoint *point =
            i < CLUSTER_DIRECTIONS ? &cluster->extreme[i] : &cluster->tilted[i - CLUSTER_DIRECTIONS];
        int32_t k = 0;
        while (k < count && candidates[k].feature != point->feature) {
            ++k;
        }
        if (k == count) {
            candidates[count++] = *point;
        } else if (point->separation < candidates[k].separation) {
            candidates[k] = *point;
        }
    }
    return count;
}

/* Index of the candidate that is farthest along the cluster's first direction among those about as deep as
   the deepest: at rest the same point every step, whatever rounding does to the depths. */
static int32_t first_point(const MeshCluster *cluster, const MeshPoint *points, int32_t count,
                           float tolerance)
{
    int32_t best = -1;
    float best_reach = 0.0f, limit = cluster->deepest.separation + tolerance;
    for (int32_t i = 0; i < count; ++i) {
        float reach = v3_dot(points[i].position, v3_mad(cluster->t1, cluster->t2, 0.5f));
        bool better = best < 0 || reach > best_reach ||
                      (reach == best_reach && points[i].feature < points[best].feature);
        if (points[i].separation <= limit && better) {
            best = i;
            best_reach = reach;
        }
    }
    return best;
}

static int32_t farthest_point(const MeshPoint *points, int32_t count, int32_t from, float min_distance)
{
    int32_t best = -1;
    float best_distance = min_distance * min_distance;
    for (int32_t i = 0; i < count; ++i) {
        float distance = v3_length_squared(v3_sub(points[i].position, points[from].position));
        if (distance > best_distance ||
            (best >= 0 && distance == best_distance && points[i].feature < points[best].feature)) {
            best = i;
            best_distance = distance;
        }
    }
    return best;
}

/* How far a point lies to the left of the line a -> b in the plane. */
static float beside_line(const MeshCluster *cluster, DryVec3 a, DryVec3 b, DryVec3 point)
{
    DryVec3 across = v3_normalize(v3_cross(cluster->normal, v3_sub(b, a)));
    return v3_dot(v3_sub(point, a), across);
}

/* The point farthest to the left of the line a -> b, by more than *distance, which becomes its distance; side
 * -1: to the right. */
static int32_t sideways_point(const MeshCluster *cluster, const MeshPoint *points, int32_t count, int32_t a,
                              int32_t b, float side, float *distance)
{
    int32_t best = -1;
    for (int32_t i = 0; i < count; ++i) {
        float d = side * beside_line(cluster, points[a].position, points[b].position, points[i].position);
        if (d > *distance || (best >= 0 && d == *distance && points[i].feature < points[best].feature)) {
            best = i;
            *distance = d;
        }
    }
    return best;
}

/* The point farthest outside a triangle whose first side has all points to one side of it. Left out, a corner
   would sink in while the body rests on others, and be pushed up again once it is chosen: work from nowhere,
   for ever. */
static int32_t outer_point(const MeshCluster *cluster, const MeshPoint *points, int32_t count,
                           const int32_t triangle[3], float side, float min_distance)
{
    float distance = min_distance;
    int32_t one = sideways_point(cluster, points, count, triangle[1], triangle[2], -side, &distance);
    int32_t other = sideways_point(cluster, points, count, triangle[2], triangle[0], -side, &distance);
    return other >= 0 ? other : one;
}

/* Points that span as much as they can. Returns how many. */
static int32_t choose_points(const MeshCluster *cluster, const MeshPoint *points, int32_t count, float size,
                             int32_t chosen[MANIFOLD_MAX_POINTS])
{
    float min_distance = 0.01f * size, inside = 0.0f;
    int32_t kept = 1;
    chosen[0] = first_point(cluster, points, count, f_min(5e-4f, min_distance));
    chosen[1] = farthest_point(points, count, chosen[0], min_distance);
    if (chosen[1] < 0) {
        return kept;
    }
    kept = 2;
    for (int k = 0; k < 2; ++k) {
        float side = k == 0 ? 1.0f : -1.0f, distance = min_distance;
        int32_t i = sideways_point(cluster, points, count, chosen[0], chosen[1], side, &distance);
        if (i >= 0) {
            chosen[kept++] = i;
            inside = side;
        }
    }
    if (kept == 3) {
        int32_t i = outer_point(cluster, points, count, chosen, inside, min_distance);
        if (i >= 0) {
            chosen[kept++] = i;
        }
    }
    return kept;
}

/* Brings the points that may soon bear the body to the front; returns how many. */
static int32_t near_points(const MeshCluster *cluster, float size, MeshPoint *points, int32_t count)
{
    int32_t near = 0;
    for (int32_t i = 0; i < count; ++i) {
        if (points[i].separation <= cluster->deepest.separation + NEAR_TILT * size) {
            MeshPoint point = points[i];
            points[i] = points[near];
            points[near++] = point;
        }
    }
    return near;
}

/* The point farthest from all chosen ones, by more than min_distance. */
static int32_t loneliest_point(const MeshPoint *points, int32_t count, const int32_t *chosen, int32_t kept,
                               float min_distance)
{
    int32_t best = -1;
    float best_distance = min_distance * min_distance;
    for (int32_t i = 0; i < count; ++i) {
        float distance = INFINITY;
        for (int32_t k = 0; k < kept; ++k) {
            DryVec3 d = v3_sub(points[i].position, points[chosen[k]].position);
            distance = f_min(v3_length_squared(d), distance);
        }
        if (distance > best_distance ||
            (best >= 0 && distance == best_distance && points[i].feature < points[best].feature)) {
            best = i;
            best_distance = distance;
        }
    }
    return best;
}

/* What a set of points bears: in each direction, and upright last, how soon its first point touches when the
   body tilts that way. */
typedef struct Borne {
    float reach[CLUSTER_DIRECTIONS + 1];
} Borne;

static void bear(const MeshCluster *cluster, const MeshPoint *point, Borne *borne)
{
    float x = v3_dot(point->position, cluster->t1), y = v3_dot(point->position, cluster->t2);
    for (int i = 0; i < CLUSTER_DIRECTIONS; ++i) {
        float reach = TILT * (x * direction_x[i] + y * direction_y[i]) - point->separation;
        borne->reach[i] = f_max(reach, borne->reach[i]);
    }
    borne->reach[CLUSTER_DIRECTIONS] = f_max(-point->separation, borne->reach[CLUSTER_DIRECTIONS]);
}

/* The point that would sink in deepest, by more than `depth`, on a body that what is borne alone holds up;
   null: none. */
static const MeshPoint *unborne_point(const MeshCluster *cluster, const Borne *borne, float depth)
{
    const MeshPoint *worst = NULL;
    for (int i = 0; i <= CLUSTER_DIRECTIONS; ++i) {
        bool upright = i == CLUSTER_DIRECTIONS;
        float reach = upright ? -cluster->deepest.separation : cluster->tilted_reach[i];
        if (reach - borne->reach[i] > depth) {
            depth = reach - borne->reach[i];
            worst = upright ? &cluster->deepest : &cluster->tilted[i];
        }
    }
    return worst;
}

static int32_t index_of(const MeshPoint *points, uint32_t feature)
{
    int32_t i = 0;
    while (points[i].feature != feature) {
        ++i;
    }
    return i;
}

static bool is_chosen(const int32_t *chosen, int32_t kept, int32_t i)
{
    for (int32_t k = 0; k < kept; ++k) {
        if (chosen[k] == i) {
            return true;
        }
    }
    return false;
}

/* Adds the points that the body leans on as well when its load tilts it, up to a second manifold of them: on
   a ground that is not quite flat more than four corners bear a body in turn. Returns how many there are. */
static int32_t add_unborne_points(const MeshCluster *cluster, float size, const MeshPoint *points,
                                  int32_t chosen[CHOSEN_MAX], int32_t kept)
{
    Borne borne;
    for (int i = 0; i <= CLUSTER_DIRECTIONS; ++i) {
        borne.reach[i] = -INFINITY;
    }
    for (int32_t i = 0; i < kept; ++i) {
        bear(cluster, &points[chosen[i]], &borne);
    }
    const MeshPoint *point;
    while (kept < CHOSEN_MAX && (point = unborne_point(cluster, &borne, UNBORNE * size)) != NULL) {
        bear(cluster, point, &borne);
        int32_t i = index_of(points, point->feature);
        if (!is_chosen(chosen, kept, i)) {
            chosen[kept++] = i;
        }
    }
    return kept;
}

static void write_points(const MeshCluster *cluster, DryQuat rotation, uint16_t flags,
                         const MeshPoint *points, const int32_t *chosen, int32_t count, Manifold *manifold)
{
    manifold->normal = v3_neg(quat_rotate(rotation, cluster->deepest_normal));
    manifold->material = cluster->material;
    manifold->flags = flags;
    manifold->count = count;
    for (int32_t i = 0; i < count; ++i) {
        const MeshPoint *point = &points[chosen[i]];
        manifold->points[i] =
            (ManifoldPoint){ quat_rotate(rotation, point->position), point->separation, point->feature };
    }
}

/* First among the points that touch or nearly do; what is above them follows as far as there is room. What
   else bears the body goes to *more; returns whether anything does. */
static bool write_manifold(const MeshCluster *cluster, float size, DryQuat rotation, uint16_t flags,
                           Manifold *manifold, Manifold *more)
{
    MeshPoint points[CANDIDATE_MAX];
    int32_t count = collect_candidates(cluster, points), chosen[CHOSEN_MAX];
    int32_t near = near_points(cluster, size, points, count);
    int32_t kept = choose_points(cluster, points, near, size, chosen);
    if (near > kept) {
        kept = add_unborne_points(cluster, size, points, chosen, kept);
    }
    while (kept < MANIFOLD_MAX_POINTS && near < count) {
        int32_t i = loneliest_point(points, count, chosen, kept, 0.01f * size);
        if (i < 0) {
            break;
        }
        chosen[kept++] = i;
    }
    int32_t first = kept < MANIFOLD_MAX_POINTS ? kept : MANIFOLD_MAX_POINTS;
    write_points(cluster, rotation, flags, points, chosen, first, manifold);
    if (kept > first) {
        write_points(cluster, rotation, flags, points, chosen + first, kept - first, more);
    }
    return kept > first;
}

int32_t dry__mesh_contacts_finish(MeshContacts *contacts, DryQuat mesh_rotation, Manifold *manifolds,
                                  float *gap)
{
    int32_t written = 0, extra = 0;
    bool used[CLUSTER_MAX] = { false };
    Manifold more[MESH_MANIFOLD_MAX];
    for (; written < MESH_MANIFOLD_MAX && written < contacts->count; ++written) {
        int32_t best = -1;
        for (int32_t i = 0; i < contacts->count; ++i) {
            const MeshCluster *c = &contacts->clusters[i];
            if (!used[i] && (best < 0 || deeper(c->deepest.separation, c->deepest_triangle,
                                                c->deepest.feature, &contacts->clusters[best]))) {
                best = i;
            }
        }
        used[best] = true;
        if (write_manifold(&contacts->clusters[best], contacts->size, mesh_rotation, contacts->boundary,
                           &manifolds[written], &more[extra])) {
            ++extra;
        }
        if (written == 0) {
            float separation = contacts->clusters[best].deepest.separation;
            contacts->gap = separation <= 0.0f ? separation : f_min(contacts->gap, separation);
        }
    }
    for (int32_t i = 0; i < extra && written < MESH_MANIFOLD_MAX; ++i) {
        manifolds[written++] = more[i];
    }
    *gap = contacts->gap;
    return written;
}
