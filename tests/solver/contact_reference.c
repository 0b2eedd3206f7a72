#include "contact_reference.h"

#include "math/vec.h"

#include <math.h>
#include <string.h>

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double *a, const double *b, double *out)
{
    double r[3] = { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
    memcpy(out, r, sizeof r);
}

static void take(DryVec3 v, double *out)
{
    out[0] = (double)v.x;
    out[1] = (double)v.y;
    out[2] = (double)v.z;
}

/* Solves the n x n system by elimination with pivoting. */
static void solve_dense(int n, double m[4][5], double *x)
{
    for (int c = 0; c < n; ++c) {
        int best = c;
        for (int r = c + 1; r < n; ++r) {
            best = fabs(m[r][c]) > fabs(m[best][c]) ? r : best;
        }
        for (int k = 0; k < 5; ++k) {
            double swap = m[c][k];
            m[c][k] = m[best][k];
            m[best][k] = swap;
        }
        for (int r = 0; r < n; ++r) {
            double f = r == c ? 0.0 : m[r][c] / m[c][c];
            for (int k = 0; k < 5; ++k) {
                m[r][k] -= f * m[c][k];
            }
        }
    }
    for (int r = 0; r < n; ++r) {
        x[r] = m[r][4] / m[r][r];
    }
}

/* Area, centroid and second moments of the polygon in order of angle. */
double reference_radius(const double *u, const double *w, int count)
{
    if (count < 2 || count > 4) {
        return 0.0;
    }
    if (count == 2) {
        return 0.25 * hypot(u[0] - u[1], w[0] - w[1]);
    }
    int order[4] = { 0, 1, 2, 3 };
    for (int i = 0; i < count; ++i) {
        for (int j = i + 1; j < count; ++j) {
            if (atan2(w[order[j]], u[order[j]]) < atan2(w[order[i]], u[order[i]])) {
                int swap = order[i];
                order[i] = order[j];
                order[j] = swap;
            }
        }
    }
    double area = 0.0, cx = 0.0, cy = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
    for (int i = 0; i < count; ++i) {
        double x0 = u[order[i]], y0 = w[order[i]], x1 = u[order[(i + 1) % count]],
               y1 = w[order[(i + 1) % count]];
        double c = x0 * y1 - x1 * y0;
        area += 0.5 * c;
        cx += (x0 + x1) * c / 6.0;
        cy += (y0 + y1) * c / 6.0;
        xx += (x0 * x0 + x0 * x1 + x1 * x1) * c / 12.0;
        yy += (y0 * y0 + y0 * y1 + y1 * y1) * c / 12.0;
        xy += (x0 * y1 + 2.0 * x0 * y0 + 2.0 * x1 * y1 + x1 * y0) * c / 24.0;
    }
    cx /= area;
    cy /= area;
    xx = xx / area - cx * cx;
    yy = yy / area - cy * cy;
    xy = xy / area - cx * cy;
    double mean = 0.5 * (xx + yy), spread = hypot(0.5 * (xx - yy), xy);
    return sqrt(xx + yy) * (0.866 + 0.071 * sqrt(sqrt((mean - spread) / (mean + spread))));
}

/* Largest eigenvalue as the kernel bounds it: that of the first two rows, then of it with the third. */
static double bound_of(double k[3][3])
{
    double two = 0.5 * (k[0][0] + k[1][1]) + hypot(0.5 * (k[0][0] - k[1][1]), k[0][1]);
    double side = hypot(k[0][2], k[1][2]);
    return 0.5 * (two + k[2][2]) + hypot(0.5 * (two - k[2][2]), side);
}

static void friction_matrix(const ReferenceContact *c, double k[3][3])
{
    double scale[3] = { 1.0, 1.0, c->radius };
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            k[i][j] = c->k[1 + i][1 + j] * scale[i] * scale[j];
        }
    }
}

