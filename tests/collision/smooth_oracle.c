#include "smooth_oracle.h"

static Vec3d cross(Vec3d a, Vec3d b)
{
    return (Vec3d){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static Vec3d turn_back(DryQuat q, Vec3d v)
{
    double n = 1.0 / ((double)q.x * (double)q.x + (double)q.y * (double)q.y + (double)q.z * (double)q.z +
                      (double)q.w * (double)q.w);
    Vec3d u = { -(double)q.x, -(double)q.y, -(double)q.z }, t = cross(u, v), w = cross(u, t);
    double k = 2.0 * n, l = 2.0 * (double)q.w * n;
    return (Vec3d){ v.x + l * t.x + k * w.x, v.y + l * t.y + k * w.y, v.z + l * t.z + k * w.z };
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double box_support(DryVec3 half, Vec3d d)
{
    return fabs(d.x) * (double)half.x + fabs(d.y) * (double)half.y + fabs(d.z) * (double)half.z;
}

static double hull_support(const HullData *h, Vec3d d)
{
    double most = -1e300;
    for (int i = 0; i < h->vertex_count; ++i) {
        most = larger(d.x * (double)h->vx[i] + d.y * (double)h->vy[i] + d.z * (double)h->vz[i], most);
    }
    return most;
}

double oracle_support(const CollideShape *shape, DryPos origin, Vec3d n)
{
    const ShapeGeometry *g = &shape->geometry;
    double x = shape->position.x - origin.x, y = shape->position.y - origin.y,
           z = shape->position.z - origin.z;
    double at = x * n.x + y * n.y + z * n.z;
    Vec3d d = turn_back(shape->rotation, n);
    double h = (double)g->u.frustum.half_height, r = (double)g->u.frustum.bottom,
           s = (double)g->u.frustum.top;
    double across = sqrt(d.x * d.x + d.z * d.z);
    switch (g->kind) {
    case SHAPE_SPHERE:
        return at + (double)g->u.sphere.radius;
    case SHAPE_CAPSULE:
        return at + fabs(d.y) * (double)g->u.capsule.half_height + (double)g->u.capsule.radius;
    case SHAPE_BOX:
        return at + box_support(g->u.box.half, d);
    case SHAPE_HULL:
        return at + hull_support(&g->u.hull->data, d);
    case SHAPE_CYLINDER:
    case SHAPE_CONE:
        return at + larger(h * d.y + s * across, r * across - h * d.y);
    case SHAPE_TAPERED_CAPSULE:
        return at + larger(h * d.y + s, r - h * d.y);
    case SHAPE_ELLIPSOID: {
        Vec3d e = { (double)g->u.ellipsoid.radii.x * d.x, (double)g->u.ellipsoid.radii.y * d.y,
                    (double)g->u.ellipsoid.radii.z * d.z };
        return at + sqrt(vec3d_dot(e, e));
    }
    case SHAPE_ROUNDED_BOX:
        return at + box_support(g->u.rounded_box.half, d) + (double)g->u.rounded_box.radius;
    default:
        return 0.0;
    }
}

double oracle_size(const CollideShape *shape)
{
    double most = 0.0;
    for (int k = 0; k < 3; ++k) {
        Vec3d n = { k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0 };
        Vec3d m = { -n.x, -n.y, -n.z };
        most = larger(oracle_support(shape, shape->position, n) + oracle_support(shape, shape->position, m),
                      most);
    }
    return most;
}

double oracle_separation(const CollideShape *a, const CollideShape *b, Vec3d n)
{
    Vec3d m = { -n.x, -n.y, -n.z };
    return -oracle_support(b, a->position, m) - oracle_support(a, a->position, n);
}

/* Along n, of all that the motion of a covers, which is convex too. */
static double swept_separation(const CollideShape *a, const CollideShape *b, Vec3d way, Vec3d n)
{
    return oracle_separation(a, b, n) - larger(vec3d_dot(way, n), 0.0);
}

typedef struct Start {
    Vec3d n;
    double value;
} Start;

enum {
    SAMPLES = 1500,
    STARTS = 12
};

static Vec3d spiral(int i)
{
    double z = 1.0 - (2.0 * i + 1.0) / SAMPLES, r = sqrt(1.0 - z * z), turn = 2.399963229728653 * i;
    return (Vec3d){ r * cos(turn), r * sin(turn), z };
}

/* Keeps the best few that are not neighbours. */
static void offer(Start *starts, int *count, Vec3d n, double value)
{
    for (int i = 0; i < *count; ++i) {
        if (vec3d_dot(starts[i].n, n) > 0.97) {
            if (value > starts[i].value) {
                starts[i] = (Start){ n, value };
            }
            return;
        }
    }
    int least = 0;
    for (int i = 1; i < *count; ++i) {
        least = starts[i].value < starts[least].value ? i : least;
    }
    if (*count < STARTS) {
        starts[(*count)++] = (Start){ n, value };
    } else if (value > starts[least].value) {
        starts[least] = (Start){ n, value };
    }
}

/* Pattern search in the plane across n, with directions that turn. */
static void climb(const CollideShape *a, const CollideShape *b, Vec3d way, Start *s)
{
    double step = 0.05, turn = 0.3;
    for (int i = 0; i < 1000 && step > 1e-9; ++i, turn += 1.0) {
        Vec3d other = fabs(s->n.x) < 0.6 ? (Vec3d){ 1.0, 0.0, 0.0 } : (Vec3d){ 0.0, 1.0, 0.0 };
        Vec3d u = vec3d_unit(cross(s->n, other)), v = cross(s->n, u);
        bool moved = false;
        for (int k = 0; k < 6; ++k) {
            double c = step * cos(turn + k * 1.0471975512), e = step * sin(turn + k * 1.0471975512);
            Vec3d n = vec3d_unit((Vec3d){ s->n.x + c * u.x + e * v.x, s->n.y + c * u.y + e * v.y,
                                          s->n.z + c * u.z + e * v.z });
            double value = swept_separation(a, b, way, n);
            if (value > s->value) {
                *s = (Start){ n, value };
                moved = true;
                break;
            }
        }
        step *= moved ? 1.6 : 0.7;
        step = step > 0.3 ? 0.3 : step;
    }
}

double oracle_best(const CollideShape *a, const CollideShape *b, Vec3d *normal)
{
    return oracle_best_swept(a, b, (Vec3d){ 0.0, 0.0, 0.0 }, normal);
}

double oracle_best_swept(const CollideShape *a, const CollideShape *b, Vec3d way, Vec3d *normal)
{
    Start starts[STARTS];
    int count = 0;
    for (int i = 0; i < SAMPLES; ++i) {
        Vec3d n = spiral(i);
        offer(starts, &count, n, swept_separation(a, b, way, n));
    }
    for (int shape = 0; shape < 2; ++shape) {
        DryQuat q = shape == 0 ? a->rotation : b->rotation;
        for (int k = 0; k < 6; ++k) {
            DryVec3 axis = { 0.0f, 0.0f, 0.0f };
            float sign = k % 2 == 0 ? 1.0f : -1.0f;
            axis = k < 2   ? dry_vec3(sign, 0.0f, 0.0f)
                   : k < 4 ? dry_vec3(0.0f, sign, 0.0f)
                           : dry_vec3(0.0f, 0.0f, sign);
            Vec3d n = vec3d_unit(vec3d(quat_rotate(q, axis)));
            offer(starts, &count, n, swept_separation(a, b, way, n));
        }
    }
    Start best = starts[0];
    for (int i = 0; i < count; ++i) {
        climb(a, b, way, &starts[i]);
        best = starts[i].value > best.value ? starts[i] : best;
    }
    *normal = best.n;
    return best.value;
}
