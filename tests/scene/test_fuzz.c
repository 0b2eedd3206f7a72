/*
 * Damaged files: bytes of valid ones are changed, cut off and repeated. Reading and building must end with a
 * world or with one line, never with a crash; run under the sanitizers it is that no byte is touched that
 * should not be.
 */
#include "rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS = 10000,
    SEED = 20240607
};

static uint64_t random_state = SEED;

static uint32_t random_below(uint32_t limit)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33) % limit;
}

/* A bit of everything that is read. */
static char *everything(void)
{
    return rig_file("everything.gltf");
}

static size_t mutate(unsigned char *data, size_t size)
{
    static const char tokens[] = "[]{},:\"-0129.eE";
    uint32_t changes = 1 + random_below(4);
    for (uint32_t i = 0; i < changes && size > 0; ++i) {
        size_t at = random_below((uint32_t)size);
        switch (random_below(5)) {
        case 0:
            data[at] ^= (unsigned char)(1u << random_below(8));
            break;
        case 1:
            data[at] = (unsigned char)random_below(256);
            break;
        case 2:
            data[at] = (unsigned char)tokens[random_below(sizeof tokens - 1)];
            break;
        case 3: { /* a piece of the file in another place */
            size_t from = random_below((uint32_t)size);
            size_t longest = size - (from > at ? from : at);
            memmove(data + at, data + from, random_below((uint32_t)(longest < 24 ? longest : 24) + 1));
            break;
        }
        default:
            if (random_below(20) == 0)
                size = at;
            break;
        }
    }
    return size;
}

/* Worlds are dear: one is kept and emptied. */
static void try_file(DryWorld *world, const void *data, size_t size, int *read, int *round_count)
{
    DryScene *scene = NULL;
    DrySceneMessage message;
    ++*round_count;
    if (dry_scene_read_memory(data, size, "fuzz", &scene, &message) != DRY_OK) {
        assert_null(scene);
        assert_int_equal(strncmp(message.text, "fuzz: ", 6), 0);
        assert_null(strchr(message.text, '\n'));
        return;
    }
    ++*read;
    DrySceneMap map;
    if (dry_scene_build(scene, world, &map, &message) == DRY_OK) {
        assert_int_equal(dry_world_step(world, 1.0f / 60.0f), DRY_OK);
        if (*read % 16 == 0) {
            DrySceneRecorder *recorder = NULL;
            void *glb = NULL;
            size_t glb_size = 0;
            assert_int_equal(dry_scene_recorder_begin(scene, &map, world, NULL, &recorder, NULL), DRY_OK);
            assert_int_equal(dry_world_step(world, 1.0f / 60.0f), DRY_OK);
            assert_int_equal(dry_scene_recorder_step(recorder, world, 1.0 / 60.0), DRY_OK);
            assert_int_equal(dry_scene_recorder_glb(recorder, &glb, &glb_size, NULL), DRY_OK);
            dry_scene_free(glb);
            dry_scene_recorder_destroy(recorder);
        }
    }
    DryBodyId bodies[64];
    int32_t count = dry_world_bodies(world, bodies, 64);
    for (int32_t i = 0; i < count && i < 64; ++i)
        assert_int_equal(dry_body_destroy(world, bodies[i]), DRY_OK);
    dry_scene_map_release(&map);
    dry_scene_destroy(scene);
}

static void fuzz(const void *data, size_t size, int rounds)
{
    unsigned char *copy = malloc(size);
    assert_non_null(copy);
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    int read = 0;
    int count = 0;
    for (int i = 0; i < rounds; ++i) {
        memcpy(copy, data, size);
        size_t left = mutate(copy, size);
        try_file(world, copy, left, &read, &count);
    }
    print_message("seed %d: %d of %d damaged files could be read\n", SEED, read, count);
    assert_true(read > rounds / 100 && read < rounds);
    dry_world_destroy(world);
    free(copy);
}

static void test_text(void **state)
{
    (void)state;
    char *text = everything();
    fuzz(text, strlen(text), ROUNDS);
    free(text);
}

static void test_container(void **state)
{
    (void)state;
    SceneRig rig = rig_build(everything());
    DrySceneRecorder *recorder = NULL;
    void *glb = NULL;
    size_t size = 0;
    assert_int_equal(dry_scene_recorder_begin(rig.scene, &rig.map, rig.world, NULL, &recorder, NULL), DRY_OK);
    assert_int_equal(dry_scene_recorder_glb(recorder, &glb, &size, NULL), DRY_OK);
    fuzz(glb, size, ROUNDS / 4);
    dry_scene_free(glb);
    dry_scene_recorder_destroy(recorder);
    rig_destroy(&rig);
}

/* A file cut at every length. */
static void test_truncation(void **state)
{
    (void)state;
    char *text = everything();
    size_t size = strlen(text);
    for (size_t i = 0; i < size; ++i) {
        DryScene *scene = NULL;
        DrySceneMessage message;
        assert_int_equal(dry_scene_read_memory(text, i, "cut", &scene, &message), DRY_ERROR_FORMAT);
        assert_string_equal(i == 0 ? message.text : "cut: is empty", "cut: is empty");
        if (i > 0)
            assert_int_equal(strncmp(message.text, "cut: line ", 10), 0);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_container),
        cmocka_unit_test(test_truncation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
