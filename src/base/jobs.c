#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* sched_getaffinity */
#elif !defined(_POSIX_C_SOURCE) && !defined(__APPLE__)
#define _POSIX_C_SOURCE 200809L
#endif

#include "base/jobs.h"

#include "base/memory.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

/* How a stage is shared without locks.

   `state` holds the number of the stage above and the number of blocks not yet claimed below, in one word.
   Claiming is one compare-and-swap that takes a block off. Whoever holds a claimed block may read the stage's
   plain members: the owner writes them again only after `done` has counted every block, and a late helper
   that still remembers an earlier stage cannot claim, because then either no block is left or the stage
   number differs.                           */

enum {
    SPINS_BEFORE_YIELD = 128
};

/* How long a helper waits for a session that is still being opened; see helper_run. */
#define OPENING_PATIENCE 0.005

typedef enum SessionPhase {
    SESSION_CLOSED,
    SESSION_OPENING,
    SESSION_OPEN
} SessionPhase;

/* One helper: a thread of ours, or one task given to the user's task system per session. */
typedef struct Helper {
    Jobs *jobs;
    int32_t worker;
    pthread_t thread; /* own threads */
    void *handle;     /* user's tasks */
    atomic_int started, ended;
} Helper;

struct Jobs {
    _Alignas(64) atomic_uint_least64_t state; /* stage number << 32 | blocks left */
    _Alignas(64) atomic_int done;             /* blocks finished in this stage */
    _Alignas(64) atomic_int phase;            /* SessionPhase */

    /* the stage */
    RangeFn *fn;
    void *context;
    int32_t count, grain, blocks;
    uint32_t stage;

    int32_t workers, threads;
    DryEnqueueFn *enqueue;
    DryFinishFn *finish;
    void *user;
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    bool stop;         /* under the mutex */
    const Jobs *outer; /* what the opening thread worked for before */
    Helper helpers[JOBS_MAX_WORKERS];
};

/* The team whose session this thread has opened: a user's task run by that very thread must not wait for
 * itself. */
static _Thread_local const Jobs *own_team;

