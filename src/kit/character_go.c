#include "kit/character_go.h"

#include "kit/character_push.h"
#include "kit/footing.h"
#include "kit/region.h"
#include "kit/ride.h"

/* A move in the making: nothing of the character changes before it has succeeded. */
typedef struct Move {
    Mover mover;
    DryCharacterState state;
    DryCharacterMotion motion;
    PlaneSet met;    /* by the character's own way */
    DryPos attached; /* where its ground has brought it */
    DVec way;        /* m/s, own, relative to the ground if `walking` */
    DVec ground;     /* velocity of the ground that it stands on at first; zero: none */
    DVec belt;       /* what of this is the material's */
    bool walking;    /* on firm ground, and not leaving it */
    bool leaving;    /* must not be caught by the ground */
    double dt;
} Move;

static bool is_same(DryBodyId a, DryBodyId b)
{
    return a.index == b.index && a.generation == b.generation;
}

bool dry__character_stands(const DryCharacter *c)
{
    const DryCharacterGround *g = &c->state.ground;
    return g->state == DRY_GROUND_FIRM && dry_body_is_valid(c->world, g->body) &&
           dry_body_is_enabled(c->world, g->body);
}

double dry__character_gravity(const DryCharacter *c)
{
    if (c->settings.gravity >= 0.0f) {
        return (double)c->settings.gravity;
    }
    return -dvec_dot(dvec_of(dry_world_gravity(c->world)), dvec_of(c->state.up));
}

/* Of the material on its body, as on a conveyor belt. */
static DVec belt_of(const DryWorld *world, const DryCharacterGround *g)
{
    DryMaterial material = dry_shape_triangle_material(world, g->shape, g->triangle);
    return dvec_rotate(dry_body_rotation(world, g->body), dvec_of(material.surface_velocity));
}

static DVec velocity_of(const DryWorld *world, const DryCharacterGround *g, DryPos point, double dt)
{
    DVec velocity = belt_of(world, g);
    return dt > 0.0 ? dvec_add_scaled(velocity, dry__ride_way(world, g->body, point, dt), 1.0 / dt)
                    : velocity;
}

DVec dry__character_ground_velocity(const DryCharacter *c, float dt)
{
    dt = dt < 1e-7f ? 0.0f : dt;
    return velocity_of(c->world, &c->state.ground, c->state.position, (double)dt);
}

static void carry(Move *v, DVec way, DryBodyId carrier)
{
    Mover *m = &v->mover;
    if (!(dvec_length(way) > 0.0)) {
        return;
    }
    DryPos from = m->feet;
    PlaneSet met = { .count = 0 };
    m->carried = true;
    m->carrier = carrier;
    m->carry = way;
    dry__mover_slide(m, way, false, &met);
    m->carried = false;
    v->motion.carried =
        dvec_single(dvec_add_scaled(dvec_of(v->motion.carried), dvec_between(from, m->feet), 1.0));
}

/* To where the ground has really come since the last move. */
static void follow(Move *v, bool stands)
{
    Mover *m = &v->mover;
    if (stands) {
        const DryCharacterState *s = &v->state;
        DryPose pose = dry_body_pose(m->world, s->ground.body);
        DryPos place = dry__ride_point(pose, dvec(s->anchor[0], s->anchor[1], s->anchor[2]));
        v->motion.yaw += (float)dry__ride_yaw(s->ground_rotation, pose.rotation, m->up);
        DVec way = dvec_between(m->feet, place);
        /* not what rounding has left */
        if (dvec_length(way) > 1e-5 * m->skin) {
            carry(v, way, s->ground.body);
        }
    }
    v->attached = m->feet;
}

/* The way across `up`, led along the ground: its speed across stays. */
static DVec along_ground(const Move *v, DVec across)
{
    const Mover *m = &v->mover;
    DVec normal = dvec_of(v->state.ground.normal);
    double up = dvec_dot(normal, m->up);
    return up >= m->least_up ? dvec_add_scaled(across, m->up, -dvec_dot(normal, across) / up) : across;
}

static bool is_held_up(const PlaneSet *met, DVec way)
{
    for (int i = 0; i < met->count; ++i) {
        if (dvec_dot(met->planes[i].normal, way) < 0.0) {
            return true;
        }
    }
    return false;
}

