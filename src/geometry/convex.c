#include "geometry/convex.h"

static void set_polytope(Convex *c, const HullData *hull)
{
    c->hull = hull;
    c->center = convex_point(c, d3_from(hull->center));
    c->inner = (double)hull->inner_radius + c->radius;
    c->reach = d3_length(d3_from(hull->center)) + (double)hull->outer_radius + c->radius;
}

static void set_frustum(Convex *c, const ShapeGeometry *g)
{
    c->size[0] = (double)g->u.frustum.half_height;
    c->size[1] = (double)g->u.frustum.bottom;
    c->size[2] = (double)g->u.frustum.top;
    c->reach = c->size[0] + d_max(c->size[1], c->size[2]);
    c->inner = (double)dry__shape_inner_radius(g);
}

/* The smaller of the two balls is the ball of the sum. */
static void set_tapered(Convex *c, const ShapeGeometry *g)
{
    double bottom = (double)g->u.frustum.bottom, top = (double)g->u.frustum.top;
    c->size[0] = (double)g->u.frustum.half_height;
    c->radius = d_min(bottom, top);
    c->size[1] = bottom - c->radius;
    c->size[2] = top - c->radius;
    c->reach = c->size[0] + d_max(bottom, top);
    c->inner = d_max(bottom, top);
}

static void set_ellipsoid(Convex *c, DryVec3 radii)
{
    c->size[0] = (double)radii.x;
    c->size[1] = (double)radii.y;
    c->size[2] = (double)radii.z;
    c->reach = d_max(c->size[0], d_max(c->size[1], c->size[2]));
    c->inner = d_min(c->size[0], d_min(c->size[1], c->size[2]));
}

Convex dry__convex_from(const ShapeGeometry *g, D33 axes, D3 at, BoxHull *box)
{
    Convex c = { .kind = (int)g->kind, .axes = axes, .at = at, .center = at };
    switch (g->kind) {
    case SHAPE_SPHERE:
        c.radius = c.inner = c.reach = (double)g->u.sphere.radius;
        break;
    case SHAPE_CAPSULE:
        c.radius = c.inner = (double)g->u.capsule.radius;
        c.size[0] = (double)g->u.capsule.half_height;
        c.reach = c.radius + c.size[0];
        break;
    case SHAPE_BOX:
        dry__hull_from_box(box, g->u.box.half);
        set_polytope(&c, &box->data);
        break;
    case SHAPE_HULL:
        set_polytope(&c, &g->u.hull->data);
        break;
    case SHAPE_CYLINDER:
    case SHAPE_CONE:
        set_frustum(&c, g);
        break;
    case SHAPE_TAPERED_CAPSULE:
        set_tapered(&c, g);
        break;
    case SHAPE_ELLIPSOID:
        set_ellipsoid(&c, g->u.ellipsoid.radii);
        break;
    case SHAPE_ROUNDED_BOX:
        c.radius = (double)g->u.rounded_box.radius;
        dry__hull_from_box(box, g->u.rounded_box.half);
        set_polytope(&c, &box->data);
        break;
    default:
        break;
    }
    return c;
}

Convex dry__convex_triangle(const DryVec3 corner[3], double inner)
{
    Convex c = { .kind = CONVEX_TRIANGLE, .corner = corner, .inner = inner };
    c.axes.cx.x = c.axes.cy.y = c.axes.cz.z = 1.0;
    D3 sum = d3_add(d3_from(corner[0]), d3_add(d3_from(corner[1]), d3_from(corner[2])));
    c.center = d3_scale(sum, 1.0 / 3.0);
    c.at = c.center;
    for (int k = 0; k < 3; ++k) {
        c.reach = d_max(d3_length(d3_sub(d3_from(corner[k]), c.at)), c.reach);
    }
    return c;
}

int32_t dry__convex_farthest_vertex(const HullData *hull, D3 d)
{
    int32_t best = 0;
    double most = -1e300;
    for (int32_t i = 0; i < hull->vertex_count; ++i) {
        double x = d.x * (double)hull->vx[i] + d.y * (double)hull->vy[i] + d.z * (double)hull->vz[i];
        if (x > most) {
            most = x;
            best = i;
        }
    }
    return best;
}

static int farthest_corner(const DryVec3 corner[3], D3 d)
{
    double x[3];
    for (int k = 0; k < 3; ++k) {
        x[k] = d3_dot(d, d3_from(corner[k]));
    }
    int best = x[1] > x[0] ? 1 : 0;
    return x[2] > x[best] ? 2 : best;
}

D3 dry__convex_rim_point(double radius, double y, D3 d)
{
    double across = sqrt(d.x * d.x + d.z * d.z), length = across + fabs(d.y);
    if (!(across > 1e-12 * length)) {
        return d3(0.0, y, 0.0);
    }
    return d3(radius * d.x / across, y, radius * d.z / across);
}

static D3 frustum_support(const Convex *c, D3 d)
{
    double across = sqrt(d.x * d.x + d.z * d.z), h = c->size[0];
    bool above = 2.0 * h * d.y + (c->size[2] - c->size[1]) * across >= 0.0;
    return dry__convex_rim_point(above ? c->size[2] : c->size[1], above ? h : -h, d);
}

static D3 tapered_support(const Convex *c, D3 d)
{
    double length = d3_length(d), h = c->size[0];
    bool above = 2.0 * h * d.y + (c->size[2] - c->size[1]) * length >= 0.0;
    double radius = above ? c->size[2] : c->size[1];
    return d3_mad(d3(0.0, above ? h : -h, 0.0), d, radius / length);
}

static D3 ellipsoid_support(const Convex *c, D3 d)
{
    D3 s = d3(c->size[0] * d.x, c->size[1] * d.y, c->size[2] * d.z);
    double length = d3_length(s);
    return d3(c->size[0] * s.x / length, c->size[1] * s.y / length, c->size[2] * s.z / length);
}

D3 dry__convex_support(const Convex *c, D3 d)
{
    if (c->kind == CONVEX_TRIANGLE) {
        return d3_from(c->corner[farthest_corner(c->corner, d)]);
    }
    D3 local = d33_mul_transposed(&c->axes, d), p = d3(0.0, 0.0, 0.0);
    switch ((ShapeKind)c->kind) {
    case SHAPE_CAPSULE:
        p.y = local.y >= 0.0 ? c->size[0] : -c->size[0];
        break;
    case SHAPE_CYLINDER:
    case SHAPE_CONE:
        p = frustum_support(c, local);
        break;
    case SHAPE_TAPERED_CAPSULE:
        p = tapered_support(c, local);
        break;
    case SHAPE_ELLIPSOID:
        p = ellipsoid_support(c, local);
        break;
    case SHAPE_BOX:
    case SHAPE_HULL:
    case SHAPE_ROUNDED_BOX:
        return convex_vertex(c, dry__convex_farthest_vertex(c->hull, local));
    default:
        break;
    }
    return d3_add(c->at, d33_mul(&c->axes, p));
}
