#include "geometry/shape_near.h"

#include "geometry/mesh_near.h"

/* ---- half-spaces ---- */

static ShapeGap half_space_gap(const Convex *mover)
{
    ShapeGap gap = { .normal = d3(0.0, 1.0, 0.0), .triangle = -1 };
    gap.on_mover = dry__convex_support(mover, d3(0.0, -1.0, 0.0));
    gap.on_mover.y -= mover->radius;
    gap.separation = gap.on_mover.y;
    gap.on_target = d3(gap.on_mover.x, 0.0, gap.on_mover.z);
    return gap;
}

static bool half_space_sweep(const Convex *mover, const ShapeSweep *sweep, double *fraction, ShapeGap *gap)
{
    *gap = half_space_gap(mover);
    ConvexGap start = { .separation = gap->separation, .normal = d3(0.0, -1.0, 0.0) };
    SweepState state = dry__sweep_start(&start, sweep, SWEEP_TOUCH * mover->reach);
    *fraction = 0.0;
    if (state != SWEEP_GOES_ON) {
        return state == SWEEP_HITS;
    }
    if (!(sweep->way.y < 0.0 && gap->separation <= -sweep->way.y * sweep->limit)) {
        return false;
    }
    *fraction = gap->separation / -sweep->way.y;
    gap->on_mover = d3_mad(gap->on_mover, sweep->way, *fraction);
    gap->on_target = d3(gap->on_mover.x, 0.0, gap->on_mover.z);
    gap->separation = 0.0;
    return true;
}

/* ---- all kinds ---- */

Convex dry__shape_in_frame(const PlacedShape *mover, const PlacedShape *target, BoxHull *box, D33 *turn)
{
    *turn = d33_from_quat(target->rotation);
    D33 own = d33_from_quat(mover->rotation);
    D33 axes = { d33_mul_transposed(turn, own.cx), d33_mul_transposed(turn, own.cy),
                 d33_mul_transposed(turn, own.cz) };
    D3 between = d3(mover->position.x - target->position.x, mover->position.y - target->position.y,
                    mover->position.z - target->position.z);
    return dry__convex_from(mover->geometry, axes, d33_mul_transposed(turn, between), box);
}

static Convex at_home(const ShapeGeometry *g, BoxHull *box)
{
    const D33 axes = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    return dry__convex_from(g, axes, d3(0.0, 0.0, 0.0), box);
}

bool dry__shape_gap(const PlacedShape *mover, const PlacedShape *target, double reach, ShapeGap *gap)
{
    BoxHull own, other;
    D33 turn;
    Convex a = dry__shape_in_frame(mover, target, &own, &turn);
    if (target->geometry->kind == SHAPE_MESH) {
        return dry__mesh_gap(target->geometry->u.mesh.mesh, &a, reach, gap);
    }
    if (target->geometry->kind == SHAPE_HALF_SPACE) {
        *gap = half_space_gap(&a);
        return gap->separation <= reach;
    }
    Convex b = at_home(target->geometry, &other);
    ConvexGap found;
    if (!dry__convex_gap(&a, &b, reach, &found)) {
        return false;
    }
    *gap = shape_gap_from(&found, -1);
    return true;
}

bool dry__shape_touches(const PlacedShape *mover, const PlacedShape *target)
{
    ShapeGap gap;
    BoxHull own;
    D33 turn;
    if (target->geometry->kind != SHAPE_MESH) {
        return dry__shape_gap(mover, target, 0.0, &gap);
    }
    Convex a = dry__shape_in_frame(mover, target, &own, &turn);
    return dry__mesh_touches(target->geometry->u.mesh.mesh, &a);
}

bool dry__shape_sweep(const PlacedShape *mover, const PlacedShape *target, const ShapeSweep *sweep,
                      double *fraction, ShapeGap *gap)
{
    BoxHull own, other;
    D33 turn;
    Convex a = dry__shape_in_frame(mover, target, &own, &turn);
    a.radius += sweep->grown;
    a.reach += sweep->grown;
    ShapeSweep local = *sweep;
    local.way = d33_mul_transposed(&turn, sweep->way);
    if (target->geometry->kind == SHAPE_MESH) {
        return dry__mesh_sweep(target->geometry->u.mesh.mesh, &a, &local, fraction, gap);
    }
    if (target->geometry->kind == SHAPE_HALF_SPACE) {
        return half_space_sweep(&a, &local, fraction, gap);
    }
    Convex b = at_home(target->geometry, &other);
    ConvexGap found;
    if (!dry__convex_sweep(&a, &b, &local, fraction, &found)) {
        return false;
    }
    *gap = shape_gap_from(&found, -1);
    return true;
}
