#define LANES_SCALAR
#define LANES_NAME(x) x##_scalar
#define LANES_TEXT "scalar"
#include "base/lanes_check.inl"
