#define _POSIX_C_SOURCE 200809L

#include "tools/progress.h"

#include <time.h>
#include <unistd.h>

enum {
    CELLS = 26
};

double progress_clock(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

Progress progress_on(FILE *out)
{
    Progress progress = { .out = out, .shown = isatty(fileno(out)) != 0 };
    return progress;
}

static void draw(const Progress *progress, int32_t done, int32_t total)
{
    int32_t full = total > 0 ? (int32_t)((int64_t)done * CELLS / total) : CELLS;
    fputc('\r', progress->out);
    for (int32_t i = 0; i < CELLS; ++i) {
        fputs(i < full ? "█" : "░", progress->out);
    }
    fprintf(progress->out, " %d/%d steps", (int)done, (int)total);
    fflush(progress->out);
}

void progress_show(Progress *progress, int32_t done, int32_t total)
{
    if (!progress->shown) {
        return;
    }
    double now = progress_clock();
    if (now >= progress->next) {
        draw(progress, done, total);
        progress->next = now + 0.05;
    }
}

void progress_end(Progress *progress, int32_t done, int32_t total)
{
    if (progress->shown) {
        draw(progress, done, total);
    } else {
        fprintf(progress->out, "%d/%d steps", (int)done, (int)total);
    }
}
