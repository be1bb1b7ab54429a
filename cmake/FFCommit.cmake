# ff_add_tool(NAME CORE): a command line tool, of main.cpp and the library CORE, in bin/ of the build.
function(ff_add_tool name core)
  add_executable(${name} main.cpp)
  ff_text_sources(main.cpp)
  target_link_libraries(${name} PRIVATE ${core})
  ff_define_commit(main.cpp)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
endfunction()

# ff_define_commit(SOURCE): defines FF_COMMIT in one source of this directory, as the commit that a recorded result
# belongs to.  A new commit, or a checkout of another, configures anew; edits that are not committed do not.
find_package(Git QUIET)

function(ff_define_commit source)
  set(commit "")
  if(Git_FOUND)
    execute_process(COMMAND "${GIT_EXECUTABLE}" describe --always --dirty --abbrev=12
      WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    # git knows where its log is, in a linked worktree too.
    execute_process(COMMAND "${GIT_EXECUTABLE}" rev-parse --git-path logs/HEAD
      WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE log OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    get_filename_component(log "${log}" ABSOLUTE BASE_DIR "${PROJECT_SOURCE_DIR}")
    if(EXISTS "${log}" AND NOT IS_DIRECTORY "${log}")
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${log}")
    endif()
  endif()
  if(NOT commit)
    set(commit "unknown")
  endif()
  set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_DEFINITIONS "FF_COMMIT=\"${commit}\"")
endfunction()
