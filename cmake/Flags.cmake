# Compiler flags of everything built here, as the interface target drystone_options; nothing of it reaches users of the library.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES AND PROJECT_IS_TOP_LEVEL)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, RelWithDebInfo or Debug" FORCE)
endif()
if(PROJECT_IS_TOP_LEVEL)
    set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
endif()

set(DRYSTONE_GNULIKE OFF)
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" AND NOT CMAKE_C_COMPILER_FRONTEND_VARIANT STREQUAL "MSVC")
    set(DRYSTONE_GNULIKE ON)
endif()

add_library(drystone_options INTERFACE)
target_compile_features(drystone_options INTERFACE c_std_17)

if(DRYSTONE_GNULIKE)
    # No fused multiply-add: the same input must give the same bits on every compiler and instruction set.
    # errno and floating-point traps are never looked at; without them sqrtf is one instruction.
    target_compile_options(drystone_options INTERFACE
        -ffp-contract=off -fno-math-errno -fno-trapping-math
        -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wdouble-promotion -Wundef
        $<$<BOOL:${DRYSTONE_WERROR}>:-Werror>)
    if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
        # a host project that names no build type still gets an engine that is fast
        target_compile_options(drystone_options INTERFACE -O3)
    endif()
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(i[3-6]86|x86)$")
        # x87 keeps more digits than asked for
        target_compile_options(drystone_options INTERFACE -msse2 -mfpmath=sse)
    endif()
endif()

if(DRYSTONE_SANITIZE)
    string(REPLACE ";" "," DRYSTONE_SANITIZE_LIST "${DRYSTONE_SANITIZE}")
    target_compile_options(drystone_options INTERFACE
        -fsanitize=${DRYSTONE_SANITIZE_LIST} -fno-sanitize-recover=all -fno-omit-frame-pointer
        # the wide kernels take long to compile with checks and full optimisation
        -O1)
    target_link_options(drystone_options INTERFACE -fsanitize=${DRYSTONE_SANITIZE_LIST})
endif()

# drystone_kernel_flags(FILE...): instruction set and vectorisation of the kernel sources, by the end of their names.
# One source text is compiled for several instruction sets and chosen at run time; the scalar build must stay scalar
# so that tests compare it with the wide ones. On other processors the files guard themselves and are empty.
function(drystone_kernel_flags)
    if(NOT DRYSTONE_GNULIKE)
        return()
    endif()
    foreach(file IN LISTS ARGN)
        set(flags "")
        if(file MATCHES "_scalar\\.c$")
            set(flags -fno-tree-vectorize -fno-tree-slp-vectorize)
        elseif(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64|i[3-6]86|x86)$")
            continue()
        elseif(file MATCHES "_sse2\\.c$")
            set(flags -msse2)
        elseif(file MATCHES "_avx2\\.c$")
            set(flags -mavx2 -mno-fma)
        endif()
        if(flags)
            set_property(SOURCE "${file}" PROPERTY COMPILE_OPTIONS ${flags})
        endif()
    endforeach()
endfunction()
