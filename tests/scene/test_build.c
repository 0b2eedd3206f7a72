/* What is read of a scene, and what it becomes in a world. */
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

static DryBounds bounds_of(const SceneRig *rig, int collider)
{
    return dry_shape_bounds(rig->world, rig->map.shapes[collider]);
}

/* Bounds may be fattened by the tree's margin, so shapes are measured by rays. Distance from far out to the
 * shape. */
static double reach(const SceneRig *rig, double x, double y, double z)
{
    DryRay ray = { dry_pos(1000 * x, 1000 * y, 1000 * z), dry_vec3((float)-x, (float)-y, (float)-z),
                   1000.0f };
    DryRayHit hit;
    if (!dry_world_cast_ray_closest(rig->world, ray, DRY_FILTER_ALL, &hit))
        return 0;
    return sqrt(hit.point.x * hit.point.x + hit.point.y * hit.point.y + hit.point.z * hit.point.z);
}

static void test_empty(void **state)
{
    (void)state;
    SceneRig rig = rig_build(rig_document(""));
    assert_int_equal(rig.scene->body_count, 0);
    assert_int_equal(rig.scene->warnings.count, 0);
    rig_step(&rig, 1);
    rig_destroy(&rig);
}

static void test_motion(void **state)
{
    (void)state;
    SceneRig rig = rig_build(
        rig_physics("{'name':'top','translation':[1,2,3],'rotation':[0,0.7071068,0,0.7071068]," PHYSICS(
                        "'motion':{'mass':4,'centerOfMass':[0,0.25,0],'inertiaDiagonal':[1,2,2.5],"
                        "'inertiaOrientation':[0,0,0.7071068,0.7071068],'linearVelocity':[1,0,0],'"
                        "angularVelocity':[0,0,2],"
                        "'gravityFactor':0.5}," SHAPE(0)) "}",
                    "{'type':'box'}", ""));
    assert_int_equal(rig.scene->body_count, 1);
    assert_string_equal(rig.scene->nodes[0].name, "top");
    DryBodyId body = rig.map.bodies[0];
    assert_int_equal(dry_body_type(rig.world, body), DRY_DYNAMIC);
    assert_int_equal((uintptr_t)dry_body_user_data(rig.world, body), 1);
    DryPos p = dry_body_position(rig.world, body);
    near_to(p.x, 1, 1e-9);
    near_to(p.z, 3, 1e-9);
    DryMass mass = dry_body_mass(rig.world, body);
    near_to((double)mass.mass, 4, 1e-6);
    near_to((double)mass.center.y, 0.25, 1e-6);
    /* a quarter turn about z swaps x and y */
    near_to((double)mass.inertia.xx, 2, 1e-4);
    near_to((double)mass.inertia.yy, 1, 1e-4);
    near_to((double)mass.inertia.zz, 2.5, 1e-4);
    /* velocities are in node space: a quarter turn about y takes x to -z and z to x */
    DryVec3 v = dry_body_velocity(rig.world, body);
    DryVec3 w = dry_body_angular_velocity(rig.world, body);
    near_to((double)v.z, -1, 1e-5);
    near_to((double)w.x, 2, 1e-5);
    rig_step(&rig, 60);
    near_to((double)dry_body_velocity(rig.world, body).y, -0.5 * 9.81, 0.02);
    assert_int_equal(rig.map.warnings.count, 0);
    rig_destroy(&rig);
}

static void test_mass_from_shape_is_scaled(void **state)
{
    (void)state;
    SceneRig rig = rig_build(
        rig_physics("{" PHYSICS("'motion':{'mass':6}," SHAPE(0)) "},{'translation':[5,0,0]," PHYSICS(
                        "'motion':{}," SHAPE(0)) "},{'translation':[9,0,0]," PHYSICS("'motion':{}") "}",
                    "{'type':'box','box':{'size':[1,2,3]}}", ""));
    DryMass given = dry_body_mass(rig.world, rig.map.bodies[0]);
    near_to((double)given.mass, 6, 1e-5);
    near_to((double)given.inertia.xx, 6 * (4 + 9) / 12.0, 1e-4);
    DryMass own = dry_body_mass(rig.world, rig.map.bodies[1]);
    near_to((double)own.mass, 6000, 0.01);
    DryMass none = dry_body_mass(rig.world, rig.map.bodies[2]);
    near_to((double)none.mass, 1, 1e-6);
    assert_true(rig_warned(
        &rig, "nodes[2].extensions.KHR_physics_rigid_bodies.motion: no collider gives it mass and inertia"));
    rig_destroy(&rig);
}

