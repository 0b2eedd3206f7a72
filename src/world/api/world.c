#include "world/api/check.h"
#include "world/edit/wake_edit.h"
#include "world/pipeline/stages.h"
#include "world/pipeline/step.h"

DryWorldDef dry_world_def_default(void)
{
    return (DryWorldDef){ .gravity = { 0.0f, -9.81f, 0.0f },
                          .substeps = 4,
                          .iterations = 1,
                          .large_iterations = 1,
                          .continuous = true,
                          .workers = 0,
                          .kernel = DRY_KERNEL_AUTO,
                          .length_unit = 1.0f,
                          .contact_hertz = 30.0f,
                          .contact_damping_ratio = 10.0f,
                          .push_speed = 3.0f,
                          .joint_hertz = 60.0f,
                          .joint_damping_ratio = 2.0f,
                          .restitution_threshold = 0.5f,
                          .hit_threshold = 1.0f,
                          .speculative_distance = 0.02f,
                          .maximum_speed = 500.0f,
                          .sleep_speed = 0.05f,
                          .sleep_time = 0.5f,
                          .sleeping = true,
                          .warm_starting = true,
                          .direct_contacts = true,
                          .stiff_islands = true,
                          .weld_contacts = true };
}

typedef struct FieldCheck {
    const char *name;
    float value, low, high;
} FieldCheck;

static DryStatus check_fields(const DryWorldDef *d, const char *call)
{
    const FieldCheck fields[] = {
        { "gravity.x", d->gravity.x, -1e6f, 1e6f },
        { "gravity.y", d->gravity.y, -1e6f, 1e6f },
        { "gravity.z", d->gravity.z, -1e6f, 1e6f },
        { "substeps", (float)d->substeps, 1.0f, 64.0f },
        { "iterations", (float)d->iterations, 1.0f, 64.0f },
        { "large_island", (float)d->large_island, 0.0f, 1e9f },
        { "large_iterations", (float)d->large_iterations, 1.0f, 64.0f },
        { "residual_tolerance", d->residual_tolerance, 0.0f, 1e6f },
        { "workers", (float)d->workers, 0.0f, (float)JOBS_MAX_WORKERS },
        { "kernel", (float)d->kernel, 0.0f, 3.0f },
        { "length_unit", d->length_unit, 1e-4f, 1e4f },
        { "contact_hertz", d->contact_hertz, 1e-2f, 1e5f },
        { "contact_damping_ratio", d->contact_damping_ratio, 0.0f, 1e3f },
        { "push_speed", d->push_speed, 0.0f, 1e6f },
        { "joint_hertz", d->joint_hertz, 1e-2f, 1e5f },
        { "joint_damping_ratio", d->joint_damping_ratio, 0.0f, 1e3f },
        { "restitution_threshold", d->restitution_threshold, 0.0f, 1e6f },
        { "hit_threshold", d->hit_threshold, 0.0f, 1e6f },
        { "speculative_distance", d->speculative_distance, 0.0f, 1e3f },
        { "maximum_speed", d->maximum_speed, 0.0f, 1e6f },
        { "sleep_speed", d->sleep_speed, 0.0f, 1e6f },
        { "sleep_time", d->sleep_time, 0.0f, 1e6f },
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; ++i) {
        const FieldCheck *f = &fields[i];
        if (!(f->value >= f->low && f->value <= f->high)) {
            return dry__fail(NULL, DRY_ERROR_ARGUMENT, call, "%s is %g, must be in [%g, %g]", f->name,
                             (double)f->value, (double)f->low, (double)f->high);
        }
    }
    if ((d->enqueue_task == NULL) != (d->finish_task == NULL)) {
        return dry__fail(NULL, DRY_ERROR_ARGUMENT, call,
                         "enqueue_task and finish_task must be given together");
    }
    return DRY_OK;
}

/* The members that are marked "times length_unit". */
static void scale_lengths(DryWorldDef *d)
{
    float unit = d->length_unit;
    d->push_speed *= unit;
    d->residual_tolerance *= unit;
    d->restitution_threshold *= unit;
    d->hit_threshold *= unit;
    d->speculative_distance *= unit;
    d->maximum_speed = f_min(d->maximum_speed * unit, 1e6f);
    d->sleep_speed *= unit;
}

static bool choose_kernel(DryWorld *w)
{
    if (w->def.kernel == DRY_KERNEL_AUTO) {
        w->kernel = dry__cpu_best();
        return true;
    }
    w->kernel = (CpuKernel)((int)w->def.kernel - 1);
    return dry__cpu_supports(w->kernel);
}

static bool set_up(DryWorld *w)
{
    int32_t workers = w->def.workers > 0 ? w->def.workers : dry__jobs_cpu_count();
    workers = workers < JOBS_MAX_WORKERS ? workers : JOBS_MAX_WORKERS;
    dry__pair_table_fill(&w->pair_table, w->kernel);
    dry__dynamic_tree_init(&w->state.stored);
    w->state.gravity = w->def.gravity;
    w->state.latest_dt = 1.0f / 60.0f;
    w->state.sleep = dry_sleep_settings_default();
    w->jobs = dry__jobs_create(workers, w->def.enqueue_task, w->def.finish_task, w->def.task_user);
    /* an empty tree, so that queries before the first step have one to look at */
    return w->jobs != NULL && dry__wake_reserve(w) && dry__rebuild_tree(w);
}

