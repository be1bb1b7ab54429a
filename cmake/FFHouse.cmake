# How the tools and tests are compiled: ff_house.  Users of ff::ff see none of it.
find_program(FF_CCACHE ccache)
mark_as_advanced(FF_CCACHE)
if(FF_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${FF_CCACHE}")
endif()

option(FF_NATIVE "Compile the tools and tests for this machine's processor" ${PROJECT_IS_TOP_LEVEL})

# g++ looks for garbage when its heap reaches 128 MB: a ninth of its time on the larger sources of tests.  In KB.
set(ff_gxx_heap --param=ggc-min-heapsize=409600)

add_library(ff_house INTERFACE)
target_link_libraries(ff_house INTERFACE ff::ff ff_gpu)
# A target may set FF_LEVEL to another than 2.  As an option of its own it would stand before this one, which overrides it.
set(ff_level "$<TARGET_PROPERTY:FF_LEVEL>")
target_compile_options(ff_house INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:-O$<IF:$<STREQUAL:${ff_level},>,2,${ff_level}>;-Wall;-Wextra;-Wconversion>"
  "$<$<COMPILE_LANGUAGE:CUDA>:-O2;-Xcompiler=-Wall,-Wextra,-Wconversion>"
  "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:${ff_gxx_heap}>")

option(FF_SANITIZE "Compile the tools and tests with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
set(ff_sanitizers -O1 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined,float-cast-overflow
  -fno-sanitize-recover=all)
if(FF_SANITIZE)
  target_compile_options(ff_house INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${ff_sanitizers}>")
  target_link_options(ff_house INTERFACE -fsanitize=address,undefined)
endif()

# Compiled and run, since a virtual machine may name a processor that it only half is.  Without it,
# a fused multiply-add on the host is a call into libm.
if(FF_NATIVE)
  include(CheckCXXSourceRuns)
  set(CMAKE_REQUIRED_FLAGS "-O2 -march=native")
  check_cxx_source_runs("
    #include <cmath>
    #include <cstdio>
    int main(int n, char**) {
      float a[64], s = 0;
      for (int i = 0; i < 64; ++i) a[i] = std::fma(float(i), float(n), 1.0f);
      for (float x : a) s += x;
      return s == 2080.0f ? 0 : 1;
    }" FF_NATIVE_WORKS)
  unset(CMAKE_REQUIRED_FLAGS)
  if(FF_NATIVE_WORKS)
    target_compile_options(ff_house INTERFACE
      "$<$<COMPILE_LANGUAGE:CXX>:-march=native>" "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-march=native>")
  endif()
endif()

# ff_text_sources(SOURCE...): sources that make text of other libraries' templates.  Not optimised, they take half the
# time of g++, and have no speed to lose; clang++, where it is found, takes two thirds of that (docs/guide/architecture.md).
find_program(FF_CLANGXX clang++)
mark_as_advanced(FF_CLANGXX)
if(FF_CLANGXX AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_CXX_COMPILER_LAUNCHER AND NOT FF_SANITIZE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${PROJECT_SOURCE_DIR}/cmake/by_clang.sh;${FF_CLANGXX}")
endif()
function(ff_text_sources)
  set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS -O0)
  set_property(SOURCE ${ARGN} PROPERTY SKIP_PRECOMPILE_HEADERS ON)  # clang++ cannot read what g++ precompiled
endfunction()
