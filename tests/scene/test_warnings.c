/* What a scene asks for and does not get is said, once for each reason. */
#include "rig.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PHYSICS(members) "'extensions':{'KHR_physics_rigid_bodies':{" members "}}"
#define SHAPE(index) "'collider':{'geometry':{'shape':" #index "}}"

static void near_to(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.9g is not %.9g within %g", value, expected, tolerance);
}

static void test_warnings_of_what_is_not_read(void **state)
{
    (void)state;
    SceneRig rig = rig_build(rig_document(
        "'extensionsUsed':['KHR_lights_punctual','OMI_physics_body','EXT_mesh_gpu_instancing'],'"
        "extensionsRequired':['EXT_mesh_gpu_instancing'],"
        "'nodes':[{" PHYSICS(
            "'motion':{}") "}],'animations':[{'channels':[{'target':{'node':0,'path':'translation'}}]}]"));
    assert_int_equal(rig.scene->warnings.count, 3);
    assert_true(rig_warned(
        &rig, "extensionsRequired[0]: extension EXT_mesh_gpu_instancing is not supported, though"));
    assert_true(rig_warned(&rig, "extensionsUsed[1]: extension OMI_physics_body is not supported"));
    assert_true(rig_warned(&rig, "animations[0].channels[0].target: the node carries a rigid body"));
    rig_destroy(&rig);
}

/* One line for the same reason at many places: the first place, and how many there are. */
static void test_warnings_are_grouped(void **state)
{
    (void)state;
    enum {
        CHANNELS = 200
    };
    static char members[CHANNELS * 48 + 512];
    size_t used = (size_t)snprintf(
        members, sizeof members,
        "'nodes':[{" PHYSICS("'motion':{}") "},{" PHYSICS(
            "'motion':{}") "}],"
                           "'extensionsUsed':['OMI_one','OMI_two'],'animations':[{'channels':[");
    for (int i = 0; i < CHANNELS; ++i)
        used += (size_t)snprintf(members + used, sizeof members - used, "%s{'target':{'node':%d}}",
                                 i ? "," : "", i % 2);
    (void)snprintf(members + used, sizeof members - used, "]}]");
    SceneRig rig = rig_build(rig_document(members));
    assert_int_equal(rig.scene->warnings.count, 3);
    assert_int_equal(rig.scene->warnings.dropped, 0);
    assert_string_equal(rig.scene->warnings.lines[0],
                        "extensionsUsed[0]: extension OMI_one is not supported");
    assert_string_equal(
        rig.scene->warnings.lines[2],
        "animations[0].channels[0].target: the node carries a rigid body: it is simulated and "
        "does not follow the animation (200 times, first here)");
    assert_int_equal(rig.map.warnings.count, 1); /* of two bodies without colliders */
    assert_true(rig_warned(&rig, "nodes[0].extensions.KHR_physics_rigid_bodies.motion: no collider"));
    assert_true(rig_warned(&rig, "(2 times, first here)"));
    rig_destroy(&rig);
    /* many of one reason do not crowd out others; of different ones a limited number is kept */
    DrySceneWarnings warnings = { 0 };
    for (int i = 0; i < 5000; ++i) {
        dry__warnings_add(&warnings, "here", "the same");
        dry__warnings_add(&warnings, "there", "number %d", i);
    }
    assert_int_equal(warnings.count, 1000);
    assert_int_equal(warnings.dropped, 5001 - 1000);
    assert_string_equal(warnings.lines[0], "here: the same (5000 times, first here)");
    assert_string_equal(warnings.lines[999], "there: number 998");
    dry__warnings_release(&warnings);
}

