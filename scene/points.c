#include "scene/points.h"

enum {
    CYLINDER_SIDES = 32,
    CAP_RINGS = 3
};

static void set(double point[3], double x, double y, double z)
{
    point[0] = x;
    point[1] = y;
    point[2] = z;
}

/* `sides` points around the y axis; a ring without radius is one point. The library's own sine gives the same
 * points everywhere. */
static int32_t ring(double points[][3], double radius, double y, int32_t sides, double phase)
{
    if (!(radius > 0)) {
        set(points[0], 0, y, 0);
        return 1;
    }
    for (int32_t i = 0; i < sides; ++i) {
        float sine;
        float cosine;
        dry_sin_cos((float)(2 * 3.14159265358979323846 * (i + phase) / sides), &sine, &cosine);
        set(points[i], radius * (double)cosine, y, radius * (double)sine);
    }
    return sides;
}

static int32_t cylinder_points(const DrySceneShape *shape, double points[][3])
{
    int32_t count = ring(points, shape->radius_bottom, -0.5 * shape->height, CYLINDER_SIDES, 0);
    return count + ring(points + count, shape->radius_top, 0.5 * shape->height, CYLINDER_SIDES, 0);
}

/* Rings from latitude `first` on and a pole, on the side of `sign`. */
static int32_t cap_points(double points[][3], double radius, double center, double sign, int32_t first)
{
    static const double latitudes[CAP_RINGS] = { 0.0, 0.6109, 1.1345 };
    static const int32_t sides[CAP_RINGS] = { 12, 12, 6 };
    int32_t count = 0;
    if (!(radius > 0)) {
        set(points[0], 0, center, 0);
        return 1;
    }
    for (int32_t k = first; k < CAP_RINGS; ++k) {
        float sine;
        float cosine;
        dry_sin_cos((float)latitudes[k], &sine, &cosine);
        count += ring(points + count, radius * (double)cosine, center + sign * radius * (double)sine,
                      sides[k], k == 1 ? 0.5 : 0);
    }
    set(points[count], 0, center + sign * radius, 0);
    return count + 1;
}

static int32_t box_points(const DrySceneShape *shape, double points[][3])
{
    for (int i = 0; i < 8; ++i)
        set(points[i], (i & 1 ? 0.5 : -0.5) * shape->size[0], (i & 2 ? 0.5 : -0.5) * shape->size[1],
            (i & 4 ? 0.5 : -0.5) * shape->size[2]);
    return 8;
}

int32_t dry__shape_points(const DrySceneShape *shape, double points[SHAPE_POINTS][3])
{
    int32_t count = 0;
    switch (shape->kind) {
    case DRY_SCENE_BOX:
        return box_points(shape, points);
    case DRY_SCENE_CYLINDER:
        return cylinder_points(shape, points);
    case DRY_SCENE_CAPSULE:
        count = cap_points(points, shape->radius_bottom, -0.5 * shape->height, -1, 0);
        return count + cap_points(points + count, shape->radius_top, 0.5 * shape->height, 1, 0);
    case DRY_SCENE_SPHERE:
        count = cap_points(points, shape->radius_top, 0, -1, 0);
        return count + cap_points(points + count, shape->radius_top, 0, 1, 1);
    case DRY_SCENE_PLANE:
    case DRY_SCENE_UNKNOWN:
    default:
        return 0;
    }
}
