// Result files: whatever can be refused is refused before the work starts, an older good file stays until the
// new one is complete, and nothing half-written stays behind.
#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "failure.hpp"
#include "streams.hpp"

namespace command {

/// The place of an unfinished file's name.
struct unfinished_file {
  std::atomic<bool> used{false};
  char path[4096] = {};
};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler reads it");

/// Unfinished files by name, which the signals that end a tool remove.
class unfinished_files {
 public:
  static constexpr std::size_t most = 8;

  /// Makes a new file in the folder, under a name that nobody can foresee, and returns its descriptor; -1 and
  /// errno where that fails.  The mode is the one that umask leaves.
  static int make(const std::filesystem::path& folder, std::size_t& place) {
    static const bool handlers = install_handlers();
    static_cast<void>(handlers);
    const auto free =
        std::find_if(all_.begin(), all_.end(), [](const unfinished_file& e) { return !e.used; });
    if (free == all_.end()) return errno = EMFILE, -1;
    place = static_cast<std::size_t>(free - all_.begin());
    const blocked_signals blocked;  // between the file's birth and its entry here
    std::random_device random;
    for (int attempt = 0; attempt < 100; ++attempt) {
      const std::string path = (folder / fmt::format(".ff-{:08x}{:08x}.part", random(), random())).string();
      if (path.size() >= sizeof free->path) return errno = ENAMETOOLONG, -1;
      const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
      if (file < 0 && errno == EEXIST) continue;
      if (file < 0) return -1;
      path.copy(free->path, path.size());
      free->path[path.size()] = '\0';
      free->used = true;
      return file;
    }
    return -1;
  }
  static const char* path(std::size_t place) { return all_[place].path; }
  static void forget(std::size_t place) { all_[place].used = false; }

 private:
  static inline std::array<unfinished_file, most> all_;

  static constexpr std::array<int, 7> ending = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXCPU, SIGXFSZ};

  struct blocked_signals {
    blocked_signals() {
      sigset_t set;
      sigemptyset(&set);
      for (const int s : ending) sigaddset(&set, s);
      pthread_sigmask(SIG_BLOCK, &set, &before);
    }
    ~blocked_signals() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }
    sigset_t before{};
  };

  // The default action follows, so that the status tells the signal.
  static void remove_and_end(int signal) {
    for (const unfinished_file& e : all_)
      if (e.used) unlink(e.path);
    raise(signal);
  }
  // A signal that is ignored, as under nohup, stays so.
  static bool install_handlers() {
    for (const int s : ending) {
      struct sigaction action {};
      sigaction(s, nullptr, &action);
      if ((action.sa_flags & SA_SIGINFO) != 0 || action.sa_handler != SIG_DFL) continue;
      action = {};
      action.sa_handler = remove_and_end;
      action.sa_flags = static_cast<int>(SA_RESETHAND);
      sigaction(s, &action, nullptr);
    }
    return true;
  }
};

/// A result file, by the option that names it.  A path that is a symbolic link stands for what it points to.
/// A regular file is replaced when the new one is complete; a device, a pipe or a socket is written as it is,
/// and so is what /dev/stdout or /dev/fd/N has open.  No two living result files are the same.
class result_file {
 public:
  /// An empty path: no file is wanted.
  result_file(std::string option, std::string path) : option_(std::move(option)), path_(std::move(path)) {
    if (!wanted()) return;
    find_target();
    refuse_what_others_write();
    try {
      open_file();
    } catch (...) {
      close_file();
      throw;
    }
    living_.push_back(this);
  }
  result_file(const result_file&) = delete;
  result_file& operator=(const result_file&) = delete;
  ~result_file() {
    living_.erase(std::remove(living_.begin(), living_.end(), this), living_.end());
    close_file();
  }

  bool wanted() const { return !path_.empty(); }

  /// Text or bytes.
  void write(std::string_view content) {
    if (is_direct()) std::fflush(stdout);  // it may be the same stream
    write_all(content);
    if (!is_direct() && fsync(file_) != 0 && errno != EINVAL && errno != EROFS) fail();
    if (close(std::exchange(file_, -1)) != 0) fail();
    if (!is_direct()) replace();
    print(fmt::format("wrote {}\n", path_));
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw bad_argument(fmt::format("{} {}: {}; expected a file in a writable folder", option_, path_, why));
  }
  [[noreturn]] void refuse(int error) const { refuse(std::strerror(error)); }
  [[noreturn]] void fail() const {
    throw std::runtime_error(fmt::format("cannot write {}: {}", path_, std::strerror(errno)));
  }

