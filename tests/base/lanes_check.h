/* Every lane operation once, for one set of operands; see lanes_check.inl. */
#ifndef BASE_LANES_CHECK_H
#define BASE_LANES_CHECK_H

#include <stdint.h>

typedef struct LanesInput {
    _Alignas(32) float a[8], b[8], c[8];
    int mask_a, mask_b;
} LanesInput;

typedef struct LanesOutput {
    _Alignas(32) float set[8], zero[8], aligned[8];
    float unaligned_bytes[9]; /* written from index 1 */
    float add[8], sub[8], mul[8], div[8], sqrt[8], neg[8], abs[8], min[8], max[8], madd[8], nmadd[8], sign[8];
    float copysign[8], select[8], and_mask[8];
    float get[8];
    int lt, le, gt, ge, eq, none, all, bits_a, bits_and, bits_or, bits_andnot, bits_not;
    uint32_t mask_lanes[8]; /* the words of mask_a */
} LanesOutput;

typedef void LanesCheck(const LanesInput *in, LanesOutput *out);

/* rows[i][k] -> columns[k][i] */
typedef void LanesTranspose(const float *rows, float *columns);

/* columns[k][i] = records[idx[i] * stride + k] */
typedef void LanesGather(const float *records, const int32_t *idx, int32_t stride, float *columns);

typedef struct LanesKernel {
    const char *name;
    LanesCheck *check;
    LanesTranspose *transpose;
    LanesGather *gather;
} LanesKernel;

/* check is null where the processor's family does not have the instructions. */
extern const LanesKernel lanes_kernel_avx2, lanes_kernel_sse2, lanes_kernel_scalar;

#endif
