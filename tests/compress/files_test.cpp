// Matrices as text and as .npy, and what their readers refuse.
#include "apps/compress/files.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <ff/ff.hpp>

#include "command/failure.hpp"

namespace compress {
namespace {

template <class Read>
std::string said_of(const Read& read) {
  try {
    read();
    return "nothing";
  } catch (const command::bad_argument& e) {
    return e.what();
  }
}
std::string said_of_text(const std::string& text) {
  return said_of([&] { read_text("a.csv", text); });
}
std::string said_of_npy(const std::string& bytes) {
  return said_of([&] { read_npy("a.npy", bytes); });
}

void expect_same(const matrix& a, const matrix& b) {
  ASSERT_EQ(a.rows, b.rows);
  ASSERT_EQ(a.columns, b.columns);
  ASSERT_EQ(a.elements.size(), b.elements.size());
  for (std::size_t i = 0; i < a.elements.size(); ++i) EXPECT_EQ(a.elements[i], b.elements[i]) << i;
}

matrix two_by_three() {
  using namespace ff::literals;
  matrix a(2, 3);
  a.elements = {1.0f, -2.5f, 0.1_ff, 3e20_ff, 0.0f, 1e-20_ff};
  return a;
}

TEST(CompressText, CommasOrBlanks) {
  expect_same(read_text("a", "1,-2.5,0.1\n3e20,0,1e-20\n"), two_by_three());
  expect_same(read_text("a", "# by hand\n1 , -2.5,\t0.1 # first\r\n\n+3e20,-0,1e-20"), two_by_three());
  expect_same(read_text("a", " 0x1p0  -0x2.8p0\t0.1\n3e20 0 1e-20\n"), two_by_three());
}

// Every pair is read as it was written, both words.
TEST(CompressText, ReadsWhatItWrote) {
  matrix a(3, 2);
  for (std::size_t i = 0; i < a.elements.size(); ++i)
    a.elements[i] = ff::ff_t(static_cast<float>(i) - 2.0f) / 3.0f + 0x1p-40f;
  expect_same(read_text("a", to_text(a)), a);
}

TEST(CompressText, RefusesWithFileAndLine) {
  EXPECT_EQ(said_of_text("1,2\n3,4\n"), "nothing");
  EXPECT_EQ(said_of_text(""), "a.csv:1: expected a row of numbers, not the end of the file");
  EXPECT_EQ(said_of_text("# only this\n\n"), "a.csv:3: expected a row of numbers, not the end of the file");
  EXPECT_EQ(said_of_text("1,2\n\n3\n"), "a.csv:3: expected 2 numbers, as in the first row, not 1");
  EXPECT_EQ(said_of_text("1,2\n3,4,5\n"), "a.csv:2: expected 2 numbers, as in the first row, not more");
  EXPECT_EQ(said_of_text("1,2\n3,\n"), "a.csv:2: expected a number, not ''");
  EXPECT_EQ(said_of_text("1 2\n3 4,5\n"), "a.csv:2: expected a number, not '4,5'");
  EXPECT_EQ(said_of_text("1;2\n"), "a.csv:1: expected a number, not '1;2'");
  EXPECT_EQ(said_of_text("1,2\n3,nan\n"), "a.csv:2: expected a finite number, not 'nan'");
  EXPECT_EQ(said_of_text("1,-inf\n"), "a.csv:1: expected a finite number, not '-inf'");
  EXPECT_EQ(said_of_text("1e39\n"), "a.csv:1: expected 0 or a magnitude from 1e-45 to 3.4e38, not '1e39'");
  EXPECT_EQ(said_of_text("1e-50\n"), "a.csv:1: expected 0 or a magnitude from 1e-45 to 3.4e38, not '1e-50'");
  EXPECT_EQ(said_of_text(std::string(5000, 'x')),
            "a.csv:1: expected a number, not '" + std::string(40, 'x') + "'");
}

/// A .npy file made by hand.
template <class T>
std::string npy(const std::string& header, const std::vector<T>& elements, char version = 1) {
  std::string file = "\x93NUMPY";
  file += version;
  file += '\0';
  file += static_cast<char>(header.size());
  file.append(version == 1 ? 1 : 3, '\0');
  file += header;
  for (const T x : elements) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &x, sizeof x);
    file.append(bytes, sizeof bytes);
  }
  return file;
}
std::string header_of(const std::string& type, const std::string& order, const std::string& shape) {
  return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

TEST(CompressNpy, BothTypesAndOrders) {
  matrix expected(2, 3);
  expected.elements = {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.5f};
  const std::vector<float> by_rows = {1, 2, 3, 4, 5, 6.5f};
  const std::vector<double> by_columns = {1, 4, 2, 5, 3, 6.5};
  expect_same(read_npy("a", npy(header_of("<f4", "False", "(2, 3)"), by_rows)), expected);
  expect_same(read_npy("a", npy(header_of("<f8", "True", "(2, 3)"), by_columns)), expected);
  expect_same(read_npy("a", npy(header_of("<f8", "True", "(2,3,)"), by_columns, 2)), expected);
}

TEST(CompressNpy, ReadsWhatItWrote) {
  const std::string bytes = to_npy(two_by_three());
  EXPECT_EQ((bytes.size() - std::size_t{6} * 8) % 64, 0u);
  expect_same(read_npy("a", bytes), two_by_three());
}

TEST(CompressNpy, Refuses) {
  const std::vector<double> six = {1, 2, 3, 4, 5, 6};
  const std::string good = npy(header_of("<f8", "False", "(2, 3)"), six);
  EXPECT_EQ(said_of_npy(good), "nothing");
  EXPECT_EQ(said_of_npy("1,2\n"), "a.npy: expected a .npy file");
  for (const std::size_t cut : {std::size_t{6}, std::size_t{9}, std::size_t{30}})
    EXPECT_EQ(said_of_npy(good.substr(0, cut)),
              "a.npy: expected the header of a .npy file, not the end of the file");
  const auto header = [&](const char* type, const char* order, const char* shape) {
    return said_of_npy(npy(header_of(type, order, shape), six));
  };
  EXPECT_EQ(header(">f8", "False", "(2, 3)"), "a.npy: expected elements of type '<f4' or '<f8', not '>f8'");
  EXPECT_EQ(header("<i8", "False", "(2, 3)"), "a.npy: expected elements of type '<f4' or '<f8', not '<i8'");
  EXPECT_EQ(header("<f8", "Maybe", "(2, 3)"), "a.npy: expected fortran_order True or False");
  EXPECT_EQ(header("<f8", "False", "(6,)"), "a.npy: expected a shape of two dimensions, not (6,)");
  EXPECT_EQ(header("<f8", "False", "(1, 2, 3)"), "a.npy: expected a shape of two dimensions, not (1, 2, 3)");
  EXPECT_EQ(header("<f8", "False", "(0, 3)"), "a.npy: expected a row and a column, not 0 x 3");
  EXPECT_EQ(header("<f8", "False", "(-2, -3)"), "a.npy: expected a row and a column, not -2 x -3");
  for (const char* shape : {"(2, 2)", "(2, 4)", "(4294967296, 4294967296)", "(3, 6148914691236517206)"})
    EXPECT_NE(header("<f8", "False", shape).find("elements of 8 bytes after the header, not 48 bytes"),
              std::string::npos)
        << shape;
  EXPECT_NE(said_of_npy(good + "x").find("not 49 bytes"), std::string::npos);
  const auto element = [&](double x) {
    return said_of_npy(npy<double>(header_of("<f8", "False", "(2, 1)"), {1, x}));
  };
  for (const double bad : {double{NAN}, -double{INFINITY}, 1e39, 1e-50})
    EXPECT_EQ(element(bad).find("a.npy: row 2, column 1: expected 0 or a magnitude from 1e-45"), 0u) << bad;
}

}  // namespace
}  // namespace compress