static void test_zero_means_infinite(void **state)
{
    (void)state;
    SceneRig rig = rig_build(rig_physics(
        "{" PHYSICS("'motion':{'mass':0,'linearVelocity':[1,0,0]}," SHAPE(
            0)) "},"
                "{'translation':[0,9,0]," PHYSICS("'motion':{'mass':2,'inertiaDiagonal':[0,0,0]}," SHAPE(
                    0)) "},"
                        "{'translation':[0,20,0]," PHYSICS(
                            "'motion':{'mass':0,'inertiaDiagonal':[1,1,1],'angularVelocity':[0,1,0]}," SHAPE(
                                0)) "},"
                                    "{'translation':[0,30,0]," PHYSICS(
                                        "'motion':{'mass':1,'inertiaDiagonal':[1,0,1]}," SHAPE(
                                            0)) "},"
                                                "{'translation':[0,40,0]," PHYSICS(
                                                    "'motion':{'mass':1,'inertiaDiagonal':[4,1,1]}," SHAPE(
                                                        0)) "},"
                                                            "{'translation':[0,50,0]," PHYSICS(
                                                                "'motion':{'mass':1,'inertiaDiagonal':[1,0,0]"
                                                                "}," SHAPE(0)) "}",
        "{'type':'box'}", ""));
    assert_int_equal(dry_body_type(rig.world, rig.map.bodies[0]), DRY_KINEMATIC);
    assert_true(rig_warned(
        &rig, "nodes[3].extensions.KHR_physics_rigid_bodies.motion: inertiaDiagonal[1] is infinite"));
    assert_true(rig_warned(
        &rig, "nodes[4].extensions.KHR_physics_rigid_bodies.motion: inertiaDiagonal is of no body"));
    DryMass thin = dry_body_mass(rig.world, rig.map.bodies[5]);
    assert_true((double)thin.inertia.yy > 1000);
    rig_step(&rig, 30);
    near_to(dry_body_position(rig.world, rig.map.bodies[0]).x, 0.5, 1e-4);
    near_to(dry_body_position(rig.world, rig.map.bodies[0]).y, 0, 1e-6);
    near_to(dry_body_position(rig.world, rig.map.bodies[2]).y, 20, 1e-6);
    near_to((double)dry_body_angular_velocity(rig.world, rig.map.bodies[2]).y, 1, 1e-3);
    assert_true(dry_body_position(rig.world, rig.map.bodies[1]).y < 8.9);
    dry_body_apply_torque(rig.world, rig.map.bodies[1], dry_vec3(50, 50, 50), DRY_WAKE);
    rig_step(&rig, 1);
    near_to((double)dry_vec3_length(dry_body_angular_velocity(rig.world, rig.map.bodies[1])), 0, 1e-6);
    rig_destroy(&rig);
}

