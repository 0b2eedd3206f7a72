/* Eight float lanes from one source for three instruction sets. A batch is 8 lanes on every machine.

   The file that includes this defines exactly one of LANES_AVX2, LANES_SSE2, LANES_SCALAR first (kernels are
   .inl files included by *_avx2.c, *_sse2.c and *_scalar.c, which also define LANES_NAME(x), e.g. x##_avx2,
   for external names). Only IEEE operations that give the same bits at every width: + - * / sqrt,
   comparisons, selects.

   f8, m8                    eight floats; eight lane masks, each all ones or all zeros
   f8_set(s), f8_zero()      all lanes s; all lanes +0
   f8_load, f8_store         (p), (p, v): 32-byte aligned
   f8_loadu, f8_storeu       (p), (p, v): any alignment
   f8_add sub mul div        one IEEE operation per lane
   f8_sqrt neg abs           neg and abs touch the sign bit only
   f8_min(a, b)              a < b ? a : b     (b when unordered or equal)
   f8_max(a, b)              a > b ? a : b     (b when unordered or equal)
   f8_madd(a, b, c)          a*b + c, two roundings
   f8_nmadd(a, b, c)         c - a*b, two roundings
   f8_sign(a)                1 with the sign bit of a
   f8_copysign(a, b)         magnitude of a, sign of b
   f8_lt le gt ge eq         (a, b) -> m8, false when unordered
   m8_and or andnot not      andnot(a, b) is !a & b
   m8_none(), m8_all()
   m8_bits(m)                lane i -> bit i of an int
   m8_from_bits(bits)        bit i -> lane i
   f8_select(m, a, b)        m ? a : b, bitwise
   f8_and_mask(m, a)         m ? a : +0
   f8_get(v, i)              lane i; slow, for tests and rare paths
   f8_transpose(r)           f8 r[8]: rows to columns
   f8_gather_rows(base, idx, stride, r)
                             r[k] lane i = base[idx[i] * stride + k], k < 8: eight records of at least 8
                             floats, 32-byte aligned, stride in floats                              */
#ifndef DRY_BASE_LANES_H
#define DRY_BASE_LANES_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(LANES_AVX2) + defined(LANES_SSE2) + defined(LANES_SCALAR) != 1
#error "define exactly one of LANES_AVX2, LANES_SSE2, LANES_SCALAR before including base/lanes.h"
#endif

#define LANES_INLINE static inline __attribute__((always_inline))

#if defined(LANES_AVX2)

#include <immintrin.h>

typedef __m256 f8;
typedef __m256 m8;

LANES_INLINE f8 f8_set(float s)
{
    return _mm256_set1_ps(s);
}

LANES_INLINE f8 f8_zero(void)
{
    return _mm256_setzero_ps();
}

LANES_INLINE f8 f8_load(const float *p)
{
    return _mm256_load_ps(p);
}

LANES_INLINE f8 f8_loadu(const float *p)
{
    return _mm256_loadu_ps(p);
}

LANES_INLINE void f8_store(float *p, f8 v)
{
    _mm256_store_ps(p, v);
}

LANES_INLINE void f8_storeu(float *p, f8 v)
{
    _mm256_storeu_ps(p, v);
}

LANES_INLINE f8 f8_add(f8 a, f8 b)
{
    return _mm256_add_ps(a, b);
}

LANES_INLINE f8 f8_sub(f8 a, f8 b)
{
    return _mm256_sub_ps(a, b);
}

LANES_INLINE f8 f8_mul(f8 a, f8 b)
{
    return _mm256_mul_ps(a, b);
}

LANES_INLINE f8 f8_div(f8 a, f8 b)
{
    return _mm256_div_ps(a, b);
}

LANES_INLINE f8 f8_sqrt(f8 a)
{
    return _mm256_sqrt_ps(a);
}

LANES_INLINE f8 f8_neg(f8 a)
{
    return _mm256_xor_ps(a, _mm256_set1_ps(-0.0f));
}

LANES_INLINE f8 f8_abs(f8 a)
{
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a);
}

LANES_INLINE f8 f8_copysign(f8 a, f8 b)
{
    return _mm256_or_ps(f8_abs(a), _mm256_and_ps(b, _mm256_set1_ps(-0.0f)));
}

LANES_INLINE f8 f8_min(f8 a, f8 b)
{
    return _mm256_min_ps(a, b);
}

LANES_INLINE f8 f8_max(f8 a, f8 b)
{
    return _mm256_max_ps(a, b);
}

LANES_INLINE m8 f8_lt(f8 a, f8 b)
{
    return _mm256_cmp_ps(a, b, _CMP_LT_OQ);
}

