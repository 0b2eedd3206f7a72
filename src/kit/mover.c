#include "kit/mover.h"

#include "kit/ride.h"

enum {
    CASTS_MAX = 12,
    NEAR_MAX = 16,
    RECOVERIES_MAX = 8
};

/* Parts of the skin: less is not worth a move, so that what stands stays where it is to the last bit. */
#define STILL 0.05

static DryQueryVerdict accept(const DryQueryHit *hit, void *user)
{
    Mover *m = user;
    if (m->carried && dry_body_type(m->world, hit->body) != DRY_STATIC) {
        bool carrier = hit->body.index == m->carrier.index && hit->body.generation == m->carrier.generation;
        DVec way = dry__ride_way(m->world, hit->body, hit->point, m->dt);
        double closing = -dvec_dot(dvec_sub(m->carry, way), dvec_of(hit->normal));
        if (carrier || closing <= 1e-3 * dvec_length(m->carry)) {
            return DRY_QUERY_SKIP;
        }
    }
    return m->settings.accept != NULL ? m->settings.accept(hit, m->settings.user) : DRY_QUERY_TAKE;
}

static DryQueryOptions options_of(Mover *m, DryStartOverlap start)
{
    DryQueryOptions o = dry_query_options_default();
    o.filter = m->settings.filter;
    o.ignore_body = m->own;
    o.start = start;
    if (m->carried || m->settings.accept != NULL) {
        o.accept = accept;
        o.user = m;
    }
    return o;
}

Mover dry__mover(const DryCharacter *c, double dt)
{
    Mover m = { .world = c->world,
                .settings = c->settings,
                .own = c->state.presence,
                .up = dvec_of(c->state.up),
                .radius = (double)c->radius - (double)c->skin,
                .outer = (double)c->radius,
                .skin = (double)c->skin,
                .height = (double)c->state.height,
                .dt = dt,
                .feet = c->state.position };
    m.up = dvec_scale(m.up, 1.0 / dvec_length(m.up));
    float sine, cosine;
    dry_sin_cos(c->settings.slope_limit, &sine, &cosine);
    m.least_up = (double)cosine - 1e-4;
    return m;
}

DryQueryShape dry__mover_shape(const Mover *m)
{
    DryQueryShape s = { .kind = DRY_SHAPE_CAPSULE, .pose = { m->feet, dry_quat_identity() } };
    s.capsule.point_a = dvec_single(dvec_scale(m->up, m->outer));
    s.capsule.point_b = dvec_single(dvec_scale(m->up, m->height - m->outer));
    s.capsule.radius = (float)m->radius;
    return s;
}

void dry__mover_advance(Mover *m, DVec way)
{
    m->feet = dry_pos(m->feet.x + way.x, m->feet.y + way.y, m->feet.z + way.z);
}

bool dry__mover_cast(Mover *m, DVec way, double length, DryStartOverlap start, DryQueryHit *hit,
                     double *distance)
{
    DryQueryShape shape = dry__mover_shape(m);
    DryQueryOptions options = options_of(m, start);
    DryVec3 translation = dvec_single(dvec_scale(way, length));
    int32_t found = dry_world_cast_shape(m->world, &shape, translation, DRY_QUERY_CLOSEST, &options, hit, 1);
    m->failed = m->failed || found < 0;
    if (found < 1) {
        return false;
    }
    *distance = (double)hit->fraction * dvec_length(dvec_of(translation));
    return true;
}

void dry__mover_note(Mover *m, const DryQueryHit *hit)
{
    for (int32_t i = 0; i < m->contact_count; ++i) {
        const DryCharacterContact *c = &m->contacts[i];
        if (c->shape.index == hit->shape.index && dry_vec3_dot(c->normal, hit->normal) > 0.999f) {
            return;
        }
    }
    if (m->contact_count < DRY_CHARACTER_MAX_CONTACTS) {
        m->contacts[m->contact_count++] = (DryCharacterContact){ .body = hit->body,
                                                                 .shape = hit->shape,
                                                                 .triangle = hit->triangle,
                                                                 .material = hit->material,
                                                                 .point = hit->point,
                                                                 .normal = hit->normal };
    }
}

static Plane plane_of(const Mover *m, const DryQueryHit *hit, double room)
{
    Plane p = { .normal = dvec_of(hit->normal), .room = room };
    DryBodyType type = dry_body_type(m->world, hit->body);
    p.rank = type == DRY_STATIC ? 2 : type == DRY_DYNAMIC ? 1 : 0;
    if (type != DRY_STATIC && m->dt > 0.0) {
        p.drift = dvec_dot(p.normal, dry__ride_way(m->world, hit->body, hit->point, m->dt)) / m->dt;
    }
    return p;
}

