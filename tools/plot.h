/* What an experiment recorded, drawn as one SVG figure. */
#ifndef TOOLS_PLOT_H
#define TOOLS_PLOT_H

#include "lab/result.h"

#include <stdio.h>

/* Measured curves in colours and the exact ones dashed over them, with axes and a legend. */
void plot_write(FILE *file, const char *title, const LabRecord *record);

#endif
