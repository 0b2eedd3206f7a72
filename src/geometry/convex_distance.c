/* Gilbert, Johnson and Keerthi (1988) for cores that are apart; an expanding polytope (van den Bergen,
   "Proximity Queries and Penetration Depth Computation on 3D Game Objects", 2001) for those that are not;
   Newton's method on the normal at the end, since both are slow where surfaces are round. */
#include "geometry/convex_distance.h"
#include "geometry/simplex.h"

enum {
    GJK_STEPS = 48,
    NEWTON_STEPS = 8,
    CLIMB_STEPS = 200
};

static Difference difference_at(const Convex *a, const Convex *b, D3 d)
{
    Difference x;
    x.on_a = dry__convex_support(a, d3_scale(d, -1.0));
    x.on_b = dry__convex_support(b, d);
    x.w = d3_sub(x.on_b, x.on_a);
    return x;
}

double dry__convex_separation(const Convex *a, const Convex *b, D3 n, D3 *on_a, D3 *on_b)
{
    *on_a = d3_mad(dry__convex_support(a, n), n, a->radius);
    *on_b = d3_mad(dry__convex_support(b, d3_scale(n, -1.0)), n, -b->radius);
    return d3_dot(d3_sub(*on_b, *on_a), n);
}

typedef enum CoreState {
    CORES_FAR,   /* beyond reach */
    CORES_APART, /* v is the shortest way from a to b */
    CORES_MEET,
    CORES_UNSURE /* rounding went into the way of one of the others */
} CoreState;

/* The best that is known of the cores' distance. */
typedef struct Approach {
    Simplex s;
    D3 v;         /* from a to b, between points of both */
    double bound; /* no less than this */
    D3 along;     /* the direction (not unit) that says so */
} Approach;

/* From the simplex of one point in the direction `along`. */
static CoreState approach(const Convex *a, const Convex *b, double reach, double size, Approach *x)
{
    Simplex *s = &x->s;
    s->count = 1;
    s->point[0] = difference_at(a, b, d3_scale(x->along, -1.0));
    s->weight[0] = 1.0;
    x->v = s->point[0].w;
    for (int i = 0; i < GJK_STEPS; ++i) {
        double vv = d3_dot(x->v, x->v), length = sqrt(vv);
        if (length <= 1e-9 * size) {
            return CORES_MEET;
        }
        Difference next = difference_at(a, b, d3_scale(x->v, -1.0));
        double reached = d3_dot(x->v, next.w);
        if (reached > x->bound * length) {
            x->bound = reached / length;
            x->along = x->v;
        }
        if (x->bound > reach) {
            return CORES_FAR;
        }
        if (vv - reached <= 1e-12 * vv + 1e-15 * size * length) {
            return CORES_APART;
        }
        if (simplex_has(s, next.w)) {
            return vv - reached <= 1e-7 * vv ? CORES_APART : CORES_UNSURE;
        }
        s->point[s->count++] = next;
        D3 nearest;
        if (!dry__simplex_nearest(s, &nearest)) {
            return x->bound > 1e-9 * size ? CORES_UNSURE : CORES_MEET;
        }
        if (!(d3_dot(nearest, nearest) < vv)) {
            return vv - reached <= 1e-7 * vv ? CORES_APART : CORES_UNSURE;
        }
        x->v = nearest;
    }
    return x->bound > 0.0 ? CORES_APART : CORES_UNSURE;
}

/* Begins anew, from the best direction so far, where rounding spoiled a simplex. */
static CoreState approach_surely(const Convex *a, const Convex *b, double reach, double size, Approach *x)
{
    D3 between = d3_sub(b->center, a->center);
    x->bound = 0.0;
    x->along = d3_dot(between, between) > 0.0 ? between : d3(1.0, 0.0, 0.0);
    CoreState state = CORES_UNSURE;
    for (int i = 0; i < 3 && state == CORES_UNSURE; ++i) {
        state = approach(a, b, reach, size, x);
    }
    return state;
}

/* By how much the points nearest along n miss to lie on one line along it. */
static D3 miss(const Convex *a, const Convex *b, D3 n, double *separation)
{
    D3 p, q;
    *separation = dry__convex_separation(a, b, n, &p, &q);
    return d3_mad(d3_sub(q, p), n, -*separation);
}

