#include "pair_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

void check_near(double value, double expected, double tolerance, const char *file, int line)
{
    if (!(fabs(value - expected) <= tolerance)) {
        print_error("%.9g is not %.9g within %.3g\n", value, expected, tolerance);
        _fail(file, line);
    }
}

double random_unit(Random *r)
{
    r->state ^= r->state << 13;
    r->state ^= r->state >> 7;
    r->state ^= r->state << 17;
    return (double)(r->state >> 11) * 0x1p-53;
}

double random_range(Random *r, double low, double high)
{
    return low + (high - low) * random_unit(r);
}

double random_log(Random *r, double low, double high)
{
    return exp(random_range(r, log(low), log(high)));
}

DryVec3 random_vector(Random *r, double size)
{
    float x = (float)random_range(r, -size, size), y = (float)random_range(r, -size, size);
    return dry_vec3(x, y, (float)random_range(r, -size, size));
}

DryVec3 random_direction(Random *r)
{
    DryVec3 v;
    float length;
    do {
        v = random_vector(r, 1.0);
        length = dry_vec3_length(v);
    } while (length > 1.0f || length < 0.1f);
    return dry_vec3_normalize(v);
}

DryQuat random_rotation(Random *r)
{
    DryQuat q;
    float length2;
    do {
        q.x = (float)random_range(r, -1.0, 1.0);
        q.y = (float)random_range(r, -1.0, 1.0);
        q.z = (float)random_range(r, -1.0, 1.0);
        q.w = (float)random_range(r, -1.0, 1.0);
        length2 = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    } while (length2 > 1.0f || length2 < 0.01f);
    return dry_quat_normalize(q);
}

DryQuat turned(DryVec3 axis, float half_angle_tangent)
{
    DryQuat q = { axis.x * half_angle_tangent, axis.y * half_angle_tangent, axis.z * half_angle_tangent,
                  1.0f };
    return dry_quat_normalize(q);
}

DryQuat random_nudge(Random *r, DryQuat q, double low, double high)
{
    DryVec3 axis = random_direction(r);
    return quat_mul(q, turned(axis, (float)random_log(r, low, high)));
}

static CollideShape at(ShapeKind kind, DryPos position, DryQuat rotation)
{
    CollideShape s;
    memset(&s, 0, sizeof s);
    s.geometry.kind = kind;
    s.position = position;
    s.rotation = rotation;
    return s;
}

CollideShape shape_box(DryVec3 half, DryPos position, DryQuat rotation)
{
    CollideShape s = at(SHAPE_BOX, position, rotation);
    s.geometry.u.box.half = half;
    return s;
}

CollideShape shape_sphere(float radius, DryPos position)
{
    CollideShape s = at(SHAPE_SPHERE, position, dry_quat_identity());
    s.geometry.u.sphere.radius = radius;
    return s;
}

CollideShape shape_capsule(float half_height, float radius, DryPos position, DryQuat rotation)
{
    CollideShape s = at(SHAPE_CAPSULE, position, rotation);
    s.geometry.u.capsule.half_height = half_height;
    s.geometry.u.capsule.radius = radius;
    return s;
}

CollideShape shape_hull(const DryHull *hull, DryPos position, DryQuat rotation)
{
    CollideShape s = at(SHAPE_HULL, position, rotation);
    s.geometry.u.hull = hull;
    return s;
}

CollideShape shape_half_space(DryPos position, DryQuat rotation)
{
    return at(SHAPE_HALF_SPACE, position, rotation);
}

void run_pair(PairFn *fn, const CollideShape *a, const CollideShape *b, float margin, PairRun *run)
{
    CollideShape shapes[2] = { *a, *b };
    PairWork work = { .shape_a = 0, .shape_b = 1, .margin = margin, .cache = 0 };
    memset(&run->manifold, 0, sizeof run->manifold);
    PairBatch batch = { .shapes = shapes,
                        .work = &work,
                        .caches = &run->cache,
                        .results = &run->result,
                        .manifolds = &run->manifold,
                        .stride = 1 };
    fn(&batch, 0, 1);
}

float least_separation(const Manifold *m)
{
    float least = m->points[0].separation;
    for (int i = 1; i < m->count; ++i) {
        least = m->points[i].separation < least ? m->points[i].separation : least;
    }
    return least;
}

DryVec3 point_on_a(const Manifold *m, int i)
{
    return dry_vec3_add_scaled(m->points[i].position, m->normal, -0.5f * m->points[i].separation);
}

DryVec3 point_on_b(const Manifold *m, int i)
{
    return dry_vec3_add_scaled(m->points[i].position, m->normal, 0.5f * m->points[i].separation);
}

