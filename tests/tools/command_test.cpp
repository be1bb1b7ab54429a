// What the command line tools share: arguments, exit statuses, result files, tables and drawings.
#include "command/command.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <utility>

#include "command/parallel.hpp"
#include "command/record.hpp"
#include "command/svg.hpp"
#include "command/table.hpp"

namespace {

using command::side;
using command::table;
namespace svg = command::svg;

// ---------------------------------------------------------------- threads

TEST(Shares, EachNumberOnce) {
  for (const unsigned threads : {0u, 1u, 3u, 100000u}) {
    std::vector<std::atomic<int>> seen(100000);
    std::vector<std::atomic<int>> of_thread(std::max(1u, threads));
    double last = 0;
    command::in_shares(
        threads, seen.size(),
        [&](std::uint64_t first, std::uint64_t end, unsigned thread) {
          of_thread.at(thread) += static_cast<int>(end - first);
          for (std::uint64_t i = first; i < end; ++i) ++seen[i];
        },
        std::function<void(double)>([&](double share) { last = std::max(last, share); }));
    EXPECT_TRUE(std::all_of(seen.begin(), seen.end(), [](const auto& n) { return n == 1; }));
    EXPECT_LE(last, 1.0);
  }
  command::in_shares(4, 0, [](std::uint64_t, std::uint64_t, unsigned) { FAIL(); });
}
TEST(Shares, TheFirstExceptionComesOut) {
  const auto work = [](std::uint64_t first, std::uint64_t, unsigned) {
    if (first == 0) throw std::runtime_error("no");
  };
  EXPECT_THROW(command::in_shares(3, 100000, work), std::runtime_error);
}

#if !defined(__SANITIZE_ADDRESS__)
/// In a process whose addresses hold few stacks, fewer threads do all the work.
TEST(Shares, FewerThreadsWhereTheSystemHasNoMore) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlimit few{pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + (20u << 20), RLIM_INFINITY};
    if (setrlimit(RLIMIT_AS, &few) != 0) _exit(2);
    std::atomic<int> threads{0}, done{0};
    try {
      ff::detail::on_threads(64, [&] {
        ++threads;
        while (done++ < 1000) std::this_thread::yield();
      });
    } catch (...) {
      _exit(3);
    }
    _exit(threads >= 1 && threads < 64 && done >= 1000 ? 0 : 4);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status)) << status;
  EXPECT_EQ(WEXITSTATUS(status), 0);
}
#endif

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

TEST(Command, EmptyValuesAreRefused) {
  CLI::App app;
  std::string path;
  app.add_option("--json", path);
  std::string words[] = {"a-tool", "--json", ""};
  char* argv[] = {words[0].data(), words[1].data(), words[2].data()};
  EXPECT_THROW(command::parse(app, 3, argv), command::bad_argument);
}

