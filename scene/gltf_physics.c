#include "scene/gltf_physics.h"

#include "scene/limits.h"

#include <string.h>

static const double most_size = 1e9, most_mass = 1e15;

/* The extension of a node; value null when it has none. */
static bool node_extension(SceneReader *reader, const JsonPlace *node, JsonPlace *extensions,
                           JsonPlace *physics)
{
    return dry__json_object(reader->report, node, "extensions", extensions) &&
           dry__json_object(reader->report, extensions, "KHR_physics_rigid_bodies", physics);
}

/* ---- motion ---- */

static bool read_mass(SceneReader *reader, const JsonPlace *at, DrySceneBody *body)
{
    SceneReport *report = reader->report;
    body->has_mass = dry__json_member(at, "mass").value != NULL;
    body->inertia_orientation[3] = 1;
    if (!dry__json_number(report, at, "mass", 0, most_mass, &body->mass) ||
        !dry__json_numbers(report, at, "centerOfMass", 3, most_size, body->center, &body->has_center) ||
        !dry__json_numbers(report, at, "inertiaDiagonal", 3, 1e30, body->inertia, &body->has_inertia) ||
        !dry__json_numbers(report, at, "inertiaOrientation", 4, 1e6, body->inertia_orientation, NULL))
        return false;
    for (int i = 0; i < 3; ++i)
        if (body->inertia[i] < 0)
            return dry__json_fail(report, at, "inertiaDiagonal has a negative component, %g",
                                  body->inertia[i]);
    if (!dry__quat_normalize(body->inertia_orientation))
        return dry__json_fail(report, at, "inertiaOrientation is zero");
    return true;
}

static bool read_motion(SceneReader *reader, const JsonPlace *at, DrySceneBody *body)
{
    SceneReport *report = reader->report;
    bool kinematic = false;
    body->gravity_factor = 1;
    if (!dry__json_boolean(report, at, "isKinematic", &kinematic) || !read_mass(reader, at, body) ||
        !dry__json_numbers(report, at, "linearVelocity", 3, most_size, body->velocity, NULL) ||
        !dry__json_numbers(report, at, "angularVelocity", 3, most_size, body->angular_velocity, NULL) ||
        !dry__json_number(report, at, "gravityFactor", -most_size, most_size, &body->gravity_factor))
        return false;
    body->type = kinematic ? DRY_KINEMATIC : DRY_DYNAMIC;
    return true;
}

/* Pose of the body, and node space to body space for what was read in node space. */
static void place_body(SceneReader *reader, const JsonPlace *at, DrySceneBody *body)
{
    const DrySceneNode *node = &reader->scene->nodes[body->node];
    DryPolar polar;
    memcpy(body->position, node->world.t, sizeof body->position);
    body->rotation[3] = 1;
    if (!dry__affine_polar(&node->world, &polar)) {
        /* zero along all three axes is the way to turn a collider off */
        bool off =
            body->type == DRY_STATIC && node->scale[0] == 0 && node->scale[1] == 0 && node->scale[2] == 0;
        body->singular = true;
        if (!off)
            dry__json_warn(reader->report, at, "the node is scaled to nothing: it is not simulated");
        return;
    }
    memcpy(body->rotation, polar.rotation, sizeof body->rotation);
    if (!dry__polar_is_diagonal(&polar))
        dry__json_warn(
            reader->report, at,
            "the node is sheared by scaled and rotated parents: its animation is without the shear");
    DryAffine stretch = { .t = { 0, 0, 0 } };
    memcpy(stretch.r, polar.stretch, sizeof stretch.r);
    dry__affine_point(&stretch, body->center, body->center);
    dry__quat_rotate(body->rotation, body->velocity, body->velocity);
    dry__quat_rotate(body->rotation, body->angular_velocity, body->angular_velocity);
}

/* ---- geometry ---- */

