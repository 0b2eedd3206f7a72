/* Allocation, arrays and id pools, also when memory runs out. */
#include "base/array.h"
#include "base/idpool.h"
#include "support/random.h"

#include <drystone/base.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

/* An allocator that can be told to fail, and that checks what it gets back. */
typedef struct Trial {
    size_t held;
    int calls, fail_from, limit_size;
    bool misalign;
} Trial;

typedef struct Block {
    void *raw;
    size_t size;
} Block;

static void *trial_allocate(size_t size, size_t alignment, void *user)
{
    Trial *trial = user;
    if (trial->calls++ >= trial->fail_from || (trial->limit_size > 0 && size > (size_t)trial->limit_size)) {
        return NULL;
    }
    assert_true(alignment >= 16 && (alignment & (alignment - 1)) == 0);
    char *raw = malloc(size + 2 * alignment + sizeof(Block));
    assert_non_null(raw);
    uintptr_t at = ((uintptr_t)raw + sizeof(Block) + alignment - 1) / alignment * alignment;
    char *memory = (char *)at + (trial->misalign ? 8 : 0);
    Block block = { raw, size };
    memcpy(memory - sizeof block, &block, sizeof block);
    memset(memory, 0x5a, size);
    trial->held += size;
    return memory;
}

static void trial_release(void *memory, size_t size, void *user)
{
    Trial *trial = user;
    Block block;
    memcpy(&block, (char *)memory - sizeof block, sizeof block);
    assert_int_equal(block.size, size);
    trial->held -= size;
    free(block.raw);
}

static Trial trial;

static int trial_setup(void **unused)
{
    (void)unused;
    trial = (Trial){ .fail_from = 1 << 30 };
    DryAllocator allocator = { trial_allocate, trial_release, &trial };
    return dry_set_allocator(&allocator) == DRY_OK ? 0 : -1;
}

static int trial_teardown(void **unused)
{
    (void)unused;
    DryAllocator none = { NULL, NULL, NULL };
    return trial.held == 0 && dry_set_allocator(&none) == DRY_OK ? 0 : -1;
}

static bool all_bytes(const void *memory, size_t size, unsigned char byte)
{
    const unsigned char *p = memory;
    for (size_t i = 0; i < size; ++i) {
        if (p[i] != byte) {
            return false;
        }
    }
    return true;
}

static void memory_is_aligned_zeroed_and_counted(void **unused)
{
    (void)unused;
    assert_int_equal(dry_allocated_bytes(), 0);
    for (size_t size = 1; size < 5000; size = size * 2 + 1) {
        char *p = dry__alloc(size);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % 64, 0);
        assert_true(all_bytes(p, size, 0));
        assert_int_equal(dry_allocated_bytes(), size);
        memset(p, 7, size);
        p = dry__realloc(p, size, 3 * size);
        assert_non_null(p);
        assert_true(all_bytes(p, size, 7) && all_bytes(p + size, 2 * size, 0));
        assert_int_equal(dry_allocated_bytes(), 3 * size);
        p = dry__realloc(p, 3 * size, 1);
        assert_true(all_bytes(p, 1, 7));
        dry__free(p, 1);
    }
    assert_int_equal(dry_allocated_bytes(), 0);
}

static void absurd_sizes_give_null(void **unused)
{
    (void)unused;
    assert_null(dry__alloc(0));
    assert_null(dry__alloc(SIZE_MAX));
    assert_null(dry__alloc(SIZE_MAX - 63));
    assert_null(dry__alloc((size_t)PTRDIFF_MAX));
    dry__free(NULL, 100);
    assert_int_equal(dry_allocated_bytes(), 0);
}

static void failing_realloc_keeps_the_block(void **unused)
{
    (void)unused;
    char *p = dry__alloc(100);
    memset(p, 9, 100);
    trial.fail_from = trial.calls;
    assert_null(dry__alloc(10));
    assert_null(dry__realloc(p, 100, 200));
    assert_true(all_bytes(p, 100, 9));
    assert_int_equal(dry_allocated_bytes(), 100);
    dry__free(p, 100);
}

static void a_misaligning_allocator_is_as_none(void **unused)
{
    (void)unused;
    trial.misalign = true;
    assert_null(dry__alloc(100));
    assert_int_equal(trial.held, 0);
    assert_int_equal(dry_allocated_bytes(), 0);
}

static void allocator_is_refused_while_memory_is_held(void **unused)
{
    (void)unused;
    void *p = dry__alloc(100);
    DryAllocator other = { trial_allocate, trial_release, NULL };
    assert_int_equal(dry_set_allocator(&other), DRY_ERROR_STATE);
    assert_non_null(strstr(dry_last_error(), "dry_set_allocator: 100 bytes"));
    dry__free(p, 100);
    other.release = NULL;
    assert_int_equal(dry_set_allocator(&other), DRY_ERROR_ARGUMENT);
    assert_non_null(strstr(dry_last_error(), "release"));
    other = (DryAllocator){ NULL, trial_release, NULL };
    assert_int_equal(dry_set_allocator(&other), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_set_allocator(NULL), DRY_OK);
    DryAllocator again = { trial_allocate, trial_release, &trial };
    assert_int_equal(dry_set_allocator(&again), DRY_OK);
}

typedef ARRAY(int64_t) Numbers;

