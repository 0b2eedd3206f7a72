#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

static _Thread_local char last_error[ERROR_CAPACITY];
static _Thread_local DryStatus last_status;

/* Set at start only. */
static DryLogFn *log_hook;
static void *log_user;

const char *dry_status_name(DryStatus status)
{
    switch (status) {
    case DRY_OK:
        return "ok";
    case DRY_ERROR_ARGUMENT:
        return "argument";
    case DRY_ERROR_ID:
        return "id";
    case DRY_ERROR_MEMORY:
        return "memory";
    case DRY_ERROR_STATE:
        return "state";
    case DRY_ERROR_SIZE:
        return "size";
    case DRY_ERROR_FORMAT:
        return "format";
    case DRY_ERROR_GEOMETRY:
        return "geometry";
    case DRY_ERROR_RANGE:
        return "range";
    }
    return "unknown";
}

DryStatus dry_last_status(void)
{
    return last_status;
}

const char *dry_last_error(void)
{
    return last_error;
}

DryStatus dry_set_last_error(DryStatus status, const char *message)
{
    return status == DRY_OK ? DRY_OK : dry__error_set(status, "%s", message == NULL ? "" : message);
}

#define TEXT(x) #x
#define VERSION_TEXT(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

const char *dry_version(void)
{
    return VERSION_TEXT(DRY_VERSION_MAJOR, DRY_VERSION_MINOR, DRY_VERSION_PATCH);
}

void dry_set_log(DryLogFn *log, void *user)
{
    log_hook = log;
    log_user = user;
}

static void format_into(char *buffer, size_t size, const char *format, va_list arguments)
{
    if (buffer == NULL || size == 0) {
        return;
    }
    if (vsnprintf(buffer, size, format, arguments) < 0) {
        buffer[0] = '\0';
    }
}

DryStatus dry__error_format(char *buffer, size_t size, DryStatus status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    format_into(buffer, size, format, arguments);
    va_end(arguments);
    return status;
}

DryStatus dry__error_set(DryStatus status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    format_into(last_error, sizeof last_error, format, arguments);
    va_end(arguments);
    last_status = status;
    return status;
}

void dry__log(const char *format, ...)
{
    if (log_hook == NULL) {
        return;
    }
    char line[2 * ERROR_CAPACITY];
    va_list arguments;
    va_start(arguments, format);
    format_into(line, sizeof line, format, arguments);
    va_end(arguments);
    log_hook(line, log_user);
}
