#include "solver/joint_ball.h"
#if JOINT_KERNELS_X86
#define LANES_SSE2
#define LANES_NAME(x) x##_sse2
#include "solver/joint_ball.inl"
#endif
