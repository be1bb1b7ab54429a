# cmake -D PROGRAM=... -D EXPECTED=regex -P check.cmake: the program succeeds and prints what is expected.
execute_process(COMMAND "${PROGRAM}" OUTPUT_VARIABLE output ERROR_VARIABLE errors RESULT_VARIABLE result)
message("${output}${errors}")
if(NOT result STREQUAL "0")
  message(FATAL_ERROR "${PROGRAM} exits with ${result}")
endif()
if(NOT output MATCHES "${EXPECTED}")
  message(FATAL_ERROR "the output does not match ${EXPECTED}")
endif()
