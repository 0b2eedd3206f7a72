#include "collision/patch.h"

enum {
    RIM_POINTS = 8,
    ID_RIM = 4 << 16,
    ID_CROSSING = 5 << 16
};

/* Everything is seen along the reference's normal n, in a plane with axes u, v. */
typedef struct Frame {
    D3 origin, u, v, n;
} Frame;

typedef struct Flat {
    double x, y;
} Flat;

/* A look in the plane; heights over the plane are linear in the place. */
typedef struct Shadow {
    FeatureKind kind;
    int count;
    Flat point[LOOK_MAX];
    uint32_t id[LOOK_MAX];
    double radius, turn;     /* turn: 1 counter-clockwise, -1 clockwise */
    Flat tilt;               /* of a disc: where it rises */
    double stretch;          /* what its shadow is shrunk by along that */
    double height, slope[2]; /* at point[0], and how it grows along the axes */
} Shadow;

static Flat flat(const Frame *f, D3 p)
{
    D3 d = d3_sub(p, f->origin);
    return (Flat){ d3_dot(d, f->u), d3_dot(d, f->v) };
}

static double height_at(const Shadow *s, Flat x)
{
    return s->height + s->slope[0] * (x.x - s->point[0].x) + s->slope[1] * (x.y - s->point[0].y);
}

static void set_slope(Shadow *s, const Frame *f, const Look *look)
{
    double nn = d3_dot(look->normal, f->n);
    if (look->kind == LOOK_SEGMENT) {
        Flat d = { s->point[1].x - s->point[0].x, s->point[1].y - s->point[0].y };
        double dd = d.x * d.x + d.y * d.y, rise = d3_dot(d3_sub(look->point[1], look->point[0]), f->n);
        s->slope[0] = dd > 0.0 ? rise * d.x / dd : 0.0;
        s->slope[1] = dd > 0.0 ? rise * d.y / dd : 0.0;
    } else if (look->kind != LOOK_POINT && fabs(nn) > 1e-9) {
        s->slope[0] = -d3_dot(look->normal, f->u) / nn;
        s->slope[1] = -d3_dot(look->normal, f->v) / nn;
    }
}

static Shadow shadow_of(const Frame *f, const Look *look)
{
    Shadow s = { .kind = look->kind, .count = look->count, .radius = look->radius };
    for (int i = 0; i < look->count; ++i) {
        s.point[i] = flat(f, look->point[i]);
        s.id[i] = look->id[i];
    }
    s.turn = d3_dot(look->normal, f->n) < 0.0 ? -1.0 : 1.0;
    s.height = d3_dot(d3_sub(look->point[0], f->origin), f->n);
    set_slope(&s, f, look);
    double steep = sqrt(s.slope[0] * s.slope[0] + s.slope[1] * s.slope[1]);
    s.tilt = steep > 0.0 ? (Flat){ s.slope[0] / steep, s.slope[1] / steep } : (Flat){ 0.0, 0.0 };
    s.stretch = sqrt(1.0 + steep * steep);
    return s;
}

/* From the middle of a disc's shadow, an ellipse, as it is on the disc. */
static Flat on_disc(const Shadow *s, double x, double y)
{
    double along = (s->stretch - 1.0) * (x * s->tilt.x + y * s->tilt.y);
    return (Flat){ x + along * s->tilt.x, y + along * s->tilt.y };
}

/* How far x is outside of side i of a polygon, times the side's length. */
static double outside(const Shadow *s, int i, Flat x, double *length)
{
    Flat p = s->point[i], q = s->point[(i + 1) % s->count];
    double dx = q.x - p.x, dy = q.y - p.y;
    *length = sqrt(dx * dx + dy * dy);
    return s->turn * ((x.x - p.x) * dy - (x.y - p.y) * dx);
}

static bool inside(const Shadow *s, Flat x, double slack)
{
    if (s->kind == LOOK_PLANE) {
        return true;
    }
    if (s->kind == LOOK_DISC) {
        Flat d = on_disc(s, x.x - s->point[0].x, x.y - s->point[0].y);
        double radius = s->radius + slack;
        return d.x * d.x + d.y * d.y <= radius * radius;
    }
    for (int i = 0; i < s->count; ++i) {
        double length, out = outside(s, i, x, &length);
        if (out > slack * length) {
            return false;
        }
    }
    return true;
}

typedef struct Cut {
    double t[2];
    int side[2]; /* that cut it, or -1 */
} Cut;

