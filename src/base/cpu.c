#include "base/cpu.h"

/* The compiler's own test asks the processor (cpuid) and whether the operating system saves the wide
 * registers (xgetbv). */
bool dry__cpu_supports(CpuKernel kernel)
{
    switch (kernel) {
    case CPU_SCALAR:
        return true;
#if defined(__x86_64__) || defined(__i386__)
    case CPU_SSE2:
        return __builtin_cpu_supports("sse2") != 0;
    case CPU_AVX2:
        return __builtin_cpu_supports("avx2") != 0;
#else
    case CPU_SSE2:
    case CPU_AVX2:
#endif
    case CPU_KERNEL_COUNT:
        break;
    }
    return false;
}

CpuKernel dry__cpu_best(void)
{
    return dry__cpu_supports(CPU_AVX2) ? CPU_AVX2 : dry__cpu_supports(CPU_SSE2) ? CPU_SSE2 : CPU_SCALAR;
}

const char *dry__cpu_kernel_name(CpuKernel kernel)
{
    switch (kernel) {
    case CPU_SCALAR:
        return "scalar";
    case CPU_SSE2:
        return "sse2";
    case CPU_AVX2:
        return "avx2";
    case CPU_KERNEL_COUNT:
        break;
    }
    return "unknown";
}
