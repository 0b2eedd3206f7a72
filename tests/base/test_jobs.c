/* The team of workers: own threads, and a user's task system in every manner its contract allows. */
#include "base/jobs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum {
    ITEMS = 5000,
    STAGES = 300,
    SESSIONS = 20
};

/* Plain memory on purpose: a sanitizer sees whether stages are ordered and blocks are disjoint. */
typedef struct Work {
    int64_t values[ITEMS];
    int32_t visits[ITEMS];
    int64_t per_worker[JOBS_MAX_WORKERS];
    int32_t count, grain, workers;
} Work;

static Work work;

/* Every stage reads what the one before wrote in mirrored order, so a stage that begins too early gives wrong
 * sums. */
static void mirror_stage(void *context, int32_t begin, int32_t end, int32_t worker)
{
    Work *w = context;
    for (int32_t i = begin; i < end; ++i) {
        ++w->visits[i];
        ++w->per_worker[worker];
    }
}

static void add_stage(void *context, int32_t begin, int32_t end, int32_t worker)
{
    Work *w = context;
    if (worker < 0 || worker >= w->workers || begin % w->grain != 0 || end - begin > w->grain ||
        end > w->count) {
        abort(); /* cmocka's assertions are for its own thread only */
    }
    for (int32_t i = begin; i < end; ++i) {
        w->values[i] += (int64_t)w->visits[w->count - 1 - i] * (i + 1);
    }
}

static void run_stages(Jobs *jobs, int stages)
{
    work.workers = dry__jobs_workers(jobs);
    for (int s = 0; s < stages; ++s) {
        memset(&work.visits, 0, sizeof work.visits);
        memset(&work.values, 0, sizeof work.values);
        work.count = 1 + (s * 977) % ITEMS;
        work.grain = 1 + (s * 31) % 200;
        int64_t seen = 0, sum = 0;
        dry__jobs_for(jobs, work.count, work.grain, mirror_stage, &work);
        dry__jobs_for(jobs, work.count, work.grain, add_stage, &work);
        for (int i = 0; i < ITEMS; ++i) {
            seen += work.visits[i];
            sum += work.values[i];
        }
        assert_true(seen == work.count);
        assert_true(sum == (int64_t)work.count * (work.count + 1) / 2);
    }
}

static void run_team(Jobs *jobs, int sessions, int stages)
{
    assert_non_null(jobs);
    memset(&work, 0, sizeof work);
    run_stages(jobs, 2); /* outside a session */
    for (int s = 0; s < sessions; ++s) {
        dry__jobs_open(jobs);
        run_stages(jobs, stages);
        dry__jobs_close(jobs);
    }
    run_stages(jobs, 2);
    dry__jobs_destroy(jobs);
    assert_int_equal(dry_allocated_bytes(), 0);
}

static void own_threads_one_to_eight(void **unused)
{
    (void)unused;
    for (int32_t workers = 1; workers <= 8; ++workers) {
        run_team(dry__jobs_create(workers, NULL, NULL, NULL), SESSIONS, STAGES / 10);
    }
}

static void many_short_sessions(void **unused)
{
    (void)unused;
    run_team(dry__jobs_create(3, NULL, NULL, NULL), 500, 1);
}

static void empty_and_odd_stages(void **unused)
{
    (void)unused;
    Jobs *jobs = dry__jobs_create(2, NULL, NULL, NULL);
    memset(&work, 0, sizeof work);
    dry__jobs_open(jobs);
    dry__jobs_for(jobs, 0, 10, mirror_stage, &work);
    dry__jobs_for(jobs, -5, 10, mirror_stage, &work);
    for (int i = 0; i < ITEMS; ++i) {
        assert_int_equal(work.visits[i], 0);
    }
    dry__jobs_for(jobs, 7, 0, mirror_stage, &work); /* a grain below one counts as one */
    dry__jobs_for(jobs, 7, INT32_MAX, mirror_stage, &work);
    for (int i = 0; i < 8; ++i) {
        assert_int_equal(work.visits[i], i < 7 ? 2 : 0);
    }
    dry__jobs_close(jobs);
    dry__jobs_open(jobs); /* a session without stages */
    dry__jobs_close(jobs);
    dry__jobs_destroy(jobs);
    dry__jobs_destroy(NULL);
}

