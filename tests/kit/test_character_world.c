/* Characters in worlds of meshes, hulls and many pieces: no snagging, no entering, the same bits. */
#include "support/random.h"
#include "support/walker.h"

#include "contracts/check.h"

#include <stdlib.h>

static void end(DryCharacter *c)
{
    DryWorld *world = dry_character_world(c);
    dry_character_destroy(c);
    dry_world_destroy(world);
    assert_int_equal(dry_allocated_bytes(), 0);
}

/* A grid of cells by cells squares of `size`, as triangles; `height` is the largest bump. */
static void add_mesh_floor(DryWorld *world, int cells, float size, float height, Random *random)
{
    int side = cells + 1;
    DryVec3 *vertices = calloc((size_t)(side * side), sizeof *vertices);
    uint32_t *indices = calloc((size_t)(cells * cells * 6), sizeof *indices), *next = indices;
    for (int i = 0; i < side * side; ++i) {
        float y = height > 0.0f ? random_float(random, 0.0f, height) : 0.0f;
        vertices[i] = dry_vec3(((float)(i % side) - (float)cells / 2) * size, y,
                               ((float)(i / side) - (float)cells / 2) * size);
    }
    for (int z = 0; z < cells; ++z) {
        for (int x = 0; x < cells; ++x) {
            uint32_t a = (uint32_t)(z * side + x), b = a + 1, c = a + (uint32_t)side, d = c + 1;
            const uint32_t corners[6] = { a, c, b, b, c, d };
            for (int k = 0; k < 6; ++k) {
                *next++ = corners[k];
            }
        }
    }
    DryMeshSource source = { .vertices = vertices,
                             .vertex_count = side * side,
                             .indices = indices,
                             .triangle_count = cells * cells * 2 };
    DryMesh *mesh = dry_mesh_create(&source, NULL);
    assert_non_null(mesh);
    DryBodyId body = build_body(world, DRY_STATIC, 0, 0, 0);
    assert_int_not_equal(dry_shape_add_mesh(world, body, mesh, NULL, NULL).index, 0);
    dry_mesh_release(mesh);
    free(vertices);
    free(indices);
}

