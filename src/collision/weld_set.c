#include "collision/weld_set.h"

void dry__weld_corner(WeldSet *set, WeldFace *face, DryVec3 corner)
{
    if (set->corner_count == WELD_CORNERS) {
        set->full = true;
        return;
    }
    set->corners[set->corner_count++] = corner;
    face->count++;
}

void dry__weld_point(WeldSet *set, WeldPoint point)
{
    if (set->point_count == WELD_POINTS) {
        set->full = true;
        return;
    }
    set->points[set->point_count++] = point;
}
