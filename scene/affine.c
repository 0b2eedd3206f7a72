#include "scene/affine.h"

#include <string.h>

DryAffine dry__affine_identity(void)
{
    DryAffine a = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 0, 0, 0 } };
    return a;
}

DryAffine dry__affine_from_trs(const double translation[3], const double rotation[4], const double scale[3])
{
    DryAffine a;
    dry__quat_to_matrix(rotation, a.r);
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k)
            a.r[i][k] *= scale[k];
        a.t[i] = translation[i];
    }
    return a;
}

DryAffine dry__affine_mul(const DryAffine *outer, const DryAffine *inner)
{
    DryAffine a;
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k)
            a.r[i][k] = outer->r[i][0] * inner->r[0][k] + outer->r[i][1] * inner->r[1][k] +
                        outer->r[i][2] * inner->r[2][k];
        a.t[i] = outer->r[i][0] * inner->t[0] + outer->r[i][1] * inner->t[1] + outer->r[i][2] * inner->t[2] +
                 outer->t[i];
    }
    return a;
}

static void cofactors(const double r[3][3], double c[3][3])
{
    for (int i = 0; i < 3; ++i) {
        int i1 = (i + 1) % 3;
        int i2 = (i + 2) % 3;
        for (int k = 0; k < 3; ++k) {
            int k1 = (k + 1) % 3;
            int k2 = (k + 2) % 3;
            c[i][k] = r[i1][k1] * r[i2][k2] - r[i1][k2] * r[i2][k1];
        }
    }
}

static double determinant(const double r[3][3])
{
    double c[3][3];
    cofactors(r, c);
    return r[0][0] * c[0][0] + r[0][1] * c[0][1] + r[0][2] * c[0][2];
}

double dry__affine_determinant(const DryAffine *a)
{
    return determinant(a->r);
}

bool dry__affine_invert(const DryAffine *a, DryAffine *out)
{
    double c[3][3];
    cofactors(a->r, c);
    double det = a->r[0][0] * c[0][0] + a->r[0][1] * c[0][1] + a->r[0][2] * c[0][2];
    *out = dry__affine_identity();
    if (!(fabs(det) > 1e-300) || !isfinite(1.0 / det))
        return false;
    DryAffine inverse;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            inverse.r[i][k] = c[k][i] / det;
    for (int i = 0; i < 3; ++i)
        inverse.t[i] = -(inverse.r[i][0] * a->t[0] + inverse.r[i][1] * a->t[1] + inverse.r[i][2] * a->t[2]);
    if (!dry__affine_finite(&inverse))
        return false;
    *out = inverse;
    return true;
}

bool dry__affine_finite(const DryAffine *a)
{
    for (int i = 0; i < 3; ++i) {
        if (!isfinite(a->t[i]))
            return false;
        for (int k = 0; k < 3; ++k)
            if (!isfinite(a->r[i][k]))
                return false;
    }
    return true;
}

void dry__affine_point(const DryAffine *a, const double point[3], double out[3])
{
    double p[3] = { point[0], point[1], point[2] };
    for (int i = 0; i < 3; ++i)
        out[i] = a->r[i][0] * p[0] + a->r[i][1] * p[1] + a->r[i][2] * p[2] + a->t[i];
}

/*
 * Newton's iteration for the orthogonal factor, Q <- (Q + Q^-T) / 2 (Higham 1986). It converges quadratically
 * from any regular matrix; each early step halves the stretch, hence the number of rounds for a ratio of 1e9.
 */
static bool orthogonal_factor(double q[3][3])
{
    for (int round = 0; round < 80; ++round) {
        double c[3][3];
        cofactors(q, c);
        double det = q[0][0] * c[0][0] + q[0][1] * c[0][1] + q[0][2] * c[0][2];
        if (!(fabs(det) > 1e-200))
            return false;
        double change = 0;
        for (int i = 0; i < 3; ++i) {
            for (int k = 0; k < 3; ++k) {
                double next = 0.5 * (q[i][k] + c[i][k] / det);
                change = fmax(change, fabs(next - q[i][k]));
                q[i][k] = next;
            }
        }
        if (change < 1e-15)
            return true;
    }
    return true;
}

