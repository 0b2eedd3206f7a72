#include "collision/pair.h"

#if defined(__x86_64__) || defined(__i386__)
#define LANES_SSE2
#define LANES_NAME(x) x##_sse2
#include "collision/hull_hull.inl"
#endif
