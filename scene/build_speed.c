/* What a world does to initial velocities: it caps them. */
#include "scene/build.h"

#include <math.h>

/* Of the engine, which turns no body by more in a substep. */
static const double most_turn = 1.57079632679489662;
/* No velocity may exceed it: dry_body_set_velocity. */
static const double most_speed = 1e6;
/* What a body may gain in the simulation. */
static const double speed_to_gain = 500;

static double length(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static bool is_capped(const DrySceneBody *body)
{
    return dry__build_type(body) == DRY_DYNAMIC;
}

DryWorldDef dry_scene_world_def(const DryScene *scene)
{
    DryWorldDef def = dry_world_def_default();
    for (int32_t i = 0; scene && i < scene->body_count; ++i) {
        const DrySceneBody *body = &scene->bodies[i];
        double wanted = fmin(length(body->velocity) + speed_to_gain, most_speed);
        if (is_capped(body) && length(body->velocity) > 0 && wanted > (double)def.maximum_speed)
            def.maximum_speed = (float)wanted;
    }
    return def;
}

void dry_scene_check_speeds(const DryScene *scene, const DryWorldDef *def, double dt, DrySceneMap *map)
{
    if (!scene || !def || !map || !(dt > 0))
        return;
    double most = (double)def->maximum_speed * (double)def->length_unit;
    most = most > 0 ? most : (double)INFINITY;
    double most_spin = most_turn * def->substeps / dt;
    for (int32_t i = 0; i < scene->body_count && i < map->body_count; ++i) {
        const DrySceneBody *body = &scene->bodies[i];
        char place[BUILD_PLACE_SIZE];
        if (map->bodies[i].index == 0 || !is_capped(body))
            continue;
        if (length(body->velocity) > most && length(body->velocity) <= most_speed) {
            dry__build_place(body->node, "motion.linearVelocity", place);
            dry__warnings_add(&map->warnings, place, "%g m/s is more than the world's maximum speed, %g m/s",
                              length(body->velocity), most);
        }
        if (length(body->angular_velocity) > most_spin && length(body->angular_velocity) <= most_speed) {
            dry__build_place(body->node, "motion.angularVelocity", place);
            dry__warnings_add(&map->warnings, place,
                              "%g rad/s is more than a quarter turn in a substep: it is slowed to %g rad/s, "
                              "unless there are more steps or substeps",
                              length(body->angular_velocity), most_spin);
        }
    }
}
