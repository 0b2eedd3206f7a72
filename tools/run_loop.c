/* Reading, building and stepping a scene. */
#include "tools/run.h"

#include "tools/command.h"
#include "tools/progress.h"

#include <math.h>
#include <string.h>

/* A call on the world failed: its message, behind the scene's name. */
static int world_failed(Run *run, const char *reason)
{
    snprintf(run->message.text, sizeof run->message.text, "%s: %s", run->options->scene, reason);
    return STATUS_FAILED;
}

int run_open(Run *run, const RunOptions *options)
{
    memset(run, 0, sizeof *run);
    run->options = options;
    run->asleep_after = -1.0;
    if (dry_scene_read(options->scene, &run->scene, &run->message) != DRY_OK) {
        return STATUS_INPUT;
    }
    DryWorldDef def = dry_scene_world_def(run->scene);
    def.substeps = options->substeps;
    def.workers = options->workers;
    def.kernel = options->kernel;
    run->world = dry_world_create(&def);
    if (!run->world) {
        return world_failed(run, dry_last_error());
    }
    DryStatus status = dry_scene_build(run->scene, run->world, &run->map, &run->message);
    if (status != DRY_OK) {
        return status == DRY_ERROR_MEMORY ? STATUS_FAILED : STATUS_INPUT;
    }
    dry_scene_check_speeds(run->scene, &def, 1.0 / options->step_rate, &run->map);
    if (options->glb || options->html) {
        DrySceneRecorderOptions recording = dry_scene_recorder_options_default();
        recording.rate = options->rate;
        recording.telemetry = options->html != NULL;
        if (dry_scene_recorder_begin(run->scene, &run->map, run->world, &recording, &run->recorder,
                                     &run->message) != DRY_OK) {
            return STATUS_FAILED;
        }
    }
    run->steps_wanted = (int32_t)floor(options->seconds * options->step_rate + 0.5);
    run->start = dry_world_energy(run->world);
    run->end = run->start;
    return STATUS_OK;
}

static void add_stages(DryProfile *sum, const DryProfile *step)
{
    sum->step += step->step;
    sum->pairs += step->pairs;
    sum->collide += step->collide;
    sum->change += step->change;
    sum->prepare += step->prepare;
    sum->warm_start += step->warm_start;
    sum->bounce += step->bounce;
    sum->direct += step->direct;
    sum->solve += step->solve;
    sum->push += step->push;
    sum->relax += step->relax;
    sum->joints += step->joints;
    sum->integrate += step->integrate;
    sum->store += step->store;
    sum->finish += step->finish;
    sum->report += step->report;
}

/* Whether there are dynamic bodies in the simulation, and all of them sleep. */
static bool everything_sleeps(const Run *run)
{
    bool any = false;
    for (int32_t i = 0; i < run->map.body_count; ++i) {
        DryBodyId body = run->map.bodies[i];
        if (body.index == 0 || dry_body_type(run->world, body) != DRY_DYNAMIC ||
            dry_body_is_quarantined(run->world, body)) {
            continue;
        }
        if (dry_body_is_awake(run->world, body)) {
            return false;
        }
        any = true;
    }
    return any;
}

static void raise(int32_t *most, int32_t value)
{
    *most = value > *most ? value : *most;
}

static void observe_solver(RunSolver *solver, const DryCounters *now)
{
    DryCounters *most = &solver->most;
    solver->sweeps += now->sweeps;
    solver->sweeps_saved += now->sweeps_saved;
    solver->early_exits += now->early_exits;
    solver->stiff_steps += now->stiff_islands > 0 ? 1 : 0;
    raise(&most->small_islands, now->small_islands);
    raise(&most->large_islands, now->large_islands);
    raise(&most->stiff_islands, now->stiff_islands);
    raise(&most->small_manifolds, now->small_manifolds);
    raise(&most->large_manifolds, now->large_manifolds);
    raise(&most->stiff_manifolds, now->stiff_manifolds);
    raise(&most->stiff_substeps, now->stiff_substeps);
}

static void observe(Run *run, double time)
{
    DryProfile profile = dry_world_profile(run->world);
    DryCounters counters = dry_world_counters(run->world);
    add_stages(&run->stages, &profile);
    observe_solver(&run->solver, &counters);
    run->overlap = fmax(run->overlap, (double)counters.largest_overlap);
    if (!everything_sleeps(run)) {
        run->asleep_after = -1.0;
    } else if (run->asleep_after < 0.0) {
        run->asleep_after = time;
    }
    run->quarantined += dry_world_events(run->world).quarantined_count;
}

int run_simulate(Run *run)
{
    double dt = 1.0 / run->options->step_rate;
    Progress progress = progress_on(stdout);
    for (run->steps = 0; run->steps < run->steps_wanted;) {
        progress_show(&progress, run->steps, run->steps_wanted);
        double before = progress_clock();
        if (dry_world_step(run->world, (float)dt) != DRY_OK) {
            return world_failed(run, dry_world_error(run->world));
        }
        run->wall += progress_clock() - before;
        ++run->steps;
        observe(run, run->steps * dt);
        if (run->recorder && dry_scene_recorder_step(run->recorder, run->world, dt) != DRY_OK) {
            return world_failed(run, "out of memory while recording; shorten --seconds or lower --rate");
        }
    }
    run->end = dry_world_energy(run->world);
    run->touching = dry_scene_touching(run->world);
    if (run->touching < 0) {
        return world_failed(run, "out of memory");
    }
    progress_end(&progress, run->steps, run->steps_wanted);
    return STATUS_OK;
}

void run_close(Run *run)
{
    dry_scene_recorder_destroy(run->recorder);
    dry_scene_map_release(&run->map);
    dry_world_destroy(run->world);
    dry_scene_destroy(run->scene);
    run->recorder = NULL;
    run->world = NULL;
    run->scene = NULL;
}
