/* Faces of pieces, what contacts touch, and contacts moved onto faces. */
#ifndef DRY_COLLISION_WELD_FACE_H
#define DRY_COLLISION_WELD_FACE_H

#include "collision/weld_set.h"

/* Finds what the contact touches: its feature, has_face, exact. */
void dry__weld_feature(WeldSet *set, WeldContact *contact);

/* The face of the contact's piece whose normal is nearest to n, when their cosine is above `least`. */
bool dry__weld_face_towards(WeldSet *set, const WeldContact *contact, DryVec3 n, float least, WeldFace *face);
/* Moves the contact onto the face of its piece that is nearest to `by`, unless that falls away from it. */
void dry__weld_refit(WeldSet *set, WeldContact *contact, const WeldFace *by);

/* How far the contact's mover is above the plane of the face: its lowest point. */
float dry__weld_lowest(const WeldSet *set, const WeldContact *contact, const WeldFace *face);
/* How far the highest corner is above the plane of `by`. */
float dry__weld_rise(const WeldSet *set, const WeldFace *face, const WeldFace *by);
/* The point of the face nearest to x; *inside: x is over it. */
DryVec3 dry__weld_closest(const WeldSet *set, const WeldFace *face, DryVec3 x, bool *inside);

#endif
