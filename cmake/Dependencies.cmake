# What is used of other projects. The library itself needs threads only.

if(NOT TARGET Threads::Threads)
    set(THREADS_PREFER_PTHREAD_FLAG ON)
    find_package(Threads REQUIRED)
    # seen also by a project that embeds this one
    set_target_properties(Threads::Threads PROPERTIES IMPORTED_GLOBAL TRUE)
endif()

if(DRYSTONE_BUILD_TOOLS OR DRYSTONE_BUILD_TESTS)
    find_package(PkgConfig)
endif()
if(DRYSTONE_BUILD_TOOLS AND PkgConfig_FOUND)
    pkg_check_modules(JANSSON IMPORTED_TARGET jansson)
    pkg_check_modules(POPT IMPORTED_TARGET popt)
    pkg_check_modules(ASSIMP IMPORTED_TARGET assimp) # optional
endif()
if(DRYSTONE_BUILD_TESTS)
    if(PkgConfig_FOUND)
        pkg_check_modules(CMOCKA IMPORTED_TARGET cmocka)
    endif()
    if(NOT CMOCKA_FOUND)
        message(FATAL_ERROR "cmocka not found (Debian: apt-get install libcmocka-dev pkg-config), "
            "or configure with -DDRYSTONE_BUILD_TESTS=OFF")
    endif()
endif()
