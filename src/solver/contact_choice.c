#include "solver/contact_kernel.h"

const ContactKernel *dry__contact_kernel(CpuKernel kernel)
{
#if CONTACT_KERNELS_X86
    if (kernel == CPU_AVX2 && dry__cpu_supports(CPU_AVX2)) {
        return &dry__contact_kernel_avx2;
    }
    if (kernel == CPU_SSE2 && dry__cpu_supports(CPU_SSE2)) {
        return &dry__contact_kernel_sse2;
    }
#else
    (void)kernel;
#endif
    return &dry__contact_kernel_scalar;
}
