# CUDA where there is one.  Sets FF_CUDA (nvcc found and working) and FF_GPU (a GPU is present).
#
# CMAKE_CUDA_ARCHITECTURES is the user's to set; unset, it is that of the GPUs present, otherwise 90.
include(CheckLanguage)

find_program(FF_NVCC nvcc HINTS ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin)
mark_as_advanced(FF_NVCC)

set(FF_CUDA OFF)
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

if(FF_CUDA)
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
    set(CMAKE_CUDA_ARCHITECTURES "${ff_architectures}")
  endif()
  enable_language(CUDA)
  find_package(CUDAToolkit REQUIRED)
  message(STATUS "ff: CUDA ${CMAKE_CUDA_COMPILER_VERSION}, architectures ${CMAKE_CUDA_ARCHITECTURES}")
else()
  message(STATUS "ff: no working nvcc, the CUDA parts are left out")
endif()
