/* Messages of failed calls. */
#ifndef DRY_BASE_ERROR_H
#define DRY_BASE_ERROR_H

#include <drystone/base.h>

enum {
    ERROR_CAPACITY = 240
};

/* Formats into a caller's buffer; always terminated. Returns `status` so that a check is one line. */
DryStatus dry__error_format(char *buffer, size_t size, DryStatus status, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Sets dry_last_error() of this thread; returns `status`. */
DryStatus dry__error_set(DryStatus status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Sends a line to the user's log hook, if any. */
void dry__log(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
