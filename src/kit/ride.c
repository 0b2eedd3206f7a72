#include "kit/ride.h"

static DVec turn(DryQuat q, DVec v, double sign)
{
    DVec u = dvec((double)q.x * sign, (double)q.y * sign, (double)q.z * sign);
    double w = (double)q.w;
    DVec t = dvec_add_scaled(dvec_cross(u, v), v, w);
    return dvec_add_scaled(v, dvec_cross(u, t), 2.0 / (dvec_dot(u, u) + w * w));
}

DVec dry__ride_local(DryPose pose, DryPos p)
{
    DryPos o = pose.position;
    return turn(pose.rotation, dvec(p.x - o.x, p.y - o.y, p.z - o.z), -1.0);
}

DryPos dry__ride_point(DryPose pose, DVec local)
{
    DVec v = turn(pose.rotation, local, 1.0);
    return dry_pos(pose.position.x + v.x, pose.position.y + v.y, pose.position.z + v.z);
}

DryPose dry__ride_pose(const DryWorld *world, DryBodyId body, double dt)
{
    DryPose pose = dry_body_pose(world, body), target;
    if (dt <= 0.0 || dry_body_type(world, body) == DRY_STATIC || !dry_body_is_enabled(world, body)) {
        return pose;
    }
    if (dry_body_target(world, body, &target)) {
        return target;
    }
    DVec v = dvec_of(dry_body_velocity(world, body)), w = dvec_of(dry_body_angular_velocity(world, body));
    DryPos center = dry_body_center(world, body);
    DVec local = dry__ride_local(pose, center);
    double speed = sqrt(dvec_dot(w, w));
    if (speed > 0.0) {
        DryQuat spin = dry_quat_from_axis_angle(dvec_single(w), (float)(speed * dt));
        pose.rotation = dry_quat_normalize(dry_quat_mul(spin, pose.rotation));
    }
    DVec arm = turn(pose.rotation, local, 1.0);
    pose.position =
        dry_pos(center.x + v.x * dt - arm.x, center.y + v.y * dt - arm.y, center.z + v.z * dt - arm.z);
    return pose;
}

DVec dry__ride_way(const DryWorld *world, DryBodyId body, DryPos point, double dt)
{
    DVec local = dry__ride_local(dry_body_pose(world, body), point);
    DryPos then = dry__ride_point(dry__ride_pose(world, body, dt), local);
    return dvec(then.x - point.x, then.y - point.y, then.z - point.z);
}

double dry__ride_yaw(DryQuat from, DryQuat to, DVec up)
{
    DryQuat q = dry_quat_mul(to, dry_quat_conjugate(from));
    double along = (double)q.x * up.x + (double)q.y * up.y + (double)q.z * up.z;
    double sign = q.w < 0.0f ? -1.0 : 1.0;
    return 2.0 * (double)dry_atan2((float)(along * sign), (float)((double)q.w * sign));
}
