// nvrtc_compile INCLUDE_DIR CUDA_INCLUDE_DIR HEADER: compiles the header, twice included, and a kernel over
// ff_t to PTX for sm_90 with NVRTC, with no other include directory.
#include <nvrtc.h>

#include <cstdio>
#include <cstdlib>
#include <string>

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
  if (argc != 4) {
    std::fprintf(stderr, "usage: nvrtc_compile INCLUDE_DIR CUDA_INCLUDE_DIR HEADER\n");
    return 2;
  }
  const std::string header = argv[3], include = std::string("-I") + argv[1],
                    cuda = std::string("-I") + argv[2];
  const std::string source = "#include <" + header + ">\n#include <" + header + ">\n" + kernel(header);

  for (const char* math : {"--use_fast_math=false", "--use_fast_math"}) {
    const char* options[] = {"--std=c++17", "--gpu-architecture=compute_90", include.c_str(), cuda.c_str(),
                             math};
    nvrtcProgram program;
    check(nvrtcCreateProgram(&program, source.c_str(), "kernel.cu", 0, nullptr, nullptr),
          "nvrtcCreateProgram");
    const nvrtcResult compiled = nvrtcCompileProgram(program, 5, options);
    std::size_t size = 0;
    check(nvrtcGetProgramLogSize(program, &size), "nvrtcGetProgramLogSize");
    std::string log(size, '\0');
    check(nvrtcGetProgramLog(program, log.data()), "nvrtcGetProgramLog");
    if (size > 1) std::fprintf(stderr, "%s %s:\n%s\n", header.c_str(), math, log.c_str());
    check(compiled, "nvrtcCompileProgram");
    if (size > 1) return 1;  // a warning

    check(nvrtcGetPTXSize(program, &size), "nvrtcGetPTXSize");
    std::string ptx(size, '\0');
    check(nvrtcGetPTX(program, ptx.data()), "nvrtcGetPTX");
    check(nvrtcDestroyProgram(&program), "nvrtcDestroyProgram");
    std::printf("%s %s: %zu bytes of PTX\n", header.c_str(), math, ptx.size());
    if (!kernel(header).empty() && ptx.find(".entry kernel") == std::string::npos) return 1;
  }
}