LANES_INLINE m8 f8_le(f8 a, f8 b)
{
    return _mm256_cmp_ps(a, b, _CMP_LE_OQ);
}

LANES_INLINE m8 f8_gt(f8 a, f8 b)
{
    return _mm256_cmp_ps(a, b, _CMP_GT_OQ);
}

LANES_INLINE m8 f8_ge(f8 a, f8 b)
{
    return _mm256_cmp_ps(a, b, _CMP_GE_OQ);
}

LANES_INLINE m8 f8_eq(f8 a, f8 b)
{
    return _mm256_cmp_ps(a, b, _CMP_EQ_OQ);
}

LANES_INLINE m8 m8_none(void)
{
    return _mm256_setzero_ps();
}

LANES_INLINE m8 m8_all(void)
{
    return _mm256_castsi256_ps(_mm256_set1_epi32(-1));
}

LANES_INLINE m8 m8_and(m8 a, m8 b)
{
    return _mm256_and_ps(a, b);
}

LANES_INLINE m8 m8_or(m8 a, m8 b)
{
    return _mm256_or_ps(a, b);
}

LANES_INLINE m8 m8_andnot(m8 a, m8 b)
{
    return _mm256_andnot_ps(a, b);
}

LANES_INLINE m8 m8_not(m8 a)
{
    return _mm256_xor_ps(a, m8_all());
}

LANES_INLINE int m8_bits(m8 m)
{
    return _mm256_movemask_ps(m);
}

LANES_INLINE m8 m8_from_bits(int bits)
{
    const __m256i lane = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(bits), lane), lane));
}

/* A bitwise choice: the blend instruction looks at sign bits only, which is the same for true masks. */
LANES_INLINE f8 f8_select(m8 m, f8 a, f8 b)
{
    return _mm256_blendv_ps(b, a, m);
}

LANES_INLINE f8 f8_and_mask(m8 m, f8 a)
{
    return _mm256_and_ps(m, a);
}

LANES_INLINE void f8_transpose(f8 r[8])
{
    f8 a0 = _mm256_unpacklo_ps(r[0], r[1]), a1 = _mm256_unpackhi_ps(r[0], r[1]);
    f8 a2 = _mm256_unpacklo_ps(r[2], r[3]), a3 = _mm256_unpackhi_ps(r[2], r[3]);
    f8 a4 = _mm256_unpacklo_ps(r[4], r[5]), a5 = _mm256_unpackhi_ps(r[4], r[5]);
    f8 a6 = _mm256_unpacklo_ps(r[6], r[7]), a7 = _mm256_unpackhi_ps(r[6], r[7]);
    f8 b0 = _mm256_shuffle_ps(a0, a2, 0x44), b1 = _mm256_shuffle_ps(a0, a2, 0xee);
    f8 b2 = _mm256_shuffle_ps(a1, a3, 0x44), b3 = _mm256_shuffle_ps(a1, a3, 0xee);
    f8 b4 = _mm256_shuffle_ps(a4, a6, 0x44), b5 = _mm256_shuffle_ps(a4, a6, 0xee);
    f8 b6 = _mm256_shuffle_ps(a5, a7, 0x44), b7 = _mm256_shuffle_ps(a5, a7, 0xee);
    r[0] = _mm256_permute2f128_ps(b0, b4, 0x20);
    r[1] = _mm256_permute2f128_ps(b1, b5, 0x20);
    r[2] = _mm256_permute2f128_ps(b2, b6, 0x20);
    r[3] = _mm256_permute2f128_ps(b3, b7, 0x20);
    r[4] = _mm256_permute2f128_ps(b0, b4, 0x31);
    r[5] = _mm256_permute2f128_ps(b1, b5, 0x31);
    r[6] = _mm256_permute2f128_ps(b2, b6, 0x31);
    r[7] = _mm256_permute2f128_ps(b3, b7, 0x31);
}

#elif defined(LANES_SSE2)

#include <emmintrin.h>

typedef struct f8 {
    __m128 lo, hi;
} f8;

typedef struct m8 {
    __m128 lo, hi;
} m8;

/* clang-format off */
#define LANES_F8(l, h) (f8){(l), (h)}
#define LANES_M8(l, h) (m8){(l), (h)}
/* clang-format on */

LANES_INLINE f8 f8_set(float s)
{
    __m128 v = _mm_set1_ps(s);
    return LANES_F8(v, v);
}

LANES_INLINE f8 f8_zero(void)
{
    return LANES_F8(_mm_setzero_ps(), _mm_setzero_ps());
}

