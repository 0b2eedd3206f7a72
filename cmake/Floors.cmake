# The floors of the library as CMake targets. Each floor is an object library whose only include directory is made of
# links to what it may see, so that an include upward does not compile. The order of the floors is data: floors.txt.

set(DRYSTONE_FLOORS_DIR "${PROJECT_BINARY_DIR}/floors")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/floors.txt")

# Without symbolic links (Windows, unless allowed) all floors see all folders; the rule is then kept elsewhere.
file(MAKE_DIRECTORY "${DRYSTONE_FLOORS_DIR}")
file(CREATE_LINK "${PROJECT_SOURCE_DIR}/src" "${DRYSTONE_FLOORS_DIR}/probe" RESULT drystone_link_result SYMBOLIC)
if(drystone_link_result EQUAL 0)
    set(DRYSTONE_HAVE_LINKS ON)
else()
    set(DRYSTONE_HAVE_LINKS OFF)
    message(STATUS "no symbolic links here: includes upward are not found by the compiler")
endif()

# Places TARGET at LINK.
function(drystone_link target link)
    if(DRYSTONE_HAVE_LINKS)
        get_filename_component(parent "${link}" DIRECTORY)
        file(MAKE_DIRECTORY "${parent}")
        file(CREATE_LINK "${target}" "${link}" SYMBOLIC)
    endif()
endfunction()

# drystone_see(TARGET VIEW SCOPE): gives a target the folder of links VIEW as its include directory.
function(drystone_see target view scope)
    if(DRYSTONE_HAVE_LINKS)
        target_include_directories(${target} ${scope} "${view}")
    else()
        target_include_directories(${target} ${scope}
            "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}")
    endif()
endfunction()

# drystone_read_floors(): sets DRYSTONE_FLOORS (folders, lowest first) and for each of them
# DRYSTONE_NUMBER_<folder> (with storey) and DRYSTONE_HEADERS_<folder>.
macro(drystone_read_floors)
    file(STRINGS "${PROJECT_SOURCE_DIR}/cmake/floors.txt" drystone_lines REGEX "^[0-9]")
    set(DRYSTONE_FLOORS "")
    foreach(line IN LISTS drystone_lines)
        string(REGEX REPLACE "[ \t]+" ";" fields "${line}")
        list(POP_FRONT fields number folder)
        list(APPEND DRYSTONE_FLOORS "${folder}")
        set(DRYSTONE_NUMBER_${folder} "${number}")
        set(DRYSTONE_HEADERS_${folder} "${fields}")
    endforeach()
endmacro()

# drystone_add_floor(FOLDER): object library drystone_<folder> of all sources in src/FOLDER; no target while it is empty.
function(drystone_add_floor folder)
    string(REPLACE "/" "_" name "${folder}")
    set(view "${DRYSTONE_FLOORS_DIR}/${name}")
    file(REMOVE_RECURSE "${view}")
    file(MAKE_DIRECTORY "${view}")

    string(REGEX MATCH "^[0-9]+" own_floor "${DRYSTONE_NUMBER_${folder}}")
    set(below ON)
    foreach(other IN LISTS DRYSTONE_FLOORS)
        string(REGEX MATCH "^[0-9]+" other_floor "${DRYSTONE_NUMBER_${other}}")
        if(other_floor LESS_EQUAL own_floor)
            foreach(header IN LISTS DRYSTONE_HEADERS_${other})
                if(EXISTS "${PROJECT_SOURCE_DIR}/include/drystone/${header}")
                    drystone_link("${PROJECT_SOURCE_DIR}/include/drystone/${header}" "${view}/drystone/${header}")
                endif()
            endforeach()
        endif()
        # the kit is written as a user would write it: on the public headers alone
        if(below AND EXISTS "${PROJECT_SOURCE_DIR}/src/${other}" AND (folder STREQUAL other OR NOT folder STREQUAL "kit"))
            drystone_link("${PROJECT_SOURCE_DIR}/src/${other}" "${view}/${other}")
        endif()
        if(other STREQUAL folder)
            set(below OFF)
        endif()
    endforeach()

    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${folder}/*.c")
    if(NOT sources)
        return()
    endif()
    add_library(drystone_${name} OBJECT ${sources})
    drystone_kernel_flags(${sources})
    drystone_see(drystone_${name} "${view}" PRIVATE)
    target_link_libraries(drystone_${name} PRIVATE drystone_options Threads::Threads)
    set_target_properties(drystone_${name} PROPERTIES
        C_EXTENSIONS OFF
        C_VISIBILITY_PRESET hidden
        POSITION_INDEPENDENT_CODE ON)
    if(WIN32 AND DRYSTONE_BUILD_SHARED)
        target_compile_definitions(drystone_${name} PRIVATE DRYSTONE_SHARED DRYSTONE_BUILDING)
    endif()
    set_property(GLOBAL APPEND PROPERTY DRYSTONE_FLOOR_TARGETS drystone_${name})
endfunction()

# drystone_add_guest(FOLDER [LIBRARY...]): static library drystone_<folder> on floor 8, which sees the public headers
# and itself; no target while the folder is empty.
function(drystone_add_guest folder)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.c")
    if(NOT sources)
        return()
    endif()
    set(view "${DRYSTONE_FLOORS_DIR}/${folder}")
    file(REMOVE_RECURSE "${view}")
    drystone_link("${PROJECT_SOURCE_DIR}/${folder}" "${view}/${folder}")
    add_library(drystone_${folder} STATIC ${sources})
    drystone_see(drystone_${folder} "${view}" PUBLIC)
    target_link_libraries(drystone_${folder} PUBLIC drystone_static PRIVATE drystone_options ${ARGN})
    set_target_properties(drystone_${folder} PROPERTIES C_EXTENSIONS OFF)
endfunction()
