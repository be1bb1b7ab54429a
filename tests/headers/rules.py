"""The rules of the house for include/ff: headers of at most 400 lines, generated tables apart, each with #pragma once,
that include nothing but each other, the standard library, libcu++ and what FOREIGN names.  Includes go down or stay on
their floor, in no circle.  Only platform/ asks who compiles."""
import pathlib
import re
import sys

MAX_LINES = 400
STANDARD = re.compile(r"<[a-z_0-9]+>$")
FOREIGN = {("fmt.hpp", "<fmt/format.h>"), ("eigen.hpp", "<Eigen/Core>"), ("eigen.hpp", "<Eigen/Jacobi>"),
           ("wide/eigen.hpp", "<Eigen/Core>"),
           ("mpi.hpp", "<mpi.h>"), ("nccl.hpp", "<nccl.h>"),
           ("platform/streaming.hpp", "<emmintrin.h>")}

# From the ground up.  A folder stands for all its headers that are not named elsewhere.
FLOORS = [
    ["platform/", "platform.hpp"],
    ["rounding.hpp", "dd/rounding.hpp", "type/binary64.hpp", "type/huge.hpp", "type/bound.hpp"],
    ["directed/float.hpp", "directed/double.hpp", "ff_t.hpp"],
    ["eft.hpp", "type/constants.hpp", "type/limits.hpp", "text/decimal.hpp"],
    ["arithmetic.hpp", "comparison.hpp", "type/accumulate.hpp", "type/hash.hpp", "radix.hpp", "type/literals.hpp",
     "type/numbers.hpp", "paper2006.hpp"],
    ["basic.hpp", "type/classify.hpp", "type/division.hpp", "type/integral.hpp", "directed/"],
    ["operators.hpp", "text/"],
    ["reduce/", "convert/"],
    ["math/"],
    ["vector.hpp", "complex/", "complex.hpp", "random.hpp", "fast/", "wide/", "dd/", "special/", "boost.hpp"],
    ["probe/"],
    ["reduced/"],
    ["interval/"],
    ["predicates/"],
    ["polynomial/"],
    ["geometry/"],
    ["linalg/"],
    # Umbrellas, and bridges to other libraries.
    ["math.hpp", "fast.hpp", "interval.hpp", "predicates.hpp", "predicates/sos.hpp", "predicates/triple.hpp", "polynomial.hpp", "geometry.hpp",
     "reduce.hpp", "convert.hpp", "wide.hpp", "dd.hpp", "special.hpp", "probe.hpp", "reduced.hpp"],
    ["bounds.hpp"],
    ["core.hpp", "ff.hpp"],
    ["cuda.hpp", "eigen.hpp", "wide/eigen.hpp", "fmt.hpp", "mpi.hpp", "nccl.hpp", "std_format.hpp"],
]

# core.hpp may not reach these: they cost a file of kernels time without being the number.
CORE_LEAVES_OUT = ("text/format", "text/io", "text/specification", "interval/", "complex/", "complex.hpp", "random.hpp", "vector.hpp", "boost.hpp", "platform/strings.hpp", "type/numbers.hpp")
CORE_LEAVES_OUT_OF_STANDARD = {"<string>", "<istream>", "<ostream>", "<sstream>", "<iostream>", "<locale>", "<complex>", "<random>", "<vector>",
                               "<algorithm>", "<functional>", "<thread>"}

