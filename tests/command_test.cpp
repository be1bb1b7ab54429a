// What the command line tools share: arguments, exit statuses, result files, tables and drawings.
#include "command/command.hpp"
#include "command/record.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "command/svg.hpp"
#include "command/table.hpp"

namespace {

using command::side;
using command::table;
namespace svg = command::svg;

// ---------------------------------------------------------------- arguments and exit statuses

TEST(Command, WholeNumbers) {
  EXPECT_EQ(command::parse_whole("2^24"), 16777216.0);
  EXPECT_EQ(command::parse_whole("16777216"), 16777216.0);
  EXPECT_EQ(command::parse_whole("1e6"), 1000000.0);
  for (const char* bad : {"", "2^", "-4", "1.5", "2^0.5", "12x", "nan", "inf", " 3"})
    EXPECT_FALSE(command::parse_whole(bad)) << bad;
}

std::string standard_error(int (*run)(int, char**), int status) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(command::run_tool("a-tool", 0, nullptr, run), status);
  return testing::internal::GetCapturedStderr();
}

TEST(Command, ExceptionsBecomeExitStatuses) {
  EXPECT_EQ(standard_error([](int, char**) { return 1; }, 1), "");
  EXPECT_EQ(standard_error([](int, char**) -> int { throw command::bad_argument("--x: expected y"); }, 2),
            "a-tool: --x: expected y\n");
  EXPECT_EQ(standard_error([](int, char**) -> int { throw std::runtime_error("no disk"); }, 3),
            "a-tool: no disk\n");
}

TEST(Command, ParsesOrEnds) {
  const auto status_of = [](const char* argument) {
    CLI::App app;
    bool flag = false;
    app.add_flag("--flag", flag);
    std::string words[] = {"a-tool", argument};
    char* argv[] = {words[0].data(), words[1].data()};
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const auto status = command::parse(app, 2, argv);
    testing::internal::GetCapturedStdout();
    testing::internal::GetCapturedStderr();
    return status;
  };
  EXPECT_EQ(status_of("--flag"), std::nullopt);
  EXPECT_EQ(status_of("--help"), 0);
  EXPECT_EQ(status_of("--nosuch"), 2);
}

// ---------------------------------------------------------------- results

TEST(Command, ProvenanceHeadsTheResult) {
  std::string words[] = {"/some/path/a-tool", "--seed", "7"};
  char* argv[] = {words[0].data(), words[1].data(), words[2].data()};
  auto from = command::provenance_of("a-tool", 3, argv, "abc", "a device", 7);
  from.driver = "1.2";
  EXPECT_EQ(command::to_json(from).dump(),
            R"({"device":"a device","driver":"1.2","commit":"abc","command":"a-tool --seed 7","seed":7})");
  from.device.clear();
  from.seed.reset();
  EXPECT_EQ(command::to_json(from).dump(), R"({"driver":"1.2","commit":"abc","command":"a-tool --seed 7"})");
}

TEST(Command, ResultFileAppearsWhenItIsComplete) {
  const std::string path = testing::TempDir() + "ff_command_test.txt";
  std::remove(path.c_str());
  const auto exists = [](const std::string& p) { return std::ifstream(p).good(); };
  {
    command::result_file abandoned("--json", path);
    EXPECT_TRUE(abandoned.wanted());
    EXPECT_TRUE(exists(path + ".part"));
  }
  EXPECT_FALSE(exists(path) || exists(path + ".part"));
  {
    command::result_file written("--json", path);
    testing::internal::CaptureStdout();
    written.write("text\n");
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "wrote " + path + "\n");
  }
  EXPECT_TRUE(exists(path));
  EXPECT_FALSE(exists(path + ".part"));
  std::remove(path.c_str());
  EXPECT_FALSE(command::result_file("--json", "").wanted());
  EXPECT_THROW(command::result_file("--json", "/no/such/folder/file"), command::bad_argument);
}

// ---------------------------------------------------------------- tables

table operators() {
  table t({{"name", 6, side::left}, {"u^2", 5}, {"verdict", 0, side::left, 2}});
  t.add({"add22", "1.50", "ok"});
  t.add({"a_long_name", "|x|", "see \"a, b\""});
  return t;
}

TEST(Table, TerminalText) {
  EXPECT_EQ(operators().text(),
            "name     u^2  verdict\n"
            "add22   1.50  ok\n"
            "a_long_name   |x|  see \"a, b\"\n");
  EXPECT_EQ(operators().text(), operators().text_heading() + operators().text_rows());
  EXPECT_EQ(operators().text_row({"x", "2", "-"}), "x          2  -\n");
}

// Widths count characters, not bytes.
TEST(Table, TerminalTextOfManyBytes) {
  table t({{"a", 3, side::left}, {"b", 3}});
  t.add({"u²", "×2"});
  EXPECT_EQ(t.text(), "a     b\nu²   ×2\n");
}

TEST(Table, Gaps) {
  const table t({{"a", 2, side::left}, {"b", 2, side::left, 0}, {"c", 2, side::right, 3}});
  EXPECT_EQ(t.text(), "a b     c\n");
}

