#include "kit/character_check.h"
#include "kit/mover.h"
#include "kit/region.h"

#include <drystone/contacts.h>

DryCharacterDef dry_character_def_default(const DryWorld *world)
{
    float unit = world != NULL ? dry_world_def(world).length_unit : 1.0f;
    return (DryCharacterDef){ .up = { 0.0f, 1.0f, 0.0f },
                              .radius = 0.3f * unit,
                              .height = 1.8f * unit,
                              .skin = 0.01f * unit,
                              .presence = true,
                              .presence_filter = dry_filter_default(),
                              .settings = { .step_height = 0.3f * unit,
                                            .snap_distance = 0.5f * unit,
                                            .slope_limit = 0.83f,
                                            .push_force = 400.0f,
                                            .mass = 80.0f,
                                            .gravity = -1.0f,
                                            .ground_acceleration = INFINITY,
                                            .air_acceleration = 20.0f * unit,
                                            .filter = dry_filter_default() } };
}

/* The inner capsule along y, with the feet of the outer one at the origin. */
static DryShapeId add_capsule(DryCharacter *c, float height, const DryShapeOptions *options)
{
    DryCapsule capsule = { { 0.0f, c->radius, 0.0f },
                           { 0.0f, height - c->radius, 0.0f },
                           c->radius - c->skin };
    return dry_shape_add_capsule(c->world, c->state.presence, &capsule, options);
}

/* What the presence's shape has by now. */
static DryShapeOptions options_now(const DryCharacter *c)
{
    DryShapeId shape = c->state.presence_shape;
    DryShapeOptions o = dry_shape_options_default();
    o.material = dry_shape_material(c->world, shape);
    o.filter = dry_shape_filter(c->world, shape);
    o.sensor = dry_shape_is_sensor(c->world, shape);
    o.contact_events = dry_shape_contact_events(c->world, shape);
    o.hit_events = dry_shape_hit_events(c->world, shape);
    o.modify_contacts = dry_shape_modify_contacts(c->world, shape);
    o.user_data = dry_shape_user_data(c->world, shape);
    return o;
}

static DryStatus add_presence(DryCharacter *c, const DryCharacterDef *character)
{
    DryBodyDef def = dry_body_def_default();
    def.type = DRY_KINEMATIC;
    def.position = c->state.position;
    def.rotation = dry_quat_between(dry_vec3(0.0f, 1.0f, 0.0f), c->state.up);
    def.user_data = character->presence_user_data;
    DryShapeOptions options = dry_shape_options_default();
    options.filter = character->presence_filter;
    c->state.presence = dry_body_create(c->world, &def);
    if (c->state.presence.index == 0) {
        return dry_last_status();
    }
    c->state.presence_shape = add_capsule(c, c->state.height, &options);
    if (c->state.presence_shape.index == 0) {
        DryStatus status = dry_last_status();
        (void)dry_body_destroy(c->world, c->state.presence);
        return status;
    }
    return DRY_OK;
}

static void world_ended(DryWorldWatch *watch)
{
    ((DryCharacter *)watch)->world = NULL;
}

static void fill(DryCharacter *c, DryWorld *world, const DryCharacterDef *def)
{
    c->world = world;
    c->radius = def->radius;
    c->skin = def->skin;
    c->has_presence = def->presence;
    c->settings = def->settings;
    c->state.position = def->position;
    c->state.up = dry_vec3_normalize(def->up);
    c->state.height = def->height;
    c->state.ground_rotation = dry_quat_identity();
    c->watch.ended = world_ended;
}

DryCharacter *dry_character_create(DryWorld *world, const DryCharacterDef *def)
{
    const char *call = "dry_character_create";
    if (world == NULL) {
        (void)dry__kit_fail(DRY_ERROR_ARGUMENT, call, "the world is null");
        return NULL;
    }
    if (dry__character_check_def(def, call) != DRY_OK) {
        return NULL;
    }
    if (dry_world_set_user_data(world, dry_world_user_data(world)) != DRY_OK) {
        (void)dry__kit_fail(DRY_ERROR_STATE, call, "not during the world's step");
        return NULL;
    }
    DryCharacter *c = dry_memory_allocate(sizeof *c);
    if (c == NULL) {
        (void)dry__kit_fail(DRY_ERROR_MEMORY, call, "out of memory");
        return NULL;
    }
    fill(c, world, def);
    DryStatus status = def->presence ? add_presence(c, def) : DRY_OK;
    if (status != DRY_OK) {
        dry_memory_release(c, sizeof *c);
        (void)dry__kit_fail(status, call, "the character's body could not be made");
        return NULL;
    }
    (void)dry_world_watch(world, &c->watch);
    return c;
}

