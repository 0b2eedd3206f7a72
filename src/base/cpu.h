/* Which instruction set the lane kernels use; chosen once per world, never changes a bit of a result. */
#ifndef DRY_BASE_CPU_H
#define DRY_BASE_CPU_H

#include <stdbool.h>

typedef enum CpuKernel {
    CPU_SCALAR = 0,
    CPU_SSE2 = 1,
    CPU_AVX2 = 2,
    CPU_KERNEL_COUNT = 3
} CpuKernel;

/* True when this build has the kernel and this processor (and its operating system) can run it. */
bool dry__cpu_supports(CpuKernel kernel);

/* The widest supported kernel. */
CpuKernel dry__cpu_best(void);

const char *dry__cpu_kernel_name(CpuKernel kernel);

#endif
