#include "geometry/simplex.h"

/* ---- nearest part: Ericson, "Real-Time Collision Detection", 5.1 ---- */

static void keep(Simplex *s, int count, const int index[3], const double weight[3])
{
    Difference point[3];
    for (int i = 0; i < count; ++i) {
        point[i] = s->point[index[i]];
    }
    for (int i = 0; i < count; ++i) {
        s->point[i] = point[i];
        s->weight[i] = weight[i];
    }
    s->count = count;
}

/* A part of a simplex: which points, their weights, and the square of its distance. */
typedef struct Part {
    int count, index[3];
    double weight[3], distance2;
    D3 nearest;
} Part;

static void finish(const Simplex *s, Part *part)
{
    D3 p = d3(0.0, 0.0, 0.0);
    for (int i = 0; i < part->count; ++i) {
        p = d3_mad(p, s->point[part->index[i]].w, part->weight[i]);
    }
    part->nearest = p;
    part->distance2 = d3_dot(p, p);
}

static Part on_point(const Simplex *s, int i)
{
    Part part = { .count = 1, .index = { i }, .weight = { 1.0 } };
    finish(s, &part);
    return part;
}

static Part on_segment(const Simplex *s, int i, int k)
{
    D3 a = s->point[i].w, d = d3_sub(s->point[k].w, a);
    double dd = d3_dot(d, d), t = -d3_dot(a, d);
    if (!(t > 0.0)) {
        return on_point(s, i);
    }
    if (!(t < dd)) {
        return on_point(s, k);
    }
    Part part = { .count = 2, .index = { i, k }, .weight = { 1.0 - t / dd, t / dd } };
    finish(s, &part);
    return part;
}

static Part nearer(Part a, Part b)
{
    return b.distance2 < a.distance2 ? b : a;
}

static Part on_triangle(const Simplex *s, int i, int j, int k)
{
    D3 a = s->point[i].w, b = s->point[j].w, c = s->point[k].w;
    D3 n = d3_cross(d3_sub(b, a), d3_sub(c, a));
    double nn = d3_dot(n, n);
    double wa = d3_dot(d3_cross(b, c), n), wb = d3_dot(d3_cross(c, a), n), wc = d3_dot(d3_cross(a, b), n);
    if (nn > 0.0 && wa > 0.0 && wb > 0.0 && wc > 0.0) {
        double sum = wa + wb + wc;
        Part part = { .count = 3, .index = { i, j, k }, .weight = { wa / sum, wb / sum, wc / sum } };
        finish(s, &part);
        /* along the normal it is more exact */
        part.nearest = d3_scale(n, d3_dot(a, n) / nn);
        part.distance2 = d3_dot(part.nearest, part.nearest);
        return part;
    }
    return nearer(nearer(on_segment(s, i, j), on_segment(s, j, k)), on_segment(s, k, i));
}

static double volume(D3 a, D3 b, D3 c, D3 d)
{
    return d3_dot(d3_sub(d, a), d3_cross(d3_sub(b, a), d3_sub(c, a)));
}

/* The origin is on the other side of triangle ijk than point l, or near its plane; in a flat tetrahedron it
 * always is. */
static bool beyond(const Simplex *s, int i, int j, int k, int l)
{
    D3 a = s->point[i].w, b = d3_sub(s->point[j].w, a), c = d3_sub(s->point[k].w, a);
    D3 n = d3_cross(b, c), d = d3_sub(s->point[l].w, a);
    double own = d3_dot(d, n), origin = -d3_dot(a, n);
    double flat = 1e-14 * d3_length(b) * d3_length(c) * (d3_length(d) + d3_length(a));
    return own > 0.0 ? origin <= flat || own <= flat : origin >= -flat || own >= -flat;
}

static bool on_tetrahedron(const Simplex *s, Part *part)
{
    static const int faces[4][4] = { { 0, 1, 2, 3 }, { 0, 1, 3, 2 }, { 0, 2, 3, 1 }, { 1, 2, 3, 0 } };
    bool outside = false;
    part->distance2 = 1e300;
    for (int i = 0; i < 4; ++i) {
        const int *f = faces[i];
        if (beyond(s, f[0], f[1], f[2], f[3])) {
            *part = nearer(*part, on_triangle(s, f[0], f[1], f[2]));
            outside = true;
        }
    }
    return outside;
}

bool dry__simplex_nearest(Simplex *s, D3 *nearest)
{
    Part part;
    if (s->count == 4) {
        if (!on_tetrahedron(s, &part)) {
            return false;
        }
    } else {
        part = s->count == 1 ? on_point(s, 0) : s->count == 2 ? on_segment(s, 0, 1) : on_triangle(s, 0, 1, 2);
    }
    keep(s, part.count, part.index, part.weight);
    *nearest = part.nearest;
    return true;
}

/* ---- expansion ---- */

enum {
    EXPAND_POINTS = 120,
    EXPAND_FACES = 2 * EXPAND_POINTS
};

typedef struct Face {
    int corner[3]; /* counter-clockwise seen from outside */
    D3 normal;
    double distance;
} Face;

typedef struct Polytope {
    int point_count, face_count;
    Difference point[EXPAND_POINTS];
    Face face[EXPAND_FACES];
    double size;
} Polytope;

static bool add_face(Polytope *p, int i, int j, int k)
{
    D3 a = p->point[i].w, b = p->point[j].w, c = p->point[k].w;
    D3 n = d3_cross(d3_sub(b, a), d3_sub(c, a));
    double length = d3_length(n);
    if (p->face_count == EXPAND_FACES || !(length > 1e-18 * p->size * p->size)) {
        return false;
    }
    Face *f = &p->face[p->face_count++];
    *f = (Face){ .corner = { i, j, k }, .normal = d3_scale(n, 1.0 / length) };
    f->distance = d3_dot(f->normal, a);
    return true;
}

