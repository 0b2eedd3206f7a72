/* The figures of a run, as text and as data. */
#include "tools/run.h"

#include "tools/options.h"

#include <math.h>

enum {
    FIGURE = 32
};

/* A quantity with a prefix that suits it: "18.2 kJ". */
static const char *with_prefix(char text[FIGURE], double value, const char *unit)
{
    static const char *const prefixes[] = { "n", "u", "m", "", "k", "M", "G", "T" };
    double size = fabs(value);
    int at = 3;
    for (; at < 7 && size >= 999.5; ++at) {
        size /= 1000.0;
    }
    for (; at > 0 && size < 0.9995 && size > 0.0; --at) {
        size *= 1000.0;
    }
    int digits = size >= 99.95 ? 0 : 1;
    snprintf(text, FIGURE, "%s%.*f %s%s", value < 0.0 ? "-" : "", digits, size, prefixes[at], unit);
    return text;
}

static int32_t warning_count(const Run *run)
{
    int32_t count = run->scene->warnings.count + run->scene->warnings.dropped;
    count += run->map.warnings.count + run->map.warnings.dropped;
    if (run->recorder) {
        const DrySceneWarnings *written = dry_scene_recorder_warnings(run->recorder);
        count += written->count + written->dropped;
    }
    return count;
}

static const char *plural(int32_t count)
{
    return count == 1 ? "" : "s";
}

static void print_warnings(const DrySceneWarnings *warnings, FILE *out)
{
    for (int32_t i = 0; i < warnings->count; ++i) {
        fprintf(out, "  warning: %s\n", warnings->lines[i]);
    }
    if (warnings->dropped > 0) {
        fprintf(out, "  and %d more\n", (int)warnings->dropped);
    }
}

void run_print_scene(const Run *run, FILE *out)
{
    DryCounters counters = dry_world_counters(run->world);
    const DrySceneMap *map = &run->map;
    fprintf(out, "%s: %d bod%s, %d shape%s, ", run->scene->name, (int)map->body_count,
            map->body_count == 1 ? "y" : "ies", (int)counters.shapes, plural(counters.shapes));
    if (map->meshes > 0) {
        fprintf(out, "%d mesh%s (%d vertices welded, %d triangles dropped), ", (int)map->meshes,
                map->meshes == 1 ? "" : "es", (int)map->welded, (int)map->degenerate);
    }
    int32_t warnings = warning_count(run);
    fprintf(out, "%d joint%s; %d warning%s%s\n", (int)counters.joints, plural(counters.joints), (int)warnings,
            plural(warnings), warnings > 0 && !run->options->verbose ? " (-v to see them)" : "");
    if (run->options->verbose) {
        print_warnings(&run->scene->warnings, out);
        print_warnings(&map->warnings, out);
    }
}

/* Milliseconds per step of the parts a user can do something about. */
typedef struct Parts {
    double pairs, collide, solve, other;
} Parts;

static Parts parts_of(const Run *run)
{
    const DryProfile *sum = &run->stages;
    double scale = run->steps > 0 ? 1e3 / run->steps : 0.0;
    Parts parts = { .pairs = scale * sum->pairs, .collide = scale * sum->collide };
    parts.solve = scale * (sum->prepare + sum->warm_start + sum->bounce + sum->direct + sum->solve +
                           sum->push + sum->relax + sum->joints + sum->integrate + sum->store);
    parts.other =
        fmax(1e3 * run->wall / fmax(run->steps, 1) - parts.pairs - parts.collide - parts.solve, 0.0);
    return parts;
}

static double simulated(const Run *run)
{
    return run->steps / run->options->step_rate;
}

static double real_time_factor(const Run *run)
{
    return run->wall > 0.0 ? simulated(run) / run->wall : 0.0;
}