static void bad_teams_are_refused(void **unused)
{
    (void)unused;
    assert_null(dry__jobs_create(0, NULL, NULL, NULL));
    assert_null(dry__jobs_create(-1, NULL, NULL, NULL));
    assert_null(dry__jobs_create(JOBS_MAX_WORKERS + 1, NULL, NULL, NULL));
    assert_in_range(dry__jobs_cpu_count(), 1, 100000);
    double before = dry__time_seconds();
    assert_true(dry__time_seconds() >= before);
}

/* A user's task system that runs every task inside enqueue. */

typedef struct Counts {
    int enqueued, finished;
} Counts;

static void *enqueue_at_once(DryTaskFn *task, void *context, void *user)
{
    Counts *counts = user;
    ++counts->enqueued;
    task(context);
    return NULL;
}

static void finish_never(void *handle, void *user)
{
    (void)handle;
    ++((Counts *)user)->finished;
}

static void user_runs_tasks_at_once(void **unused)
{
    (void)unused;
    Counts counts = { 0, 0 };
    run_team(dry__jobs_create(4, enqueue_at_once, finish_never, &counts), 5, 20);
    assert_int_equal(counts.enqueued, 5 * 3);
    assert_int_equal(counts.finished, 0); /* null handles of tasks that have run */
    assert_null(dry__jobs_create(2, enqueue_at_once, NULL, NULL));
    assert_null(dry__jobs_create(2, NULL, finish_never, NULL));
}

/* One that runs them in finish. */

typedef struct Task {
    DryTaskFn *task;
    void *context;
    pthread_t thread;
} Task;

static Task *task_new(DryTaskFn *task, void *context)
{
    Task *t = malloc(sizeof *t);
    *t = (Task){ .task = task, .context = context };
    return t;
}

static void *enqueue_later(DryTaskFn *task, void *context, void *user)
{
    ++((Counts *)user)->enqueued;
    return task_new(task, context);
}

static void finish_now(void *handle, void *user)
{
    Task *t = handle;
    t->task(t->context);
    ++((Counts *)user)->finished;
    free(t);
}

static void user_runs_tasks_in_finish(void **unused)
{
    (void)unused;
    Counts counts = { 0, 0 };
    run_team(dry__jobs_create(4, enqueue_later, finish_now, &counts), 5, 20);
    assert_int_equal(counts.enqueued, 5 * 3);
    assert_int_equal(counts.finished, 5 * 3);
}

/* One that runs each on a thread of its own. */

static void *task_thread(void *argument)
{
    Task *t = argument;
    t->task(t->context);
    return NULL;
}

static void *enqueue_on_thread(DryTaskFn *task, void *context, void *user)
{
    ++((Counts *)user)->enqueued;
    Task *t = task_new(task, context);
    if (pthread_create(&t->thread, NULL, task_thread, t) != 0) {
        abort();
    }
    return t;
}

static void finish_by_joining(void *handle, void *user)
{
    Task *t = handle;
    pthread_join(t->thread, NULL);
    ++((Counts *)user)->finished;
    free(t);
}

static void user_runs_tasks_on_threads(void **unused)
{
    (void)unused;
    for (int32_t workers = 1; workers <= 8; ++workers) {
        Counts counts = { 0, 0 };
        run_team(dry__jobs_create(workers, enqueue_on_thread, finish_by_joining, &counts), 5, 20);
        assert_int_equal(counts.enqueued, 5 * (workers - 1));
        assert_int_equal(counts.finished, 5 * (workers - 1));
    }
}

/* One with a single thread that runs a task to its end before enqueue comes back: waiting for the session to
   end would wait for ever. */
static void *enqueue_and_wait(DryTaskFn *task, void *context, void *user)
{
    Task *t = enqueue_on_thread(task, context, user);
    pthread_join(t->thread, NULL);
    return t;
}

static void finish_by_freeing(void *handle, void *user)
{
    ++((Counts *)user)->finished;
    free(handle);
}

static void user_waits_inside_enqueue(void **unused)
{
    (void)unused;
    Counts counts = { 0, 0 };
    run_team(dry__jobs_create(3, enqueue_and_wait, finish_by_freeing, &counts), 2, 5);
    assert_int_equal(counts.finished, 2 * 2);
}

