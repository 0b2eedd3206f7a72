/* Energy, and the work that changed it. */
#include "world/store/energy.h"

#include "world/api/check.h"
#include "world/api/island.h"

double dry_body_kinetic_energy(const DryWorld *world, DryBodyId id)
{
    int32_t body = dry__find_body(world, id);
    return body < 0 ? 0.0 : body_kinetic_energy(world_body(world, body), world_motion(world, body));
}

double dry_body_potential_energy(const DryWorld *world, DryBodyId id)
{
    int32_t body = dry__find_body(world, id);
    return body < 0 ? 0.0 : body_potential_energy(world, world_body(world, body), world_motion(world, body));
}

static void add_energy(const DryWorld *w, int32_t body, DryEnergy *sum)
{
    sum->kinetic += body_kinetic_energy(world_body(w, body), world_motion(w, body));
    sum->potential += body_potential_energy(w, world_body(w, body), world_motion(w, body));
    sum->total = sum->kinetic + sum->potential;
}

static void add_work(const DryWorld *w, int32_t body, DryWork *sum)
{
    const DryWork *work = &w->state.bodies.work.data[body];
    sum->gravity += work->gravity;
    sum->forces += work->forces;
    sum->damping += work->damping;
    sum->contacts += work->contacts;
    sum->friction += work->friction;
    sum->joints += work->joints;
    sum->drives += work->drives;
    sum->correction += work->correction;
}

DryEnergy dry_body_energy(const DryWorld *world, DryBodyId id)
{
    DryEnergy sum = { 0.0, 0.0, 0.0 };
    int32_t body = dry__find_body(world, id);
    if (body >= 0) {
        add_energy(world, body, &sum);
    }
    return sum;
}

DryEnergy dry_world_energy(const DryWorld *world)
{
    DryEnergy sum = { 0.0, 0.0, 0.0 };
    for (int32_t i = 0; world != NULL && i < world->state.bodies.ids.generation.count; ++i) {
        if (id_alive(&world->state.bodies.ids, i)) {
            add_energy(world, i, &sum);
        }
    }
    return sum;
}

/* False for a stale id, or with an error when memory ran out. */
static bool find_island(const DryWorld *w, DryBodyId id, const char *call, IslandList *list)
{
    int32_t body = dry__find_body(w, id);
    if (body < 0 || w->stepping) {
        return false;
    }
    if (!dry__island_list(w, body, list)) {
        (void)dry__fail(NULL, DRY_ERROR_MEMORY, call, "out of memory");
        return false;
    }
    return true;
}

DryEnergy dry_island_energy(const DryWorld *world, DryBodyId id)
{
    DryEnergy sum = { 0.0, 0.0, 0.0 };
    IslandList list;
    if (find_island(world, id, "dry_island_energy", &list)) {
        for (int32_t i = 0; i < list.count; ++i) {
            add_energy(world, list.bodies[i], &sum);
        }
        dry__island_free(&list);
    }
    return sum;
}

int32_t dry_body_island(const DryWorld *world, DryBodyId id, DryBodyId *bodies, int32_t capacity)
{
    const char *call = "dry_body_island";
    IslandList list;
    if (capacity < 0 || (bodies == NULL && capacity > 0)) {
        (void)dry__fail(NULL, DRY_ERROR_ARGUMENT, call, "capacity is %d with %s", capacity,
                        bodies == NULL ? "no bodies" : "bodies");
        return -1;
    }
    if (dry__find_body(world, id) < 0) {
        return 0;
    }
    if (!find_island(world, id, call, &list)) {
        return -1;
    }
    int32_t count = list.count;
    for (int32_t i = 0; i < count && i < capacity; ++i) {
        bodies[i] = world_body_id(world, list.bodies[i]);
    }
    dry__island_free(&list);
    return count;
}

/* ---- work ---- */

DryStatus dry_world_set_track_work(DryWorld *world, bool track)
{
    const char *call = "dry_world_set_track_work";
    DryStatus status = dry__begin_edit(world, call);
    if (status == DRY_OK && track != world->state.bodies.counting &&
        !dry__body_table_count_work(&world->state.bodies, track)) {
        return dry__fail(world, DRY_ERROR_MEMORY, call, "out of memory");
    }
    return status;
}

bool dry_world_track_work(const DryWorld *world)
{
    return world != NULL && world->state.bodies.counting;
}

DryStatus dry_world_reset_work(DryWorld *world)
{
    const char *call = "dry_world_reset_work";
    DryStatus status = dry__begin_edit(world, call);
    if (status != DRY_OK) {
        return status;
    }
    if (!world->state.bodies.counting) {
        return dry__fail(world, DRY_ERROR_STATE, call, "work is not counted: dry_world_set_track_work");
    }
    for (int32_t i = 0; i < world->state.bodies.work.count; ++i) {
        world->state.bodies.work.data[i] = (DryWork){ 0 };
    }
    return DRY_OK;
}

DryWork dry_body_work(const DryWorld *world, DryBodyId id)
{
    DryWork sum = { 0 };
    int32_t body = dry__find_body(world, id);
    if (body >= 0 && world->state.bodies.counting) {
        add_work(world, body, &sum);
    }
    return sum;
}

DryWork dry_island_work(const DryWorld *world, DryBodyId id)
{
    DryWork sum = { 0 };
    IslandList list;
    if (dry_world_track_work(world) && find_island(world, id, "dry_island_work", &list)) {
        for (int32_t i = 0; i < list.count; ++i) {
            add_work(world, list.bodies[i], &sum);
        }
        dry__island_free(&list);
    }
    return sum;
}

DryWork dry_world_work(const DryWorld *world)
{
    DryWork sum = { 0 };
    for (int32_t i = 0; dry_world_track_work(world) && i < world->state.bodies.work.count; ++i) {
        if (id_alive(&world->state.bodies.ids, i)) {
            add_work(world, i, &sum);
        }
    }
    return sum;
}