static void add_hull_at(DryWorld *world, DryPos place, DryVec3 half, Random *random, int points)
{
    DryVec3 cloud[64];
    for (int i = 0; i < points; ++i) {
        if (random != NULL) {
            cloud[i].x = random_float(random, -half.x, half.x);
            cloud[i].y = random_float(random, -half.y, half.y);
            cloud[i].z = random_float(random, -half.z, half.z);
        } else {
            cloud[i] = dry_vec3(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
        }
    }
    DryHull *hull = dry_hull_create(&(DryHullSource){ .points = cloud, .point_count = points }, NULL);
    assert_non_null(hull);
    DryBodyId body = build_body(world, DRY_STATIC, place.x, place.y, place.z);
    assert_int_not_equal(dry_shape_add_hull(world, body, hull, NULL).index, 0);
    dry_hull_release(hull);
}

/* Loses less than 0.1 % of its way, and keeps its height, at 1 to 10 m/s over any direction. */
static void run_over(DryWorld *(*build)(void), const char *name)
{
    const float speeds[] = { 1.0f, 2.0f, 5.0f, 10.0f };
    const DryVec3 directions[] = { { 1, 0, 0 }, { 0, 0, -1 }, { 0.8f, 0, 0.6f }, { -0.28f, 0, 0.96f } };
    double worst = 0.0, hop = 0.0;
    for (int k = 0; k < 16; ++k) {
        DryWorld *world = build();
        DryCharacter *c = walk_character(world, dry_pos(0.137, 0, 0.211));
        walk_steps(c, dry_vec3(0, 0, 0), 2);
        DryPos start = dry_character_position(c);
        DryVec3 wish = dry_vec3_scale(directions[k / 4], speeds[k % 4]);
        int steps = (int)(8.0f / speeds[k % 4] * 60.0f);
        for (int i = 0; i < steps; ++i) {
            if (k % 2 == 0) {
                walk_steps(c, wish, 1);
            } else { /* gravity of the caller's own */
                DryVec3 v = wish;
                v.y = -0.5f;
                assert_int_equal(dry_character_move(c, v, STEP), DRY_OK);
                run_steps(world, 1);
            }
            hop = fmax(hop, fabs(dry_character_position(c).y - start.y));
        }
        double due = (double)speeds[k % 4] * steps / 60.0;
        DryVec3 way = dry_pos_sub(dry_character_position(c), start);
        worst = fmax(worst, 1.0 - (double)dry_vec3_dot(way, directions[k / 4]) / due);
        end(c);
    }
    print_message("%s: loses %.4f %% at most, hops %.2g m\n", name, 100.0 * worst, hop);
    assert_true(worst < 1e-3);
    assert_true(hop < 1e-3);
}

static DryWorld *mesh_floor(void)
{
    DryWorld *world = walk_world(1.0f, 1);
    add_mesh_floor(world, 80, 0.25f, 0.0f, NULL);
    return world;
}

static DryWorld *tiles(bool hulls)
{
    DryWorld *world = walk_world(1.0f, 1);
    for (int x = -12; x < 12; ++x) {
        for (int z = -12; z < 12; ++z) {
            DryPos place = dry_pos(x * 0.8 + 0.4, -0.3, z * 0.8 + 0.4);
            if (hulls) {
                add_hull_at(world, place, dry_vec3(0.4f, 0.3f, 0.4f), NULL, 8);
            } else {
                DryPose pose = { place, dry_quat_identity() };
                (void)walk_box_at(world, DRY_STATIC, pose, dry_vec3(0.4f, 0.3f, 0.4f), 1000.0f);
            }
        }
    }
    return world;
}

static DryWorld *box_tiles(void)
{
    return tiles(false);
}

static DryWorld *hull_tiles(void)
{
    return tiles(true);
}

static void no_snagging_on_triangles_boxes_or_hulls(void **unused)
{
    (void)unused;
    run_over(mesh_floor, "mesh");
    run_over(box_tiles, "boxes");
    run_over(hull_tiles, "hulls");
}

/* Static boxes, hulls and bumpy ground, many of them overlapping. */
static DryWorld *random_scene(uint64_t seed, int32_t workers, float unit, DryPos at)
{
    Random random = random_seeded(seed);
    DryWorld *world = walk_world(unit, workers);
    if (at.x == 0.0 && unit == 1.0f) {
        add_mesh_floor(world, 24, 1.0f, 0.5f, &random);
    } else {
        DryPose pose = { { at.x, at.y - (double)unit, at.z }, dry_quat_identity() };
        (void)walk_box_at(world, DRY_STATIC, pose, dry_vec3(12 * unit, unit, 12 * unit), 1000.0f);
    }
    for (int i = 0; i < 40; ++i) {
        DryPose pose;
        double x = random_double(&random, -8.0, 8.0), y = random_double(&random, 0.0, 1.5);
        double z = random_double(&random, -8.0, 8.0);
        pose.position = dry_pos(at.x + x * (double)unit, at.y + y * (double)unit, at.z + z * (double)unit);
        DryVec3 axis;
        axis.x = random_float(&random, -1.0f, 1.0f);
        axis.y = random_float(&random, -1.0f, 1.0f);
        axis.z = random_float(&random, -1.0f, 1.0f);
        float turn = random_float(&random, 0.0f, 3.0f);
        pose.rotation = dry_quat_from_axis_angle(axis, i % 4 == 0 ? 0.0f : turn);
        DryVec3 half;
        half.x = random_float(&random, 0.05f, 1.2f) * unit;
        half.y = random_float(&random, 0.05f, 1.0f) * unit;
        half.z = random_float(&random, 0.05f, 1.2f) * unit;
        if (i % 3 == 2) {
            add_hull_at(world, pose.position, half, &random, 14);
        } else {
            (void)walk_box_at(world, DRY_STATIC, pose, half, 1000.0f);
        }
    }
    DryPose lid = { { at.x, at.y + 20.0 * (double)unit, at.z }, dry_quat_identity() };
    (void)walk_box_at(world, DRY_STATIC, lid, dry_vec3(12 * unit, unit, 12 * unit), 1000.0f);
    for (int side = 0; side < 4; ++side) {
        double a = side % 2 == 0 ? 10.0 : 0.0, s = side < 2 ? 1.0 : -1.0;
        DryPose pose = { { at.x + s * a * (double)unit, at.y, at.z + s * (10.0 - a) * (double)unit },
                         dry_quat_identity() };
        DryVec3 half =
            dry_vec3((a > 0.0 ? 0.5f : 11.0f) * unit, 30.0f * unit, (a > 0.0 ? 11.0f : 0.5f) * unit);
        (void)walk_box_at(world, DRY_STATIC, pose, half, 1000.0f);
    }
    return world;
}

/* How deep the inner capsule is in something that is no presence. */
static double depth(const DryCharacter *c)
{
    const DryWorld *world = dry_character_world(c);
    float r = dry_character_radius(c), skin = 0.01f * dry_world_def(world).length_unit;
    DryQueryShape s = { .kind = DRY_SHAPE_CAPSULE,
                        .pose = { dry_character_position(c), dry_quat_identity() } };
    s.capsule = (DryCapsule){ { 0, r, 0 }, { 0, dry_character_height(c) - r, 0 }, r - skin };
    DryQueryOptions options = dry_query_options_default();
    options.ignore_body = dry_character_body(c);
    DryQueryHit hit;
    int32_t found = dry_world_penetration(world, &s, &options, &hit, 1);
    assert_true(found >= 0);
    return found > 0 ? -(double)hit.separation : 0.0;
}

typedef struct Outcome {
    uint64_t hash;
    double deepest; /* of moves that were not squeezed */
    int squeezed, firm;
} Outcome;

/* `moves` random moves: runs, jumps, and now and then blows of up to 200 m/s. */
static Outcome wander(DryCharacter *c, uint64_t seed, int moves, float unit)
{
    Random random = random_seeded(seed);
    Outcome o = { .hash = 14695981039346656037ull };
    DryVec3 wish = { 0, 0, 0 };
    for (int i = 0; i < moves; ++i) {
        if (random_int(&random, 15) == 0) {
            wish.x = random_float(&random, -6.0f, 6.0f) * unit;
            wish.z = random_float(&random, -6.0f, 6.0f) * unit;
        }
        bool jump = random_int(&random, 40) == 0;
        walk_update(c, wish, jump ? 5.0f * unit : 0.0f, STEP);
        if (random_int(&random, 100) == 0) {
            DryVec3 blow;
            blow.x = random_float(&random, -200.0f, 200.0f) * unit;
            blow.y = random_float(&random, -50.0f, 20.0f) * unit;
            blow.z = random_float(&random, -200.0f, 200.0f) * unit;
            assert_int_equal(dry_character_set_velocity(c, blow), DRY_OK);
        }
        run_steps(dry_character_world(c), 1);
        DryPos p = dry_character_position(c);
        assert_true(isfinite(p.x) && isfinite(p.y) && isfinite(p.z));
        DryCharacterMotion motion = dry_character_motion(c);
        if (motion.squeezed) {
            o.squeezed++;
        } else {
            o.deepest = fmax(o.deepest, depth(c) / (double)unit);
        }
        o.firm += walk_state(c) == DRY_GROUND_FIRM;
        uint64_t bits[3];
        memcpy(bits, &p, sizeof bits);
        for (int k = 0; k < 3; ++k) {
            o.hash = (o.hash ^ bits[k]) * 1099511628211ull;
        }
    }
    return o;
}

static void ten_thousand_random_moves_enter_nothing(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 5; ++seed) {
        DryWorld *world = random_scene(seed, 1, 1.0f, dry_pos(0, 0, 0));
        DryCharacter *c = walk_character(world, dry_pos(0, 4, 0));
        Outcome o = wander(c, seed + 100, 2000, 1.0f);
        DryPos p = dry_character_position(c);
        print_message("seed %d: deepest %.2g m, squeezed %d, firm %d, at %.2f %.2f %.2f\n", (int)seed,
                      o.deepest, o.squeezed, o.firm, p.x, p.y, p.z);
        assert_true(o.deepest <= 1e-3);
        assert_true(o.squeezed < 20);
        assert_true(fabs(p.x) < 9.5 && fabs(p.z) < 9.5 && p.y > -0.1);
        end(c);
    }
}