TEST(Table, Markdown) {
  table t({{"of"}, {"x"}});
  t.add({"|x| + \\|y\\|", ""});
  EXPECT_EQ(t.markdown(), "| of | x |\n|---|---|\n| \\|x\\| + \\|y\\| |  |\n");
}

TEST(Table, Csv) {
  EXPECT_EQ(operators().csv(), "name,u^2,verdict\nadd22,1.50,ok\na_long_name,|x|,\"see \"\"a, b\"\"\"\n");
}

TEST(Table, RowsHaveAllCells) {
  table t = operators();
  EXPECT_THROW(t.add({"x"}), std::logic_error);
  EXPECT_THROW(t.text_row({"x", "y", "z", "w"}), std::logic_error);
}

// ---------------------------------------------------------------- drawings

TEST(Svg, Elements) {
  EXPECT_EQ(svg::text(10, 2.5, "a < b & c", "fill='#555'"),
            "<text x='10' y='2.5' fill='#555'>a &lt; b &amp; c</text>");
  EXPECT_EQ(svg::text(1.0, 2, "a"), "<text x='1.0' y='2'>a</text>");
  EXPECT_EQ(svg::upward_text(18, 20.0, "y"),
            "<text transform='translate(18 20.0) rotate(-90)' text-anchor='middle'>y</text>");
  EXPECT_EQ(svg::vertical_line(1, 2, 3, "stroke='#000'"), "<path d='M1 2V3' stroke='#000'/>");
  EXPECT_EQ(svg::horizontal_line(1, 2, 3, "stroke='#000'"), "<path d='M1 3H2' stroke='#000'/>");
  EXPECT_EQ(svg::segment(1, 2, 18, "stroke='#000'"), "<path d='M1 2h18' stroke='#000'/>");
  EXPECT_EQ(svg::polyline({{1, 2}, {3, 4.25}, {5, 6}}, "stroke='#000'"),
            "<path d='M1.0 2.0L3.0 4.2L5.0 6.0' fill='none' stroke='#000'/>");
  EXPECT_EQ(svg::rect(1, 2, 0.125, 4, "fill='#000'"),
            "<rect x='1.00' y='2.00' width='0.12' height='4.00' fill='#000'/>");
  EXPECT_EQ(svg::circle({1, 2}, 2.5, "fill='#000'"), "<circle cx='1.0' cy='2.0' r='2.5' fill='#000'/>");
}

TEST(Svg, Document) {
  svg::document page(30, 20);
  page.add(svg::text(1, 2, "a") + svg::text(3, 4, "b"));
  EXPECT_EQ(page.str(),
            "<svg xmlns='http://www.w3.org/2000/svg' width='30' height='20' font-family='sans-serif' "
            "font-size='11'>\n<rect width='100%' height='100%' fill='white'/>\n"
            "<text x='1' y='2'>a</text><text x='3' y='4'>b</text>\n</svg>\n");
}

TEST(Svg, AxesPlaceValues) {
  const svg::axis linear{-1, 3, svg::scale::linear, {}, ""},
      logarithmic{1, 16, svg::scale::logarithmic, {}, ""};
  EXPECT_EQ(linear.share(-1), 0);
  EXPECT_EQ(linear.share(0), 0.25);
  EXPECT_EQ(linear.share(3), 1);
  EXPECT_EQ(logarithmic.share(1), 0);
  EXPECT_EQ(logarithmic.share(2), 0.25);
  EXPECT_EQ(logarithmic.share(16), 1);
  const svg::frame plot{10, 20, 100, 200, linear, logarithmic};
  EXPECT_EQ(plot.at_x(1), 60);
  EXPECT_EQ(plot.at_y(4), 120);
  EXPECT_EQ(plot.at_y(1), 220) << "y grows downwards on the page";
  EXPECT_EQ(plot.at_y(64), 20) << "beyond the axis";
  EXPECT_EQ(plot.at_y(0.5), 220) << "beyond the axis";
}

TEST(Svg, FramesDrawTicksAndTitles) {
  const svg::frame plot{10,
                        20,
                        100,
                        200,
                        {0, 2, svg::scale::linear, {{1, "one"}}, "x title"},
                        {1, 4, svg::scale::logarithmic, {{2, "two"}}, "y title"}};
  svg::document page(0, 0);
  const std::size_t head = page.str().size() - std::string("</svg>\n").size();
  plot.add_grid(page);
  plot.add_titles(page);
  EXPECT_EQ(page.str().substr(head),
            "<path d='M60.0 20.0V220.0' stroke='#ddd'/>"
            "<text x='60.0' y='235.0' text-anchor='middle'>one</text>\n"
            "<path d='M10.0 120.0H110.0' stroke='#ddd'/>"
            "<text x='5.0' y='124.0' text-anchor='end'>two</text>\n"
            "<text x='60.0' y='254.0' text-anchor='middle'>x title</text>\n"
            "<text transform='translate(18 120.0) rotate(-90)' text-anchor='middle'>y title</text>\n"
            "</svg>\n");
}

}  // namespace