/* Each shape under a scale of its own and one of a parent, mirrored too; measured by rays from outside. */
static void test_scaled_shapes(void **state)
{
    (void)state;
    static const struct {
        const char *shape;
        double x, y, z, slack;
    } cases[] = {
        { "{'type':'box','box':{'size':[1,1,1]}}", 1, 2, 3, 1e-4 },
        { "{'type':'sphere','sphere':{'radius':0.5}}", 1, 2, 3, 0.02 },
        { "{'type':'cylinder','cylinder':{'height':1,'radiusTop':0.5,'radiusBottom':0.5}}", 1, 2, 3, 0.02 },
        { "{'type':'capsule','capsule':{'height':1,'radiusTop':0.5,'radiusBottom':0.5}}", 1, 4, 3, 0.02 }
    };
    static const char *const transforms[] = {
        "'scale':[2,4,6]",
        "'scale':[-2,4,-6]",
        "'scale':[2,-4,6]",
        "'matrix':[2,0,0,0,0,4,0,0,0,0,6,0,0,0,0,1]",
        "'matrix':[-2,0,0,0,0,4,0,0,0,0,6,0,0,0,0,1]",
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        for (size_t k = 0; k < sizeof transforms / sizeof *transforms; ++k) {
            char nodes[256];
            (void)snprintf(nodes, sizeof nodes, "{%s," PHYSICS(SHAPE(0)) "}", transforms[k]);
            SceneRig rig = rig_build(rig_physics(nodes, cases[i].shape, ""));
            near_to(reach(&rig, 1, 0, 0), cases[i].x, cases[i].slack * 2);
            near_to(reach(&rig, -1, 0, 0), cases[i].x, cases[i].slack * 2);
            near_to(reach(&rig, 0, 1, 0), cases[i].y, cases[i].slack * 4);
            near_to(reach(&rig, 0, 0, 1), cases[i].z, cases[i].slack * 6);
            rig_destroy(&rig);
        }
    }
}

static void test_scale_kept_exact(void **state)
{
    (void)state;
    /* a uniform scale keeps spheres and capsules what they are, an uneven one of a box too */
    SceneRig rig = rig_build(
        rig_physics("{'scale':[2,2,2]," PHYSICS(SHAPE(0)) "},{'translation':[9,0,0],'scale':[2,2,2]," PHYSICS(
                        SHAPE(1)) "},{'translation':[20,0,0],'scale':[2,3,2]," PHYSICS(SHAPE(1)) "}",
                    "{'type':'sphere'},{'type':'capsule'}", ""));
    assert_int_equal(rig.map.warnings.count, 0);
    near_to(reach(&rig, 0, 1, 0), 1, 1e-4);
    rig_destroy(&rig);
    rig = rig_build(
        rig_physics("{'scale':[0,0,0]," PHYSICS(SHAPE(0)) "},{'scale':[1,0,1]," PHYSICS(SHAPE(0)) "}",
                    "{'type':'sphere'}", ""));
    assert_int_equal(rig.map.shapes[0].index, 0);
    assert_int_equal(rig.map.shapes[1].index, 0);
    assert_int_equal(rig.scene->warnings.count + rig.map.warnings.count, 1);
    assert_true(
        rig_warned(&rig, "nodes[1].extensions.KHR_physics_rigid_bodies: the node is scaled to nothing"));
    rig_destroy(&rig);
}

static void test_tapered(void **state)
{
    (void)state;
    SceneRig rig = rig_build(
        rig_physics("{" PHYSICS(SHAPE(0)) "}",
                    "{'type':'cylinder','cylinder':{'height':2,'radiusTop':0,'radiusBottom':1}}", ""));
    assert_int_equal(rig.map.warnings.count, 0);
    assert_int_equal(dry_shape_kind(rig.world, rig.map.shapes[0]), DRY_SHAPE_CONE);
    near_to(reach(&rig, 0, 1, 0), 1, 2e-5);
    near_to(reach(&rig, 1, 0, 0), 0.5, 2e-5);
    rig_destroy(&rig);
    rig = rig_build(rig_physics("{" PHYSICS(SHAPE(0)) "}",
                                "{'type':'capsule','capsule':{'height':2,'radiusTop':0.2,'radiusBottom':1}}",
                                ""));
    assert_int_equal(rig.map.warnings.count, 0);
    assert_int_equal(dry_shape_kind(rig.world, rig.map.shapes[0]), DRY_SHAPE_TAPERED_CAPSULE);
    near_to(reach(&rig, 0, 1, 0), 1.2, 2e-5);
    near_to(reach(&rig, 0, -1, 0), 2, 2e-5);
    rig_destroy(&rig);
    rig = rig_build(
        rig_physics("{" PHYSICS(SHAPE(0)) "}",
                    "{'type':'capsule','capsule':{'height':0.2,'radiusTop':0.2,'radiusBottom':1}}", ""));
    assert_int_equal(rig.map.warnings.count, 0); /* one ball holds the other */
    near_to(reach(&rig, 0, -1, 0), 1.1, 1e-3);
    rig_destroy(&rig);
}

