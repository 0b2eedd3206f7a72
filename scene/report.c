#include "scene/report.h"

#include "scene/limits.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A message is one line whatever the file's names hold. */
static void clean(char *text)
{
    for (; *text; ++text)
        if ((unsigned char)*text < 32 || *text == 127)
            *text = '?';
}

/* What tells whether another warning has the same reason, and where its line ends without the count. */
typedef struct SceneWarningGroup {
    uint32_t hash; /* of the reason */
    uint32_t start, length;
    int32_t times;
} SceneWarningGroup;

enum {
    COUNT_SIZE = 40 /* of " (2147483647 times, first here)" */
};

static uint32_t hash_text(const char *text)
{
    uint32_t hash = 2166136261u;
    for (; *text; ++text)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return hash;
}

static bool count_again(DrySceneWarnings *warnings, const char *reason, uint32_t hash)
{
    size_t length = strlen(reason);
    for (int32_t i = 0; i < warnings->count; ++i) {
        SceneWarningGroup *group = &warnings->groups[i];
        char *line = warnings->lines[i];
        if (group->hash != hash || group->length - group->start != length ||
            memcmp(line + group->start, reason, length) != 0)
            continue;
        group->times += group->times < INT32_MAX;
        (void)snprintf(line + group->length, COUNT_SIZE, " (%d times, first here)", group->times);
        return true;
    }
    return false;
}

static bool grow(DrySceneWarnings *warnings)
{
    if (warnings->count < warnings->capacity)
        return true;
    size_t capacity = warnings->capacity ? 2 * (size_t)warnings->capacity : 16;
    char **lines = realloc(warnings->lines, capacity * sizeof *lines);
    warnings->lines = lines ? lines : warnings->lines;
    SceneWarningGroup *groups = realloc(warnings->groups, capacity * sizeof *groups);
    warnings->groups = groups ? groups : warnings->groups;
    if (!lines || !groups)
        return false;
    warnings->capacity = (int32_t)capacity;
    return true;
}

void dry__warnings_add(DrySceneWarnings *warnings, const char *place, const char *format, ...)
{
    char line[DRY_SCENE_MESSAGE_SIZE];
    int used = snprintf(line, sizeof line, "%s: ", place);
    size_t start = used < 0 ? 0 : (size_t)used < sizeof line ? (size_t)used : sizeof line - 1;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(line + start, sizeof line - start, format, arguments);
    va_end(arguments);
    clean(line);

    uint32_t hash = hash_text(line + start);
    if (count_again(warnings, line + start, hash))
        return;
    size_t length = strlen(line);
    char *copy = NULL;
    if (warnings->count < DRY_SCENE_MAX_WARNINGS && grow(warnings))
        copy = malloc(length + COUNT_SIZE);
    if (!copy) {
        ++warnings->dropped;
        return;
    }
    memcpy(copy, line, length + 1);
    warnings->groups[warnings->count] = (SceneWarningGroup){ hash, (uint32_t)start, (uint32_t)length, 1 };
    warnings->lines[warnings->count++] = copy;
}

void dry__warnings_release(DrySceneWarnings *warnings)
{
    for (int32_t i = 0; i < warnings->count; ++i)
        free(warnings->lines[i]);
    free(warnings->lines);
    free(warnings->groups);
    *warnings = (DrySceneWarnings){ 0 };
}

bool dry__report_fail(SceneReport *report, DryStatus status, const char *place, const char *format, ...)
{
    if (report->status != DRY_OK)
        return false;
    report->status = status;
    if (!report->message)
        return false;
    char reason[DRY_SCENE_MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    char *text = report->message->text;
    int written =
        snprintf(text, DRY_SCENE_MESSAGE_SIZE, "%s: %s%s%s", report->file, place, *place ? ": " : "", reason);
    if (written >= DRY_SCENE_MESSAGE_SIZE)
        memcpy(text + DRY_SCENE_MESSAGE_SIZE - 4, "...", 4);
    clean(text);
    return false;
}

bool dry__report_memory(SceneReport *report)
{
    return dry__report_fail(report, DRY_ERROR_MEMORY, "", "out of memory");
}