LANES_INLINE f8 f8_load(const float *p)
{
    return LANES_F8(_mm_load_ps(p), _mm_load_ps(p + 4));
}

LANES_INLINE f8 f8_loadu(const float *p)
{
    return LANES_F8(_mm_loadu_ps(p), _mm_loadu_ps(p + 4));
}

LANES_INLINE void f8_store(float *p, f8 v)
{
    _mm_store_ps(p, v.lo);
    _mm_store_ps(p + 4, v.hi);
}

LANES_INLINE void f8_storeu(float *p, f8 v)
{
    _mm_storeu_ps(p, v.lo);
    _mm_storeu_ps(p + 4, v.hi);
}

LANES_INLINE f8 f8_add(f8 a, f8 b)
{
    return LANES_F8(_mm_add_ps(a.lo, b.lo), _mm_add_ps(a.hi, b.hi));
}

LANES_INLINE f8 f8_sub(f8 a, f8 b)
{
    return LANES_F8(_mm_sub_ps(a.lo, b.lo), _mm_sub_ps(a.hi, b.hi));
}

LANES_INLINE f8 f8_mul(f8 a, f8 b)
{
    return LANES_F8(_mm_mul_ps(a.lo, b.lo), _mm_mul_ps(a.hi, b.hi));
}

LANES_INLINE f8 f8_div(f8 a, f8 b)
{
    return LANES_F8(_mm_div_ps(a.lo, b.lo), _mm_div_ps(a.hi, b.hi));
}

LANES_INLINE f8 f8_sqrt(f8 a)
{
    return LANES_F8(_mm_sqrt_ps(a.lo), _mm_sqrt_ps(a.hi));
}

LANES_INLINE f8 f8_neg(f8 a)
{
    __m128 sign = _mm_set1_ps(-0.0f);
    return LANES_F8(_mm_xor_ps(a.lo, sign), _mm_xor_ps(a.hi, sign));
}

LANES_INLINE f8 f8_abs(f8 a)
{
    __m128 sign = _mm_set1_ps(-0.0f);
    return LANES_F8(_mm_andnot_ps(sign, a.lo), _mm_andnot_ps(sign, a.hi));
}

LANES_INLINE f8 f8_copysign(f8 a, f8 b)
{
    __m128 sign = _mm_set1_ps(-0.0f);
    return LANES_F8(_mm_or_ps(_mm_andnot_ps(sign, a.lo), _mm_and_ps(b.lo, sign)),
                    _mm_or_ps(_mm_andnot_ps(sign, a.hi), _mm_and_ps(b.hi, sign)));
}

LANES_INLINE f8 f8_min(f8 a, f8 b)
{
    return LANES_F8(_mm_min_ps(a.lo, b.lo), _mm_min_ps(a.hi, b.hi));
}

LANES_INLINE f8 f8_max(f8 a, f8 b)
{
    return LANES_F8(_mm_max_ps(a.lo, b.lo), _mm_max_ps(a.hi, b.hi));
}

LANES_INLINE m8 f8_lt(f8 a, f8 b)
{
    return LANES_M8(_mm_cmplt_ps(a.lo, b.lo), _mm_cmplt_ps(a.hi, b.hi));
}

LANES_INLINE m8 f8_le(f8 a, f8 b)
{
    return LANES_M8(_mm_cmple_ps(a.lo, b.lo), _mm_cmple_ps(a.hi, b.hi));
}

LANES_INLINE m8 f8_gt(f8 a, f8 b)
{
    return LANES_M8(_mm_cmplt_ps(b.lo, a.lo), _mm_cmplt_ps(b.hi, a.hi));
}

LANES_INLINE m8 f8_ge(f8 a, f8 b)
{
    return LANES_M8(_mm_cmple_ps(b.lo, a.lo), _mm_cmple_ps(b.hi, a.hi));
}

LANES_INLINE m8 f8_eq(f8 a, f8 b)
{
    return LANES_M8(_mm_cmpeq_ps(a.lo, b.lo), _mm_cmpeq_ps(a.hi, b.hi));
}

LANES_INLINE m8 m8_none(void)
{
    return LANES_M8(_mm_setzero_ps(), _mm_setzero_ps());
}

LANES_INLINE m8 m8_all(void)
{
    __m128 v = _mm_castsi128_ps(_mm_set1_epi32(-1));
    return LANES_M8(v, v);
}

LANES_INLINE m8 m8_and(m8 a, m8 b)
{
    return LANES_M8(_mm_and_ps(a.lo, b.lo), _mm_and_ps(a.hi, b.hi));
}

LANES_INLINE m8 m8_or(m8 a, m8 b)
{
    return LANES_M8(_mm_or_ps(a.lo, b.lo), _mm_or_ps(a.hi, b.hi));
}