static bool read_geometry(SceneReader *reader, const JsonPlace *at, DrySceneCollider *collider)
{
    DryScene *scene = reader->scene;
    SceneReport *report = reader->report;
    if (!dry__json_index(report, at, "shape", scene->shape_count, "shapes", &collider->shape) ||
        !dry__json_index(report, at, "node", scene->node_count, "nodes", &collider->mesh_node) ||
        !dry__json_index(report, at, "mesh", scene->mesh_count, "meshes", &collider->mesh) ||
        !dry__json_boolean(report, at, "convexHull", &collider->hull))
        return false;
    int given = (collider->shape >= 0) + (collider->mesh_node >= 0) + (collider->mesh >= 0);
    if (given != 1)
        return dry__json_fail(report, at, "needs %s",
                              given == 0 ? "a shape or a node" : "one of shape and node, not both");
    return true;
}

static bool read_collider(SceneReader *reader, const JsonPlace *at, DrySceneCollider *collider)
{
    JsonPlace geometry;
    DryScene *scene = reader->scene;
    collider->shape = collider->mesh_node = collider->mesh = collider->material = collider->filter = -1;
    if (!dry__json_object(reader->report, at, "geometry", &geometry) ||
        !dry__json_index(reader->report, at, "physicsMaterial", scene->material_count, "physicsMaterials",
                         &collider->material) ||
        !dry__json_index(reader->report, at, "collisionFilter", scene->filter_count, "collisionFilters",
                         &collider->filter))
        return false;
    if (!geometry.value)
        return dry__json_fail(reader->report, at, "has no geometry");
    return read_geometry(reader, &geometry, collider);
}

/* A trigger made of other nodes' triggers has no geometry of its own. */
static bool has_geometry(const JsonPlace *at)
{
    return json_object_get(at->value, "geometry") || !json_object_get(at->value, "nodes");
}

static bool check_trigger_nodes(SceneReader *reader, const JsonPlace *at)
{
    JsonPlace array;
    int32_t count = 0;
    if (!dry__json_array(reader->report, at, "nodes", DRY_SCENE_MAX_NODES, &array, &count))
        return false;
    for (int32_t i = 0; i < count; ++i) {
        JsonPlace item = dry__json_item(&array, (size_t)i);
        json_int_t index = json_is_integer(item.value) ? json_integer_value(item.value) : -1;
        if (index < 0 || index >= reader->scene->node_count)
            return dry__json_fail(reader->report, &item, "is no index of one of the %d nodes",
                                  reader->scene->node_count);
    }
    return true;
}

/* ---- from nodes to tables ---- */

/* Counts what the scene's nodes hold, so that the tables can be made; checks that the extension's members are
 * objects. */
static bool count_things(SceneReader *reader, const JsonPlace *nodes, int32_t *most_bodies,
                         int32_t *colliders, int32_t *joints)
{
    DryScene *scene = reader->scene;
    for (int32_t i = 0; i < scene->order_count; ++i) {
        JsonPlace node = dry__json_item(nodes, (size_t)scene->order[i]);
        JsonPlace extensions;
        JsonPlace physics;
        JsonPlace parts[4];
        static const char *const names[4] = { "motion", "collider", "trigger", "joint" };
        if (!node_extension(reader, &node, &extensions, &physics))
            return false;
        for (int k = 0; k < 4; ++k)
            if (!dry__json_object(reader->report, &physics, names[k], &parts[k]))
                return false;
        *most_bodies += parts[0].value || parts[1].value || parts[2].value;
        *colliders += (parts[1].value ? 1 : 0) + (parts[2].value ? 1 : 0);
        *joints += parts[3].value ? 1 : 0;
    }
    return true;
}

static bool add_collider(SceneReader *reader, const JsonPlace *at, int32_t node, bool trigger)
{
    DryScene *scene = reader->scene;
    if (!at->value)
        return true;
    if (trigger && !has_geometry(at))
        return check_trigger_nodes(reader, at);
    DrySceneCollider *collider = &scene->colliders[scene->collider_count];
    if (!read_collider(reader, at, collider))
        return false;
    collider->node = node;
    collider->body = scene->nodes[node].body;
    collider->trigger = trigger;
    scene->nodes[node].has_physics = true;
    ++scene->collider_count;
    return true;
}

/* The body a node belongs to: its own with motion, else that of its parent, else a static one when it
 * collides. */
