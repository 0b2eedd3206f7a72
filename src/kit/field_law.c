#include "kit/field_law.h"

#include "kit/field_fluid.h"
#include "kit/region.h"

#define TWO_PI 6.283185307179586

/* Whether the filter accepts one of the body's shapes. */
static bool accepts_body(const DryWorld *world, DryFilter filter, DryBodyId body)
{
    DryShapeId shape = dry_body_next_shape(world, body, (DryShapeId){ 0, 0 });
    for (; shape.index != 0; shape = dry_body_next_shape(world, body, shape)) {
        if (!dry_shape_is_sensor(world, shape) &&
            dry__field_accepts(filter, dry_shape_filter(world, shape))) {
            return true;
        }
    }
    return false;
}

/* A rate, 1/s, at which a speed may fall in one step without turning round. */
static double gentle(float rate, float dt)
{
    return rate * dt > 1.0f ? 1.0 / (double)dt : (double)rate;
}

/* The following give accelerations in the region's axes, for a place and velocity in them. */

static DVec vent(const DryField *f, DVec place, DVec velocity, double mass, float dt)
{
    double top = 0.0, bottom = 0.0;
    (void)dry__region_top(&f->region, &top);
    (void)dry__region_bottom(&f->region, &bottom);
    double left = (top - place.y) / (top - bottom), factor = 1.0;
    if (f->falloff == DRY_FALLOFF_LINEAR) {
        factor = left;
    } else if (f->falloff == DRY_FALLOFF_QUADRATIC) {
        factor = left * left;
    }
    double a = (double)f->strength * factor / (f->per_mass ? 1.0 : mass);
    return dvec(0.0, a - gentle(f->damping, dt) * velocity.y, 0.0);
}

static DVec whirl(const DryField *f, DVec place, DVec velocity, float dt)
{
    double rate = gentle(f->damping, dt), spin = (double)f->spin;
    double r = sqrt(place.x * place.x + place.z * place.z), pull = r > 1e-9 ? (double)f->strength / r : 0.0;
    return dvec(rate * (spin * place.z - velocity.x) - pull * place.x, 0.0,
                rate * (-spin * place.x - velocity.z) - pull * place.z);
}

/* a = -k (x + h v') - c v' with the velocity v' = v + h (g + a) after the step: implicit, stable at any k. */
static DVec tractor(const DryField *f, DVec place, DVec velocity, DVec gravity, double mass, float dt)
{
    double omega = TWO_PI * (double)f->frequency, k = omega * omega, h = (double)dt;
    double c = 2.0 * (double)f->damping_ratio * omega, rate = c + h * k, s = 1.0 / (1.0 + h * rate);
    DVec v = dvec_add_scaled(velocity, gravity, h);
    DVec a = dvec(-s * (k * place.x + rate * v.x), -s * (k * place.y + rate * v.y),
                  -s * (k * place.z + rate * v.z));
    if (f->along_axis) {
        a.y = 0.0;
    }
    double force = mass * sqrt(dvec_dot(a, a)), most = (double)f->max_force;
    if (force > most) {
        double less = most / force;
        a = dvec(a.x * less, a.y * less, a.z * less);
    }
    return a;
}

bool dry__field_law(const DryWorld *world, const DryField *field, const FieldBody *body, float dt,
                    FieldForce *out)
{
    *out = (FieldForce){ .force = { 0.0, 0.0, 0.0 } };
    if (field->kind == DRY_FIELD_FLUID) {
        return dry__field_fluid(world, field, body, dt, out);
    }
    /* the tractor's spring is implicit and looks ahead by itself */
    DryPos at = field->kind == DRY_FIELD_TRACTOR ? body->center : body->center_soon;
    DVec place = dry__region_local(&field->region, at);
    if (!dry__region_holds(&field->region, place) || !accepts_body(world, field->filter, body->id)) {
        return false;
    }
    DryQuat axes = field->region.pose.rotation;
    DVec velocity = dvec_rotate_inverse(axes, body->velocity), a = dvec(0.0, 0.0, 0.0);
    switch (field->kind) {
    case DRY_FIELD_VENT:
        a = vent(field, place, velocity, body->mass, dt);
        break;
    case DRY_FIELD_WHIRL:
        a = whirl(field, place, velocity, dt);
        break;
    case DRY_FIELD_TRACTOR:
        a = tractor(field, place, velocity, dvec_rotate_inverse(axes, body->gravity), body->mass, dt);
        break;
    case DRY_FIELD_GRAVITY:
        a = dvec_of(field->acceleration);
        break;
    case DRY_FIELD_FLUID:
        break;
    }
    out->force = dvec_rotate(axes, dvec(body->mass * a.x, body->mass * a.y, body->mass * a.z));
    if (field->kind == DRY_FIELD_GRAVITY) {
        double change = body->mass * ((double)field->gravity_scale - 1.0);
        out->force = dvec_add_scaled(out->force, body->gravity, change);
    }
    return true;
}