static void same_bits_with_any_workers_and_after_restore(void **unused)
{
    (void)unused;
    uint64_t hashes[2];
    for (int k = 0; k < 2; ++k) {
        DryWorld *world = random_scene(7, k + 1, 1.0f, dry_pos(0, 0, 0));
        for (int i = 0; i < 30; ++i) {
            (void)build_box(world, DRY_DYNAMIC, i % 6 - 3.0, 4.0 + i / 6, i % 5 - 2.0, 0.3f);
        }
        DryCharacter *c = walk_character(world, dry_pos(0, 3, 0));
        (void)wander(c, 3, 200, 1.0f);
        size_t size = dry_world_save(world, NULL, 0);
        void *saved = malloc(size);
        assert_int_equal(dry_world_save(world, saved, size), size);
        DryCharacterState state = dry_character_state(c);
        hashes[k] = wander(c, 4, 300, 1.0f).hash;
        uint64_t hash = dry_world_hash(world);
        assert_int_equal(dry_world_restore(world, saved, size), DRY_OK);
        assert_int_equal(dry_character_set_state(c, &state), DRY_OK);
        assert_true(wander(c, 4, 300, 1.0f).hash == hashes[k]);
        assert_true(dry_world_hash(world) == hash);
        free(saved);
        end(c);
    }
    assert_true(hashes[0] == hashes[1]);
}

