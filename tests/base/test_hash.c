/* The state hash and the pair table. */
#include "base/bits.h"
#include "base/hash.h"
#include "support/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

/* Written down once: a change here is a change of every recorded state hash. */
static void the_hash_is_the_same_everywhere(void **unused)
{
    (void)unused;
    const char *text = "A dry-stone wall stands by contact and friction alone";
    assert_true(dry__hash_bytes(HASH_SEED, text, strlen(text)) == 0xd3179d0df440addaull);
    assert_true(dry__hash_bytes(HASH_SEED, text, 0) == 0x860389c57a9c1205ull);
    assert_true(dry__hash_bytes(HASH_SEED, text, 8) == 0xbd12f8627eef443eull);
}

static void every_bit_counts(void **unused)
{
    (void)unused;
    unsigned char bytes[45];
    Random random = random_seeded(5);
    for (size_t i = 0; i < sizeof bytes; ++i) {
        bytes[i] = (unsigned char)random_u32(&random);
    }
    uint64_t hash = dry__hash_bytes(HASH_SEED, bytes, sizeof bytes);
    int least = 64, sum = 0;
    for (size_t bit = 0; bit < 8 * sizeof bytes; ++bit) {
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        int flipped = bits_count(hash ^ dry__hash_bytes(HASH_SEED, bytes, sizeof bytes));
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        least = flipped < least ? flipped : least;
        sum += flipped;
    }
    assert_in_range(least, 8, 64);
    assert_in_range(sum / (int)(8 * sizeof bytes), 28, 36);
    /* zeros of different number, and the same bytes after another beginning */
    const unsigned char zeros[24] = { 0 };
    for (size_t i = 0; i < sizeof zeros; ++i) {
        for (size_t k = 0; k < i; ++k) {
            assert_true(dry__hash_bytes(HASH_SEED, zeros, i) != dry__hash_bytes(HASH_SEED, zeros, k));
        }
    }
    assert_true(dry__hash_bytes(1, zeros, 8) != dry__hash_bytes(2, zeros, 8));
}

static void the_address_does_not_count(void **unused)
{
    (void)unused;
    unsigned char buffer[64 + 8];
    uint64_t first = 0;
    for (size_t shift = 0; shift < 8; ++shift) {
        memset(buffer, 0xee, sizeof buffer);
        for (size_t i = 0; i < 61; ++i) {
            buffer[shift + i] = (unsigned char)(i * 7 + 1);
        }
        uint64_t hash = dry__hash_bytes(HASH_SEED, buffer + shift, 61);
        first = shift == 0 ? hash : first;
        assert_true(hash == first);
    }
}

enum {
    BODIES = 60
};

/* Against a plain matrix. */
static void the_pair_table_agrees_with_a_matrix(void **unused)
{
    (void)unused;
    static int32_t matrix[BODIES][BODIES];
    memset(matrix, 0xff, sizeof matrix);
    PairMap map = { 0 };
    Random random = random_seeded(77);
    int32_t used = 0;
    for (int n = 0; n < 200000; ++n) {
        int32_t a = random_int(&random, BODIES), b = random_int(&random, BODIES);
        if (a == b) {
            continue;
        }
        int32_t low = a < b ? a : b, high = a < b ? b : a, *cell = &matrix[low][high];
        assert_int_equal(dry__pair_map_find(&map, a, b), *cell);
        /* mostly full, then mostly empty, and so on */
        bool filling = n / 20000 % 2 == 0;
        if (random_int(&random, 4) < (filling ? 3 : 1)) {
            used += *cell < 0;
            *cell = random_int(&random, 1000000);
            assert_true(dry__pair_map_insert(&map, a, b, *cell));
        } else {
            used -= *cell >= 0;
            *cell = -1;
            dry__pair_map_remove(&map, a, b);
        }
        assert_int_equal(map.used, used);
        assert_true(map.used * 3 <= map.keys.count * 2);
    }
    for (int32_t a = 0; a < BODIES; ++a) {
        for (int32_t b = a + 1; b < BODIES; ++b) {
            assert_int_equal(dry__pair_map_find(&map, b, a), matrix[a][b]);
        }
    }
    dry__pair_map_clear(&map);
    assert_int_equal(map.used, 0);
    assert_int_equal(dry__pair_map_find(&map, 0, 1), -1);
    dry__pair_map_remove(&map, 0, 1);
    dry__pair_map_free(&map);
    assert_int_equal(dry_allocated_bytes(), 0);
}

