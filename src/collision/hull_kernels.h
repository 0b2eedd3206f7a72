/* The hull kernels by instruction set; collision/dispatch.c chooses. Those of other processors are not built. */
#ifndef DRY_COLLISION_HULL_KERNELS_H
#define DRY_COLLISION_HULL_KERNELS_H

#include "collision/pair.h"

PairFn dry__pair_hull_hull_scalar, dry__pair_hull_hull_sse2, dry__pair_hull_hull_avx2;
PairFn dry__pair_box_hull_scalar, dry__pair_box_hull_sse2, dry__pair_box_hull_avx2;

#endif
