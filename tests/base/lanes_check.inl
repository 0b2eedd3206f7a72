/* Compiled once per instruction set. */

#include "base/lanes.h"
#include "base/lanes_check.h"

static void check(const LanesInput *in, LanesOutput *out)
{
    f8 a = f8_load(in->a), b = f8_load(in->b), c = f8_loadu(in->c);
    m8 ma = m8_from_bits(in->mask_a), mb = m8_from_bits(in->mask_b);
    f8_store(out->set, f8_set(in->a[3]));
    f8_store(out->zero, f8_zero());
    f8_store(out->aligned, a);
    f8_storeu(out->unaligned_bytes + 1, f8_loadu(in->a));
    f8_storeu(out->add, f8_add(a, b));
    f8_storeu(out->sub, f8_sub(a, b));
    f8_storeu(out->mul, f8_mul(a, b));
    f8_storeu(out->div, f8_div(a, b));
    f8_storeu(out->sqrt, f8_sqrt(a));
    f8_storeu(out->neg, f8_neg(a));
    f8_storeu(out->abs, f8_abs(a));
    f8_storeu(out->min, f8_min(a, b));
    f8_storeu(out->max, f8_max(a, b));
    f8_storeu(out->madd, f8_madd(a, b, c));
    f8_storeu(out->nmadd, f8_nmadd(a, b, c));
    f8_storeu(out->sign, f8_sign(a));
    f8_storeu(out->copysign, f8_copysign(a, b));
    f8_storeu(out->select, f8_select(ma, a, b));
    f8_storeu(out->and_mask, f8_and_mask(ma, a));
    for (int i = 0; i < 8; ++i) {
        out->get[i] = f8_get(a, i);
    }
    out->lt = m8_bits(f8_lt(a, b));
    out->le = m8_bits(f8_le(a, b));
    out->gt = m8_bits(f8_gt(a, b));
    out->ge = m8_bits(f8_ge(a, b));
    out->eq = m8_bits(f8_eq(a, b));
    out->none = m8_bits(m8_none());
    out->all = m8_bits(m8_all());
    out->bits_a = m8_bits(ma);
    out->bits_and = m8_bits(m8_and(ma, mb));
    out->bits_or = m8_bits(m8_or(ma, mb));
    out->bits_andnot = m8_bits(m8_andnot(ma, mb));
    out->bits_not = m8_bits(m8_not(ma));
    memcpy(out->mask_lanes, &ma, sizeof out->mask_lanes);
}

static void transpose(const float *rows, float *columns)
{
    f8 r[8];
    for (int i = 0; i < 8; ++i) {
        r[i] = f8_loadu(rows + 8 * i);
    }
    f8_transpose(r);
    for (int i = 0; i < 8; ++i) {
        f8_storeu(columns + 8 * i, r[i]);
    }
}

static void gather(const float *records, const int32_t *idx, int32_t stride, float *columns)
{
    f8 r[8];
    f8_gather_rows(records, idx, stride, r);
    for (int i = 0; i < 8; ++i) {
        f8_storeu(columns + 8 * i, r[i]);
    }
}

const LanesKernel LANES_NAME(lanes_kernel) = { LANES_TEXT, check, transpose, gather };
