# CUDA where it is wanted.  Sets
#   FF_GPU     whether a GPU is present;
#   FF_CUDA    whether nvcc is wanted, found and working;
#   FF_DEVICE  what becomes of device code: "run", compiled and linked; "check", compiled to PTX and no further, since
#              nothing here could run it; or "none".
#
# Two are the user's to set: FF_GPU_CODE, whose "auto" is run where there is a GPU, else check where tests are built,
# else none; and CMAKE_CUDA_ARCHITECTURES, which unset is that of the GPUs present, otherwise 90.
include(CheckLanguage)

set(FF_GPU_CODE auto CACHE STRING "Device code: auto, run, check or none")
if(NOT FF_GPU_CODE MATCHES "^(auto|run|check|none)$")
  message(FATAL_ERROR "FF_GPU_CODE is ${FF_GPU_CODE}; expected auto, run, check or none")
endif()

set(FF_GPU OFF)
execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
  OUTPUT_VARIABLE ff_capabilities RESULT_VARIABLE ff_no_smi
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(ff_no_smi STREQUAL "0" AND ff_capabilities MATCHES "^[0-9]")
  set(FF_GPU ON)
  string(REGEX MATCHALL "[0-9]+\\.[0-9]+" ff_capabilities "${ff_capabilities}")
  list(REMOVE_DUPLICATES ff_capabilities)
  string(REPLACE "." "" ff_architectures "${ff_capabilities}")
else()
  set(ff_architectures 90)
  if(EXISTS /dev/nvidiactl OR EXISTS /proc/driver/nvidia/version)
    set(FF_GPU ON)
  endif()
endif()

if(NOT FF_GPU_CODE STREQUAL "auto")
  set(FF_DEVICE ${FF_GPU_CODE})
elseif(FF_GPU)
  set(FF_DEVICE run)
elseif(FF_BUILD_TESTS)
  set(FF_DEVICE check)
else()
  set(FF_DEVICE none)
endif()

set(FF_CUDA OFF)
if(NOT FF_DEVICE STREQUAL "none")
  find_program(FF_NVCC nvcc HINTS ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin)
  mark_as_advanced(FF_NVCC)
  if(FF_NVCC)
    if(NOT CMAKE_CUDA_COMPILER)
      unset(CMAKE_CUDA_COMPILER CACHE)  # a NOTFOUND from before CUDA was installed
      set(CMAKE_CUDA_COMPILER "${FF_NVCC}")
    endif()
    check_language(CUDA)
    if(CMAKE_CUDA_COMPILER)
      set(FF_CUDA ON)
    endif()
  endif()
endif()

if(FF_CUDA)
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
    set(CMAKE_CUDA_ARCHITECTURES "${ff_architectures}")
  endif()
  enable_language(CUDA)
  find_package(CUDAToolkit REQUIRED)
  message(STATUS "ff: CUDA ${CMAKE_CUDA_COMPILER_VERSION}, architectures ${CMAKE_CUDA_ARCHITECTURES}; "
    "device code: ${FF_DEVICE}")
else()
  set(FF_DEVICE none)
  message(STATUS "ff: no working nvcc, or no use for it: the CUDA parts are left out")
endif()

# ff_gpu: which GPU a program runs on, or why it has no code for one (command/gpu.hpp).
if(NOT FF_GPU_CODE STREQUAL "auto")
  set(why "FF_GPU_CODE was ${FF_GPU_CODE}")
elseif(NOT FF_GPU)
  set(why "no GPU was found")
elseif(NOT FF_NVCC)
  set(why "no nvcc was found")
else()
  set(why "nvcc did not work")
endif()
file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/no_gpu_code.cpp" CONTENT "#include \"command/gpu.hpp\"

