/* The settings of a world by name. */
#ifndef TOOLS_KNOBS_H
#define TOOLS_KNOBS_H

#include <drystone/world.h>

#include <stdio.h>

/* A setting and the values it shall take. */
typedef struct Knob Knob;

/* Null when there is none of that name. */
const Knob *knob_find(const char *name, size_t length);
const char *knob_name(const Knob *knob);
/* Sets it from the text, "8", "0.5", "on" or "off"; false when that is no such value. The range is checked by
   dry_world_create. */
bool knob_set(const Knob *knob, DryWorldDef *def, const char *text, size_t length);
void knob_print(const Knob *knob, const DryWorldDef *def, char *text, size_t size);
/* Names, one line each with the default; or on one line. */
void knobs_list(FILE *out);
void knobs_names(char *text, size_t size);

#endif
