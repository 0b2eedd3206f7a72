/* Both broad-phase trees against brute force. */
#include "geometry/tree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    SEED = 20240607,
    MAX_ITEMS = 3000
};

static uint64_t random_state;

static double random_unit(void)
{
    random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(random_state >> 11) / 9007199254740992.0;
}

static float random_range(float low, float high)
{
    return low + (high - low) * (float)random_unit();
}

typedef enum Layout {
    CLOUD,
    FAR_AWAY,
    MIXED_SIZES,
    DUPLICATES,
    FLAT,
    ONE_ESCAPED,
    HUGE_AND_TINY,
    LAYOUT_COUNT
} Layout;

static BoxF random_box(Layout layout, int32_t i)
{
    float center[3], half[3];
    for (int k = 0; k < 3; ++k) {
        center[k] = random_range(-20.0f, 20.0f);
        half[k] = random_range(0.1f, 1.0f);
        if (layout == FAR_AWAY) {
            center[k] += 3.0e6f;
        } else if (layout == MIXED_SIZES) {
            half[k] = i % 50 == 0 ? 15.0f : 0.02f;
        } else if (layout == DUPLICATES) {
            center[k] = (float)(i % 7);
            half[k] = 0.25f;
        } else if (layout == FLAT && k == 1) {
            center[k] = 0.0f;
            half[k] = 0.0f;
        } else if (layout == ONE_ESCAPED && i == 13) {
            center[k] = 1.0e12f;
        } else if (layout == HUGE_AND_TINY) {
            half[k] = i % 100 == 7 ? 1.0e30f : 1.0e-6f;
            center[k] = i % 3 == 0 ? 0.0f : center[k];
        }
    }
    BoxF box;
    for (int k = 0; k < 3; ++k) {
        box.lower[k] = center[k] - half[k];
        box.upper[k] = center[k] + half[k];
    }
    return box;
}

typedef struct Scene {
    int32_t count;
    BoxF boxes[MAX_ITEMS];
    int32_t items[MAX_ITEMS];
} Scene;

static Scene scene;

static void make_scene(Layout layout, int32_t count)
{
    random_state = SEED + (uint64_t)layout;
    scene.count = count;
    for (int32_t i = 0; i < count; ++i) {
        scene.boxes[i] = random_box(layout, i);
        scene.items[i] = 5000 - i; /* the caller's numbers need not follow the order */
    }
}

typedef struct Found {
    uint8_t seen[5001];
    int32_t count, stop_after;
} Found;

static bool collect(int32_t item, void *context)
{
    Found *found = context;
    assert_in_range(item, 0, 5000);
    ++found->seen[item];
    ++found->count;
    return found->count != found->stop_after;
}

static void check_found(const Found *found, const BoxF *box, const bool *gone)
{
    for (int32_t i = 0; i < scene.count; ++i) {
        bool expected = boxf_overlap(&scene.boxes[i], box) && !(gone && gone[i]);
        if (found->seen[scene.items[i]] != (expected ? 1 : 0)) {
            fail_msg("seed %d: item %d found %d times, expected %d", SEED, scene.items[i],
                     found->seen[scene.items[i]], (int)expected);
        }
    }
}

static void build_dynamic(DynamicTree *tree, int32_t *leaves)
{
    dry__dynamic_tree_init(tree);
    for (int32_t i = 0; i < scene.count; ++i) {
        leaves[i] = dry__dynamic_tree_insert(tree, &scene.boxes[i], scene.items[i]);
        assert_true(leaves[i] >= 0);
    }
}

/* Links, boxes and heights of the dynamic tree are consistent; returns the height. */
static int32_t check_dynamic(const DynamicTree *tree, int32_t index, int32_t *leaf_count)
{
    const DynamicNode *nodes = tree->nodes.data, *node = &nodes[index];
    if (node->child[0] < 0) {
        ++*leaf_count;
        return 0;
    }
    int32_t height[2];
    for (int k = 0; k < 2; ++k) {
        assert_int_equal(nodes[node->child[k]].parent, index);
        assert_true(boxf_contains(&node->box, &nodes[node->child[k]].box));
        height[k] = check_dynamic(tree, node->child[k], leaf_count);
    }
    int32_t h = 1 + (height[0] > height[1] ? height[0] : height[1]);
    assert_int_equal(node->item, h);
    return h;
}

