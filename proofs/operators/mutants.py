#!/usr/bin/env python3
"""mutants.py INCLUDE COMPILER: breaks the kernels' headers on purpose, prints the broken kernel's steps, and expects Coq
to refuse the operator's theorem about them.  Exit status 1 where one is accepted, 77 where Coq is missing."""
import pathlib
import shutil
import sys
import tempfile

import coq

HEADERS = ("arithmetic.hpp", "type/accumulate.hpp", "fast/kernels.hpp")
# file of the theorem, what stands in the first header that has it (once), what is put in its place
MUTANTS = [
    ("accumulator", "lo_ = add_rn(add_rn(lo_, p_rest), hi_rest);", "lo_ = add_rn(lo_, p_rest);"),
    ("accumulator", "fma_rn(x.hi(), y.lo(), fma_rn(x.lo(), y.hi(), lo_))", "fma_rn(x.hi(), y.lo(), lo_)"),
    ("accumulator", "add_rn(cross_terms(x, y.lo), unseen_head(x, p_seen))", "unseen_head(x, p_seen)"),
    ("sums", "add_rn(add_rn(b, d), e)", "add_rn(b, e)"),
    ("sums", "add_rn(tl, vl)", "vl"),
    ("sums", "add_rn(e, add_rn(x.lo(), y.lo()))", "add_rn(e, x.lo())"),
    ("sums", "fast_add12(s, add_rn(x.lo(), e))", "fast_add12(s, x.lo())"),
    ("products_dw", "fast_add12(p, add_rn(e, fma_rn(x.lo(), y.hi(), t)))", "fast_add12(p, fma_rn(x.lo(), y.hi(), t))"),
    ("products_dw", "fast_add12(p, fma_rn(x.lo(), y, e))", "fast_add12(p, mul_rn(x.lo(), y))"),
    ("products_dw", "fast_add12(p, add_rn(e, t))", "fast_add12(p, t)"),
    ("quotients", "add_prod(q, detail::residue(x, y, q), r)", "add_prod(q, detail::residue(x, y, q0), r)"),
    ("quotients", "fma_rn(neg(y.lo()), q0, fma_rn(neg(y.hi()), q0, x))", "fma_rn(neg(y.hi()), q0, x)"),
    ("div21", "add_rn(fma_rn(neg(y), q, x.hi()), x.lo()), r)", "fma_rn(neg(y), q, x.hi()), r)"),
    ("fma22", "add_rn(z.lo(), sub_rn(z.hi(), z_seen))", "z.lo()"),
    ("rcp22", "add_prod(r, fma_rn(e, e, e), r)", "add_prod(r, e, r)"),
    ("sqrt22", "add_prod(s, add_rn(fma_rn(neg(s), s, x.hi()), x.lo()), h)", "add_prod(s, fma_rn(neg(s), s, x.hi()), h)"),
    ("rsqrt22", "fma_rn(neg(rest), y, fma_rn(neg(s), y, T(1.0f)))", "fma_rn(neg(s), y, T(1.0f))"),
    ("sqr22", "mul_rn(add_rn(x.hi(), x.hi()), x.lo())", "mul_rn(x.hi(), x.lo())"),
    ("mul21", "const T t = mul_rn(x.lo(), y), s = fma_rn(x.hi(), y, t);", "const T t = mul_rn(x.lo(), y), s = mul_rn(x.hi(), y);"),
    ("mul22", "fma_rn(x.lo(), y.hi(), mul_rn(x.hi(), y.lo()));\n  const T s", "mul_rn(x.hi(), y.lo());\n  const T s"),
]


def main():
    if shutil.which("coqc") is None:
        sys.exit(77)
    include, compiler = pathlib.Path(sys.argv[1]), sys.argv[2]
    accepted = 0
    for name, old, new in MUTANTS:
        with tempfile.TemporaryDirectory() as folder:
            work = pathlib.Path(folder)
            shutil.copytree(include, work / "include")
            paths = [work / "include/ff" / path for path in HEADERS]
            header = next((path for path in paths if old in path.read_text()), paths[0])
            text = header.read_text()
            if text.count(old) != 1:
                sys.exit(f"{header.name} has {text.count(old)} places with {old}")
            header.write_text(text.replace(old, new))
            wrong = coq.compile_common(work, coq.printed_kernels(work / "include", compiler))
            if wrong:
                sys.exit(wrong)
            refused = coq.compile_file(work, name).returncode != 0
            print(f"{name:18} {'caught' if refused else 'SURVIVED':9} {' '.join(new.split())}", flush=True)
            accepted += not refused
    return 1 if accepted else 0


sys.exit(main())
