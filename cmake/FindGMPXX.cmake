# GMP's C++ classes and the GMP below them: target GMPXX::GMPXX.  Neither ships a CMake package.
find_path(GMPXX_INCLUDE_DIR gmpxx.h)
find_library(GMPXX_LIBRARY gmpxx)
find_library(GMP_LIBRARY gmp)
mark_as_advanced(GMPXX_INCLUDE_DIR GMPXX_LIBRARY GMP_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(GMPXX REQUIRED_VARS GMPXX_LIBRARY GMP_LIBRARY GMPXX_INCLUDE_DIR)

if(GMPXX_FOUND AND NOT TARGET GMPXX::GMPXX)
  add_library(GMPXX::GMPXX UNKNOWN IMPORTED)
  set_target_properties(GMPXX::GMPXX PROPERTIES
    IMPORTED_LOCATION "${GMPXX_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${GMPXX_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${GMP_LIBRARY}")
endif()
