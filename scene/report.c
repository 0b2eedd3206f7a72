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

    ++warnings->dropped;
    if (warnings->count >= DRY_SCENE_MAX_WARNINGS)
        return;
    if (warnings->count == warnings->capacity) {
        int32_t capacity = warnings->capacity ? 2 * warnings->capacity : 16;
        char **larger = realloc(warnings->lines, (size_t)capacity * sizeof *larger);
        if (!larger)
            return;
        warnings->lines = larger;
        warnings->capacity = capacity;
    }
    size_t size = strlen(line) + 1;
    char *copy = malloc(size);
    if (!copy)
        return;
    memcpy(copy, line, size);
    warnings->lines[warnings->count++] = copy;
    --warnings->dropped;
}

void dry__warnings_release(DrySceneWarnings *warnings)
{
    for (int32_t i = 0; i < warnings->count; ++i)
        free(warnings->lines[i]);
    free(warnings->lines);
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
