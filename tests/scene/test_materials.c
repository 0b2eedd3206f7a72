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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_materials),
        cmocka_unit_test(test_combine_modes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
