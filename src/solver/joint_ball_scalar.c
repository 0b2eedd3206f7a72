#define LANES_SCALAR
#define LANES_NAME(x) x##_scalar
#include "solver/joint_ball.inl"
