# ff_processor_option(VARIABLE WHAT): what -march= the code of WHAT is compiled for that may meet another processor than this
# one.  On x86-64 that is one with AVX2 and FMA: without, each fused multiply-add is a call into libm.
function(ff_processor_option variable what)
  set(processor "")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    set(processor x86-64-v3)
  endif()
  set(${variable} "${processor}" CACHE STRING
    "What -march= ${what} is compiled for; x86-64 for processors without AVX2 and FMA, empty for the compiler's own choice")
endfunction()
