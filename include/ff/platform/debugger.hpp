// The name of a script for gdb in the object file, so that gdb shows numbers by their value.
//
// The script lies beside this header.  gdb reads it where its folder is trusted, and says so where it is not:
// `add-auto-load-safe-path` of that folder in ~/.gdbinit.  A program with NDEBUG names nothing.
#pragma once

#if defined(__ELF__) && defined(__GNUC__) && !defined(NDEBUG) && !defined(__CUDA_ARCH__) && \
    !defined(__CUDACC_RTC__)
// An entry is a byte, 1 for a file in Python, and the name.  The linker keeps one of equal entries.
__asm__(
    ".pushsection \".debug_gdb_scripts\", \"MS\", %progbits, 1\n"
    ".byte 1\n"
    ".asciz \"" __FILE__
    "-gdb.py\"\n"
    ".popsection\n");
#endif
