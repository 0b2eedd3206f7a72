#include "kit/field_fluid.h"

#include "kit/displaced.h"
#include "kit/region.h"

#define PI 3.14159265358979323846

/* Sums over the shapes of a body. */
typedef struct Afloat {
    double under, whole; /* m^3 */
    FieldForce lift, drag;
    double drag_rate, turn_rate; /* force per speed, torque per angular speed, of the drag */
    bool inside;
} Afloat;

/* The surface as seen from the body's frame; none: everything is under it. */
static void surface(const DryField *field, const FieldBody *body, DVec *normal, double *height)
{
    DryRegionKind kind = field->region.kind;
    double top;
    if (kind != DRY_REGION_HALF_SPACE && kind != DRY_REGION_BOX && kind != DRY_REGION_CYLINDER) {
        *normal = dvec(0.0, 1.0, 0.0);
        *height = 1e30;
        return;
    }
    (void)dry__region_top(&field->region, &top);
    DVec n = dvec_rotate(field->region.pose.rotation, dvec(0.0, 1.0, 0.0));
    DVec origin = dry__region_local(&field->region, body->pose_soon.position);
    *normal = dvec_rotate_inverse(body->pose_soon.rotation, n);
    *height = top - origin.y;
}

static void add_force(FieldForce *sum, DVec force, DVec arm)
{
    sum->force = dvec_add_scaled(sum->force, force, 1.0);
    sum->torque = dvec_add_scaled(sum->torque, dvec_cross(arm, force), 1.0);
}

/* Half the density times the drag coefficient, the area of a ball of this volume, and the speed. */
static double quadratic_rate(const DryField *field, double volume, double speed)
{
    /* cube root of 3 V / 4 pi by Newton's method, from above */
    double q = 3.0 * volume / (4.0 * PI), r = q > 1.0 ? q : 1.0;
    for (int i = 0; i < 200; ++i) {
        double next = (2.0 * r + q / (r * r)) / 3.0;
        if (!(next < r)) {
            break;
        }
        r = next;
    }
    return 0.5 * (double)field->density * (double)field->quadratic_drag * PI * r * r * speed;
}

static void add_shape(const DryWorld *world, const DryField *field, const FieldBody *body,
                      const Displaced *part, Afloat *sum)
{
    sum->whole += part->whole;
    if (!(part->volume > 0.0)) {
        return;
    }
    DVec c = dvec_rotate(body->pose_soon.rotation, part->center);
    DryPos o = body->pose_soon.position, at = dry_pos(o.x + c.x, o.y + c.y, o.z + c.z);
    if (!dry__region_holds(&field->region, dry__region_local(&field->region, at))) {
        return;
    }
    sum->inside = true;
    sum->under += part->volume;
    double displaced = (double)field->density * part->volume;
    DVec arm = dvec(at.x - body->center_soon.x, at.y - body->center_soon.y, at.z - body->center_soon.z);
    DVec gravity = dvec_of(dry_world_gravity(world));
    add_force(&sum->lift, dvec(-displaced * gravity.x, -displaced * gravity.y, -displaced * gravity.z), arm);

    DVec flow = dvec_rotate(field->region.pose.rotation, dvec_of(field->flow));
    DVec speed = dvec_add_scaled(body->velocity, dvec_cross(body->spin, arm), 1.0);
    speed = dvec_sub(speed, flow);
    double rate = displaced * (double)field->linear_drag +
                  quadratic_rate(field, part->volume, sqrt(dvec_dot(speed, speed)));
    add_force(&sum->drag, dvec(-rate * speed.x, -rate * speed.y, -rate * speed.z), arm);
    sum->drag_rate += rate;
    sum->turn_rate += rate * dvec_dot(arm, arm);
}

/* The share of the drag that does not turn a motion round within the step. */
static double gentle_share(const FieldBody *body, const Afloat *sum, float dt)
{
    DrySym3 i = body->inertia;
    float least = i.xx < i.yy ? i.xx : i.yy;
    least = i.zz < least ? i.zz : least;
    double turns = least > 0.0f ? sum->turn_rate / (double)least : 0.0;
    double change = (double)dt * (sum->drag_rate / body->mass + turns);
    return change > 1.0 ? 1.0 / change : 1.0;
}

/* - rate I w, of the part that is under the surface. */
static DVec slow_turning(const DryField *field, const FieldBody *body, const Afloat *sum, float dt)
{
    double rate = (double)field->angular_drag * (sum->whole > 0.0 ? sum->under / sum->whole : 0.0);
    rate = rate * (double)dt > 1.0 ? 1.0 / (double)dt : rate;
    DrySym3 i = body->inertia;
    DVec w = dvec_rotate_inverse(body->pose.rotation, body->spin);
    DVec l = dvec((double)i.xx * w.x + (double)i.xy * w.y + (double)i.xz * w.z,
                  (double)i.xy * w.x + (double)i.yy * w.y + (double)i.yz * w.z,
                  (double)i.xz * w.x + (double)i.yz * w.y + (double)i.zz * w.z);
    l = dvec_rotate(body->pose.rotation, l);
    return dvec(-rate * l.x, -rate * l.y, -rate * l.z);
}

bool dry__field_fluid(const DryWorld *world, const DryField *field, const FieldBody *body, float dt,
                      FieldForce *out)
{
    DVec normal;
    double height;
    surface(field, body, &normal, &height);
    Afloat sum = { .under = 0.0 };
    DryShapeId shape = dry_body_next_shape(world, body->id, (DryShapeId){ 0, 0 });
    for (; shape.index != 0; shape = dry_body_next_shape(world, body->id, shape)) {
        if (!dry_shape_is_sensor(world, shape) &&
            dry__field_accepts(field->filter, dry_shape_filter(world, shape))) {
            Displaced part = dry__displaced(world, shape, normal, height);
            add_shape(world, field, body, &part, &sum);
        }
    }
    if (!sum.inside) {
        return false;
    }
    double share = gentle_share(body, &sum, dt);
    out->force = dvec_add_scaled(sum.lift.force, sum.drag.force, share);
    out->torque = dvec_add_scaled(sum.lift.torque, sum.drag.torque, share);
    out->torque = dvec_add_scaled(out->torque, slow_turning(field, body, &sum, dt), 1.0);
    return true;
}