static void arrays_grow_and_keep_their_elements(void **unused)
{
    (void)unused;
    Numbers a = { 0 };
    for (int64_t i = 0; i < 10000; ++i) {
        bool pushed = array_push(&a, i * i);
        assert_true(pushed);
    }
    assert_int_equal(a.count, 10000);
    for (int64_t i = 0; i < 10000; ++i) {
        assert_true(a.data[i] == i * i);
    }
    /* doubling, so few calls */
    assert_in_range(trial.calls, 1, 16);
    array_remove_swap(&a, 3);
    assert_int_equal(a.count, 9999);
    assert_true(a.data[3] == 9999 * 9999);
    array_free(&a);
    assert_null(a.data);
    assert_int_equal(a.capacity, 0);
}

static void resizing_fills_with_zeros(void **unused)
{
    (void)unused;
    Numbers a = { 0 };
    assert_true(array_resize(&a, 20));
    assert_true(all_bytes(a.data, 20 * sizeof *a.data, 0));
    memset(a.data, 1, 20 * sizeof *a.data);
    assert_true(array_resize(&a, 5));
    assert_true(array_resize(&a, 30));
    assert_true(all_bytes(a.data, 5 * sizeof *a.data, 1));
    assert_true(all_bytes(a.data + 5, 25 * sizeof *a.data, 0));
    assert_true(array_resize(&a, 0));
    assert_false(array_resize(&a, -1));
    assert_false(array_reserve(&a, -1));
    assert_int_equal(a.count, 0);
    array_free(&a);
}

static void arrays_survive_lack_of_memory(void **unused)
{
    (void)unused;
    Numbers a = { 0 };
    for (int i = 0; i < 8; ++i) {
        bool pushed = array_push(&a, i);
        assert_true(pushed);
    }
    Numbers before = a;
    trial.fail_from = trial.calls;
    bool pushed = array_push(&a, 8);
    assert_false(pushed);
    assert_false(array_resize(&a, 9));
    assert_false(array_reserve(&a, 9));
    assert_false(array_reserve(&a, INT32_MAX));
    assert_memory_equal(&a, &before, sizeof a);
    /* twice as much does not fit, what is needed does */
    trial.fail_from = 1 << 30;
    trial.limit_size = 10 * (int)sizeof *a.data;
    assert_true(array_reserve(&a, 10));
    assert_int_equal(a.capacity, 10);
    assert_true(a.data[7] == 7);
    array_free(&a);
    struct {
        ARRAY(Block) big;
    } s = { { 0 } };
    trial.limit_size = 1000;
    assert_false(dry__array_reserve((ArrayView *)(void *)&s.big, 3, SIZE_MAX / 2));
    array_free(&s.big);
}

static void ids_are_reused_last_in_first_out(void **unused)
{
    (void)unused;
    IdPool pool = { 0 };
    assert_false(id_alive(&pool, 0));
    for (int32_t i = 0; i < 5; ++i) {
        assert_int_equal(dry__id_take(&pool), i);
    }
    uint32_t generation = pool.generation.data[2];
    dry__id_release(&pool, 2);
    dry__id_release(&pool, 4);
    assert_int_equal(pool.alive, 3);
    assert_false(id_alive(&pool, 2) || id_alive(&pool, 4) || id_alive(&pool, -1) || id_alive(&pool, 5));
    dry__id_release(&pool, 4); /* freeing twice, or what never was, does nothing */
    dry__id_release(&pool, 77);
    dry__id_release(&pool, -1);
    assert_int_equal(pool.alive, 3);
    assert_int_equal(dry__id_take(&pool), 4);
    assert_int_equal(dry__id_take(&pool), 2);
    assert_int_equal(dry__id_take(&pool), 5);
    assert_true(id_alive(&pool, 2) && pool.generation.data[2] == generation + 2);
    assert_int_equal(pool.alive, 6);
    dry__id_pool_free(&pool);
}

static void ids_survive_lack_of_memory(void **unused)
{
    (void)unused;
    Random random = random_seeded(31);
    for (int fail = 0; fail < 30; ++fail) {
        IdPool pool = { 0 };
        trial.fail_from = trial.calls + fail;
        int32_t alive = 0;
        for (int i = 0; i < 3000; ++i) {
            int32_t slot = random_int(&random, 3) > 0 ? dry__id_take(&pool) : -2;
            if (slot >= 0) {
                assert_true(id_alive(&pool, slot));
                ++alive;
            } else if (slot == -2 && pool.generation.count > 0) {
                int32_t victim = random_int(&random, pool.generation.count);
                alive -= id_alive(&pool, victim);
                dry__id_release(&pool, victim);
                assert_false(id_alive(&pool, victim));
            }
            assert_int_equal(pool.alive, alive);
            assert_int_equal(pool.free_slots.count, pool.generation.count - alive);
            assert_true(pool.free_slots.capacity >= pool.generation.count);
        }
        trial.fail_from = 1 << 30;
        dry__id_pool_free(&pool);
        assert_int_equal(trial.held, 0);
    }
}

#define TRIAL(test) cmocka_unit_test_setup_teardown(test, trial_setup, trial_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_aligned_zeroed_and_counted),
        cmocka_unit_test(absurd_sizes_give_null),
        TRIAL(memory_is_aligned_zeroed_and_counted),
        TRIAL(failing_realloc_keeps_the_block),
        TRIAL(a_misaligning_allocator_is_as_none),
        TRIAL(allocator_is_refused_while_memory_is_held),
        TRIAL(arrays_grow_and_keep_their_elements),
        TRIAL(resizing_fills_with_zeros),
        TRIAL(arrays_survive_lack_of_memory),
        TRIAL(ids_are_reused_last_in_first_out),
        TRIAL(ids_survive_lack_of_memory),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