static D3 tilted(D3 n, D3 u, double x, D3 v, double y)
{
    return d3_normalize(d3_mad(d3_mad(n, u, x), v, y));
}

static void plane_basis(D3 n, D3 *u, D3 *v)
{
    D3 other = fabs(n.x) < 0.6 ? d3(1.0, 0.0, 0.0) : d3(0.0, 1.0, 0.0);
    *u = d3_normalize(d3_cross(n, other));
    *v = d3_cross(n, *u);
}

/* A direction, and what it is worth. */
typedef struct Trial {
    D3 n, t; /* t: the miss */
    double separation;
} Trial;

static Trial try_normal(const Convex *a, const Convex *b, D3 n)
{
    Trial trial = { .n = n };
    trial.t = miss(a, b, n, &trial.separation);
    return trial;
}

/* One step of Newton's method towards no miss, with a derivative by differences; shortened until it helps. */
static bool newton_step(const Convex *a, const Convex *b, double size, Trial *best)
{
    const double step = 1e-5;
    D3 u, v;
    plane_basis(best->n, &u, &v);
    D3 tu = try_normal(a, b, tilted(best->n, u, step, v, 0.0)).t;
    D3 tv = try_normal(a, b, tilted(best->n, u, 0.0, v, step)).t;
    double x = d3_dot(best->t, u), y = d3_dot(best->t, v);
    double xu = (d3_dot(tu, u) - x) / step, yu = (d3_dot(tu, v) - y) / step;
    double xv = (d3_dot(tv, u) - x) / step, yv = (d3_dot(tv, v) - y) / step;
    double determinant = xu * yv - xv * yu;
    if (!(fabs(determinant) > 1e-12 * size * size)) {
        return false;
    }
    double dx = (xv * y - yv * x) / determinant, dy = (yu * x - xu * y) / determinant;
    double turn = sqrt(dx * dx + dy * dy), length = turn > 0.2 ? 0.2 / turn : 1.0;
    for (int i = 0; i < 4; ++i, length *= 0.5) {
        Trial trial = try_normal(a, b, tilted(best->n, u, length * dx, v, length * dy));
        if (d3_dot(trial.t, trial.t) < 0.5 * d3_dot(best->t, best->t) &&
            trial.separation > best->separation - 1e-9 * size) {
            *best = trial;
            return true;
        }
    }
    return false;
}

/* Turns the normal until the points face each other, where surfaces are smooth; where they are not it leaves
   the gap as it is. */
static void polish(const Convex *a, const Convex *b, double size, ConvexGap *gap)
{
    Trial best = try_normal(a, b, gap->normal);
    bool better = false;
    for (int i = 0; i < NEWTON_STEPS && d3_dot(best.t, best.t) > 1e-18 * size * size; ++i) {
        if (!newton_step(a, b, size, &best)) {
            break;
        }
        better = true;
    }
    if (better && best.separation >= gap->separation - 1e-9 * size &&
        d3_dot(best.t, best.t) <= 1e-12 * size * size) {
        gap->normal = best.n;
        gap->separation = dry__convex_separation(a, b, best.n, &gap->on_a, &gap->on_b);
    }
}

static void add_balls(const Convex *a, const Convex *b, ConvexGap *gap)
{
    gap->on_a = d3_mad(gap->on_a, gap->normal, a->radius);
    gap->on_b = d3_mad(gap->on_b, gap->normal, -b->radius);
    gap->separation -= a->radius + b->radius;
}

/* ---- overlap ---- */

typedef struct Pair {
    const Convex *a, *b;
} Pair;

static Difference pair_support(const void *context, D3 d)
{
    const Pair *pair = context;
    return difference_at(pair->a, pair->b, d);
}

static bool expand(const Convex *a, const Convex *b, double size, const Simplex *s, ConvexGap *gap)
{
    Pair pair = { a, b };
    ExpandedFace face;
    if (!dry__simplex_expand(s, pair_support, &pair, size, &face)) {
        return false;
    }
    gap->normal = d3_scale(face.normal, -1.0);
    gap->separation = -face.distance;
    gap->on_a = face.on_a;
    gap->on_b = face.on_b;
    return true;
}

static double core_separation(const Convex *a, const Convex *b, D3 n)
{
    return d3_dot(difference_at(a, b, d3_scale(n, -1.0)).w, n);
}