/* Above something that does not give way a body is met at its own surface. */
static void end_at_surfaces(ReferenceContact *c)
{
    double nearest = 1e9;
    for (int k = 0; k < c->manifold.count; ++k) {
        nearest = fmin(nearest, (double)c->manifold.points[k].separation);
    }
    bool one_gives_way = (c->a->inv_mass > 0.0) != (c->b->inv_mass > 0.0);
    for (int i = 0; i < 3 && one_gives_way && nearest > c->gap; ++i) {
        c->arm_a[i] -= 0.5 * nearest * c->axis[0][i];
        c->arm_b[i] += 0.5 * nearest * c->axis[0][i];
    }
}

void reference_prepare(ReferenceContact *c)
{
    const Manifold *m = &c->manifold;
    DryVec3 t1, t2;
    v3_basis(m->normal, &t1, &t2);
    take(m->normal, c->axis[0]);
    take(t1, c->axis[1]);
    take(t2, c->axis[2]);
    double mean[3] = { 0.0, 0.0, 0.0 }, point[4][3];
    for (int k = 0; k < m->count; ++k) {
        take(m->points[k].position, point[k]);
        for (int i = 0; i < 3; ++i) {
            mean[i] += point[k][i] / m->count;
        }
    }
    for (int i = 0; i < 3; ++i) {
        c->arm_a[i] = c->origin_a[i] + mean[i];
        c->arm_b[i] = c->arm_a[i] - c->center_offset[i];
    }
    end_at_surfaces(c);
    for (int k = 0; k < m->count; ++k) {
        double d[3] = { point[k][0] - mean[0], point[k][1] - mean[1], point[k][2] - mean[2] };
        c->u[k] = dot(d, c->axis[1]);
        c->w[k] = dot(d, c->axis[2]);
    }
    /* K = J M^-1 J^T, with J the 6x6 of each body */
    memset(c->k, 0, sizeof c->k);
    const ReferenceBody *bodies[2] = { c->a, c->b };
    const double *arms[2] = { c->arm_a, c->arm_b };
    for (int s = 0; s < 2; ++s) {
        double linear[6][3] = { { 0 } }, angular[6][3];
        for (int i = 0; i < 3; ++i) {
            memcpy(linear[i], c->axis[i], sizeof linear[i]);
            cross(arms[s], c->axis[i], angular[i]);
            memcpy(angular[3 + i], c->axis[i], sizeof angular[i]);
        }
        for (int i = 0; i < 6; ++i) {
            double turned[3];
            for (int l = 0; l < 3; ++l) {
                turned[l] = dot(bodies[s]->inv_inertia[l], angular[i]);
            }
            for (int j = 0; j < 6; ++j) {
                c->k[i][j] += bodies[s]->inv_mass * dot(linear[i], linear[j]) + dot(turned, angular[j]);
            }
        }
    }
    c->radius = reference_radius(c->u, c->w, m->count);
    double friction[3][3];
    friction_matrix(c, friction);
    c->step = 1.0 / bound_of(friction);
}

static void twist_of(const ReferenceContact *c, bool places, double out[6])
{
    const double *va = places ? c->a->p : c->a->v, *wa = places ? c->a->r : c->a->w;
    const double *vb = places ? c->b->p : c->b->v, *wb = places ? c->b->r : c->b->w;
    double at_a[3], at_b[3], v[3], w[3];
    cross(wa, c->arm_a, at_a);
    cross(wb, c->arm_b, at_b);
    for (int i = 0; i < 3; ++i) {
        v[i] = vb[i] + at_b[i] - va[i] - at_a[i];
        w[i] = wb[i] - wa[i];
    }
    for (int i = 0; i < 3; ++i) {
        out[i] = dot(c->axis[i], v);
        out[3 + i] = dot(c->axis[i], w);
    }
}

static double at_point(const ReferenceContact *c, int k, const double *t)
{
    return t[0] + c->w[k] * t[4] - c->u[k] * t[5];
}

static void push(const ReferenceContact *c, int k, double d, double *v, double *p)
{
    double f[6] = { d, 0.0, 0.0, 0.0, c->w[k] * d, -c->u[k] * d };
    for (int i = 0; i < 6; ++i) {
        p[i] += f[i];
        for (int j = 0; j < 6; ++j) {
            v[i] += c->k[i][j] * f[j];
        }
    }
}

