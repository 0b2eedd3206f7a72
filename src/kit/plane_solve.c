#include "kit/plane_solve.h"

/* Normals are single precision; what they leave open is far below the skin. */
#define SLACK 1e-6

bool dry__planes_add(PlaneSet *set, const Plane *plane)
{
    for (int i = 0; i < set->count; ++i) {
        Plane *p = &set->planes[i];
        if (dvec_dot(p->normal, plane->normal) > 1.0 - 1e-9) {
            p->room = plane->room < p->room ? plane->room : p->room;
            p->drift = plane->drift > p->drift ? plane->drift : p->drift;
            p->rank = plane->rank > p->rank ? plane->rank : p->rank;
            return true;
        }
    }
    if (set->count == PLANES_MAX) {
        return false;
    }
    set->planes[set->count++] = *plane;
    return true;
}

static bool is_allowed(const PlaneSet *set, DVec x, double slack)
{
    for (int i = 0; i < set->count; ++i) {
        if (dvec_dot(set->planes[i].normal, x) + set->planes[i].room < -slack) {
            return false;
        }
    }
    return true;
}

/* Nearest to `wanted` on one, two or three planes at once: wanted + sum of k_i n_i, with G k = b, where G is
   the Gram matrix of the normals. Only k >= 0 push away from the planes. */
static bool on_one(const Plane *a, DVec wanted, DVec *x)
{
    double k = -a->room - dvec_dot(a->normal, wanted);
    *x = dvec_add_scaled(wanted, a->normal, k);
    return k >= 0.0;
}

static bool on_two(const Plane *a, const Plane *b, DVec wanted, DVec *x)
{
    double ca = -a->room - dvec_dot(a->normal, wanted), cb = -b->room - dvec_dot(b->normal, wanted);
    double aa = dvec_dot(a->normal, a->normal), bb = dvec_dot(b->normal, b->normal);
    double ab = dvec_dot(a->normal, b->normal);
    double det = aa * bb - ab * ab;
    if (!(det > 1e-9)) {
        return false;
    }
    double ka = (bb * ca - ab * cb) / det, kb = (aa * cb - ab * ca) / det;
    *x = dvec_add_scaled(dvec_add_scaled(wanted, a->normal, ka), b->normal, kb);
    return ka >= 0.0 && kb >= 0.0;
}

/* The corner itself, by Cramer's rule; `wanted` is left where it pushes against all three. */
static bool on_three(const Plane *a, const Plane *b, const Plane *c, DVec wanted, DVec *x)
{
    DVec bc = dvec_cross(b->normal, c->normal), ca = dvec_cross(c->normal, a->normal);
    DVec ab = dvec_cross(a->normal, b->normal);
    double det = dvec_dot(a->normal, bc);
    if (!(fabs(det) > 1e-5)) {
        return false;
    }
    DVec sum = dvec(0.0, 0.0, 0.0);
    sum = dvec_add_scaled(sum, bc, -a->room / det);
    sum = dvec_add_scaled(sum, ca, -b->room / det);
    *x = dvec_add_scaled(sum, ab, -c->room / det);
    DVec push = dvec_sub(*x, wanted);
    return dvec_dot(push, bc) / det >= 0.0 && dvec_dot(push, ca) / det >= 0.0 &&
           dvec_dot(push, ab) / det >= 0.0;
}

/* The problem is convex: the first point that keeps all planes and is only pushed is the nearest. */
static bool find_nearest(const PlaneSet *set, DVec wanted, double slack, DVec *x)
{
    const Plane *p = set->planes;
    for (int i = 0; i < set->count; ++i) {
        if (on_one(&p[i], wanted, x) && is_allowed(set, *x, slack)) {
            return true;
        }
    }
    for (int i = 0; i < set->count; ++i) {
        for (int j = i + 1; j < set->count; ++j) {
            if (on_two(&p[i], &p[j], wanted, x) && is_allowed(set, *x, slack)) {
                return true;
            }
        }
    }
    for (int i = 0; i < set->count; ++i) {
        for (int j = i + 1; j < set->count; ++j) {
            for (int k = j + 1; k < set->count; ++k) {
                if (on_three(&p[i], &p[j], &p[k], wanted, x) && is_allowed(set, *x, slack)) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* The mean of what the planes of a rank ask for; those that are kept, nothing. */
static DVec asked_by(const PlaneSet *set, int rank, DVec x)
{
    DVec sum = dvec(0.0, 0.0, 0.0);
    int count = 0;
    for (int i = 0; i < set->count; ++i) {
        const Plane *p = &set->planes[i];
        double k = -p->room - dvec_dot(p->normal, x);
        count += p->rank == rank ? 1 : 0;
        if (p->rank == rank && k > 0.0) {
            sum = dvec_add_scaled(sum, p->normal, k);
        }
    }
    return count > 0 ? dvec_add_scaled(dvec(0.0, 0.0, 0.0), sum, 1.0 / count) : sum;
}

/* Where no point keeps all planes: those of a rank meet halfway (Cimmino's simultaneous projections), and the
   highest rank has the last word. */
static DVec solve_in_turns(const PlaneSet *set, DVec wanted)
{
    DVec x = wanted;
    for (int sweep = 0; sweep < 32; ++sweep) {
        for (int rank = 0; rank < PLANE_RANKS; ++rank) {
            x = dvec_add_scaled(x, asked_by(set, rank, x), 1.0);
        }
    }
    for (int sweep = 0; sweep < 32; ++sweep) {
        x = dvec_add_scaled(x, asked_by(set, PLANE_RANKS - 1, x), 1.0);
    }
    return x;
}

/* Where planes that nearly face each other demand room the nearest point may be very far: then there is none
   for what goes on here. */
static bool is_near(const PlaneSet *set, DVec wanted, DVec x)
{
    DVec push = dvec_sub(x, wanted);
    double square = dvec_dot(push, push), most = 0.0;
    for (int i = 0; i < set->count; ++i) {
        double k = -set->planes[i].room - dvec_dot(set->planes[i].normal, wanted);
        most = k > most ? k : most;
    }
    return square <= 1.001 * dvec_dot(wanted, wanted) || square <= 400.0 * most * most;
}

DVec dry__planes_solve(const PlaneSet *set, DVec wanted)
{
    double slack = SLACK * sqrt(dvec_dot(wanted, wanted));
    for (int i = 0; i < set->count; ++i) {
        slack += SLACK * fabs(set->planes[i].room);
    }
    DVec x;
    if (is_allowed(set, wanted, 0.0)) {
        return wanted;
    }
    bool found = find_nearest(set, wanted, slack, &x) && is_near(set, wanted, x);
    return found ? x : solve_in_turns(set, wanted);
}
