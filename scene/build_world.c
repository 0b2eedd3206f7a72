#include "scene/build_collider.h"
#include "scene/build_geometry.h"
#include "scene/build_joint.h"
#include "scene/build_motion.h"

#include <stdlib.h>
#include <string.h>

static bool build_body(SceneBuilder *builder, int32_t index)
{
    const DrySceneBody *body = &builder->scene->bodies[index];
    if (body->singular)
        return true;
    DryBodyDef def = dry_body_def_default();
    def.type = dry__build_type(body);
    def.position = dry_pos(body->position[0], body->position[1], body->position[2]);
    def.rotation = dry__quat_to_float(body->rotation);
    def.gravity_scale = (float)body->gravity_factor;
    def.user_data = (void *)((uintptr_t)index + 1);
    builder->map->bodies[index] = dry_body_create(builder->world, &def);
    if (builder->map->bodies[index].index != 0)
        return true;
    char place[BUILD_PLACE_SIZE];
    dry__build_place(body->node, body->type == DRY_STATIC ? "collider" : "motion", place);
    return dry__report_fail(builder->report, DRY_ERROR_FORMAT, place, "%s", dry_world_error(builder->world));
}

static bool build_all(SceneBuilder *builder)
{
    const DryScene *scene = builder->scene;
    for (int32_t i = 0; i < scene->body_count; ++i)
        if (!build_body(builder, i))
            return false;
    for (int32_t i = 0; i < scene->collider_count; ++i)
        if (!dry__build_collider(builder, i))
            return false;
    for (int32_t i = 0; i < scene->body_count; ++i)
        dry__build_motion(builder, i);
    for (int32_t i = 0; i < scene->joint_count; ++i)
        dry__build_joint(builder, i);
    return true;
}

static void *make(int32_t count, size_t size)
{
    return calloc(count > 0 ? (size_t)count : 1, size);
}

DryStatus dry_scene_build(const DryScene *scene, DryWorld *world, DrySceneMap *map, DrySceneMessage *message)
{
    SceneReport report = { .file = scene ? scene->name : "dry_scene_build", .message = message };
    if (message)
        message->text[0] = '\0';
    if (map)
        *map = (DrySceneMap){ 0 };
    if (!scene || !world || !map) {
        (void)dry__report_fail(&report, DRY_ERROR_ARGUMENT, "", "an argument is null");
        return report.status;
    }
    map->bodies = make(scene->body_count, sizeof *map->bodies);
    map->shapes = make(scene->collider_count, sizeof *map->shapes);
    map->joints = make(scene->joint_count, sizeof *map->joints);
    map->body_count = scene->body_count;
    map->shape_count = scene->collider_count;
    map->joint_count = scene->joint_count;
    report.warnings = &map->warnings;
    SceneBuilder *builder = calloc(1, sizeof *builder);
    if (!map->bodies || !map->shapes || !map->joints || !builder) {
        (void)dry__report_memory(&report);
    } else {
        builder->scene = scene;
        builder->world = world;
        builder->map = map;
        builder->report = &report;
        (void)build_all(builder);
        dry__build_release_geometry(builder);
    }
    free(builder);
    if (report.status != DRY_OK)
        dry_scene_map_release(map);
    return report.status;
}

void dry_scene_map_release(DrySceneMap *map)
{
    if (!map)
        return;
    free(map->bodies);
    free(map->shapes);
    free(map->joints);
    dry__warnings_release(&map->warnings);
    *map = (DrySceneMap){ 0 };
}
