#include "rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *rig_document(const char *members)
{
    static const char head[] = "{\"asset\":{\"version\":\"2.0\"}";
    size_t size = strlen(members) + sizeof head + 4;
    char *text = malloc(size);
    assert_non_null(text);
    (void)snprintf(text, size, "%s%s%s}", head, *members ? "," : "", members);
    for (char *c = text; *c; ++c)
        *c = *c == '\'' ? '"' : *c;
    return text;
}

char *rig_physics(const char *nodes, const char *shapes, const char *physics)
{
    size_t size = strlen(nodes) + strlen(shapes) + strlen(physics) + 256;
    char *members = malloc(size);
    assert_non_null(members);
    (void)snprintf(members, size,
                   "'nodes':[%s],'extensionsUsed':['KHR_implicit_shapes','KHR_physics_rigid_bodies'],"
                   "'extensions':{'KHR_implicit_shapes':{'shapes':[%s]},'KHR_physics_rigid_bodies':{%s}}",
                   nodes, shapes, physics);
    char *document = rig_document(members);
    free(members);
    return document;
}

char *rig_file(const char *name)
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/tests/scene/files/%s", DRYSTONE_SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        fail_msg("%s cannot be opened", path);
    enum {
        ROOM = 1 << 16
    };
    char *text = malloc(ROOM);
    assert_non_null(text);
    size_t size = fread(text, 1, ROOM, file);
    (void)fclose(file);
    assert_in_range(size, 2, ROOM - 1);
    text[text[size - 1] == '\n' ? size - 1 : size] = '\0';
    return text;
}

SceneRig rig_build(char *document)
{
    SceneRig rig = { 0 };
    DrySceneMessage message;
    DryStatus status = dry_scene_read_memory(document, strlen(document), "test.gltf", &rig.scene, &message);
    free(document);
    if (status != DRY_OK)
        fail_msg("%s", message.text);
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    rig.world = dry_world_create(&def);
    assert_non_null(rig.world);
    if (dry_scene_build(rig.scene, rig.world, &rig.map, &message) != DRY_OK)
        fail_msg("%s", message.text);
    return rig;
}

void rig_destroy(SceneRig *rig)
{
    dry_world_destroy(rig->world);
    dry_scene_map_release(&rig->map);
    dry_scene_destroy(rig->scene);
    memset(rig, 0, sizeof *rig);
}

void rig_step(SceneRig *rig, int steps)
{
    for (int i = 0; i < steps; ++i)
        assert_int_equal(dry_world_step(rig->world, 1.0f / 60.0f), DRY_OK);
}

void rig_refused(char *document, const char *parts)
{
    DryScene *scene = NULL;
    DrySceneMessage message;
    DryStatus status = dry_scene_read_memory(document, strlen(document), "test.gltf", &scene, &message);
    if (status == DRY_OK)
        fail_msg("was read, but should be refused for \"%s\": %s", parts, document);
    free(document);
    assert_null(scene);
    if (strncmp(message.text, "test.gltf: ", 11) != 0 || strchr(message.text, '\n'))
        fail_msg("\"%s\" is not one line that begins with the file", message.text);
    char copy[256];
    (void)snprintf(copy, sizeof copy, "%s", parts);
    for (char *part = strtok(copy, "|"); part; part = strtok(NULL, "|"))
        if (!strstr(message.text, part))
            fail_msg("\"%s\" does not say \"%s\"", message.text, part);
}

static bool contains(const DrySceneWarnings *warnings, const char *text)
{
    for (int32_t i = 0; i < warnings->count; ++i)
        if (strstr(warnings->lines[i], text))
            return true;
    return false;
}

bool rig_warned(const SceneRig *rig, const char *text)
{
    return contains(&rig->scene->warnings, text) || contains(&rig->map.warnings, text);
}

void rig_print_warnings(const SceneRig *rig)
{
    for (int32_t i = 0; i < rig->scene->warnings.count; ++i)
        print_message("%s\n", rig->scene->warnings.lines[i]);
    for (int32_t i = 0; i < rig->map.warnings.count; ++i)
        print_message("%s\n", rig->map.warnings.lines[i]);
}
