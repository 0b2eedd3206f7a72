#include "scene/build.h"

#include <stdio.h>

void dry__build_place(int32_t node, const char *member, char place[BUILD_PLACE_SIZE])
{
    (void)snprintf(place, BUILD_PLACE_SIZE, "nodes[%d].extensions.KHR_physics_rigid_bodies.%s", node, member);
}

DryAffine dry__build_relative(const DrySceneBody *body, const DryAffine *world)
{
    double inverse[4] = { -body->rotation[0], -body->rotation[1], -body->rotation[2], body->rotation[3] };
    DryAffine turn = { .t = { 0, 0, 0 } };
    dry__quat_to_matrix(inverse, turn.r);
    DryAffine moved = *world;
    for (int i = 0; i < 3; ++i)
        moved.t[i] -= body->position[i];
    return dry__affine_mul(&turn, &moved);
}

static bool all_zero(const double v[3])
{
    return v[0] == 0 && v[1] == 0 && v[2] == 0;
}

bool dry__build_infinite_mass(const DrySceneBody *body)
{
    return body->has_mass && body->mass == 0;
}

bool dry__build_infinite_inertia(const DrySceneBody *body)
{
    return body->has_inertia && all_zero(body->inertia);
}

/* Infinite in every way is what kinematic means. */
DryBodyType dry__build_type(const DrySceneBody *body)
{
    bool immovable =
        dry__build_infinite_mass(body) && (dry__build_infinite_inertia(body) || !body->has_inertia);
    return body->type == DRY_DYNAMIC && immovable ? DRY_KINEMATIC : body->type;
}
