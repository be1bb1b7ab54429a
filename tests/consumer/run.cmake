# Builds the project beside this file against ff, the WAY users do, and runs it.
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT RESULT_VARIABLE status)
  if(status)
    message(FATAL_ERROR "failed: ${ARGV}")
  endif()
endfunction()

file(REMOVE_RECURSE "${SCRATCH}")
if(WAY STREQUAL "find_package")
  run(${CMAKE_COMMAND} --install ${FF_BUILD} --prefix ${SCRATCH}/prefix --component ff)
endif()
run(${CMAKE_COMMAND} -G Ninja -S ${CMAKE_CURRENT_LIST_DIR} -B ${SCRATCH}/build -D CMAKE_CXX_COMPILER=${CXX}
  -D CMAKE_PREFIX_PATH=${SCRATCH}/prefix -D WAY=${WAY} -D FF_SOURCE=${FF_SOURCE} -D FF_VERSION=${FF_VERSION})
run(${CMAKE_COMMAND} --build ${SCRATCH}/build)
run(${SCRATCH}/build/consumer)
