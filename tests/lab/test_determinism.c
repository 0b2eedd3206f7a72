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

/* Rows of many small worlds or of very many steps: workers have nothing to share in them. */
static bool is_long(int32_t row)
{
    return row == lab_experiment_find("B2") || row == lab_experiment_find("R4");
}

static void workers_do_not_matter(void **state)
{
    (void)state;
    int different = 0;
    for (int32_t i = 0; i < lab_experiment_count(); ++i) {
        if (is_long(i)) {
            continue;
        }
        uint64_t one = hash_of(i, 1, DRY_KERNEL_AUTO);
        for (int32_t workers = 2; workers <= 4; workers += 2) {
            if (hash_of(i, workers, DRY_KERNEL_AUTO) != one) {
                print_error("%s differs with %d workers\n", lab_experiment(i)->id, (int)workers);
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