static void walk(Move *v)
{
    Mover *m = &v->mover, before = *m;
    DVec way = dvec_scale(dvec_across(dvec_add_scaled(v->way, v->belt, 1.0), m->up), v->dt);
    double length = dvec_length(way);
    if (!(length > 0.0)) {
        return;
    }
    dry__mover_slide(m, along_ground(v, way), true, &v->met);
    double got = dvec_dot(way, dvec_between(before.feet, m->feet)) / length;
    v->motion.blocked = length - got > 1e-3 * length;
    if (!v->motion.blocked || !is_held_up(&v->met, way)) {
        return;
    }
    double feet = 0.0, ground = dvec_dot(m->up, dvec_between(before.feet, v->state.ground.point));
    Mover stepped;
    if (dry__footing_step(&before, way, m, ground > feet ? ground : feet, &stepped)) {
        v->motion.stepped = true;
        *m = stepped;
        v->met.count = 0;
    }
}

static void fly(Move *v)
{
    Mover *m = &v->mover;
    DryPos from = m->feet;
    DVec way = dvec_scale(v->way, v->dt);
    double length = dvec_length(way);
    if (!(length > 0.0)) {
        return;
    }
    dry__mover_slide(m, way, false, &v->met);
    v->motion.blocked = length - dvec_dot(way, dvec_between(from, m->feet)) / length > 1e-3 * length;
}

static DryCharacterGround ground_of(Mover *m, const Footing *f)
{
    DryCharacterGround g = { .state = f->state };
    if (f->state == DRY_GROUND_NONE) {
        return g;
    }
    const DryQueryHit *hit = &f->hit;
    g.body = hit->body;
    g.shape = hit->shape;
    g.triangle = hit->triangle;
    g.material = hit->material;
    g.point = hit->point;
    g.normal = hit->normal;
    g.velocity = dvec_single(velocity_of(m->world, &g, hit->point, m->dt));
    return g;
}

/* Finds the ground, and goes with it. */
static void settle(Move *v)
{
    Mover *m = &v->mover;
    Footing f = { .state = DRY_GROUND_NONE };
    DryBodyId before = v->state.ground.body;
    if (!v->leaving) {
        f = dry__footing_keep(m, v->walking ? (double)m->settings.snap_distance : 0.0);
    }
    double overlap = dry__mover_recover(m);
    v->motion.squeezed = overlap > 0.1 * m->skin;
    v->motion.overlap = v->motion.squeezed ? (float)overlap : 0.0f;
    v->state.ground = ground_of(m, &f);
    if (f.state != DRY_GROUND_NONE) {
        dry__mover_note(m, &f.hit);
    }
    if (f.state != DRY_GROUND_FIRM) {
        if (v->walking) { /* off an edge: thrown by the ground for this step */
            carry(v, dvec_scale(dvec_sub(v->ground, v->belt), v->dt), before);
        }
        return;
    }
    DryPose now = dry_body_pose(m->world, f.hit.body), then = dry__ride_pose(m->world, f.hit.body, v->dt);
    DVec local = dvec(v->state.anchor[0], v->state.anchor[1], v->state.anchor[2]);
    DVec moved = dvec_between(v->attached, m->feet);
    if (!is_same(before, f.hit.body) || !v->walking || dvec_length(moved) > 0.0) {
        local = dry__ride_local(now, m->feet);
    }
    DryPos place = dry__ride_point(then, local), from = m->feet;
    if (dry_body_type(m->world, f.hit.body) != DRY_STATIC && v->dt > 0.0) {
        DVec way = dvec_between(from, place);
        if (!v->walking) { /* its own way across was the whole step's already */
            way = dvec_scale(m->up, dvec_dot(way, m->up));
        }
        carry(v, way, f.hit.body);
        v->motion.yaw += (float)dry__ride_yaw(now.rotation, then.rotation, m->up);
        if (dvec_length(dvec_between(place, m->feet)) > 1e-5 * m->skin) {
            local = dry__ride_local(then, m->feet);
        }
    }
    v->state.anchor[0] = local.x;
    v->state.anchor[1] = local.y;
    v->state.anchor[2] = local.z;
    v->state.ground_rotation = then.rotation;
}

/* What the planes that were met leave of a velocity. */
static DVec clip(const Move *v, DVec velocity)
{
    PlaneSet set = { .count = 0 };
    for (int i = 0; i < v->met.count; ++i) {
        Plane p = v->met.planes[i];
        if (p.room < 0.5 * v->mover.skin) {
            p.room = p.drift < 0.0 ? -p.drift : 0.0;
            (void)dry__planes_add(&set, &p);
        }
    }
    return dry__planes_solve(&set, velocity);
}

