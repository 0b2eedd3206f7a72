# The web page: with npm, the target `viewer` makes viewer/dist/player.html, the template the program fills with a
# simulation. Without npm (or without the registry it needs) everything else builds, and the program says that the
# page is missing.

find_program(DRYSTONE_NPM NAMES npm)
set(DRYSTONE_PLAYER "${PROJECT_SOURCE_DIR}/viewer/dist/player.html")

if(NOT EXISTS "${PROJECT_SOURCE_DIR}/viewer/package.json")
    return()
endif()

if(DRYSTONE_NPM)
    set(viewer "${PROJECT_SOURCE_DIR}/viewer")
    file(GLOB_RECURSE viewer_sources CONFIGURE_DEPENDS "${viewer}/src/*")
    file(GLOB viewer_settings CONFIGURE_DEPENDS "${viewer}/*.html" "${viewer}/*.ts" "${viewer}/*.mjs" "${viewer}/*.json")
    set(installed "${viewer}/node_modules/.package-lock.json")
    add_custom_command(OUTPUT "${installed}"
        COMMAND "${DRYSTONE_NPM}" ci --no-audit --no-fund
        COMMAND "${CMAKE_COMMAND}" -E touch "${installed}"
        DEPENDS "${viewer}/package.json" "${viewer}/package-lock.json"
        WORKING_DIRECTORY "${viewer}"
        COMMENT "Installing the packages of the page"
        VERBATIM)
    add_custom_command(OUTPUT "${DRYSTONE_PLAYER}"
        COMMAND "${DRYSTONE_NPM}" run build
        COMMAND "${CMAKE_COMMAND}" -E touch "${DRYSTONE_PLAYER}"
        DEPENDS "${installed}" ${viewer_sources} ${viewer_settings}
        WORKING_DIRECTORY "${viewer}"
        COMMENT "Building the page"
        VERBATIM)
    add_custom_target(viewer DEPENDS "${DRYSTONE_PLAYER}")
else()
    message(STATUS "npm not found: the page is not built (Debian: apt-get install nodejs npm)")
endif()
