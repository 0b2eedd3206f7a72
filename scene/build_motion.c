#include "scene/build_motion.h"

#include <string.h>

static bool all_zero(const double v[3])
{
    return v[0] == 0 && v[1] == 0 && v[2] == 0;
}

static DryVec3 to_float(const double v[3])
{
    return dry_vec3((float)v[0], (float)v[1], (float)v[2]);
}

/*
 * Principal moments that a body can have: none exceeds the sum of the other two. An infinite one becomes as
 * large as it can be beside the finite ones; where the file's own break the rule the two smaller ones are
 * raised.
 */
static void plausible_moments(SceneBuilder *builder, const char *place, double m[3])
{
    int zeros = (m[0] == 0) + (m[1] == 0) + (m[2] == 0);
    if (zeros == 1) {
        int i = m[0] == 0 ? 0 : m[1] == 0 ? 1 : 2;
        m[i] = m[(i + 1) % 3] + m[(i + 2) % 3];
        dry__warnings_add(
            &builder->map->warnings, place,
            "inertiaDiagonal[%d] is infinite and the others are not: %g, the largest possible, is used", i,
            m[i]);
        return;
    }
    if (zeros == 2) {
        double finite = fmax(fmax(m[0], m[1]), m[2]);
        for (int i = 0; i < 3; ++i)
            m[i] = m[i] == 0 ? 1e4 * finite : m[i];
        return;
    }
    int k = m[1] > m[0] ? 1 : 0;
    k = m[2] > m[k] ? 2 : k;
    double rest = m[(k + 1) % 3] + m[(k + 2) % 3];
    if (m[k] <= rest)
        return;
    for (int i = 1; i <= 2; ++i)
        m[(k + i) % 3] *= m[k] / rest;
    dry__warnings_add(
        &builder->map->warnings, place,
        "inertiaDiagonal is of no body: %g exceeds the sum of the other two, %g, which were raised", m[k],
        rest);
}

static DrySym3 tensor(const double m[3], const double orientation[4])
{
    double r[3][3];
    double s[3][3];
    dry__quat_to_matrix(orientation, r);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            s[i][k] = r[i][0] * m[0] * r[k][0] + r[i][1] * m[1] * r[k][1] + r[i][2] * m[2] * r[k][2];
    DrySym3 inertia = { (float)s[0][0], (float)s[0][1], (float)s[0][2],
                        (float)s[1][1], (float)s[1][2], (float)s[2][2] };
    return inertia;
}

static DrySym3 scaled(DrySym3 s, float factor)
{
    DrySym3 r = { s.xx * factor, s.xy * factor, s.xz * factor, s.yy * factor, s.yz * factor, s.zz * factor };
    return r;
}

static void set_mass(SceneBuilder *builder, const DrySceneBody *body, DryBodyId id, const char *place)
{
    DryMass shapes = dry_body_mass(builder->world, id);
    bool shaped = shapes.mass > 0.0f;
    DryMass mass = shapes;
    mass.mass = body->has_mass && body->mass > 0 ? (float)body->mass : shaped ? shapes.mass : 1.0f;
    if (body->has_center)
        mass.center = to_float(body->center);
    if (body->has_inertia && !dry__build_infinite_inertia(body)) {
        double moments[3];
        memcpy(moments, body->inertia, sizeof moments);
        plausible_moments(builder, place, moments);
        mass.inertia = tensor(moments, body->inertia_orientation);
    } else if (shaped) {
        mass.inertia = scaled(shapes.inertia, mass.mass / shapes.mass);
    } else {
        /* as of a ball one metre across */
        float moment = 0.1f * mass.mass;
        mass.inertia = (DrySym3){ moment, 0, 0, moment, 0, moment };
        dry__warnings_add(&builder->map->warnings, place,
                          "no collider gives it %s: %g kg and that of a ball one metre across are used",
                          body->has_mass ? "an inertia" : "mass and inertia", (double)mass.mass);
    }
    if (dry_body_set_mass(builder->world, id, &mass) != DRY_OK)
        dry__warnings_add(&builder->map->warnings, place, "mass properties left out: %s",
                          dry_world_error(builder->world));
}

static void set_locks(SceneBuilder *builder, const DrySceneBody *body, DryBodyId id, const char *place)
{
    uint32_t locks = 0;
    if (dry__build_infinite_mass(body))
        locks |= DRY_LOCK_LINEAR_X | DRY_LOCK_LINEAR_Y | DRY_LOCK_LINEAR_Z;
    if (dry__build_infinite_inertia(body))
        locks |= DRY_LOCK_ROTATION;
    bool moves = (dry__build_infinite_mass(body) && !all_zero(body->velocity)) ||
                 (dry__build_infinite_inertia(body) && !all_zero(body->angular_velocity));
    if (moves)
        dry__warnings_add(&builder->map->warnings, place,
                          "mass or inertia is infinite along a velocity, which is ignored");
    if (locks != 0 && dry_body_set_locks(builder->world, id, locks) != DRY_OK)
        dry__warnings_add(&builder->map->warnings, place, "%s", dry_world_error(builder->world));
}

void dry__build_motion(SceneBuilder *builder, int32_t index)
{
    const DrySceneBody *body = &builder->scene->bodies[index];
    DryBodyId id = builder->map->bodies[index];
    DryBodyType type = dry__build_type(body);
    if (id.index == 0 || type == DRY_STATIC)
        return;
    char place[BUILD_PLACE_SIZE];
    dry__build_place(body->node, "motion", place);
    if (type == DRY_DYNAMIC) {
        if (body->has_mass || body->has_center || body->has_inertia ||
            !(dry_body_mass(builder->world, id).mass > 0.0f))
            set_mass(builder, body, id, place);
        set_locks(builder, body, id, place);
    }
    if (!all_zero(body->velocity) &&
        dry_body_set_velocity(builder->world, id, to_float(body->velocity)) != DRY_OK)
        dry__warnings_add(&builder->map->warnings, place, "linearVelocity: %s",
                          dry_world_error(builder->world));
    if (!all_zero(body->angular_velocity) &&
        dry_body_set_angular_velocity(builder->world, id, to_float(body->angular_velocity)) != DRY_OK)
        dry__warnings_add(&builder->map->warnings, place, "angularVelocity: %s",
                          dry_world_error(builder->world));
}