static int32_t check_whole_dynamic(const DynamicTree *tree)
{
    int32_t leaves = 0;
    int32_t height = tree->root < 0 ? 0 : check_dynamic(tree, tree->root, &leaves);
    assert_int_equal(leaves, tree->leaf_count);
    return height;
}

static void dynamic_query_equals_brute_force(void **state)
{
    static int32_t leaves[MAX_ITEMS];
    static Found found;
    static bool gone[MAX_ITEMS];
    (void)state;
    for (Layout layout = 0; layout < LAYOUT_COUNT; ++layout) {
        make_scene(layout, 600);
        memset(gone, 0, sizeof gone);
        DynamicTree tree;
        build_dynamic(&tree, leaves);
        for (int round = 0; round < 3; ++round) {
            assert_true(check_whole_dynamic(&tree) < 64);
            for (int32_t i = 0; i < 100; ++i) {
                BoxF box = random_box(layout, i + 1);
                memset(&found, 0, sizeof found);
                dry__dynamic_tree_query(&tree, &box, collect, &found);
                check_found(&found, &box, gone);
            }
            for (int32_t i = 0; i < scene.count; ++i) {
                if (!gone[i] && random_unit() < 0.4) {
                    dry__dynamic_tree_remove(&tree, leaves[i]);
                    gone[i] = true;
                } else if (gone[i] && random_unit() < 0.3) {
                    leaves[i] = dry__dynamic_tree_insert(&tree, &scene.boxes[i], scene.items[i]);
                    gone[i] = false;
                }
            }
        }
        for (int32_t i = 0; i < scene.count; ++i) {
            if (!gone[i]) {
                dry__dynamic_tree_remove(&tree, leaves[i]);
            }
        }
        assert_int_equal(tree.root, -1);
        assert_int_equal(tree.leaf_count, 0);
        dry__dynamic_tree_free(&tree);
    }
}

static void dynamic_tree_of_equal_or_sorted_boxes_stays_low(void **state)
{
    (void)state;
    for (int sorted = 0; sorted < 2; ++sorted) {
        DynamicTree tree;
        dry__dynamic_tree_init(&tree);
        for (int32_t i = 0; i < 4000; ++i) {
            float x = sorted ? (float)i : 0.0f;
            BoxF box = { { x, 0.0f, 0.0f }, { x + 1.0f, 1.0f, 1.0f } };
            assert_true(dry__dynamic_tree_insert(&tree, &box, i) >= 0);
        }
        assert_true(check_whole_dynamic(&tree) <= 40);
        dry__dynamic_tree_free(&tree);
    }
}

/* Boxes that each contain all before them: the worst shape for such a tree, and no walk may depend on its
 * height. */
static void dynamic_tree_of_nested_boxes_is_safe(void **state)
{
    static Found found;
    (void)state;
    DynamicTree tree;
    dry__dynamic_tree_init(&tree);
    for (int32_t i = 0; i < 2000; ++i) {
        float r = expf(0.05f * (float)(i % 1000));
        BoxF box = { { -r, -r, -r }, { r, r, r } };
        assert_true(dry__dynamic_tree_insert(&tree, &box, i) >= 0);
    }
    BoxF point = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f } };
    memset(&found, 0, sizeof found);
    dry__dynamic_tree_query(&tree, &point, collect, &found);
    assert_int_equal(found.count, 2000);
    dry__dynamic_tree_free(&tree);
}

static void dynamic_reserve_makes_inserts_free_of_growth(void **state)
{
    static int32_t leaves[MAX_ITEMS];
    (void)state;
    make_scene(CLOUD, 500);
    DynamicTree tree;
    dry__dynamic_tree_init(&tree);
    assert_true(dry__dynamic_tree_reserve(&tree, scene.count));
    const void *block = tree.nodes.data;
    for (int32_t i = 0; i < scene.count; ++i) {
        leaves[i] = dry__dynamic_tree_insert(&tree, &scene.boxes[i], i);
    }
    assert_ptr_equal(block, tree.nodes.data);
    int32_t high_water = tree.nodes.count;
    for (int32_t i = 0; i < 5000; ++i) { /* churn does not grow it */
        int32_t k = i % scene.count;
        dry__dynamic_tree_remove(&tree, leaves[k]);
        leaves[k] = dry__dynamic_tree_insert(&tree, &scene.boxes[k], k);
    }
    assert_int_equal(high_water, tree.nodes.count);
    check_whole_dynamic(&tree);
    dry__dynamic_tree_free(&tree);
}

