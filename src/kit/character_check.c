#include "kit/character_check.h"

#include "kit/region.h"

#define FARTHEST 1e11

static DryStatus check_range(float x, float least, float most, const char *what, const char *call)
{
    if (dry__kit_within(x, least, most)) {
        return DRY_OK;
    }
    return dry__kit_fail(DRY_ERROR_ARGUMENT, call, "%s is %g, must be in [%g, %g]", what, (double)x,
                         (double)least, (double)most);
}

DryStatus dry__character_check_settings(const DryCharacterSettings *s, const char *call)
{
    if (s == NULL) {
        return dry__kit_fail(DRY_ERROR_ARGUMENT, call, "the settings are null");
    }
    const struct {
        const char *name;
        float value, least, most;
    } fields[] = {
        { "step_height", s->step_height, 0.0f, 1e6f },
        { "snap_distance", s->snap_distance, 0.0f, 1e6f },
        { "slope_limit", s->slope_limit, 0.0f, 1.5f },
        { "push_force", s->push_force, 0.0f, 1e12f },
        { "mass", s->mass, 0.0f, 1e12f },
        { "gravity", s->gravity, -INFINITY, 1e6f },
        { "ground_acceleration", s->ground_acceleration, 0.0f, INFINITY },
        { "air_acceleration", s->air_acceleration, 0.0f, INFINITY },
    };
    DryStatus status = DRY_OK;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0] && status == DRY_OK; ++i) {
        status = check_range(fields[i].value, fields[i].least, fields[i].most, fields[i].name, call);
    }
    return status;
}

DryStatus dry__character_check_height(float height, float radius, const char *call)
{
    return check_range(height, 2.0f * radius, 1e4f, "the height", call);
}

DryStatus dry__character_check_place(DryPos p, const char *call)
{
    if (fabs(p.x) <= FARTHEST && fabs(p.y) <= FARTHEST && fabs(p.z) <= FARTHEST) {
        return DRY_OK;
    }
    return dry__kit_fail(DRY_ERROR_ARGUMENT, call, "the position is (%g, %g, %g) m, must be within 1e11", p.x,
                         p.y, p.z);
}

DryStatus dry__character_check_up(DryVec3 up, const char *call)
{
    float length = dry_vec3_length(up);
    if (length > 1e-15f && length < 1e15f) {
        return DRY_OK;
    }
    return dry__kit_fail(DRY_ERROR_ARGUMENT, call, "up is (%g, %g, %g), must have a direction", (double)up.x,
                         (double)up.y, (double)up.z);
}

DryStatus dry__character_check_def(const DryCharacterDef *def, const char *call)
{
    if (def == NULL) {
        return dry__kit_fail(DRY_ERROR_ARGUMENT, call, "the definition is null");
    }
    DryStatus status = dry__character_check_place(def->position, call);
    status = status != DRY_OK ? status : dry__character_check_up(def->up, call);
    status = status != DRY_OK ? status : check_range(def->radius, 1e-4f, 1e4f, "the radius", call);
    status = status != DRY_OK ? status : dry__character_check_height(def->height, def->radius, call);
    status = status != DRY_OK
                 ? status
                 : check_range(def->skin, 1e-3f * def->radius, 0.5f * def->radius, "the skin", call);
    return status != DRY_OK ? status : dry__character_check_settings(&def->settings, call);
}

DryStatus dry__character_check_dt(float dt, const char *call)
{
    return check_range(dt, 0.0f, 1.0f, "dt", call);
}

DryStatus dry__character_check_velocity(DryVec3 v, const char *call)
{
    if (dry__kit_vec_within(v, 1e6f)) {
        return DRY_OK;
    }
    return dry__kit_fail(DRY_ERROR_ARGUMENT, call, "the velocity is (%g, %g, %g) m/s, must be within 1e6",
                         (double)v.x, (double)v.y, (double)v.z);
}

