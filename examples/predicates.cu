// Which points lie left of a line, right of it, or on it?  Points near (1/2, 1/2), one unit in the last place
// apart, and the line through (17.3, 17.3) and (24.1, 24.1): the determinant in float, in double, and
// ff::orient2d.
//
//   nvcc -std=c++17 -I../include predicates.cu && ./a.out [PICTURE.svg]
//   g++ -x c++ -O3 -std=c++17 -I../include predicates.cu && ./a.out [PICTURE.svg]
//
// After Kettner, Mehlhorn, Pion, Schirra, Yap, Classroom examples of robustness problems in geometric
// computations, Computational Geometry 40 (2008).
#include <cstdio>
#include <ff/predicates.hpp>
#include <string>
#include <vector>

constexpr int side = 96;

// What IEEE arithmetic says: volatile keeps a compiler from fusing products with the subtraction.
template <class T>
int plain_sign(ff::point2<T> a, ff::point2<T> b, ff::point2<T> c) {
  volatile T left = (a.x - c.x) * (b.y - c.y), right = (a.y - c.y) * (b.x - c.x);
  const T difference = left - right;
  return (difference > 0) - (difference < 0);
}

template <class T>
FF_HD int exact_sign(ff::point2<T> a, ff::point2<T> b, ff::point2<T> c) {
  return static_cast<int>(ff::orient2d(a, b, c));
}

template <class T>
constexpr ff::point2<T> from{static_cast<T>(17.3), static_cast<T>(17.3)};
template <class T>
constexpr ff::point2<T> to{static_cast<T>(24.1), static_cast<T>(24.1)};

// Signs row by row, from the lowest, of points with `ulp` between them.
struct panel {
  std::string title;
  std::vector<int> sign;
};
template <class T, class Sign>
panel drawn(const char* title, T ulp, Sign sign_of) {
  panel p{title, {}};
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const ff::point2<T> point{static_cast<T>(0.5) + static_cast<T>(x) * ulp,
                                static_cast<T>(0.5) + static_cast<T>(y) * ulp};
      p.sign.push_back(sign_of(from<T>, to<T>, point));
    }
  }
  return p;
}

// The line is the diagonal, and what is above lies to the left.
int wrong(const panel& p) {
  int count = 0;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const int wanted = (y > x) - (y < x);
      count += p.sign[static_cast<std::size_t>(y * side + x)] != wanted;
    }
  }
  return count;
}

// A path for each sign: horizontal runs of unit height.
std::string svg(const std::vector<panel>& panels) {
  const int scale = 3, gap = 12, width = side * scale;
  const char* colour[] = {"#c8553d", "#f2e8c9", "#3d7dc8"};
  char text[160];
  std::snprintf(
      text, sizeof text,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n",
      static_cast<int>(panels.size()) * (width + gap) - gap, width + 20);
  std::string out = text;
  int left = 0;
  for (const panel& p : panels) {
    std::snprintf(text, sizeof text, "<text x=\"%d\" y=\"12\">", left + 2);
    out += text + p.title + ": " + std::to_string(wrong(p)) + " of " + std::to_string(side * side) +
           " wrong</text>\n";
    std::snprintf(text, sizeof text,
                  "<g transform=\"translate(%d 20) scale(%d)\" shape-rendering=\"crispEdges\">\n", left,
                  scale);
    out += text;
    for (int s = -1; s <= 1; ++s) {
      out += std::string("<path fill=\"") + colour[s + 1] + "\" d=\"";
      for (int y = 0; y < side; ++y) {
        const int* row = p.sign.data() + (side - 1 - y) * side;
        for (int x = 0; x < side;) {
          int end = x;
          while (end < side && row[end] == row[x]) ++end;
          if (row[x] == s) {
            std::snprintf(text, sizeof text, "M%d %dh%dv1H%d", x, y, end - x, x);
            out += text;
          }
          x = end;
        }
      }
      out += "\"/>\n";
    }
    out += "</g>\n";
    left += width + gap;
  }
  return out + "</svg>\n";
}

#if defined(__CUDACC__)
__global__ void sign_kernel(double ulp, ff::point2<double> from, ff::point2<double> to, int* sign) {
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(blockIdx.x);
  const ff::point2<double> point{0.5 + x * ulp, 0.5 + y * ulp};  // exact, fused or not
  sign[y * side + x] = exact_sign(from, to, point);
}

// Whether the GPU's signs are those of the host; true without a GPU.
bool same_on_gpu(const panel& p) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("no GPU");
    return true;
  }
  std::vector<int> sign(p.sign.size());
  int* on_device = nullptr;
  cudaError_t status = cudaMalloc(&on_device, sign.size() * sizeof(int));
  if (status == cudaSuccess) {
    sign_kernel<<<side, side>>>(0x1p-53, from<double>, to<double>, on_device);
    status = cudaGetLastError();
  }
  if (status == cudaSuccess)
    status = cudaMemcpy(sign.data(), on_device, sign.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(on_device);
  if (status != cudaSuccess) {
    std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(status));
    return false;
  }
  std::printf("GPU: %s\n", sign == p.sign ? "the same signs" : "other signs");
  return sign == p.sign;
}
#else
bool same_on_gpu(const panel&) { return true; }
#endif

int main(int argc, char** argv) {
  const std::vector<panel> panels{drawn("float", 0x1p-24f, plain_sign<float>),
                                  drawn("double", 0x1p-53, plain_sign<double>),
                                  drawn("ff::orient2d", 0x1p-53, exact_sign<double>)};
  for (const panel& p : panels) std::printf("%s: %d of %d wrong\n", p.title.c_str(), wrong(p), side * side);
  if (wrong(drawn("", 0x1p-24f, exact_sign<float>)) + wrong(panels[2]) > 0) return 1;
  if (argc > 1) {
    std::FILE* file = std::fopen(argv[1], "w");
    const std::string picture = svg(panels);
    const bool written = file && std::fwrite(picture.data(), 1, picture.size(), file) == picture.size();
    if (!file || std::fclose(file) != 0 || !written) {
      std::fprintf(stderr, "cannot write %s\n", argv[1]);
      return 1;
    }
  }
  return same_on_gpu(panels[2]) ? 0 : 1;
}