LANES_INLINE m8 m8_andnot(m8 a, m8 b)
{
    return LANES_M8(_mm_andnot_ps(a.lo, b.lo), _mm_andnot_ps(a.hi, b.hi));
}

LANES_INLINE m8 m8_not(m8 a)
{
    return m8_andnot(a, m8_all());
}

LANES_INLINE int m8_bits(m8 m)
{
    return _mm_movemask_ps(m.lo) | (_mm_movemask_ps(m.hi) << 4);
}

LANES_INLINE m8 m8_from_bits(int bits)
{
    const __m128i lo = _mm_setr_epi32(1, 2, 4, 8), hi = _mm_setr_epi32(16, 32, 64, 128),
                  all = _mm_set1_epi32(bits);
    return LANES_M8(_mm_castsi128_ps(_mm_cmpeq_epi32(_mm_and_si128(all, lo), lo)),
                    _mm_castsi128_ps(_mm_cmpeq_epi32(_mm_and_si128(all, hi), hi)));
}

LANES_INLINE f8 f8_select(m8 m, f8 a, f8 b)
{
    return LANES_F8(_mm_or_ps(_mm_and_ps(m.lo, a.lo), _mm_andnot_ps(m.lo, b.lo)),
                    _mm_or_ps(_mm_and_ps(m.hi, a.hi), _mm_andnot_ps(m.hi, b.hi)));
}

LANES_INLINE f8 f8_and_mask(m8 m, f8 a)
{
    return LANES_F8(_mm_and_ps(m.lo, a.lo), _mm_and_ps(m.hi, a.hi));
}

/* Four quarters of 4x4; the two off the diagonal change places. */
LANES_INLINE void f8_transpose(f8 r[8])
{
    _MM_TRANSPOSE4_PS(r[0].lo, r[1].lo, r[2].lo, r[3].lo);
    _MM_TRANSPOSE4_PS(r[0].hi, r[1].hi, r[2].hi, r[3].hi);
    _MM_TRANSPOSE4_PS(r[4].lo, r[5].lo, r[6].lo, r[7].lo);
    _MM_TRANSPOSE4_PS(r[4].hi, r[5].hi, r[6].hi, r[7].hi);
    for (int i = 0; i < 4; ++i) {
        __m128 corner = r[i].hi;
        r[i].hi = r[i + 4].lo;
        r[i + 4].lo = corner;
    }
}

#else /* LANES_SCALAR */

typedef struct f8 {
    float v[8];
} f8;

typedef struct m8 {
    uint32_t v[8];
} m8;

