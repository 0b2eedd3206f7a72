#include "solver/contact_kernel.h"
#if CONTACT_KERNELS_X86
#define LANES_AVX2
#define LANES_NAME(x) x##_avx2
#include "solver/contact_kernel.inl"
#endif