void run_print_figures(const Run *run, FILE *out)
{
    char start[FIGURE], end[FIGURE];
    Parts parts = parts_of(run);
    DryCounters counters = dry_world_counters(run->world);
    fprintf(out, "  %.*f s, %.1fx real time\n", run->wall < 1.0 ? 3 : 1, run->wall, real_time_factor(run));
    fprintf(out, "  pairs %.3f ms   collide %.3f ms   solve %.3f ms   other %.3f ms   per step\n",
            parts.pairs, parts.collide, parts.solve, parts.other);
    fprintf(out, "  largest overlap %.2f mm   energy %s -> %s   ", 1e3 * run->overlap,
            with_prefix(start, run->start.total, "J"), with_prefix(end, run->end.total, "J"));
    if (run->asleep_after >= 0.0) {
        fprintf(out, "asleep after %.1f s\n", run->asleep_after);
    } else {
        fprintf(out, "%d of %d bodies awake\n", (int)counters.awake_bodies, (int)counters.bodies);
    }
    fprintf(out, "  %d contact%s at the end\n", (int)run->touching, plural(run->touching));
    if (run->solver.stiff_steps > 0) {
        const DryCounters *most = &run->solver.most;
        fprintf(out, "  up to %d stiff island%s with %d contact patch%s, %d substeps, in %d step%s\n",
                (int)most->stiff_islands, plural(most->stiff_islands), (int)most->stiff_manifolds,
                most->stiff_manifolds == 1 ? "" : "es", (int)most->stiff_substeps,
                (int)run->solver.stiff_steps, plural(run->solver.stiff_steps));
    }
    for (int32_t i = 0; i < run->map.body_count && run->quarantined > 0; ++i) {
        if (dry_body_is_quarantined(run->world, run->map.bodies[i])) {
            const DrySceneNode *node = &run->scene->nodes[run->scene->bodies[i].node];
            fprintf(out, "  body of node %d \"%s\" became non-finite and was taken out\n",
                    (int)run->scene->bodies[i].node, node->name);
        }
    }
}

static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static void set(json_t *object, const char *name, json_t *value)
{
    json_object_set_new(object, name, value);
}

static json_t *stages_json(const Run *run)
{
    const DryProfile *sum = &run->stages;
    const struct {
        const char *name;
        double seconds;
    } stages[] = {
        { "pairs", sum->pairs },     { "collide", sum->collide },       { "change", sum->change },
        { "prepare", sum->prepare }, { "warm_start", sum->warm_start }, { "bounce", sum->bounce },
        { "direct", sum->direct },   { "solve", sum->solve },           { "push", sum->push },
        { "relax", sum->relax },     { "joints", sum->joints },         { "integrate", sum->integrate },
        { "store", sum->store },     { "finish", sum->finish },         { "report", sum->report },
    };
    json_t *object = json_object();
    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; ++i) {
        set(object, stages[i].name, number(run->steps > 0 ? 1e3 * stages[i].seconds / run->steps : 0.0));
    }
    return object;
}

static json_t *energy_json(DryEnergy energy)
{
    json_t *object = json_object();
    set(object, "kinetic", number(energy.kinetic));
    set(object, "potential", number(energy.potential));
    set(object, "total", number(energy.total));
    return object;
}

static const char *type_name(DryBodyType type)
{
    return type == DRY_DYNAMIC ? "dynamic" : type == DRY_KINEMATIC ? "kinematic" : "static";
}

static json_t *body_json(const Run *run, int32_t index)
{
    const DrySceneBody *source = &run->scene->bodies[index];
    DryBodyId body = run->map.bodies[index];
    json_t *object = json_object();
    set(object, "node", json_integer(source->node));
    json_t *name = json_string(run->scene->nodes[source->node].name);
    set(object, "name", name ? name : json_string("")); /* not UTF-8 */
    set(object, "simulated", json_boolean(body.index != 0));
    if (body.index == 0) {
        return object;
    }
    DryPose pose = dry_body_pose(run->world, body);
    DryVec3 v = dry_body_velocity(run->world, body);
    bool finite = isfinite(pose.position.x) && isfinite(pose.position.y) && isfinite(pose.position.z) &&
                  isfinite(dry_vec3_length(v)) &&
                  isfinite(pose.rotation.x + pose.rotation.y + pose.rotation.z + pose.rotation.w);
    set(object, "type", json_string(type_name(dry_body_type(run->world, body))));
    json_t *position = json_array(), *rotation = json_array();
    const double place[3] = { pose.position.x, pose.position.y, pose.position.z };
    const float turn[4] = { pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w };
    for (int i = 0; i < 3; ++i) {
        json_array_append_new(position, number(place[i]));
    }
    for (int i = 0; i < 4; ++i) {
        json_array_append_new(rotation, number((double)turn[i]));
    }
    set(object, "position", position);
    set(object, "rotation", rotation);
    set(object, "asleep", json_boolean(!dry_body_is_awake(run->world, body)));
    set(object, "finite", json_boolean(finite));
    set(object, "quarantined", json_boolean(dry_body_is_quarantined(run->world, body)));
    return object;
}

static void append_warnings(json_t *array, const DrySceneWarnings *warnings)
{
    for (int32_t i = 0; i < warnings->count; ++i) {
        json_array_append_new(array, json_string(warnings->lines[i]));
    }
}

static json_t *warnings_json(const Run *run)
{
    json_t *array = json_array();
    append_warnings(array, &run->scene->warnings);
    append_warnings(array, &run->map.warnings);
    if (run->recorder) {
        append_warnings(array, dry_scene_recorder_warnings(run->recorder));
    }
    return array;
}

