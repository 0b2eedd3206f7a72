/* Waking and putting to sleep: bodies, islands, their proxies, contacts and joints. None of these can fail.
 */
#ifndef DRY_WORLD_WAKE_EDIT_H
#define DRY_WORLD_WAKE_EDIT_H

#include "world/store/world.h"

/* Room for one more body in every list that waking and sleeping use. */
bool dry__wake_reserve(DryWorld *w);

/* Wakes the body: a dynamic one with its whole sleeping island and every island that touches it, a kinematic
   one alone and then the dynamic bodies that touch it or hang on it. Static bodies: see dry__wake_touching.
 */
void dry__wake_body(DryWorld *w, int32_t body);

/* Wakes every dynamic body that has a contact or a joint with this one. */
void dry__wake_touching(DryWorld *w, int32_t body);

/* Puts the listed awake bodies, one whole island in any order, to sleep. */
void dry__sleep_island(DryWorld *w, const int32_t *bodies, int32_t count);

/* The body leaves the awake list without an island: a resting kinematic, a disabled or a destroyed body. */
void dry__body_leave(DryWorld *w, int32_t body);

/* All bodies of the island of an awake body, by contacts and joints with awake dynamic bodies; written to
   scratch.stack, returns their number. */
int32_t dry__collect_island(DryWorld *w, int32_t body);

/* True when the body rests on, or hangs from, a kinematic body that is awake: asleep it would not be taken
 * along. */
bool dry__touches_moving_kinematic(const DryWorld *w, int32_t body);

/* The body leaves its sleeping island, which goes on without it. */
void dry__island_remove(DryWorld *w, int32_t body);

#endif