# The headers above platform/ with a conditional, what it says and why.
NO_NVRTC = "#if !defined(__CUDACC_RTC__)"
NO_REPORT = NO_NVRTC + "  // the report is made on the host"
CONDITIONALS = {
    "comparison.hpp": ["#if FF_THREE_WAY"],  # a token that C++17 has not
    "type/numbers.hpp": ["#if FF_STD_NUMBERS"],  # names that C++17 has not
    "std_format.hpp": ["#if FF_STD_FORMAT"],
    "text/specification.hpp": [NO_NVRTC],
    "text/format.hpp": [NO_NVRTC],  # strings, which NVRTC has not
    "dd/number.hpp": [NO_NVRTC],  # a number from text, likewise
    "wide/number.hpp": [NO_NVRTC],
    "ff_t.hpp": [NO_NVRTC, NO_NVRTC],  # numbers from text, which the host alone reads
    "text/io.hpp": [NO_NVRTC],
    "wide/text.hpp": [NO_NVRTC],
    "dd/text.hpp": [NO_NVRTC],
    "wide/reduce.hpp": [NO_NVRTC],  # functions of the host alone
    "wide/cuda.hpp": ["#if defined(__CUDACC__)", NO_NVRTC],  # exchange within a warp; launches of kernels
    "wide/eigen.hpp": [NO_NVRTC],
    "interval/text.hpp": [NO_NVRTC],
    "boost.hpp": [NO_NVRTC],  # for a library of the host
    "fast/standard.hpp": [NO_NVRTC],  # std::istream, likewise
    "complex/number.hpp": [NO_NVRTC],  # std::ostream, likewise
    "reduce/host.hpp": [NO_NVRTC],  # functions of the host alone
    "reduce/kernels.hpp": ["#if defined(__CUDACC__)"],
    "reduce/cuda.hpp": ["#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)"],  # launches of kernels
    "polynomial/host.hpp": [NO_NVRTC],
    "polynomial/cuda.hpp": ["#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)"],
    "polynomial/large.hpp": [NO_NVRTC],
    "polynomial/large_scale.hpp": [NO_NVRTC],
    "geometry/cuda.hpp": ["#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)"],
    "polynomial/large_cuda.hpp": ["#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)"],
    "convert/host.hpp": [NO_NVRTC, "#if FF_SSE2", "#else"],  # likewise, and two elements an instruction
    "convert/cuda.hpp": ["#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)"],
    "predicates/host.hpp": [NO_NVRTC],  # threads
    "predicates/cuda.hpp": ["#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)"],
    # The report is made on the host, and the device has records of its own.
    "probe/places.hpp": [NO_REPORT],
    "probe/cuda.hpp": [NO_REPORT, "#if defined(__CUDACC__)", "#else", "#if defined(__CUDACC__)", "#if defined(__CUDACC_RDC__)", "#else", "#if defined(__CUDA_ARCH__)", "#else",
                       "#if defined(__CUDA_ARCH__)", "#else", "#if defined(__CUDA_ARCH__)", "#else"],
    "probe/number.hpp": [NO_REPORT],
    "probe/operators.hpp": [NO_REPORT],
    "probe/functions.hpp": [NO_REPORT],
    "probe/cmath.hpp": [NO_REPORT],
    "probe/marks.hpp": [NO_REPORT, "#define FF_PROBE(name, x) \\"],
    "probe/shadow.hpp": [NO_REPORT, "#if defined(__CUDA_ARCH__)", "#else"],  # functions of double that the host lacks
    "probe/report.hpp": [NO_REPORT],
    "cuda.hpp": ["#if defined(__CUDACC__)"],  # functions of the device alone
    "eigen.hpp": [NO_NVRTC, "#if defined(EIGEN_REALSVD2X2_H)"],  # and which of the two headers came first
    "mpi.hpp": [NO_NVRTC],
    "nccl.hpp": ["#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)"],
    "fmt.hpp": [NO_NVRTC, "#if FMT_VERSION >= 110000", "#else"],
}
# A header of these rooms may be for the host alone, without being named above.
HOST_ROOMS = ("linalg/",)
CONDITIONAL = re.compile(r"^\s*#\s*(?:if|ifdef|ifndef|elif|else|define|undef|error)\b.*", re.M)
COMPILER = re.compile(r"\b(?:__CUDA\w*|__NVCC\w*|__GNUC\w*|__clang\w*|_MSC_VER|__device__|__host__|__noinline__"
                      r"|__forceinline__|__attribute__|__builtin_\w+|asm)\b")
