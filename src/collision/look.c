#include "collision/look.h"

/* ---- flat parts ---- */

enum {
    ID_VERTEX = 1 << 16, /* ids of points: what they are, and which */
    ID_LOWEST = 2 << 16,
    ID_END = 3 << 16
};

int dry__flat_count(const Convex *c)
{
    if (c->kind == CONVEX_TRIANGLE) {
        return 1;
    }
    return c->hull != NULL ? c->hull->face_count : convex_is_frustum(c) ? 2 : 0;
}

static D3 triangle_normal(const Convex *c)
{
    D3 p = d3_from(c->corner[0]);
    return d3_normalize(d3_cross(d3_sub(d3_from(c->corner[1]), p), d3_sub(d3_from(c->corner[2]), p)));
}

D3 dry__flat_normal(const Convex *c, int flat)
{
    if (c->hull != NULL) {
        D3 n = d3((double)c->hull->fx[flat], (double)c->hull->fy[flat], (double)c->hull->fz[flat]);
        return d3_normalize(d33_mul(&c->axes, n));
    }
    if (c->kind == CONVEX_TRIANGLE) {
        return triangle_normal(c);
    }
    return flat == 0 ? d3_scale(c->axes.cy, -1.0) : c->axes.cy;
}

static Look hull_face(const Convex *c, int face)
{
    Look look = { .kind = LOOK_POLYGON, .normal = dry__flat_normal(c, face) };
    for (int32_t k = c->hull->face_start[face]; k < c->hull->face_start[face + 1]; ++k) {
        int32_t vertex = c->hull->loop_vertex[k];
        look.point[look.count] = d3_mad(convex_vertex(c, vertex), look.normal, c->radius);
        look.id[look.count++] = ID_VERTEX + (uint32_t)vertex;
    }
    look.lowest = look.point[0];
    look.lowest_id = look.id[0];
    return look;
}

static Look triangle_face(const Convex *c)
{
    Look look = { .kind = LOOK_POLYGON, .count = 3, .normal = triangle_normal(c) };
    for (uint32_t k = 0; k < 3; ++k) {
        look.point[k] = d3_from(c->corner[k]);
        look.id[k] = ID_VERTEX + k;
    }
    look.lowest = look.point[0];
    look.lowest_id = look.id[0];
    return look;
}

static Look cap(const Convex *c, int flat)
{
    Look look = { .kind = LOOK_DISC, .normal = dry__flat_normal(c, flat) };
    look.radius = flat == 0 ? c->size[1] : c->size[2];
    look.point[0] = look.lowest = d3_mad(c->at, look.normal, c->size[0]);
    look.lowest_id = ID_LOWEST + (uint32_t)flat;
    look.count = 1;
    look.id[0] = look.lowest_id;
    return look;
}

Look dry__look_flat(const Convex *c, int flat)
{
    return c->hull != NULL              ? hull_face(c, flat)
           : c->kind == CONVEX_TRIANGLE ? triangle_face(c)
                                        : cap(c, flat);
}

double dry__flat_height(const Convex *c, int flat, D3 normal)
{
    double height = d3_dot(normal, c->at);
    if (c->hull != NULL) {
        return height + (double)c->hull->fo[flat] + c->radius;
    }
    return c->kind == CONVEX_TRIANGLE ? d3_dot(normal, d3_from(c->corner[0])) : height + c->size[0];
}

/* ---- what is seen along a direction ---- */

static Look look_point(D3 p, uint32_t id)
{
    Look look = { .kind = LOOK_POINT, .count = 1, .lowest = p, .lowest_id = id };
    look.point[0] = p;
    look.id[0] = id;
    return look;
}

static Look look_segment(D3 p, D3 q, D3 d)
{
    Look look = { .kind = LOOK_SEGMENT, .count = 2 };
    bool first = d3_dot(p, d) >= d3_dot(q, d);
    look.point[0] = p;
    look.point[1] = q;
    look.id[0] = ID_END;
    look.id[1] = ID_END + 1;
    look.lowest = first ? p : q;
    look.lowest_id = look.id[first ? 0 : 1];
    return look;
}

/* The mantle's line at the azimuth of d, given in the shape's frame as `local`. */
static Look mantle_line(const Convex *c, D3 local, D3 d)
{
    D3 p = dry__convex_rim_point(c->size[1], -c->size[0], local),
       q = dry__convex_rim_point(c->size[2], c->size[0], local);
    return look_segment(convex_point(c, p), convex_point(c, q), d);
}

/* Sine of the angle by which d rises from the mantle's normal towards the top; *facing: its cosine. */
static double mantle_tilt(const Convex *c, D3 local, double *facing)
{
    double across = sqrt(local.x * local.x + local.z * local.z);
    double rise = 2.0 * c->size[0], shrink = c->size[1] - c->size[2];
    double slope = sqrt(rise * rise + shrink * shrink);
    *facing = (across * rise + local.y * shrink) / slope;
    return (local.y * rise - across * shrink) / slope;
}