static bool add_body(SceneReader *reader, const JsonPlace *at, int32_t index, const JsonPlace *motion,
                     bool collides)
{
    DryScene *scene = reader->scene;
    DrySceneNode *node = &scene->nodes[index];
    node->body = node->parent >= 0 ? scene->nodes[node->parent].body : -1;
    if (!motion->value && (node->body >= 0 || !collides))
        return true;
    if (scene->body_count >= DRY_SCENE_MAX_BODIES)
        return dry__json_fail(reader->report, at, "more than %d bodies", DRY_SCENE_MAX_BODIES);
    DrySceneBody *body = &scene->bodies[scene->body_count];
    *body = (DrySceneBody){ .node = index, .type = DRY_STATIC, .gravity_factor = 1 };
    if (motion->value && !read_motion(reader, motion, body))
        return false;
    place_body(reader, motion->value ? motion : at, body);
    node->body = scene->body_count++;
    node->has_physics = true;
    return true;
}

static bool read_node(SceneReader *reader, const JsonPlace *nodes, int32_t index)
{
    JsonPlace node = dry__json_item(nodes, (size_t)index);
    JsonPlace extensions;
    JsonPlace physics;
    if (!node_extension(reader, &node, &extensions, &physics))
        return false;
    JsonPlace motion = dry__json_member(&physics, "motion");
    JsonPlace collider = dry__json_member(&physics, "collider");
    JsonPlace trigger = dry__json_member(&physics, "trigger");
    bool collides = collider.value || (trigger.value && has_geometry(&trigger));
    return add_body(reader, physics.value ? &physics : &node, index, &motion, collides) &&
           add_collider(reader, &collider, index, false) && add_collider(reader, &trigger, index, true);
}

static bool read_joint(SceneReader *reader, const JsonPlace *nodes, int32_t index)
{
    DryScene *scene = reader->scene;
    JsonPlace node = dry__json_item(nodes, (size_t)index);
    JsonPlace extensions;
    JsonPlace physics;
    if (!node_extension(reader, &node, &extensions, &physics))
        return false;
    JsonPlace at = dry__json_member(&physics, "joint");
    if (!at.value)
        return true;
    DrySceneJoint joint = { .node = index, .connected_node = -1, .kind = -1 };
    if (!dry__json_index(reader->report, &at, "connectedNode", scene->node_count, "nodes",
                         &joint.connected_node) ||
        !dry__json_index(reader->report, &at, "joint", scene->joint_kind_count, "physicsJoints",
                         &joint.kind) ||
        !dry__json_boolean(reader->report, &at, "enableCollision", &joint.collide))
        return false;
    if (joint.connected_node < 0 || joint.kind < 0)
        return dry__json_fail(reader->report, &at, "needs connectedNode and joint");
    if (!scene->nodes[joint.connected_node].in_scene) {
        dry__json_warn(reader->report, &at, "connectedNode %d is not in the scene: the joint is left out",
                       joint.connected_node);
        return true;
    }
    scene->joints[scene->joint_count++] = joint;
    return true;
}

static bool allocate_tables(SceneReader *reader, int32_t bodies, int32_t colliders, int32_t joints)
{
    DryScene *scene = reader->scene;
    scene->bodies = dry__read_alloc(reader, bodies, sizeof *scene->bodies);
    scene->colliders = dry__read_alloc(reader, colliders, sizeof *scene->colliders);
    scene->joints = dry__read_alloc(reader, joints, sizeof *scene->joints);
    return scene->bodies && scene->colliders && scene->joints;
}

bool dry__read_physics_nodes(SceneReader *reader)
{
    DryScene *scene = reader->scene;
    JsonPlace nodes = dry__json_member(&reader->root, "nodes");
    int32_t bodies = 0;
    int32_t colliders = 0;
    int32_t joints = 0;
    if (!count_things(reader, &nodes, &bodies, &colliders, &joints) ||
        !allocate_tables(reader, bodies, colliders, joints))
        return false;
    for (int32_t i = 0; i < scene->order_count; ++i)
        if (!read_node(reader, &nodes, scene->order[i]))
            return false;
    for (int32_t i = 0; i < scene->order_count; ++i)
        if (!read_joint(reader, &nodes, scene->order[i]))
            return false;
    for (int32_t i = scene->order_count - 1; i >= 0; --i) {
        const DrySceneNode *node = &scene->nodes[scene->order[i]];
        if (node->has_physics && node->parent >= 0)
            scene->nodes[node->parent].has_physics = true;
    }
    return true;
}