namespace command {
const char* why_no_gpu_code() { return \"this was built without GPU code (@why@ at that time)\"; }
std::optional<gpu_info> first_gpu(std::string& why, int) {
  why = why_no_gpu_code();
  return {};
}
}  // namespace command
" @ONLY)
if(FF_DEVICE STREQUAL "run")
  add_library(ff_gpu STATIC command/gpu.cpp)
  target_compile_definitions(ff_gpu PUBLIC FF_HAS_GPU_CODE)
  target_link_libraries(ff_gpu PUBLIC CUDA::cudart_static)
else()
  add_library(ff_gpu STATIC "${CMAKE_CURRENT_BINARY_DIR}/no_gpu_code.cpp")
endif()
target_include_directories(ff_gpu PRIVATE "${PROJECT_SOURCE_DIR}")
target_compile_features(ff_gpu PRIVATE cxx_std_17)

# ff_device_sources(TARGET SOURCE...): a target's sources with device code.
function(ff_device_sources target)
  if(FF_DEVICE STREQUAL "run")
    target_sources(${target} PRIVATE ${ARGN})
    target_link_libraries(${target} PUBLIC CUDA::cudart_static)
  elseif(FF_DEVICE STREQUAL "check")
    ff_check_device_sources(${target}-device ${ARGN})
    target_link_libraries(${target}-device PRIVATE ${target})
  endif()
endfunction()

# How device code is compiled that never runs.  The fastest compilation leaves out optimisations, no diagnostic: the largest
# batch of tests takes 9 s, where all optimisations take 108.  The macro is nvcc's own under -G: FF_HD then asks for no
# inlining.  -G itself writes what a debugger reads, which takes minutes.
set(ff_check_options "")
if(FF_CUDA)
  set(ff_check_options -D__CUDACC_DEBUG__)
  if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 13.0)
    list(APPEND ff_check_options --Ofast-compile=max)
  endif()
endif()

# ff_check_device_sources(NAME SOURCE...): each source as far as PTX.
function(ff_check_device_sources name)
  add_library(${name} OBJECT ${ARGN})
  set_target_properties(${name} PROPERTIES CUDA_PTX_COMPILATION ON)
  target_compile_options(${name} PRIVATE ${ff_check_options})
endfunction()

# ff_batch_sources(VARIABLE COUNT SOURCE... [NAMESPACES] [LANGUAGE cu | cpp]): sources in the variable, each including so many of
# those given, since a compiler spends most of its time on a small one in what all of them include.  With NAMESPACES each is in
# one of its own, after what they include, on the conditions that they do.
function(ff_batch_sources variable count)
  cmake_parse_arguments(PARSE_ARGV 2 arg "NAMESPACES" "LANGUAGE" "")
  if(NOT arg_LANGUAGE)
    set(arg_LANGUAGE cu)
  endif()
  if(arg_NAMESPACES)  # whose #include lines are read here
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${arg_UNPARSED_ARGUMENTS})
  endif()
  set(batches "")
  set(rest ${arg_UNPARSED_ARGUMENTS})
  while(rest)
    list(SUBLIST rest 0 ${count} batch)
    list(REMOVE_ITEM rest ${batch})
    list(LENGTH batches number)
    set(included "")
    set(parts "")
    foreach(source IN LISTS batch)
      if(arg_NAMESPACES)
        get_filename_component(folder "${source}" DIRECTORY)
        get_filename_component(part "${source}" NAME_WE)
        file(STRINGS "${source}" lines REGEX "^#(include|if|elif|else|endif)")
        foreach(line IN LISTS lines)
          if(line MATCHES "\"(.*)\"")
            set(named "${CMAKE_MATCH_1}")
            if(EXISTS "${folder}/${named}")
              set(line "#include \"${folder}/${named}\"")
            endif()
          endif()
          string(APPEND included "${line}\n")
        endforeach()
        string(APPEND parts "namespace ${part} {\n#include \"${source}\"\n}\n")
      else()
        string(APPEND parts "#include \"${source}\"\n")
      endif()
    endforeach()
    set(made "${CMAKE_CURRENT_BINARY_DIR}/batches/${variable}_${number}.${arg_LANGUAGE}")
    file(CONFIGURE OUTPUT "${made}" @ONLY CONTENT "${included}${parts}")
    list(APPEND batches "${made}")
  endwhile()
  set(${variable} ${batches} PARENT_SCOPE)
endfunction()
