# Builds the project beside this file against ff, the WAY users do, and runs it.
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT RESULT_VARIABLE status)
  if(status)
    message(FATAL_ERROR "failed: ${ARGV}")
  endif()
endfunction()

# The standard output of a command, without the end of the line.
function(ask variable)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT RESULT_VARIABLE status OUTPUT_VARIABLE said
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(status)
    message(FATAL_ERROR "failed: ${ARGN}")
  endif()
  set(${variable} "${said}" PARENT_SCOPE)
endfunction()

# build_consumer(ARGUMENT...): configured with these, built and run.
function(build_consumer)
  run(${CMAKE_COMMAND} -G Ninja -S ${CMAKE_CURRENT_LIST_DIR} -B ${SCRATCH}/build -D CMAKE_CXX_COMPILER=${CXX}
    -D WAY=${WAY} -D FF_SOURCE=${FF_SOURCE} -D FF_VERSION=${FF_VERSION} ${ARGN})
  run(${CMAKE_COMMAND} --build ${SCRATCH}/build)
  run(${SCRATCH}/build/consumer)
endfunction()

file(REMOVE_RECURSE "${SCRATCH}")
set(install ${CMAKE_COMMAND} --install ${FF_BUILD} --component ff --prefix)
if(WAY STREQUAL "find_package")
  run(${install} ${SCRATCH}/prefix)
  build_consumer(-D CMAKE_PREFIX_PATH=${SCRATCH}/prefix)
elseif(WAY STREQUAL "linalg")
  run(${install} ${SCRATCH}/prefix)
  run(${CMAKE_COMMAND} --install ${FF_BUILD} --component linalg --prefix ${SCRATCH}/prefix)
  build_consumer(-D CMAKE_PREFIX_PATH=${SCRATCH}/prefix)
elseif(WAY MATCHES "^(FetchContent|add_subdirectory)$")
  build_consumer()
elseif(WAY STREQUAL "pkg_config")
  # Moved after the install: the file must find the headers from where it lies.
  run(${install} ${SCRATCH}/prefix)
  file(RENAME ${SCRATCH}/prefix ${SCRATCH}/moved)
  set(ENV{PKG_CONFIG_LIBDIR} ${SCRATCH}/moved/share/pkgconfig)
  ask(version ${FF_PKG_CONFIG} --modversion ff)
  if(NOT version STREQUAL FF_VERSION)
    message(FATAL_ERROR "ff.pc says version ${version}, the library ${FF_VERSION}")
  endif()
  ask(flags ${FF_PKG_CONFIG} --cflags --libs ff)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  run(${CXX} -std=c++17 ${CMAKE_CURRENT_LIST_DIR}/main.cpp ${flags} -o ${SCRATCH}/consumer)
  run(${SCRATCH}/consumer)
elseif(WAY STREQUAL "conan")
  set(ENV{CONAN_HOME} ${SCRATCH}/home)
  set(ENV{CXX} ${CXX})
  set(ENV{CC})
  set(settings -s compiler.cppstd=17 -c tools.cmake.cmaketoolchain:generator=Ninja --no-remote)
  run(${FF_CONAN} profile detect)
  run(${FF_CONAN} create ${FF_SOURCE}/packaging/conan --test-folder= ${settings} -s build_type=Release)
  # With test_package built in the scratch folder, not in the tree.
  file(COPY ${FF_SOURCE}/packaging/conan/test_package DESTINATION ${SCRATCH})
  run(${FF_CONAN} test ${SCRATCH}/test_package ff/${FF_VERSION} ${settings})
  # Never built for Debug or C++20: one package is every setting's.
  run(${FF_CONAN} install --requires=ff/${FF_VERSION} --build=never ${settings} -s build_type=Debug -s compiler.cppstd=20
    -g CMakeDeps -g CMakeToolchain -of ${SCRATCH}/generated)
  build_consumer(-D CMAKE_TOOLCHAIN_FILE=${SCRATCH}/generated/conan_toolchain.cmake -D CMAKE_BUILD_TYPE=Debug)
  # ... and what it must refuse.
  execute_process(COMMAND ${FF_CONAN} install --requires=ff/${FF_VERSION} ${settings} -s compiler.cppstd=14
    RESULT_VARIABLE status ERROR_VARIABLE said)
  if(NOT status OR NOT said MATCHES "ff/[^\n]*Invalid[^\n]*cppstd")
    message(FATAL_ERROR "C++14 was not refused: ${said}")
  endif()
elseif(WAY STREQUAL "vcpkg")
  file(READ ${FF_SOURCE}/packaging/vcpkg/ff/vcpkg.json manifest)
  string(JSON version GET "${manifest}" version)
  if(NOT version STREQUAL FF_VERSION)
    message(FATAL_ERROR "packaging/vcpkg/ff/vcpkg.json says version ${version}, the library ${FF_VERSION}")
  endif()
  run(${CMAKE_COMMAND} -D PORTS=${FF_SOURCE}/packaging/vcpkg -D SCRATCH=${SCRATCH}/steps -D CXX=${CXX}
    -P ${CMAKE_CURRENT_LIST_DIR}/vcpkg_steps.cmake)
  if(FF_VCPKG AND DEFINED ENV{VCPKG_ROOT})
    run(${FF_VCPKG} install ff --classic --overlay-ports=${FF_SOURCE}/packaging/vcpkg --binarysource=clear
      --x-install-root=${SCRATCH}/installed --x-buildtrees-root=${SCRATCH}/buildtrees
      --x-packages-root=${SCRATCH}/packages)
    build_consumer(-D CMAKE_TOOLCHAIN_FILE=$ENV{VCPKG_ROOT}/scripts/buildsystems/vcpkg.cmake -D VCPKG_MANIFEST_MODE=OFF
      -D VCPKG_INSTALLED_DIR=${SCRATCH}/installed)
  else()
    message(STATUS "no vcpkg, or no VCPKG_ROOT: what the port's steps made is used")
    build_consumer(-D CMAKE_PREFIX_PATH=${SCRATCH}/steps/packages/ff)
  endif()
else()
  message(FATAL_ERROR "no such way: ${WAY}")
endif()