static bool cut_by_disc(const Shadow *s, Flat p, Flat d, double slack, Cut *cut)
{
    Flat from = on_disc(s, p.x - s->point[0].x, p.y - s->point[0].y), way = on_disc(s, d.x, d.y);
    double x = from.x, y = from.y, radius = s->radius + slack;
    double dd = way.x * way.x + way.y * way.y, along = x * way.x + y * way.y;
    if (!(dd > 0.0)) {
        return x * x + y * y <= radius * radius;
    }
    double middle = -along / dd, mx = x + middle * way.x, my = y + middle * way.y;
    double room = radius * radius - mx * mx - my * my;
    if (!(room > 0.0)) {
        return false;
    }
    double half = sqrt(room / dd);
    if (middle - half > cut->t[0]) {
        cut->t[0] = middle - half;
        cut->side[0] = 0;
    }
    if (middle + half < cut->t[1]) {
        cut->t[1] = middle + half;
        cut->side[1] = 0;
    }
    return cut->t[0] <= cut->t[1];
}

/* The part of p + t d, t in 0..1, over s. */
static bool cut_segment(const Shadow *s, Flat p, Flat d, double slack, Cut *cut)
{
    *cut = (Cut){ { 0.0, 1.0 }, { -1, -1 } };
    if (s->kind == LOOK_DISC) {
        return cut_by_disc(s, p, d, slack, cut);
    }
    for (int i = 0; i < s->count && s->kind == LOOK_POLYGON; ++i) {
        double length, start = outside(s, i, p, &length), unused;
        double end = outside(s, i, (Flat){ p.x + d.x, p.y + d.y }, &unused);
        start -= slack * length;
        end -= slack * length;
        if (start > 0.0 && end > 0.0) {
            return false;
        }
        if (start <= 0.0 && end <= 0.0) {
            continue;
        }
        double t = start / (start - end);
        int which = start > 0.0 ? 0 : 1;
        if (which == 0 ? t > cut->t[0] : t < cut->t[1]) {
            cut->t[which] = t;
            cut->side[which] = i;
        }
    }
    return cut->t[0] <= cut->t[1];
}

typedef struct Builder {
    Frame frame;
    Shadow reference, other;
    double slack;
    Patch *patch;
} Builder;

static void put(Builder *b, Flat x, uint32_t feature)
{
    Patch *patch = b->patch;
    if (patch->count == PATCH_MAX) {
        return;
    }
    D3 base = d3_mad(d3_mad(b->frame.origin, b->frame.u, x.x), b->frame.v, x.y);
    PatchPoint *p = &patch->point[patch->count++];
    p->separation = height_at(&b->other, x);
    p->on_reference = base;
    p->on_other = d3_mad(base, b->frame.n, p->separation);
    p->feature = feature;
    patch->least = d_min(p->separation, patch->least);
}

static uint32_t crossing(uint32_t of_other, uint32_t of_reference)
{
    return ID_CROSSING + (of_other & 0xffu) * 256u + (of_reference & 0xffu);
}

/* The sides of one shadow that lie over the other: their own ends, and where they are cut. */
static void put_sides(Builder *b, const Shadow *sides, const Shadow *region, bool of_other)
{
    int count = sides->kind == LOOK_SEGMENT ? 1 : sides->count;
    for (int i = 0; i < count; ++i) {
        int next = (i + 1) % sides->count;
        Flat p = sides->point[i], d = { sides->point[next].x - p.x, sides->point[next].y - p.y };
        Cut cut;
        if (!cut_segment(region, p, d, b->slack, &cut)) {
            continue;
        }
        for (int end = 0; end < 2; ++end) {
            bool own = cut.side[end] < 0;
            /* a corner is the beginning of one side only */
            if (own && end == 1 && sides->kind == LOOK_POLYGON) {
                continue;
            }
            uint32_t id = sides->id[end == 0 ? i : next];
            if (!own) {
                uint32_t cut_by = region->kind == LOOK_DISC ? (uint32_t)end : (uint32_t)cut.side[end];
                uint32_t side = sides->kind == LOOK_SEGMENT ? 128u + (uint32_t)end : (uint32_t)i;
                id = of_other ? crossing(side, cut_by) : crossing(cut_by + 64u, side);
            }
            Flat x = { p.x + cut.t[end] * d.x, p.y + cut.t[end] * d.y };
            put(b, x, own && !of_other ? id + (8u << 16) : id);
        }
    }
}

/* Places on the rim in a frame that does not turn with the disc; in the plane of the disc, so that a tilted
 * one is met on its true rim. */
static void put_rim(Builder *b, const Look *disc, D3 right, const Shadow *region, uint32_t id)
{
    static const double half = 0.70710678118654752;
    D3 m = disc->normal;
    D3 u = d3_normalize(d3_mad(right, m, -d3_dot(right, m))), v = d3_cross(m, u);
    for (uint32_t i = 0; i < RIM_POINTS; ++i) {
        double c = i % 4 == 0 ? 1.0 : i % 4 == 2 ? 0.0 : half, s = i % 4 == 0 ? 0.0 : i % 4 == 2 ? 1.0 : half;
        double x = i > 2 && i < 6 ? -c : c, y = i > 4 ? -s : s;
        D3 p = d3_mad(d3_mad(disc->point[0], u, disc->radius * x), v, disc->radius * y);
        Flat at = flat(&b->frame, p);
        if (inside(region, at, b->slack)) {
            put(b, at, id + i);
        }
    }
}

