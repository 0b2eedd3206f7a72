/* Random programs over the whole public interface: invariants after every call, the same bits for one scalar
   worker and two wide ones, refused calls without a trace. API_PROGRAMS=count and API_SEED=first in the
   environment run more of them. */
#include "support/build.h"

#include "support/api_program.h"
#include "support/invariants.h"

#include <stdlib.h>
#include <time.h>

static uint64_t from_environment(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text != NULL && text[0] != '\0' ? strtoull(text, NULL, 10) : otherwise;
}

/* Runs programs with seeds from `first` on, until `count` are done or `seconds` have passed. */
static void run_programs(ApiProgram program, uint64_t first, int count, double seconds)
{
    first = from_environment("API_SEED", first);
    count = (int)from_environment("API_PROGRAMS", (uint64_t)count);
    if (getenv("API_PROGRAMS") != NULL) {
        seconds = 1e9;
    }
    ApiReport sum = { 0 };
    clock_t start = clock();
    int done = 0;
    for (; done < count && (double)(clock() - start) < seconds * (double)CLOCKS_PER_SEC; ++done) {
        Choices choices = { .random = first + (uint64_t)done };
        ApiReport report = run_api_program(&program, choices);
        if (report.message[0] != '\0') {
            fail_msg("seed %llu: %s", (unsigned long long)(first + (uint64_t)done), report.message);
        }
        sum.calls += report.calls;
        sum.refused += report.refused;
        sum.steps += report.steps;
        sum.restores += report.restores;
    }
    print_message("%d programs from seed %llu: %d calls, %d refused, %d steps, %d restores\n", done,
                  (unsigned long long)first, sum.calls, sum.refused, sum.steps, sum.restores);
    assert_true(done > 0 && sum.steps > 0);
}

static void well_behaved_programs_hold(void **unused)
{
    (void)unused;
    run_programs((ApiProgram){ .worlds = 2, .calls = 400, .wild = 0 }, 1000, 60, 6.0);
}

static void programs_with_some_wrong_arguments_hold(void **unused)
{
    (void)unused;
    run_programs((ApiProgram){ .worlds = 2, .calls = 400, .wild = 40 }, 2000, 60, 6.0);
}

static void wild_programs_hold(void **unused)
{
    (void)unused;
    run_programs((ApiProgram){ .worlds = 2, .calls = 400, .wild = 8 }, 3000, 60, 6.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(well_behaved_programs_hold),
        cmocka_unit_test(programs_with_some_wrong_arguments_hold),
        cmocka_unit_test(wild_programs_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
