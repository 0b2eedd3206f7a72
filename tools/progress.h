/* A bar that grows on a terminal. */
#ifndef TOOLS_PROGRESS_H
#define TOOLS_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Progress {
    FILE *out;
    bool shown;  /* `out` is a terminal */
    double next; /* when to draw again, s */
} Progress;

/* Seconds of a clock that only goes forward. */
double progress_clock(void);
Progress progress_on(FILE *out);
/* Draws the bar, now and then. */
void progress_show(Progress *progress, int32_t done, int32_t total);
/* The last state of the bar; leaves the cursor behind it, on the same line. */
void progress_end(Progress *progress, int32_t done, int32_t total);

#endif