/* Where two circles cross, if they are parallel enough to be circles both. */
static void put_circles(Builder *b)
{
    Flat p = b->reference.point[0], q = b->other.point[0];
    double dx = q.x - p.x, dy = q.y - p.y, dd = dx * dx + dy * dy;
    double r = b->reference.radius, s = b->other.radius;
    if (!(dd > 1e-18 * r * r) || b->other.stretch > 1.001) {
        return;
    }
    double along = 0.5 * (dd + r * r - s * s) / dd, room = r * r / dd - along * along;
    if (!(room > 0.0)) {
        return;
    }
    double aside = sqrt(room);
    for (uint32_t i = 0; i < 2; ++i) {
        double side = i == 0 ? aside : -aside;
        put(b, (Flat){ p.x + along * dx - side * dy, p.y + along * dy + side * dx },
            crossing(255u, 250u + i));
    }
}

static void put_areas(Builder *b, const Look *reference, const Look *other, D3 right)
{
    const Shadow *r = &b->reference, *o = &b->other;
    if (other->kind == LOOK_DISC) {
        put_rim(b, other, right, r, ID_RIM);
    } else {
        put_sides(b, o, r, true);
    }
    if (r->kind == LOOK_DISC) {
        if (other->kind == LOOK_POLYGON || other->kind == LOOK_DISC) {
            put_rim(b, reference, right, o, ID_RIM + RIM_POINTS);
        }
        if (other->kind == LOOK_DISC) {
            put_circles(b);
        }
    } else if (r->kind == LOOK_POLYGON) {
        if (other->kind == LOOK_DISC) {
            put_sides(b, r, o, false);
        } else if (other->kind == LOOK_POLYGON) {
            for (int i = 0; i < r->count; ++i) {
                if (inside(o, r->point[i], b->slack)) {
                    put(b, r->point[i], r->id[i] + (8u << 16));
                }
            }
        }
    }
}

void dry__patch_over(const Look *reference, const Look *other, D3 right, double slack, Patch *patch)
{
    Builder b = { .slack = slack, .patch = patch };
    b.frame.origin = reference->point[0];
    b.frame.n = reference->normal;
    b.frame.u = d3_normalize(d3_mad(right, b.frame.n, -d3_dot(right, b.frame.n)));
    b.frame.v = d3_cross(b.frame.n, b.frame.u);
    b.reference = shadow_of(&b.frame, reference);
    b.other = shadow_of(&b.frame, other);
    patch->count = 0;
    patch->least = 1e300;
    if (other->kind != LOOK_POINT) {
        put_areas(&b, reference, other, right);
    }
    Flat low = flat(&b.frame, other->lowest);
    if (other->kind != LOOK_SEGMENT && inside(&b.reference, low, slack)) {
        /* it may lie on another plane than the rest */
        b.other.slope[0] = b.other.slope[1] = 0.0;
        b.other.height = d3_dot(d3_sub(other->lowest, b.frame.origin), b.frame.n);
        put(&b, low, other->lowest_id);
    }
}

bool dry__patch_lines(const Look *a, const Look *b, D3 n, Patch *patch)
{
    patch->count = 0;
    patch->least = 1e300;
    if (a->kind != LOOK_SEGMENT || b->kind != LOOK_SEGMENT) {
        return false;
    }
    D3 d = d3_sub(a->point[1], a->point[0]), e = d3_sub(b->point[1], b->point[0]), cross = d3_cross(d, e);
    double dd = d3_dot(d, d), ee = d3_dot(e, e);
    if (!(d3_dot(cross, cross) <= 3e-3 * dd * ee) || !(dd > 0.0) || !(ee > 0.0)) {
        return false;
    }
    double t0 = d3_dot(d3_sub(b->point[0], a->point[0]), d) / dd, slope = d3_dot(e, d) / dd, t1 = t0 + slope;
    int first = t0 <= t1 ? 0 : 1;
    double low = first == 0 ? t0 : t1, high = first == 0 ? t1 : t0;
    uint32_t id[2] = { low > 0.0 ? b->id[first] + (8u << 16) : a->id[0],
                       high < 1.0 ? b->id[1 - first] + (8u << 16) : a->id[1] };
    double t[2] = { d_max(low, 0.0), d_min(high, 1.0) };
    if (!(t[1] - t[0] > 1e-3 * d_min(1.0, fabs(slope)))) {
        return false;
    }
    for (int i = 0; i < 2; ++i) {
        PatchPoint *p = &patch->point[patch->count++];
        p->on_reference = d3_mad(a->point[0], d, t[i]);
        D3 across = d3_mad(b->point[0], e, (t[i] - t0) / slope);
        p->separation = d3_dot(d3_sub(across, p->on_reference), n);
        p->on_other = d3_mad(p->on_reference, n, p->separation);
        p->feature = id[i];
        patch->least = d_min(p->separation, patch->least);
    }
    return true;
}
