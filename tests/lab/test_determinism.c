/* Every row ends in the same state with any number of workers and any kernel. */
#include "gate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static uint64_t hash_of(int32_t row, int32_t workers, DryKernel kernel)
{
    LabOptions options = { .workers = workers, .kernel = kernel };
    LabReport report = { 0 };
    lab_experiment_run(row, &options, &report);
    uint64_t hash = report.hash;
    lab_report_free(&report);
    return hash;
}

/* Rows with many bodies, islands or joints: there workers have something to share. */
static void workers_do_not_matter(void **state)
{
    (void)state;
    const char *const rows[] = { "F1", "F9", "R3", "B3", "B6", "B7", "S1", "S2", "S3", "J3", "J5", "E2" };
    int different = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        int32_t row = lab_experiment_find(rows[i]);
        assert_true(row >= 0);
        uint64_t one = hash_of(row, 1, DRY_KERNEL_AUTO);
        for (int32_t workers = 2; workers <= 4; workers += 2) {
            if (hash_of(row, workers, DRY_KERNEL_AUTO) != one) {
                print_error("%s differs with %d workers\n", rows[i], (int)workers);
                ++different;
            }
        }
    }
    assert_int_equal(different, 0);
}

static void kernels_do_not_matter(void **state)
{
    (void)state;
    static const char *const names[] = { "auto", "scalar", "sse2", "avx2" };
    int different = 0;
    for (int32_t i = 0; i < lab_experiment_count(); ++i) {
        uint64_t scalar = hash_of(i, 1, DRY_KERNEL_SCALAR);
        for (int kernel = DRY_KERNEL_SSE2; kernel <= DRY_KERNEL_AVX2; ++kernel) {
            if (gate_kernel_runs((DryKernel)kernel) && hash_of(i, 1, (DryKernel)kernel) != scalar) {
                print_error("%s differs between scalar and %s\n", lab_experiment(i)->id, names[kernel]);
                ++different;
            }
        }
    }
    assert_int_equal(different, 0);
}

static void repeated_runs_agree(void **state)
{
    (void)state;
    int32_t storm = lab_experiment_find("E2");
    assert_true(storm >= 0);
    assert_true(hash_of(storm, 2, DRY_KERNEL_AUTO) == hash_of(storm, 2, DRY_KERNEL_AUTO));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repeated_runs_agree),
        cmocka_unit_test(workers_do_not_matter),
        cmocka_unit_test(kernels_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
