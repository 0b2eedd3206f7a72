/* Assertions the contract tests share. */
#ifndef CONTRACTS_CHECK_H
#define CONTRACTS_CHECK_H

#include <drystone/base.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

/* The macros of math.h are floats. */
#define NAN_DOUBLE ((double)NAN)
#define INFINITE_DOUBLE ((double)INFINITY)

static inline void check_close(double actual, double expected, double tolerance, const char *what,
                               const char *file, int line)
{
    if (!(fabs(actual - expected) <= tolerance)) {
        print_error("%s is %.17g, expected %.17g within %g\n", what, actual, expected, tolerance);
        _fail(file, line);
    }
}

#define assert_close(actual, expected, tolerance) \
    check_close((actual), (expected), (tolerance), #actual, __FILE__, __LINE__)

static inline void check_refused(DryStatus status, DryStatus expected, const char *word, const char *file,
                                 int line)
{
    if (status != expected || strstr(dry_last_error(), word) == NULL) {
        print_error("status %s, expected %s with \"%s\" in the message; the message is \"%s\"\n",
                    dry_status_name(status), dry_status_name(expected), word, dry_last_error());
        _fail(file, line);
    }
}

/* The call fails with the status and its message contains the word. */
#define assert_refused(status, expected, word) check_refused((status), (expected), (word), __FILE__, __LINE__)

#endif
