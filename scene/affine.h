/**
 * Affine transforms in double precision, as node trees need them. Quaternions are x, y, z, w.
 */
#ifndef DRYSTONE_SCENE_AFFINE_H
#define DRYSTONE_SCENE_AFFINE_H

#include <drystone/math.h>

/** x -> r x + t */
typedef struct DryAffine {
    double r[3][3]; /**< by rows */
    double t[3];
} DryAffine;

/** A linear map as a rotation after a symmetric stretch. */
typedef struct DryPolar {
    double rotation[4];
    double stretch[3][3]; /**< has the map's sign: negative when it mirrors */
} DryPolar;

DryAffine dry__affine_identity(void);
DryAffine dry__affine_from_trs(const double translation[3], const double rotation[4], const double scale[3]);
/** The map of `inner`, then that of `outer`. */
DryAffine dry__affine_mul(const DryAffine *outer, const DryAffine *inner);
/** False (and `out` is the identity) when the map is singular. */
bool dry__affine_invert(const DryAffine *a, DryAffine *out);
double dry__affine_determinant(const DryAffine *a);
bool dry__affine_finite(const DryAffine *a);
void dry__affine_point(const DryAffine *a, const double point[3], double out[3]);

/** False when the map is singular or nearly so: a stretch ratio above 1e9, or all stretches below 1e-12. */
bool dry__affine_polar(const DryAffine *a, DryPolar *polar);
/** Whether the stretch is along the axes: no shear beyond 1e-5 of its largest part. */
bool dry__polar_is_diagonal(const DryPolar *polar);

void dry__quat_mul(const double a[4], const double b[4], double out[4]);
/** Makes it unit; false when it is too short. */
bool dry__quat_normalize(double q[4]);
void dry__quat_rotate(const double q[4], const double v[3], double out[3]);
void dry__quat_to_matrix(const double q[4], double r[3][3]);
/** Of a proper rotation matrix. */
void dry__quat_from_matrix(double r[3][3], double q[4]);
DryQuat dry__quat_to_float(const double q[4]);

#endif
