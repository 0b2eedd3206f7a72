/* What objects on top of the library build on: memory of the library, and word of a world's end. */
#include "support/build.h"

#include <string.h>

typedef struct Guest {
    DryWorldWatch watch; /* first */
    int ended;
} Guest;

static void count_end(DryWorldWatch *watch)
{
    ((Guest *)watch)->ended++;
}

static void watches_are_told_once_and_unwatched_ones_not(void **unused)
{
    (void)unused;
    DryWorld *world = build_world(1, DRY_KERNEL_AUTO);
    Guest guests[5] = { 0 };
    for (int i = 0; i < 5; ++i) {
        guests[i].watch.ended = count_end;
        assert_int_equal(dry_world_watch(world, &guests[i].watch), DRY_OK);
    }
    /* last, first and middle of the world's list */
    assert_int_equal(dry_world_unwatch(world, &guests[0].watch), DRY_OK);
    assert_int_equal(dry_world_unwatch(world, &guests[4].watch), DRY_OK);
    assert_int_equal(dry_world_unwatch(world, &guests[2].watch), DRY_OK);
    assert_int_equal(dry_world_unwatch(world, &guests[2].watch), DRY_OK);
    dry_world_destroy(world);
    const int ended[5] = { 0, 1, 0, 1, 0 };
    for (int i = 0; i < 5; ++i) {
        assert_int_equal(guests[i].ended, ended[i]);
    }
}

static void wrong_watches_are_refused(void **unused)
{
    (void)unused;
    DryWorld *world = build_world(1, DRY_KERNEL_AUTO);
    DryWorldWatch watch = { 0 };
    assert_int_equal(dry_world_watch(world, &watch), DRY_ERROR_ARGUMENT);
    assert_non_null(strstr(dry_world_error(world), "dry_world_watch"));
    assert_int_equal(dry_world_watch(world, NULL), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_world_watch(NULL, &watch), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_world_unwatch(world, NULL), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_world_unwatch(NULL, &watch), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_world_unwatch(world, &watch), DRY_OK);
    dry_world_destroy(world);
}

static void memory_is_zeroed_and_counted(void **unused)
{
    (void)unused;
    size_t before = dry_allocated_bytes();
    unsigned char *memory = dry_memory_allocate(1000);
    assert_non_null(memory);
    assert_int_equal(dry_allocated_bytes(), before + 1000);
    for (int i = 0; i < 1000; ++i) {
        assert_int_equal(memory[i], 0);
    }
    dry_memory_release(memory, 1000);
    dry_memory_release(NULL, 1000);
    assert_int_equal(dry_allocated_bytes(), before);
    assert_null(dry_memory_allocate(0));
    assert_null(dry_memory_allocate(SIZE_MAX));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(watches_are_told_once_and_unwatched_ones_not),
        cmocka_unit_test(wrong_watches_are_refused),
        cmocka_unit_test(memory_is_zeroed_and_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