static double point_mass(const ReferenceContact *c, int i, int j)
{
    double fi[6] = { 1.0, 0.0, 0.0, 0.0, c->w[i], -c->u[i] },
           fj[6] = { 1.0, 0.0, 0.0, 0.0, c->w[j], -c->u[j] };
    double sum = 0.0;
    for (int r = 0; r < 6; ++r) {
        for (int s = 0; s < 6; ++s) {
            sum += fi[r] * c->k[r][s] * fj[s];
        }
    }
    return sum;
}

typedef struct Rows {
    double bias[4];
    bool gap[4];
} Rows;

static bool block(ReferenceContact *c, const ContactSoftness *soft, const Rows *rows, double *v, double *p)
{
    int n = c->manifold.count;
    double m[4][5] = { { 0.0 } }, d[4] = { 0.0 };
    bool accept = true;
    for (int i = 0; i < n; ++i) {
        double kii = point_mass(c, i, i);
        double gamma = soft != NULL ? kii * (double)soft->block : n > 1 ? 1e-3 * kii : 0.0;
        double leak = soft != NULL && !rows->gap[i] ? kii * (double)soft->compliance : 0.0;
        for (int j = 0; j < n; ++j) {
            m[i][j] = point_mass(c, i, j) + (i == j ? gamma : 0.0);
        }
        m[i][4] = -(at_point(c, i, v) + rows->bias[i] + leak * c->normal_impulse[i]);
        accept = accept && !(rows->gap[i] && c->normal_impulse[i] == 0.0);
    }
    solve_dense(n, m, d);
    double scale = 0.0;
    for (int i = 0; i < n; ++i) {
        scale = fmax(scale, fmax(fabs(d[i]), c->normal_impulse[i]));
    }
    for (int i = 0; i < n; ++i) {
        c->close = c->close || (accept && fabs(c->normal_impulse[i] + d[i]) < 1e-3 * scale);
    }
    for (int i = 0; i < n; ++i) {
        accept = accept && c->normal_impulse[i] + d[i] >= 0.0;
    }
    for (int i = 0; accept && i < n; ++i) {
        c->normal_impulse[i] += d[i];
        push(c, i, d[i], v, p);
    }
    return accept;
}

static void sweeps(ReferenceContact *c, const ContactSoftness *soft, const Rows *rows, double lead, double *v,
                   double *p)
{
    for (int sweep = 0; sweep < 2; ++sweep) {
        for (int k = 0; k < c->manifold.count; ++k) {
            double error = at_point(c, k, v) + rows->bias[k], old = c->normal_impulse[k];
            bool soft_row = soft != NULL && !rows->gap[k];
            if (rows->gap[k] && old == 0.0) {
                c->close = c->close || fabs(error - lead) < 1e-4;
                if (error > lead || (soft == NULL && c->material.restitution > 0.0f)) {
                    continue;
                }
            }
            double d = -error / point_mass(c, k, k) * (soft_row ? (double)soft->mass_scale : 1.0);
            d -= soft_row ? (double)soft->impulse_scale * old : 0.0;
            c->normal_impulse[k] = fmax(0.0, old + d);
            push(c, k, c->normal_impulse[k] - old, v, p);
        }
    }
}