static void extreme_indices_and_no_table(void **unused)
{
    (void)unused;
    PairMap map = { 0 };
    assert_int_equal(dry__pair_map_find(&map, 0, 1), -1);
    dry__pair_map_remove(&map, 0, 1);
    dry__pair_map_clear(&map);
    assert_true(dry__pair_map_insert(&map, INT32_MAX, 0, 5));
    assert_true(dry__pair_map_insert(&map, INT32_MAX, INT32_MAX - 1, 6));
    assert_int_equal(dry__pair_map_find(&map, 0, INT32_MAX), 5);
    assert_int_equal(dry__pair_map_find(&map, INT32_MAX - 1, INT32_MAX), 6);
    assert_false(dry__pair_map_reserve(&map, INT32_MAX));
    assert_false(dry__pair_map_reserve(&map, -1));
    assert_int_equal(map.used, 2);
    dry__pair_map_free(&map);
}

static void reserved_room_does_not_move(void **unused)
{
    (void)unused;
    PairMap map = { 0 };
    assert_true(dry__pair_map_reserve(&map, 1000));
    const uint64_t *keys = map.keys.data;
    for (int32_t i = 0; i < 1000; ++i) {
        assert_true(dry__pair_map_insert(&map, i, i + 1 + i % 7, i));
    }
    assert_ptr_equal(map.keys.data, keys);
    /* a grid of neighbours does not crowd: short runs */
    int32_t longest = 0, run = 0;
    for (int32_t i = 0; i < map.keys.count; ++i) {
        run = map.keys.data[i] != 0 ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    assert_in_range(longest, 1, 60);
    dry__pair_map_free(&map);
}

static size_t room = SIZE_MAX;

static void *meagre_allocate(size_t size, size_t alignment, void *user)
{
    (void)user;
    return size > room ? NULL : aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void meagre_release(void *memory, size_t size, void *user)
{
    (void)size;
    (void)user;
    free(memory);
}

static void a_table_survives_lack_of_memory(void **unused)
{
    (void)unused;
    DryAllocator meagre = { meagre_allocate, meagre_release, NULL }, none = { NULL, NULL, NULL };
    assert_int_equal(dry_set_allocator(&meagre), DRY_OK);
    PairMap map = { 0 };
    room = 600;
    int32_t held = 0;
    while (dry__pair_map_insert(&map, held, held + 1, held)) {
        ++held;
    }
    assert_in_range(held, 10, 100);
    assert_int_equal(map.used, held);
    for (int32_t i = 0; i < held; ++i) {
        assert_int_equal(dry__pair_map_find(&map, i, i + 1), i);
    }
    assert_int_equal(dry__pair_map_find(&map, held, held + 1), -1);
    room = SIZE_MAX;
    assert_true(dry__pair_map_insert(&map, held, held + 1, held));
    dry__pair_map_free(&map);
    assert_int_equal(dry_set_allocator(&none), DRY_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hash_is_the_same_everywhere),
        cmocka_unit_test(every_bit_counts),
        cmocka_unit_test(the_address_does_not_count),
        cmocka_unit_test(the_pair_table_agrees_with_a_matrix),
        cmocka_unit_test(extreme_indices_and_no_table),
        cmocka_unit_test(reserved_room_does_not_move),
        cmocka_unit_test(a_table_survives_lack_of_memory),
    };
    return cmocka_run_group_tests_name("hash", tests, NULL, NULL);
}