static void spin_pause(int spins)
{
    if (spins % SPINS_BEFORE_YIELD == SPINS_BEFORE_YIELD - 1) {
        sched_yield();
        return;
    }
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Claims and runs one block; false when there was none to claim. */
static bool block_run(Jobs *jobs, int32_t worker)
{
    uint_least64_t state = atomic_load_explicit(&jobs->state, memory_order_acquire);
    do {
        if ((uint32_t)state == 0) {
            return false;
        }
    } while (!atomic_compare_exchange_weak_explicit(&jobs->state, &state, state - 1, memory_order_acq_rel,
                                                    memory_order_acquire));
    int32_t begin = (jobs->blocks - (int32_t)(uint32_t)state) * jobs->grain;
    int32_t end = jobs->count - begin < jobs->grain ? jobs->count : begin + jobs->grain;
    jobs->fn(jobs->context, begin, end, worker);
    atomic_fetch_add_explicit(&jobs->done, 1, memory_order_release);
    return true;
}

static SessionPhase phase_load(const Jobs *jobs)
{
    return (SessionPhase)atomic_load_explicit(&jobs->phase, memory_order_acquire);
}

/* Helps until the session closes. A task system may run each task to its end before `enqueue` returns; so a
   helper gives up when the opening does not end, instead of waiting for a caller who waits for it. */
static void helper_run(Jobs *jobs, int32_t worker)
{
    double limit = 0.0;
    for (int spins = 0;; ++spins) {
        if (block_run(jobs, worker)) {
            spins = 0;
            continue;
        }
        SessionPhase phase = phase_load(jobs);
        if (phase == SESSION_CLOSED) {
            return;
        }
        if (phase == SESSION_OPENING && spins % SPINS_BEFORE_YIELD == 0) {
            double now = dry__time_seconds();
            if (spins == 0) {
                limit = now + OPENING_PATIENCE;
            } else if (now > limit) {
                return;
            }
        }
        spin_pause(spins & 0xffff);
    }
}

static void task_main(void *context)
{
    Helper *helper = context;
    if (atomic_exchange(&helper->started, 1) == 0 && own_team != helper->jobs) {
        const Jobs *outer = own_team;
        own_team = helper->jobs;
        helper_run(helper->jobs, helper->worker);
        own_team = outer;
    }
    atomic_store(&helper->ended, 1);
}

static void *thread_main(void *context)
{
    Helper *helper = context;
    Jobs *jobs = helper->jobs;
    for (;;) {
        pthread_mutex_lock(&jobs->mutex);
        while (!jobs->stop && phase_load(jobs) == SESSION_CLOSED) {
            pthread_cond_wait(&jobs->wake, &jobs->mutex);
        }
        bool stop = jobs->stop;
        pthread_mutex_unlock(&jobs->mutex);
        if (stop) {
            return NULL;
        }
        helper_run(jobs, helper->worker);
    }
}

/* Signals belong to the application's threads. */
static bool thread_start(Helper *helper)
{
#ifdef _WIN32
    return pthread_create(&helper->thread, NULL, thread_main, helper) == 0;
#else
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    bool started = pthread_create(&helper->thread, NULL, thread_main, helper) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return started;
#endif
}

static bool sync_create(Jobs *jobs)
{
    if (pthread_mutex_init(&jobs->mutex, NULL) != 0) {
        return false;
    }
    if (pthread_cond_init(&jobs->wake, NULL) != 0) {
        pthread_mutex_destroy(&jobs->mutex);
        return false;
    }
    return true;
}

Jobs *dry__jobs_create(int32_t workers, DryEnqueueFn *enqueue, DryFinishFn *finish, void *user)
{
    if (workers < 1 || workers > JOBS_MAX_WORKERS || (enqueue == NULL) != (finish == NULL)) {
        return NULL;
    }
    Jobs *jobs = dry__alloc(sizeof *jobs);
    if (jobs == NULL) {
        return NULL;
    }
    if (!sync_create(jobs)) {
        dry__free(jobs, sizeof *jobs);
        return NULL;
    }
    jobs->workers = workers;
    jobs->enqueue = enqueue;
    jobs->finish = finish;
    jobs->user = user;
    for (int32_t i = 1; i < workers; ++i) {
        Helper *helper = &jobs->helpers[i];
        helper->jobs = jobs;
        helper->worker = i;
        if (enqueue == NULL) {
            if (!thread_start(helper)) {
                dry__jobs_destroy(jobs);
                return NULL;
            }
            ++jobs->threads;
        }
    }
    return jobs;
}

void dry__jobs_destroy(Jobs *jobs)
{
    if (jobs == NULL) {
        return;
    }
    pthread_mutex_lock(&jobs->mutex);
    jobs->stop = true;
    pthread_cond_broadcast(&jobs->wake);
    pthread_mutex_unlock(&jobs->mutex);
    for (int32_t i = 1; i <= jobs->threads; ++i) {
        pthread_join(jobs->helpers[i].thread, NULL);
    }
    pthread_cond_destroy(&jobs->wake);
    pthread_mutex_destroy(&jobs->mutex);
    dry__free(jobs, sizeof *jobs);
}

int32_t dry__jobs_workers(const Jobs *jobs)
{
    return jobs->workers;
}

void dry__jobs_open(Jobs *jobs)
{
    if (jobs->workers == 1) {
        return;
    }
    if (jobs->enqueue == NULL) {
        pthread_mutex_lock(&jobs->mutex);
        atomic_store_explicit(&jobs->phase, SESSION_OPEN, memory_order_release);
        pthread_cond_broadcast(&jobs->wake);
        pthread_mutex_unlock(&jobs->mutex);
        return;
    }
    jobs->outer = own_team;
    own_team = jobs;
    atomic_store_explicit(&jobs->phase, SESSION_OPENING, memory_order_release);
    for (int32_t i = 1; i < jobs->workers; ++i) {
        Helper *helper = &jobs->helpers[i];
        atomic_store(&helper->started, 0);
        atomic_store(&helper->ended, 0);
        helper->handle = jobs->enqueue(task_main, helper, jobs->user);
    }
    atomic_store_explicit(&jobs->phase, SESSION_OPEN, memory_order_release);
}

void dry__jobs_close(Jobs *jobs)
{
    atomic_store_explicit(&jobs->phase, SESSION_CLOSED, memory_order_release);
    if (jobs->enqueue == NULL || jobs->workers == 1) {
        return;
    }
    own_team = jobs->outer;
    for (int32_t i = 1; i < jobs->workers; ++i) {
        Helper *helper = &jobs->helpers[i];
        /* A null handle of a task that has run at once has nothing to wait for. */
        if (helper->handle != NULL || atomic_load(&helper->ended) == 0) {
            jobs->finish(helper->handle, jobs->user);
        }
        helper->handle = NULL;
    }
}

static void run_alone(int32_t count, int32_t grain, RangeFn *fn, void *context)
{
    for (int32_t begin = 0; begin < count;) {
        int32_t end = count - begin < grain ? count : begin + grain;
        fn(context, begin, end, 0);
        begin = end;
    }
}

void dry__jobs_for(Jobs *jobs, int32_t count, int32_t grain, RangeFn *fn, void *context)
{
    if (count <= 0) {
        return;
    }
    if (grain < 1) {
        grain = 1;
    }
    if (jobs->workers == 1 || count <= grain || phase_load(jobs) != SESSION_OPEN) {
        run_alone(count, grain, fn, context);
        return;
    }
    jobs->fn = fn;
    jobs->context = context;
    jobs->count = count;
    jobs->grain = grain;
    jobs->blocks = (count - 1) / grain + 1;
    atomic_store_explicit(&jobs->done, 0, memory_order_relaxed);
    uint_least64_t state = ((uint_least64_t)++jobs->stage << 32) | (uint32_t)jobs->blocks;
    atomic_store_explicit(&jobs->state, state, memory_order_release);
    while (block_run(jobs, 0)) {
    }
    for (int spins = 0; atomic_load_explicit(&jobs->done, memory_order_acquire) != jobs->blocks; ++spins) {
        spin_pause(spins & 0xffff);
    }
}

int32_t dry__jobs_cpu_count(void)
{
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) {
        return CPU_COUNT(&set);
    }
#endif
#ifdef _SC_NPROCESSORS_ONLN
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 && count < INT32_MAX ? (int32_t)count : 1;
#else
    return 1;
#endif
}

double dry__time_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
