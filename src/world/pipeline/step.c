#include "world/pipeline/step.h"

#include "world/pipeline/stages.h"

/* Seconds since *from, which becomes now. */
static double lap(double *from)
{
    double now = dry__time_seconds(), elapsed = now - *from;
    *from = now;
    return elapsed;
}

/* The parts of a step that the solver reports itself. */
static double solver_time(const DryProfile *p)
{
    return p->prepare + p->warm_start + p->bounce + p->direct + p->solve + p->push + p->relax + p->joints +
           p->integrate + p->store;
}

static bool run_stages(DryWorld *w, float dt)
{
    DryProfile *p = &w->profile;
    double clock = dry__time_seconds();
    dry__stage_aim(w, dt);
    if (!dry__stage_pairs(w)) {
        return false;
    }
    p->pairs = lap(&clock);
    if (!dry__stage_collide(w, dt)) {
        return false;
    }
    p->collide = lap(&clock);
    if (!dry__stage_change(w)) {
        return false;
    }
    p->change = lap(&clock);
    if (!dry__stage_solve(w, dt)) {
        return false;
    }
    p->prepare += lap(&clock) - solver_time(p); /* what is left of this lap is gathering */
    dry__stage_hold_back(w);
    dry__stage_finish(w, dt);
    dry__stage_sleep(w);
    if (w->derived.tree_stale) {
        dry__rebuild_after_step(w);
    }
    p->finish = lap(&clock);
    return true;
}

DryStatus dry__world_step(DryWorld *w, float dt)
{
    double start = dry__time_seconds();
    w->stepping = true;
    dry__clear_events(w);
    dry__jobs_open(w->jobs);
    bool done = run_stages(w, dt);
    bool reported = done && dry__stage_report(w, dt);
    if (done && w->derived.tree_stale) {
        /* a joint broke: its bodies' proxies are to be looked at again */
        dry__rebuild_after_step(w);
    }
    dry__jobs_close(w->jobs);
    w->stepping = false;
    double end = dry__time_seconds();
    DryProfile *p = &w->profile;
    p->report = end - start - (p->pairs + p->collide + p->change + solver_time(p) + p->finish);
    p->step = end - start;
    if (!done) {
        return DRY_ERROR_MEMORY;
    }
    w->state.step_count++;
    return reported ? DRY_OK : DRY_ERROR_MEMORY;
}
