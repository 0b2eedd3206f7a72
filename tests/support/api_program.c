#include "support/api_run.h"
#include "support/invariants.h"
#include "support/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Call *const lists[] = { api_body_calls,  api_shape_calls, api_joint_calls,
                                     api_world_calls, api_query_calls, api_character_calls };
enum {
    LISTS = sizeof lists / sizeof lists[0]
};

static const Call *choose_call(ApiRun *r)
{
    int total = 0;
    for (int i = 0; i < LISTS; ++i) {
        for (const Call *call = lists[i]; call->name != NULL; ++call) {
            total += call->weight;
        }
    }
    int at = api_choose(r, total), list = 0;
    const Call *call = lists[0];
    while (at >= call->weight) {
        at -= call->weight;
        ++call;
        if (call->name == NULL) {
            call = lists[++list];
        }
    }
    return call;
}

static DryHull *make_hull(uint64_t seed, int points)
{
    Random random = random_seeded(seed);
    DryVec3 cloud[32];
    for (int i = 0; i < points; ++i) {
        float x = random_float(&random, -0.6f, 0.6f), y = random_float(&random, -0.6f, 0.6f);
        cloud[i] = dry_vec3(x, y, random_float(&random, -0.6f, 0.6f));
    }
    DryHullSource source = { .points = cloud, .point_count = points };
    return dry_hull_create(&source, NULL);
}

/* A bumpy floor of n by n squares with its middle at the origin. */
static DryMesh *make_mesh(int n, float size, bool two_sided)
{
    DryVec3 vertices[81];
    uint32_t indices[6 * 64];
    uint16_t materials[2 * 64];
    for (int i = 0; i < 2 * 64; ++i) {
        materials[i] = (uint16_t)(i % 5);
    }
    int count = 0;
    for (int i = 0; i < (n + 1) * (n + 1); ++i) {
        int x = i % (n + 1), z = i / (n + 1);
        vertices[i] = dry_vec3(((float)x - 0.5f * (float)n) * size, 0.2f * (float)((3 * x + 5 * z) % 3),
                               ((float)z - 0.5f * (float)n) * size);
    }
    for (int z = 0; z < n; ++z) {
        for (int x = 0; x < n; ++x) {
            uint32_t a = (uint32_t)(z * (n + 1) + x), b = a + 1, c = a + (uint32_t)n + 1, d = c + 1;
            const uint32_t corners[6] = { a, c, b, b, c, d };
            memcpy(&indices[count], corners, sizeof corners);
            count += 6;
        }
    }
    DryMeshSource source = { .vertices = vertices,
                             .vertex_count = (n + 1) * (n + 1),
                             .indices = indices,
                             .triangle_count = count / 3,
                             .two_sided = two_sided,
                             .materials = n > 3 ? materials : NULL };
    return dry_mesh_create(&source, NULL);
}

/* Right and wrong answers, from nothing but what is asked. */
static void mix_some(DryContactMaterial *mix, const DryMaterial *a, const DryMaterial *b, void *user)
{
    (void)user;
    uint32_t kind = (uint32_t)(a->friction * 64.0f) + (uint32_t)(b->friction * 64.0f);
    mix->friction = kind % 3 == 0 ? 2.0f * mix->friction : mix->friction;
    mix->restitution = kind % 5 == 0 ? -1.0f : kind % 5 == 1 ? 0.5f : mix->restitution;
    mix->rolling_resistance = kind % 4 == 0 ? 0.1f : mix->rolling_resistance;
}

static DryWorld *make_world(ApiRun *r, int index)
{
    DryWorldDef d = dry_world_def_default();
    d.gravity = dry_vec3(0, -10, 0);
    d.workers = index == 0 ? 1 : 2;
    d.kernel = index == 0 ? DRY_KERNEL_SCALAR : DRY_KERNEL_AUTO;
    d.sleep_time = api_coin(r) ? 0.1f : 0.5f;
    d.persist_events = api_coin(r);
    d.warm_starting = api_choose(r, 5) != 0;
    d.substeps = 1 + api_choose(r, 4);
    d.iterations = 1 + api_choose(r, 3);
    d.large_island = api_choose(r, 20);
    d.large_iterations = 1 + api_choose(r, 4);
    d.residual_tolerance = api_coin(r) ? 0.01f : 0.0f;
    d.direct_contacts = api_choose(r, 4) != 0;
    d.stiff_islands = api_choose(r, 4) != 0;
    d.continuous = api_choose(r, 4) != 0;
    d.position_pass = api_choose(r, 3) == 0;
    d.joints_first = api_coin(r);
    d.weld_contacts = api_choose(r, 4) != 0;
    d.mix_materials = api_choose(r, 3) == 0 ? mix_some : NULL;
    return dry_world_create(&d);
}

