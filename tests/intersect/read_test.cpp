// What the readers of apps/intersect/ take, and what they say of the rest.
#include "apps/intersect/read.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "command/failure.hpp"

namespace intersect {
namespace {

space_scene mesh(const std::string& name, const std::string& text) {
  space_scene s;
  read_mesh(name, text, s);
  return s;
}

/// What is said of a text; "nothing" where it is taken.
template <class Read>
std::string said_of(const Read& read) {
  try {
    read();
    return "nothing";
  } catch (const command::bad_argument& e) {
    return e.what();
  }
}
std::string said_of_mesh(const std::string& name, const std::string& text) {
  return said_of([&] { mesh(name, text); });
}

void expect_square(const space_scene& s) {
  ASSERT_EQ(s.vertices.size(), 4u);
  ASSERT_EQ(s.triangles.size(), 2u);
  EXPECT_EQ(s.vertices[2].x, 1);
  EXPECT_EQ(s.vertices[2].y, 1.5f);
  EXPECT_EQ(s.vertices[3].z, -2e-3f);
  EXPECT_EQ(s.triangles[0].a, 0u);
  EXPECT_EQ(s.triangles[0].b, 1u);
  EXPECT_EQ(s.triangles[0].c, 2u);
  EXPECT_EQ(s.triangles[1].a, 0u);
  EXPECT_EQ(s.triangles[1].b, 2u);
  EXPECT_EQ(s.triangles[1].c, 3u);
}

const std::string points = "0 0 0\n1 0 0\n1 1.5 0\n0 +1 -2e-3\n";
const std::string header =
    "element vertex 4\nproperty float x\nproperty double y\nproperty float z\nproperty uchar red\n"
    "element face 1\nproperty list uchar int vertex_indices\nproperty short flags\nend_header\n";

TEST(Read, Obj) {
  expect_square(mesh("a.obj",
                     "# a square\r\nv 0 0 0\r\nv 1 0 0 1.0\nv 1 1.5 0 # up\nvn 0 0 1\n\ng all\n\tv 0 1 "
                     "-2e-3\nf 1/1 2//3 3 4/1/1\n"));
  expect_square(mesh("A.OBJ", "v 0 0 0\nv 1 0 0\nv 1 1.5 0\nv 0 1 -2e-3\nf -4 -3 -2\nf 1 3 4"));
}

TEST(Read, Off) {
  expect_square(mesh("a.off", "OFF\n# a square\n4 1 4\n" + points + "4 0 1 2 3\n"));
  expect_square(mesh("a.off", "OFF 4 2\n" + points + "3 0 1 2 255 0 0\n3 0 2 3\n"));
}

TEST(Read, PlyAsText) {
  expect_square(mesh("a.ply", "ply\nformat ascii 1.0\ncomment # made by hand\n" + header +
                                  "0 0 0 9\n1 0 0 9\n1 1.5 0 9\n0 1 -2e-3 9\n4 0 1 2 3 -5\n"));
}

template <class T>
std::string bytes(T value, bool reversed) {
  std::string b(sizeof value, '\0');
  std::memcpy(&b[0], &value, sizeof value);
  return reversed ? std::string(b.rbegin(), b.rend()) : b;
}
std::string binary_ply(bool big, std::int32_t last = 3) {
  std::string text = std::string("ply\nformat binary_") + (big ? "big" : "little") + "_endian 1.0\n" + header;
  const float xyz[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1.5f, 0}, {0, 1, -2e-3f}};
  for (const auto& p : xyz) text += bytes(p[0], big) + bytes(double{p[1]}, big) + bytes(p[2], big) + '\n';
  text += bytes(std::uint8_t{4}, big);
  for (const std::int32_t corner : {0, 1, 2, last}) text += bytes(corner, big);
  return text + bytes(std::int16_t{7}, big);
}
TEST(Read, PlyAsBytes) {
  expect_square(mesh("a.ply", binary_ply(false)));
  expect_square(mesh("a.ply", binary_ply(true)));
}

TEST(Read, Segments) {
  const auto s = read_segments_in_space(
      "a.csv", "x1,y1,z1,x2,y2,z2\n1, 2 ,3,4,5,6\n\n# more\n-1e-3,+2,.5,1e30,0,-0\r\n");
  ASSERT_EQ(s.size(), 2u);
  EXPECT_EQ(s[0].p.y, 2);
  EXPECT_EQ(s[1].p.x, -1e-3f);
  EXPECT_EQ(s[1].q.x, 1e30f);
  EXPECT_EQ(read_segments_in_plane("a.csv", "1,2,3,4").size(), 1u);
}

// Any float comes back from its decimal, subnormals too; what is too small for one is zero.
TEST(Read, DecimalsAreRoundedToTheNearestFloat) {
  std::mt19937 random(1);
  std::string text;
  std::vector<float> wanted;
  while (wanted.size() < 40000) {
    float x = 0;
    const std::uint32_t bits = static_cast<std::uint32_t>(random());
    std::memcpy(&x, &bits, sizeof x);
    if (!std::isfinite(x)) continue;
    char word[32];
    std::snprintf(word, sizeof word, "%.9g", static_cast<double>(x));
    text += std::string(word) + (wanted.size() % 4 == 3 ? "\n" : ",");
    wanted.push_back(x);
  }
  const auto s = read_segments_in_plane("a.csv", text);
  ASSERT_EQ(4 * s.size(), wanted.size());
  for (std::size_t i = 0; i < s.size(); ++i) {
    EXPECT_EQ(s[i].p.x, wanted[4 * i]);
    EXPECT_EQ(s[i].q.y, wanted[4 * i + 3]);
  }
  const auto small = read_segments_in_plane("a.csv", "1e-60,-1e-60,1e-45,16777217.0000001");
  EXPECT_EQ(small[0].p.x, 0);
  EXPECT_EQ(small[0].q.x, std::numeric_limits<float>::denorm_min());
  EXPECT_EQ(small[0].q.y, 16777218);  // a double in between would make it 16777216
}

TEST(Read, SaysWhereSegmentsAreWrong) {
  const auto said = [](const std::string& text) {
    return said_of([&] { read_segments_in_space("s.csv", text); });
  };
  EXPECT_EQ(said("1,2,3,4,5,6\n1,2,3,4,5,nan\n"),
            "s.csv:2: expected a number in the range of floats, not 'nan'");
  EXPECT_EQ(said("nan,2,3,4,5,6\n"), "s.csv:1: expected a number in the range of floats, not 'nan'");
  EXPECT_EQ(said("1,2,3,4,5,-1e39\n"), "s.csv:1: expected a number in the range of floats, not '-1e39'");
  EXPECT_EQ(said("1,2,3,4,5,inf\n"), "s.csv:1: expected a number in the range of floats, not 'inf'");
  EXPECT_EQ(said("a,b\n# b\n1,2,3,4,5\n"), "s.csv:3: expected a number, not the end of the line");
  EXPECT_EQ(said("1,2,3,4,5,\n"), "s.csv:1: expected a number, not ''");
  EXPECT_EQ(said("1,2,3,4,5,6,7\n"), "s.csv:1: expected the end of the line, not '7'");
  EXPECT_EQ(said("l,2,3,4,5,6\n"), "s.csv:1: expected a number, not 'l'");
  EXPECT_EQ(said("1,2,3,4,5,0x6\n"), "s.csv:1: expected a number, not '0x6'");
  EXPECT_EQ(said("1 2 3 4 5 6\n"), "s.csv:1: expected a number, not '1 2 3 4 5 6'");
  EXPECT_EQ(said("x,y\n1,2,3,4,5,6\nx,y\n"), "s.csv:3: expected a number, not 'x'");
  const std::string nothing = "s.csv:1: expected a line x1,y1,z1,x2,y2,z2, not the end of the file";
  EXPECT_EQ(said(""), nothing);
  EXPECT_EQ(said("x1,y1"), "s.csv:2: expected a line x1,y1,z1,x2,y2,z2, not the end of the file");
}

TEST(Read, SaysWhereMeshesAreWrong) {
  const auto obj = [](const std::string& text) { return said_of_mesh("m.obj", text); };
  EXPECT_EQ(obj(""), "m.obj:1: expected a face, not the end of the file");
  EXPECT_EQ(obj("v 0 0 0\n"), "m.obj:2: expected a face, not the end of the file");
  EXPECT_EQ(obj("v 0 0 0\nv 1 0\n"), "m.obj:2: expected a number, not the end of the line");
  EXPECT_EQ(obj("v 0 0 nan\n"), "m.obj:1: expected a number in the range of floats, not 'nan'");
  EXPECT_EQ(obj("v 0 0 0\nf 1 1 2\n"), "m.obj:2: expected one of the 1 vertices above, not '2'");
  EXPECT_EQ(obj("v 0 0 0\nf 1 1 0\n"), "m.obj:2: expected one of the 1 vertices above, not '0'");
  EXPECT_EQ(obj("v 0 0 0\nf 1 1 -2/1\n"), "m.obj:2: expected one of the 1 vertices above, not '-2/1'");
  EXPECT_EQ(obj("v 0 0 0\nf 1 1 1x\n"), "m.obj:2: expected one of the 1 vertices above, not '1x'");
  EXPECT_EQ(obj("v 0 0 0\nf 1 1\n"), "m.obj:2: expected a face of 3 corners or more, not 2");
  EXPECT_EQ(obj("v 0 0 0\nw 1\n"), "m.obj:2: expected v, f or another statement of OBJ, not 'w'");
  const auto off = [](const std::string& text) { return said_of_mesh("m.off", text); };
  EXPECT_EQ(off("\n\nOF\n"), "m.off:3: expected OFF, or COFF, NOFF, STOFF and their like, not 'OF'");
  EXPECT_EQ(off("OFF\n4 1 0\n0 0 0\n"), "m.off:4: expected vertex 2 of 4, not the end of the file");
  EXPECT_EQ(off("OFF\n4 1 0\n" + points + "3 0 1 4\n"), "m.off:7: expected a vertex from 0 to 3, not '4'");
  EXPECT_EQ(off("OFF\n4 1 0\n" + points + "3 0 1 -1\n"), "m.off:7: expected a vertex from 0 to 3, not '-1'");
  EXPECT_EQ(off("OFF\n4 1 0\n" + points + "2 0 1\n"),
            "m.off:7: expected a number of corners from 3 to 4294967294, not '2'");
  EXPECT_EQ(off("OFF\n4 1 0\n" + points + "3 0 1 2\n3 0 1 2\n"),
            "m.off:8: expected the end of the file after 1 faces, not '3 0 1 2'");
  EXPECT_EQ(off("OFF\n0 1 0\n3 0 0 0\n"), "m.off:2: expected vertices for the faces, not 0");
  EXPECT_EQ(off("OFF\n99999999999 1 0\n"),
            "m.off:2: expected a number of vertices from 0 to 4294967294, not '99999999999'");
  EXPECT_EQ(said_of_mesh("m.stl", "solid"), "m.stl: expected a file whose name ends in .obj, .ply or .off");
}

TEST(Read, SaysWherePlyIsWrong) {
  const auto ply = [](const std::string& text) { return said_of_mesh("m.ply", text); };
  EXPECT_EQ(ply("plx\n"), "m.ply:1: expected ply, not 'plx'");
  EXPECT_EQ(ply("ply\nformat ascii 2.0\n"),
            "m.ply:2: expected ascii, binary_little_endian or binary_big_endian 1.0, not 'ascii 2.0'");
  EXPECT_EQ(ply("ply\nend_header\n"), "m.ply:2: expected a line with the format before end_header");
  EXPECT_EQ(ply("ply\nformat ascii 1.0\nelement vertex 1\nproperty real x\n"),
            "m.ply:4: expected a type like float or int32, not 'real'");
  EXPECT_EQ(ply("ply\nformat ascii 1.0\nvertex 1\n"),
            "m.ply:3: expected format, element, property or end_header, not 'vertex'");
  EXPECT_EQ(ply("ply\nformat ascii 1.0\n"),
            "m.ply:3: expected the header of a PLY file, not the end of the file");
  const std::string ascii = "ply\nformat ascii 1.0\n" + header + "0 0 0 9\n1 0 0 9\n1 1.5 0 9\n";
  EXPECT_EQ(ply(ascii), "m.ply:15: expected vertex 4 of 4, not the end of the file");
  EXPECT_EQ(ply(ascii + "0 1 inf 9\n"), "m.ply:15: expected a number in the range of floats, not 'inf'");
  EXPECT_EQ(ply(ascii + "0 1 0 9\n3 0 1 4 0\n"), "m.ply:16: expected a vertex from 0 to 3, not '4'");
  EXPECT_EQ(ply(ascii + "0 1 0 9\n3 0 1 2 0\n1\n"), "m.ply:17: expected the end of the file there");
  EXPECT_EQ(ply(ascii + "0 1 0 9 8\n"), "m.ply:15: expected the end of the line, not '8'");
  EXPECT_EQ(ply("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n1\n"),
            "m.ply:6: expected properties x, y and z of element vertex");
  const std::string binary = binary_ply(false);
  EXPECT_EQ(ply(binary.substr(0, binary.size() - 1)),
            "m.ply: face 1 of 1: expected more bytes, not the end of the file");
  EXPECT_EQ(ply(binary + "x"), "m.ply: face 1 of 1: expected the end of the file there");
  EXPECT_EQ(ply(binary_ply(false, 4)), "m.ply: face 1 of 1: expected a vertex from 0 to 3, not 4");
  EXPECT_EQ(ply(binary_ply(true, -1)), "m.ply: face 1 of 1: expected a vertex from 0 to 3, not -1");
}

// ---- files as other programs write them

std::string with_line_ends(const std::string& text, const std::string& end) {
  std::string r;
  for (const char c : text) r += c == '\n' ? end : std::string(1, c);
  return r;
}
const std::string square_as_obj = "# a\nv 0 0 0\nv 1 0 0\nv 1 1.5 0\nv 0 1 -2e-3\nf 1 2 3 4\n";
const std::string square_as_ply =
    "ply\nformat ascii 1.0\n" + header + "0 0 0 9\n1 0 0 9\n1 1.5 0 9\n0 1 -2e-3 9\n4 0 1 2 3 -5\n";

TEST(Read, ByteOrderMarksAndLineEnds) {
  const std::string mark = "\xef\xbb\xbf", csv = "x1,y1,x2,y2\n1,2,3,4\n5,6,7,8\n";
  const std::string square_as_off = "OFF\n4 1 4\n" + points + "4 0 1 2 3\n";
  for (const std::string& before : {std::string(), mark})
    for (const char* end : {"\n", "\r\n", "\r"}) {
      expect_square(mesh("a.obj", before + with_line_ends(square_as_obj, end)));
      expect_square(mesh("a.off", before + with_line_ends(square_as_off, end)));
      expect_square(mesh("a.ply", before + with_line_ends(square_as_ply, end)));
      EXPECT_EQ(read_segments_in_plane("a.csv", before + with_line_ends(csv, end)).size(), 2u);
      EXPECT_EQ(read_segments_in_plane("a.csv", before + with_line_ends("1,2,3,4\n", end)).size(), 1u);
      EXPECT_EQ(said_of_mesh("m.obj", before + with_line_ends("v 0 0 0\n\nw\n", end)),
                "m.obj:3: expected v, f or another statement of OBJ, not 'w'");
    }
  EXPECT_EQ(said_of_mesh("m.obj", std::string("\xff\xfev\0", 4)),
            "m.obj:1: expected text in UTF-8, not in UTF-16");
  EXPECT_EQ(said_of_mesh("m.obj", "v 0 0 \x01\n"), "m.obj:1: expected a number, not '\\x01'");
}
TEST(Read, PlyAsBytesAfterAnyLineEnd) {
  for (const bool big : {false, true})
    for (const char* end : {"\r\n", "\r"}) {
      const std::string text = binary_ply(big);
      const std::size_t data = text.find("end_header\n") + 11;
      expect_square(mesh("a.ply", with_line_ends(text.substr(0, data), end) + text.substr(data)));
    }
  // A first byte that looks like the end of a line.
  const std::string ten =
      std::string("ply\rformat binary_little_endian 1.0\relement a 1\rproperty uchar b\r") +
      "element vertex 1\rproperty float x\rproperty float y\rproperty float z\r" +
      "element face 1\rproperty list uchar uchar vertex_index\rend_header\r\n";
  EXPECT_EQ(mesh("a.ply", ten + std::string(12, '\0') + std::string("\3\0\0\0", 4)).triangles.size(), 1u);
}

TEST(Read, ObjStatementsOfOthers) {
  expect_square(mesh("a.obj",
                     "v 0 0 0\nv 1 \\\n 0 0\nv 1 1.5 0\nv 0 1 -2e-3\nusemap wood\nmaplib m\nshadow_obj s\n"
                     "cstype bezier\ndeg 3 3\nparm u 0 1\nend\nf 1 2 \\ # on\n3 \\\r\n4\n"));
  EXPECT_EQ(said_of_mesh("m.obj", "v 0 0 0\nf 1 1 \\\n 2\n"),
            "m.obj:3: expected one of the 1 vertices above, not '2'");
  EXPECT_EQ(said_of_mesh("m.obj", "v 0 0 0\nf 1 1 \\"),
            "m.obj:2: expected a face of 3 corners or more, not 2");
}

TEST(Read, OffOfEveryKind) {
  expect_square(
      mesh("a.off",
           "COFF\n4 1 4\n0 0 0 1 1 1 1\n1 0 0 9 9 9 255\n1 1.5 0 0 0 0 0\n0 1 -2e-3 1 0 0\n4 0 1 2 3 1\n"));
  expect_square(
      mesh("a.off", "NOFF 4 1 4\n0 0 0 1 0 0\n1 0 0 1 0 0\n1 1.5 0 1 0 0\n0 1 -2e-3 1 0 0\n4 0 1 2 3\n"));
  expect_square(mesh("a.off",
                     "STCNOFF 4 1 4\n0 0 0 1 1 1 1 0 0 1 0 0\n1 0 0 1 1 1 1 0 0 1 0 0\n"
                     "1 1.5 0 1 1 1 1 0 0 1 0 0\n0 1 -2e-3 1 1 1 1 0 0 1 0 0\n4 0 1 2 3\n"));
  expect_square(mesh("a.off", "4 1 4\n" + points + "4 0 1 2 3\n"));                         // no keyword
  expect_square(mesh("a.off", "OFF4 1 4\n" + points + "4 0 1 2 3\n"));                      // as in ModelNet
  expect_square(mesh("a.off", "OFF 4 2 0 0 0 0 1 0 0 1 1.5 0 0 1 -2e-3 3 0 1 2 3 0 2 3"));  // on one line
  expect_square(mesh("a.off", "OFF\n4 2 0\n0 0 0 1 0 0\n1 1.5 0 0 1 -2e-3\n3 0 1 2 3 0 2 3\n"));
  expect_square(mesh(
      "a.off", "NOFF\n4 2 0\n0 0 0 9 9 9 1 0 0 9 9 9\n1 1.5 0 9 9 9 0 1 -2e-3 9 9 9 3 0 1 2\n3 0 2 3\n"));
  expect_square(mesh("a.off", "OFF\n4 1 4\n0\n0\n0\n1\n0\n0\n1\n1.5\n0\n0\n1\n-2e-3\n4\n0\n1\n2\n3\n"));
  const auto off = [](const std::string& text) { return said_of_mesh("m.off", text); };
  EXPECT_EQ(off("4OFF\n4 1 0\n"), "m.off:1: expected a number of vertices from 0 to 4294967294, not '4OFF'");
  EXPECT_EQ(off("XOFF\n4 1 0\n"), "m.off:1: expected OFF, or COFF, NOFF, STOFF and their like, not 'XOFF'");
  EXPECT_EQ(off("OFF BINARY\n4 1 0\n"), "m.off:1: expected OFF as text, not BINARY");
  EXPECT_EQ(off("OFF\n4 1 0\n0 0 0 7\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n"),
            "m.off:3: expected the end of the line, not '7'");
  EXPECT_EQ(off("OFF 3 1 0 0 0 0 1 0 0 1 1.5 0 3 0 1 3"), "m.off:1: expected a vertex from 0 to 2, not '3'");
  EXPECT_EQ(off("OFF 3 1 0 0 0 0 1 0 0 1 1.5 0 3 0 1 2 3"),
            "m.off:1: expected the end of the file after 1 faces, not '3'");
  EXPECT_EQ(off("OFF 3 1 0 0 0 0 1 0 0 1 1.5"), "m.off:2: expected vertex 3 of 3, not the end of the file");
}

TEST(Read, PlyOfEveryKind) {
  const std::string vertex = "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n";
  const std::string face = "element face 1\nproperty list uchar int vertex_index\n";
  const std::string ply = "ply\nformat ascii 1.0\n";
  expect_square(mesh("a.ply", ply + face + vertex + "end_header\n4 0 1 2 3\n" + points));  // faces first
  expect_square(
      mesh("a.ply", ply + vertex + face + "end_header\n0\n0 0\n1 0\n0\n1 1.5 0\n0 1 -2e-3\n4 0\n1 2 3\n"));
  EXPECT_EQ(said_of_mesh("m.ply", ply + face + vertex + "end_header\n4 0 1 2 4\n" + points),
            "m.ply:10: expected a vertex from 0 to 3, not '4'");
  EXPECT_EQ(said_of_mesh("m.ply", ply + face + "end_header\n4 0 1 2 4\n"),
            "m.ply:6: expected vertices for the faces, not 0");
  const std::string strips = "element tristrips 1\nproperty list int int vertex_indices\nend_header\n";
  const space_scene of_strips = mesh("a.ply", ply + vertex + strips + points + "9 0 1 2 3 -1 0 1 2 -1\n");
  ASSERT_EQ(of_strips.triangles.size(), 3u);
  EXPECT_TRUE(of_strips.triangles[1].a == 2 && of_strips.triangles[1].b == 1 &&
              of_strips.triangles[1].c == 3);
  EXPECT_EQ(of_strips.triangles[2].c, 2u);
}

// A decimal has to be a number of the type that the header gives, as a number of bytes always is.
TEST(Read, PlyNumbersAreOfTheirType) {
  const std::string ply = "ply\nformat ascii 1.0\n";
  const std::string vertex = "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n";
  const std::string face = "element face 1\nproperty list uchar int vertex_index\nend_header\n";
  const std::string coloured = ply + vertex + "property uchar red\n" + face;
  const std::string rows = "1 0 0 0\n1 1.5 0 +7\n0 1 -2e-3 9.0\n4 0 1 2 3\n";
  expect_square(mesh("a.ply", coloured + "0 0 0 255\n" + rows));
  for (const char* const bad : {"300", "256", "-1", "0.5", "nan", "1e99"})
    EXPECT_EQ(said_of_mesh("m.ply", coloured + "0 0 0 " + bad + "\n" + rows),
              fmt::format("m.ply:11: expected a whole number from 0 to 255, as its type has, not '{}'", bad));
  EXPECT_EQ(said_of_mesh("m.ply", coloured + "0 0 0 red\n" + rows), "m.ply:11: expected a number, not 'red'");
  std::string many;
  for (int i = 0; i < 300; ++i) many += " 0";
  EXPECT_EQ(said_of_mesh("m.ply", ply + vertex + face + points + "300" + many + "\n"),
            "m.ply:14: expected a number of corners from 3 to 255, not '300'");
  const std::string lengths = "element junk 1\nproperty list char short of\n";
  EXPECT_EQ(said_of_mesh("m.ply", ply + lengths + vertex + face + "128" + many + "\n"),
            "m.ply:12: expected a number of values from 0 to 127, not '128'");
  EXPECT_EQ(said_of_mesh("m.ply", ply + lengths + vertex + face + "2 -32768 32768\n"),
            "m.ply:12: expected a whole number from -32768 to 32767, as its type has, not '32768'");
  const std::string integral = "element vertex 4\nproperty char x\nproperty int y\nproperty uint z\n";
  EXPECT_EQ(
      said_of_mesh("m.ply", ply + integral + face + "0 0 0\n-128 -2147483648 4294967295\n1 1 4294967296\n"),
      "m.ply:12: expected a whole number from 0 to 4294967295, as its type has, not '4294967296'");
  const std::string small = "element face 1\nproperty list uchar uchar vertex_index\nend_header\n";
  std::string origins;
  for (int i = 0; i < 400; ++i) origins += "0 0 0\n";
  EXPECT_EQ(
      said_of_mesh("m.ply", ply + "element vertex 400" + vertex.substr(16) + small + origins + "3 0 1 300\n"),
      "m.ply:410: expected a vertex from 0 to 255, not '300'");
}

// Elements without properties hold nothing, and there may be billions of them.
TEST(Read, PlyElementsWithoutProperties) {
  const std::string junk = "element junk 4294967294\n";
  expect_square(mesh("a.ply", "ply\nformat ascii 1.0\n" + junk + square_as_ply.substr(21)));
  const std::string text = binary_ply(false);
  expect_square(mesh("a.ply", text.substr(0, 36) + junk + text.substr(36)));
  EXPECT_EQ(said_of_mesh("m.ply", "ply\nformat ascii 1.0\n" + junk + "end_header\n"),
            "m.ply:5: expected a face, not the end of the file");
  EXPECT_EQ(said_of_mesh("m.ply", "ply\nformat ascii 1.0\nelement vertex 4294967294\nend_header\n"),
            "m.ply:4: expected properties x, y and z of element vertex");
}

TEST(Read, QuotedSegments) {
  const auto all = read_segments_in_plane(
      "a.csv",
      "\"x \"\"1\"\"\",\"y,1\",\"x2 # two\",y2\n\"0.25\", \"-1\" ,\"3\",4 # four\n1,2,\"3\",\"4\"\n");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].p.x, 0.25f);
  EXPECT_EQ(all[0].p.y, -1);
  EXPECT_EQ(all[1].q.y, 4);
  // A first line of quoted numbers is no heading.
  EXPECT_EQ(read_segments_in_space("a.csv", "\"0.25\",\"0.25\",\"-1\",\"0.25\",\"0.25\",\"1\"\n1,2,3,4,5,6\n")
                .size(),
            2u);
  const auto said = [](const std::string& text) {
    return said_of([&] { read_segments_in_plane("s.csv", text); });
  };
  EXPECT_EQ(said("'0.25','1','2','3'\n1,2,3,4\n"), "s.csv:1: expected a number, not ''0.25''");
  EXPECT_EQ(said("$1,$2,$3,$4\n1,2,3,4\n"), "s.csv:1: expected a number, not '$1'");
  EXPECT_EQ(said("1,2,\"3,4\n"), "s.csv:1: expected a closing quote, not the end of the line");
  EXPECT_EQ(said("\"x\",\"y\n1,2,3,4\n"), "s.csv:1: expected a closing quote, not the end of the line");
  EXPECT_EQ(said("1,2,\"3\"x,4\n"), "s.csv:1: expected ',' after a closing quote, not 'x,4'");
  EXPECT_EQ(said("1,2,\"3\",\"\"\n"), "s.csv:1: expected a number, not ''");
}

