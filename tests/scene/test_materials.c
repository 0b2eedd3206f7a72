/* Materials of a scene, and what two of them make of an impact. */
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

static void test_materials(void **state)
{
    (void)state;
    SceneRig rig = rig_build(rig_physics(
        "{" PHYSICS("'collider':{'geometry':{'shape':0},'physicsMaterial':0}") "},{" PHYSICS(
            "'collider':{'geometry':{'shape':0},'physicsMaterial':1}") "},{" PHYSICS(SHAPE(0)) "}",
        "{'type':'box'}",
        "'physicsMaterials':[{'staticFriction':0.8,'dynamicFriction':0.5,'restitution':0.25,'frictionCombine'"
        ":'minimum','restitutionCombine':'multiply'},"
        "{'dynamicFriction':0.9,'staticFriction':0.4,'restitution':3}]"));
    DryMaterial a = dry_shape_material(rig.world, rig.map.shapes[0]);
    near_to((double)a.friction, 0.8, 1e-6);
    near_to((double)a.dynamic_friction, 0.5, 1e-6);
    near_to((double)a.restitution, 0.25, 1e-6);
    assert_int_equal(a.friction_combine, DRY_COMBINE_MINIMUM);
    assert_int_equal(a.restitution_combine, DRY_COMBINE_MULTIPLY);
    DryMaterial b = dry_shape_material(rig.world, rig.map.shapes[1]);
    near_to((double)b.dynamic_friction, 0.4, 1e-6);
    near_to((double)b.restitution, 1, 1e-6);
    assert_true(rig_warned(&rig, "physicsMaterials[1]: dynamicFriction 0.9 exceeds staticFriction 0.4"));
    assert_true(rig_warned(&rig, "physicsMaterials[1]: restitution 3 would gain energy"));
    DryMaterial c = dry_shape_material(rig.world, rig.map.shapes[2]);
    near_to((double)c.friction, 0.6, 1e-6);
    rig_destroy(&rig);
}

/* Speed after the impact by that before it, of a ball of one material on a floor of another. */
static double bounce(const char *ball, const char *floor)
{
    char materials[256], nodes[512];
    (void)snprintf(materials, sizeof materials, "'physicsMaterials':[{%s},{%s}]", ball ? ball : "",
                   floor ? floor : "");
    (void)snprintf(nodes, sizeof nodes,
                   "{'translation':[0,1,0]," PHYSICS(
                       "'motion':{'gravityFactor':0,'linearVelocity':[0,-4,0]},"
                       "'collider':{'geometry':{'shape':0}%s}") "},{" PHYSICS("'collider':{'geometry':{'"
                                                                              "shape':1}%s}") "}",
                   ball ? ",'physicsMaterial':0" : "", floor ? ",'physicsMaterial':1" : "");
    SceneRig rig = rig_build(rig_physics(nodes, "{'type':'sphere'},{'type':'plane'}", materials));
    assert_int_equal(rig.scene->warnings.count + rig.map.warnings.count, 0);
    rig_step(&rig, 20);
    double speed = (double)dry_body_velocity(rig.world, rig.map.bodies[0]).y;
    rig_destroy(&rig);
    return speed / 4;
}

/* Any two modes, either way round: the order is that of the extension. */
static void test_combine_modes(void **state)
{
    (void)state;
    static const char *const modes[4] = { "multiply", "maximum", "minimum",
                                          "average" }; /* the last one wins */
    const double a = 0.8, b = 0.4, results[4] = { a * b, a, b, 0.5 * (a + b) };
    for (int i = 0; i < 4; ++i) {
        char first[96], second[96];
        (void)snprintf(first, sizeof first, "'restitution':%g,'restitutionCombine':'%s'", a, modes[i]);
        for (int k = 0; k < 4; ++k) {
            (void)snprintf(second, sizeof second, "'restitution':%g,'restitutionCombine':'%s'", b, modes[k]);
            near_to(bounce(first, second), results[i > k ? i : k], 0.01);
            near_to(bounce(second, first), results[i > k ? i : k], 0.01);
        }
        const double alone[4] = { 0, a, 0, a / 2 };
        near_to(bounce(first, NULL), alone[i], 0.01); /* a floor without a material */
        near_to(bounce(first, "'restitution':0.4"), results[3], 0.01);
    }
    near_to(bounce("'restitution':0.8", NULL), 0.4, 0.01);
    near_to(bounce("'restitution':0.8", "'restitution':0.4"), 0.6, 0.01);
    near_to(bounce(NULL, NULL), 0, 0.01);
}

