#include "kit/footing.h"

/* Contacts less upright than this hold nobody, whatever is beside them. */
#define LEAST_HOLD 0.05
/* Parts of the skin by which ground may be away and still carries, and that are not worth a move. */
#define TOUCH 0.5
#define STILL 0.05

/* How far above its contact with a point the round end must be to keep the skin: with the normal's part n
   along `up` the end's middle is R n above the point and sqrt(R^2 - R^2 n^2) beside it. */
static double clearance(const Mover *m, double n)
{
    double high = m->radius * n, skin = m->skin;
    return sqrt(high * high + 2.0 * m->radius * skin + skin * skin) - high;
}

/* Whether the surface beside the contact, on the side away from the mover, can be stood on: the top of a step
   whose edge is touched. */
static bool is_level_beside(const Mover *m, const DryQueryHit *hit)
{
    DVec normal = dvec_of(hit->normal), across = dvec_across(normal, m->up);
    double length = dvec_length(across), reach = 0.5 * m->skin;
    if (!(length > 1e-6)) {
        return false;
    }
    DVec offset = dvec_add_scaled(dvec_scale(m->up, reach), across, -reach / length);
    DryPos p = hit->point;
    DryRay ray = { dry_pos(p.x + offset.x, p.y + offset.y, p.z + offset.z),
                   dvec_single(dvec_scale(m->up, -1.0)), (float)(2.0 * reach) };
    DryQueryHit top;
    return dry_shape_cast_ray(m->world, hit->shape, ray, &top) && mover_up(m, top.normal) >= m->least_up;
}

Footing dry__footing_find(Mover *m, double reach)
{
    Footing f = { .state = DRY_GROUND_NONE };
    double length = reach + 2.0 * m->skin, distance;
    DVec down = dvec_scale(m->up, -1.0);
    if (!dry__mover_cast(m, down, length, DRY_START_DEEPER, &f.hit, &distance)) {
        return f;
    }
    double up = mover_up(m, f.hit.normal);
    if (!(up > LEAST_HOLD)) {
        return f;
    }
    f.on_edge = up < m->least_up && is_level_beside(m, &f.hit);
    bool firm = up >= m->least_up || f.on_edge;
    f.drop = distance - clearance(m, up);
    if (!firm) { /* a slope, not an edge */
        double flat = distance - m->skin / up;
        f.drop = flat < f.drop ? flat : f.drop;
    }
    if (f.drop <= reach + TOUCH * m->skin) {
        f.state = firm ? DRY_GROUND_FIRM : DRY_GROUND_STEEP;
    }
    return f;
}

Footing dry__footing_keep(Mover *m, double reach)
{
    Footing f = dry__footing_find(m, reach);
    if (f.state == DRY_GROUND_STEEP && reach > 0.0) {
        /* steep ground first: perhaps firm ground at its foot */
        Mover lower = *m;
        PlaneSet met = { .count = 0 };
        dry__mover_slide(&lower, dvec_scale(m->up, -reach), false, &met);
        Footing foot = dry__footing_find(&lower, 0.0);
        if (foot.state == DRY_GROUND_FIRM) {
            *m = lower;
            f = foot;
        }
    }
    if (f.state == DRY_GROUND_FIRM && f.drop > STILL * m->skin) {
        dry__mover_advance(m, dvec_scale(m->up, -f.drop));
        f.drop = 0.0;
    }
    if (f.state == DRY_GROUND_STEEP && f.drop > TOUCH * m->skin) {
        f.state = DRY_GROUND_NONE;
    }
    return f;
}

/* How far the mover can rise, at most `most`. */
static double headroom(Mover *m, double most)
{
    DryQueryHit hit;
    double distance;
    if (!dry__mover_cast(m, m->up, most + 2.0 * m->skin, DRY_START_DEEPER, &hit, &distance)) {
        return most;
    }
    double down = -mover_up(m, hit.normal);
    double room = distance - (down > 0.0 ? clearance(m, down) : 0.0);
    return room < most ? room : most;
}

static double height_of(const Mover *m, DryPos p)
{
    return dvec_dot(m->up, dvec_between(m->feet, p));
}

bool dry__footing_step(Mover *m, DVec way, const Mover *slid, double ground, Mover *stepped)
{
    double length = dvec_length(way);
    double rise = headroom(m, (double)m->settings.step_height);
    if (!(rise > STILL * m->skin)) {
        return false;
    }
    *stepped = *m;
    stepped->contact_count = slid->contact_count;
    for (int32_t i = 0; i < slid->contact_count; ++i) {
        stepped->contacts[i] = slid->contacts[i];
    }
    PlaneSet met = { .count = 0 };
    dry__mover_advance(stepped, dvec_scale(m->up, rise));
    dry__mover_slide(stepped, way, false, &met);
    double gained = dvec_dot(way, dvec_between(slid->feet, stepped->feet)) / length;
    if (!(gained > 1e-3 * length + 1e-3 * m->skin)) {
        return false;
    }
    Footing f = dry__footing_find(stepped, rise);
    double edge = height_of(m, f.hit.point) - ground;
    if (f.state != DRY_GROUND_FIRM || edge > (double)m->settings.step_height + 0.1 * m->skin) {
        return false;
    }
    if (f.drop > 0.0) {
        dry__mover_advance(stepped, dvec_scale(m->up, -f.drop));
    }
    /* only halfway up on the edge: there must be room to stand on it */
    double rest = height_of(stepped, f.hit.point);
    return !(rest > STILL * m->skin) || headroom(stepped, rest) >= rest - STILL * m->skin;
}