static Look frustum_look(const Convex *c, D3 local, D3 d)
{
    double facing;
    (void)mantle_tilt(c, local, &facing);
    int end = local.y > 0.0 ? 1 : 0;
    if (fabs(local.y) < facing) {
        return mantle_line(c, local, d);
    }
    D3 lowest = end == 1 ? dry__convex_rim_point(c->size[2], c->size[0], local)
                         : dry__convex_rim_point(c->size[1], -c->size[0], local);
    if (!(c->size[1 + end] > 0.0)) {
        return look_point(convex_point(c, d3(0.0, lowest.y, 0.0)), ID_LOWEST + (uint32_t)end);
    }
    Look look = cap(c, end);
    look.lowest = convex_point(c, lowest);
    return look;
}

/* The two balls' farthest points, where d is within half a right angle of the line that touches both. */
static Look balls_look(const Convex *c, D3 local, D3 d, double limit)
{
    double rise = 2.0 * c->size[0], grow = c->size[2] - c->size[1];
    double along = (local.y * rise + grow) / rise; /* 0 where both balls reach equally far */
    D3 p = d3_mad(convex_point(c, d3(0.0, -c->size[0], 0.0)), d, c->size[1] + c->radius);
    D3 q = d3_mad(convex_point(c, d3(0.0, c->size[0], 0.0)), d, c->size[2] + c->radius);
    if (fabs(along) < limit) {
        return look_segment(p, q, d);
    }
    return along > 0.0 ? look_point(q, ID_END + 1) : look_point(p, ID_END);
}

static Look hull_look(const Convex *c, D3 local, D3 d)
{
    int32_t best = 0, vertex = dry__convex_farthest_vertex(c->hull, local);
    double most = -2.0;
    for (int32_t i = 0; i < c->hull->face_count; ++i) {
        double cosine = local.x * (double)c->hull->fx[i] + local.y * (double)c->hull->fy[i] +
                        local.z * (double)c->hull->fz[i];
        if (cosine > most) {
            most = cosine;
            best = i;
        }
    }
    Look look = hull_face(c, best);
    /* the ball touches along d, not along the face's normal */
    for (int k = 0; k < look.count; ++k) {
        look.point[k] = d3_mad(look.point[k], d3_sub(d, look.normal), c->radius);
    }
    look.lowest = d3_mad(convex_vertex(c, vertex), d, c->radius);
    look.lowest_id = ID_VERTEX + (uint32_t)vertex;
    return look;
}

Look dry__look(const Convex *c, D3 d)
{
    D3 local = d33_mul_transposed(&c->axes, d);
    if (c->hull != NULL) {
        return hull_look(c, local, d);
    }
    if (c->kind == CONVEX_TRIANGLE) {
        return triangle_face(c);
    }
    if (convex_is_frustum(c)) {
        return frustum_look(c, local, d);
    }
    if (c->kind == (int)SHAPE_CAPSULE || c->kind == (int)SHAPE_TAPERED_CAPSULE) {
        return balls_look(c, local, d, 0.7);
    }
    return look_point(d3_mad(dry__convex_support(c, d), d, c->radius), ID_LOWEST);
}

#define LINE_TILT 0.035 /* sine of two degrees */

/* The edge that lies squarest to d among those at the farthest vertex. */
static Look polytope_line(const Convex *c, D3 d)
{
    D3 support = dry__convex_support(c, d), best_p = support, best_q = support;
    double least = LINE_TILT;
    int edges = c->hull != NULL ? c->hull->edge_count : 3;
    uint32_t id = 0;
    for (int i = 0; i < edges; ++i) {
        D3 p = c->hull != NULL ? convex_vertex(c, c->hull->edge_tail[i]) : d3_from(c->corner[i]);
        D3 q = c->hull != NULL ? convex_vertex(c, c->hull->edge_head[i]) : d3_from(c->corner[(i + 1) % 3]);
        double length = d3_length(d3_sub(q, p)), top = d3_dot(support, d);
        double drop = d_max(top - d3_dot(p, d), top - d3_dot(q, d));
        if (drop < least * length) {
            least = drop / length;
            best_p = p;
            best_q = q;
            id = 2u * (uint32_t)i;
        }
    }
    if (!(least < LINE_TILT)) {
        return look_point(d3_mad(support, d, c->radius), ID_LOWEST);
    }
    Look look = look_segment(d3_mad(best_p, d, c->radius), d3_mad(best_q, d, c->radius), d);
    look.id[0] = ID_END + 2 + id;
    look.id[1] = ID_END + 3 + id;
    return look;
}

Look dry__look_line(const Convex *c, D3 d)
{
    D3 local = d33_mul_transposed(&c->axes, d);
    if (c->hull != NULL || c->kind == CONVEX_TRIANGLE) {
        return polytope_line(c, d);
    }
    if (convex_is_frustum(c)) {
        double facing, tilt = mantle_tilt(c, local, &facing);
        if (facing > 0.0 && fabs(tilt) < LINE_TILT) {
            return mantle_line(c, local, d);
        }
    } else if (c->kind == (int)SHAPE_CAPSULE || c->kind == (int)SHAPE_TAPERED_CAPSULE) {
        return balls_look(c, local, d, LINE_TILT);
    }
    return look_point(d3_mad(dry__convex_support(c, d), d, c->radius), ID_LOWEST);
}
