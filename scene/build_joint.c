#include "scene/build_joint.h"

#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* What the limits of a joint come to. */
typedef struct JointPlan {
    DrySixAxisDef def;
    DrySceneWarnings *warnings;
    char place[BUILD_PLACE_SIZE]; /**< of the kind of joint */
} JointPlan;

static int count_axes(uint32_t axes)
{
    return (int)(axes & 1u) + (int)(axes >> 1 & 1u) + (int)(axes >> 2 & 1u);
}

static DryLimit make_limit(const DrySceneLimit *limit, double lower, double upper)
{
    DryLimit result = { .enabled = true, .lower = (float)lower, .upper = (float)upper };
    if (limit->soft) {
        result.stiffness = (float)limit->stiffness;
        result.damping = (float)limit->damping;
    }
    return result;
}

/* A range of one axis; what the axis had before is narrowed. */
static void limit_axis(JointPlan *plan, int32_t index, const DrySceneLimit *limit, DryAxisDef *axis,
                       double lower, double upper)
{
    if (axis->motion == DRY_AXIS_LOCKED)
        return;
    if (axis->motion == DRY_AXIS_LIMITED) {
        lower = fmax(lower, (double)axis->limit.lower);
        upper = fmin(upper, (double)axis->limit.upper);
    }
    if (!(lower <= upper)) {
        dry__warnings_add(plan->warnings, plan->place, "limits[%d] contradicts another limit and is left out",
                          index);
        return;
    }
    if (lower == 0 && upper == 0 && !limit->soft) {
        axis->motion = DRY_AXIS_LOCKED;
        return;
    }
    axis->motion = DRY_AXIS_LIMITED;
    axis->limit = make_limit(limit, lower, upper);
}

/* Whether the limit can be had axis by axis: one axis, or several held at zero. A spring towards zero over
   several axes is the same spring along each. */
static bool is_separable(const DrySceneLimit *limit)
{
    return count_axes(limit->linear_axes | limit->angular_axes) == 1 || limit->max == 0;
}

static bool has_effect(const DrySceneLimit *limit)
{
    return !(limit->soft && limit->stiffness == 0) && (isfinite(limit->min) || isfinite(limit->max));
}

static void plan_separable(JointPlan *plan, int32_t index, const DrySceneLimit *limit)
{
    uint32_t axes = limit->linear_axes | limit->angular_axes;
    DryAxisDef *defs = limit->linear_axes ? plan->def.linear : plan->def.angular;
    bool several = count_axes(axes) > 1;
    for (int i = 0; i < 3; ++i)
        if (axes & 1u << i)
            limit_axis(plan, index, limit, &defs[i], several ? 0 : limit->min, limit->max);
}

/* A distance or an angle over two or three axes. Those that are locked already do not count. */
static void plan_set(JointPlan *plan, int32_t index, const DrySceneLimit *limit)
{
    bool linear = limit->linear_axes != 0;
    uint32_t axes = limit->linear_axes | limit->angular_axes;
    DryAxisDef *defs = linear ? plan->def.linear : plan->def.angular;
    DryAxisSetLimit *set = linear ? &plan->def.linear_set : &plan->def.angular_set;
    for (int i = 0; i < 3; ++i)
        if (defs[i].motion == DRY_AXIS_LOCKED)
            axes &= ~(1u << i);
    double lower = fmax(limit->min, 0);
    double upper = linear ? limit->max : fmin(limit->max, pi);
    if (axes == 0 || (lower == 0 && !isfinite(upper)))
        return;
    if (count_axes(axes) == 1) {
        int i = axes == 1 ? 0 : axes == 2 ? 1 : 2;
        if (lower > 0)
            dry__warnings_add(plan->warnings, plan->place,
                              "limits[%d]: min %g over axes of which one is free is taken as 0", index,
                              lower);
        limit_axis(plan, index, limit, &defs[i], -upper, upper);
        return;
    }
    if (set->axes != 0) {
        dry__warnings_add(plan->warnings, plan->place,
                          "limits[%d] is left out: a joint has one %s range over several axes", index,
                          linear ? "linear" : "angular");
        return;
    }
    set->axes = axes;
    set->limit = make_limit(limit, lower, upper);
}