static json_t *counts_json(const Run *run)
{
    DryCounters counters = dry_world_counters(run->world);
    json_t *object = json_object();
    set(object, "bodies", json_integer(run->map.body_count));
    set(object, "awake", json_integer(counters.awake_bodies));
    set(object, "shapes", json_integer(counters.shapes));
    set(object, "meshes", json_integer(run->map.meshes));
    set(object, "joints", json_integer(counters.joints));
    set(object, "contacts", json_integer(run->touching));
    set(object, "quarantined", json_integer(run->quarantined));
    return object;
}

static json_t *class_json(int32_t islands, int32_t manifolds)
{
    json_t *object = json_object();
    set(object, "islands", json_integer(islands));
    set(object, "manifolds", json_integer(manifolds));
    return object;
}

static json_t *solver_json(const RunSolver *solver)
{
    const DryCounters *most = &solver->most;
    json_t *object = json_object();
    set(object, "sweeps", json_integer(solver->sweeps));
    set(object, "sweeps_saved", json_integer(solver->sweeps_saved));
    set(object, "early_exits", json_integer(solver->early_exits));
    set(object, "small", class_json(most->small_islands, most->small_manifolds));
    set(object, "large", class_json(most->large_islands, most->large_manifolds));
    set(object, "stiff", class_json(most->stiff_islands, most->stiff_manifolds));
    set(object, "stiff_substeps", json_integer(most->stiff_substeps));
    set(object, "stiff_steps", json_integer(solver->stiff_steps));
    return object;
}

json_t *run_report_json(const Run *run)
{
    json_t *report = json_object(), *timing = json_object(), *energy = json_object(), *bodies = json_array();
    set(report, "scene", json_string(run->scene->name));
    set(report, "program", json_string(dry_version()));
    set(report, "steps", json_integer(run->steps));
    set(report, "step_rate", number(run->options->step_rate));
    set(report, "seconds", number(simulated(run)));
    set(report, "substeps", json_integer(run->options->substeps));
    set(report, "workers", json_integer(run->options->workers));
    set(report, "kernel", json_string(kernel_name(run->options->kernel)));
    set(report, "counts", counts_json(run));
    set(timing, "wall_seconds", number(run->wall));
    set(timing, "real_time_factor", number(real_time_factor(run)));
    set(timing, "step_ms", number(run->steps > 0 ? 1e3 * run->wall / run->steps : 0.0));
    set(timing, "stages_ms", stages_json(run));
    set(report, "solver", solver_json(&run->solver));
    set(report, "timing", timing);
    set(report, "largest_overlap", number(run->overlap));
    set(energy, "start", energy_json(run->start));
    set(energy, "end", energy_json(run->end));
    set(report, "energy", energy);
    set(report, "asleep_after", run->asleep_after >= 0.0 ? number(run->asleep_after) : json_null());
    set(report, "warnings", warnings_json(run));
    for (int32_t i = 0; i < run->map.body_count; ++i) {
        json_array_append_new(bodies, body_json(run, i));
    }
    set(report, "bodies", bodies);
    return report;
}

static json_t *quantity(double value, const char *unit)
{
    json_t *object = json_object();
    set(object, "value", number(value));
    set(object, "unit", json_string(unit));
    return object;
}

json_t *run_page_json(const Run *run)
{
    Parts parts = parts_of(run);
    DryCounters counters = dry_world_counters(run->world);
    json_t *report = json_object(), *times = json_object();
    set(report, "simulatedTime", quantity(simulated(run), "s"));
    set(report, "bodies", json_integer(run->map.body_count));
    set(report, "shapes", json_integer(counters.shapes));
    set(report, "joints", json_integer(counters.joints));
    set(report, "contactsAtTheEnd", json_integer(run->touching));
    set(report, "largestOverlap", quantity(1e3 * run->overlap, "mm"));
    set(report, "energyAtTheStart", quantity(run->start.total, "J"));
    set(report, "energyAtTheEnd", quantity(run->end.total, "J"));
    set(report, "everythingAsleepAfter",
        run->asleep_after >= 0.0 ? quantity(run->asleep_after, "s") : json_null());
    set(report, "realTimeFactor", number(real_time_factor(run)));
    set(times, "pairs", quantity(parts.pairs, "ms"));
    set(times, "collide", quantity(parts.collide, "ms"));
    set(times, "solve", quantity(parts.solve, "ms"));
    set(times, "other", quantity(parts.other, "ms"));
    set(report, "timePerStep", times);
    set(report, "warnings", warnings_json(run));
    return report;
}