DryWorld *dry_world_create(const DryWorldDef *def)
{
    const char *call = "dry_world_create";
    if (def == NULL) {
        (void)dry__fail(NULL, DRY_ERROR_ARGUMENT, call, "the definition is null");
        return NULL;
    }
    if (check_fields(def, call) != DRY_OK) {
        return NULL;
    }
    DryWorld *w = dry__alloc(sizeof *w);
    if (w == NULL) {
        (void)dry__fail(NULL, DRY_ERROR_MEMORY, call, "out of memory");
        return NULL;
    }
    w->def = *def;
    w->given = *def;
    scale_lengths(&w->def);
    w->created = dry__time_seconds();
    if (!choose_kernel(w)) {
        dry__free(w, sizeof *w);
        (void)dry__fail(NULL, DRY_ERROR_ARGUMENT, call,
                        "kernel %d is not available on this processor or in this build", (int)def->kernel);
        return NULL;
    }
    if (!set_up(w)) {
        dry_world_destroy(w);
        (void)dry__fail(NULL, DRY_ERROR_MEMORY, call, "out of memory, or no thread could be started");
        return NULL;
    }
    return w;
}

static void free_scratch(WorldScratch *k)
{
    for (int32_t i = 0; i < JOBS_MAX_WORKERS; ++i) {
        array_free(&k->found[i].pairs);
    }
    array_free(&k->new_pairs);
    array_free(&k->sort_keys);
    array_free(&k->sort_histogram);
    array_free(&k->moved);
    array_free(&k->tree_items);
    array_free(&k->boxes);
    array_free(&k->work_kind);
    array_free(&k->margins);
    array_free(&k->reach);
    array_free(&k->work);
    array_free(&k->results);
    array_free(&k->found_manifolds);
    array_free(&k->changed);
    array_free(&k->block_counts);
    array_free(&k->held);
    array_free(&k->held_count);
    array_free(&k->block_held);
    array_free(&k->weld_pairs);
    array_free(&k->weld_groups);
    array_free(&k->weld_sets);
    array_free(&k->velocity);
    array_free(&k->delta);
    array_free(&k->mass);
    array_free(&k->motion);
    array_free(&k->accounts);
    array_free(&k->inputs);
    array_free(&k->specials);
    array_free(&k->joint_refs);
    array_free(&k->roots);
    array_free(&k->stack);
    array_free(&k->timers);
    array_free(&k->contact_events);
    array_free(&k->block_points);
    array_free(&k->block_touching);
    array_free(&k->block_overlap);
    array_free(&k->body_flags);
    array_free(&k->holds);
    array_free(&k->modify);
    array_free(&k->limits);
    array_free(&k->body_class);
    array_free(&k->loads);
    dry__solver_scratch_free(&k->solver);
    dry__solver_class_scratch_free(&k->classes);
}

static void free_events(WorldEvents *e)
{
    array_free(&e->begin);
    array_free(&e->persist);
    array_free(&e->end);
    array_free(&e->ended);
    array_free(&e->points);
    array_free(&e->begin_points);
    array_free(&e->persist_points);
    array_free(&e->hits);
    array_free(&e->moved);
    array_free(&e->sensor_begin);
    array_free(&e->sensor_end);
    array_free(&e->sensor_ended);
    array_free(&e->quarantined);
    array_free(&e->broken);
}

static void free_state(WorldState *s)
{
    dry__body_table_free(&s->bodies);
    dry__shape_table_free(&s->shapes);
    dry__contact_table_free(&s->contacts);
    dry__joint_table_free(&s->joints);
    dry__id_pool_free(&s->island_ids);
    array_free(&s->islands);
    array_free(&s->awake);
    array_free(&s->awake_shapes);
    array_free(&s->planes);
    array_free(&s->touched);
    array_free(&s->dirty);
    array_free(&s->targets);
    dry__dynamic_tree_free(&s->stored);
}

static void unlink_watch(DryWorld *world, DryWorldWatch *watch)
{
    if (watch->previous != NULL) {
        watch->previous->next = watch->next;
    } else {
        world->watches = watch->next;
    }
    if (watch->next != NULL) {
        watch->next->previous = watch->previous;
    }
    watch->next = watch->previous = NULL;
}

DryStatus dry_world_watch(DryWorld *world, DryWorldWatch *watch)
{
    const char *call = "dry_world_watch";
    if (world == NULL || watch == NULL || watch->ended == NULL) {
        return dry__fail(world, DRY_ERROR_ARGUMENT, call, "the world, the watch or its function is null");
    }
    watch->previous = NULL;
    watch->next = world->watches;
    if (world->watches != NULL) {
        world->watches->previous = watch;
    }
    world->watches = watch;
    return DRY_OK;
}