// Coordinates that floats do not hold are counted; those that they hold are not.
TEST(Read, CountsRoundedCoordinates) {
  command::coordinate_counts told;
  read_segments_in_plane("a.csv", "0.5,16777216,-3e5,0.25\n0.1,16777217,1e-60,2\n", &told);
  EXPECT_EQ(told.all, 8u);
  EXPECT_EQ(told.rounded, 3u);
  EXPECT_EQ(told.greatest_change, 1.0);
  space_scene s;
  read_mesh("a.obj", "v 0 0 0\nv 1 0 0\nv 1 1.5 0\nf 1 2 3\n", s, &told);
  EXPECT_EQ(told.all, 9u);
  EXPECT_EQ(told.rounded, 0u);
  std::string text =
      "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty double x\nproperty double y\n"
      "property int z\nelement face 1\nproperty list uchar uchar vertex_index\nend_header\n";
  text += bytes(0.1, false) + bytes(0.5, false) + bytes(std::int32_t{16777219}, false) +
          std::string("\3\0\0\0", 4);
  read_mesh("a.ply", text, s, &told);
  EXPECT_EQ(told.all, 3u);
  EXPECT_EQ(told.rounded, 2u);
}

// Every beginning of a good file is taken or refused with a message.
TEST(Read, NoBeginningOfAFileDoesHarm) {
  const std::string files[][2] = {{"m.ply", binary_ply(true)},
                                  {"m.ply", "ply\nformat ascii 1.0\n" + header +
                                                "0 0 0 9\n1 0 0 9\n1 1.5 0 9\n0 1 -2e-3 9\n4 0 1 2 3 -5\n"},
                                  {"m.off", "OFF\n4 1 4\n" + points + "4 0 1 2 3\n"},
                                  {"m.obj", "v 0 0 0\nv 1 0 0\nv 1 1.5 0\nv 0 1 -2e-3\nf -4 -3 -2\nf 1 3 4"}};
  for (const auto& [name, text] : files) {
    for (std::size_t n = 0; n < text.size(); ++n) EXPECT_NE(said_of_mesh(name, text.substr(0, n)), "") << n;
  }
}

}  // namespace
}  // namespace intersect
