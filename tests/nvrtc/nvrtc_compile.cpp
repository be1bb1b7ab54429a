// nvrtc_compile HEADER... -- INCLUDE_DIR...: compiles the headers, twice included, and a kernel over ff_t to
// PTX for sm_90 with NVRTC, with no other include directory; where there is such a kernel, then with
// --use_fast_math.
//
// nvrtc_compile --unused BYTES HEADER... -- INCLUDE_DIR...: compiles the headers and a kernel that uses
// nothing of them to a cubin for sm_90, which may have so many bytes.
#include <nvrtc.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

void check(nvrtcResult status, const char* call) {
  if (status == NVRTC_SUCCESS) return;
  std::fprintf(stderr, "%s: %s\n", call, nvrtcGetErrorString(status));
  std::exit(1);
}

// Uses what the header under test declares.
std::string kernel(const std::string& header) {
  const std::string body =
      header == "ff/ff.hpp" || header == "ff/operators.hpp"
          ? "const auto [h, l] = (x + y) * x - y / x + 1 - x * 0.5f + ff::sqrt(x);"
            "ff_t r = ff::from_words(h, l); r += 2; r *= y; if (r < x || r == 3.0f) r = -r;"
      : header == "cuda/std/limits"  // beside ff/type/limits.hpp
          ? "using limits = cuda::std::numeric_limits<ff_t>; static_assert(limits::digits == 48, \"\");"
            "const ff_t r = x == y ? limits::max() : limits::epsilon();"
          : header == "ff/arithmetic.hpp" ? "const ff_t r = ff::fma22(x, y, ff::div22(x, y));" : "";
  if (body.empty()) return "";
  return "extern \"C\" __global__ void kernel(const ff::ff_t* in, ff::ff_t* out) {"
         "  using ff::ff_t; const ff_t x = in[0], y = in[1]; " +
         body + " out[0] = r; }\n";
}

std::string log_of(nvrtcProgram program) {
  std::size_t size = 0;
  check(nvrtcGetProgramLogSize(program, &size), "nvrtcGetProgramLogSize");
  std::string log(size, '\0');
  check(nvrtcGetProgramLog(program, log.data()), "nvrtcGetProgramLog");
  return log;
}

nvrtcProgram compiled(const std::string& source, std::vector<const char*> options,
                      const std::vector<std::string>& directories) {
  for (const std::string& directory : directories) options.push_back(directory.c_str());
  nvrtcProgram program;
  check(nvrtcCreateProgram(&program, source.c_str(), "kernel.cu", 0, nullptr, nullptr), "nvrtcCreateProgram");
  const nvrtcResult status = nvrtcCompileProgram(program, static_cast<int>(options.size()), options.data());
  const std::string log = log_of(program);
  if (log.size() > 1) std::fprintf(stderr, "NVRTC says:\n%s\n", log.c_str());
  check(status, "nvrtcCompileProgram");
  if (log.size() > 1) std::exit(1);  // a warning
  return program;
}

int unused(const std::string& includes, const std::vector<std::string>& directories, std::size_t limit) {
  nvrtcProgram program =
      compiled(includes + "extern \"C\" __global__ void kernel(float* x) { *x = *x + 1; }\n",
               {"--std=c++17", "--gpu-architecture=sm_90"}, directories);
  std::size_t size = 0;
  check(nvrtcGetCUBINSize(program, &size), "nvrtcGetCUBINSize");
  check(nvrtcDestroyProgram(&program), "nvrtcDestroyProgram");
  std::printf("a kernel that uses nothing: %zu bytes of cubin, at most %zu\n", size, limit);
  return size > limit;
}

}  // namespace

int main(int argc, char** argv) {
  std::string includes, kernels;
  std::vector<std::string> directories;
  int i = 1;
  std::size_t limit = 0;
  if (argc > 2 && std::string(argv[1]) == "--unused") limit = std::strtoull(argv[2], nullptr, 10), i = 3;
  for (; i < argc && std::string(argv[i]) != "--"; ++i) {
    includes += std::string("#include <") + argv[i] + ">\n";
    kernels += kernel(argv[i]);
  }
  for (++i; i < argc; ++i) directories.push_back(std::string("-I") + argv[i]);
  if (includes.empty() || directories.empty()) {
    std::fprintf(stderr, "usage: nvrtc_compile [--unused BYTES] HEADER... -- INCLUDE_DIR...\n");
    return 2;
  }
  if (limit > 0) return unused(includes, directories, limit);
  const std::string source = includes + includes + kernels;

  for (const char* math : {"--ftz=false", "--use_fast_math"}) {
    if (kernels.empty() && math != std::string("--ftz=false")) break;
    nvrtcProgram program =
        compiled(source, {"--std=c++17", "--gpu-architecture=compute_90", math}, directories);
    std::size_t size = 0;
    check(nvrtcGetPTXSize(program, &size), "nvrtcGetPTXSize");
    std::string ptx(size, '\0');
    check(nvrtcGetPTX(program, ptx.data()), "nvrtcGetPTX");
    check(nvrtcDestroyProgram(&program), "nvrtcDestroyProgram");
    std::printf("%s: %zu bytes of PTX\n", math, ptx.size());
    if (!kernels.empty() && ptx.find(".entry kernel") == std::string::npos) return 1;
  }
}
