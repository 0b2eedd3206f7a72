/* Quaternions from bases. */
#ifndef DRY_MATH_FRAME_H
#define DRY_MATH_FRAME_H

#include "math/vec.h"

/* The rotation whose matrix has the orthonormal, right-handed columns of m. */
DryQuat dry__quat_from_mat3(const DryMat3 *m);

#endif
