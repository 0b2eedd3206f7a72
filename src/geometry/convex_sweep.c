#include "geometry/convex_sweep.h"

enum {
    SWEEP_STEPS = 96
};

/* A motion that closes in at less of its speed does not lead deeper. */
#define PARALLEL 1e-6
/* A sweep that has not ended by then grazes the target this closely. */
#define GRAZE 1e-6

static Convex moved(const Convex *c, D3 way, double t)
{
    Convex r = *c;
    r.at = d3_mad(c->at, way, t);
    r.center = d3_mad(c->center, way, t);
    return r;
}

SweepState dry__sweep_start(const ConvexGap *gap, const ShapeSweep *sweep, double touch)
{
    double closing = d3_dot(sweep->way, gap->normal);
    bool deeper = closing > PARALLEL * d3_length(sweep->way);
    if (gap->separation > touch) {
        return SWEEP_GOES_ON;
    }
    if (gap->separation >= -touch) {
        return deeper ? SWEEP_HITS : SWEEP_MISSES;
    }
    bool counts = sweep->start == START_HIT || (sweep->start == START_DEEPER && deeper);
    return counts ? SWEEP_HITS : SWEEP_MISSES;
}

/* The separation of convex shapes is a convex function of the motion, and a plane that separates them bounds
   it from below: Newton's method approaches the first contact from before it, and never steps over it. */
bool dry__convex_sweep(const Convex *mover, const Convex *target, const ShapeSweep *sweep, double *fraction,
                       ConvexGap *gap)
{
    double size = mover->reach + target->reach, touch = SWEEP_TOUCH * size, t = 0.0, closing = 0.0;
    for (int i = 0; i < SWEEP_STEPS; ++i) {
        Convex now = moved(mover, sweep->way, t);
        D3 normal = i > 0 ? gap->normal : d3(0.0, 0.0, 0.0), on_a, on_b;
        (void)dry__convex_gap(&now, target, 1e300, gap);
        if (i == 0) {
            SweepState state = dry__sweep_start(gap, sweep, touch);
            *fraction = 0.0;
            if (state != SWEEP_GOES_ON) {
                return state == SWEEP_HITS;
            }
        }
        if (gap->separation <= touch) {
            /* where they overlap by rounding the normal before that is the better one */
            gap->normal = gap->separation < 0.0 ? normal : gap->normal;
            closing = d3_dot(sweep->way, gap->normal);
            t += closing > 0.0 ? d_max(gap->separation, 0.0) / closing : 0.0;
            *fraction = d_min(t, 1.0);
            return *fraction <= sweep->limit;
        }
        closing = d3_dot(sweep->way, gap->normal);
        if (!(closing > 0.0)) {
            return false;
        }
        double sure = dry__convex_separation(&now, target, gap->normal, &on_a, &on_b);
        t += d_max(sure - 0.5 * touch, 0.0) / closing;
        if (!(t <= sweep->limit)) {
            return false;
        }
    }
    *fraction = t;
    return gap->separation <= GRAZE * size;
}
