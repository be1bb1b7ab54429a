"""operators.py SOURCE COMPILER: the theorems on operators are about the shipped header, and are theorems.

kernels.v has the steps that include/ff/arithmetic.hpp takes today.  No Coq file of proofs/operators admits anything or has an
axiom of its own, and each prints its theorems' axioms; the
page of certificates lists all theorems.  ./ff prove checks the proofs themselves."""
import pathlib
import re
import sys
import tempfile

source, compiler = pathlib.Path(sys.argv[1]), sys.argv[2]
sys.path.append(str(source / "proofs/operators"))
import coq  # noqa: E402

faults = [fault for path in sorted(coq.OPERATORS.glob("*.v")) for fault in coq.faults_of(path)]
kernels = (coq.OPERATORS / "kernels.v").read_text()
if coq.printed_kernels(source / "include", compiler) != kernels:
    faults.append("kernels.v does not have the header's steps: python3 proofs/operators/coq.py prints them")
proved = {name for path in coq.OPERATORS.glob("*.v") for name in coq.theorems(path.read_text())}
page = (source / "docs/proofs/certificates.md").read_text()
listed = set(re.findall(r"`(\w+_(?:correct|weak))`", page))
if not proved or proved != listed:
    faults.append(f"docs/proofs/certificates.md does not list the theorems: {sorted(proved ^ listed)}")
with tempfile.TemporaryDirectory() as folder:  # the guard itself can fail
    path = pathlib.Path(folder) / "wrong.v"
    path.write_text("Theorem wrong : False. Admitted.\nAxiom other : False.\n")
    if len(coq.faults_of(path)) != 3:
        faults.append(f"an admitted theorem and an axiom were not seen: {coq.faults_of(path)}")
print("\n".join(faults))
sys.exit(1 if faults else 0)
