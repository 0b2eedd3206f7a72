#include "geometry/mesh.h"
#include "geometry/tree_ray.h"

enum {
    LEAF_LANES = 8
};

void dry__mesh_query(const DryMesh *mesh, DryVec3 lower, DryVec3 upper, MeshLeafFn *visit, void *context)
{
    int32_t stack[MESH_TREE_DEPTH + 2];
    int depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const MeshNode *node = &mesh->nodes[stack[--depth]];
        bool overlap = node->lower[0] <= upper.x && lower.x <= node->upper[0] && node->lower[1] <= upper.y &&
                       lower.y <= node->upper[1] && node->lower[2] <= upper.z && lower.z <= node->upper[2];
        if (!overlap) {
            continue;
        }
        if (node->leaf == 0) {
            stack[depth++] = node->first + 1;
            stack[depth++] = node->first;
        } else if (!visit(&mesh->leaves[node->first], context)) {
            return;
        }
    }
}

/* Watertight ray and triangle after Woop, Benthin and Wald 2013: the ray is sheared onto the z axis and the
   signs of the edge functions decide. All in double, where an edge function of two triangles that share the
   edge differs in sign only, whatever the rounding; a ray on the edge (zero) hits both. */
typedef struct ShearedRay {
    double origin[3];
    double shear[3];
    int kx, ky, kz;
} ShearedRay;

static bool shear_ray(ShearedRay *ray, DryVec3 origin, DryVec3 translation)
{
    const double d[3] = { (double)translation.x, (double)translation.y, (double)translation.z };
    ray->kz = fabs(d[0]) > fabs(d[1]) ? (fabs(d[0]) > fabs(d[2]) ? 0 : 2) : (fabs(d[1]) > fabs(d[2]) ? 1 : 2);
    ray->kx = (ray->kz + 1) % 3;
    ray->ky = (ray->kz + 2) % 3;
    if (d[ray->kz] == 0.0) {
        return false;
    }
    ray->origin[0] = (double)origin.x;
    ray->origin[1] = (double)origin.y;
    ray->origin[2] = (double)origin.z;
    ray->shear[0] = d[ray->kx] / d[ray->kz];
    ray->shear[1] = d[ray->ky] / d[ray->kz];
    ray->shear[2] = 1.0 / d[ray->kz];
    return true;
}

/* Fraction at which the ray's line meets lane `lane` of the leaf. */
static bool line_hits(const ShearedRay *ray, const MeshLeaf *leaf, int lane, double *fraction)
{
    double x[3], y[3], z[3];
    for (int k = 0; k < 3; ++k) {
        z[k] = (double)leaf->v[k][ray->kz][lane] - ray->origin[ray->kz];
        x[k] = (double)leaf->v[k][ray->kx][lane] - ray->origin[ray->kx] - ray->shear[0] * z[k];
        y[k] = (double)leaf->v[k][ray->ky][lane] - ray->origin[ray->ky] - ray->shear[1] * z[k];
    }
    double u = x[2] * y[1] - y[2] * x[1];
    double v = x[0] * y[2] - y[0] * x[2];
    double w = x[1] * y[0] - y[1] * x[0];
    bool negative = u < 0.0 || v < 0.0 || w<0.0, positive = u> 0.0 || v > 0.0 || w > 0.0;
    double sum = u + v + w;
    if ((negative && positive) || sum == 0.0) {
        return false;
    }
    *fraction = (u * z[0] + v * z[1] + w * z[2]) / sum * ray->shear[2];
    return true;
}

typedef struct RayCast {
    const DryMesh *mesh;
    ShearedRay ray;
    DryVec3 translation;
    double limit;
    int32_t triangle; /* of the closest hit so far, or -1 */
} RayCast;

static void cast_at_leaf(RayCast *cast, const MeshLeaf *leaf)
{
    for (int lane = 0; lane < LEAF_LANES && leaf->triangle[lane] >= 0; ++lane) {
        int32_t triangle = leaf->triangle[lane];
        double fraction;
        bool outside =
            cast->mesh->two_sided || v3_dot(cast->mesh->normals[triangle], cast->translation) < 0.0f;
        if (!outside || !line_hits(&cast->ray, leaf, lane, &fraction) || fraction < 0.0) {
            continue;
        }
        bool tie = fraction == cast->limit && (cast->triangle < 0 || triangle < cast->triangle);
        if (fraction < cast->limit || tie) {
            cast->limit = fraction;
            cast->triangle = triangle;
        }
    }
}

static double node_enter(const MeshNode *node, const TreeRay *ray, double limit)
{
    double enter = 0.0, leave = limit;
    for (int axis = 0; axis < 3; ++axis) {
        tree_ray_clip(ray, axis, (double)node->lower[axis], (double)node->upper[axis], &enter, &leave);
    }
    return enter <= leave ? enter : HUGE_VAL;
}

