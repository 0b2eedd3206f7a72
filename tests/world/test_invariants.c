/* The checker of invariants itself: it passes every scene, and sees each kind of damage. */
#include "support/build.h"

#include "support/invariants.h"
#include "support/scenes.h"

#include "world/store/world.h"

#include <math.h>
#include <string.h>

static void every_scene_keeps_the_invariants(void **unused)
{
    (void)unused;
    for (int s = 0; s < test_scene_count; ++s) {
        DryWorld *w = build_world(2, DRY_KERNEL_AUTO);
        test_scenes[s].build(w);
        for (int i = 0; i < 200; ++i) {
            if (test_scenes[s].before_step != NULL) {
                test_scenes[s].before_step(w, i);
            }
            run_steps(w, 1);
            const char *broken = broken_invariant(w, false);
            if (broken != NULL) {
                fail_msg("%s, step %d: %s", test_scenes[s].name, i, broken);
            }
        }
        dry_world_destroy(w);
    }
}

/* A pile, a joint, a sleeper and a half-space: something in every table. */
static DryWorld *build_some_of_everything(void)
{
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId ground = build_ground(w);
    DryHalfSpace plane = { { 0, 1, 0 }, -5 };
    assert_int_not_equal(dry_shape_add_half_space(w, ground, &plane, NULL).index, 0);
    DryBodyId a = build_box(w, DRY_DYNAMIC, 0, 0.5, 0, 0.5f), b = build_box(w, DRY_DYNAMIC, 0, 1.5, 0, 0.5f);
    DryBodyId sleeper = build_box(w, DRY_DYNAMIC, 5, 0.5, 0, 0.5f);
    DryBallDef joint = dry_ball_def_default();
    joint.body_a = a, joint.body_b = b, joint.collide_connected = true;
    joint.frame_a.position.y = 0.5f, joint.frame_b.position.y = -0.5f;
    assert_int_not_equal(dry_ball_create(w, &joint).index, 0);
    run_steps(w, 5);
    assert_int_equal(dry_body_set_awake(w, sleeper, false), DRY_OK);
    assert_null(broken_invariant(w, false));
    return w;
}

/* Damage of one byte range; what the checker says must name the part. */
static void expect_seen(DryWorld *w, void *place, size_t size, const void *damage, const char *word)
{
    unsigned char kept[64];
    assert_true(size <= sizeof kept);
    memcpy(kept, place, size);
    memcpy(place, damage, size);
    const char *broken = broken_invariant(w, false);
    if (broken == NULL || strstr(broken, word) == NULL) {
        fail_msg("damage to a %s: %s", word, broken == NULL ? "not seen" : broken);
    }
    memcpy(place, kept, size);
    assert_null(broken_invariant(w, false));
}

static void damage_is_seen(void **unused)
{
    (void)unused;
    DryWorld *w = build_some_of_everything();
    WorldState *s = &w->state;
    const int32_t zero = 0, one = 1, none = -1, many = 7;
    const float not_a_number = NAN;
    const uint64_t no_colors = 0;
    const uint16_t touched = BODY_TOUCHED | BODY_ENABLED;
    expect_seen(w, &s->bodies.ids.alive, sizeof many, &many, "bodies");
    expect_seen(w, &s->bodies.cold.data[1].awake_index, sizeof one, &one, "awake");
    expect_seen(w, &s->bodies.cold.data[3].island, sizeof none, &none, "island");
    expect_seen(w, &s->bodies.cold.data[1].flags, sizeof touched, &touched, "flags");
    expect_seen(w, &s->bodies.motion.data[1].v.x, sizeof not_a_number, &not_a_number, "finite");
    expect_seen(w, &s->bodies.cold.data[1].contact_colors, sizeof no_colors, &no_colors, "colours");
    expect_seen(w, &s->bodies.cold.data[1].shape_count, sizeof many, &many, "shapes");
    expect_seen(w, &s->bodies.cold.data[1].contact_count, sizeof zero, &zero, "contacts");
    expect_seen(w, &s->bodies.cold.data[1].joint_count, sizeof many, &many, "joints");
    expect_seen(w, &s->islands.data[0].count, sizeof many, &many, "island");
    expect_seen(w, &s->shapes.proxies.data[2].order, sizeof many, &many, "packed tree");
    expect_seen(w, &s->shapes.proxies.data[4].index, sizeof none, &none, "leaf");
    expect_seen(w, &s->shapes.records.data[2].flags, sizeof(uint32_t), &(uint32_t){ SHAPE_DIRTY }, "dirty");
    expect_seen(w, &s->stored.leaf_count, sizeof many, &many, "leaves");
    expect_seen(w, &s->stored.nodes.data[s->stored.root].item, sizeof many, &many, "height");
    expect_seen(w, &s->contacts.map.used, sizeof many, &many, "map");
    expect_seen(w, &s->contacts.contacts.data[0].pair, sizeof none, &none, "contact");
    expect_seen(w, &s->contacts.contacts.data[0].manifold_count, sizeof many, &many, "manifolds");
    expect_seen(w, &s->contacts.pair_contacts.data[0], sizeof many, &many, "pair");
    expect_seen(w, &s->joints.links.data[0].color, sizeof none, &none, "joint");
    expect_seen(w, &s->joints.axes_ids.alive, sizeof many, &many, "axes");
    dry_world_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scene_keeps_the_invariants),
        cmocka_unit_test(damage_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
