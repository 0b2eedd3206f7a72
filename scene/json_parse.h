/**
 * JSON text to values, with messages for whoever has the wrong file: empty, cut off, binary, or of another
 * kind.
 */
#ifndef DRYSTONE_SCENE_JSON_PARSE_H
#define DRYSTONE_SCENE_JSON_PARSE_H

#include "scene/report.h"

#include <jansson.h>

/** The object that the text is. Null, with an error at "line 3 column 7", behind `place` unless that is
 * empty, when it is none. */
json_t *dry__json_parse(SceneReport *report, const char *place, const char *text, size_t size);

#endif
