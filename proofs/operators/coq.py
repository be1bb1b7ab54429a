"""Checks Coq files of proofs/operators.  Their theorems are about kernels.v: the steps that steps.cpp prints from the header."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

OPERATORS = pathlib.Path(__file__).resolve().parent
FUNCTIONS = OPERATORS.parent / "functions"
COMMON = ("floats", "kernels")  # what every other file needs, in this order
# What would make a theorem of nothing; and axioms other than those of Coq's own reals.
FORBIDDEN = re.compile(r"\b(Admitted|admit|Axiom|Axioms|Conjecture|Parameter|Parameters|give_up|bypass_check|Unset Guard Checking)\b")
KNOWN_AXIOMS = {"ClassicalDedekindReals.sig_not_dec", "ClassicalDedekindReals.sig_forall_dec",
                "FunctionalExtensionality.functional_extensionality_dep", "Classical_Prop.classic"}


def run(command, folder=None):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, cwd=folder)


def printed_kernels(include, compiler="g++"):
    """The steps of include/ff/arithmetic.hpp as Coq definitions."""
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        run([sys.executable, FUNCTIONS / "rewrite.py", include, FUNCTIONS / "traced", work / "traced"]).check_returncode()
        made = run([compiler, "-std=c++17", "-O0", "-ffp-contract=off", f"-I{FUNCTIONS}", f"-I{FUNCTIONS}/traced", f"-I{work}/traced",
                    OPERATORS / "steps.cpp", FUNCTIONS / "trace.cpp", "-o", work / "steps"])
        if made.returncode:
            sys.exit(made.stderr[:2000])
        return run([work / "steps"]).stdout


def compile_common(work, kernels=None):
    """Copies the files to `work` and compiles what all need, with other kernels if given.  An error's text, or None."""
    for path in OPERATORS.glob("*.v"):
        shutil.copy(path, work / path.name)
    if kernels is not None:
        (work / "kernels.v").write_text(kernels)
    for name in COMMON:
        made = compile_file(work, name)
        if made.returncode:
            return made.stdout + made.stderr
    return None


def compile_file(work, name):
    return run(["coqc", "-q", "-Q", ".", "ff", name + ".v"], work)  # there: Coq leaves caches in its folder


def theorems(text):
    """Names of the theorems of a file: every one has its axioms printed."""
    return re.findall(r"^Theorem (\w+)", text, re.M)


def faults_of(path):
    """What must not stand in a file, and theorems whose axioms it does not print."""
    text = path.read_text()
    code = re.sub(r"\(\*.*?\*\)", "", text, flags=re.S)
    faults = [f"{path.name}: {word}" for word in FORBIDDEN.findall(code)]
    return faults + [f"{path.name}: no Print Assumptions of {name}" for name in theorems(code)
                     if f"Print Assumptions {name}." not in code]


def axioms_of(output):
    """The axioms that Print Assumptions listed."""
    return set(re.findall(r"^(\w[\w.]*)\s*(?::|$)", output.replace("Axioms:", ""), re.M)) - {"Closed"}


if __name__ == "__main__":  # prints kernels.v anew
    (OPERATORS / "kernels.v").write_text(printed_kernels(OPERATORS.parents[1] / "include"))
