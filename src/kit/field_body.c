#include "kit/field_body.h"

/* The pose after `ahead` seconds at the present velocities. */
static DryPose pose_after(const FieldBody *b, DryVec3 local_center, float ahead)
{
    DryQuat q = b->pose.rotation;
    DryVec3 w = dry_vec3_scale(dvec_single(b->spin), 0.5f * ahead);
    DryQuat turn = { w.x, w.y, w.z, 0.0f }, change = dry_quat_mul(turn, q);
    q.x += change.x;
    q.y += change.y;
    q.z += change.z;
    q.w += change.w;
    DryPose pose = { b->center_soon, dry_quat_normalize(q) };
    DVec arm = dvec_rotate(pose.rotation, dvec_of(local_center));
    pose.position.x -= arm.x;
    pose.position.y -= arm.y;
    pose.position.z -= arm.z;
    return pose;
}

FieldBody dry__field_body(const DryWorld *world, DryBodyId id, float ahead)
{
    DryMass mass = dry_body_mass(world, id);
    FieldBody b = { .id = id,
                    .mass = (double)mass.mass,
                    .inertia = mass.inertia,
                    .pose = dry_body_pose(world, id),
                    .center = dry_body_center(world, id),
                    .velocity = dvec_of(dry_body_velocity(world, id)),
                    .spin = dvec_of(dry_body_angular_velocity(world, id)) };
    double scale = (double)dry_body_gravity_scale(world, id), h = (double)ahead;
    DVec g = dvec_of(dry_world_gravity(world));
    b.gravity = dvec(g.x * scale, g.y * scale, g.z * scale);
    b.center_soon =
        dry_pos(b.center.x + h * b.velocity.x, b.center.y + h * b.velocity.y, b.center.z + h * b.velocity.z);
    b.pose_soon = pose_after(&b, mass.center, ahead);
    return b;
}

bool dry__field_accepts(DryFilter field, DryFilter shape)
{
    if (field.group != 0 && field.group == shape.group) {
        return field.group > 0;
    }
    return (field.mask & shape.category) != 0 && (shape.mask & field.category) != 0;
}