static void queries_stop_when_told(void **state)
{
    static int32_t leaves[MAX_ITEMS];
    static Found found;
    (void)state;
    make_scene(CLOUD, 500);
    BoxF all = { { -100.0f, -100.0f, -100.0f }, { 100.0f, 100.0f, 100.0f } };
    DynamicTree dynamic;
    build_dynamic(&dynamic, leaves);
    memset(&found, 0, sizeof found);
    found.stop_after = 3;
    dry__dynamic_tree_query(&dynamic, &all, collect, &found);
    assert_int_equal(found.count, 3);
    PackedTree packed = { 0 };
    assert_true(dry__packed_tree_build(&packed, scene.boxes, scene.items, scene.count, NULL));
    memset(&found, 0, sizeof found);
    found.stop_after = 3;
    dry__packed_tree_query(&packed, &all, collect, &found);
    assert_int_equal(found.count, 3);
    dry__dynamic_tree_free(&dynamic);
    dry__packed_tree_free(&packed);
}

static void packed_query_equals_brute_force(void **state)
{
    static const int32_t counts[] = { 1, 2, 7, 8, 9, 63, 64, 65, 511, 513, 3000 };
    static Found found;
    static bool gone[MAX_ITEMS];
    (void)state;
    PackedTree tree = { 0 };
    for (Layout layout = 0; layout < LAYOUT_COUNT; ++layout) {
        for (size_t c = 0; c < sizeof counts / sizeof counts[0]; ++c) {
            make_scene(layout, counts[c]);
            assert_true(dry__packed_tree_build(&tree, scene.boxes, scene.items, scene.count, NULL));
            memset(gone, 0, sizeof gone);
            for (int32_t i = 0; i < 40; ++i) {
                BoxF box = random_box(layout, i + 1);
                if (i == 20) { /* everything */
                    box = (BoxF){ { -INFINITY, -INFINITY, -INFINITY }, { INFINITY, INFINITY, INFINITY } };
                }
                memset(&found, 0, sizeof found);
                dry__packed_tree_query(&tree, &box, collect, &found);
                check_found(&found, &box, gone);
                int32_t order = (int32_t)(random_unit() * (double)scene.count);
                dry__packed_tree_hide(&tree, order);
                gone[5000 - tree.items.data[order]] = true;
            }
        }
    }
    dry__packed_tree_free(&tree);
}

static void packed_tree_of_nothing(void **state)
{
    static Found found;
    (void)state;
    PackedTree tree = { 0 };
    TreePairList pairs = { 0 };
    BoxF all = { { -1e30f, -1e30f, -1e30f }, { 1e30f, 1e30f, 1e30f } };
    assert_true(dry__packed_tree_build(&tree, NULL, NULL, 0, NULL));
    dry__packed_tree_query(&tree, &all, collect, &found);
    dry__packed_tree_self_join(&tree, NULL, 0, 0, &pairs);
    assert_int_equal(found.count, 0);
    assert_int_equal(pairs.pairs.count, 0);
    dry__packed_tree_free(&tree);
}

static int compare_pairs(const void *a, const void *b)
{
    const TreePair *p = a, *q = b;
    return p->a != q->a ? (p->a < q->a ? -1 : 1) : (p->b > q->b) - (p->b < q->b);
}

