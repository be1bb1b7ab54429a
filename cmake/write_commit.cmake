# cmake -D GIT=... -D SOURCE=... -D OUTPUT=... -P write_commit.cmake: writes a C++ source with the commit of the
# source tree, "-dirty" where tracked files have changed since.  The commit is unknown where the tree is not the whole
# of a repository: an export inside another repository has that one's commits around it, not its own.
set(commit "unknown")
if(GIT)
  execute_process(COMMAND "${GIT}" rev-parse --show-toplevel
    WORKING_DIRECTORY "${SOURCE}" OUTPUT_VARIABLE top OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  file(REAL_PATH "${SOURCE}" source)
  if(top)
    file(REAL_PATH "${top}" top)
  endif()
  if(top STREQUAL source)
    execute_process(COMMAND "${GIT}" --no-optional-locks describe --always --dirty --abbrev=12
      WORKING_DIRECTORY "${SOURCE}" OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(described)
      set(commit "${described}")
    endif()
  endif()
endif()

set(text "namespace command {\nconst char* commit();\nconst char* commit() { return \"${commit}\"; }\n}  // namespace command\n")
set(known "")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" known)
endif()
if(NOT known STREQUAL text)
  file(WRITE "${OUTPUT}" "${text}")
endif()
