#include "math/frame.h"

#include "math/trig.h"

typedef struct Wide3 {
    double x, y, z;
} Wide3;

/* Double, so that no finite float vector overflows or vanishes when it is squared. False: no direction. */
static bool direction(DryVec3 v, Wide3 *unit)
{
    double x = (double)v.x, y = (double)v.y, z = (double)v.z;
    double length = sqrt(x * x + y * y + z * z);
    if (!(length > 0.0) || !isfinite(length)) {
        return false;
    }
    *unit = (Wide3){ x / length, y / length, z / length };
    return true;
}

static DryQuat quat_from_wide(double x, double y, double z, double w)
{
    double scale = 1.0 / sqrt(x * x + y * y + z * z + w * w);
    DryQuat q = { (float)(x * scale), (float)(y * scale), (float)(z * scale), (float)(w * scale) };
    return q;
}

DryQuat dry_quat_from_axis_angle(DryVec3 axis, float angle)
{
    Wide3 u;
    if (!direction(axis, &u) || !isfinite(angle)) {
        return dry_quat_identity();
    }
    float s, c;
    dry__sin_cos(0.5f * angle, &s, &c);
    return quat_from_wide(u.x * (double)s, u.y * (double)s, u.z * (double)s, (double)c);
}

/* Some unit vector across u: its cross product with the coordinate axis it is least along. */
static Wide3 across(Wide3 u)
{
    double ax = fabs(u.x), ay = fabs(u.y), az = fabs(u.z);
    if (ax <= ay && ax <= az) {
        return (Wide3){ 0.0, u.z, -u.y };
    }
    if (ay <= az) {
        return (Wide3){ -u.z, 0.0, u.x };
    }
    return (Wide3){ u.y, -u.x, 0.0 };
}

DryQuat dry_quat_between(DryVec3 from, DryVec3 to)
{
    Wide3 a, b;
    if (!direction(from, &a) || !direction(to, &b)) {
        return dry_quat_identity();
    }
    double w = 1.0 + (a.x * b.x + a.y * b.y + a.z * b.z);
    if (w < 1e-14) { /* opposite: half a turn about any axis across */
        Wide3 axis = across(a);
        return quat_from_wide(axis.x, axis.y, axis.z, 0.0);
    }
    /* (a x b, 1 + a.b) is twice the half-angle's cosine times the rotation */
    return quat_from_wide(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x, w);
}

DryFrame dry_frame_from_axis(DryVec3 position, DryVec3 axis)
{
    DryFrame frame;
    frame.position = position;
    frame.rotation = dry_quat_between(v3(1.0f, 0.0f, 0.0f), axis);
    return frame;
}

void dry_sin_cos(float angle, float *sine, float *cosine)
{
    float s, c;
    dry__sin_cos(angle, &s, &c);
    if (sine != NULL) {
        *sine = s;
    }
    if (cosine != NULL) {
        *cosine = c;
    }
}

float dry_atan2(float y, float x)
{
    return dry__atan2(y, x);
}

/* The largest of the four squared components is found first; dividing by its root loses no digits. */
DryQuat dry__quat_from_mat3(const DryMat3 *m)
{
    double xx = (double)m->cx.x, yy = (double)m->cy.y, zz = (double)m->cz.z;
    double yz = (double)m->cy.z, zy = (double)m->cz.y; /* ab: row b of column a */
    double zx = (double)m->cz.x, xz = (double)m->cx.z;
    double xy = (double)m->cx.y, yx = (double)m->cy.x;
    double x = 1.0 + xx - yy - zz, y = 1.0 - xx + yy - zz, z = 1.0 - xx - yy + zz, w = 1.0 + xx + yy + zz;
    if (w >= x && w >= y && w >= z) {
        return quat_from_wide(yz - zy, zx - xz, xy - yx, w);
    }
    if (x >= y && x >= z) {
        return quat_from_wide(x, xy + yx, zx + xz, yz - zy);
    }
    if (y >= z) {
        return quat_from_wide(xy + yx, y, yz + zy, zx - xz);
    }
    return quat_from_wide(zx + xz, yz + zy, z, xy - yx);
}
