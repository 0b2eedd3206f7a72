#include "bench/bench.h"
#include "bench/scenes.h"

#include <stdio.h>
#include <stdlib.h>

struct BenchPlay {
    const BenchScene *scene;
    BenchWorld bench;
    int32_t step;
};

DryWorldDef bench_scene_def(int32_t scene)
{
    const BenchScene *s = bench_scene(scene);
    DryWorldDef def = bench_world_def(s == NULL || s->sleeping);
    if (s != NULL && s->define) {
        s->define(&def);
    }
    return def;
}

static const char *reason(const BenchPlay *play)
{
    const char *text = play->bench.world ? dry_world_error(play->bench.world) : "";
    return text[0] != '\0' ? text : dry_last_error();
}

BenchPlay *bench_play_open(int32_t scene, const DryWorldDef *def, char message[BENCH_MESSAGE])
{
    const BenchScene *s = bench_scene(scene);
    BenchPlay *play = s != NULL ? calloc(1, sizeof *play) : NULL;
    if (!play) {
        snprintf(message, BENCH_MESSAGE, "%s", s != NULL ? "out of memory" : "no such scene");
        return NULL;
    }
    play->scene = s;
    play->bench.world = dry_world_create(def);
    if (play->bench.world) {
        s->build(&play->bench);
    }
    if (!play->bench.world || play->bench.failed) {
        snprintf(message, BENCH_MESSAGE, "%s", reason(play));
        bench_play_close(play);
        return NULL;
    }
    return play;
}

bool bench_play_step(BenchPlay *play, char message[BENCH_MESSAGE])
{
    if (play->scene->before_step) {
        play->scene->before_step(&play->bench, play->step);
    }
    if (play->bench.failed || dry_world_step(play->bench.world, 1.0f / 60.0f) != DRY_OK) {
        snprintf(message, BENCH_MESSAGE, "%s", reason(play));
        return false;
    }
    play->step++;
    return true;
}

DryWorld *bench_play_world(BenchPlay *play)
{
    return play->bench.world;
}

void bench_play_close(BenchPlay *play)
{
    if (play) {
        dry_world_destroy(play->bench.world);
        free(play);
    }
}
