#!/bin/sh
# by_clang.sh CLANG++ COMPILER ARGUMENT...: the compilation as asked, but by clang++ where -O0 is.  It has no use for g++'s
# parameters.
clang=$1
shift
case " $* " in
*" -O0 "*)
    shift
    exec "$clang" -Wno-unused-command-line-argument "$@"
    ;;
esac
exec "$@"
