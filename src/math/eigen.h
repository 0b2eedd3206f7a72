/* Principal axes. */
#ifndef DRY_MATH_EIGEN_H
#define DRY_MATH_EIGEN_H

#include "math/vec.h"

/* Eigenvalues and eigenvectors of a symmetric matrix: m = R diag(values) R^T with R the matrix of `axes`, a
   proper rotation. The values are not sorted: a diagonal matrix gives its diagonal and the identity. When m
   is not finite, the answer is its diagonal and the identity. */
void dry__sym3_eigen(const DrySym3 *m, DryVec3 *values, DryQuat *axes);

#endif
