# ff_add_tool(NAME CORE [SOURCE...]): a command line tool, of the sources, or else of main.cpp, and the library CORE, in bin/
# of the build.
function(ff_add_tool name core)
  if(ARGN)
    add_executable(${name} ${ARGN})
  else()
    add_executable(${name} main.cpp)
    ff_text_sources(main.cpp)
  endif()
  target_link_libraries(${name} PRIVATE ${core} ff_commit)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
endfunction()

# ff_commit: command::commit() of command/command.hpp.  Each build asks git; only another answer compiles anything.
find_package(Git QUIET)
set(ff_commit_source "${CMAKE_CURRENT_BINARY_DIR}/commit.cpp")
add_custom_target(ff_ask_git BYPRODUCTS "${ff_commit_source}"
  COMMAND "${CMAKE_COMMAND}" -D "GIT=${GIT_EXECUTABLE}" -D "SOURCE=${PROJECT_SOURCE_DIR}" -D "OUTPUT=${ff_commit_source}"
    -P "${CMAKE_CURRENT_LIST_DIR}/write_commit.cmake"
  COMMENT "Asking git for the commit" VERBATIM)
add_library(ff_commit STATIC "${ff_commit_source}")
add_dependencies(ff_commit ff_ask_git)
