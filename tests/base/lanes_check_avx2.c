#if defined(__x86_64__)

#include <immintrin.h>

/* The instruction set is chosen here, because tests are compiled without flags for it. */
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

#define LANES_AVX2
#define LANES_NAME(x) x##_avx2
#define LANES_TEXT "avx2"
#include "base/lanes_check.inl"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#else
#include "base/lanes_check.h"
const LanesKernel lanes_kernel_avx2 = { "avx2", 0, 0, 0 };
#endif