/* 1e6 m from the origin, and in worlds whose usual length is 1 cm and 100 m, it does the same. */
static void far_away_and_in_other_units(void **unused)
{
    (void)unused;
    const DryPos places[] = { { 0, 0, 0 }, { 1e6, -1e6, 1e6 }, { 0, 0, 0 }, { 0, 0, 0 } };
    const float units[] = { 1.0f, 1.0f, 0.01f, 100.0f };
    DryVec3 ends[4];
    for (int k = 0; k < 4; ++k) {
        double u = (double)units[k];
        DryPos at = places[k];
        DryWorld *world = walk_world(units[k], 1);
        (void)walk_block(world, dry_pos(at.x - 20 * u, at.y - u, at.z - 20 * u),
                         dry_pos(at.x + 20 * u, at.y, at.z + 20 * u));
        (void)walk_block(world, dry_pos(at.x + 2 * u, at.y - u, at.z - 5 * u),
                         dry_pos(at.x + 4 * u, at.y + 0.25 * u, at.z + 5 * u));
        (void)walk_block(world, dry_pos(at.x + 6 * u, at.y - u, at.z - 5 * u),
                         dry_pos(at.x + 7 * u, at.y + 0.8 * u, at.z + 5 * u));
        DryCharacter *c = walk_character(world, at);
        walk_steps(c, dry_vec3(2 * units[k], 0, 0.2f * units[k]), 60);
        walk_update(c, dry_vec3(2 * units[k], 0, 0), 4.0f * units[k], STEP);
        double top = 0.0;
        for (int i = 0; i < 240; ++i) {
            walk_steps(c, dry_vec3(2 * units[k], 0, 0.2f * units[k]), 1);
            top = fmax(top, (dry_character_position(c).y - at.y) / u);
        }
        ends[k] = dry_vec3_scale(dry_pos_sub(dry_character_position(c), at), 1.0f / units[k]);
        print_message("unit %g at %g: ends at %.5f %.5f %.5f, highest %.4f\n", u, at.x, (double)ends[k].x,
                      (double)ends[k].y, (double)ends[k].z, top);
        assert_int_equal(walk_state(c), DRY_GROUND_FIRM);
        assert_close((double)dry_vec3_length(dry_vec3_sub(ends[k], ends[0])), 0.0, 2e-3);
        end(c);
    }
    for (int k = 0; k < 2; ++k) {
        float unit = k == 0 ? 0.01f : 100.0f;
        DryWorld *world = random_scene(11, 1, unit, dry_pos(0, 0, 0));
        DryCharacter *c = walk_character(world, dry_pos(0, 4.0 * (double)unit, 0));
        Outcome o = wander(c, 5, 1000, unit);
        print_message("unit %g: deepest %.2g units, squeezed %d\n", (double)unit, o.deepest, o.squeezed);
        assert_true(o.deepest <= 1e-3);
        end(c);
    }
    DryWorld *world = random_scene(12, 1, 1.0f, dry_pos(1e6, 1e6, -1e6));
    DryCharacter *c = walk_character(world, dry_pos(1e6, 1e6 + 4.0, -1e6));
    Outcome o = wander(c, 6, 1000, 1.0f);
    print_message("far: deepest %.2g m, squeezed %d\n", o.deepest, o.squeezed);
    assert_true(o.deepest <= 1e-3);
    end(c);
}

