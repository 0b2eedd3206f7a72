/* The same bits for any number of workers, any kernel, and the user's own task system. */
#include "support/build.h"
#include "support/scenes.h"

enum {
    STEPS = 200
};

/* A task system that runs everything late, in finish. */
typedef struct LateTask {
    DryTaskFn *task;
    void *context;
} LateTask;

static LateTask late_tasks[256];
static int late_count;

static void *enqueue_late(DryTaskFn *task, void *context, void *user)
{
    (void)user;
    LateTask *late = &late_tasks[late_count++ % 256];
    late->task = task;
    late->context = context;
    return late;
}

static void finish_late(void *handle, void *user)
{
    (void)user;
    LateTask *late = handle;
    late->task(late->context);
}

static uint64_t run(const TestScene *scene, int workers, DryKernel kernel, bool own_tasks, uint64_t *hashes)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = workers;
    def.kernel = kernel;
    def.enqueue_task = own_tasks ? enqueue_late : NULL;
    def.finish_task = own_tasks ? finish_late : NULL;
    DryWorld *w = dry_world_create(&def);
    if (w == NULL) {
        return 0; /* a kernel that this processor lacks */
    }
    scene->build(w);
    for (int i = 0; i < STEPS; ++i) {
        if (scene->before_step != NULL) {
            scene->before_step(w, i);
        }
        run_steps(w, 1);
        hashes[i] = dry_world_hash(w);
    }
    dry_world_destroy(w);
    return hashes[STEPS - 1];
}

static void same_bits(const TestScene *scene, int workers, DryKernel kernel, bool own_tasks,
                      const uint64_t *expected)
{
    uint64_t hashes[STEPS];
    if (run(scene, workers, kernel, own_tasks, hashes) == 0) {
        return;
    }
    for (int i = 0; i < STEPS; ++i) {
        if (hashes[i] != expected[i]) {
            fail_msg("%s: %d workers, kernel %d%s differ from one scalar worker first in step %d",
                     scene->name, workers, (int)kernel, own_tasks ? ", own tasks" : "", i);
        }
    }
}

static void every_scene_gives_the_same_bits(void **unused)
{
    (void)unused;
    for (int s = 0; s < test_scene_count; ++s) {
        const TestScene *scene = &test_scenes[s];
        uint64_t expected[STEPS] = { 0 };
        (void)run(scene, 1, DRY_KERNEL_SCALAR, false, expected);
        print_message("%-12s %016llx\n", scene->name, (unsigned long long)expected[STEPS - 1]);
        same_bits(scene, 1, DRY_KERNEL_SSE2, false, expected);
        same_bits(scene, 1, DRY_KERNEL_AVX2, false, expected);
        same_bits(scene, 2, DRY_KERNEL_AUTO, false, expected);
        same_bits(scene, 4, DRY_KERNEL_AUTO, false, expected);
        same_bits(scene, 3, DRY_KERNEL_AUTO, true, expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_scene_gives_the_same_bits) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