void dry_character_destroy(DryCharacter *c)
{
    if (c == NULL) {
        return;
    }
    if (c->world != NULL) {
        if (dry_world_set_user_data(c->world, dry_world_user_data(c->world)) != DRY_OK) {
            return;
        }
        if (c->has_presence && dry_body_is_valid(c->world, c->state.presence)) {
            (void)dry_body_destroy(c->world, c->state.presence);
        }
        (void)dry_world_unwatch(c->world, &c->watch);
    }
    dry_memory_release(c, sizeof *c);
}

/* ---- getters ---- */

DryWorld *dry_character_world(const DryCharacter *c)
{
    return c != NULL ? c->world : NULL;
}

DryCharacterState dry_character_state(const DryCharacter *c)
{
    return c != NULL ? c->state : (DryCharacterState){ 0 };
}

DryCharacterSettings dry_character_settings(const DryCharacter *c)
{
    return c != NULL ? c->settings : (DryCharacterSettings){ 0 };
}

DryCharacterGround dry_character_ground(const DryCharacter *c)
{
    return c != NULL ? c->state.ground : (DryCharacterGround){ 0 };
}

DryCharacterMotion dry_character_motion(const DryCharacter *c)
{
    return c != NULL ? c->motion : (DryCharacterMotion){ 0 };
}

DryBodyId dry_character_body(const DryCharacter *c)
{
    return c != NULL ? c->state.presence : (DryBodyId){ 0, 0 };
}

DryPos dry_character_position(const DryCharacter *c)
{
    return c != NULL ? c->state.position : dry_pos(0.0, 0.0, 0.0);
}

DryVec3 dry_character_velocity(const DryCharacter *c)
{
    return c != NULL ? c->state.velocity : dry_vec3(0.0f, 0.0f, 0.0f);
}

DryVec3 dry_character_up(const DryCharacter *c)
{
    return c != NULL ? c->state.up : dry_vec3(0.0f, 0.0f, 0.0f);
}

float dry_character_radius(const DryCharacter *c)
{
    return c != NULL ? c->radius : 0.0f;
}

float dry_character_height(const DryCharacter *c)
{
    return c != NULL ? c->state.height : 0.0f;
}

int32_t dry_character_contacts(const DryCharacter *c, DryCharacterContact *contacts, int32_t capacity)
{
    if (c == NULL || capacity < 0 || (contacts == NULL && capacity > 0)) {
        (void)dry__kit_fail(DRY_ERROR_ARGUMENT, "dry_character_contacts",
                            "the character or the array is null, or the capacity is %d", (int)capacity);
        return -1;
    }
    for (int32_t i = 0; i < c->contact_count && i < capacity; ++i) {
        contacts[i] = c->contacts[i];
    }
    return c->contact_count;
}

/* ---- setters ---- */

static void leave_ground(DryCharacter *c)
{
    c->state.ground = (DryCharacterGround){ 0 };
    c->contact_count = 0;
    c->motion = (DryCharacterMotion){ 0 };
}

static DryStatus move_presence(const DryCharacter *c, DryPos position, DryVec3 up)
{
    DryPose pose = { position, dry_quat_between(dry_vec3(0.0f, 1.0f, 0.0f), up) };
    return c->has_presence ? dry_body_set_pose(c->world, c->state.presence, pose) : DRY_OK;
}

DryStatus dry_character_set_settings(DryCharacter *c, const DryCharacterSettings *settings)
{
    const char *call = "dry_character_set_settings";
    DryStatus status = dry__character_check_ready(c, call);
    status = status != DRY_OK ? status : dry__character_check_settings(settings, call);
    if (status == DRY_OK) {
        c->settings = *settings;
    }
    return status;
}