static DryStatus place_presence(const DryCharacter *c, const Move *v)
{
    DryPose pose = { v->mover.feet, dry_body_rotation(c->world, c->state.presence) };
    if (!c->has_presence) {
        return DRY_OK;
    }
    DVec way = dvec_between(dry_body_position(c->world, c->state.presence), pose.position);
    if (dvec_length(way) < 1e-3 * v->mover.skin && !dry_body_target(c->world, c->state.presence, NULL)) {
        return DRY_OK; /* it stands, and lets what touches it sleep */
    }
    bool glides = v->dt > 0.0 && dry_body_is_enabled(c->world, c->state.presence) &&
                  dry_body_type(c->world, c->state.presence) == DRY_KINEMATIC;
    return glides ? dry_body_set_target(c->world, c->state.presence, pose)
                  : dry_body_set_pose(c->world, c->state.presence, pose);
}

/* The velocity that the character has after the move; `velocity` is what it would have in free space. */
static DVec kept_velocity(const Move *v, DVec velocity)
{
    const Mover *m = &v->mover;
    DVec kept = clip(v, velocity);
    if (v->state.ground.state != DRY_GROUND_FIRM) { /* off an edge, with the velocity that its ground had */
        return v->walking ? dvec_add_scaled(kept, v->ground, 1.0) : kept;
    }
    kept = dvec_across(kept, m->up);
    DVec ground = dvec_of(v->state.ground.velocity);
    return v->walking ? dvec_add_scaled(kept, ground, 1.0)
                      : dvec_add_scaled(kept, m->up, dvec_dot(ground, m->up));
}

/* Forces on what was met and on what it stands on. */
static void push(const DryCharacter *c, Move *v)
{
    const DryCharacterGround *before = &c->state.ground, *now = &v->state.ground;
    double weight = dry__character_gravity(c) * (double)c->settings.mass;
    DVec wanted = v->walking ? dvec_add_scaled(v->way, v->ground, 1.0) : v->way;
    dry__character_forces(&v->mover, wanted, now, weight > 0.0 ? weight : 0.0);
    dry__character_press(&v->mover, now,
                         before->state != DRY_GROUND_FIRM || !is_same(before->body, now->body));
}

/* Puts the move on the character and the world. `velocity`: that of the state, before it is clipped. */
static DryStatus commit(DryCharacter *c, Move *v, DVec velocity, const char *call)
{
    Mover *m = &v->mover;
    if (m->failed) {
        return dry__kit_fail(dry_last_status(), call, "a query failed");
    }
    DryPos p = m->feet;
    if (!(fabs(p.x) <= 1e11 && fabs(p.y) <= 1e11 && fabs(p.z) <= 1e11)) {
        return dry__kit_fail(DRY_ERROR_RANGE, call, "the way ends at (%g, %g, %g) m, must be within 1e11",
                             p.x, p.y, p.z);
    }
    DryStatus status = place_presence(c, v);
    if (status != DRY_OK) {
        return dry__kit_fail(status, call, "the character's body could not be moved");
    }
    push(c, v);
    v->state.velocity = dvec_single(kept_velocity(v, velocity));
    v->motion.moved = dvec_single(dvec_between(c->state.position, p));
    v->state.position = p;
    c->state = v->state;
    c->motion = v->motion;
    c->contact_count = m->contact_count;
    for (int32_t i = 0; i < m->contact_count; ++i) {
        c->contacts[i] = m->contacts[i];
    }
    return DRY_OK;
}

DryStatus dry__character_go(DryCharacter *c, Wish wish, float dt, const char *call)
{
    dt = dt < 1e-7f ? 0.0f : dt; /* as the world's step has it: a way over less tells no velocity */
    Move v = { .mover = dry__mover(c, (double)dt), .state = c->state, .dt = (double)dt, .way = wish.way };
    bool stands = dry__character_stands(c);
    v.leaving = wish.jumps || dvec_dot(wish.way, v.mover.up) > 0.01 * v.mover.skin;
    v.walking = stands && !v.leaving;
    if (stands) {
        v.belt = belt_of(c->world, &c->state.ground);
        v.ground = dry__character_ground_velocity(c, dt);
    }
    if (stands && v.leaving) {
        v.way = dvec_add_scaled(v.way, v.ground, 1.0);
        wish.velocity = dvec_add_scaled(wish.velocity, v.ground, 1.0);
    }
    follow(&v, stands);
    (void)dry__mover_recover(&v.mover);
    if (v.walking) {
        walk(&v);
    } else {
        fly(&v);
    }
    settle(&v);
    return commit(c, &v, wish.velocity, call);
}