bool dry__affine_polar(const DryAffine *a, DryPolar *polar)
{
    double largest = 0;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            largest = fmax(largest, fabs(a->r[i][k]));
    if (!(largest > 1e-12) || !isfinite(largest))
        return false;
    double q[3][3];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            q[i][k] = a->r[i][k] / largest;
    double det = determinant(q);
    if (!(fabs(det) > 1e-18) || !orthogonal_factor(q))
        return false;
    double sign = det < 0 ? -1 : 1;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            q[i][k] *= sign;
    dry__quat_from_matrix(q, polar->rotation);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            polar->stretch[i][k] = q[0][i] * a->r[0][k] + q[1][i] * a->r[1][k] + q[2][i] * a->r[2][k];
    return true;
}

bool dry__polar_is_diagonal(const DryPolar *polar)
{
    double most = 0;
    double shear = 0;
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            double *bound = i == k ? &most : &shear;
            *bound = fmax(*bound, fabs(polar->stretch[i][k]));
        }
    }
    return shear <= 1e-5 * most;
}

void dry__quat_mul(const double a[4], const double b[4], double out[4])
{
    double r[4] = {
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    };
    memcpy(out, r, sizeof r);
}

bool dry__quat_normalize(double q[4])
{
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (!(length > 1e-9) || !isfinite(length))
        return false;
    for (int i = 0; i < 4; ++i)
        q[i] /= length;
    return true;
}

void dry__quat_to_matrix(const double q[4], double r[3][3])
{
    double x = q[0];
    double y = q[1];
    double z = q[2];
    double w = q[3];
    r[0][0] = 1 - 2 * (y * y + z * z);
    r[0][1] = 2 * (x * y - w * z);
    r[0][2] = 2 * (x * z + w * y);
    r[1][0] = 2 * (x * y + w * z);
    r[1][1] = 1 - 2 * (x * x + z * z);
    r[1][2] = 2 * (y * z - w * x);
    r[2][0] = 2 * (x * z - w * y);
    r[2][1] = 2 * (y * z + w * x);
    r[2][2] = 1 - 2 * (x * x + y * y);
}

void dry__quat_rotate(const double q[4], const double v[3], double out[3])
{
    DryAffine a = { .t = { 0, 0, 0 } };
    dry__quat_to_matrix(q, a.r);
    dry__affine_point(&a, v, out);
}

/* Starts from the largest of the four components, so that no small difference is divided by (Shepperd 1978).
 */
void dry__quat_from_matrix(double r[3][3], double q[4])
{
    double trace = r[0][0] + r[1][1] + r[2][2];
    if (trace >= 0) {
        double s = sqrt(trace + 1);
        q[3] = 0.5 * s;
        s = 0.5 / s;
        q[0] = (r[2][1] - r[1][2]) * s;
        q[1] = (r[0][2] - r[2][0]) * s;
        q[2] = (r[1][0] - r[0][1]) * s;
    } else {
        int i = r[1][1] > r[0][0] ? 1 : 0;
        i = r[2][2] > r[i][i] ? 2 : i;
        int j = (i + 1) % 3;
        int k = (i + 2) % 3;
        double s = sqrt(1 + r[i][i] - r[j][j] - r[k][k]);
        q[i] = 0.5 * s;
        s = 0.5 / s;
        q[3] = (r[k][j] - r[j][k]) * s;
        q[j] = (r[j][i] + r[i][j]) * s;
        q[k] = (r[k][i] + r[i][k]) * s;
    }
    if (!dry__quat_normalize(q)) {
        q[0] = q[1] = q[2] = 0;
        q[3] = 1;
    }
}

DryQuat dry__quat_to_float(const double q[4])
{
    DryQuat f = { (float)q[0], (float)q[1], (float)q[2], (float)q[3] };
    return f;
}
