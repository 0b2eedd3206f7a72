/**
 * Messages about a scene file: one error, which ends the reading, and warnings, which do not.
 */
#ifndef DRYSTONE_SCENE_REPORT_H
#define DRYSTONE_SCENE_REPORT_H

#include <drystone/base.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    DRY_SCENE_MESSAGE_SIZE = 640
};

/** One line "file: place: reason", without control characters. */
typedef struct DrySceneMessage {
    char text[DRY_SCENE_MESSAGE_SIZE];
} DrySceneMessage;

/**
 * Warnings in the order in which they arose, "place: reason" each. The same reason at several places is one
 * line, with the first of them: "place: reason (12 times, first here)".
 */
typedef struct DrySceneWarnings {
    char **lines;
    struct SceneWarningGroup *groups; /**< one per line */
    int32_t count;
    int32_t capacity;
    int32_t dropped; /**< beyond DRY_SCENE_MAX_WARNINGS, or for want of memory */
} DrySceneWarnings;

#if defined(__GNUC__)
#define DRY_SCENE_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define DRY_SCENE_PRINTF(text, first)
#endif

/** Adds a warning. */
void dry__warnings_add(DrySceneWarnings *warnings, const char *place, const char *format, ...)
    DRY_SCENE_PRINTF(3, 4);
void dry__warnings_release(DrySceneWarnings *warnings);

/** Where an error goes. The first one stays. */
typedef struct SceneReport {
    const char *file;
    DrySceneMessage *message;
    DryStatus status;
    DrySceneWarnings *warnings;
} SceneReport;

/** Sets the error "file: place: reason"; an empty place is left out. Returns false. */
bool dry__report_fail(SceneReport *report, DryStatus status, const char *place, const char *format, ...)
    DRY_SCENE_PRINTF(4, 5);
/** The error that memory ran out. Returns false. */
bool dry__report_memory(SceneReport *report);

#ifdef __cplusplus
}
#endif

#endif