# A kernel and what it calls are the device's by name.
BY_NAME = {"cuda.hpp", "nccl.hpp", "reduce/kernels.hpp", "reduce/cuda.hpp", "convert/cuda.hpp", "predicates/cuda.hpp",
           "polynomial/cuda.hpp", "polynomial/large_cuda.hpp", "geometry/cuda.hpp", "probe/cuda.hpp", "wide/cuda.hpp"}


def floor_of(name):
    for exact in (True, False):
        for height, floor in enumerate(FLOORS):
            if any(name == place if exact else place.endswith("/") and name.startswith(place) for place in floor):
                return height
    return None


def circle_from(name, includes, above, done):
    """The names of a circle of includes that is reached from name, or nothing."""
    if name in above:
        return above[above.index(name):] + [name]
    if name in done:
        return None
    for included in includes.get(name, []):
        found = circle_from(included, includes, above + [name], done)
        if found:
            return found
    done.add(name)
    return None


def faults_of(root):
    headers = sorted(root.rglob("*.hpp"))
    if not headers:
        yield f"{root}: no headers"
    includes, standard = {}, {}
    for header in headers:
        name = header.relative_to(root).as_posix()
        text = header.read_text()
        lines = text.count("\n")
        if lines > MAX_LINES and not name.endswith("_table.hpp"):
            yield f"{name}: {lines} lines, at most {MAX_LINES}"
        if "#pragma once" not in text:
            yield f"{name}: no #pragma once"
        includes[name], standard[name] = [], set(re.findall(r"^\s*#\s*include\s*(<[a-z_]+>)", text, re.M))
        for included in re.findall(r"^\s*#\s*include\s*(\S+)", text, re.M):
            own = re.match(r"<ff/(.+)>$", included)
            if own and (root / own[1]).is_file():
                includes[name].append(own[1])
            elif not STANDARD.match(included) and not included.startswith("<cuda/std/") and (name, included) not in FOREIGN:
                yield f"{name}: includes {included}"

        if floor_of(name) is None:
            yield f"{name}: on no floor of rules.py"
        elif floor_of(name) > 0:
            conditionals = [line.strip() for line in CONDITIONAL.findall(text)]
            host_alone = name.startswith(HOST_ROOMS) and conditionals == [NO_NVRTC]
            if conditionals != CONDITIONALS.get(name, []) and not host_alone:
                yield f"{name}: only platform/ asks who compiles: {', '.join(conditionals) or 'no conditional, but listed'}"
            code = re.sub(r"//.*|^\s*#.*|\"[^\"\n]*\"", "", text, flags=re.M)
            if COMPILER.search(code) and name not in BY_NAME:
                yield f"{name}: {COMPILER.search(code)[0]} belongs to platform/"

    for name, below in includes.items():
        for included in below:
            if None not in (floor_of(name), floor_of(included)) and floor_of(included) > floor_of(name):
                yield f"{name}: includes {included}, which stands above it"
    reached, waiting = set(), ["core.hpp"] if "core.hpp" in includes else []
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += includes[name]
            for header in sorted(standard[name] & CORE_LEAVES_OUT_OF_STANDARD):
                yield f"core.hpp reaches {header} by {name}"
    for name in sorted(reached):
        if name.startswith(CORE_LEAVES_OUT):
            yield f"core.hpp reaches {name}"
    done = set()
    for name in includes:
        circle = circle_from(name, includes, [], done)
        if circle:
            yield "a circle of includes: " + " -> ".join(circle)
            break


# What the rooms beside the library may include: of this project, nothing but these.
# accuracy reads src for a mutant of a product, which is made of the product's own parts.
ROOMS = {"catalogue": {"ff", "catalogue"}, "command": {"ff", "command"},
         "accuracy": {"ff", "catalogue", "command", "accuracy", "src"},
         "bench": {"ff", "catalogue", "command", "bench"}, "apps": {"ff", "command", "apps"},
         "python": {"ff", "catalogue", "python"}, "src": {"ff", "src"}}


