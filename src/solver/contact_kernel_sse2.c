#include "solver/contact_kernel.h"
#if CONTACT_KERNELS_X86
#define LANES_SSE2
#define LANES_NAME(x) x##_sse2
#include "solver/contact_kernel.inl"
#endif