static void plan_drive(JointPlan *plan, int32_t index, const DrySceneDrive *drive)
{
    DryAxisDef *axis = drive->angular ? &plan->def.angular[drive->axis] : &plan->def.linear[drive->axis];
    if (drive->stiffness == 0 && drive->damping == 0)
        return;
    if (axis->motion == DRY_AXIS_LOCKED) {
        dry__warnings_add(plan->warnings, plan->place, "drives[%d] is left out: its axis is locked", index);
        return;
    }
    if (axis->drive.mode != DRY_DRIVE_OFF) {
        dry__warnings_add(plan->warnings, plan->place, "drives[%d] is left out: its axis has a drive already",
                          index);
        return;
    }
    axis->drive = dry_drive_default();
    axis->drive.mode = drive->stiffness > 0 ? DRY_DRIVE_POSITION : DRY_DRIVE_VELOCITY;
    axis->drive.target = (float)drive->position_target;
    axis->drive.target_velocity = (float)drive->velocity_target;
    axis->drive.stiffness = (float)drive->stiffness;
    axis->drive.damping = (float)drive->damping;
    axis->drive.max_force = (float)drive->max_force;
    axis->drive.acceleration = drive->acceleration;
}

static void plan_kind(JointPlan *plan, const DrySceneJointKind *kind)
{
    for (int i = 0; i < 3; ++i)
        plan->def.linear[i].motion = plan->def.angular[i].motion = DRY_AXIS_FREE;
    for (int pass = 0; pass < 2; ++pass) {
        for (int32_t i = 0; i < kind->limit_count; ++i) {
            const DrySceneLimit *limit = &kind->limits[i];
            if (!has_effect(limit) || is_separable(limit) != (pass == 0))
                continue;
            if (pass == 0)
                plan_separable(plan, i, limit);
            else
                plan_set(plan, i, limit);
        }
    }
    for (int32_t i = 0; i < kind->drive_count; ++i)
        plan_drive(plan, i, &kind->drives[i]);
}

/* The body a node belongs to and the node's frame in it; the anchor of the world for nodes without one. */
static bool attach(SceneBuilder *builder, int32_t index, DryBodyId *body, DryFrame *frame)
{
    static const DrySceneBody world = { .rotation = { 0, 0, 0, 1 } };
    const DrySceneNode *node = &builder->scene->nodes[index];
    const DrySceneBody *owner = node->body >= 0 ? &builder->scene->bodies[node->body] : &world;
    if (node->body >= 0) {
        *body = builder->map->bodies[node->body];
    } else {
        if (builder->map->anchor.index == 0) {
            DryBodyDef def = dry_body_def_default();
            builder->map->anchor = dry_body_create(builder->world, &def);
        }
        *body = builder->map->anchor;
    }
    DryAffine relative = dry__build_relative(owner, &node->world);
    DryPolar polar;
    if (!dry__affine_polar(&relative, &polar))
        return false;
    frame->position = dry_vec3((float)relative.t[0], (float)relative.t[1], (float)relative.t[2]);
    frame->rotation = dry__quat_to_float(polar.rotation);
    return body->index != 0;
}

static bool is_moving(const DryScene *scene, int32_t body)
{
    return body >= 0 && dry__build_type(&scene->bodies[body]) == DRY_DYNAMIC;
}

/* Why two nodes cannot be joined, or null. */
static const char *refusal(const DryScene *scene, const DrySceneJoint *joint)
{
    int32_t a = scene->nodes[joint->node].body;
    int32_t b = scene->nodes[joint->connected_node].body;
    if (a == b && a >= 0)
        return "both nodes belong to one body";
    if (!is_moving(scene, a) && !is_moving(scene, b))
        return "neither node belongs to a body that forces move";
    return NULL;
}

void dry__build_joint(SceneBuilder *builder, int32_t index)
{
    const DryScene *scene = builder->scene;
    const DrySceneJoint *joint = &scene->joints[index];
    JointPlan plan = { .def = dry_six_axis_def_default(), .warnings = &builder->map->warnings };
    char place[BUILD_PLACE_SIZE];
    dry__build_place(joint->node, "joint", place);
    (void)snprintf(plan.place, sizeof plan.place, "extensions.KHR_physics_rigid_bodies.physicsJoints[%d]",
                   joint->kind);
    const char *reason = refusal(scene, joint);
    if (!reason && (!attach(builder, joint->node, &plan.def.body_a, &plan.def.frame_a) ||
                    !attach(builder, joint->connected_node, &plan.def.body_b, &plan.def.frame_b)))
        reason = "a node is scaled to nothing";
    if (reason) {
        dry__warnings_add(&builder->map->warnings, place, "left out: %s", reason);
        return;
    }
    plan_kind(&plan, &scene->joint_kinds[joint->kind]);
    plan.def.collide_connected = joint->collide;
    builder->map->joints[index] = dry_six_axis_create(builder->world, &plan.def);
    if (builder->map->joints[index].index == 0)
        dry__warnings_add(&builder->map->warnings, place, "left out: %s", dry_world_error(builder->world));
}
