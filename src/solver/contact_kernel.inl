/* The contact kernels, from one source for every instruction set. */
#include "solver/contact_kernel.h"

#include "base/lanes.h"

#include <float.h>

/* Larger pieces of a kernel: one function in the end, but not with scalar lanes, where compilers choke on it.
 */
#if defined(LANES_SCALAR)
#define KERNEL_INLINE static __attribute__((noinline))
#else
#define KERNEL_INLINE LANES_INLINE
#endif

#include "solver/body_lanes.inl"
#include "solver/contact_lanes.inl"
#include "solver/contact_response.inl"

#include "solver/contact_face.inl"
#include "solver/contact_pass.inl"
#include "solver/contact_prepare.inl"
#include "solver/contact_push.inl"
#include "solver/contact_store.inl"

#include "solver/contact_error.inl"

const ContactKernel LANES_NAME(dry__contact_kernel) = { prepare_batches, warm_start_batches, solve_batches,
                                                        push_batches,    relax_batches,      store_batches,
                                                        error_batches };