static void test_planes(void **state)
{
    (void)state;
    SceneRig rig = rig_build(
        rig_physics("{'rotation':[0,0,-0.7071068,0.7071068],'translation':[2,0,0]," PHYSICS(SHAPE(0)) "}",
                    "{'type':'plane'}", ""));
    near_to(reach(&rig, 1, 0, 0), 2, 1e-4); /* its normal is x now */
    rig_destroy(&rig);
    rig = rig_build(rig_physics(
        "{'translation':[0,1,0]," PHYSICS(SHAPE(0)) "},{'translation':[0,3,0]," PHYSICS(
            "'motion':{}," SHAPE(0)) "},"
                                     "{'translation':[0,9,0]," PHYSICS("'motion':{}," SHAPE(1)) "}",
        "{'type':'plane','plane':{'sizeX':4,'sizeZ':2}},{'type':'plane','plane':{'sizeX':1}}", ""));
    assert_int_equal(rig.map.meshes, 1);
    assert_true(rig_warned(&rig, "nodes[1].extensions.KHR_physics_rigid_bodies.collider: a plane on a moving "
                                 "body is simulated as a box"));
    assert_true(rig_warned(&rig, "nodes[2].extensions.KHR_physics_rigid_bodies.collider: left out: an "
                                 "infinite plane on a moving body"));
    rig_step(&rig, 120);
    near_to(dry_body_position(rig.world, rig.map.bodies[1]).y, 1.01, 0.02);
    rig_destroy(&rig);
}

static void test_compound(void **state)
{
    (void)state;
    /* a dumb-bell: two balls below a node with motion, one through a node between; a child with motion is a
     * body of its own */
    SceneRig rig = rig_build(rig_physics(
        "{'children':[1,2,4]," PHYSICS("'motion':{}") "},"
                                                      "{'translation':[-1,0,0]," PHYSICS(SHAPE(
                                                          0)) "},"
                                                              "{'translation':[0.5,0,0],'children':[3]},"
                                                              "{'translation':[0.5,0,0]," PHYSICS(
                                                                  SHAPE(0)) "},"
                                                                            "{'translation':[0,5,0]," PHYSICS(
                                                                                "'motion':{}," SHAPE(0)) "}",
        "{'type':'sphere'}", ""));
    assert_int_equal(rig.scene->body_count, 2);
    assert_int_equal(dry_body_shapes(rig.world, rig.map.bodies[0], NULL, 0), 2);
    assert_int_equal(dry_body_shapes(rig.world, rig.map.bodies[1], NULL, 0), 1);
    DryMass mass = dry_body_mass(rig.world, rig.map.bodies[0]);
    near_to((double)mass.center.x, 0, 1e-5);
    assert_true((double)mass.inertia.yy > 4 * (double)mass.inertia.xx);
    assert_int_equal(rig.scene->nodes[3].body, 0);
    assert_int_equal(rig.scene->nodes[4].body, 1);
    rig_destroy(&rig);
    /* without motion: static, one body for the tree below the topmost collider */
    rig = rig_build(rig_physics("{'children':[1,2]},{" PHYSICS(SHAPE(0)) ",'children':[3]},{" PHYSICS(
                                    SHAPE(0)) "},{" PHYSICS(SHAPE(0)) "}",
                                "{'type':'sphere'}", ""));
    assert_int_equal(rig.scene->body_count, 2);
    assert_int_equal(dry_body_type(rig.world, rig.map.bodies[0]), DRY_STATIC);
    assert_int_equal(rig.scene->nodes[3].body, rig.scene->nodes[1].body);
    rig_destroy(&rig);
}

/* A tetrahedron with corners at the origin and 1 along each axis; triangles counter-clockwise from outside.
 */
#define TETRA                                                                                    \
    "'buffers':[{'byteLength':60,'uri':'data:;base64,"                                           \
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAIBAAEDAAMCAQID'}],"       \
    "'bufferViews':[{'buffer':0,'byteLength':48},{'buffer':0,'byteOffset':48,'byteLength':12}]," \
    "'accessors':[{'bufferView':0,'count':4,'componentType':5126,'type':'VEC3'},"                \
    "{'bufferView':1,'count':12,'componentType':5121,'type':'SCALAR'}],"                         \
    "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':1}]}],"