DryStatus dry_character_set_position(DryCharacter *c, DryPos position)
{
    const char *call = "dry_character_set_position";
    DryStatus status = dry__character_check_ready(c, call);
    status = status != DRY_OK ? status : dry__character_check_place(position, call);
    status = status != DRY_OK ? status : move_presence(c, position, c->state.up);
    if (status == DRY_OK) {
        c->state.position = position;
        leave_ground(c);
    }
    return status;
}

DryStatus dry_character_set_velocity(DryCharacter *c, DryVec3 velocity)
{
    const char *call = "dry_character_set_velocity";
    DryStatus status = dry__character_check_ready(c, call);
    status = status != DRY_OK ? status : dry__character_check_velocity(velocity, call);
    if (status == DRY_OK) {
        c->state.velocity = velocity;
        if (dry_vec3_dot(velocity, c->state.up) > dry_vec3_dot(c->state.ground.velocity, c->state.up)) {
            leave_ground(c);
        }
    }
    return status;
}

/* Whether the inner capsule would be in something as `trial` stands. */
static DryStatus check_room(const Mover *trial, const char *call)
{
    Mover m = *trial;
    double overlap = dry__mover_overlap(&m);
    if (m.failed) {
        return dry__kit_fail(dry_last_status(), call, "a query failed");
    }
    return overlap > 0.05 * m.skin ? dry__kit_fail(DRY_ERROR_STATE, call, "no room: %g m short", overlap)
                                   : DRY_OK;
}

DryStatus dry_character_set_height(DryCharacter *c, float height)
{
    const char *call = "dry_character_set_height";
    DryStatus status = dry__character_check_ready(c, call);
    status = status != DRY_OK ? status : dry__character_check_height(height, c->radius, call);
    if (status != DRY_OK || height == c->state.height) {
        return status;
    }
    if (height > c->state.height) {
        Mover m = dry__mover(c, 0.0);
        m.height = (double)height;
        status = check_room(&m, call);
    }
    if (status == DRY_OK && c->has_presence) {
        DryShapeOptions options = options_now(c);
        DryShapeId shape = add_capsule(c, height, &options);
        if (shape.index == 0) {
            return dry__kit_fail(dry_last_status(), call, "the character's body could not be changed");
        }
        (void)dry_shape_destroy(c->world, c->state.presence_shape);
        c->state.presence_shape = shape;
    }
    if (status == DRY_OK) {
        c->state.height = height;
    }
    return status;
}

DryStatus dry_character_set_up(DryCharacter *c, DryVec3 up)
{
    const char *call = "dry_character_set_up";
    DryStatus status = dry__character_check_ready(c, call);
    status = status != DRY_OK ? status : dry__character_check_up(up, call);
    if (status != DRY_OK) {
        return status;
    }
    up = dry_vec3_normalize(up);
    Mover m = dry__mover(c, 0.0);
    DVec to = dvec_scale(dvec_of(up), 1.0 / dvec_length(dvec_of(up)));
    dry__mover_advance(&m, dvec_scale(dvec_sub(m.up, to), 0.5 * m.height));
    m.up = to;
    status = check_room(&m, call);
    status = status != DRY_OK ? status : move_presence(c, m.feet, up);
    if (status == DRY_OK) {
        c->state.position = m.feet;
        c->state.up = up;
        leave_ground(c);
    }
    return status;
}

DryStatus dry_character_set_state(DryCharacter *c, const DryCharacterState *state)
{
    const char *call = "dry_character_set_state";
    DryStatus status = c == NULL ? DRY_ERROR_ARGUMENT : DRY_OK;
    if (c == NULL) {
        return dry__kit_fail(status, call, "the character is null");
    }
    if (c->world == NULL) {
        return dry__kit_fail(DRY_ERROR_STATE, call, "the character's world was destroyed");
    }
    status = dry__character_check_state(c, state, call);
    if (status == DRY_OK) {
        c->state = *state;
        c->contact_count = 0;
        c->motion = (DryCharacterMotion){ 0 };
    }
    return status;
}