Vec3d vec3d(DryVec3 v)
{
    return (Vec3d){ (double)v.x, (double)v.y, (double)v.z };
}

double vec3d_dot(Vec3d a, Vec3d b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static Vec3d add(Vec3d a, Vec3d b, double s)
{
    return (Vec3d){ a.x + s * b.x, a.y + s * b.y, a.z + s * b.z };
}

static Vec3d cross(Vec3d a, Vec3d b)
{
    return (Vec3d){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

Vec3d vec3d_unit(Vec3d a)
{
    double length = sqrt(vec3d_dot(a, a));
    return (Vec3d){ a.x / length, a.y / length, a.z / length };
}

static Vec3d rotate(DryQuat q, Vec3d v)
{
    double n = 1.0 / ((double)q.x * (double)q.x + (double)q.y * (double)q.y + (double)q.z * (double)q.z +
                      (double)q.w * (double)q.w);
    Vec3d u = { (double)q.x, (double)q.y, (double)q.z };
    Vec3d t = cross(u, v);
    return add(add(v, t, 2.0 * (double)q.w * n), cross(u, t), 2.0 * n);
}

static Vec3d place(const CollideShape *shape, DryPos origin, Vec3d v)
{
    Vec3d from = { shape->position.x - origin.x, shape->position.y - origin.y, shape->position.z - origin.z };
    return add(from, rotate(shape->rotation, v), 1.0);
}

static void add_triangle(Solid *s, int a, int b, int c)
{
    s->triangle[s->triangle_count][0] = a;
    s->triangle[s->triangle_count][1] = b;
    s->triangle[s->triangle_count][2] = c;
    ++s->triangle_count;
}

static void add_plane(Solid *s, Vec3d normal, Vec3d point)
{
    s->normal[s->normal_count] = vec3d_unit(normal);
    s->offset[s->normal_count] = vec3d_dot(s->normal[s->normal_count], point);
    ++s->normal_count;
}

void solid_box(Solid *s, const CollideShape *box, DryPos origin)
{
    Vec3d h = vec3d(box->geometry.u.box.half);
    memset(s, 0, sizeof *s);
    for (int i = 0; i < 8; ++i) {
        Vec3d corner = { i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z };
        s->vertex[s->vertex_count++] = place(box, origin, corner);
    }
    static const int quads[6][4] = { { 0, 4, 6, 2 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 },
                                     { 2, 6, 7, 3 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 } };
    for (int f = 0; f < 6; ++f) {
        Vec3d n = { 0.0, 0.0, 0.0 };
        double *axis = f < 2 ? &n.x : f < 4 ? &n.y : &n.z;
        *axis = f % 2 == 0 ? -1.0 : 1.0;
        add_plane(s, rotate(box->rotation, n), s->vertex[quads[f][0]]);
        add_triangle(s, quads[f][0], quads[f][1], quads[f][2]);
        add_triangle(s, quads[f][0], quads[f][2], quads[f][3]);
        if (f % 2 == 1) {
            s->edge[s->edge_count++] = s->normal[f];
        }
    }
}

void solid_hull(Solid *s, const CollideShape *hull, DryPos origin)
{
    const HullData *h = &hull->geometry.u.hull->data;
    memset(s, 0, sizeof *s);
    for (int i = 0; i < h->vertex_count; ++i) {
        Vec3d v = { (double)h->vx[i], (double)h->vy[i], (double)h->vz[i] };
        s->vertex[s->vertex_count++] = place(hull, origin, v);
    }
    for (int f = 0; f < h->face_count; ++f) {
        const uint8_t *loop = &h->loop_vertex[h->face_start[f]];
        int count = h->face_start[f + 1] - h->face_start[f];
        Vec3d n = { (double)h->fx[f], (double)h->fy[f], (double)h->fz[f] };
        Vec3d on_plane = { n.x * (double)h->fo[f], n.y * (double)h->fo[f], n.z * (double)h->fo[f] };
        add_plane(s, rotate(hull->rotation, n), place(hull, origin, on_plane));
        for (int k = 2; k < count; ++k) {
            add_triangle(s, loop[0], loop[k - 1], loop[k]);
        }
    }
    for (int e = 0; e < h->edge_count; ++e) {
        Vec3d d = add(s->vertex[h->edge_head[e]], s->vertex[h->edge_tail[e]], -1.0);
        s->edge[s->edge_count++] = vec3d_unit(d);
    }
}

double solid_distance_to_planes(const Solid *s, Vec3d p)
{
    double most = -1e300;
    for (int i = 0; i < s->normal_count; ++i) {
        double d = vec3d_dot(s->normal[i], p) - s->offset[i];
        most = d > most ? d : most;
    }
    return most;
}

static double support(const Solid *s, Vec3d n)
{
    double most = -1e300;
    for (int i = 0; i < s->vertex_count; ++i) {
        double d = vec3d_dot(s->vertex[i], n);
        most = d > most ? d : most;
    }
    return most;
}

double solid_separation(const Solid *a, const Solid *b, Vec3d n)
{
    return -support(b, (Vec3d){ -n.x, -n.y, -n.z }) - support(a, n);
}

static void try_axis(const Solid *a, const Solid *b, Vec3d n, double *best, Vec3d *axis)
{
    double s = solid_separation(a, b, n);
    if (s > *best) {
        *best = s;
        *axis = n;
    }
}

double solid_best_separation(const Solid *a, const Solid *b, Vec3d *axis)
{
    double best = -1e300;
    for (int i = 0; i < a->normal_count; ++i) {
        try_axis(a, b, a->normal[i], &best, axis);
    }
    for (int i = 0; i < b->normal_count; ++i) {
        Vec3d n = b->normal[i];
        try_axis(a, b, (Vec3d){ -n.x, -n.y, -n.z }, &best, axis);
    }
    for (int i = 0; i < a->edge_count; ++i) {
        for (int j = 0; j < b->edge_count; ++j) {
            Vec3d n = cross(a->edge[i], b->edge[j]);
            if (vec3d_dot(n, n) > 1e-14) {
                n = vec3d_unit(n);
                try_axis(a, b, n, &best, axis);
                try_axis(a, b, (Vec3d){ -n.x, -n.y, -n.z }, &best, axis);
            }
        }
    }
    return best;
}

void check_depth(const Manifold *m, const Solid *a, const Solid *b, double best, Vec3d axis, double tolerance,
                 double alike)
{
    double least = (double)least_separation(m), along = solid_separation(a, b, vec3d(m->normal));
    if (vec3d_dot(axis, vec3d(m->normal)) > 0.998) {
        assert_near(least, best, tolerance + alike);
    } else {
        assert_near(along, best, tolerance);
        assert_near(least, best, 2.0 * tolerance);
    }
}

static double segment_point2(Vec3d a, Vec3d b, Vec3d p)
{
    Vec3d d = add(b, a, -1.0), w = add(p, a, -1.0);
    double length2 = vec3d_dot(d, d), t = length2 > 0.0 ? vec3d_dot(w, d) / length2 : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    w = add(w, d, -t);
    return vec3d_dot(w, w);
}

static double triangle_point2(Vec3d a, Vec3d b, Vec3d c, Vec3d p)
{
    Vec3d n = cross(add(b, a, -1.0), add(c, a, -1.0));
    double n2 = vec3d_dot(n, n);
    if (n2 > 0.0 && vec3d_dot(cross(n, add(b, a, -1.0)), add(p, a, -1.0)) >= 0.0 &&
        vec3d_dot(cross(n, add(c, b, -1.0)), add(p, b, -1.0)) >= 0.0 &&
        vec3d_dot(cross(n, add(a, c, -1.0)), add(p, c, -1.0)) >= 0.0) {
        double d = vec3d_dot(n, add(p, a, -1.0));
        return d * d / n2;
    }
    double x = segment_point2(a, b, p), y = segment_point2(b, c, p), z = segment_point2(c, a, p);
    return x < y ? (x < z ? x : z) : y < z ? y : z;
}

double solid_point_distance(const Solid *s, Vec3d p)
{
    if (solid_distance_to_planes(s, p) <= 0.0) {
        return 0.0;
    }
    double least = 1e300;
    for (int i = 0; i < s->triangle_count; ++i) {
        const int *t = s->triangle[i];
        double d = triangle_point2(s->vertex[t[0]], s->vertex[t[1]], s->vertex[t[2]], p);
        least = d < least ? d : least;
    }
    return sqrt(least);
}

/* The distance is a convex function along the segment: golden section. */
double solid_segment_distance(const Solid *s, Vec3d p, Vec3d q)
{
    const double ratio = 0.6180339887498949;
    Vec3d d = add(q, p, -1.0);
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 60; ++i) {
        double t0 = high - ratio * (high - low), t1 = low + ratio * (high - low);
        if (solid_point_distance(s, add(p, d, t0)) <= solid_point_distance(s, add(p, d, t1))) {
            high = t1;
        } else {
            low = t0;
        }
    }
    double ends = solid_point_distance(s, p), other = solid_point_distance(s, q);
    double inner = solid_point_distance(s, add(p, d, 0.5 * (low + high)));
    ends = ends < other ? ends : other;
    return ends < inner ? ends : inner;
}