LANES_INLINE uint32_t lanes_bits(float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

LANES_INLINE float lanes_float(uint32_t u)
{
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}

/* clang-format off */
/* One loop over the lanes; `a`, `b` and `m` are the operands, `i` the lane. */
#define LANES_EACH(type, expression) \
    type r; \
    for (int i = 0; i < 8; ++i) { \
        r.v[i] = (expression); \
    } \
    return r
/* clang-format on */

LANES_INLINE f8 f8_set(float s)
{
    LANES_EACH(f8, s);
}

LANES_INLINE f8 f8_zero(void)
{
    return f8_set(0.0f);
}

LANES_INLINE f8 f8_loadu(const float *p)
{
    f8 r;
    memcpy(r.v, p, sizeof r.v);
    return r;
}

LANES_INLINE f8 f8_load(const float *p)
{
    return f8_loadu(p);
}

LANES_INLINE void f8_storeu(float *p, f8 v)
{
    memcpy(p, v.v, sizeof v.v);
}

LANES_INLINE void f8_store(float *p, f8 v)
{
    f8_storeu(p, v);
}

LANES_INLINE f8 f8_add(f8 a, f8 b)
{
    LANES_EACH(f8, a.v[i] + b.v[i]);
}

LANES_INLINE f8 f8_sub(f8 a, f8 b)
{
    LANES_EACH(f8, a.v[i] - b.v[i]);
}

LANES_INLINE f8 f8_mul(f8 a, f8 b)
{
    LANES_EACH(f8, a.v[i] * b.v[i]);
}

LANES_INLINE f8 f8_div(f8 a, f8 b)
{
    LANES_EACH(f8, a.v[i] / b.v[i]);
}

LANES_INLINE f8 f8_sqrt(f8 a)
{
    LANES_EACH(f8, sqrtf(a.v[i]));
}

LANES_INLINE f8 f8_neg(f8 a)
{
    LANES_EACH(f8, lanes_float(lanes_bits(a.v[i]) ^ 0x80000000u));
}

LANES_INLINE f8 f8_abs(f8 a)
{
    LANES_EACH(f8, lanes_float(lanes_bits(a.v[i]) & 0x7fffffffu));
}

LANES_INLINE f8 f8_copysign(f8 a, f8 b)
{
    LANES_EACH(f8, lanes_float((lanes_bits(a.v[i]) & 0x7fffffffu) | (lanes_bits(b.v[i]) & 0x80000000u)));
}

LANES_INLINE f8 f8_min(f8 a, f8 b)
{
    LANES_EACH(f8, a.v[i] < b.v[i] ? a.v[i] : b.v[i]);
}

LANES_INLINE f8 f8_max(f8 a, f8 b)
{
    LANES_EACH(f8, a.v[i] > b.v[i] ? a.v[i] : b.v[i]);
}

LANES_INLINE m8 f8_lt(f8 a, f8 b)
{
    LANES_EACH(m8, a.v[i] < b.v[i] ? 0xffffffffu : 0u);
}

LANES_INLINE m8 f8_le(f8 a, f8 b)
{
    LANES_EACH(m8, a.v[i] <= b.v[i] ? 0xffffffffu : 0u);
}

LANES_INLINE m8 f8_gt(f8 a, f8 b)
{
    LANES_EACH(m8, a.v[i] > b.v[i] ? 0xffffffffu : 0u);
}

LANES_INLINE m8 f8_ge(f8 a, f8 b)
{
    LANES_EACH(m8, a.v[i] >= b.v[i] ? 0xffffffffu : 0u);
}

LANES_INLINE m8 f8_eq(f8 a, f8 b)
{
    LANES_EACH(m8, a.v[i] == b.v[i] ? 0xffffffffu : 0u);
}

LANES_INLINE m8 m8_none(void)
{
    LANES_EACH(m8, 0u);
}

LANES_INLINE m8 m8_all(void)
{
    LANES_EACH(m8, 0xffffffffu);
}

LANES_INLINE m8 m8_and(m8 a, m8 b)
{
    LANES_EACH(m8, a.v[i] & b.v[i]);
}

LANES_INLINE m8 m8_or(m8 a, m8 b)
{
    LANES_EACH(m8, a.v[i] | b.v[i]);
}

LANES_INLINE m8 m8_andnot(m8 a, m8 b)
{
    LANES_EACH(m8, ~a.v[i] & b.v[i]);
}

LANES_INLINE m8 m8_not(m8 a)
{
    LANES_EACH(m8, ~a.v[i]);
}

LANES_INLINE int m8_bits(m8 m)
{
    uint32_t bits = 0;
    for (int i = 0; i < 8; ++i) {
        bits |= (m.v[i] >> 31) << i;
    }
    return (int)bits;
}

LANES_INLINE m8 m8_from_bits(int bits)
{
    LANES_EACH(m8, ((uint32_t)bits >> i & 1u) != 0 ? 0xffffffffu : 0u);
}

LANES_INLINE f8 f8_select(m8 m, f8 a, f8 b)
{
    LANES_EACH(f8, lanes_float((m.v[i] & lanes_bits(a.v[i])) | (~m.v[i] & lanes_bits(b.v[i]))));
}

LANES_INLINE f8 f8_and_mask(m8 m, f8 a)
{
    LANES_EACH(f8, lanes_float(m.v[i] & lanes_bits(a.v[i])));
}

LANES_INLINE void f8_transpose(f8 r[8])
{
    for (int i = 0; i < 8; ++i) {
        for (int k = i + 1; k < 8; ++k) {
            float corner = r[i].v[k];
            r[i].v[k] = r[k].v[i];
            r[k].v[i] = corner;
        }
    }
}

#undef LANES_EACH

#endif

/* What every instruction set builds from the above. */

LANES_INLINE f8 f8_madd(f8 a, f8 b, f8 c)
{
    return f8_add(f8_mul(a, b), c);
}

LANES_INLINE f8 f8_nmadd(f8 a, f8 b, f8 c)
{
    return f8_sub(c, f8_mul(a, b));
}

LANES_INLINE f8 f8_sign(f8 a)
{
    return f8_copysign(f8_set(1.0f), a);
}

LANES_INLINE float f8_get(f8 v, int i)
{
    float lanes[8];
    f8_storeu(lanes, v);
    return lanes[i];
}

LANES_INLINE void f8_gather_rows(const float *base, const int32_t *idx, int32_t stride_floats, f8 r[8])
{
    for (int i = 0; i < 8; ++i) {
        r[i] = f8_load(base + (ptrdiff_t)idx[i] * stride_floats);
    }
    f8_transpose(r);
}

#endif