TEST(Command, OptionsThatAModeDoesNotReadAreRefused) {
  const auto refusal = [](const std::vector<std::string>& given, const std::vector<std::string>& read) {
    CLI::App app;
    std::string path;
    bool flag = false;
    app.add_flag("--paper", flag);
    app.add_option("--json", path);
    app.parse(std::vector<std::string>(given.rbegin(), given.rend()));
    try {
      command::expect_only(app, "--paper", read);
    } catch (const command::bad_argument& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal({"--paper"}, {}), "");
  EXPECT_EQ(refusal({"--paper", "--json", "a"}, {"--json"}), "");
  EXPECT_EQ(refusal({"--paper", "--json", "a"}, {}), "--paper --json: expected --paper alone");
  EXPECT_EQ(refusal({"--paper", "--json", "a"}, {"--csv", "--seed"}),
            "--paper --json: expected --paper with no other option than --csv, --seed");
}

TEST(Command, SeedsAreWholeNumbersOf64Bits) {
  const auto seed_of = [](const std::string& text) {
    CLI::App app;
    std::uint64_t seed = 1;
    command::add_seed_option(app, seed);
    app.parse(std::vector<std::string>{"--seed=" + text});
    return seed;
  };
  EXPECT_EQ(seed_of("0"), 0u);
  EXPECT_EQ(seed_of("18446744073709551615"), UINT64_MAX);
  for (const char* bad : {"18446744073709551616", "-1", "+1", "1e3", "0x1", "1 ", "a"})
    EXPECT_THROW(seed_of(bad), command::bad_argument) << bad;
}

TEST(Command, NumbersAreFiniteAndInRange) {
  const CLI::Validator angle = command::number_between(0.5, 170);
  const auto refusal = [&](std::string text) { return angle(text); };
  for (const char* good : {"0.5", "170", "1e1", "0x1p3"}) EXPECT_EQ(refusal(good), "") << good;
  for (const char* bad : {"nan", "inf", "-inf", "0.4", "171", "1e999", "", "1x", "x", "-1"})
    EXPECT_EQ(refusal(bad), std::string("expected a number from 0.5 to 170, not ") + bad);
}

TEST(Command, SaysWhyThereIsNoGpu) {
  using command::why_no_gpu;
  EXPECT_EQ(command::cuda_version(13010), "13.1");
  EXPECT_EQ(why_no_gpu(0, 13000, nullptr, nullptr), "no NVIDIA GPU was found (there is no driver)");
  EXPECT_EQ(
      why_no_gpu(12040, 13000, nullptr, nullptr),
      "the NVIDIA driver runs programs up to CUDA 12.4 and this was built with 13.0 (a newer driver or an "
      "older toolkit would do)");
  EXPECT_EQ(why_no_gpu(13000, 0, nullptr, "out of order"),
            "the GPU cannot be used (CUDA says: out of order)");
  EXPECT_EQ(why_no_gpu(13000, 0, "", nullptr), "no NVIDIA GPU is visible (CUDA_VISIBLE_DEVICES is \"\")");
  EXPECT_EQ(why_no_gpu(13000, 0, nullptr, nullptr), "no NVIDIA GPU was found");
  EXPECT_EQ(command::without_gpu(why_no_gpu(13000, 0, nullptr, nullptr), "the CPU renders"),
            "No NVIDIA GPU was found: the CPU renders.\n");
}

// ---------------------------------------------------------------- results

TEST(Command, ProvenanceHeadsTheResult) {
  std::string words[] = {"/some/path/a-tool", "--seed", "7"};
  char* argv[] = {words[0].data(), words[1].data(), words[2].data()};
  auto from = command::provenance_of("a-tool", 3, argv, "abc", "a device", 7);
  from.driver = "1.2";
  EXPECT_EQ(from.date, command::today());
  EXPECT_EQ(from.date.size(), 10u) << from.date;
  from.date = "2026-01-02";
  EXPECT_EQ(
      command::to_json(from).dump(),
      R"({"device":"a device","driver":"1.2","commit":"abc","date":"2026-01-02","command":"a-tool --seed 7","seed":7})");
  from.date.clear();
  from.device.clear();
  from.seed.reset();
  EXPECT_EQ(command::to_json(from).dump(), R"({"driver":"1.2","commit":"abc","command":"a-tool --seed 7"})");
}

TEST(Record, ARowIsOneLine) {
  const auto record =
      nlohmann::ordered_json::parse(R"({"seed": 7, "list": [1, 2], "rows": [{"a": 1, "b": [0.5, []]}, {}]})");
  const std::string text = command::record_text(record);
  EXPECT_EQ(
      text,
      "{\n \"seed\": 7,\n \"list\": [1, 2],\n \"rows\": [\n  {\"a\": 1, \"b\": [0.5, []]},\n  {}\n ]\n}");
  EXPECT_EQ(nlohmann::ordered_json::parse(text), record);
  EXPECT_EQ(command::record_text(nlohmann::json(std::vector<int>(60, 1))).substr(0, 8), "[\n 1,\n 1")
      << "a long list has lines";
}

// A folder of its own, removed with all that is in it.
class ResultFile : public testing::Test {
 protected:
  ResultFile() { std::filesystem::create_directory(folder_); }
  ~ResultFile() override { std::filesystem::remove_all(folder_); }

  std::string at(const std::string& name) const { return folder_ / name; }
  static std::string text_of(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void put(const std::string& name, const std::string& text) const { std::ofstream(at(name)) << text; }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_), {}));
  }
  static std::string refusal(const std::string& path) {
    try {
      command::result_file("--json", path);
    } catch (const command::bad_argument& e) {
      return e.what();
    }
    return "";
  }
  static std::string printed_by(command::result_file& file, const std::string& text) {
    testing::internal::CaptureStdout();
    file.write(text);
    return testing::internal::GetCapturedStdout();
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / ("ff_result_file_" + std::to_string(getpid()));
};

