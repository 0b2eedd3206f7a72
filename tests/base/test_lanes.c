/* The three kernels, lane by lane and bit by bit, against plain C. */
#include "base/cpu.h"
#include "base/lanes_check.h"
#include "support/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

static uint32_t bits_of(float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static float from_bits(uint32_t u)
{
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}

/* The kernels this machine can run. */
static int kernels(const LanesKernel *list[3])
{
    const LanesKernel *all[3] = { &lanes_kernel_scalar, &lanes_kernel_sse2, &lanes_kernel_avx2 };
    int count = 0;
    for (int i = 0; i < 3; ++i) {
        if (all[i]->check != NULL && dry__cpu_supports((CpuKernel)i)) {
            list[count++] = all[i];
        }
    }
    return count;
}

typedef struct Where {
    const char *kernel, *operation;
    const LanesInput *in;
    int lane;
} Where;

static void fail_at(Where w, uint32_t actual, uint32_t expected)
{
    fail_msg("%s %s lane %d: a %08x b %08x c %08x masks %02x %02x: %08x, expected %08x", w.kernel,
             w.operation, w.lane, (unsigned)bits_of(w.in->a[w.lane]), (unsigned)bits_of(w.in->b[w.lane]),
             (unsigned)bits_of(w.in->c[w.lane]), (unsigned)w.in->mask_a, (unsigned)w.in->mask_b,
             (unsigned)actual, (unsigned)expected);
}

/* Every bit, also of a NaN. */
static void same_bits(Where w, float actual, float expected)
{
    if (bits_of(actual) != bits_of(expected)) {
        fail_at(w, bits_of(actual), bits_of(expected));
    }
}

/* The result of arithmetic: which NaN comes out is not defined by C, that one comes out is. */
static void same_number(Where w, float actual, float expected)
{
    if (isnan(actual) && isnan(expected)) {
        return;
    }
    same_bits(w, actual, expected);
}

static void same_mask(Where w, int mask, bool expected)
{
    uint32_t bit = 1u << w.lane, wanted = expected ? bit : 0u, actual = (uint32_t)mask;
    if ((actual & bit) != wanted || (actual & ~0xffu) != 0) {
        fail_at(w, actual, wanted);
    }
}

#define EXPECT(check, operation_, actual, expected) \
    do {                                            \
        w.operation = (operation_);                 \
        check(w, (actual), (expected));             \
    } while (0)

static void compare_arithmetic(Where w, const LanesOutput *out)
{
    int i = w.lane;
    /* volatile: the reference is computed by the machine, one rounding at a time */
    volatile float a = w.in->a[i], b = w.in->b[i], c = w.in->c[i], product = a * b;
    EXPECT(same_number, "add", out->add[i], a + b);
    EXPECT(same_number, "sub", out->sub[i], a - b);
    EXPECT(same_number, "mul", out->mul[i], product);
    EXPECT(same_number, "div", out->div[i], a / b);
    EXPECT(same_number, "sqrt", out->sqrt[i], sqrtf(a));
    EXPECT(same_number, "madd", out->madd[i], product + c);
    EXPECT(same_number, "nmadd", out->nmadd[i], c - product);
}

static void compare_bits(Where w, const LanesOutput *out)
{
    int i = w.lane;
    float a = w.in->a[i], b = w.in->b[i];
    uint32_t ua = bits_of(a), ub = bits_of(b), sign = 0x80000000u;
    bool in_a = (w.in->mask_a >> i & 1) != 0;
    EXPECT(same_bits, "set", out->set[i], w.in->a[3]);
    EXPECT(same_bits, "zero", out->zero[i], 0.0f);
    EXPECT(same_bits, "load", out->aligned[i], a);
    EXPECT(same_bits, "loadu", out->unaligned_bytes[1 + i], a);
    EXPECT(same_bits, "get", out->get[i], a);
    EXPECT(same_bits, "neg", out->neg[i], from_bits(ua ^ sign));
    EXPECT(same_bits, "abs", out->abs[i], from_bits(ua & ~sign));
    EXPECT(same_bits, "min", out->min[i], a < b ? a : b);
    EXPECT(same_bits, "max", out->max[i], a > b ? a : b);
    EXPECT(same_bits, "sign", out->sign[i], (ua & sign) != 0 ? -1.0f : 1.0f);
    EXPECT(same_bits, "copysign", out->copysign[i], from_bits((ua & ~sign) | (ub & sign)));
    EXPECT(same_bits, "select", out->select[i], in_a ? a : b);
    EXPECT(same_bits, "and_mask", out->and_mask[i], in_a ? a : 0.0f);
}

static void compare_masks(Where w, const LanesOutput *out)
{
    int i = w.lane;
    float a = w.in->a[i], b = w.in->b[i];
    bool in_a = (w.in->mask_a >> i & 1) != 0, in_b = (w.in->mask_b >> i & 1) != 0;
    EXPECT(same_mask, "lt", out->lt, a < b);
    EXPECT(same_mask, "le", out->le, a <= b);
    EXPECT(same_mask, "gt", out->gt, a > b);
    EXPECT(same_mask, "ge", out->ge, a >= b);
    EXPECT(same_mask, "eq", out->eq, a == b);
    EXPECT(same_mask, "none", out->none, false);
    EXPECT(same_mask, "all", out->all, true);
    EXPECT(same_mask, "from_bits", out->bits_a, in_a);
    EXPECT(same_mask, "and", out->bits_and, in_a && in_b);
    EXPECT(same_mask, "or", out->bits_or, in_a || in_b);
    EXPECT(same_mask, "andnot", out->bits_andnot, !in_a && in_b);
    EXPECT(same_mask, "not", out->bits_not, !in_a);
    if (out->mask_lanes[i] != (in_a ? 0xffffffffu : 0u)) {
        w.operation = "mask word";
        fail_at(w, out->mask_lanes[i], in_a ? 0xffffffffu : 0u);
    }
}

static void compare(const LanesInput *in)
{
    const LanesKernel *list[3];
    int count = kernels(list);
    for (int k = 0; k < count; ++k) {
        LanesOutput out;
        memset(&out, 0xa5, sizeof out);
        list[k]->check(in, &out);
        for (int lane = 0; lane < 8; ++lane) {
            Where w = { list[k]->name, NULL, in, lane };
            compare_arithmetic(w, &out);
            compare_bits(w, &out);
            compare_masks(w, &out);
        }
    }
}

static const uint32_t special[] = {
    0x00000000u, 0x80000000u, /* zeros */
    0x3f800000u, 0xbf800000u, 0x40490fdbu, 0x3eaaaaabu, 0xc0200000u,
    0x00000001u, 0x80000001u, 0x007fffffu, 0x807fffffu, 0x00400000u, /* denormal */
    0x00800000u, 0x80800000u,                                        /* smallest normal */
    0x7f7fffffu, 0xff7fffffu,                                        /* largest */
    0x7f800000u, 0xff800000u,                                        /* infinite */
    0x7fc00000u, 0xffc00000u, 0x7fc12345u,                           /* quiet NaN */
    0x4b800000u, 0x4b800001u, 0x33800000u,
};

enum {
    SPECIALS = sizeof special / sizeof special[0]
};

static void special_values_in_all_pairs(void **unused)
{
    (void)unused;
    LanesInput in = { .mask_a = 0x5a, .mask_b = 0x3c };
    int lane = 0;
    for (int i = 0; i < SPECIALS; ++i) {
        for (int j = 0; j < SPECIALS; ++j) {
            for (int k = 0; k < SPECIALS; ++k) {
                in.a[lane] = from_bits(special[i]);
                in.b[lane] = from_bits(special[j]);
                in.c[lane] = from_bits(special[k]);
                if (++lane == 8) {
                    compare(&in);
                    lane = 0;
                }
            }
        }
    }
}

static void random_values(void **unused)
{
    (void)unused;
    const uint64_t seed = 8801;
    print_message("seed %u\n", (unsigned)seed);
    Random random = random_seeded(seed);
    for (int n = 0; n < 20000; ++n) {
        LanesInput in;
        float *all[3] = { in.a, in.b, in.c };
        bool any_bits = n % 2 == 0;
        for (int v = 0; v < 3; ++v) {
            for (int i = 0; i < 8; ++i) {
                uint32_t u = random_u32(&random);
                if (any_bits && (u & 0x7f800000u) == 0x7f800000u) {
                    u |= 0x00400000u; /* no signalling NaN */
                }
                all[v][i] = any_bits ? from_bits(u) : random_float(&random, -10.0f, 10.0f);
            }
        }
        in.mask_a = random_int(&random, 256);
        in.mask_b = random_int(&random, 256);
        compare(&in);
    }
}

static void every_mask(void **unused)
{
    (void)unused;
    LanesInput in = { .a = { 1, 2, 3, 4, 5, 6, 7, 8 }, .b = { -1, -2, -3, -4, -5, -6, -7, -8 } };
    for (int m = 0; m < 256; ++m) {
        in.mask_a = m;
        in.mask_b = (m * 37 + 11) & 255;
        compare(&in);
    }
}

static void transpose_and_gather(void **unused)
{
    (void)unused;
    enum {
        RECORDS = 40,
        STRIDE = 16
    };
    static _Alignas(32) float records[RECORDS * STRIDE];
    for (int i = 0; i < RECORDS * STRIDE; ++i) {
        records[i] = from_bits(0x3f000000u + (uint32_t)i * 977u);
    }
    const int32_t idx[8] = { 3, 39, 0, 3, 17, 20, 1, 38 };
    const LanesKernel *list[3];
    int count = kernels(list);
    for (int k = 0; k < count; ++k) {
        float columns[64];
        list[k]->transpose(records, columns);
        for (int i = 0; i < 64; ++i) {
            assert_int_equal(bits_of(columns[i]), bits_of(records[i % 8 * 8 + i / 8]));
        }
        for (int stride = 8; stride <= STRIDE; stride += 8) {
            list[k]->gather(records, idx, stride, columns);
            for (int i = 0; i < 64; ++i) {
                assert_int_equal(bits_of(columns[i]), bits_of(records[idx[i % 8] * stride + i / 8]));
            }
        }
    }
}

static void kernels_are_named_and_ordered(void **unused)
{
    (void)unused;
    assert_true(dry__cpu_supports(CPU_SCALAR));
    assert_true(dry__cpu_supports(dry__cpu_best()));
    for (int k = (int)dry__cpu_best() + 1; k < CPU_KERNEL_COUNT; ++k) {
        assert_false(dry__cpu_supports((CpuKernel)k));
    }
    assert_string_equal(dry__cpu_kernel_name(CPU_SCALAR), "scalar");
    assert_string_equal(dry__cpu_kernel_name(CPU_SSE2), "sse2");
    assert_string_equal(dry__cpu_kernel_name(CPU_AVX2), "avx2");
    assert_false(dry__cpu_supports(CPU_KERNEL_COUNT));
    print_message("best kernel here: %s\n", dry__cpu_kernel_name(dry__cpu_best()));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(special_values_in_all_pairs),
        cmocka_unit_test(random_values),
        cmocka_unit_test(every_mask),
        cmocka_unit_test(transpose_and_gather),
        cmocka_unit_test(kernels_are_named_and_ordered),
    };
    return cmocka_run_group_tests_name("lanes", tests, NULL, NULL);
}