static void cast_through_tree(RayCast *cast, const TreeRay *ray)
{
    const MeshNode *nodes = cast->mesh->nodes;
    int32_t stack[MESH_TREE_DEPTH + 2];
    double enter[MESH_TREE_DEPTH + 2];
    int depth = 0;
    enter[0] = node_enter(&nodes[0], ray, cast->limit);
    stack[depth++] = 0;
    while (depth > 0) {
        const MeshNode *node = &nodes[stack[--depth]];
        if (!(enter[depth] <= cast->limit)) {
            continue;
        }
        if (node->leaf != 0) {
            cast_at_leaf(cast, &cast->mesh->leaves[node->first]);
            continue;
        }
        double left = node_enter(&nodes[node->first], ray, cast->limit);
        double right = node_enter(&nodes[node->first + 1], ray, cast->limit);
        bool left_first = left <= right;
        stack[depth] = left_first ? node->first + 1 : node->first;
        enter[depth++] = left_first ? right : left;
        stack[depth] = left_first ? node->first : node->first + 1;
        enter[depth++] = left_first ? left : right;
    }
}

bool dry__mesh_cast_ray(const DryMesh *mesh, DryVec3 origin, DryVec3 translation, float max_fraction,
                        ShapeRayHit *hit)
{
    RayCast cast = {
        .mesh = mesh, .translation = translation, .limit = (double)max_fraction, .triangle = -1
    };
    if (!shear_ray(&cast.ray, origin, translation)) {
        return false;
    }
    TreeRay ray = tree_ray(dry_pos((double)origin.x, (double)origin.y, (double)origin.z), translation);
    cast_through_tree(&cast, &ray);
    if (cast.triangle < 0) {
        return false;
    }
    DryVec3 normal = mesh->normals[cast.triangle];
    hit->fraction = (float)cast.limit;
    hit->normal = v3_dot(normal, translation) > 0.0f ? v3_neg(normal) : normal;
    hit->triangle = cast.triangle;
    return true;
}

typedef struct BoxOverlap {
    DryMat3 axes; /* of the box, in the mesh frame */
    DryVec3 center, half;
    bool found;
} BoxOverlap;

/* Separating axes of a triangle, given in the box's frame, and the box: 3 faces, the triangle's plane, 9
 * cross products. */
static bool axis_separates(DryVec3 axis, const DryVec3 p[3], DryVec3 half)
{
    float reach = v3_dot(half, v3_abs(axis));
    float a = v3_dot(axis, p[0]), b = v3_dot(axis, p[1]), c = v3_dot(axis, p[2]);
    return f_min(f_min(a, b), c) > reach || f_max(f_max(a, b), c) < -reach;
}

static bool triangle_touches_box(const DryVec3 p[3], DryVec3 half)
{
    const DryVec3 unit[3] = { v3(1.0f, 0.0f, 0.0f), v3(0.0f, 1.0f, 0.0f), v3(0.0f, 0.0f, 1.0f) };
    const DryVec3 edge[3] = { v3_sub(p[1], p[0]), v3_sub(p[2], p[1]), v3_sub(p[0], p[2]) };
    if (axis_separates(v3_cross(edge[0], edge[1]), p, half)) {
        return false;
    }
    for (int i = 0; i < 3; ++i) {
        if (axis_separates(unit[i], p, half)) {
            return false;
        }
        for (int k = 0; k < 3; ++k) {
            if (axis_separates(v3_cross(unit[i], edge[k]), p, half)) {
                return false;
            }
        }
    }
    return true;
}

static bool overlap_at_leaf(const MeshLeaf *leaf, void *context)
{
    BoxOverlap *overlap = context;
    for (int lane = 0; lane < LEAF_LANES && leaf->triangle[lane] >= 0; ++lane) {
        DryVec3 p[3];
        for (int k = 0; k < 3; ++k) {
            DryVec3 v = v3(leaf->v[k][0][lane], leaf->v[k][1][lane], leaf->v[k][2][lane]);
            p[k] = mat3_mul_transposed(&overlap->axes, v3_sub(v, overlap->center));
        }
        if (triangle_touches_box(p, overlap->half)) {
            overlap->found = true;
            return false;
        }
    }
    return true;
}

bool dry__mesh_overlaps_box(const DryMesh *mesh, DryFrame frame, DryVec3 half)
{
    BoxOverlap overlap = { .axes = mat3_from_quat(frame.rotation), .center = frame.position, .half = half };
    DryVec3 reach =
        v3_add(v3_add(v3_scale(v3_abs(overlap.axes.cx), half.x), v3_scale(v3_abs(overlap.axes.cy), half.y)),
               v3_scale(v3_abs(overlap.axes.cz), half.z));
    /* rounding of the reach and of the sums below */
    reach = v3_mad(v3_scale(reach, 1.0f + 1e-6f), v3_abs(frame.position), 2e-7f);
    dry__mesh_query(mesh, v3_sub(frame.position, reach), v3_add(frame.position, reach), overlap_at_leaf,
                    &overlap);
    return overlap.found;
}