static void check_join(const PackedTree *tree, const uint8_t *moved_item)
{
    static uint8_t moved[MAX_ITEMS];
    for (int32_t order = 0; order < scene.count; ++order) {
        moved[order] = moved_item[tree->index.data[order]];
        assert_int_equal(tree->items.data[order], scene.items[tree->index.data[order]]);
    }
    TreePairList list = { 0 };
    int32_t blocks = (scene.count + 7) / 8;
    for (int32_t begin = 0; begin < blocks; begin += 5) {
        dry__packed_tree_self_join(tree, moved, begin, begin + 5 < blocks ? begin + 5 : blocks, &list);
    }
    assert_false(list.out_of_memory);
    if (list.pairs.count > 0) {
        qsort(list.pairs.data, (size_t)list.pairs.count, sizeof(TreePair), compare_pairs);
    }
    int32_t next = 0;
    for (int32_t i = scene.count - 1; i >= 0; --i) { /* items fall as i rises */
        for (int32_t k = i - 1; k >= 0; --k) {
            if (boxf_overlap(&scene.boxes[i], &scene.boxes[k]) && (moved_item[i] || moved_item[k])) {
                assert_true(next < list.pairs.count);
                assert_int_equal(list.pairs.data[next].a, scene.items[i]);
                assert_int_equal(list.pairs.data[next].b, scene.items[k]);
                ++next;
            }
        }
    }
    assert_int_equal(next, list.pairs.count);
    array_free(&list.pairs);
}

static void packed_self_join_equals_brute_force(void **state)
{
    static const int32_t counts[] = { 1, 2, 8, 9, 64, 65, 700, 1501 };
    static const double shares[] = { 1.0, 0.5, 0.02, 0.0 };
    static uint8_t moved[MAX_ITEMS];
    (void)state;
    PackedTree tree = { 0 };
    for (Layout layout = 0; layout < LAYOUT_COUNT; ++layout) {
        for (size_t c = 0; c < sizeof counts / sizeof counts[0]; ++c) {
            make_scene(layout, counts[c]);
            assert_true(dry__packed_tree_build(&tree, scene.boxes, scene.items, scene.count, NULL));
            for (size_t s = 0; s < sizeof shares / sizeof shares[0]; ++s) {
                for (int32_t i = 0; i < scene.count; ++i) {
                    moved[i] = random_unit() < shares[s];
                }
                check_join(&tree, moved);
            }
        }
    }
    dry__packed_tree_free(&tree);
}

static void packed_box_with_nan_overlaps_nothing(void **state)
{
    static uint8_t moved[MAX_ITEMS];
    (void)state;
    make_scene(CLOUD, 100);
    scene.boxes[40].lower[1] = NAN;
    scene.boxes[41].upper[2] = NAN;
    PackedTree tree = { 0 };
    assert_true(dry__packed_tree_build(&tree, scene.boxes, scene.items, scene.count, NULL));
    memset(moved, 1, sizeof moved);
    check_join(&tree, moved); /* boxf_overlap says no to a NaN as well */
    dry__packed_tree_free(&tree);
}

static void packed_equal_boxes_keep_their_order(void **state)
{
    (void)state;
    make_scene(DUPLICATES, 700);
    PackedTree tree = { 0 };
    assert_true(dry__packed_tree_build(&tree, scene.boxes, scene.items, scene.count, NULL));
    for (int32_t k = 1; k < scene.count; ++k) {
        int32_t a = tree.index.data[k - 1], b = tree.index.data[k];
        if (memcmp(&scene.boxes[a], &scene.boxes[b], sizeof(BoxF)) == 0) {
            assert_true(a < b);
        }
    }
    dry__packed_tree_free(&tree);
}

static void packed_tree_is_the_same_for_any_workers(void **state)
{
    enum {
        COUNT = 40000
    };
    (void)state;
    BoxF *boxes = malloc(COUNT * sizeof *boxes);
    int32_t *items = malloc(COUNT * sizeof *items);
    assert_non_null(boxes);
    assert_non_null(items);
    random_state = SEED;
    for (int32_t i = 0; i < COUNT; ++i) {
        boxes[i] = random_box(i % 5 == 0 ? DUPLICATES : CLOUD, i);
        items[i] = i;
    }
    PackedTree alone = { 0 };
    assert_true(dry__packed_tree_build(&alone, boxes, items, COUNT, NULL));
    for (int32_t workers = 1; workers <= 4; ++workers) {
        Jobs *jobs = dry__jobs_create(workers, NULL, NULL, NULL);
        assert_non_null(jobs);
        dry__jobs_open(jobs);
        PackedTree shared = { 0 };
        assert_true(dry__packed_tree_build(&shared, boxes, items, COUNT, jobs));
        dry__jobs_close(jobs);
        assert_int_equal(alone.nodes.count, shared.nodes.count);
        assert_memory_equal(alone.nodes.data, shared.nodes.data,
                            (size_t)alone.nodes.count * sizeof(PackedNode));
        assert_memory_equal(alone.items.data, shared.items.data, (size_t)COUNT * sizeof(int32_t));
        dry__packed_tree_free(&shared);
        dry__jobs_destroy(jobs);
    }
    dry__packed_tree_free(&alone);
    free(boxes);
    free(items);
}