DryStatus dry__character_check_input(const DryCharacterInput *input, const char *call)
{
    if (input == NULL) {
        return dry__kit_fail(DRY_ERROR_ARGUMENT, call, "the input is null");
    }
    if (!dry__kit_vec_within(input->move, 1e15f)) {
        return dry__kit_fail(DRY_ERROR_ARGUMENT, call, "move is (%g, %g, %g), must be within 1e15",
                             (double)input->move.x, (double)input->move.y, (double)input->move.z);
    }
    DryStatus status = check_range(input->speed, 0.0f, 1e5f, "the speed", call);
    return status != DRY_OK ? status : check_range(input->jump_speed, 0.0f, 1e5f, "the jump speed", call);
}

DryStatus dry__character_check_ready(const DryCharacter *c, const char *call)
{
    if (c == NULL) {
        return dry__kit_fail(DRY_ERROR_ARGUMENT, call, "the character is null");
    }
    if (c->world == NULL) {
        return dry__kit_fail(DRY_ERROR_STATE, call, "the character's world was destroyed");
    }
    /* refused during the step, and changes nothing */
    if (dry_world_set_user_data(c->world, dry_world_user_data(c->world)) != DRY_OK) {
        return dry__kit_fail(DRY_ERROR_STATE, call, "not during the world's step");
    }
    if (c->has_presence && !(dry_body_is_valid(c->world, c->state.presence) &&
                             dry_shape_is_valid(c->world, c->state.presence_shape))) {
        return dry__kit_fail(DRY_ERROR_ID, call,
                             "the character's body or its shape was destroyed: body %u, %u",
                             c->state.presence.index, c->state.presence.generation);
    }
    return DRY_OK;
}

static bool is_ground(const DryCharacterGround *g)
{
    return g->state >= DRY_GROUND_NONE && g->state <= DRY_GROUND_FIRM && dry__kit_pos_finite(g->point) &&
           dry__kit_vec_within(g->normal, 1.001f) && dry__kit_vec_within(g->velocity, 1e12f);
}

static bool is_anchored(const DryCharacterState *s)
{
    DryQuat q = s->ground_rotation;
    float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    bool finite = isfinite(s->anchor[0]) && isfinite(s->anchor[1]) && isfinite(s->anchor[2]);
    return finite && (s->ground.state == DRY_GROUND_NONE || dry__kit_within(square, 0.998f, 1.002f));
}

DryStatus dry__character_check_state(const DryCharacter *c, const DryCharacterState *s, const char *call)
{
    if (s == NULL) {
        return dry__kit_fail(DRY_ERROR_ARGUMENT, call, "the state is null");
    }
    DryStatus status = dry__character_check_place(s->position, call);
    status = status != DRY_OK ? status : dry__character_check_height(s->height, c->radius, call);
    status = status != DRY_OK ? status : dry__character_check_velocity(s->velocity, call);
    if (status != DRY_OK) {
        return status;
    }
    if (!dry__kit_within(dry_vec3_length(s->up), 0.999f, 1.001f)) {
        return dry__kit_fail(DRY_ERROR_ARGUMENT, call, "up must have length 1");
    }
    if (!is_ground(&s->ground) || !is_anchored(s)) {
        return dry__kit_fail(DRY_ERROR_ARGUMENT, call, "the ground or its anchor is not finite or unit");
    }
    if ((s->presence.index != 0) != c->has_presence) {
        return dry__kit_fail(DRY_ERROR_ARGUMENT, call, "the state is of a character %s presence",
                             c->has_presence ? "without" : "with");
    }
    if (c->has_presence &&
        !(dry_body_is_valid(c->world, s->presence) && dry_shape_is_valid(c->world, s->presence_shape))) {
        return dry__kit_fail(DRY_ERROR_ID, call, "no such body or shape of a presence: body %u, %u",
                             s->presence.index, s->presence.generation);
    }
    if (s->ground.state != DRY_GROUND_NONE && !dry_body_is_valid(c->world, s->ground.body)) {
        return dry__kit_fail(DRY_ERROR_ID, call, "no such body of the ground: %u, %u", s->ground.body.index,
                             s->ground.body.generation);
    }
    return DRY_OK;
}
