/* The table of pair functions is complete, for every instruction set. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "collision/pair.h"

static void every_moving_kind_meets_every_kind(void **state)
{
    (void)state;
    for (int kernel = 0; kernel < CPU_KERNEL_COUNT; ++kernel) {
        PairTable table;
        dry__pair_table_fill(&table, (CpuKernel)kernel);
        for (int a = 0; a < SHAPE_KIND_COUNT; ++a) {
            for (int b = 0; b < SHAPE_KIND_COUNT; ++b) {
                bool expected = a <= b && a < SHAPE_MESH;
                assert_int_equal(table.fn[a][b] != NULL, expected);
            }
        }
    }
}

static void kernels_differ_only_where_they_exist(void **state)
{
    (void)state;
    PairTable scalar, best;
    dry__pair_table_fill(&scalar, CPU_SCALAR);
    dry__pair_table_fill(&best, dry__cpu_best());
    bool wide = dry__cpu_best() != CPU_SCALAR;
    assert_ptr_equal(scalar.fn[SHAPE_BOX][SHAPE_BOX], dry__pair_box_box_scalar);
    assert_int_equal(scalar.fn[SHAPE_BOX][SHAPE_BOX] != best.fn[SHAPE_BOX][SHAPE_BOX], wide);
    assert_int_equal(scalar.fn[SHAPE_HULL][SHAPE_HULL] != best.fn[SHAPE_HULL][SHAPE_HULL], wide);
    assert_ptr_equal(scalar.fn[SHAPE_SPHERE][SHAPE_BOX], best.fn[SHAPE_SPHERE][SHAPE_BOX]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_moving_kind_meets_every_kind),
        cmocka_unit_test(kernels_differ_only_where_they_exist),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