/* Rays: the exact answer is a slab test in long double against each box. */
static bool ray_meets(const BoxF *box, DryPos o, DryVec3 d, float max_fraction)
{
    long double enter = 0.0L, leave = (long double)max_fraction;
    const double origin[3] = { o.x, o.y, o.z };
    const float direction[3] = { d.x, d.y, d.z };
    for (int k = 0; k < 3; ++k) {
        long double lower = (long double)box->lower[k] - (long double)origin[k];
        long double upper = (long double)box->upper[k] - (long double)origin[k];
        if (direction[k] == 0.0f) {
            if (lower > 0.0L || upper < 0.0L) {
                return false;
            }
            continue;
        }
        long double a = lower / (long double)direction[k], b = upper / (long double)direction[k];
        enter = fmaxl(enter, fminl(a, b));
        leave = fminl(leave, fmaxl(a, b));
    }
    return enter <= leave;
}

static float collect_ray(int32_t item, float max_fraction, void *context)
{
    collect(item, context);
    return max_fraction;
}

static void rays_miss_no_box(void **state)
{
    static int32_t leaves[MAX_ITEMS];
    static Found found[2];
    (void)state;
    for (Layout layout = 0; layout < LAYOUT_COUNT; ++layout) {
        make_scene(layout, 700);
        DynamicTree dynamic;
        PackedTree packed = { 0 };
        build_dynamic(&dynamic, leaves);
        assert_true(dry__packed_tree_build(&packed, scene.boxes, scene.items, scene.count, NULL));
        for (int32_t i = 0; i < 200; ++i) {
            BoxF from = random_box(layout, i + 1), to = random_box(layout, i + 2);
            DryPos origin =
                dry_pos((double)from.lower[0] + 1e-9, (double)from.lower[1], (double)from.lower[2]);
            DryVec3 d = v3(to.upper[0] - from.lower[0], i % 3 ? to.upper[1] - from.lower[1] : 0.0f,
                           i % 4 ? to.upper[2] - from.lower[2] : 0.0f);
            float limit = i % 2 ? 1.0f : 0.3f;
            memset(found, 0, sizeof found);
            dry__dynamic_tree_ray(&dynamic, origin, d, limit, collect_ray, &found[0]);
            dry__packed_tree_ray(&packed, origin, d, limit, collect_ray, &found[1]);
            int32_t expected = 0;
            for (int32_t k = 0; k < scene.count; ++k) {
                if (ray_meets(&scene.boxes[k], origin, d, limit)) {
                    ++expected;
                    assert_int_equal(found[0].seen[scene.items[k]], 1);
                    assert_int_equal(found[1].seen[scene.items[k]], 1);
                }
            }
            assert_in_range(found[0].count, expected, expected + 2); /* the slack may add a grazed box */
            assert_in_range(found[1].count, expected, expected + 2);
        }
        dry__dynamic_tree_free(&dynamic);
        dry__packed_tree_free(&packed);
    }
}

typedef struct Nearest {
    float fraction;
    int32_t item, visits;
} Nearest;

/* Unit boxes along x: the ray enters box `item` at fraction (item * 3 - 1) / 3000. */
static float hit_row(int32_t item, float max_fraction, void *context)
{
    Nearest *nearest = context;
    float fraction = ((float)item * 3.0f - 1.0f) / 3000.0f;
    ++nearest->visits;
    if (item >= 10 && fraction < max_fraction) {
        nearest->fraction = fraction;
        nearest->item = item;
        return fraction;
    }
    return max_fraction;
}

