#include "gate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

/* Rows that are shown and may fail, each with the reason. A row leaves the list when it passes. */
typedef struct Waiver {
    const char *id, *reason;
} Waiver;

static const Waiver waivers[] = {
    { NULL, NULL },
};

static const char *waived(const char *id)
{
    for (const Waiver *waiver = waivers; waiver->id; ++waiver) {
        if (strcmp(waiver->id, id) == 0) {
            return waiver->reason;
        }
    }
    return NULL;
}

static LabOptions options = { .workers = 1 };

static void row_passes(void **state)
{
    int32_t index = (int32_t)(intptr_t)*state;
    const LabExperiment *row = lab_experiment(index);
    LabReport report = { 0 };
    lab_experiment_run(index, &options, &report);
    for (int32_t i = 0; i < report.count; ++i) {
        const LabResult *result = &report.results[i];
        if (!result->pass) {
            print_message("%s %s: %s is %.9g %s, exact %g, passes from %g to %g %s\n", result->id,
                          result->variant, result->name, result->measured, result->unit, result->exact,
                          result->lower, result->upper, result->note);
        }
    }
    int32_t failures = lab_report_failures(&report), count = report.count;
    lab_report_free(&report);
    const char *reason = waived(row->id);
    if (reason && failures > 0) {
        print_message("%s does not count: %s\n", row->id, reason);
        return;
    }
    assert_true(count > 0);
    assert_int_equal(failures, 0);
}

int gate_run(const char *name, bool turned)
{
    enum {
        ROWS = 64
    };
    struct CMUnitTest tests[ROWS];
    memset(tests, 0, sizeof tests);
    size_t count = 0;
    options.turned = turned;
    for (int32_t i = 0; i < lab_experiment_count() && count < ROWS; ++i) {
        const LabExperiment *row = lab_experiment(i);
        if (row->gate) {
            tests[count].name = row->id;
            tests[count].test_func = row_passes;
            tests[count++].initial_state = (void *)(intptr_t)i;
        }
    }
    return _cmocka_run_group_tests(name, tests, count, NULL, NULL);
}

bool gate_kernel_runs(DryKernel kernel)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.kernel = kernel;
    DryWorld *world = dry_world_create(&def);
    dry_world_destroy(world);
    return world != NULL;
}
