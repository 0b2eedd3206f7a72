#include "math/trig.h"

#include <math.h>

/* Everything is computed in double and rounded to float once, so the results are almost always the nearest
   floats. The polynomials are the Taylor series, cut where the next term is far below a float's precision. */

/* pi/2 in two parts; the first has 33 bits, so that its product with a quarter-turn count below 2^20 is
 * exact. */
static const double HALF_PI_HIGH = 0x1.921fb544p+0;
static const double HALF_PI_LOW = 0x1.0b4611a626331p-34;
static const double TWO_OVER_PI = 0x1.45f306dc9c883p-1;
static const double PI = 0x1.921fb54442d18p+1;

/* Beyond this the quarter-turn count is too long for the exact product above. */
static const double FAR_ANGLE = 1e6;

/* |r| <= pi/4 */
static double sine_series(double r)
{
    double s = r * r;
    double p = -1.0 / 39916800.0;
    p = p * s + 1.0 / 362880.0;
    p = p * s - 1.0 / 5040.0;
    p = p * s + 1.0 / 120.0;
    p = p * s - 1.0 / 6.0;
    return r * (1.0 + s * p);
}

static double cosine_series(double r)
{
    double s = r * r;
    double p = 1.0 / 479001600.0;
    p = p * s - 1.0 / 3628800.0;
    p = p * s + 1.0 / 40320.0;
    p = p * s - 1.0 / 720.0;
    p = p * s + 1.0 / 24.0;
    p = p * s - 0.5;
    return 1.0 + s * p;
}

void dry__sin_cos(float angle, float *sine, float *cosine)
{
    double x = (double)angle;
    if (!isfinite(x)) {
        *sine = NAN;
        *cosine = NAN;
        return;
    }
    if (fabs(x) > FAR_ANGLE) {
        x = fmod(x,
                 2.0 * PI); /* exact, so the same bits everywhere, though the period is not exactly two pi */
    }
    double turns = floor(x * TWO_OVER_PI + 0.5);
    double r = (x - turns * HALF_PI_HIGH) - turns * HALF_PI_LOW;
    float s = (float)sine_series(r), c = (float)cosine_series(r);
    switch ((int)turns & 3) {
    case 0:
        *sine = s;
        *cosine = c;
        break;
    case 1:
        *sine = c;
        *cosine = -s;
        break;
    case 2:
        *sine = -s;
        *cosine = -c;
        break;
    default:
        *sine = -c;
        *cosine = s;
        break;
    }
}

/* |t| <= 1/4 */
static double arc_series(double t)
{
    double s = t * t;
    double p = 1.0 / 13.0;
    p = p * s - 1.0 / 11.0;
    p = p * s + 1.0 / 9.0;
    p = p * s - 1.0 / 7.0;
    p = p * s + 1.0 / 5.0;
    p = p * s - 1.0 / 3.0;
    return t * (1.0 + s * p);
}

/* 0 <= t <= 1, by atan t = atan c + atan((t - c) / (1 + t c)) for c = 0, 1/2, 1 */
static double arc_unit(double t)
{
    const double arc_half = 0x1.dac670561bb4fp-2;
    if (t < 0.25) {
        return arc_series(t);
    }
    if (t < 0.75) {
        return arc_half + arc_series((t - 0.5) / (1.0 + 0.5 * t));
    }
    return 0.25 * PI + arc_series((t - 1.0) / (1.0 + t));
}

static double arc_tangent(double y, double x)
{
    if (isnan(x) || isnan(y)) {
        return (double)NAN;
    }
    double ax = fabs(x), ay = fabs(y);
    if (ax == 0.0 && ay == 0.0) {
        return 0.0;
    }
    if (isinf(ax) && isinf(ay)) {
        ax = 1.0;
        ay = 1.0;
    }
    double arc = ay <= ax ? arc_unit(ay / ax) : 0.5 * PI - arc_unit(ax / ay);
    if (x < 0.0) {
        arc = PI - arc;
    }
    return copysign(arc, y);
}

float dry__atan2(float y, float x)
{
    return (float)arc_tangent((double)y, (double)x);
}

/* The leg sqrt(1 - x^2) beside x in a triangle of hypotenuse one; no digits are lost near |x| = 1. */
static double other_leg(double x)
{
    return sqrt((1.0 - x) * (1.0 + x));
}

static double clamp_unit(double x)
{
    return x < -1.0 ? -1.0 : x > 1.0 ? 1.0 : x;
}

float dry__asin(float x)
{
    double s = clamp_unit((double)x);
    return (float)arc_tangent(s, other_leg(s));
}

float dry__acos(float x)
{
    double c = clamp_unit((double)x);
    return (float)arc_tangent(other_leg(c), c);
}
