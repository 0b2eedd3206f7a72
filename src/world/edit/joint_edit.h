/* Joints over several tables: bodies' lists, colours, frames. */
#ifndef DRY_WORLD_JOINT_EDIT_H
#define DRY_WORLD_JOINT_EDIT_H

#include "world/store/world.h"

/* Puts a new joint, whose link names both bodies, into their lists. Contacts between the bodies end unless
 * they may collide. */
void dry__joint_link(DryWorld *w, int32_t joint);
/* Takes the joint out of lists and colours and frees its slot. */
void dry__joint_destroy(DryWorld *w, int32_t joint);
/* Gives the joint a colour when it is enabled and a body of it with mass is awake; takes it away otherwise.
 */
void dry__joint_update(DryWorld *w, int32_t joint);
/* After a change of JOINT_ENABLED or JOINT_COLLIDE: contacts between the bodies end, or are looked for. */
void dry__joint_refilter(DryWorld *w, int32_t joint);
/* Takes the colour away; dry__joint_update gives one back where it should have one. */
void dry__joint_uncolor(DryWorld *w, int32_t joint);
/* Recomputes the frames relative to the bodies' centres of mass and principal frames. */
void dry__joint_rebase(DryWorld *w, int32_t joint);
/* The body's joints start afresh: their impulses are not finite any more. */
void dry__body_forget_joints(DryWorld *w, int32_t body);
/* True when an enabled joint holds the body. */
bool dry__body_is_jointed(const DryWorld *w, int32_t body);

#endif