/* Ground that is too steep is a wall as well: nothing that leads against it leads up. */
static bool add_wall(const Mover *m, PlaneSet *met, const Plane *slope)
{
    double up = dvec_dot(slope->normal, m->up);
    if (up <= 1e-3 || up >= m->least_up) {
        return true;
    }
    DVec across = dvec_across(slope->normal, m->up);
    double length = dvec_length(across);
    Plane wall = *slope;
    wall.normal = dvec_scale(across, 1.0 / length);
    wall.room = slope->room / length;
    wall.drift = slope->drift / length;
    return dry__planes_add(met, &wall);
}

static void go(Mover *m, PlaneSet *met, DVec *left, DVec way)
{
    dry__mover_advance(m, way);
    *left = dvec_sub(*left, way);
    for (int i = 0; i < met->count; ++i) {
        met->planes[i].room += dvec_dot(met->planes[i].normal, way);
    }
}

/* One cast along `left` as far as the planes allow. False when the way ends here. */
static bool slide_once(Mover *m, DVec *left, bool walking, PlaneSet *met)
{
    DVec way = dry__planes_solve(met, *left);
    double length = dvec_length(way), distance;
    if (!(length > 1e-4 * m->skin)) {
        return false;
    }
    DVec direction = dvec_scale(way, 1.0 / length);
    DryQueryHit hit;
    if (!dry__mover_cast(m, direction, length + 2.0 * m->skin, DRY_START_DEEPER, &hit, &distance)) {
        go(m, met, left, way);
        return false;
    }
    /* a fraction of single precision does not tell far hits well enough: near them, cast again */
    if (distance * 1.2e-7 > STILL * m->skin) {
        double most = distance * (1.0 - 3e-7);
        go(m, met, left, dvec_scale(direction, most < length ? most : length));
        return most < length;
    }
    Plane plane = plane_of(m, &hit, 0.0);
    double closing = -dvec_dot(direction, plane.normal);
    closing = closing > 1e-6 ? closing : 1e-6;
    double room = distance * closing + (hit.fraction > 0.0f ? 0.0 : (double)hit.separation) - m->skin;
    plane.room = room > 0.0 ? room : 0.0;
    if (plane.room >= closing * length) {
        go(m, met, left, way);
        return false;
    }
    dry__mover_note(m, &hit);
    if (!dry__planes_add(met, &plane) || !add_wall(m, met, &plane)) {
        return false;
    }
    double up = dvec_dot(plane.normal, m->up), short_of = -plane.room - dvec_dot(plane.normal, *left);
    if (walking && up >= m->least_up && short_of > 0.0) {
        *left = dvec_add_scaled(*left, m->up, short_of / up);
    }
    go(m, met, left, dvec_scale(direction, plane.room / closing));
    return true;
}

void dry__mover_slide(Mover *m, DVec way, bool walking, PlaneSet *met)
{
    DVec left = way;
    for (int i = 0; i < CASTS_MAX && !m->failed; ++i) {
        if (!slide_once(m, &left, walking, met)) {
            break;
        }
    }
}

/* The planes of all that is nearer than the skin; the smallest separation goes to `nearest`. */
static PlaneSet gather(Mover *m, double *nearest)
{
    DryQueryHit hits[NEAR_MAX];
    DryQueryShape shape = dry__mover_shape(m);
    DryQueryOptions options = options_of(m, DRY_START_HIT);
    int32_t found = dry_world_closest(m->world, &shape, (float)m->skin, &options, hits, NEAR_MAX);
    m->failed = m->failed || found < 0;
    PlaneSet set = { .count = 0 };
    *nearest = found > 0 ? (double)hits[0].separation : m->skin;
    for (int32_t i = 0; i < found; ++i) {
        double room = (double)hits[i].separation - m->skin;
        if (hits[i].separation < 0.0f) {
            dry__mover_note(m, &hits[i]);
        }
        Plane plane = plane_of(m, &hits[i], room < -STILL * m->skin ? room : 0.0);
        (void)dry__planes_add(&set, &plane);
    }
    return set;
}

double dry__mover_overlap(Mover *m)
{
    double nearest;
    (void)gather(m, &nearest);
    return nearest < 0.0 ? -nearest : 0.0;
}

double dry__mover_recover(Mover *m)
{
    double nearest = 0.0;
    for (int i = 0; i < RECOVERIES_MAX; ++i) {
        PlaneSet set = gather(m, &nearest);
        DVec way = dry__planes_solve(&set, dvec(0.0, 0.0, 0.0));
        double length = dvec_length(way), distance;
        if (!(length > 1e-4 * m->skin) || m->failed) {
            break;
        }
        DVec direction = dvec_scale(way, 1.0 / length);
        DryQueryHit hit;
        if (dry__mover_cast(m, direction, length, DRY_START_IGNORE, &hit, &distance) && distance < length) {
            length = distance;
        }
        dry__mover_advance(m, dvec_scale(direction, length));
    }
    return nearest < 0.0 ? -nearest : 0.0;
}