/* One whose waiting threads run other tasks meanwhile, so that a helper's task begins inside a block. */

static Task *pending[8];
static int pending_count;

static void *enqueue_pending(DryTaskFn *task, void *context, void *user)
{
    (void)user;
    return pending[pending_count++] = task_new(task, context);
}

static void block_that_runs_tasks(void *context, int32_t begin, int32_t end, int32_t worker)
{
    mirror_stage(context, begin, end, worker);
    while (pending_count > 0) {
        Task *t = pending[--pending_count];
        t->task(t->context);
    }
}

static void finish_pending(void *handle, void *user)
{
    (void)user;
    free(handle);
}

static void user_runs_tasks_inside_a_block(void **unused)
{
    (void)unused;
    Jobs *jobs = dry__jobs_create(4, enqueue_pending, finish_pending, NULL);
    memset(&work, 0, sizeof work);
    dry__jobs_open(jobs);
    dry__jobs_for(jobs, 1000, 10, block_that_runs_tasks, &work);
    dry__jobs_close(jobs);
    for (int i = 0; i < 1000; ++i) {
        assert_int_equal(work.visits[i], 1);
    }
    dry__jobs_destroy(jobs);
}

/* A session inside a block of another team's session, as when a callback steps a second world. */
static void block_with_a_session(void *context, int32_t begin, int32_t end, int32_t worker)
{
    mirror_stage(context, begin, end, worker);
    if (begin == 0) {
        static int64_t sums[100];
        Counts counts = { 0, 0 };
        Jobs *inner = dry__jobs_create(3, enqueue_at_once, finish_never, &counts);
        static Work small;
        dry__jobs_open(inner);
        dry__jobs_for(inner, 100, 7, mirror_stage, &small);
        dry__jobs_close(inner);
        dry__jobs_destroy(inner);
        for (int i = 0; i < 100; ++i) {
            sums[i] = small.visits[i];
            if (sums[i] != 1) {
                abort();
            }
        }
    }
}

static void a_second_team_inside_a_block(void **unused)
{
    (void)unused;
    Jobs *jobs = dry__jobs_create(3, NULL, NULL, NULL);
    memset(&work, 0, sizeof work);
    dry__jobs_open(jobs);
    dry__jobs_for(jobs, 1000, 10, block_with_a_session, &work);
    dry__jobs_close(jobs);
    for (int i = 0; i < 1000; ++i) {
        assert_int_equal(work.visits[i], 1);
    }
    dry__jobs_destroy(jobs);
}

static void nothing(void *context, int32_t begin, int32_t end, int32_t worker)
{
    (void)context;
    (void)begin;
    (void)end;
    (void)worker;
}

/* Printed, not judged: a machine may be busy. Four blocks, as a small stage has. */
static void what_a_stage_costs(void **unused)
{
    (void)unused;
    enum {
        ROUNDS = 20000
    };
    Counts counts = { 0, 0 };
    Jobs *jobs = dry__jobs_create(2, enqueue_later, finish_now, &counts);
    dry__jobs_open(jobs);
    double start = dry__time_seconds();
    for (int i = 0; i < ROUNDS; ++i) {
        dry__jobs_for(jobs, 4, 1, nothing, NULL);
    }
    print_message("a stage of 4 empty blocks without help: %.3f us\n",
                  1e6 * (dry__time_seconds() - start) / ROUNDS);
    dry__jobs_close(jobs);
    dry__jobs_destroy(jobs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_threads_one_to_eight),
        cmocka_unit_test(many_short_sessions),
        cmocka_unit_test(empty_and_odd_stages),
        cmocka_unit_test(bad_teams_are_refused),
        cmocka_unit_test(user_runs_tasks_at_once),
        cmocka_unit_test(user_runs_tasks_in_finish),
        cmocka_unit_test(user_runs_tasks_on_threads),
        cmocka_unit_test(user_waits_inside_enqueue),
        cmocka_unit_test(user_runs_tasks_inside_a_block),
        cmocka_unit_test(a_second_team_inside_a_block),
        cmocka_unit_test(what_a_stage_costs),
    };
    return cmocka_run_group_tests_name("jobs", tests, NULL, NULL);
}
