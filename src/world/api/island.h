/* The island of a body, for calls that only read. */
#ifndef DRY_WORLD_API_ISLAND_H
#define DRY_WORLD_API_ISLAND_H

#include "world/store/world.h"

typedef struct IslandList {
    int32_t *bodies; /* in slot order */
    int32_t count;
    size_t bytes;
} IslandList;

/* The dynamic, enabled bodies connected to this one by touching contacts and enabled joints; it alone when it
   is disabled, none when it is not dynamic. False: out of memory. To be freed. */
bool dry__island_list(const DryWorld *w, int32_t body, IslandList *list);
void dry__island_free(IslandList *list);

#endif