static void test_mesh_colliders(void **state)
{
    (void)state;
    SceneRig rig = rig_build(rig_document(TETRA "'nodes':[{'mesh':0," PHYSICS(
        "'collider':{'geometry':{'node':0}}") "},"
                                              "{'translation':[5,0,0],'scale':[-1,2,1]," PHYSICS(
                                                  "'collider':{'geometry':{'node':0,'convexHull':"
                                                  "true}}") "},"
                                                            "{'translation':[9,0,0]," PHYSICS(
                                                                "'motion':{},'collider':{'geometry':{"
                                                                "'node':0}}") "}]"));
    assert_int_equal(rig.map.meshes, 1);
    assert_int_equal(rig.map.warnings.count, 1);
    assert_true(rig_warned(
        &rig, "nodes[2].extensions.KHR_physics_rigid_bodies.collider: a triangle mesh on a moving body"));
    DryBounds b = bounds_of(&rig, 1);
    assert_true(b.lower.x < 4.01 && b.upper.y > 1.99 && b.upper.y < 2.2);
    DryMass mass = dry_body_mass(rig.world, rig.map.bodies[2]);
    near_to((double)mass.mass, 1000.0 / 6, 0.1);
    DryRay ray = { dry_pos(0.1, 5, 0.1), dry_vec3(0, -1, 0), 10 };
    DryRayHit hit;
    assert_true(dry_world_cast_ray_closest(rig.world, ray, DRY_FILTER_ALL, &hit));
    near_to(hit.point.y, 0.8, 1e-4);
    rig_destroy(&rig);
}

static void test_mesh_of_another_node(void **state)
{
    (void)state;
    /* the geometry is that of the node and what is below it, without the node's own transform; mirrored by
     * the collider's scale */
    SceneRig rig = rig_build(rig_document(
        TETRA "'scenes':[{'nodes':[0]}],"
              "'nodes':[{'scale':[-1,1,1]," PHYSICS(
                  "'collider':{'geometry':{'node':1}}") "},"
                                                        "{'mesh':0,'translation':[50,50,50],'children':[2]},{"
                                                        "'mesh':0,'translation':[2,0,0]}]"));
    assert_int_equal(rig.scene->body_count, 1);
    DryRayHit hit;
    DryRay first = { dry_pos(-0.1, 5, 0.1), dry_vec3(0, -1, 0), 10 };
    assert_true(dry_world_cast_ray_closest(rig.world, first, DRY_FILTER_ALL, &hit));
    near_to(hit.point.y, 0.8, 1e-4);
    assert_true((double)hit.normal.y > 0); /* still the outside */
    DryRay second = { dry_pos(-2.1, 5, 0.1), dry_vec3(0, -1, 0), 10 };
    assert_true(dry_world_cast_ray_closest(rig.world, second, DRY_FILTER_ALL, &hit));
    near_to(hit.point.y, 0.8, 1e-4);
    rig_destroy(&rig);
}

/* Accessors: strips, sparse values, normalized integers, strides. */
static void test_accessors(void **state)
{
    (void)state;
    /* 4 points as normalized bytes with a stride of 4, scaled to a square 2 m wide by a strip */
    SceneRig rig = rig_build(rig_document(
        "'buffers':[{'byteLength':16,'uri':'data:;base64,gQCBAIEAfwB/AIEAfwB/AA=='}],"
        "'bufferViews':[{'buffer':0,'byteLength':16,'byteStride':4}],"
        "'accessors':[{'bufferView':0,'count':4,'componentType':5120,'normalized':true,'type':'VEC3'}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'mode':5}]}],"
        "'nodes':[{'mesh':0," PHYSICS("'collider':{'geometry':{'node':0}}") "}]"));
    assert_int_equal(rig.scene->meshes[0].triangle_count, 2);
    near_to((double)rig.scene->meshes[0].points[3].x, 1, 1e-6);
    near_to((double)rig.scene->meshes[0].points[0].z, -1, 1e-6);
    near_to(reach(&rig, 0.01, 1, 0.01), 0, 1e-6);
    rig_destroy(&rig);
    /* zeros but for the sparse second element (1, 2, 3) */
    rig = rig_build(rig_document(
        "'buffers':[{'byteLength':16,'uri':'data:;base64,AQAAAAAAgD8AAABAAABAQA=='}],"
        "'bufferViews':[{'buffer':0,'byteLength':4},{'buffer':0,'byteOffset':4,'byteLength':12}],"
        "'accessors':[{'count':3,'componentType':5126,'type':'VEC3','sparse':{'count':1,'indices':{'"
        "bufferView':0,'componentType':5125},'values':{'bufferView':1}}}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
        "'nodes':[{'mesh':0," PHYSICS("'collider':{'geometry':{'node':0,'convexHull':true}}") "}]"));
    near_to((double)rig.scene->meshes[0].points[1].z, 3, 1e-6);
    near_to((double)rig.scene->meshes[0].points[2].z, 0, 1e-6);
    assert_true(rig_warned(&rig, "left out:")); /* two points have no hull */
    rig_destroy(&rig);
}