  // Follows symbolic links by hand: a link to what does not exist yet names the file to make.
  void find_target() {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path descriptors = fs::canonical("/proc/self/fd", error);
    target_ = path_;
    for (int links = 0; links < 40; ++links) {
      const fs::path folder = fs::canonical(target_.has_parent_path() ? target_.parent_path() : ".", error);
      if (error) refuse(error.value());
      if (!target_.has_filename()) refuse("that is a folder");
      target_ = folder / target_.filename();
      if (folder == descriptors) return find_descriptor(target_.filename().string());
      const fs::file_status status = fs::symlink_status(target_, error);
      if (!fs::is_symlink(status)) return find_file();
      const fs::path next = fs::read_symlink(target_, error);
      if (error) refuse(error.value());
      target_ = folder / next;
    }
    refuse(ELOOP);
  }

  void find_descriptor(const std::string& number) {
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), descriptor_);
    const bool whole = error == std::errc{} && end == number.data() + number.size();
    const int flags = whole ? fcntl(descriptor_, F_GETFL) : -1;
    if (flags < 0 || fstat(descriptor_, &status_) != 0) refuse("nothing is open there");
    if ((flags & O_ACCMODE) == O_RDONLY) refuse("that is not open for writing");
    exists_ = true;
  }

  void find_file() {
    exists_ = stat(target_.c_str(), &status_) == 0;
    if (!exists_ && errno != ENOENT) refuse(errno);
    if (!exists_) return;
    if (S_ISDIR(status_.st_mode)) refuse("that is a folder");
    if (access(target_.c_str(), W_OK) != 0) refuse(errno);
  }

  bool is_direct() const { return exists_ && (descriptor_ >= 0 || !S_ISREG(status_.st_mode)); }
  bool is_file(const struct stat& other) const {
    return exists_ && status_.st_dev == other.st_dev && status_.st_ino == other.st_ino;
  }
  bool is_same(const result_file& other) const {
    return other.exists_ ? is_file(other.status_) : !exists_ && target_ == other.target_;
  }

  void refuse_what_others_write() const {
    struct stat nothing {};
    if (stat("/dev/null", &nothing) == 0 && is_file(nothing)) return;
    for (const result_file* other : living_) {
      if (is_same(*other))
        throw bad_argument(fmt::format("{} {} and {} {} are one file; expected two", other->option_,
                                       other->path_, option_, path_));
    }
    struct stat output {};
    if (!is_direct() && fstat(STDOUT_FILENO, &output) == 0 && is_file(output))
      throw bad_argument(fmt::format(
          "{} {}: standard output goes there; expected another file, or /dev/stdout", option_, path_));
  }

  void open_file() {
    if (is_direct()) {
      file_ = descriptor_ >= 0 ? fcntl(descriptor_, F_DUPFD_CLOEXEC, 3)
                               : open(target_.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
      if (file_ < 0) refuse(errno);
      return;
    }
    file_ = unfinished_files::make(target_.parent_path(), temporary_);
    if (file_ < 0) refuse("cannot write there (" + std::string(std::strerror(errno)) + ")");
    has_temporary_ = true;
    if (!exists_) return;
    // Only root gives files away; anybody else's new file stays their own.
    [[maybe_unused]] const int given = fchown(file_, status_.st_uid, status_.st_gid);
    if (fchmod(file_, status_.st_mode & 0777) != 0) refuse(errno);
  }

  void close_file() {
    if (file_ >= 0) close(std::exchange(file_, -1));
    if (!std::exchange(has_temporary_, false)) return;
    unlink(unfinished_files::path(temporary_));
    unfinished_files::forget(temporary_);
  }

  void write_all(std::string_view rest) {
    while (!rest.empty()) {
      const ssize_t written = ::write(file_, rest.data(), rest.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail();
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  // A result that is complete is worth more than its name: where it cannot take its place it stays where it
  // is.
  void replace() {
    const std::string temporary = unfinished_files::path(temporary_);
    const int error = std::rename(temporary.c_str(), target_.c_str()) == 0 ? 0 : errno;
    has_temporary_ = false;
    unfinished_files::forget(temporary_);
    if (error != 0)
      throw std::runtime_error(
          fmt::format("cannot write {}: {}; the result is in {}", path_, std::strerror(error), temporary));
  }

  std::string option_, path_;
  std::filesystem::path target_;  // the path without links
  bool exists_ = false;
  struct stat status_ {};  // of what exists
  int descriptor_ = -1;    // the one that the path stands for
  int file_ = -1;
  bool has_temporary_ = false;
  std::size_t temporary_ = 0;

  static inline std::vector<const result_file*> living_;
};

}  // namespace command
