/* Contacts over several tables: bodies' lists, colours, wake edges. */
#ifndef DRY_WORLD_CONTACT_EDIT_H
#define DRY_WORLD_CONTACT_EDIT_H

#include "world/store/world.h"

/* Which events the pair of shapes wants, and whether the contact modifier is asked about it. */
void dry__contact_choose_events(const DryWorld *w, Contact *contact);

/* The overlap that a sensor's contact stands for. */
DrySensorEvent dry__sensor_event(const DryWorld *w, const Contact *contact);

/* True when the two shapes may collide: bodies, filters, sensors, joints. Does not look at sleep. */
bool dry__shapes_collide(const DryWorld *w, int32_t shape_a, int32_t shape_b);

/* A contact for the pair; room was reserved with dry__contact_reserve. */
int32_t dry__contact_begin(DryWorld *w, int32_t pair);

/* Ends a contact: leaves lists and colours, gives its manifolds back, reports the end. Its pair, if any,
 * stays. */
void dry__contact_end(DryWorld *w, int32_t contact);

/* Brings the number of manifolds of an active contact to `count`, with colours; room was reserved. */
void dry__contact_set_manifolds(DryWorld *w, int32_t contact, int32_t count);

/* A dormant contact gets its pair and colours back; room was reserved. */
void dry__contact_activate(DryWorld *w, int32_t contact);
/* An active contact gives up its pair and colours. */
void dry__contact_deactivate(DryWorld *w, int32_t contact);

/* Ends every contact of the body or of the shape. */
void dry__contact_end_all(DryWorld *w, int32_t body);
void dry__contact_end_shape(DryWorld *w, int32_t shape);

#endif