static bool collide(const SceneRig *rig, int a, int b)
{
    DryFilter fa = dry_shape_filter(rig->world, rig->map.shapes[a]);
    DryFilter fb = dry_shape_filter(rig->world, rig->map.shapes[b]);
    return (fa.mask & fb.category) != 0 && (fb.mask & fa.category) != 0;
}

static void test_filters(void **state)
{
    (void)state;
#define FILTERED(index) "{" PHYSICS("'collider':{'geometry':{'shape':0},'collisionFilter':" #index "}") "}"
    SceneRig rig = rig_build(rig_physics(
        FILTERED(0) "," FILTERED(1) "," FILTERED(2) "," FILTERED(3) ",{" PHYSICS(SHAPE(0)) "}",
        "{'type':'box'}",
        "'collisionFilters':[{'collisionSystems':['a'],'collideWithSystems':['b']},{'collisionSystems':['b']}"
        ","
        "{'collisionSystems':['a','b'],'notCollideWithSystems':['a']},{'collideWithSystems':[]}]"));
    assert_true(collide(&rig, 0, 1));
    assert_false(collide(&rig, 0, 0));
    assert_true(collide(&rig, 1, 1));
    assert_false(collide(&rig, 0, 2)); /* 2 refuses a */
    assert_true(collide(&rig, 2, 1));
    assert_false(collide(&rig, 3, 1)); /* collides with nothing */
    assert_true(collide(&rig, 4, 0));  /* without a filter: with all */
    assert_true(collide(&rig, 4, 4));
    rig_destroy(&rig);
}

static void test_many_systems(void **state)
{
    (void)state;
    char physics[2048] = "'collisionFilters':[{'collisionSystems':[";
    for (int i = 0; i < 70; ++i)
        (void)snprintf(physics + strlen(physics), sizeof physics - strlen(physics), "%s's%d'", i ? "," : "",
                       i);
    (void)snprintf(physics + strlen(physics), sizeof physics - strlen(physics), "]}]");
    SceneRig rig = rig_build(rig_physics("", "", physics));
    assert_int_equal(rig.scene->warnings.count, 1);
    assert_true(rig_warned(&rig, "collisionSystems[63]: more than 63 collision systems"));
    rig_destroy(&rig);
}

static void test_trigger(void **state)
{
    (void)state;
    SceneRig rig = rig_build(rig_physics(
        "{" PHYSICS("'trigger':{'geometry':{'shape':1}}") "},{'translation':[0,3,0]," PHYSICS(
            "'motion':{}," SHAPE(
                0)) "},"
                    "{'children':[3]," PHYSICS("'trigger':{'nodes':[3]}") "},{'translation':[9,0,0]," PHYSICS(
                        "'trigger':{'geometry':{'shape':0}}") "}",
        "{'type':'box'},{'type':'box','box':{'size':[4,1,4]}}", ""));
    assert_int_equal(rig.scene->collider_count, 3);
    int began = 0;
    int ended = 0;
    for (int i = 0; i < 120; ++i) {
        rig_step(&rig, 1);
        DryEvents events = dry_world_events(rig.world);
        began += events.sensor_begin_count;
        ended += events.sensor_end_count;
    }
    assert_int_equal(began, 1);
    assert_int_equal(ended, 1);
    assert_true(dry_body_position(rig.world, rig.map.bodies[1]).y < -10); /* nothing held it */
    rig_destroy(&rig);
}

