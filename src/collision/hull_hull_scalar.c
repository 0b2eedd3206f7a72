#define LANES_SCALAR
#define LANES_NAME(x) x##_scalar
#include "collision/hull_hull.inl"
