/* The demo scene: cut without gaps or overlap, and a bridge that stands by friction alone. */
#include "rig.h"

#include <math.h>
#include <string.h>

static SceneRig load(void)
{
    SceneRig rig = { 0 };
    DrySceneMessage message;
    if (dry_scene_read(DRYSTONE_SOURCE_DIR "/demo/arch.gltf", &rig.scene, &message) != DRY_OK)
        fail_msg("%s", message.text);
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    rig.world = dry_world_create(&def);
    if (dry_scene_build(rig.scene, rig.world, &rig.map, &message) != DRY_OK)
        fail_msg("%s", message.text);
    return rig;
}

static int count_named(const SceneRig *rig, const char *kind)
{
    int count = 0;
    for (int32_t i = 0; i < rig->scene->body_count; ++i)
        count += strncmp(rig->scene->nodes[rig->scene->bodies[i].node].name, kind, strlen(kind)) == 0;
    return count;
}

static int find(const SceneRig *rig, const char *name)
{
    for (int32_t i = 0; i < rig->scene->body_count; ++i)
        if (strcmp(rig->scene->nodes[rig->scene->bodies[i].node].name, name) == 0)
            return i;
    fail_msg("no body %s", name);
    return -1;
}

static void test_counts(void **state)
{
    (void)state;
    SceneRig rig = load();
    rig_print_warnings(&rig);
    assert_int_equal(rig.scene->warnings.count + rig.map.warnings.count, 0);
    assert_int_equal(rig.scene->body_count, 110);
    assert_int_equal(rig.scene->collider_count, 110);
    assert_int_equal(count_named(&rig, "voussoir"), 22);
    assert_int_equal(count_named(&rig, "fill"), 30);
    assert_int_equal(count_named(&rig, "slab"), 16);
    assert_int_equal(count_named(&rig, "parapet"), 30);
    assert_int_equal(count_named(&rig, "abutment"), 10);
    assert_int_equal(rig.map.meshes, 1);
    DryMass mass = dry_body_mass(rig.world, rig.map.bodies[find(&rig, "boulder")]);
    assert_true(mass.mass > 2000.0f && mass.mass < 4000.0f);
    rig_destroy(&rig);
}

/* Nothing overlaps by a tenth of a millimetre when the simulation begins: a step too short for anything to
 * move. */
static void test_cut_without_overlap(void **state)
{
    (void)state;
    SceneRig rig = load();
    assert_int_equal(dry_world_step(rig.world, 1e-6f), DRY_OK);
    assert_true((double)dry_world_counters(rig.world).largest_overlap < 1e-4);
    rig_destroy(&rig);
}

static double moved(const SceneRig *rig, int32_t body)
{
    const double *from = rig->scene->bodies[body].position;
    DryPos p = dry_body_position(rig->world, rig->map.bodies[body]);
    return sqrt((p.x - from[0]) * (p.x - from[0]) + (p.y - from[1]) * (p.y - from[1]) +
                (p.z - from[2]) * (p.z - from[2]));
}

static double most_moved(const SceneRig *rig, const char *kind)
{
    double most = 0;
    for (int32_t i = 0; i < rig->scene->body_count; ++i)
        if (strncmp(rig->scene->nodes[rig->scene->bodies[i].node].name, kind, strlen(kind)) == 0)
            most = fmax(most, moved(rig, i));
    return most;
}

/* Without the boulder the bridge settles into its joints and sleeps. */
static void test_stands(void **state)
{
    (void)state;
    SceneRig rig = load();
    assert_int_equal(dry_body_destroy(rig.world, rig.map.bodies[find(&rig, "boulder")]), DRY_OK);
    rig_step(&rig, 300);
    assert_true(most_moved(&rig, "voussoir") < 0.03);
    assert_true(most_moved(&rig, "fill") < 0.03);
    assert_true(most_moved(&rig, "parapet") < 0.03);
    assert_int_equal(dry_world_counters(rig.world).awake_bodies, 0);
    rig_destroy(&rig);
}

/* The boulder rolls onto the bridge; the ring and its fill bear it, whatever the parapets do. */
static void test_bears_the_boulder(void **state)
{
    (void)state;
    SceneRig rig = load();
    int boulder = find(&rig, "boulder");
    bool reached = false;
    for (int i = 0; i < 720; ++i) {
        rig_step(&rig, 1);
        DryPos p = dry_body_position(rig.world, rig.map.bodies[boulder]);
        reached = reached || (fabs(p.x) < 2 && p.y > 3.5);
    }
    assert_true(reached);
    assert_true(most_moved(&rig, "voussoir") < 0.1);
    assert_true(most_moved(&rig, "fill") < 0.1);
    assert_true(most_moved(&rig, "slab") < 0.1);
    rig_destroy(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_cut_without_overlap),
        cmocka_unit_test(test_stands),
        cmocka_unit_test(test_bears_the_boulder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
