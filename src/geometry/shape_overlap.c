/* One shape against a box along the world's axes about the origin. */
#include "geometry/convex_distance.h"
#include "geometry/mesh.h"
#include "geometry/shape.h"

static double beyond(double x, double half)
{
    return x > half ? x - half : x < -half ? x + half : 0.0;
}

static double box_distance2(D3 p, D3 half)
{
    double x = beyond(p.x, half.x), y = beyond(p.y, half.y), z = beyond(p.z, half.z);
    return x * x + y * y + z * z;
}

/* Half the derivative of the squared distance along a + t d: it never falls, and is linear between the places
   where the line crosses a face's plane. */
static double box_slope(D3 a, D3 d, D3 half, double t)
{
    return beyond(a.x + t * d.x, half.x) * d.x + beyond(a.y + t * d.y, half.y) * d.y +
           beyond(a.z + t * d.z, half.z) * d.z;
}

static double segment_box_distance2(D3 a, D3 d, D3 half)
{
    const double start[3] = { a.x, a.y, a.z }, rate[3] = { d.x, d.y, d.z }, h[3] = { half.x, half.y, half.z };
    double low = 0.0, high = 1.0, low_slope = box_slope(a, d, half, 0.0),
           high_slope = box_slope(a, d, half, 1.0);
    if (low_slope >= 0.0) {
        return box_distance2(a, half);
    }
    if (high_slope <= 0.0) {
        return box_distance2(d3_add(a, d), half);
    }
    for (int k = 0; k < 6; ++k) {
        double r = rate[k / 2], face = (k & 1) != 0 ? h[k / 2] : -h[k / 2];
        double t = r != 0.0 ? (face - start[k / 2]) / r : -1.0;
        if (t > low && t < high) {
            double slope = box_slope(a, d, half, t);
            if (slope < 0.0) {
                low = t;
                low_slope = slope;
            } else {
                high = t;
                high_slope = slope;
            }
        }
    }
    double t = low + (high - low) * (-low_slope / (high_slope - low_slope));
    return box_distance2(d3_mad(a, d, t), half);
}

/* A convex body with flat faces in the box's frame. */
typedef struct Polytope {
    const HullData *hull;
    D33 r;
    D3 at;
} Polytope;

static D3 polytope_vertex(const Polytope *body, int32_t i)
{
    const HullData *hull = body->hull;
    return d3_add(d33_mul(&body->r, d3((double)hull->vx[i], (double)hull->vy[i], (double)hull->vz[i])),
                  body->at);
}

/* True when the two do not touch along this axis, either way round. */
static bool apart(const Polytope *body, D3 half, D3 axis)
{
    double low = 1e300, high = -1e300;
    D3 local = d33_mul_transposed(&body->r, axis);
    const HullData *hull = body->hull;
    for (int32_t i = 0; i < hull->vertex_count; ++i) {
        double x =
            local.x * (double)hull->vx[i] + local.y * (double)hull->vy[i] + local.z * (double)hull->vz[i];
        low = d_min(low, x);
        high = d_max(high, x);
    }
    double shift = d3_dot(axis, body->at);
    double reach = fabs(axis.x) * half.x + fabs(axis.y) * half.y + fabs(axis.z) * half.z;
    return low + shift > reach || high + shift < -reach;
}

/* All separating axes: the box's, the body's faces, and the products of their edges. */
static bool polytope_touches_box(const Polytope *body, D3 half)
{
    const D3 axes[3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    const HullData *hull = body->hull;
    for (int k = 0; k < 3; ++k) {
        if (apart(body, half, axes[k])) {
            return false;
        }
    }
    for (int32_t i = 0; i < hull->face_count; ++i) {
        D3 n = d33_mul(&body->r, d3((double)hull->fx[i], (double)hull->fy[i], (double)hull->fz[i]));
        /* the plane supports the body: its far side is never needed to tell them apart */
        double reach = fabs(n.x) * half.x + fabs(n.y) * half.y + fabs(n.z) * half.z;
        if (-reach > (double)hull->fo[i] + d3_dot(n, body->at)) {
            return false;
        }
    }
    for (int32_t i = 0; i < hull->edge_count; ++i) {
        D3 d = d3_sub(polytope_vertex(body, hull->edge_head[i]), polytope_vertex(body, hull->edge_tail[i]));
        for (int k = 0; k < 3; ++k) {
            D3 axis = d3_cross(d, axes[k]);
            /* a nearly parallel pair has no axis of its own */
            if (d3_dot(axis, axis) > 1e-12 * d3_dot(d, d) && apart(body, half, axis)) {
                return false;
            }
        }
    }
    return true;
}

static bool mesh_touches_box(const DryMesh *mesh, DryFrame frame, DryVec3 half)
{
    DryFrame inverse;
    inverse.rotation = quat_conjugate(frame.rotation);
    inverse.position = v3_neg(quat_rotate(inverse.rotation, frame.position));
    return dry__mesh_overlaps_box(mesh, inverse, half);
}

static bool smooth_touches_box(const ShapeGeometry *shape, D33 r, D3 at, DryVec3 half)
{
    BoxHull own, other;
    D33 world = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    ShapeGeometry box = { .kind = SHAPE_BOX, .u.box.half = half };
    Convex a = dry__convex_from(shape, r, at, &own),
           b = dry__convex_from(&box, world, d3(0.0, 0.0, 0.0), &other);
    ConvexGap gap;
    return dry__convex_gap(&a, &b, 0.0, &gap);
}

bool dry__shape_overlaps_box(const ShapeGeometry *shape, DryFrame frame, DryVec3 half)
{
    D3 at = d3_from(frame.position), h = d3_from(half);
    D33 r = d33_from_quat(frame.rotation);
    switch (shape->kind) {
    case SHAPE_SPHERE: {
        double radius = (double)shape->u.sphere.radius;
        return box_distance2(at, h) <= radius * radius;
    }
    case SHAPE_CAPSULE: {
        double radius = (double)shape->u.capsule.radius;
        D3 arm = d3_scale(r.cy, (double)shape->u.capsule.half_height);
        return segment_box_distance2(d3_sub(at, arm), d3_scale(arm, 2.0), h) <= radius * radius;
    }
    case SHAPE_BOX: {
        BoxHull box;
        dry__hull_from_box(&box, shape->u.box.half);
        Polytope body = { &box.data, r, at };
        return polytope_touches_box(&body, h);
    }
    case SHAPE_HULL: {
        Polytope body = { &shape->u.hull->data, r, at };
        return polytope_touches_box(&body, h);
    }
    case SHAPE_CYLINDER:
    case SHAPE_CONE:
    case SHAPE_TAPERED_CAPSULE:
    case SHAPE_ELLIPSOID:
    case SHAPE_ROUNDED_BOX:
        return smooth_touches_box(shape, r, at, half);
    case SHAPE_MESH:
        return mesh_touches_box(shape->u.mesh.mesh, frame, half);
    case SHAPE_HALF_SPACE:
        return -(fabs(r.cy.x) * h.x + fabs(r.cy.y) * h.y + fabs(r.cy.z) * h.z) <= d3_dot(r.cy, at);
    default:
        return false;
    }
}
