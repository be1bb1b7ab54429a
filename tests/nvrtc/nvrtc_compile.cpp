// nvrtc_compile HEADER... -- INCLUDE_DIR...: compiles the headers, twice included, and a kernel over ff_t to
// PTX for sm_90 with NVRTC, with no other include directory; where there is such a kernel, then with --use_fast_math.
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
  const std::string body = header == "ff/ff.hpp" || header == "ff/operators.hpp"
                               ? "const auto [h, l] = (x + y) * x - y / x + 1 - x * 0.5f + ff::sqrt(x);"
                                 "ff_t r(h, l); r += 2; r *= y; if (r < x || r == 3.0f) r = -r;"
                           : header == "ff/arithmetic.hpp"
                               ? "const ff_t r = ff::fma22(x, y, ff::div22(x, y));"
                               : "";
  if (body.empty()) return "";
  return "extern \"C\" __global__ void kernel(const ff::ff_t* in, ff::ff_t* out) {"
         "  using ff::ff_t; const ff_t x = in[0], y = in[1]; " +
         body + " out[0] = r; }\n";
}

}  // namespace

int main(int argc, char** argv) {
  std::string includes, kernels;
  std::vector<std::string> directories;
  int i = 1;
  for (; i < argc && std::string(argv[i]) != "--"; ++i) {
    includes += std::string("#include <") + argv[i] + ">\n";
    kernels += kernel(argv[i]);
  }
  for (++i; i < argc; ++i) directories.push_back(std::string("-I") + argv[i]);
  if (includes.empty() || directories.empty()) {
    std::fprintf(stderr, "usage: nvrtc_compile HEADER... -- INCLUDE_DIR...\n");
    return 2;
  }
  const std::string source = includes + includes + kernels;

  for (const char* math : {"--ftz=false", "--use_fast_math"}) {
    if (kernels.empty() && math != std::string("--ftz=false")) break;
    std::vector<const char*> options = {"--std=c++17", "--gpu-architecture=compute_90", math};
    for (const std::string& directory : directories) options.push_back(directory.c_str());
    nvrtcProgram program;
    check(nvrtcCreateProgram(&program, source.c_str(), "kernel.cu", 0, nullptr, nullptr),
          "nvrtcCreateProgram");
    const nvrtcResult compiled =
        nvrtcCompileProgram(program, static_cast<int>(options.size()), options.data());
    std::size_t size = 0;
    check(nvrtcGetProgramLogSize(program, &size), "nvrtcGetProgramLogSize");
    std::string log(size, '\0');
    check(nvrtcGetProgramLog(program, log.data()), "nvrtcGetProgramLog");
    if (size > 1) std::fprintf(stderr, "%s:\n%s\n", math, log.c_str());
    check(compiled, "nvrtcCompileProgram");
    if (size > 1) return 1;  // a warning

    check(nvrtcGetPTXSize(program, &size), "nvrtcGetPTXSize");
    std::string ptx(size, '\0');
    check(nvrtcGetPTX(program, ptx.data()), "nvrtcGetPTX");
    check(nvrtcDestroyProgram(&program), "nvrtcDestroyProgram");
    std::printf("%s: %zu bytes of PTX\n", math, ptx.size());
    if (!kernels.empty() && ptx.find(".entry kernel") == std::string::npos) return 1;
  }
}
