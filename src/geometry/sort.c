#include "geometry/sort.h"

#include <string.h>

enum {
    DIGIT_BITS = 11,
    DIGITS = 1 << DIGIT_BITS,
    BLOCKS = 16, /* a large sort is cut into these, whatever the number of workers */
    SERIAL = 16384
};

typedef struct Pass {
    const SortKey *from;
    SortKey *to;
    int32_t *histogram; /* per block and digit: the count, later the next place */
    int32_t count, block_size;
    int shift;
} Pass;

static int32_t block_count(int32_t count)
{
    return count < SERIAL ? 1 : BLOCKS;
}

int32_t dry__sort_histogram_size(int32_t count)
{
    return block_count(count) * DIGITS;
}

void dry__jobs_run(Jobs *jobs, int32_t count, int32_t grain, RangeFn *fn, void *context)
{
    if (jobs) {
        dry__jobs_for(jobs, count, grain, fn, context);
    } else {
        fn(context, 0, count, 0);
    }
}

static int32_t digit(uint64_t key, int shift)
{
    return (int32_t)(key >> shift & (DIGITS - 1));
}

static int32_t block_end(const Pass *pass, int32_t block)
{
    int32_t end = (block + 1) * pass->block_size;
    return end < pass->count ? end : pass->count;
}

static void count_digits(void *context, int32_t begin, int32_t end, int32_t worker)
{
    const Pass *pass = context;
    (void)worker;
    for (int32_t block = begin; block < end; ++block) {
        int32_t *histogram = pass->histogram + block * DIGITS;
        memset(histogram, 0, DIGITS * sizeof *histogram);
        for (int32_t i = block * pass->block_size; i < block_end(pass, block); ++i) {
            ++histogram[digit(pass->from[i].key, pass->shift)];
        }
    }
}

static void scatter(void *context, int32_t begin, int32_t end, int32_t worker)
{
    const Pass *pass = context;
    (void)worker;
    for (int32_t block = begin; block < end; ++block) {
        int32_t *place = pass->histogram + block * DIGITS;
        for (int32_t i = block * pass->block_size; i < block_end(pass, block); ++i) {
            pass->to[place[digit(pass->from[i].key, pass->shift)]++] = pass->from[i];
        }
    }
}

/* Turns the counts of all blocks into first places. True when all keys share one digit: the pass would move
 * nothing. */
static bool place_digits(const Pass *pass, int32_t blocks)
{
    int32_t place = 0;
    for (int32_t d = 0; d < DIGITS; ++d) {
        int32_t before = place;
        for (int32_t block = 0; block < blocks; ++block) {
            int32_t *entry = &pass->histogram[block * DIGITS + d];
            int32_t count = *entry;
            *entry = place;
            place += count;
        }
        if (place - before == pass->count) {
            return true;
        }
    }
    return false;
}

SortKey *dry__sort_keys(SortKey *keys, SortKey *other, int32_t *histogram, int32_t count, int bits,
                        Jobs *jobs)
{
    int32_t blocks = block_count(count);
    Pass pass = { .count = count, .block_size = count / blocks + 1 };
    pass.histogram = histogram;
    for (pass.shift = 0; pass.shift < bits; pass.shift += DIGIT_BITS) {
        pass.from = keys;
        pass.to = other;
        dry__jobs_run(jobs, blocks, 1, count_digits, &pass);
        if (place_digits(&pass, blocks)) {
            continue;
        }
        dry__jobs_run(jobs, blocks, 1, scatter, &pass);
        SortKey *sorted = other;
        other = keys;
        keys = sorted;
    }
    return keys;
}