def faults_of_rooms(project):
    for room, allowed in ROOMS.items():
        for source in sorted((project / room).rglob("*.*")):
            if source.suffix not in (".hpp", ".cuh", ".cpp", ".cu", ".in"):
                continue
            for included in re.findall(r"^\s*#\s*include\s*[<\"]([^>\"]+)", source.read_text(), re.M):
                place = included.split("/")[0]
                if place in {"ff", *ROOMS, "tests"} and place not in allowed:
                    yield f"{source.relative_to(project)}: includes {included}"
                if room == "catalogue" and included.startswith(("mpfr", "gmp")):
                    yield f"{source.relative_to(project)}: the catalogue knows no {included}"


# The rooms of src/linalg, from the ground up: a file includes its own room and those before it.
LINALG = ["machine", "gemm", "blas", "factor", "svd"]


def faults_of_linalg(project):
    compiled, public = project / "src/linalg", {p.name for p in (project / "include/ff/linalg").iterdir()}
    for source in sorted(compiled.rglob("*.*")):
        if source.suffix not in (".hpp", ".cuh", ".cpp", ".cu"):
            continue
        name, room = source.relative_to(compiled).as_posix(), source.parent.name
        if room not in LINALG or source.parent.parent != compiled:
            yield f"src/linalg/{name}: in none of the rooms {', '.join(LINALG)}"
            continue
        if source.name in public:
            yield f"src/linalg/{name}: include/ff/linalg has a header of this name"
        for included in re.findall(r'^\s*#\s*include\s*"([^"]+)"', source.read_text(), re.M):
            below = re.match(r"\.\./(\w+)/[\w.]+$", included)
            if not below and "/" in included or below and below[1] not in LINALG[:LINALG.index(room)]:
                yield f"src/linalg/{name}: includes {included}, which does not stand below {room}/"


def faults_of_bezier(project):
    """Only the command line knows the comparison of methods; the pictures and the certified search do not."""
    bezier = project / "apps/bezier"
    for source in sorted(bezier.rglob("*.*")):
        if source.suffix in (".hpp", ".cuh", ".cpp", ".cu") and source.parent.name != "study" and source.name != "main.cpp":
            if re.search(r'^\s*#\s*include\s*"[./a-z]*study/', source.read_text(), re.M):
                yield f"{source.relative_to(project)}: includes study/"


# A loop that gives up after some time or some turns ends a program that a debugger, a sanitizer or a time
# slice holds.  So nothing that is shipped traps, or reads a clock to decide.
TIME_LIMIT = re.compile(r"\b(?:__trap|__brkpt|abort|clock64|clock|steady_clock|system_clock)\b|%%?(?:clock64|globaltimer)")
# Seeds the pause between two attempts, and ends nothing.
READS_CLOCK = {"include/ff/cuda.hpp": ["clock"]}


def faults_of_time(project):
    for room in ("include/ff", "src"):
        for source in sorted((project / room).rglob("*.*")):
            if source.suffix in (".hpp", ".cuh", ".cpp", ".cu"):
                name = source.relative_to(project).as_posix()
                code = re.sub(r"//.*|^\s*#.*", "", source.read_text(), flags=re.M)
                found = TIME_LIMIT.findall(code)
                if found != READS_CLOCK.get(name, []):
                    yield f"{name}: {', '.join(found) or 'no clock, but listed'}: nothing shipped may have a hidden time limit"


root = pathlib.Path(sys.argv[1])
project = root.parent.parent
faults = [*faults_of(root), *faults_of_rooms(project), *faults_of_linalg(project), *faults_of_bezier(project), *faults_of_time(project)]
print("\n".join(faults) if faults else f"{sum(1 for _ in root.rglob('*.hpp'))} headers in order")
sys.exit(bool(faults))
