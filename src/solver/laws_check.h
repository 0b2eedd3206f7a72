/* Checks shared by the contact laws. Each answers whether the value is allowed and, if not, says so in
   dry_last_error(); the caller then returns DRY_ERROR_ARGUMENT or DRY_ERROR_RANGE as the name says. */
#ifndef DRY_SOLVER_LAWS_CHECK_H
#define DRY_SOLVER_LAWS_CHECK_H

#include "base/error.h"

#include <drystone/laws.h>

#include <math.h>

/* Of the squared length of a unit vector. */
#define LAW_UNIT_TOLERANCE 1e-10

static inline bool law_given(const char *call, const char *name, const void *pointer)
{
    if (pointer != NULL) {
        return true;
    }
    dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s is null", call, name);
    return false;
}

static inline bool law_finite(const char *call, const char *name, double value)
{
    if (isfinite(value)) {
        return true;
    }
    dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s is not finite (%g)", call, name, value);
    return false;
}

static inline bool law_not_negative(const char *call, const char *name, double value)
{
    if (isfinite(value) && value >= 0.0) {
        return true;
    }
    dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s must be finite and not negative, but is %g", call, name,
                   value);
    return false;
}

static inline bool law_positive(const char *call, const char *name, double value)
{
    if (isfinite(value) && value > 0.0) {
        return true;
    }
    dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s must be finite and positive, but is %g", call, name, value);
    return false;
}

static inline bool law_fraction(const char *call, const char *name, double value)
{
    if (value >= 0.0 && value <= 1.0) {
        return true;
    }
    dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s must be within 0 and 1, but is %g", call, name, value);
    return false;
}

/* A computed number; DRY_ERROR_RANGE. */
static inline bool law_in_range(const char *call, const char *name, double value)
{
    if (isfinite(value)) {
        return true;
    }
    dry__error_set(DRY_ERROR_RANGE, "%s: %s leaves the range of finite numbers (%g)", call, name, value);
    return false;
}

static inline bool law_finite_2(const char *call, const char *name, DryVec2d v)
{
    return law_finite(call, name, v.x) && law_finite(call, name, v.y);
}

static inline bool law_in_range_2(const char *call, const char *name, DryVec2d v)
{
    return law_in_range(call, name, v.x) && law_in_range(call, name, v.y);
}

static inline bool law_finite_3(const char *call, const char *name, DryVec3d v)
{
    return law_finite(call, name, v.x) && law_finite(call, name, v.y) && law_finite(call, name, v.z);
}

static inline bool law_in_range_3(const char *call, const char *name, DryVec3d v)
{
    return law_in_range(call, name, v.x) && law_in_range(call, name, v.y) && law_in_range(call, name, v.z);
}

static inline bool law_unit(const char *call, const char *name, double length_squared)
{
    if (fabs(length_squared - 1.0) <= LAW_UNIT_TOLERANCE) {
        return true;
    }
    dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s must have unit length, but its squared length is %.12g", call,
                   name, length_squared);
    return false;
}

#endif