TEST_F(ResultFile, AppearsWhenItIsComplete) {
  put("a", "old");
  {
    command::result_file abandoned("--json", at("a"));
    EXPECT_TRUE(abandoned.wanted());
    EXPECT_EQ(files(), 1u);
  }
  EXPECT_EQ(files(), 1u);
  {
    command::result_file written("--json", at("a"));
    EXPECT_EQ(text_of(at("a")), "old");
    EXPECT_EQ(printed_by(written, "new\n"), "wrote " + at("a") + "\n");
    EXPECT_EQ(text_of(at("a")), "new\n");
  }
  EXPECT_EQ(files(), 1u);
  EXPECT_FALSE(command::result_file("--json", "").wanted());
}

TEST_F(ResultFile, KnowsBeforehandWhatCannotBeWritten) {
  for (const std::string& path :
       {at(""), at("no/file"), at("new/"), std::string("/"), std::string("."), at("..")})
    EXPECT_NE(refusal(path).find("expected a file in a writable folder"), std::string::npos) << path;
  EXPECT_NE(refusal(at(std::string(300, 'a'))), "");
  EXPECT_EQ(refusal(at(std::string(250, 'a'))), "");
}

// Whatever ends the tool, nothing is left: SIGKILL cannot be caught.
TEST_F(ResultFile, NothingStandsThereMeanwhile) {
  const command::result_file a("--json", at("a")), b("--csv", at("b"));
  EXPECT_EQ(files(), 0u);
}

TEST_F(ResultFile, NamesThatNobodyForesees) {
  std::string first, second;
  close(command::make_unfinished(folder_, first));
  close(command::make_unfinished(folder_, second));
  EXPECT_NE(first, second);
  EXPECT_EQ(std::filesystem::path(first).filename().string().size(),
            std::string(".ff-0123456789abcdef.part").size());
}

TEST_F(ResultFile, NoTwoAreOne) {
  put("there", "");
  std::filesystem::create_symlink("there", at("link"));
  std::filesystem::create_symlink("nowhere", at("dangling"));
  std::filesystem::create_hard_link(at("there"), at("twin"));
  std::filesystem::create_directory(at("folder"));
  const std::pair<const char*, const char*> same[] = {{"a", "a"},           {"a", "./a"},
                                                      {"a", "folder/../a"}, {"there", "link"},
                                                      {"there", "twin"},    {"dangling", "nowhere"},
                                                      {"link", "twin"}};
  for (const auto& [first, second] : same) {
    const command::result_file file("--json", at(first));
    EXPECT_NE(refusal(at(second)).find("expected two"), std::string::npos) << first << " " << second;
    EXPECT_EQ(refusal(at("other")), "");
  }
  const command::result_file nothing("--json", "/dev/null");
  EXPECT_EQ(refusal("/dev/null"), "");
}

TEST_F(ResultFile, FollowsLinksAndKeepsModes) {
  put("there", "old");
  std::filesystem::permissions(at("there"), std::filesystem::perms(0604));
  std::filesystem::create_symlink("there", at("link"));
  std::filesystem::create_symlink("link", at("chain"));
  command::result_file file("--json", at("chain"));
  printed_by(file, "new");
  EXPECT_TRUE(std::filesystem::is_symlink(at("chain")) && std::filesystem::is_symlink(at("link")));
  EXPECT_EQ(text_of(at("there")), "new");
  EXPECT_EQ(std::filesystem::status(at("there")).permissions(), std::filesystem::perms(0604));
}

// What cannot take its place is told where it is.
TEST_F(ResultFile, ACompleteResultIsNotLost) {
  command::result_file file("--json", at("a"));
  std::filesystem::create_directory(at("a"));
  try {
    file.write("new");
    ADD_FAILURE() << "a folder was replaced";
  } catch (const std::runtime_error& e) {
    const std::string said = e.what(), before = "the result is in ";
    EXPECT_EQ(text_of(said.substr(said.find(before) + before.size())), "new") << said;
  }
}

