/* The lab's own bookkeeping: what passes, what fails, what is found. */
#include "lab/lab.h"
#include "lab/run.h"
#include "lab/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

static void ids_are_unique_and_found(void **state)
{
    (void)state;
    for (int32_t i = 0; i < lab_experiment_count(); ++i) {
        assert_int_equal(lab_experiment_find(lab_experiment(i)->id), i);
    }
    assert_int_equal(lab_experiment_find("f1"), 0);
    assert_int_equal(lab_experiment_find("F"), -1);
    assert_int_equal(lab_experiment_find("F12"), -1);
    assert_int_equal(lab_experiment_find(""), -1);
    assert_null(lab_experiment(-1));
    assert_null(lab_experiment(lab_experiment_count()));
}

static void promised_rows_are_gates(void **state)
{
    (void)state;
    const char *const promised[] = { "F1", "F2", "F3", "F4", "F5", "F6", "R1", "R3",
                                     "B1", "B2", "S1", "S3", "J3", "E1", "E2" };
    for (size_t i = 0; i < sizeof promised / sizeof promised[0]; ++i) {
        int32_t index = lab_experiment_find(promised[i]);
        assert_true(index >= 0);
        assert_true(lab_experiment(index)->gate);
    }
}

static void ranges_decide(void **state)
{
    (void)state;
    LabReport report = { 0 };
    LabRun run = { .id = "X1", .report = &report };
    lab_case(&run, "%d", 7);
    lab_expect(&run, "inside", 1.5, 1.0, 0.5, "m");
    lab_expect(&run, "outside", 1.6, 1.0, 0.5, "m");
    lab_expect(&run, "not a number", (double)NAN, 1.0, 0.5, "m");
    lab_expect_relative(&run, "negative", -1.01, -1.0, 0.02, "m");
    lab_expect_range(&run, "lopsided", 5.0, 5.46, 4.75, 5.6, "m");
    lab_expect_bool(&run, "no", false, true);
    const bool expected[] = { true, false, false, true, true, false };
    assert_int_equal(report.count, 6);
    for (int32_t i = 0; i < 6; ++i) {
        assert_int_equal(report.results[i].pass, expected[i]);
        assert_string_equal(report.results[i].id, "X1");
        assert_string_equal(report.results[i].variant, "7");
    }
    assert_int_equal(lab_report_failures(&report), 3);
    assert_true(fabs(lab_result_tolerance(&report.results[4]) - 0.71) < 1e-12);
    lab_report_free(&report);
}

static void trouble_fails_the_case(void **state)
{
    (void)state;
    LabReport report = { 0 };
    LabRun run = { .id = "X1", .options = { .workers = 1 }, .report = &report };
    DryWorldDef def = lab_world_def(&run, 9.81f);
    LabScene scene = lab_open(&run, &def);
    lab_ball(&scene, lab_vec(0.0, 0.0, 0.0), -1.0, NULL);
    assert_false(lab_step(&scene));
    lab_expect(&run, "anything", 1.0, 1.0, 1.0, "m");
    assert_false(report.results[0].pass);
    assert_true(report.results[0].note[0] != '\0');
    lab_case(&run, "next");
    lab_expect(&run, "anything", 1.0, 1.0, 1.0, "m");
    assert_true(report.results[1].pass);
    lab_close(&scene);
    lab_report_free(&report);
}

static void turned_scenes_turn_back(void **state)
{
    (void)state;
    LabReport report = { 0 };
    LabRun run = { .id = "X1", .options = { .workers = 1, .turned = true }, .report = &report };
    DryWorldDef def = lab_world_def(&run, 10.0f);
    LabScene scene = lab_open(&run, &def);
    assert_non_null(scene.world);
    LabVec p = lab_from_world_point(&scene, lab_to_world_point(&scene, lab_vec(1.0, 2.0, 3.0)));
    assert_true(lab_length(lab_sub(p, lab_vec(1.0, 2.0, 3.0))) < 1e-12);
    DryVec3 gravity = dry_world_gravity(scene.world);
    assert_true(fabsf(dry_vec3_length(gravity) - 10.0f) < 1e-5f);
    assert_true(fabsf(gravity.x) > 1.0f && fabsf(gravity.y) > 1.0f && fabsf(gravity.z) > 1.0f);
    DryBodyId ball = lab_ball(&scene, lab_vec(1.0, 2.0, 3.0), 0.5, NULL);
    lab_steps(&scene, 60);
    LabVec v = lab_velocity(&scene, ball);
    assert_true(fabs(v.y + 10.0) < 1e-3 && fabs(v.x) < 1e-4 && fabs(v.z) < 1e-4);
    lab_close(&scene);
    lab_report_free(&report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_are_unique_and_found),
        cmocka_unit_test(promised_rows_are_gates),
        cmocka_unit_test(ranges_decide),
        cmocka_unit_test(trouble_fails_the_case),
        cmocka_unit_test(turned_scenes_turn_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