DryStatus dry_world_unwatch(DryWorld *world, DryWorldWatch *watch)
{
    if (world == NULL || watch == NULL) {
        return dry__fail(world, DRY_ERROR_ARGUMENT, "dry_world_unwatch", "the world or the watch is null");
    }
    if (world->watches == watch || watch->previous != NULL) {
        unlink_watch(world, watch);
    }
    return DRY_OK;
}

void dry_world_destroy(DryWorld *world)
{
    if (world == NULL || world->stepping) {
        return;
    }
    while (world->watches != NULL) {
        DryWorldWatch *watch = world->watches;
        unlink_watch(world, watch);
        watch->ended(watch);
    }
    if (world->jobs != NULL) {
        dry__jobs_destroy(world->jobs);
    }
    free_state(&world->state);
    dry__packed_tree_free(&world->derived.tree);
    free_events(&world->events);
    free_scratch(&world->scratch);
    dry__geometry_table_free(&world->geometry);
    dry__free(world, sizeof *world);
}

const char *dry_world_error(const DryWorld *world)
{
    return world == NULL ? dry_last_error() : world->error;
}

DryStatus dry_world_step(DryWorld *world, float dt)
{
    const char *call = "dry_world_step";
    DryStatus status = dry__begin_edit(world, call);
    if (status != DRY_OK) {
        return status;
    }
    if (!(dt >= 0.0f && dt <= 1.0f)) {
        return dry__fail(world, DRY_ERROR_ARGUMENT, call, "dt is %g s, must be in [0, 1]", (double)dt);
    }
    if (dt < 1e-7f) {
        return DRY_OK;
    }
    status = dry__world_step(world, dt);
    return status == DRY_OK ? DRY_OK : dry__fail(world, status, call, "out of memory");
}

int32_t dry_world_step_frame(DryWorld *world, DryStepper *stepper, double frame_time)
{
    const char *call = "dry_world_step_frame";
    if (dry__begin_edit(world, call) != DRY_OK) {
        return -1;
    }
    if (stepper == NULL || !(stepper->dt > 0.0f && stepper->dt <= 1.0f) || stepper->max_steps < 1 ||
        !isfinite(stepper->remainder)) {
        (void)dry__fail(world, DRY_ERROR_ARGUMENT, call, "the stepper needs dt in (0, 1] and max_steps >= 1");
        return -1;
    }
    if (!(frame_time >= 0.0 && isfinite(frame_time))) {
        (void)dry__fail(world, DRY_ERROR_ARGUMENT, call, "frame_time is %g s, must be finite and >= 0",
                        frame_time);
        return -1;
    }
    double dt = (double)stepper->dt;
    stepper->remainder += frame_time;
    double longest = dt * (double)stepper->max_steps;
    if (stepper->remainder > longest + dt) {
        stepper->remainder = longest;
    }
    int32_t steps = 0;
    while (stepper->remainder >= dt && steps < stepper->max_steps) {
        if (dry_world_step(world, stepper->dt) != DRY_OK) {
            return -1;
        }
        stepper->remainder -= dt;
        ++steps;
    }
    return steps;
}

DryStatus dry_world_set_gravity(DryWorld *world, DryVec3 gravity)
{
    const char *call = "dry_world_set_gravity";
    DryStatus status = dry__begin_edit(world, call);
    if (status != DRY_OK) {
        return status;
    }
    if (!v3_finite(gravity) || v3_length(gravity) > 1e6f) {
        return dry__fail(world, DRY_ERROR_ARGUMENT, call, "gravity is (%g, %g, %g) m/s^2", (double)gravity.x,
                         (double)gravity.y, (double)gravity.z);
    }
    DryVec3 old = world->state.gravity;
    world->state.gravity = gravity;
    if (old.x != gravity.x || old.y != gravity.y || old.z != gravity.z) {
        for (int32_t body = 0; body < world->state.bodies.ids.generation.count; ++body) {
            if (id_alive(&world->state.bodies.ids, body) && body_is_dynamic(world_body(world, body))) {
                dry__wake_body(world, body);
            }
        }
    }
    return DRY_OK;
}

DryVec3 dry_world_gravity(const DryWorld *world)
{
    return world == NULL ? v3(0.0f, 0.0f, 0.0f) : world->state.gravity;
}

void *dry_world_user_data(const DryWorld *world)
{
    return world == NULL ? NULL : world->given.user_data;
}

DryStatus dry_world_set_user_data(DryWorld *world, void *user_data)
{
    DryStatus status = dry__begin_edit(world, "dry_world_set_user_data");
    if (status == DRY_OK) {
        world->given.user_data = user_data;
    }
    return status;
}

DryWorldDef dry_world_def(const DryWorld *world)
{
    if (world == NULL) {
        return (DryWorldDef){ 0 };
    }
    DryWorldDef def = world->given;
    def.gravity = world->state.gravity;
    def.kernel = (DryKernel)((int)world->kernel + 1);
    def.workers = dry__jobs_workers(world->jobs);
    return def;
}

uint64_t dry_world_step_count(const DryWorld *world)
{
    return world == NULL ? 0 : world->state.step_count;
}

DryProfile dry_world_profile(const DryWorld *world)
{
    return world == NULL ? (DryProfile){ 0 } : world->profile;
}
