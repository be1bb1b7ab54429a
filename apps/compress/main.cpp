// ff-compress: low-rank compression of a picture or a matrix by the singular value decomposition.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cmath>

#include "apps/picture/png.hpp"
#include "channels.hpp"
#include "command/command.hpp"
#include "command/parallel.hpp"
#include "command/record.hpp"
#include "files.hpp"
#include "report.hpp"
#include "sample.hpp"

namespace {

using namespace compress;
using command::bad_argument;

constexpr int sample_size = 256;
constexpr double default_error = 0.05;

struct options {
  std::string input, rank, bytes, numbers, output, compare, save, curve, json, expand, device = "auto";
  double error = default_error;
  bool sample = false, time = false;
};

struct source {
  std::string name;
  matrix elements;
  int channels = 0;
  picture::image before;  // of a picture
};

bool ends_with(const std::string& path, const std::string& ending) {
  if (path.size() < ending.size()) return false;
  return std::equal(ending.begin(), ending.end(), path.end() - static_cast<std::ptrdiff_t>(ending.size()),
                    [](char lower, char c) { return lower == std::tolower(static_cast<unsigned char>(c)); });
}

// ---- what is compressed

source picture_source(const std::string& name, picture::image p) {
  const int channels = channels_of(p);
  return {name, to_matrix(p, channels), channels, std::move(p)};
}

source read_source(const std::string& path) {
  const std::string bytes = command::read_file("INPUT", path, "a readable file");
  if (picture::is_png(bytes) || ends_with(path, ".png")) {
    try {
      return picture_source(path, picture::decode_png(bytes));
    } catch (const std::runtime_error& e) {
      throw bad_argument(fmt::format("{}: expected a PNG file; {}", path, e.what()));
    }
  }
  if (is_encoded(bytes)) throw bad_argument(fmt::format("{}: expected --expand before such a file", path));
  const bool binary = is_npy(bytes) || ends_with(path, ".npy");
  return {path, binary ? read_npy(path, bytes) : read_text(path, bytes), 0, {}};
}

// ---- what is written

/// Refuses a file of matrices' or pictures' results whose name does not say how it is to be written.
void check_output(const std::string& option, const std::string& path, int channels) {
  if (path.empty()) return;
  const bool good = channels > 0
                        ? ends_with(path, ".png")
                        : ends_with(path, ".npy") || ends_with(path, ".csv") || ends_with(path, ".txt");
  if (!good)
    throw bad_argument(
        fmt::format("{} {}: expected a name that ends in {}", option, path,
                    channels > 0 ? ".png, for a picture" : ".npy, .csv or .txt, for a matrix"));
}

std::string encoded_result(const matrix& a, int channels, const std::string& path) {
  if (channels > 0) return picture::encode_png(to_image(a, channels));
  return ends_with(path, ".npy") ? to_npy(a) : to_text(a);
}

stored parse_stored(const std::string& name, int channels) {
  if (name.empty()) return channels > 0 ? stored::fixed : stored::single;
  return static_cast<stored>(std::find(std::begin(stored_names), std::end(stored_names), name) -
                             std::begin(stored_names));
}

// ---- how much is kept

/// The rank that --rank or --bytes asks for; 0 where the error decides, which takes the singular values.
int64 parse_rank(const options& o, const matrix& a, stored how) {
  const int64 full = std::min(a.rows, a.columns);
  if (!o.rank.empty()) {
    if (o.rank == "full") return full;
    const auto k = command::parse_whole(o.rank);
    if (!k || !(*k >= 1 && *k <= static_cast<double>(full)))
      throw bad_argument(
          fmt::format("--rank {}: expected full or a whole number from 1 to {}, for a matrix of {} x {}",
                      o.rank, full, a.rows, a.columns));
    return static_cast<int64>(*k);
  }
  if (o.bytes.empty()) return 0;
  const auto n = command::parse_whole(o.bytes);
  const double least = file_bytes(a.rows, a.columns, 1, how);
  if (!n || !(*n >= least))
    throw bad_argument(fmt::format(
        "--bytes {}: expected a whole number from {:.0f}, the bytes of rank 1, like 2^16 or 50000", o.bytes,
        least));
  return rank_of_bytes(a.rows, a.columns, *n, how);
}

// ---- modes

decomposition decompose(const matrix& a, bool on_gpu) {
  if constexpr (command::has_gpu_code)
    if (on_gpu) return decompose_on_gpu(a);
  return decompose_on_host(a);
}

int run_compress(const options& o, int argc, char** argv) {
  const source from = o.sample ? picture_source("sample", sample(sample_size)) : read_source(o.input);
  const matrix& a = from.elements;
  const stored how = parse_stored(o.numbers, from.channels);
  const int64 asked = parse_rank(o, a, how);
  check_output("--output", o.output, from.channels);
  if (!o.compare.empty() && from.channels == 0)
    throw bad_argument("--compare: expected a picture as INPUT, not a matrix");
  if (!o.compare.empty()) check_output("--compare", o.compare, from.channels);
  command::result_file output("--output", o.output), compare("--compare", o.compare), save("--save", o.save),
      curve("--curve", o.curve, ".svg"), json("--json", o.json);
  command::result_file::spare("INPUT", o.input);

  std::string why;
  const auto gpu = command::choose_gpu(o.device, why);
  const std::string device =
      gpu ? fmt::format("GPU ({})", gpu->name) : fmt::format("CPU ({} threads)", command::cores_of_host());
  if (!why.empty()) fmt::print("{}", command::without_gpu(why, "the CPU decomposes"));
  fmt::print("{}: {}\n", from.name,
             from.channels > 0 ? fmt::format("{} x {} pixels, {}", from.before.width, from.before.height,
                                             from.channels == 1 ? "grey" : "red, green and blue side by side")
                               : fmt::format("a matrix of {} x {}", a.rows, a.columns));
  std::fflush(stdout);  // the rest takes a while
  decomposition d = decompose(a, gpu.has_value());
  d.all.channels = from.channels;
  fmt::print("SVD on {}: residual {:.1e}, orthogonality {:.1e}{}{}\n", device, d.report.residual,
             d.report.orthogonality, o.time ? fmt::format(", {:.3g} s", d.seconds) : "",
             d.report.converged ? "" : "; this has not converged, and the table is as good as that");

  const double elements = static_cast<double>(a.rows) * static_cast<double>(a.columns);
  subject s;
  s.name = from.name;
  s.peak = from.channels > 0 ? white : largest_magnitude(a);
  s.raw_bytes = from.channels > 0 ? elements : elements * sizeof(double);
  s.rows = a.rows, s.columns = a.columns, s.channels = from.channels;
  s.norms = distances(d.all.values);
  s.how = how;
  const int64 rank = asked > 0 ? asked : rank_within(s.norms, o.error);
  const std::string file = encode(d.all.first(rank), how);
  matrix kept = decode(o.save, file).product();  // what the file gives back
  const std::string result = output.wanted() ? encoded_result(kept, from.channels, o.output) : "";
  const picture::image after = compare.wanted() ? to_image(kept, from.channels) : picture::image{};
  if (from.channels > 0) kept = to_matrix(to_image(kept, from.channels), from.channels);
  const double off = distance(a, kept);
  const outcome done{rank, s.norms[0] > 0 ? off / s.norms[0] : 0, signal_to_noise(off, s.peak, elements),
                     static_cast<double>(file.size())};
  fmt::print("{}", rank_table(s, rank));
  fmt::print("{}", kept_text(done, s));

  if (output.wanted()) output.write(result);
  if (compare.wanted()) compare.write(picture::encode_png(compared(from.before, after)));
  if (save.wanted()) save.write(file);
  if (curve.wanted()) curve.write(curve_svg(s, rank));
  if (json.wanted()) {
    nlohmann::ordered_json j =
        command::to_json(command::provenance_of("ff-compress", argc, argv, command::commit(), device));
    j["tool"] = "ff-compress";
    j.update(to_json(s, d, done));
    json.write(command::record_text(j) + "\n");
  }
  return 0;
}

int run_expand(const options& o) {
  const factors f =
      decode(o.expand, command::read_file("--expand", o.expand, "a readable file that --save wrote"));
  if (o.output.empty()) throw bad_argument("--expand: expected --output with it");
  check_output("--output", o.output, f.channels);
  command::result_file output("--output", o.output);
  command::result_file::spare("--expand", o.expand);
  fmt::print("{}: rank {} of {} x {}{}\n", o.expand, f.rank(), f.rows, f.columns / std::max(1, f.channels),
             f.channels == 0   ? ", a matrix"
             : f.channels == 1 ? ", grey pixels"
                               : ", pixels in colour");
  output.write(encoded_result(f.product(), f.channels, o.output));
  return 0;
}

int run(int argc, char** argv) {
  CLI::App app{
      "Keeps the largest terms of the singular value decomposition of a picture (PNG) or of a matrix "
      "(numbers as\n"
      "text, or .npy): no other matrix of that rank is closer.  Says what each rank costs and loses."};
  options o;
  app.add_option("INPUT", o.input, "a PNG file, a matrix as text (commas or blanks), or .npy");
  app.add_flag("--sample", o.sample, "a picture that is made here, in place of INPUT");
  auto* rank = app.add_option("--rank", o.rank, "keep so many terms, or full");
  auto* error = app.add_option("--error", o.error, "keep as few as are this close, relatively")
                    ->check(command::number_between(0, 1))
                    ->capture_default_str();
  auto* bytes = app.add_option("--bytes", o.bytes, "keep as many as fit into a file of this size");
  rank->excludes(error)->excludes(bytes);
  error->excludes(bytes);
  app.add_option("--numbers", o.numbers,
                 "how vectors are stored: fixed16 (pictures, unless given), float (matrices) or ff")
      ->check(CLI::IsMember(std::vector<std::string>(std::begin(stored_names), std::end(stored_names))));
  app.add_option("-o,--output", o.output, "write what is kept there: .png, or .npy, .csv or .txt");
  app.add_option("--compare", o.compare, "write before, after and eight times the difference there, as PNG");
  app.add_option("--save", o.save, "write the factors there, for --expand");
  app.add_option("--curve", o.curve, "draw error against rank there, as SVG");
  app.add_option("--json", o.json, "write singular values and errors there");
  app.add_option("--expand", o.expand, "a file that --save wrote: write its picture or matrix to --output");
  command::add_device_option(app, o.device);
  app.add_flag("--time", o.time, "say how long the decomposition took");
  if (const auto status = command::parse(app, argc, argv)) return *status;
  if (!o.expand.empty()) {
    command::expect_only(app, "--expand", {"--output"});
    return run_expand(o);
  }
  if (o.sample != o.input.empty()) throw bad_argument("expected INPUT or --sample, one of them; see --help");
  return run_compress(o, argc, argv);
}

}  // namespace

int main(int argc, char** argv) { return command::run_tool("ff-compress", argc, argv, run); }
