#include "solver/joint_ball.h"
#if JOINT_KERNELS_X86
#define LANES_AVX2
#define LANES_NAME(x) x##_avx2
#include "solver/joint_ball.inl"
#endif
