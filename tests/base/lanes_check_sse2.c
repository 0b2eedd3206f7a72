#if defined(__SSE2__)
#define LANES_SSE2
#define LANES_NAME(x) x##_sse2
#define LANES_TEXT "sse2"
#include "base/lanes_check.inl"
#else
#include "base/lanes_check.h"
const LanesKernel lanes_kernel_sse2 = { "sse2", 0, 0, 0 };
#endif