/* By how much the cores are less deep along the normal found than the polytope says: rounding may end its
   growth too early. */
static double doubt(const Convex *a, const Convex *b, const ConvexGap *gap)
{
    return gap->separation - core_separation(a, b, gap->normal);
}

/* The least depth by search: from the best of 26 directions and the one there is uphill, with ever smaller
   steps. */
static void climb(const Convex *a, const Convex *b, ConvexGap *gap)
{
    D3 best = gap->normal, u, v;
    double most = core_separation(a, b, best);
    for (int i = 0; i < 27; ++i) {
        D3 n = d3_normalize(d3(i % 3 - 1.0, i / 3 % 3 - 1.0, i / 9 - 1.0));
        double x = i == 13 ? -1e300 : core_separation(a, b, n);
        best = x > most ? n : best;
        most = d_max(x, most);
    }
    double step = 0.3;
    for (int i = 0; i < CLIMB_STEPS && step > 1e-7; ++i) {
        D3 from = best;
        plane_basis(from, &u, &v);
        for (int k = 0; k < 8; ++k) {
            double x = k % 4 == 0   ? 1.0
                       : k % 4 == 1 ? 0.0
                                    : 0.7,
                   y = k % 4 == 0   ? 0.0
                       : k % 4 == 3 ? -0.7
                                    : 0.7;
            double side = k < 4 ? step : -step;
            D3 n = tilted(from, u, side * x, v, side * y);
            double value = core_separation(a, b, n);
            best = value > most ? n : best;
            most = d_max(value, most);
        }
        step *= d3_dot(best, from) < 1.0 - 1e-15 ? 1.0 : 0.5;
    }
    Difference x = difference_at(a, b, d3_scale(best, -1.0));
    *gap = (ConvexGap){ d3_dot(x.w, best), best, x.on_a, x.on_b };
}

/* Begins anew from a single point where the first simplex was a bad one. */
static bool expand_surely(const Convex *a, const Convex *b, double size, const Simplex *s, ConvexGap *gap)
{
    if (!expand(a, b, size, s, gap)) {
        return false;
    }
    for (int i = 0; i < 3 && doubt(a, b, gap) > 1e-4 * size; ++i) {
        Simplex point = { .count = 1, .weight = { 1.0 } };
        ConvexGap other;
        point.point[0] = difference_at(a, b, d3(i == 0 ? 1.0 : 0.1, i == 1 ? 1.0 : 0.2, i == 2 ? 1.0 : 0.3));
        if (expand(a, b, size, &point, &other) &&
            other.separation - doubt(a, b, &other) > gap->separation - doubt(a, b, gap)) {
            *gap = other;
        }
    }
    if (doubt(a, b, gap) > 1e-4 * size) {
        climb(a, b, gap);
    }
    return true;
}

/* Cores of which no polytope can be spanned: one flat or thin difference, as of a point in a triangle. */
static void search(const Convex *a, const Convex *b, ConvexGap *gap)
{
    D3 between = d3_sub(b->center, a->center);
    gap->normal = d3_dot(between, between) > 0.0 ? d3_normalize(between) : d3(0.0, 1.0, 0.0);
    climb(a, b, gap);
}

bool dry__convex_gap(const Convex *a, const Convex *b, double reach, ConvexGap *gap)
{
    double size = a->reach + b->reach, balls = a->radius + b->radius;
    Approach x;
    CoreState state = approach_surely(a, b, reach + balls, size, &x);
    if (state == CORES_FAR) {
        gap->separation = x.bound - balls;
        return false;
    }
    if (state == CORES_APART) {
        simplex_points(&x.s, &gap->on_a, &gap->on_b);
        gap->separation = d3_length(x.v);
        gap->normal = d3_scale(x.v, 1.0 / gap->separation);
        add_balls(a, b, gap);
    } else if (state == CORES_UNSURE && x.bound > 0.0) {
        gap->normal = d3_normalize(x.along);
        gap->separation = x.bound;
        simplex_points(&x.s, &gap->on_a, &gap->on_b);
        gap->on_b = d3_mad(gap->on_a, gap->normal, gap->separation);
        add_balls(a, b, gap);
    } else {
        if (!expand_surely(a, b, size, &x.s, gap)) {
            search(a, b, gap);
        }
        add_balls(a, b, gap);
    }
    polish(a, b, size, gap);
    return gap->separation <= reach;
}
