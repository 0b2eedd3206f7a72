#include "tools/tune.h"

#include "bench/bench.h"
#include "scene/scene.h"

#include <drystone/state.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SECOND = 60 /* steps */
};

/* A scene being played, from one of the two sources. */
typedef struct Played {
    DryWorld *world;
    BenchPlay *play;
    DryScene *scene;
    DrySceneMap map;
} Played;

bool tune_def(const TuneScene *scene, DryWorldDef *def, char message[TUNE_MESSAGE])
{
    if (scene->bench >= 0) {
        *def = bench_scene_def(scene->bench);
        return true;
    }
    DryScene *read = NULL;
    DrySceneMessage text;
    if (dry_scene_read(scene->name, &read, &text) != DRY_OK) {
        snprintf(message, TUNE_MESSAGE, "%s", text.text);
        return false;
    }
    *def = dry_scene_world_def(read);
    dry_scene_destroy(read);
    return true;
}

static bool open_file(Played *p, const char *path, const DryWorldDef *def, char message[TUNE_MESSAGE])
{
    DrySceneMessage text;
    if (dry_scene_read(path, &p->scene, &text) != DRY_OK) {
        snprintf(message, TUNE_MESSAGE, "%s", text.text);
        return false;
    }
    p->world = dry_world_create(def);
    if (!p->world) {
        snprintf(message, TUNE_MESSAGE, "%s", dry_last_error());
        return false;
    }
    if (dry_scene_build(p->scene, p->world, &p->map, &text) != DRY_OK) {
        snprintf(message, TUNE_MESSAGE, "%s", text.text);
        return false;
    }
    return true;
}

static bool open_played(Played *p, const TuneScene *scene, const DryWorldDef *def, char message[TUNE_MESSAGE])
{
    *p = (Played){ .world = NULL };
    if (scene->bench < 0) {
        return open_file(p, scene->name, def, message);
    }
    p->play = bench_play_open(scene->bench, def, message);
    p->world = p->play ? bench_play_world(p->play) : NULL;
    return p->play != NULL;
}

static bool step_played(Played *p, char message[TUNE_MESSAGE])
{
    if (p->play) {
        return bench_play_step(p->play, message);
    }
    if (dry_world_step(p->world, 1.0f / 60.0f) != DRY_OK) {
        snprintf(message, TUNE_MESSAGE, "%s", dry_world_error(p->world));
        return false;
    }
    return true;
}

static void close_played(Played *p)
{
    if (p->play) {
        bench_play_close(p->play);
    } else {
        dry_scene_map_release(&p->map);
        dry_world_destroy(p->world);
        dry_scene_destroy(p->scene);
    }
}

/* Where all bodies are, in the order of dry_world_next_body. Null when memory ran out. */
static DryPos *places(const DryWorld *world, int32_t *count)
{
    *count = dry_world_bodies(world, NULL, 0);
    DryPos *all = malloc((size_t)(*count + 1) * sizeof *all);
    DryBodyId body = { 0, 0 };
    for (int32_t i = 0; all && i < *count; ++i) {
        body = dry_world_next_body(world, body);
        all[i] = dry_body_center(world, body);
    }
    return all;
}

/* The farthest way since `before`, of dynamic bodies that are still there. */
static double farthest(const DryWorld *world, const DryPos *before, int32_t count)
{
    double most = 0.0;
    DryBodyId body = { 0, 0 };
    for (int32_t i = 0; i < count; ++i) {
        body = dry_world_next_body(world, body);
        if (body.index == 0 || dry_body_type(world, body) != DRY_DYNAMIC) {
            continue;
        }
        DryVec3 way = dry_pos_sub(dry_body_center(world, body), before[i]);
        most = fmax(most, (double)dry_vec3_length(way));
    }
    return most;
}

static void add_step(const DryWorld *world, int32_t step, int32_t steps, TuneFigures *f)
{
    DryCounters counters = dry_world_counters(world);
    double overlap = (double)counters.largest_overlap, residual = (double)counters.residual;
    f->overlap_mean += overlap / steps;
    f->overlap_max = fmax(f->overlap_max, overlap);
    f->residual_mean += residual / steps;
    f->residual_max = fmax(f->residual_max, residual);
    f->ms += 1e3 * dry_world_profile(world).step / steps;
    if (counters.awake_bodies > 0) {
        f->asleep_after = -1.0;
    } else if (f->asleep_after < 0.0) {
        f->asleep_after = (step + 1) / 60.0;
    }
}

bool tune_run(const TuneScene *scene, const DryWorldDef *def, int32_t steps, TuneFigures *figures,
              char message[TUNE_MESSAGE])
{
    Played p;
    bool good = open_played(&p, scene, def, message);
    DryPos *before = NULL;
    int32_t count = 0, last = steps < SECOND ? steps : SECOND;
    *figures = (TuneFigures){ .asleep_after = -1.0 };
    for (int32_t i = 0; good && i < steps; ++i) {
        if (i == steps - last) {
            before = places(p.world, &count);
        }
        good = step_played(&p, message);
        if (good) {
            add_step(p.world, i, steps, figures);
        }
    }
    if (good && !before) {
        snprintf(message, TUNE_MESSAGE, "%s: out of memory", scene->name);
        good = false;
    }
    if (good) {
        figures->creep = farthest(p.world, before, count) * 60.0 / last;
        figures->energy = dry_world_energy(p.world).total;
        figures->hash = dry_world_hash(p.world);
    }
    free(before);
    close_played(&p);
    return good;
}
