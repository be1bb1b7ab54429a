// Runs a fuzz target where there is no libFuzzer: PROGRAM [--seconds S] [--runs N] [--seed N] FILE|FOLDER...
//
// Each file is an input, tried as it is; then come mutations of them, for S seconds (1) or N runs.  --runs 0
// only replays.  An input that ends the program is left in fuzz-crash.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr std::size_t longest = 400;

std::string input;  // what is being tried
std::string told;   // this is said of it where it ends the program

void try_input(std::string next) {
  input = std::move(next);
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

void keep_input(int signal) {
  const int file = open("fuzz-crash", O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (write(file, input.data(), input.size()) >= 0 && write(STDERR_FILENO, told.data(), told.size()) >= 0)
    close(file);
  raise(signal);
}

std::vector<std::string> read_seeds(const std::vector<std::string>& paths) {
  namespace fs = std::filesystem;
  std::vector<fs::path> files;
  for (const std::string& path : paths) {
    if (!fs::is_directory(path)) files.emplace_back(path);
    if (!fs::is_directory(path)) continue;
    for (const auto& entry : fs::directory_iterator(path)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> seeds;
  for (const fs::path& file : files) {
    std::ifstream in(file, std::ios::binary);
    if (!in) {
      std::fprintf(stderr, "%s: expected a readable file\n", file.c_str());
      std::exit(2);
    }
    seeds.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  if (seeds.empty()) seeds.emplace_back();
  return seeds;
}

class mutator {
 public:
  mutator(std::vector<std::string> seeds, std::uint64_t seed) : seeds_(std::move(seeds)), random_(seed) {}

  std::string next() {
    std::string text = some_seed();
    for (std::size_t steps = 1 + below(6); steps > 0; --steps) mutate(text);
    text.resize(std::min(text.size(), longest));
    return text;
  }

 private:
  std::size_t below(std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(random_() % n); }
  const std::string& some_seed() { return seeds_[below(seeds_.size())]; }
  std::string some_part(const std::string& of) {
    const std::size_t from = below(of.size());
    return of.substr(from, 1 + below(12));
  }

  void mutate(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    switch (below(6)) {
      case 0:  // another byte
        if (at < text.size()) text[at] = static_cast<char>(random_());
        break;
      case 1:  // a byte that seeds have
        if (at < text.size()) text[at] = some_part(some_seed() + " ")[0];
        break;
      case 2:
        text.erase(at, 1 + below(8));
        break;
      case 3:
        text.insert(at, some_part(some_seed()));
        break;
      case 4:
        for (std::size_t times = 1 + below(20), i = 0; i < times && text.size() < longest; ++i)
          text.insert(at, some_part(text.substr(at)));
        break;
      default: {  // the start of one and the end of another
        const std::string& other = some_seed();
        text = text.substr(0, at) + other.substr(below(other.size() + 1));
      }
    }
  }

  std::vector<std::string> seeds_;
  std::mt19937_64 random_;
};

}  // namespace

int main(int argc, char** argv) {
  double seconds = 1;
  std::uint64_t runs = UINT64_MAX, seed = 1;
  std::vector<std::string> paths;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const char* value = i + 1 < argc ? argv[i + 1] : "";
    if (word == "--seconds") {
      seconds = std::strtod(value, nullptr), ++i;
    } else if (word == "--runs") {
      runs = std::strtoull(value, nullptr, 10), seconds = 1e9, ++i;
    } else if (word == "--seed") {
      seed = std::strtoull(value, nullptr, 10), ++i;
    } else {
      paths.push_back(word);
    }
  }
  for (const int s : {SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGBUS}) {
    struct sigaction action {};
    action.sa_handler = keep_input;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(s, &action, nullptr);
  }

  told = "the input is in fuzz-crash; --seed was " + std::to_string(seed) + "\n";

  const std::vector<std::string> seeds = read_seeds(paths);
  for (const std::string& s : seeds) try_input(s);
  mutator mutations(seeds, seed);
  std::uint64_t done = 0;
  const auto start = std::chrono::steady_clock::now();
  while (done < runs &&
         std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < seconds) {
    try_input(mutations.next());
    ++done;
  }
  std::printf("%zu inputs and %llu mutations held, seed %llu\n", seeds.size(),
              static_cast<unsigned long long>(done), static_cast<unsigned long long>(seed));
}