static void set_up(ApiRun *r)
{
    for (int i = 0; i < HULLS; ++i) {
        r->hulls[i] = make_hull(17u + (uint64_t)i, 6 + 9 * i);
    }
    r->meshes[0] = make_mesh(8, 1.0f, false);
    r->meshes[1] = make_mesh(1, 5.0f, true);
    r->meshes[2] = make_mesh(3, 0.4f, false);
    Choices begin = r->choices;
    for (int i = 0; i < r->program->worlds; ++i) {
        r->choices = begin;
        r->worlds[i] = make_world(r, i);
    }
}

static void tear_down(ApiRun *r)
{
    for (int i = 0; i < WORLDS; ++i) {
        dry_world_destroy(r->worlds[i]);
        for (int k = 0; k < SAVES; ++k) {
            free(r->saved[i][k].data);
        }
    }
    for (int i = 0; i < HULLS; ++i) {
        dry_hull_release(r->hulls[i]);
    }
    for (int i = 0; i < MESHES; ++i) {
        dry_mesh_release(r->meshes[i]);
    }
    if (r->report.message[0] == '\0' && dry_allocated_bytes() != 0) {
        snprintf(r->report.message, sizeof r->report.message, "%zu bytes are left over",
                 dry_allocated_bytes());
    }
}

/* The call on one world, with everything that must hold after it. */
static Answer perform(ApiRun *r, const Call *call, int world)
{
    DryWorld *w = r->worlds[world];
    r->active = world;
    uint64_t before = dry_world_hash(w);
    Answer answer = call->fn(r, w);
    if (r->report.message[0] == '\0' && answer.refused != 0 && dry_world_hash(w) != before) {
        snprintf(r->report.message, sizeof r->report.message, "refused (%s), and yet the hash changed",
                 dry_world_error(w));
    }
    if (r->report.message[0] == '\0') {
        const char *broken = broken_invariant(w, false);
        if (broken != NULL) {
            snprintf(r->report.message, sizeof r->report.message, "%s", broken);
        }
    }
    return answer;
}

/* One call on every world with the same choices. */
static void next_call(ApiRun *r)
{
    const Call *call = choose_call(r);
    Choices choices = r->choices;
    ApiKnown known = r->known;
    Answer first = { 0, 0 };
    for (int i = 0; i < r->program->worlds && r->report.message[0] == '\0'; ++i) {
        r->choices = choices;
        r->known = known;
        Answer answer = perform(r, call, i);
        if (i == 0) {
            first = answer;
        } else if (r->report.message[0] == '\0' &&
                   (answer.value != first.value || answer.refused != first.refused)) {
            snprintf(r->report.message, sizeof r->report.message, "world %d answers otherwise", i);
        } else if (r->report.message[0] == '\0' &&
                   dry_world_hash(r->worlds[i]) != dry_world_hash(r->worlds[0])) {
            snprintf(r->report.message, sizeof r->report.message, "world %d has another hash", i);
        }
    }
    r->report.refused += first.refused;
    if (r->report.message[0] != '\0') {
        char why[400];
        snprintf(why, sizeof why, "%.399s", r->report.message);
        snprintf(r->report.message, sizeof r->report.message, "call %d, %s: %s", r->report.calls, call->name,
                 why);
    }
    r->report.calls++;
}

ApiReport run_api_program(const ApiProgram *program, Choices choices)
{
    ApiRun *r = calloc(1, sizeof *r);
    r->program = program;
    r->choices = choices;
    set_up(r);
    while (r->report.calls < program->calls && r->report.message[0] == '\0' &&
           !(program->stop_with_bytes && r->choices.at >= r->choices.size)) {
        next_call(r);
    }
    tear_down(r);
    ApiReport report = r->report;
    free(r);
    return report;
}
