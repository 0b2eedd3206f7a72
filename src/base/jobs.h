/* A team of workers that runs a script of parallel stages.

   The thread that steps the world opens a session, runs any number of stages inside it, and closes it. Other
   workers (own threads, or the user's tasks) help while the session is open: they claim blocks of the current
   stage. No stage depends on helpers: if none ever comes, the caller does all blocks itself. So it works with
   any task system, also one that runs tasks late, one by one, or not at all until `finish`. */
#ifndef DRY_BASE_JOBS_H
#define DRY_BASE_JOBS_H

#include <drystone/base.h>

enum {
    JOBS_MAX_WORKERS = 64
};

typedef struct Jobs Jobs;

/* Items [begin, end) of a stage. worker: 0 .. workers-1, distinct among the threads inside a session. */
typedef void RangeFn(void *context, int32_t begin, int32_t end, int32_t worker);

/* workers >= 1, counts the calling thread. enqueue/finish null: own threads, sleeping between sessions. Null:
   out of memory or no threads. */
Jobs *dry__jobs_create(int32_t workers, DryEnqueueFn *enqueue, DryFinishFn *finish, void *user);
void dry__jobs_destroy(Jobs *jobs);
int32_t dry__jobs_workers(const Jobs *jobs);

void dry__jobs_open(Jobs *jobs);
void dry__jobs_close(Jobs *jobs);

/* Runs fn over [0, count) in blocks of `grain` items; returns when all are done. Which worker runs which
   block is not defined, so results must not depend on it. Outside a session, or with one worker, runs on the
   caller. */
void dry__jobs_for(Jobs *jobs, int32_t count, int32_t grain, RangeFn *fn, void *context);

/* Number of processors this process may use. */
int32_t dry__jobs_cpu_count(void);

/* Monotonic seconds, for profiles only. */
double dry__time_seconds(void);

#endif