/* ---- joints ---- */

/* A box held at the node above it by a joint of the kind given; node 1 carries the joint, node 3 is its frame
 * on the box. */
static SceneRig joined(const char *kind)
{
    char physics[1024];
    (void)snprintf(physics, sizeof physics, "'physicsJoints':[%s]", kind);
    return rig_build(rig_physics(
        "{" PHYSICS(
            SHAPE(0)) ",'children':[1]},"
                      "{'translation':[0,-1,0]," PHYSICS(
                          "'joint':{'joint':0,'connectedNode':3}") "},"
                                                                   "{'translation':[0,-2,0]," PHYSICS(
                                                                       "'motion':{'mass':1}," SHAPE(
                                                                           0)) ",'children':[3]},"
                                                                               "{'translation':[0,1,0]}",
        "{'type':'box'}", physics));
}

#define LOCK_LINEAR "{'linearAxes':[0,1,2],'min':0,'max':0}"
#define LOCK_ANGULAR "{'angularAxes':[0,1,2],'min':0,'max':0}"

static void test_joint_locked(void **state)
{
    (void)state;
    SceneRig rig = joined("{'limits':[" LOCK_LINEAR "," LOCK_ANGULAR "]}");
    assert_int_equal(rig.map.warnings.count, 0);
    rig_step(&rig, 120);
    near_to(dry_body_position(rig.world, rig.map.bodies[1]).y, -2, 1e-3);
    assert_int_equal(dry_joint_kind(rig.world, rig.map.joints[0]), DRY_JOINT_SIX_AXIS);
    rig_destroy(&rig);
}

static void test_joint_free_and_limited(void **state)
{
    (void)state;
    SceneRig rig = joined("{}");
    rig_step(&rig, 60);
    assert_true(dry_body_position(rig.world, rig.map.bodies[1]).y < -6);
    rig_destroy(&rig);
    rig = joined("{'limits':[{'linearAxes':[0,2],'min':0,'max':0}," LOCK_ANGULAR
                 ",{'linearAxes':[1],'min':-0.5,'max':0.5}]}");
    rig_step(&rig, 120);
    near_to(dry_body_position(rig.world, rig.map.bodies[1]).y, -2.5, 5e-3);
    rig_destroy(&rig);
    rig = joined("{'limits':[{'linearAxes':[0,1,2],'max':0.75}]}"); /* a rope */
    rig_step(&rig, 600);
    near_to(dry_body_position(rig.world, rig.map.bodies[1]).y, -2.75, 5e-3);
    rig_destroy(&rig);
    rig = joined(
        "{'limits':[{'linearAxes':[0,1,2],'min':0,'max':0,'stiffness':100,'damping':10}]}"); /* a spring */
    rig_step(&rig, 600);
    near_to(dry_body_position(rig.world, rig.map.bodies[1]).y, -2 - 9.81 / 100, 5e-3);
    rig_destroy(&rig);
}

static void test_joint_drives(void **state)
{
    (void)state;
    SceneRig rig = joined("{'limits':[{'linearAxes':[0,2],'min':0,'max':0}," LOCK_ANGULAR "],"
                          "'drives':[{'type':'linear','mode':'acceleration','axis':1,'positionTarget':0.5,'"
                          "stiffness':400,'damping':40}]}");
    rig_step(&rig, 300);
    near_to(dry_body_position(rig.world, rig.map.bodies[1]).y, -1.5 - 9.81 / 400, 5e-3);
    rig_destroy(&rig);
    rig = joined("{'limits':[" LOCK_LINEAR ",{'angularAxes':[0,2],'min':0,'max':0}],"
                 "'drives':[{'type':'angular','mode':'force','axis':1,'velocityTarget':3,'damping':5},"
                 "{'type':'angular','mode':'force','axis':0,'velocityTarget':3,'damping':5},"
                 "{'type':'spooky','mode':'force','axis':0,'damping':5}]}");
    assert_true(rig_warned(&rig, "physicsJoints[0]: drives[1] is left out: its axis is locked"));
    assert_true(rig_warned(&rig, "physicsJoints[0].drives[2]: a drive of type \"spooky\""));
    rig_step(&rig, 120);
    near_to((double)dry_body_angular_velocity(rig.world, rig.map.bodies[1]).y, 3, 0.02);
    rig_destroy(&rig);
}

