#define LANES_SCALAR
#define LANES_NAME(x) x##_scalar
#include "collision/box_box.inl"