/* The collider's node lies turned by a quarter about y in its body: x of the node is -z of the body. */
static void c4_5_extras_of_a_material_are_read(void **state)
{
    (void)state;
    SceneRig rig = rig_build(rig_physics(
        "{'children':[1]," PHYSICS(
            "'motion':{}") "},"
                           "{'rotation':[0,0.70710678,0,0.70710678]," PHYSICS(
                               "'collider':{'geometry':{'shape':0},'physicsMaterial':0}") "}",
        "{'type':'sphere'}",
        "'physicsMaterials':[{'restitution':0.5,'extras':{'mine':1,'drystone':{'rollingResistance':0.02,"
        "'torsionRadius':0.03,'surfaceVelocity':[2,0.5,0],'frictionDirection':[0,0,3],'frictionAcross':4,"
        "'stiffness':1e5,'damping':300,'contactHertz':20,'contactDampingRatio':2,'rollingCombine':'multiply',"
        "'torsionCombine':'average'}}}]"));
    assert_int_equal(rig.scene->warnings.count + rig.map.warnings.count, 0);
    DryMaterial m = dry_shape_material(rig.world, rig.map.shapes[0]);
    near_to((double)m.restitution, 0.5, 1e-6);
    near_to((double)m.rolling_resistance, 0.02, 1e-6);
    near_to((double)m.torsion_radius, 0.03, 1e-6);
    near_to((double)m.surface_velocity.x, 0, 1e-6);
    near_to((double)m.surface_velocity.y, 0.5, 1e-6);
    near_to((double)m.surface_velocity.z, -2, 1e-6);
    near_to((double)m.friction_direction.z, 3, 1e-6);
    near_to((double)m.friction_across, 4, 1e-6);
    near_to((double)m.stiffness, 1e5, 1e-2);
    near_to((double)m.damping, 300, 1e-4);
    near_to((double)m.contact_hertz, 20, 1e-5);
    near_to((double)m.contact_damping_ratio, 2, 1e-6);
    assert_int_equal(m.rolling_combine, DRY_COMBINE_MULTIPLY);
    assert_int_equal(m.torsion_combine, DRY_COMBINE_AVERAGE);
    rig_destroy(&rig);
}

/* `extras` belong to everybody: only what is under "drystone" is looked at. */
static void c4_5_extras_of_others_are_left_alone_and_wrong_ones_refused(void **state)
{
    (void)state;
    static const char *const others[] = { "3", "[1,2]", "{'rollingResistance':'x'}", "{'drystone':{}}" };
    const char *node = "{" PHYSICS("'collider':{'geometry':{'shape':0},'physicsMaterial':0}") "}";
    char materials[256];
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        (void)snprintf(materials, sizeof materials, "'physicsMaterials':[{'extras':%s}]", others[i]);
        SceneRig rig = rig_build(rig_physics(node, "{'type':'box'}", materials));
        assert_int_equal(rig.scene->warnings.count, 0);
        near_to((double)dry_shape_material(rig.world, rig.map.shapes[0]).rolling_resistance, 0, 0);
        rig_destroy(&rig);
    }
    static const char *const wrong[][2] = { { "3", "physicsMaterials[0].extras.drystone" },
                                            { "{'rollingResistance':-1}", "rollingResistance|-1" },
                                            { "{'stiffness':1e-9}", "extras.drystone|stiffness is 1e-09" },
                                            { "{'contactHertz':1e9}", "contactHertz" },
                                            { "{'frictionAcross':2000}", "frictionAcross" },
                                            { "{'surfaceVelocity':[1,2]}", "surfaceVelocity" },
                                            { "{'frictionDirection':[1e9,0,0]}", "frictionDirection" },
                                            { "{'torsionCombine':7}", "torsionCombine" } };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        (void)snprintf(materials, sizeof materials, "'physicsMaterials':[{'extras':{'drystone':%s}}]",
                       wrong[i][0]);
        rig_refused(rig_physics(node, "{'type':'box'}", materials), wrong[i][1]);
    }
    SceneRig rig = rig_build(rig_physics(
        node, "{'type':'box'}",
        "'physicsMaterials':[{'extras':{'drystone':{'rolingResistance':1,'rollingCombine':'mean'}}}]"));
    assert_true(rig_warned(&rig, "extras.drystone: \"rolingResistance\" is not known and ignored"));
    assert_true(rig_warned(&rig, "\"mean\" is not known and ignored"));
    rig_destroy(&rig);
}

/* A belt and a block on it, by a file alone. */
static void c4_5_a_belt_of_a_file_carries(void **state)
{
    (void)state;
    SceneRig rig = rig_build(
        rig_physics("{'translation':[0,0.5,0]," PHYSICS("'motion':{}," SHAPE(
                        0)) "},"
                            "{'translation':[0,-0.5,0],'rotation':[0,0.70710678,0,0.70710678]," PHYSICS(
                                "'collider':{'geometry':{'shape':1},'physicsMaterial':0}") "}",
                    "{'type':'box'},{'type':'box','box':{'size':[20,1,20]}}",
                    "'physicsMaterials':[{'extras':{'drystone':{'surfaceVelocity':[0,0,2]}}}]"));
    rig_step(&rig, 90);
    DryVec3 v = dry_body_velocity(rig.world, rig.map.bodies[0]);
    near_to((double)v.x, 2, 0.02);
    near_to((double)v.z, 0, 0.02);
    rig_destroy(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_materials),
        cmocka_unit_test(test_combine_modes),
        cmocka_unit_test(c4_5_extras_of_a_material_are_read),
        cmocka_unit_test(c4_5_extras_of_others_are_left_alone_and_wrong_ones_refused),
        cmocka_unit_test(c4_5_a_belt_of_a_file_carries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
