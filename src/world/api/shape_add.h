/* What the functions that add shapes have in common. */
#ifndef DRY_WORLD_SHAPE_ADD_H
#define DRY_WORLD_SHAPE_ADD_H

#include "world/api/check.h"

/* The beginning: body and options, checked; null options: the defaults. */
DryStatus dry__shape_add_begin(DryWorld *w, DryBodyId id, const DryShapeOptions *options, const char *call,
                               int32_t *body, DryShapeOptions *o);

/* `geometry`: slot in the geometry table, or -1; `g` points to what the shape is to collide with. */
DryShapeId dry__shape_add_finish(DryWorld *w, int32_t body, const ShapeGeometry *g, DryFrame frame,
                                 int32_t geometry, const DryShapeOptions *o, const char *call);

#endif
