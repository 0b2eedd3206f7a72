/**
 * Writes a simulation as one self-contained HTML file: the player's page (viewer/) with a .glb and its
 * telemetry put in. The page and the telemetry's format are described in viewer/FORMAT.md.
 */
#ifndef DRYSTONE_SCENE_HTML_WRITE_H
#define DRYSTONE_SCENE_HTML_WRITE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Path of the player's page, to be given to dry_html_write. The environment variable DRYSTONE_PLAYER decides
 * if it is set and not empty (whether or not there is such a file, so that a wrong path is reported rather
 * than passed over); then the page of the build tree, then the installed one. NULL when there is none: it was
 * built without Node.js. The text belongs to the environment or to the program.
 */
const char *dry_html_template_path(void);

/**
 * Writes the page to `out_path`.
 *
 * @param template_path   the player's page: an HTML file with the two empty places of viewer/FORMAT.md
 * @param glb             the scene with its animation, `glb_size` > 0 bytes
 * @param telemetry_json  telemetry as JSON text, or NULL for none
 * @param out_path        replaced only when the whole page was written; never left half-written
 * @param error           receives "file: reason" when the call fails, cut to `error_size`; may be NULL
 * @return false when a file cannot be read or written or is no player's page, when memory runs out, or when
 * an argument is missing
 */
bool dry_html_write(const char *template_path, const void *glb, size_t glb_size, const char *telemetry_json,
                    const char *out_path, char *error, size_t error_size);

#ifdef __cplusplus
}
#endif

#endif
