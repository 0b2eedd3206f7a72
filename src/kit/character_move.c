#include "kit/character_check.h"
#include "kit/character_go.h"

DryStatus dry_character_move(DryCharacter *character, DryVec3 velocity, float dt)
{
    const char *call = "dry_character_move";
    DryStatus status = dry__character_check_ready(character, call);
    status = status != DRY_OK ? status : dry__character_check_velocity(velocity, call);
    status = status != DRY_OK ? status : dry__character_check_dt(dt, call);
    if (status != DRY_OK) {
        return status;
    }
    Wish wish = { .way = dvec_of(velocity), .velocity = dvec_of(velocity) };
    return dry__character_go(character, wish, dt, call);
}

/* The velocity across `up` that the input asks for. */
static DVec asked(const DryCharacter *c, const DryCharacterInput *input)
{
    DVec move = dvec_across(dvec_of(input->move), dvec_of(c->state.up));
    double length = dvec_length(move);
    return dvec_scale(move, (double)input->speed / (length > 1.0 ? length : 1.0));
}

/* From `from` to `to`, by at most `most`. */
static DVec approach(DVec from, DVec to, double most)
{
    DVec way = dvec_sub(to, from);
    double length = dvec_length(way);
    return length > most ? dvec_add_scaled(from, way, most / length) : to;
}

/* In the air the input turns and speeds up, and does not brake what is faster already. On steep ground it
   counts along the slope's level lines only. */
static DVec steered(const DryCharacter *c, DVec across, DVec wish, float dt)
{
    double speed = dvec_length(wish);
    if (!(speed > 0.0)) {
        return across;
    }
    double most = (double)c->settings.air_acceleration * (double)dt;
    DVec direction = dvec_scale(wish, 1.0 / speed), up = dvec_of(c->state.up);
    if (c->state.ground.state == DRY_GROUND_STEEP) {
        DVec level = dvec_cross(up, dvec_of(c->state.ground.normal));
        double length = dvec_length(level);
        if (!(length > 1e-6)) {
            return across;
        }
        direction = dvec_scale(level, 1.0 / length);
        double now = dvec_dot(across, direction), then = dvec_dot(wish, direction);
        double change = then - now;
        change = change > most ? most : change < -most ? -most : change;
        return dvec_add_scaled(across, direction, change);
    }
    double along = dvec_dot(across, direction);
    return approach(across, dvec_scale(direction, along > speed ? along : speed), most);
}

static Wish wish_on_ground(const DryCharacter *c, const DryCharacterInput *input, float dt)
{
    DVec up = dvec_of(c->state.up), ground = dry__character_ground_velocity(c, dt);
    DVec across = dvec_across(dvec_sub(dvec_of(c->state.velocity), ground), up);
    double most = (double)c->settings.ground_acceleration * (double)dt;
    across = approach(across, asked(c, input), most);
    Wish wish = { .way = across, .velocity = across, .jumps = input->jump };
    if (input->jump) {
        double fall = dry__character_gravity(c) * (double)dt, rise = (double)input->jump_speed;
        wish.way = dvec_add_scaled(across, up, rise - 0.5 * fall);
        wish.velocity = dvec_add_scaled(across, up, rise - fall);
    }
    return wish;
}

static Wish wish_in_air(const DryCharacter *c, const DryCharacterInput *input, float dt)
{
    DVec up = dvec_of(c->state.up), velocity = dvec_of(c->state.velocity);
    DVec across = dvec_across(velocity, up);
    double fall = dry__character_gravity(c) * (double)dt, rise = dvec_dot(velocity, up);
    across = steered(c, across, asked(c, input), dt);
    return (Wish){ .way = dvec_add_scaled(across, up, rise - 0.5 * fall),
                   .velocity = dvec_add_scaled(across, up, rise - fall) };
}

static DVec limited(DVec v)
{
    double length = dvec_length(v);
    return length > 1e6 ? dvec_scale(v, 1e6 / length) : v;
}

DryStatus dry_character_update(DryCharacter *character, const DryCharacterInput *input, float dt)
{
    const char *call = "dry_character_update";
    DryStatus status = dry__character_check_ready(character, call);
    status = status != DRY_OK ? status : dry__character_check_input(input, call);
    status = status != DRY_OK ? status : dry__character_check_dt(dt, call);
    if (status != DRY_OK) {
        return status;
    }
    Wish wish = dry__character_stands(character) ? wish_on_ground(character, input, dt)
                                                 : wish_in_air(character, input, dt);
    wish.way = limited(wish.way);
    wish.velocity = limited(wish.velocity);
    return dry__character_go(character, wish, dt, call);
}