static SceneRig fast(const char *motion, const DryWorldDef *def, double dt)
{
    char nodes[256];
    (void)snprintf(nodes, sizeof nodes, "{},{" PHYSICS("'motion':{%s,'gravityFactor':0}," SHAPE(0)) "}",
                   motion);
    SceneRig rig = rig_build(rig_physics(nodes, "{'type':'sphere'}", ""));
    DryWorldDef own = def ? *def : dry_scene_world_def(rig.scene);
    dry_world_destroy(rig.world);
    dry_scene_map_release(&rig.map);
    rig.world = dry_world_create(&own);
    assert_non_null(rig.world);
    assert_int_equal(dry_scene_build(rig.scene, rig.world, &rig.map, NULL), DRY_OK);
    dry_scene_check_speeds(rig.scene, &own, dt, &rig.map);
    assert_int_equal(dry_world_step(rig.world, (float)dt), DRY_OK);
    return rig;
}

/* No velocity of a file is cut without a word. */
static void test_fast_bodies(void **state)
{
    (void)state;
    DryWorldDef slow = dry_world_def_default();
    near_to((double)slow.maximum_speed, 500, 1e-3);
    SceneRig rig = fast("'linearVelocity':[0,0,-800]", NULL, 1.0 / 60);
    near_to((double)dry_body_velocity(rig.world, rig.map.bodies[0]).z, -800, 0.1);
    assert_int_equal(rig.map.warnings.count, 0);
    rig_destroy(&rig);
    rig = fast("'linearVelocity':[0,0,-800]", &slow, 1.0 / 60);
    near_to((double)dry_body_velocity(rig.world, rig.map.bodies[0]).z, -500, 0.1);
    assert_true(rig_warned(&rig,
                           "nodes[1].extensions.KHR_physics_rigid_bodies.motion.linearVelocity: 800 m/s is "
                           "more than the world's maximum speed, 500 m/s"));
    assert_int_equal(rig.map.warnings.count, 1);
    rig_destroy(&rig);
    rig = fast("'linearVelocity':[300,400,0]", &slow, 1.0 / 60); /* exactly as fast as is allowed */
    assert_int_equal(rig.map.warnings.count, 0);
    rig_destroy(&rig);
    rig = fast("'linearVelocity':[2e6,0,0]", NULL, 1.0 / 60);
    assert_true(rig_warned(&rig, "motion: linearVelocity: dry_body_set_velocity: velocity is (2e+06, 0, 0)"));
    assert_int_equal(rig.map.warnings.count, 1);
    rig_destroy(&rig);
    rig = fast("'isKinematic':true,'linearVelocity':[800,0,0]", &slow, 1.0 / 60);
    near_to((double)dry_body_velocity(rig.world, rig.map.bodies[0]).x, 800, 0.1);
    assert_int_equal(rig.map.warnings.count, 0);
    rig_destroy(&rig);
    /* four substeps of 1/60 s: a quarter turn in 1/240 s is 377 rad/s */
    rig = fast("'angularVelocity':[0,370,0]", NULL, 1.0 / 60);
    near_to((double)dry_body_angular_velocity(rig.world, rig.map.bodies[0]).y, 370, 0.1);
    assert_int_equal(rig.map.warnings.count, 0);
    rig_destroy(&rig);
    rig = fast("'angularVelocity':[0,400,0]", NULL, 1.0 / 60);
    near_to((double)dry_body_angular_velocity(rig.world, rig.map.bodies[0]).y, 376.99, 0.1);
    assert_true(
        rig_warned(&rig, "nodes[1].extensions.KHR_physics_rigid_bodies.motion.angularVelocity: 400 rad/s"));
    assert_true(rig_warned(&rig, "slowed to 376.991 rad/s"));
    rig_destroy(&rig);
    rig = fast("'angularVelocity':[0,400,0]", NULL, 1.0 / 120);
    near_to((double)dry_body_angular_velocity(rig.world, rig.map.bodies[0]).y, 400, 0.1);
    assert_int_equal(rig.map.warnings.count, 0);
    rig_destroy(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_warnings_of_what_is_not_read),
        cmocka_unit_test(test_warnings_are_grouped),
        cmocka_unit_test(test_fast_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
