#include "math/eigen.h"

#include "math/frame.h"

enum {
    MAX_SWEEPS = 24
};

/* Turns a's axes p and q so that a[p][q] vanishes, and carries the turn into the columns of r.
   Jacobi's method; the tangent of the smaller angle as in Golub & Van Loan, Matrix Computations, 8.5. */
static void jacobi_turn(double a[3][3], double r[3][3], int p, int q)
{
    double apq = a[p][q];
    double theta = (a[q][q] - a[p][p]) / (2.0 * apq);
    double t = (theta >= 0.0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(1.0 + theta * theta));
    double c = 1.0 / sqrt(1.0 + t * t), s = t * c;
    int k = 3 - p - q;
    double akp = a[k][p], akq = a[k][q];
    a[p][p] -= t * apq;
    a[q][q] += t * apq;
    a[p][q] = a[q][p] = 0.0;
    a[k][p] = a[p][k] = c * akp - s * akq;
    a[k][q] = a[q][k] = s * akp + c * akq;
    for (int i = 0; i < 3; ++i) {
        double rip = r[i][p], riq = r[i][q];
        r[i][p] = c * rip - s * riq;
        r[i][q] = s * rip + c * riq;
    }
}

static DryVec3 column(double r[3][3], int k)
{
    return v3((float)r[0][k], (float)r[1][k], (float)r[2][k]);
}

void dry__sym3_eigen(const DrySym3 *m, DryVec3 *values, DryQuat *axes)
{
    static const int pairs[3][2] = { { 0, 1 }, { 0, 2 }, { 1, 2 } };
    double xx = (double)m->xx, yy = (double)m->yy, zz = (double)m->zz;
    double xy = (double)m->xy, xz = (double)m->xz, yz = (double)m->yz;
    double a[3][3] = { { xx, xy, xz }, { xy, yy, yz }, { xz, yz, zz } };
    double r[3][3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    double size = fabs(xx) + fabs(yy) + fabs(zz) + fabs(xy) + fabs(xz) + fabs(yz);
    *values = v3(m->xx, m->yy, m->zz);
    *axes = dry_quat_identity();
    if (!isfinite(size)) {
        return;
    }
    bool turned = true;
    for (int sweep = 0; sweep < MAX_SWEEPS && turned; ++sweep) {
        turned = false;
        for (int i = 0; i < 3; ++i) {
            int p = pairs[i][0], q = pairs[i][1];
            if (fabs(a[p][q]) > 1e-17 * size) {
                jacobi_turn(a, r, p, q);
                turned = true;
            }
        }
    }
    *values = v3((float)a[0][0], (float)a[1][1], (float)a[2][2]);
    DryMat3 basis = { column(r, 0), column(r, 1), column(r, 2) };
    *axes = dry__quat_from_mat3(&basis);
}
