#include "scene/gltf_nodes.h"

#include "scene/limits.h"

#include <string.h>

/* Beyond this a length or a factor is taken for damage. */
static const double most_number = 1e15;

/* The decomposition of a matrix: exact for what glTF allows, without the shear of what it does not. */
static void decompose(DrySceneNode *node)
{
    DryPolar polar;
    memcpy(node->translation, node->local.t, sizeof node->translation);
    if (!dry__affine_polar(&node->local, &polar)) {
        for (int i = 0; i < 3; ++i)
            node->scale[i] = 0;
        return;
    }
    memcpy(node->rotation, polar.rotation, sizeof node->rotation);
    for (int i = 0; i < 3; ++i)
        node->scale[i] = polar.stretch[i][i];
}

static bool read_matrix(SceneReader *reader, const JsonPlace *at, DrySceneNode *node, bool *present)
{
    double m[16];
    if (!dry__json_numbers(reader->report, at, "matrix", 16, most_number, m, present))
        return false;
    if (!*present)
        return true;
    if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1)
        return dry__json_fail(reader->report, at, "the last row of the matrix is not 0 0 0 1");
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k)
            node->local.r[i][k] = m[4 * k + i];
        node->local.t[i] = m[12 + i];
    }
    node->is_matrix = true;
    decompose(node);
    return true;
}

static bool read_transform(SceneReader *reader, const JsonPlace *at, DrySceneNode *node)
{
    bool matrix = false;
    bool t = false;
    bool r = false;
    bool s = false;
    SceneReport *report = reader->report;
    if (!read_matrix(reader, at, node, &matrix) ||
        !dry__json_numbers(report, at, "translation", 3, most_number, node->translation, &t) ||
        !dry__json_numbers(report, at, "rotation", 4, 1e6, node->rotation, &r) ||
        !dry__json_numbers(report, at, "scale", 3, most_number, node->scale, &s))
        return false;
    if (matrix && (t || r || s))
        return dry__json_fail(report, at, "has both a matrix and translation, rotation or scale");
    if (matrix)
        return true;
    double length = sqrt(node->rotation[0] * node->rotation[0] + node->rotation[1] * node->rotation[1] +
                         node->rotation[2] * node->rotation[2] + node->rotation[3] * node->rotation[3]);
    if (!dry__quat_normalize(node->rotation))
        return dry__json_fail(report, at, "the rotation is zero");
    if (fabs(length - 1) > 0.01)
        dry__json_warn(report, at, "the rotation has length %g and was made 1", length);
    node->local = dry__affine_from_trs(node->translation, node->rotation, node->scale);
    return true;
}

static bool read_node(SceneReader *reader, const JsonPlace *at, DrySceneNode *node)
{
    static const DrySceneNode empty = { .parent = -1,
                                        .first_child = -1,
                                        .next_sibling = -1,
                                        .mesh = -1,
                                        .body = -1,
                                        .rotation = { 0, 0, 0, 1 },
                                        .scale = { 1, 1, 1 } };
    *node = empty;
    node->name = "";
    node->local = dry__affine_identity();
    SceneReport *report = reader->report;
    if (!dry__json_expect_object(report, at) || !dry__json_string(report, at, "name", &node->name) ||
        !dry__json_index(report, at, "mesh", reader->scene->mesh_count, "meshes", &node->mesh) ||
        !read_transform(reader, at, node))
        return false;
    node->is_deformed = json_object_get(at->value, "skin") || json_object_get(at->value, "weights");
    return true;
}

/* Links children in their order. A node with two parents, or one that is its own child, is an error. */
static bool link_children(SceneReader *reader, const JsonPlace *at, int32_t parent)
{
    DryScene *scene = reader->scene;
    JsonPlace array;
    int32_t count = 0;
    if (!dry__json_array(reader->report, at, "children", DRY_SCENE_MAX_NODES, &array, &count))
        return false;
    int32_t last = -1;
    for (int32_t i = 0; i < count; ++i) {
        JsonPlace item = dry__json_item(&array, (size_t)i);
        json_t *value = item.value;
        json_int_t child = json_is_integer(value) ? json_integer_value(value) : -1;
        if (child < 0 || child >= scene->node_count)
            return dry__json_fail(reader->report, &item, "is no index of one of the %d nodes",
                                  scene->node_count);
        if (child == parent)
            return dry__json_fail(reader->report, &item, "a node is its own child");
        DrySceneNode *node = &scene->nodes[child];
        if (node->parent >= 0)
            return dry__json_fail(reader->report, &item, "nodes[%d] has two parents, %d and %d", (int)child,
                                  node->parent, parent);
        node->parent = parent;
        if (last < 0)
            scene->nodes[parent].first_child = (int32_t)child;
        else
            scene->nodes[last].next_sibling = (int32_t)child;
        last = (int32_t)child;
    }
    return true;
}

/* Every node has at most one parent, so a walk upward either ends at a root or runs in a circle. Depths are
   kept, so that each node is walked once: 0 unknown, else depth from 1. */