static void test_joint_refusals(void **state)
{
    (void)state;
    SceneRig rig = rig_build(rig_physics(
        "{'children':[1]," PHYSICS("'motion':{}," SHAPE(0)) "},{" PHYSICS(
            "'joint':{'joint':0,'connectedNode':0}") "},"
                                                     "{" PHYSICS(
                                                         "'joint':{'joint':0,'connectedNode':3}") "},{}",
        "{'type':'box'}", "'physicsJoints':[{}]"));
    assert_true(rig_warned(
        &rig, "nodes[1].extensions.KHR_physics_rigid_bodies.joint: left out: both nodes belong to one body"));
    assert_true(
        rig_warned(&rig, "nodes[2].extensions.KHR_physics_rigid_bodies.joint: left out: neither node"));
    rig_destroy(&rig);
    /* tied to the world where no body is */
    rig = rig_build(
        rig_physics("{" PHYSICS("'motion':{}," SHAPE(0) ",'joint':{'joint':0,'connectedNode':1}") "},{}",
                    "{'type':'box'}", "'physicsJoints':[{'limits':[" LOCK_LINEAR "]}]"));
    assert_int_not_equal(rig.map.anchor.index, 0);
    rig_step(&rig, 60);
    near_to(dry_body_position(rig.world, rig.map.bodies[0]).y, 0, 1e-3);
    rig_destroy(&rig);
    rig = joined("{'limits':[{'linearAxes':[0,1],'max':1},{'linearAxes':[1,2],'max':2}]}");
    assert_true(rig_warned(&rig, "physicsJoints[0]: limits[1] is left out"));
    rig_destroy(&rig);
}

static void test_collision_between_joined(void **state)
{
    (void)state;
    static const char *const enable[2] = { "", ",'enableCollision':true" };
    for (int i = 0; i < 2; ++i) {
        char nodes[512];
        (void)snprintf(nodes, sizeof nodes,
                       "{" PHYSICS(SHAPE(0)) ",'children':[1]},{" PHYSICS(
                           "'joint':{'joint':0,'connectedNode':2%s}") "},"
                                                                      "{'translation':[0,1.5,0]," PHYSICS(
                                                                          "'motion':{}," SHAPE(0)) "}",
                       enable[i]);
        SceneRig rig = rig_build(rig_physics(
            nodes, "{'type':'box'}",
            "'physicsJoints':[{'limits':[{'linearAxes':[0,2],'min':0,'max':0}," LOCK_ANGULAR "]}]"));
        rig_step(&rig, 120);
        double y = dry_body_position(rig.world, rig.map.bodies[1]).y;
        if (i == 0)
            assert_true(y < -3);
        else
            near_to(y, 1, 0.01);
        rig_destroy(&rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_motion),
        cmocka_unit_test(test_mass_from_shape_is_scaled),
        cmocka_unit_test(test_zero_means_infinite),
        cmocka_unit_test(test_scaled_shapes),
        cmocka_unit_test(test_scale_kept_exact),
        cmocka_unit_test(test_tapered),
        cmocka_unit_test(test_planes),
        cmocka_unit_test(test_compound),
        cmocka_unit_test(test_mesh_colliders),
        cmocka_unit_test(test_mesh_of_another_node),
        cmocka_unit_test(test_accessors),
        cmocka_unit_test(test_filters),
        cmocka_unit_test(test_many_systems),
        cmocka_unit_test(test_trigger),
        cmocka_unit_test(test_joint_locked),
        cmocka_unit_test(test_joint_free_and_limited),
        cmocka_unit_test(test_joint_drives),
        cmocka_unit_test(test_joint_refusals),
        cmocka_unit_test(test_collision_between_joined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
