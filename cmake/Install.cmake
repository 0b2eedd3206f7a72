# Installed: the libraries, the headers, the program, CMake's package and pkg-config's. All paths in them are relative
# to their own place, so that the copy may be moved.

include(CMakePackageConfigHelpers)

set(libraries drystone_static)
if(TARGET drystone_shared)
    list(APPEND libraries drystone_shared)
endif()
install(TARGETS ${libraries} EXPORT drystone
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/drystone DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/drystone)
install(EXPORT drystone NAMESPACE drystone:: FILE drystoneTargets.cmake DESTINATION ${package_dir})
configure_package_config_file(cmake/drystoneConfig.cmake.in drystoneConfig.cmake
    INSTALL_DESTINATION ${package_dir}
    NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(drystoneConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
    "${CMAKE_CURRENT_BINARY_DIR}/drystoneConfig.cmake"
    "${CMAKE_CURRENT_BINARY_DIR}/drystoneConfigVersion.cmake"
    DESTINATION ${package_dir})

file(RELATIVE_PATH DRYSTONE_PC_TO_PREFIX
    "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
string(REGEX REPLACE "/$" "" DRYSTONE_PC_TO_PREFIX "${DRYSTONE_PC_TO_PREFIX}")
configure_file(cmake/drystone.pc.in drystone.pc @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/drystone.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET drystone_program)
    install(TARGETS drystone_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    install(FILES "${DRYSTONE_PLAYER}" DESTINATION ${CMAKE_INSTALL_DATADIR}/drystone OPTIONAL)
endif()
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)