TEST_F(ResultFile, DevicesAndDescriptorsAreWrittenAsTheyAre) {
  command::result_file nothing("--json", "/dev/null");
  printed_by(nothing, "text");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  command::result_file full("--json", "/dev/full");
  EXPECT_THROW(full.write("text"), std::runtime_error);

  put("open", "");
  const int descriptor = open(at("open").c_str(), O_WRONLY | O_APPEND), reading = open("/dev/null", O_RDONLY);
  command::result_file file("--json", "/dev/fd/" + std::to_string(descriptor));
  printed_by(file, "text");
  EXPECT_EQ(text_of(at("open")), "text");
  EXPECT_EQ(write(descriptor, "s", 1), 1) << "the caller's own stays open";
  close(descriptor);
  EXPECT_NE(refusal("/dev/fd/" + std::to_string(reading)), "") << "not open for writing";
  close(reading);
  for (const char* path : {"/dev/fd/999", "/dev/fd/x", "/dev/fd/-1", "/proc/self/fd/"})
    EXPECT_NE(refusal(path), "") << path;
}

// A signal that comes while the file is written ends the tool once the file is whole.
TEST_F(ResultFile, SignalsWaitForWhatIsUnfinished) {
  for (const int ending : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
    const pid_t child = fork();
    if (child == 0) {
      const command::held_signals hold;
      command::result_file file("--json", at("a"));
      std::thread([&] { raise(ending); }).join();
      printed_by(file, "new");
      put("after", "here");
    }
    if (child == 0) _exit(0);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == ending) << status;
    EXPECT_EQ(text_of(at("a")), "new");
    EXPECT_EQ(files(), 2u) << ending;
  }
}

// The folder went while the tool worked: the result is elsewhere, and the message says where.
TEST_F(ResultFile, AFolderThatWent) {
  std::filesystem::create_directory(at("folder"));
  command::result_file file("--json", at("folder/a"));
  std::filesystem::remove(at("folder"));
  try {
    file.write("new");
    ADD_FAILURE() << "there is no folder";
  } catch (const std::runtime_error& e) {
    const std::string said = e.what(), before = "the result is in ",
                      path = said.substr(said.find(before) + before.size());
    EXPECT_EQ(text_of(path), "new") << said;
    std::filesystem::remove(path);
  }
}

// ---------------------------------------------------------------- streams

// The status of a tool whose standard output is as `prepare` leaves it.
int status_with(void (*prepare)(), int (*run)(int, char**)) {
  const pid_t child = fork();
  if (child == 0) {
    prepare();
    _exit(command::run_tool("a-tool", 0, nullptr, run));
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
void use_full() { dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO); }
void close_all() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) close(stream);
}

TEST(Streams, ALostOutputIsAFailure) {
  const auto speak = [](int, char**) {
    command::print("text\n");
    return 0;
  };
  const auto speak_long = [](int, char**) {
    fmt::print("{:100000}\n", 1);
    return 0;
  };
  const auto silent = [](int, char**) { return 1; };
  const auto refuse = [](int, char**) -> int { throw command::bad_argument("--x: expected y"); };
  for (const auto prepare : {use_full, close_all}) {
    EXPECT_EQ(status_with(prepare, speak), 3);
    EXPECT_EQ(status_with(prepare, speak_long), 3);
    EXPECT_EQ(status_with(prepare, silent), 1);
    EXPECT_EQ(status_with(prepare, refuse), 2);
  }
}

TEST(Streams, AClosedOneLendsItsNumberToNoFile) {
  const auto open_one = [](int, char**) { return open("/dev/null", O_WRONLY) > STDERR_FILENO ? 0 : 1; };
  EXPECT_EQ(status_with(close_all, open_one), 0);
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
  const svg::frame plot{{10, 20, 100, 200}, linear, logarithmic};
  EXPECT_EQ(plot.at_x(1), 60);
  EXPECT_EQ(plot.at_y(4), 120);
  EXPECT_EQ(plot.at_y(1), 220) << "y grows downwards on the page";
  EXPECT_EQ(plot.at_y(64), 20) << "beyond the axis";
  EXPECT_EQ(plot.at_y(0.5), 220) << "beyond the axis";
}

TEST(Svg, FramesDrawTicksAndTitles) {
  const svg::frame plot{{10, 20, 100, 200},
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