static void rays_visit_near_boxes_first_and_shrink(void **state)
{
    static int32_t leaves[MAX_ITEMS];
    (void)state;
    scene.count = 1000;
    for (int32_t i = 0; i < scene.count; ++i) {
        float x = 3.0f * (float)i;
        scene.boxes[i] = (BoxF){ { x - 1.0f, -1.0f, -1.0f }, { x + 1.0f, 1.0f, 1.0f } };
        scene.items[i] = i;
    }
    DynamicTree dynamic;
    PackedTree packed = { 0 };
    build_dynamic(&dynamic, leaves);
    assert_true(dry__packed_tree_build(&packed, scene.boxes, scene.items, scene.count, NULL));
    Nearest a = { 0 }, b = { 0 };
    dry__dynamic_tree_ray(&dynamic, dry_pos(0.0, 0.0, 0.0), v3(3000.0f, 0.0f, 0.0f), 1.0f, hit_row, &a);
    dry__packed_tree_ray(&packed, dry_pos(0.0, 0.0, 0.0), v3(3000.0f, 0.0f, 0.0f), 1.0f, hit_row, &b);
    assert_int_equal(a.item, 10);
    assert_int_equal(b.item, 10);
    assert_in_range(a.visits, 11, 12);
    assert_in_range(b.visits, 11, 12);
    dry__dynamic_tree_free(&dynamic);
    dry__packed_tree_free(&packed);
}

static int32_t allocations_left;

static void *scarce_allocate(size_t size, size_t alignment, void *user)
{
    (void)user;
    return allocations_left-- > 0 ? aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment)
                                  : NULL;
}

static void scarce_release(void *memory, size_t size, void *user)
{
    (void)size;
    (void)user;
    free(memory);
}

static void out_of_memory_leaves_the_trees_whole(void **state)
{
    (void)state;
    const DryAllocator scarce = { scarce_allocate, scarce_release, NULL };
    assert_int_equal(dry_set_allocator(&scarce), DRY_OK);
    make_scene(CLOUD, 500);
    PackedTree packed = { 0 };
    int32_t room = 0;
    for (;; ++room) {
        allocations_left = room;
        if (dry__packed_tree_build(&packed, scene.boxes, scene.items, scene.count, NULL)) {
            break;
        }
        assert_int_equal(packed.item_count, 0);
    }
    assert_true(room >= 1);
    static uint8_t moved[MAX_ITEMS];
    memset(moved, 1, sizeof moved);
    TreePairList list = { 0 };
    allocations_left = 0;
    dry__packed_tree_self_join(&packed, moved, 0, (scene.count + 7) / 8, &list);
    assert_true(list.out_of_memory);
    DynamicTree dynamic;
    dry__dynamic_tree_init(&dynamic);
    allocations_left = 3;
    int32_t inserted = 0;
    for (int32_t i = 0; i < scene.count; ++i) {
        inserted += dry__dynamic_tree_insert(&dynamic, &scene.boxes[i], i) >= 0;
    }
    assert_in_range(inserted, 1, scene.count - 1);
    check_whole_dynamic(&dynamic);
    dry__dynamic_tree_free(&dynamic);
    dry__packed_tree_free(&packed);
    array_free(&list.pairs);
    assert_int_equal(dry_set_allocator(NULL), DRY_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dynamic_query_equals_brute_force),
        cmocka_unit_test(dynamic_tree_of_equal_or_sorted_boxes_stays_low),
        cmocka_unit_test(dynamic_tree_of_nested_boxes_is_safe),
        cmocka_unit_test(dynamic_reserve_makes_inserts_free_of_growth),
        cmocka_unit_test(queries_stop_when_told),
        cmocka_unit_test(packed_query_equals_brute_force),
        cmocka_unit_test(packed_tree_of_nothing),
        cmocka_unit_test(packed_self_join_equals_brute_force),
        cmocka_unit_test(packed_box_with_nan_overlaps_nothing),
        cmocka_unit_test(packed_equal_boxes_keep_their_order),
        cmocka_unit_test(packed_tree_is_the_same_for_any_workers),
        cmocka_unit_test(rays_miss_no_box),
        cmocka_unit_test(out_of_memory_leaves_the_trees_whole),
        cmocka_unit_test(rays_visit_near_boxes_first_and_shrink),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