static bool check_depths(SceneReader *reader, const JsonPlace *nodes)
{
    DryScene *scene = reader->scene;
    int32_t *depth = dry__read_alloc(reader, scene->node_count, sizeof *depth);
    if (!depth)
        return false;
    for (int32_t i = 0; i < scene->node_count; ++i) {
        int32_t steps = 0;
        int32_t at = i;
        while (at >= 0 && depth[at] == 0 && steps <= DRY_SCENE_MAX_DEPTH) {
            at = scene->nodes[at].parent;
            ++steps;
        }
        int32_t above = at >= 0 ? depth[at] : 0;
        if (steps + above > DRY_SCENE_MAX_DEPTH) {
            JsonPlace item = dry__json_item(nodes, (size_t)i);
            return dry__json_fail(reader->report, &item,
                                  "lies in a circle of parents, or deeper than %d nodes",
                                  DRY_SCENE_MAX_DEPTH);
        }
        at = i;
        for (int32_t k = steps; k > 0; --k) {
            depth[at] = above + k;
            at = scene->nodes[at].parent;
        }
    }
    return true;
}

/* The roots of the scene that is shown; without any scene, all nodes that have no parent. */
static bool mark_roots(SceneReader *reader)
{
    DryScene *scene = reader->scene;
    JsonPlace scenes;
    int32_t count = 0;
    int32_t shown = 0;
    if (!dry__json_array(reader->report, &reader->root, "scenes", DRY_SCENE_MAX_ITEMS, &scenes, &count) ||
        !dry__json_index(reader->report, &reader->root, "scene", count, "scenes", &shown))
        return false;
    if (count == 0) {
        for (int32_t i = 0; i < scene->node_count; ++i)
            if (scene->nodes[i].parent < 0)
                scene->order[scene->order_count++] = i;
        return true;
    }
    JsonPlace item = dry__json_item(&scenes, (size_t)shown);
    JsonPlace roots;
    int32_t root_count = 0;
    if (!dry__json_expect_object(reader->report, &item) ||
        !dry__json_array(reader->report, &item, "nodes", DRY_SCENE_MAX_NODES, &roots, &root_count))
        return false;
    for (int32_t i = 0; i < root_count; ++i) {
        JsonPlace root = dry__json_item(&roots, (size_t)i);
        json_int_t index = json_is_integer(root.value) ? json_integer_value(root.value) : -1;
        if (index < 0 || index >= scene->node_count)
            return dry__json_fail(reader->report, &root, "is no index of one of the %d nodes",
                                  scene->node_count);
        DrySceneNode *node = &scene->nodes[index];
        if (node->parent >= 0 || node->in_scene)
            return dry__json_fail(reader->report, &root, "nodes[%d] is %s", (int)index,
                                  node->in_scene ? "listed twice" : "no root: it has a parent");
        node->in_scene = true;
        scene->order[scene->order_count++] = (int32_t)index;
    }
    return true;
}

/* Breadth first: parents come before their children. */
static bool place_nodes(SceneReader *reader, const JsonPlace *nodes)
{
    DryScene *scene = reader->scene;
    for (int32_t i = 0; i < scene->order_count; ++i) {
        DrySceneNode *node = &scene->nodes[scene->order[i]];
        node->in_scene = true;
        node->world =
            node->parent < 0 ? node->local : dry__affine_mul(&scene->nodes[node->parent].world, &node->local);
        if (!dry__affine_finite(&node->world)) {
            JsonPlace item = dry__json_item(nodes, (size_t)scene->order[i]);
            return dry__json_fail(reader->report, &item, "its place in the world is not finite");
        }
        for (int32_t child = node->first_child; child >= 0; child = scene->nodes[child].next_sibling)
            scene->order[scene->order_count++] = child;
    }
    return true;
}

static bool count_meshes(SceneReader *reader)
{
    JsonPlace meshes;
    DryScene *scene = reader->scene;
    if (!dry__json_array(reader->report, &reader->root, "meshes", DRY_SCENE_MAX_ITEMS, &meshes,
                         &scene->mesh_count))
        return false;
    scene->meshes = dry__read_alloc(reader, scene->mesh_count, sizeof *scene->meshes);
    return scene->meshes != NULL;
}

bool dry__read_nodes(SceneReader *reader)
{
    DryScene *scene = reader->scene;
    JsonPlace nodes;
    if (!count_meshes(reader) || !dry__json_array(reader->report, &reader->root, "nodes", DRY_SCENE_MAX_NODES,
                                                  &nodes, &scene->node_count))
        return false;
    scene->nodes = dry__read_alloc(reader, scene->node_count, sizeof *scene->nodes);
    scene->order = dry__read_alloc(reader, scene->node_count, sizeof *scene->order);
    if (!scene->nodes || !scene->order)
        return false;
    for (int32_t i = 0; i < scene->node_count; ++i) {
        JsonPlace item = dry__json_item(&nodes, (size_t)i);
        if (!read_node(reader, &item, &scene->nodes[i]))
            return false;
    }
    for (int32_t i = 0; i < scene->node_count; ++i) {
        JsonPlace item = dry__json_item(&nodes, (size_t)i);
        if (!link_children(reader, &item, i))
            return false;
    }
    return check_depths(reader, &nodes) && mark_roots(reader) && place_nodes(reader, &nodes);
}