/* The point of the difference that is farthest from what the first ones span, on either side. */
static bool add_apex(Polytope *p, DifferenceFn *support, const void *context, const D3 *directions, int count)
{
    D3 origin = p->point[0].w;
    double most = 1e-9 * p->size;
    bool found = false;
    Difference best = { 0 };
    for (int i = 0; i < 2 * count; ++i) {
        D3 d = d3_scale(directions[i / 2], i % 2 == 0 ? 1.0 : -1.0);
        Difference x = support(context, d);
        double far = d3_dot(d3_sub(x.w, origin), d);
        if (far > most) {
            most = far;
            best = x;
            found = true;
        }
    }
    if (found) {
        p->point[p->point_count++] = best;
    }
    return found;
}

/* Completes what is there to a tetrahedron. */
static bool span(Polytope *p, DifferenceFn *support, const void *context)
{
    const D3 axes[3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    if (p->point_count == 1 && !add_apex(p, support, context, axes, 3)) {
        return false;
    }
    if (p->point_count == 2) {
        D3 line = d3_sub(p->point[1].w, p->point[0].w), across[2];
        double x = fabs(line.x), y = fabs(line.y), z = fabs(line.z);
        across[0] = d3_normalize(d3_cross(line, axes[x <= y && x <= z ? 0 : y <= z ? 1 : 2]));
        across[1] = d3_normalize(d3_cross(line, across[0]));
        if (!add_apex(p, support, context, across, 2)) {
            return false;
        }
    }
    D3 n = d3_normalize(d3_cross(d3_sub(p->point[1].w, p->point[0].w), d3_sub(p->point[2].w, p->point[0].w)));
    return p->point_count > 3 || add_apex(p, support, context, &n, 1);
}

static bool begin(Polytope *p, const Simplex *start, DifferenceFn *support, const void *context)
{
    p->face_count = 0;
    p->point_count = start->count;
    for (int i = 0; i < start->count; ++i) {
        p->point[i] = start->point[i];
    }
    /* a flat simplex is begun anew from fewer of its points */
    for (int keep_points = p->point_count; keep_points > 0; --keep_points) {
        p->point_count = keep_points;
        if (!span(p, support, context)) {
            continue;
        }
        double v = volume(p->point[0].w, p->point[1].w, p->point[2].w, p->point[3].w);
        if (fabs(v) > 1e-24 * p->size * p->size * p->size) {
            int j = v < 0.0 ? 1 : 2, k = v < 0.0 ? 2 : 1;
            p->face_count = 0;
            return add_face(p, 0, j, k) && add_face(p, 0, k, 3) && add_face(p, k, j, 3) &&
                   add_face(p, j, 0, 3);
        }
    }
    return false;
}

static int nearest_face(const Polytope *p)
{
    int best = 0;
    for (int i = 1; i < p->face_count; ++i) {
        best = p->face[i].distance < p->face[best].distance ? i : best;
    }
    return best;
}

typedef struct Horizon {
    int count, from[EXPAND_FACES], to[EXPAND_FACES];
} Horizon;

/* An edge of two faces that go is none of the horizon. */
static bool horizon_add(Horizon *h, int from, int to)
{
    for (int i = 0; i < h->count; ++i) {
        if (h->from[i] == to && h->to[i] == from) {
            h->from[i] = h->from[--h->count];
            h->to[i] = h->to[h->count];
            return true;
        }
    }
    if (h->count == EXPAND_FACES) {
        return false;
    }
    h->from[h->count] = from;
    h->to[h->count++] = to;
    return true;
}

/* False when the polytope cannot take the point; it is then no longer whole. */
static bool grow(Polytope *p, const Difference *x)
{
    Horizon horizon = { .count = 0 };
    int point = p->point_count;
    p->point[p->point_count++] = *x;
    for (int i = 0; i < p->face_count;) {
        const Face *f = &p->face[i];
        if (d3_dot(f->normal, x->w) - f->distance <= 1e-14 * p->size) {
            ++i;
            continue;
        }
        for (int k = 0; k < 3; ++k) {
            if (!horizon_add(&horizon, f->corner[k], f->corner[(k + 1) % 3])) {
                return false;
            }
        }
        p->face[i] = p->face[--p->face_count];
    }
    for (int i = 0; i < horizon.count; ++i) {
        if (!add_face(p, horizon.from[i], horizon.to[i], point)) {
            return false;
        }
    }
    return horizon.count > 2;
}

static void describe(const Polytope *p, const Face *f, ExpandedFace *out)
{
    Simplex s = { .count = 3 };
    for (int k = 0; k < 3; ++k) {
        s.point[k] = p->point[f->corner[k]];
        s.point[k].w = d3_mad(s.point[k].w, f->normal, -f->distance);
    }
    Part part = on_triangle(&s, 0, 1, 2);
    keep(&s, part.count, part.index, part.weight);
    out->normal = f->normal;
    out->distance = f->distance;
    simplex_points(&s, &out->on_a, &out->on_b);
}

bool dry__simplex_expand(const Simplex *start, DifferenceFn *support, const void *context, double size,
                         ExpandedFace *face)
{
    Polytope p;
    p.size = size;
    if (!begin(&p, start, support, context)) {
        return false;
    }
    for (;;) {
        Face best = p.face[nearest_face(&p)];
        describe(&p, &best, face);
        if (p.point_count == EXPAND_POINTS) {
            return true;
        }
        Difference x = support(context, best.normal);
        double gain = d3_dot(x.w, best.normal) - best.distance;
        if (gain <= 1e-9 * size + 1e-7 * fabs(best.distance) || !grow(&p, &x)) {
            return true;
        }
    }
}