static void friction(ReferenceContact *c, const ContactStep *step, double *v, double *p)
{
    double load = 0.0, k[3][3], m[4][5] = { { 0 } }, d[4] = { 0 }, next[3];
    for (int i = 0; i < c->manifold.count; ++i) {
        load += c->normal_impulse[i];
    }
    friction_matrix(c, k);
    double surface[3], slip[3] = { v[1], v[2], c->radius * v[3] };
    take(c->material.surface_velocity, surface);
    slip[0] -= dot(surface, c->axis[1]);
    slip[1] -= dot(surface, c->axis[2]);
    int n = c->radius > 0.0 ? 3 : 2;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            m[i][j] = k[i][j];
        }
        m[i][i] += 1e-5 / c->step; /* as the kernel's */
        m[i][4] = -slip[i];
    }
    solve_dense(n, m, d);
    double length = 0.0, speed = sqrt(dot(slip, slip));
    for (int i = 0; i < 3; ++i) {
        next[i] = c->x[i] + d[i];
        length += next[i] * next[i];
    }
    length = sqrt(length);
    double moving = (double)c->material.dynamic_friction * load;
    double bound = c->slipping ? moving : (double)c->material.friction * load;
    c->close = c->close || fabs(length - bound) < 1e-3 * (length + bound) ||
               fabs(speed - (double)step->slip_start) < 1e-4 || fabs(speed - (double)step->slip_end) < 1e-4;
    if (length <= bound) {
        c->slipping = c->slipping && speed >= (double)step->slip_end;
    } else {
        c->slipping = c->slipping || (speed > (double)step->slip_start && load > 0.0);
        bound = c->slipping ? moving : (double)c->material.friction * load;
        length = 0.0;
        for (int i = 0; i < 3; ++i) {
            next[i] = c->x[i] - c->step * slip[i];
            length += next[i] * next[i];
        }
        length = sqrt(length);
        for (int i = 0; i < 3 && length > bound; ++i) {
            next[i] *= bound / length;
        }
    }
    double f[6] = { 0.0, next[0] - c->x[0], next[1] - c->x[1], c->radius * (next[2] - c->x[2]), 0.0, 0.0 };
    memcpy(c->x, next, sizeof next);
    for (int i = 0; i < 6; ++i) {
        p[i] += f[i];
        for (int j = 0; j < 6; ++j) {
            v[i] += c->k[i][j] * f[j];
        }
    }
}

static void apply(const ReferenceContact *c, const double *p)
{
    ReferenceBody *bodies[2] = { c->a, c->b };
    const double *arms[2] = { c->arm_a, c->arm_b };
    double force[3], torque[3];
    for (int i = 0; i < 3; ++i) {
        force[i] = p[0] * c->axis[0][i] + p[1] * c->axis[1][i] + p[2] * c->axis[2][i];
        torque[i] = p[3] * c->axis[0][i] + p[4] * c->axis[1][i] + p[5] * c->axis[2][i];
    }
    for (int s = 0; s < 2; ++s) {
        double sign = s == 0 ? -1.0 : 1.0, turn[3];
        cross(arms[s], force, turn);
        for (int i = 0; i < 3; ++i) {
            turn[i] += torque[i];
        }
        for (int i = 0; i < 3; ++i) {
            bodies[s]->v[i] += sign * bodies[s]->inv_mass * force[i];
            bodies[s]->w[i] += sign * dot(bodies[s]->inv_inertia[i], turn);
        }
    }
}

void reference_pass(ReferenceContact *c, const ContactStep *step, bool soft)
{
    const ContactSoftness *row = &step->soft[c->a->inv_mass > 0.0 && c->b->inv_mass > 0.0 ? 0 : 1];
    double v[6], moved[6], p[6] = { 0 }, lead = 0.0;
    Rows rows = { 0 };
    twist_of(c, false, v);
    twist_of(c, true, moved);
    for (int i = 0; i < 3; ++i) {
        lead += 0.5 * (double)step->h * c->axis[0][i] * (c->b->acceleration[i] - c->a->acceleration[i]);
    }
    for (int k = 0; k < c->manifold.count; ++k) {
        double s = (double)c->manifold.points[k].separation + at_point(c, k, moved);
        rows.gap[k] = s > (double)step->gap;
        c->close = c->close || fabs(s - (double)step->gap) < 1e-6;
        rows.bias[k] = rows.gap[k] ? s * (double)step->inv_h
                       : soft      ? fmax((double)row->rate * fmin(s, 0.0), -(double)step->push_speed)
                                   : 0.0;
    }
    for (int round = 0; round < 2; ++round) {
        if (!block(c, soft ? row : NULL, &rows, v, p)) {
            sweeps(c, soft ? row : NULL, &rows, lead, v, p);
        }
        friction(c, step, v, p);
    }
    apply(c, p);
}
