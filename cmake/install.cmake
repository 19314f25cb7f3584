# SPDX-License-Identifier: Apache-2.0
#
# What `cmake --install` adds to what the rooms install themselves: headers, documents, examples, and the package that
# find_package(Heddle) finds. The build folder has the same layout as an installation, so the package works from there too:
# every path in it is relative to the file itself.
include(CMakePackageConfigHelpers)

set(package lib/cmake/Heddle)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/${package}/HeddleConfigVersion.cmake
                                 VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
foreach(file HeddleConfig.cmake HeddleAddTests.cmake HeddleWriteTests.cmake HeddleExpect.cmake compile_instead.sh)
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/cmake/package/${file} ${CMAKE_BINARY_DIR}/${package}/${file} SYMBOLIC)
endforeach()

install(DIRECTORY cmake/package/ DESTINATION ${package} USE_SOURCE_PERMISSIONS)
install(FILES ${CMAKE_BINARY_DIR}/${package}/HeddleConfigVersion.cmake DESTINATION ${package})
install(DIRECTORY include/heddle DESTINATION include)
install(DIRECTORY docs/ DESTINATION share/doc/heddle)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION share/doc/heddle)
install(DIRECTORY examples DESTINATION share/doc/heddle)
