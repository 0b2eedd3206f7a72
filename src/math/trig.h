/* Own trigonometry: the same bits on every compiler and platform. Accuracy: a few units in the last place of
 * float. */
#ifndef DRY_MATH_TRIG_H
#define DRY_MATH_TRIG_H

void dry__sin_cos(float angle, float *sine, float *cosine); /* |angle| <= 1e6 */
float dry__atan2(float y, float x);                         /* atan2(0,0) = 0 */
float dry__asin(float x);                                   /* clamped to [-1, 1] */
float dry__acos(float x);

#define DRY_PI 3.14159265358979323846f

#endif
