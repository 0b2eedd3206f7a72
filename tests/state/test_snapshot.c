/* Save and restore: stepping on gives the same bits as never having saved. */
#include "support/build.h"
#include "support/scenes.h"

#include <stdlib.h>
#include <string.h>

static void advance(DryWorld *w, const TestScene *scene, int from, int to)
{
    for (int i = from; i < to; ++i) {
        if (scene->before_step != NULL) {
            scene->before_step(w, i);
        }
        run_steps(w, 1);
    }
}

static void *saved(const DryWorld *w, size_t *size)
{
    *size = dry_world_save(w, NULL, 0);
    void *buffer = malloc(*size);
    assert_non_null(buffer);
    assert_int_equal(dry_world_save(w, buffer, *size), *size);
    return buffer;
}

static void every_scene_goes_on_with_the_same_bits(void **unused)
{
    (void)unused;
    for (int s = 0; s < test_scene_count; ++s) {
        const TestScene *scene = &test_scenes[s];
        for (int at = 20; at <= 140; at += 60) {
            DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
            scene->build(w);
            advance(w, scene, 0, at);
            uint64_t start = dry_world_hash(w);
            size_t size;
            void *buffer = saved(w, &size);
            advance(w, scene, at, at + 100);
            uint64_t first = dry_world_hash(w);
            assert_int_equal(dry_world_restore(w, buffer, size), DRY_OK);
            if (dry_world_hash(w) != start) {
                fail_msg("%s: restored state differs from the saved one", scene->name);
            }
            advance(w, scene, at, at + 100);
            if (dry_world_hash(w) != first) {
                fail_msg("%s: other bits after a restore at step %d", scene->name, at);
            }
            free(buffer);
            dry_world_destroy(w);
        }
    }
}

static void saving_does_not_disturb(void **unused)
{
    (void)unused;
    const TestScene *scene = &test_scenes[1];
    DryWorld *a = build_world(1, DRY_KERNEL_AUTO), *b = build_world(1, DRY_KERNEL_AUTO);
    scene->build(a);
    scene->build(b);
    for (int i = 0; i < 60; ++i) {
        advance(a, scene, i, i + 1);
        advance(b, scene, i, i + 1);
        size_t size;
        free(saved(a, &size));
    }
    assert_true(dry_world_hash(a) == dry_world_hash(b));
    dry_world_destroy(a);
    dry_world_destroy(b);
}

static void damaged_and_foreign_data_is_refused(void **unused)
{
    (void)unused;
    const TestScene *scene = &test_scenes[1];
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO), *other = build_world(1, DRY_KERNEL_AUTO);
    scene->build(w);
    advance(w, scene, 0, 30);
    size_t size;
    unsigned char *buffer = saved(w, &size);
    uint64_t before = dry_world_hash(w);
    assert_int_equal(dry_world_restore(other, buffer, size), DRY_ERROR_FORMAT);
    for (size_t cut = 0; cut < size; cut += size / 61 + 1) {
        assert_int_equal(dry_world_restore(w, buffer, cut), DRY_ERROR_SIZE);
        assert_true(dry_world_hash(w) == before);
    }
    for (size_t at = 0; at < size; at += size / 257 + 1) {
        buffer[at] ^= 0x40;
        DryStatus status = dry_world_restore(w, buffer, size);
        buffer[at] ^= 0x40;
        /* padding of the header may be anything */
        bool refused = status == DRY_ERROR_FORMAT || status == DRY_ERROR_SIZE;
        assert_true(refused || dry_world_hash(w) == before);
        assert_true(dry_world_hash(w) == before);
    }
    assert_int_equal(dry_world_restore(w, NULL, size), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_world_save(NULL, buffer, size), 0);
    assert_true(dry_world_save(w, buffer, size - 1) == size);
    free(buffer);
    dry_world_destroy(w);
    dry_world_destroy(other);
}

static void geometry_outlives_its_shapes_until_it_is_trimmed(void **unused)
{
    (void)unused;
    const TestScene *scene = &test_scenes[2];
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    scene->build(w);
    advance(w, scene, 0, 10);
    size_t size;
    void *buffer = saved(w, &size);
    advance(w, scene, 10, 40);
    uint64_t expected = dry_world_hash(w);
    DryBodyId bodies[128];
    int n = dry_world_bodies(w, bodies, 128);
    for (int i = 0; i < n; ++i) {
        dry_body_destroy(w, bodies[i]);
    }
    assert_int_equal(dry_world_restore(w, buffer, size), DRY_OK);
    advance(w, scene, 10, 40);
    assert_true(dry_world_hash(w) == expected);
    n = dry_world_bodies(w, bodies, 128);
    for (int i = 0; i < n; ++i) {
        dry_body_destroy(w, bodies[i]);
    }
    dry_world_trim(w);
    assert_int_equal(dry_world_restore(w, buffer, size), DRY_ERROR_FORMAT);
    assert_non_null(strstr(dry_world_error(w), "trimmed"));
    run_steps(w, 2);
    free(buffer);
    dry_world_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scene_goes_on_with_the_same_bits),
        cmocka_unit_test(saving_does_not_disturb),
        cmocka_unit_test(damaged_and_foreign_data_is_refused),
        cmocka_unit_test(geometry_outlives_its_shapes_until_it_is_trimmed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
