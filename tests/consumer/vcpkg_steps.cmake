# cmake -D PORTS=... -D SCRATCH=... -D CXX=... -P vcpkg_steps.cmake: runs ff's portfile without vcpkg.
#
# What vcpkg's functions do to a port of headers alone is done here in their place, by their documentation
# (learn.microsoft.com/vcpkg, Maintainer functions).  Not tested without vcpkg: triplets, its toolchain file, binary
# caching, and its checks after the build, of which the last lines repeat those that a port of headers can fail.
set(PORT ff)
set(CURRENT_PACKAGES_DIR "${SCRATCH}/packages/ff")
set(buildtree "${SCRATCH}/buildtrees/ff")

function(step)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT RESULT_VARIABLE status)
  if(status)
    message(FATAL_ERROR "failed: ${ARGV}")
  endif()
endfunction()

# An argument that vcpkg's function does not know ends the port, and so it does here.
macro(parse values lists)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "${values}" "${lists}")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${CMAKE_CURRENT_FUNCTION} was passed ${arg_UNPARSED_ARGUMENTS}")
  endif()
endmacro()

# The port that has a function must be among those that ff's depends on.
file(READ "${PORTS}/ff/vcpkg.json" manifest)
macro(from_port name)
  if(NOT manifest MATCHES "\"${name}\", *\"host\": *true")
    message(FATAL_ERROR "vcpkg.json has no dependency on ${name}")
  endif()
endmacro()

function(vcpkg_cmake_configure)
  from_port(vcpkg-cmake)
  parse("SOURCE_PATH" "OPTIONS")
  step(${CMAKE_COMMAND} -G Ninja -S ${arg_SOURCE_PATH} -B ${buildtree} -D CMAKE_CXX_COMPILER=${CXX}
    -D CMAKE_BUILD_TYPE=Release -D CMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} ${arg_OPTIONS})
endfunction()

function(vcpkg_cmake_install)
  from_port(vcpkg-cmake)
  parse("" "")
  step(${CMAKE_COMMAND} --build ${buildtree} --target install)
endfunction()

# The files of CONFIG_PATH move to share/PORT, and find the prefix from there.
function(vcpkg_cmake_config_fixup)
  from_port(vcpkg-cmake-config)
  parse("CONFIG_PATH" "")
  file(GLOB files "${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}/*.cmake")
  if(NOT files)
    message(FATAL_ERROR "no CMake package in ${arg_CONFIG_PATH}")
  endif()
  foreach(file IN LISTS files)
    get_filename_component(name "${file}" NAME)
    file(READ "${file}" text)
    set(up "get_filename_component(_IMPORT_PREFIX \"\${_IMPORT_PREFIX}\" PATH)\n")
    string(REPLACE "${up}${up}${up}" "${up}${up}" text "${text}")
    string(REPLACE "/../../../\" ABSOLUTE" "/../../\" ABSOLUTE" text "${text}")
    file(WRITE "${CURRENT_PACKAGES_DIR}/share/${PORT}/${name}" "${text}")
  endforeach()
  file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}")
  get_filename_component(parent "${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}" DIRECTORY)
  file(REMOVE_RECURSE "${parent}")
endfunction()

# ff.pc is relative already.
function(vcpkg_fixup_pkgconfig)
  parse("" "")
endfunction()

function(vcpkg_install_copyright)
  parse("" "FILE_LIST")
  configure_file("${arg_FILE_LIST}" "${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright" COPYONLY)
endfunction()

include("${PORTS}/ff/portfile.cmake")

foreach(wanted include/ff/ff.hpp share/ff/ffConfig.cmake share/ff/copyright share/ff/usage share/pkgconfig/ff.pc)
  if(NOT EXISTS "${CURRENT_PACKAGES_DIR}/${wanted}")
    message(FATAL_ERROR "the package has no ${wanted}")
  endif()
endforeach()
file(GLOB_RECURSE files LIST_DIRECTORIES true RELATIVE "${CURRENT_PACKAGES_DIR}" "${CURRENT_PACKAGES_DIR}/*")
foreach(file IN LISTS files)
  if(NOT file MATCHES "^(include|include/ff(/.*)?|share|share/ff(/[^/]*)?|share/pkgconfig(/ff\\.pc)?)$")
    message(FATAL_ERROR "the package should not have ${file}")
  endif()
endforeach()
