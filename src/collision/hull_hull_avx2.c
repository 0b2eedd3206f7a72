#include "collision/pair.h"

#if defined(__x86_64__) || defined(__i386__)
#define LANES_AVX2
#define LANES_NAME(x) x##_avx2
#include "collision/hull_hull.inl"
#endif