/* On the ceiling, and on a wall, when up is there. */
static void any_direction_is_up(void **unused)
{
    (void)unused;
    const DryVec3 ups[] = { { 0, -1, 0 }, { 1, 0, 0 }, { 0.3f, 0.5f, -0.8f } };
    for (int k = 0; k < 3; ++k) {
        DryWorld *world = walk_world(1.0f, 1);
        DryVec3 up = dry_vec3_normalize(ups[k]);
        DryQuat turn = dry_quat_between(dry_vec3(0, 1, 0), up);
        DryPose floor = { { 0, 0, 0 }, turn }, step = floor;
        floor.position = dry_pos_add(floor.position, dry_vec3_scale(up, -1.0f));
        step.position = dry_pos_add(step.position, dry_quat_rotate(turn, dry_vec3(7, -0.8f, 0)));
        (void)walk_box_at(world, DRY_STATIC, floor, dry_vec3(20, 1, 20), 1000.0f);
        (void)walk_box_at(world, DRY_STATIC, step, dry_vec3(5, 1, 5), 1000.0f);
        DryCharacterDef def = dry_character_def_default(world);
        def.up = dry_vec3_scale(ups[k], 3.0f);
        def.settings.gravity = 9.81f;
        DryCharacter *c = dry_character_create(world, &def);
        assert_non_null(c);
        walk_steps(c, dry_quat_rotate(turn, dry_vec3(2, 0, 0)), 180);
        DryPos feet = dry_character_position(c);
        DryVec3 local = dry_quat_rotate_inverse(turn, dry_pos_sub(feet, dry_pos(0, 0, 0)));
        assert_close((double)local.y, 0.2, 2e-3);
        assert_close((double)local.x, 6.0, 0.05);
        assert_close((double)local.z, 0.0, 1e-3);
        end(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_snagging_on_triangles_boxes_or_hulls),
        cmocka_unit_test(ten_thousand_random_moves_enter_nothing),
        cmocka_unit_test(same_bits_with_any_workers_and_after_restore),
        cmocka_unit_test(far_away_and_in_other_units),
        cmocka_unit_test(any_direction_is_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
