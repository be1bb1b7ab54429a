#include "read.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "command/line_reader.hpp"

namespace intersect {
namespace {

using command::line_reader;

constexpr std::size_t most = std::numeric_limits<uint32_t>::max() - 1;  // vertices or triangles

/// Triangles from a polygon's first corner.
class fan {
 public:
  explicit fan(std::vector<corners>& to) : to_(to) {}

  void add(uint32_t corner) {
    if (count_ > 1) to_.push_back({first_, last_, corner});
    if (count_ == 0) first_ = corner;
    last_ = corner;
    ++count_;
  }

 private:
  std::vector<corners>& to_;
  uint32_t first_ = 0, last_ = 0;
  std::size_t count_ = 0;
};

point3 read_point(line_reader& in) {
  const float x = in.coordinate(), y = in.coordinate(), z = in.coordinate();
  return {x, y, z};
}

// ---- OBJ

/// "7", "7/1", "7//3" or "-1/2/3": which vertex.
uint32_t vertex_of(line_reader& in, const space_scene& scene) {
  const std::string_view word = in.word("a vertex");
  const auto count = static_cast<long long>(scene.vertices.size());
  const std::string_view digits = word.substr(0, word.find('/'));
  const bool rest_is_sound = word.find_first_not_of("0123456789/-", digits.size()) == word.npos;
  long long n = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
  const bool sound = error == std::errc{} && end == digits.data() + digits.size() && rest_is_sound;
  if (!sound || n == 0 || n > count || n < -count)
    in.fail(fmt::format("expected one of the {} vertices above, not '{}'", count, word));
  return static_cast<uint32_t>(n > 0 ? n - 1 : count + n);
}

void read_obj(line_reader& in, space_scene& scene) {
  constexpr std::string_view others[] = {
      "vt",     "vn",     "vp",     "g",      "o",    "s",         "mg",       "l",        "p",
      "usemtl", "mtllib", "usemap", "maplib", "lod",  "bevel",     "c_interp", "d_interp", "shadow_obj",
      "cstype", "deg",    "bmat",   "step",   "curv", "curv2",     "surf",     "parm",     "trim",
      "hole",   "scrv",   "sp",     "end",    "con",  "trace_obj", "ctech",    "stech"};
  in.join_continued();
  while (in.next_line()) {
    const std::string_view what = in.word("a statement");
    if (what == "v") {
      scene.vertices.push_back(read_point(in));
      while (in.has_word()) in.coordinate();  // a weight, or a colour
    } else if (what == "f") {
      fan triangles(scene.triangles);
      int corner_count = 0;
      for (; in.has_word(); ++corner_count) triangles.add(vertex_of(in, scene));
      if (corner_count < 3)
        in.fail(fmt::format("expected a face of 3 corners or more, not {}", corner_count));
    } else if (std::find(std::begin(others), std::end(others), what) == std::end(others)) {
      in.fail(fmt::format("expected v, f or another statement of OBJ, not '{}'", what));
    }
  }
}

// ---- OFF

/// The keyword, which may be left out: whether a vertex has more than its coordinates, and how many numbers.
struct off_keyword {
  bool has_more = false;
  int more = 0;
};
off_keyword read_off_keyword(line_reader& in) {
  const std::string_view line = in.line();
  if (line.find_first_of("0123456789") == 0) return {};
  const std::size_t end = line.find("OFF");
  const std::string letters(line.substr(0, end == line.npos ? 0 : end));
  off_keyword k;
  std::string_view left = letters;
  const auto takes = [&](std::string_view prefix, int numbers) {
    if (left.substr(0, prefix.size()) != prefix) return;
    left.remove_prefix(prefix.size());
    k.more += numbers;
  };
  takes("ST", 2);
  const bool colour_first = left.substr(0, 1) == "C";
  if (colour_first) takes("C", 4);
  takes("N", 3);
  if (!colour_first) takes("C", 4);
  k.has_more = k.more > 0;
  const std::string_view after = end == line.npos ? "x" : line.substr(end + 3, 1);
  if (!left.empty() || !(after.empty() || after.find_first_of(" \t0123456789") == 0))
    in.fail(fmt::format("expected OFF, or COFF, NOFF, STOFF and their like, not '{}'",
                        line.substr(0, line.find_first_of(" \t"))));
  in.take(line.substr(0, end + 3));
  if (in.take("BINARY")) in.fail("expected OFF as text, not BINARY");
  return k;
}

/// Each vertex and each face begins on a line of its own, which ends with what else the file says of it;
/// where there are too few lines, they begin anywhere.  Numbers go on in the next line.
void read_off(line_reader& in, space_scene& scene) {
  in.expect_line("OFF");
  const off_keyword keyword = read_off_keyword(in);
  in.expect_word("the numbers of vertices, faces and edges");
  const auto vertices = in.whole<std::size_t>("a number of vertices", 0, most);
  in.expect_word("a number of faces");
  const auto faces = in.whole<std::size_t>("a number of faces", 0, most);
  if (in.has_word()) in.whole<std::size_t>("a number of edges", 0, most);
  const bool by_lines = !in.has_word() && in.lines_left(vertices + faces) == vertices + faces;
  const auto begin = [&](const std::string& what) { by_lines ? in.expect_line(what) : in.expect_word(what); };
  const auto number = [&](const std::string& what) {
    in.expect_word(what);
    return in.coordinate();
  };
  for (std::size_t i = 0; i < vertices; ++i) {
    const std::string what = fmt::format("vertex {} of {}", i + 1, vertices);
    begin(what);
    const float x = number(what), y = number(what), z = number(what);
    scene.vertices.push_back({x, y, z});
    if (!by_lines)
      for (int k = 0; k < keyword.more; ++k) in.expect_word(what), in.word("a number");
    while (by_lines && keyword.has_more && in.has_word()) in.word("a number");
    if (by_lines) in.expect_end_of_line();
  }
  if (vertices == 0 && faces > 0) in.fail("expected vertices for the faces, not 0");
  for (std::size_t i = 0; i < faces; ++i) {
    const std::string what = fmt::format("face {} of {}", i + 1, faces);
    begin(what);
    fan triangles(scene.triangles);
    for (auto corner = in.whole<std::size_t>("a number of corners", 3, most); corner > 0; --corner) {
      in.expect_word(what);
      triangles.add(in.whole<uint32_t>("a vertex", 0, static_cast<uint32_t>(vertices - 1)));
    }
    while (by_lines && in.has_word()) in.word("a number");  // a colour
  }
  if (in.has_word() || in.next_line())
    in.fail(fmt::format("expected the end of the file after {} faces, not '{}'", faces, in.line()));
}

// ---- PLY

enum class scalar { int8, uint8, int16, uint16, int32, uint32, float32, float64 };
constexpr std::size_t scalar_size[] = {1, 1, 2, 2, 4, 4, 4, 8};

/// The whole numbers of a type; those of floats are not limited by it.
struct whole_range {
  std::int64_t least, greatest;
};
whole_range range_of(scalar type) {
  if (type == scalar::float32 || type == scalar::float64)
    return {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
  const int index = static_cast<int>(type);
  const auto bits = static_cast<int>(8 * scalar_size[index]);
  const bool is_signed = index % 2 == 0;
  const std::int64_t above = std::int64_t{1} << (is_signed ? bits - 1 : bits);
  return {is_signed ? -above : 0, above - 1};
}

scalar parse_scalar(line_reader& in) {
  constexpr std::string_view old_names[] = {"char", "uchar", "short", "ushort",
                                            "int",  "uint",  "float", "double"};
  constexpr std::string_view names[] = {"int8",  "uint8",  "int16",   "uint16",
                                        "int32", "uint32", "float32", "float64"};
  const std::string_view word = in.word("a type");
  for (int i = 0; i < 8; ++i)
    if (word == old_names[i] || word == names[i]) return static_cast<scalar>(i);
  in.fail(fmt::format("expected a type like float or int32, not '{}'", word));
}

struct property {
  std::string name;
  std::optional<scalar> count;  // of a list
  scalar type;
};
struct element {
  std::string name;
  std::size_t count;
  std::vector<property> properties;
};

/// The values of elements, as words or as bytes.
class ply_values {
 public:
  enum class format { ascii, little_endian, big_endian };

  ply_values(line_reader& in, format how) : in_(in), how_(how), bytes_(in.rest()) {}

  /// Before each element of `count`, which begins on a line of its own and may go on in the next.
  void begin(const std::string& name, std::size_t i, std::size_t count) {
    what_ = fmt::format("{} {} of {}", name, i + 1, count);
    if (how_ == format::ascii) in_.expect_line(what_);
  }
  void end() const {
    if (how_ == format::ascii) in_.expect_end_of_line();
  }
  void end_of_file() {
    if (how_ == format::ascii ? in_.next_line() : !bytes_.empty()) fail("expected the end of the file there");
  }

  float coordinate(scalar type) {
    if (how_ == format::ascii) go_on();
    if (how_ == format::ascii && !is_whole(type)) return in_.coordinate();
    const double exact = how_ == format::ascii ? number(type) : binary(type);
    const auto value = static_cast<float>(exact);
    if (!std::isfinite(value)) fail(fmt::format("expected a number in the range of floats, not {}", exact));
    in_.counts().take(exact, value);
    return value;
  }
  std::int64_t whole(scalar type, const char* what, std::int64_t least, std::int64_t greatest) {
    if (how_ == format::ascii) {
      const auto [lowest, highest] = range_of(type);
      return go_on(), in_.whole(what, std::max(least, lowest), std::min(greatest, highest));
    }
    const double value = binary(type);
    if (!(value >= static_cast<double>(least) && value <= static_cast<double>(greatest)) ||
        std::floor(value) != value)
      fail(fmt::format("expected {} from {} to {}, not {}", what, least, greatest, value));
    return static_cast<std::int64_t>(value);
  }
  void skip(scalar type) {
    if (how_ == format::ascii) {
      go_on(), number(type);
    } else {
      binary(type);
    }
  }

 private:
  void go_on() { in_.expect_word(what_); }

  static bool is_whole(scalar type) { return type != scalar::float32 && type != scalar::float64; }

  /// A decimal that is a number of the type, which 300 is not of uchar.
  double number(scalar type) {
    const std::string_view word = in_.word("a number");
    double value = 0;
    if (!line_reader::is_number(word, value)) fail(fmt::format("expected a number, not '{}'", word));
    const auto [least, greatest] = range_of(type);
    const bool is_in_range = value >= static_cast<double>(least) && value <= static_cast<double>(greatest);
    if (is_whole(type) && !(is_in_range && std::floor(value) == value))
      fail(fmt::format("expected a whole number from {} to {}, as its type has, not '{}'", least, greatest,
                       word));
    return value;
  }

  [[noreturn]] void fail(const std::string& message) const {
    if (how_ == format::ascii) in_.fail(message);
    throw command::bad_argument(
        fmt::format("{}: {}: {}", in_.file(), line_reader::printable(what_), message));
  }

  template <class T>
  static double as(const char* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return static_cast<double>(value);
  }
  double binary(scalar type) {
    const std::size_t size = scalar_size[static_cast<int>(type)];
    if (bytes_.size() < size) fail("expected more bytes, not the end of the file");
    char b[8] = {};
    std::copy_n(bytes_.data(), size, b);
    if (how_ == format::big_endian) std::reverse(b, b + size);
    bytes_.remove_prefix(size);
    switch (type) {
      case scalar::int8:
        return as<std::int8_t>(b);
      case scalar::uint8:
        return as<std::uint8_t>(b);
      case scalar::int16:
        return as<std::int16_t>(b);
      case scalar::uint16:
        return as<std::uint16_t>(b);
      case scalar::int32:
        return as<std::int32_t>(b);
      case scalar::uint32:
        return as<uint32_t>(b);
      case scalar::float32:
        return as<float>(b);
      case scalar::float64:
        break;
    }
    return as<double>(b);
  }

  line_reader& in_;
  format how_;
  std::string_view bytes_;
  std::string what_ = "header";
};

struct ply_header {
  ply_values::format how = ply_values::format::ascii;
  std::vector<element> elements;
};

ply_header read_ply_header(line_reader& in) {
  ply_header h;
  in.expect_line("ply");
  if (const auto word = in.word("ply"); word != "ply") in.fail(fmt::format("expected ply, not '{}'", word));
  for (bool has_format = false;;) {
    in.expect_line("the header of a PLY file");
    const std::string_view word = in.word("a word");
    if (word == "comment" || word == "obj_info") continue;
    if (word == "format") {
      const std::string_view how = in.word("a format"), version = in.word("a version");
      const bool ascii = how == "ascii", little = how == "binary_little_endian",
                 big = how == "binary_big_endian";
      if (!(ascii || little || big) || version != "1.0")
        in.fail(fmt::format("expected ascii, binary_little_endian or binary_big_endian 1.0, not '{} {}'", how,
                            version));
      using format = ply_values::format;
      h.how = ascii ? format::ascii : little ? format::little_endian : format::big_endian;
      has_format = true;
    } else if (word == "element") {
      h.elements.push_back({std::string(in.word("a name")), 0, {}});
      h.elements.back().count = in.whole<std::size_t>("a number of elements", 0, most);
    } else if (word == "property" && !h.elements.empty()) {
      property p{};
      const bool is_list = in.line().substr(0, 5) == "list ";
      if (is_list) in.word("list"), p.count = parse_scalar(in);
      p.type = parse_scalar(in);
      p.name = in.word("a name");
      h.elements.back().properties.push_back(p);
    } else if (word == "end_header") {
      if (!has_format) in.fail("expected a line with the format before end_header");
      return h;
    } else {
      in.fail(fmt::format("expected format, element, property or end_header, not '{}'", word));
    }
    in.expect_end_of_line();
  }
}

/// The corners of a strip of triangles, each with the two before it; -1 ends a strip.
class strip {
 public:
  explicit strip(std::vector<corners>& to) : to_(to) {}

  void add(std::int64_t corner) {
    if (corner < 0) {
      count_ = 0;
      return;
    }
    const auto here = static_cast<uint32_t>(corner);
    if (count_ > 1)
      to_.push_back(count_ % 2 == 0 ? corners{before_, last_, here} : corners{last_, before_, here});
    before_ = last_, last_ = here;
    ++count_;
  }

 private:
  std::vector<corners>& to_;
  uint32_t before_ = 0, last_ = 0;
  std::size_t count_ = 0;
};

bool is_coordinate(const element& e, const property& p) {
  return e.name == "vertex" && p.name.size() == 1 && p.name >= "x" && p.name <= "z" && !p.count;
}
bool are_corners(const element& e, const property& p) {
  return (e.name == "face" || e.name == "tristrips") && p.count &&
         (p.name == "vertex_indices" || p.name == "vertex_index");
}

/// The corners of a face, or of strips, among the header's vertices, which may follow.
void read_corners(ply_values& values, const element& e, const property& p, std::int64_t vertices,
                  space_scene& scene) {
  const bool is_face = e.name == "face";
  fan of_face(scene.triangles);
  strip of_strip(scene.triangles);
  for (auto left = values.whole(*p.count, "a number of corners", is_face ? 3 : 0, most); left > 0; --left) {
    const std::int64_t corner = values.whole(p.type, "a vertex", is_face ? 0 : -1, vertices - 1);
    if (is_face) {
      of_face.add(static_cast<uint32_t>(corner));
    } else {
      of_strip.add(corner);
    }
  }
}

void read_element(line_reader& in, ply_values& values, const element& e, std::int64_t vertices,
                  space_scene& scene) {
  point3 at{};
  int coordinates = 0;
  for (const property& p : e.properties) {
    if (is_coordinate(e, p)) {
      (p.name == "x" ? at.x : p.name == "y" ? at.y : at.z) = values.coordinate(p.type);
      ++coordinates;
    } else if (are_corners(e, p)) {
      if (vertices == 0) in.fail("expected vertices for the faces, not 0");
      read_corners(values, e, p, vertices, scene);
    } else {
      std::int64_t left = p.count ? values.whole(*p.count, "a number of values", 0, most) : 1;
      for (; left > 0; --left) values.skip(p.type);
    }
  }
  if (e.name != "vertex") return;
  if (coordinates != 3) in.fail("expected properties x, y and z of element vertex");
  scene.vertices.push_back(at);
}

void read_ply(line_reader& in, space_scene& scene) {
  const ply_header h = read_ply_header(in);
  ply_values values(in, h.how);
  std::int64_t vertices = 0;
  for (const element& e : h.elements)
    if (e.name == "vertex") vertices += static_cast<std::int64_t>(e.count);
  for (const element& e : h.elements) {
    if (e.properties.empty()) {  // such elements hold nothing, however many they are
      if (e.name == "vertex" && e.count > 0) in.fail("expected properties x, y and z of element vertex");
      continue;
    }
    for (std::size_t i = 0; i < e.count; ++i) {
      values.begin(e.name, i, e.count);
      read_element(in, values, e, vertices, scene);
      values.end();
    }
  }
  values.end_of_file();
}

// ---- segments

/// Returns whether the reader's line is a heading: each of its words begins with a letter or is empty, and
/// none is a number.
bool is_heading(line_reader words) {
  float number = 0;
  bool has_letter = false;
  while (words.has_word()) {
    const std::string_view word = words.word("a word");
    if (line_reader::is_number(word, number)) return false;
    if (word.empty()) continue;
    const auto first = static_cast<unsigned char>(word[0]);
    const bool is_letter = (first | 0x20u) - 'a' < 26u || first == '_' || first >= 0x80;
    if (!is_letter) return false;
    has_letter = true;
  }
  return has_letter;
}

template <class Segment, class Read>
std::vector<Segment> read_csv(const std::string& file, std::string_view text, const char* expected,
                              const Read& read, command::coordinate_counts* told) {
  line_reader in(file, text, ',');
  std::vector<Segment> segments;
  for (bool is_first = true; in.next_line(); is_first = false) {
    if (is_first && is_heading(in)) continue;
    segments.push_back(read(in));
    in.expect_end_of_line();
  }
  if (segments.empty()) in.fail(fmt::format("expected a line {}, not the end of the file", expected));
  if (told != nullptr) *told = in.counts();
  return segments;
}

}  // namespace

void read_mesh(const std::string& file, std::string_view text, space_scene& scene,
               command::coordinate_counts* told) {
  const auto ends_with = [&](std::string_view end) {
    return file.size() >= end.size() &&
           std::equal(end.begin(), end.end(), file.end() - static_cast<long>(end.size()),
                      [](char lower, char c) { return c == lower || c == lower - 'a' + 'A'; });
  };
  line_reader in(file, text);
  if (ends_with(".obj")) {
    read_obj(in, scene);
  } else if (ends_with(".ply")) {
    read_ply(in, scene);
  } else if (ends_with(".off")) {
    read_off(in, scene);
  } else {
    throw command::bad_argument(
        fmt::format("{}: expected a file whose name ends in .obj, .ply or .off", file));
  }
  if (scene.triangles.empty()) in.fail("expected a face, not the end of the file");
  if (scene.vertices.size() > most || scene.triangles.size() > most)
    in.fail(fmt::format("expected {} vertices and triangles at most", most));
  if (told != nullptr) *told = in.counts();
}

std::vector<segment<point3>> read_segments_in_space(const std::string& file, std::string_view text,
                                                    command::coordinate_counts* told) {
  return read_csv<segment<point3>>(
      file, text, "x1,y1,z1,x2,y2,z2",
      [](line_reader& in) {
        const point3 p = read_point(in), q = read_point(in);
        return segment<point3>{p, q};
      },
      told);
}
std::vector<segment<point2>> read_segments_in_plane(const std::string& file, std::string_view text,
                                                    command::coordinate_counts* told) {
  return read_csv<segment<point2>>(
      file, text, "x1,y1,x2,y2",
      [](line_reader& in) {
        const float px = in.coordinate(), py = in.coordinate(), qx = in.coordinate(), qy = in.coordinate();
        return segment<point2>{{px, py}, {qx, qy}};
      },
      told);
}

}  // namespace intersect
