// Result files: whatever can be refused is refused before the work starts, an older good file stays until the
// new one is complete, and nothing half-written stays behind.
#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
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

/// Holds back the signals that end a tool while a file has a name that it does not keep; the last that came
/// is raised afterwards.  A mask would not do: another thread would take the signal.
class held_signals {
 public:
  held_signals() {
    for (std::size_t i = 0; i < ending.size(); ++i) {
      sigaction(ending[i], nullptr, &before_[i]);
      struct sigaction hold = {};
      hold.sa_handler = [](int signal) { came_ = signal; };
      hold.sa_flags = SA_RESTART;  // the disk's calls go on
      if (is_default(before_[i])) sigaction(ending[i], &hold, nullptr);
    }
  }
  ~held_signals() {
    for (std::size_t i = 0; i < ending.size(); ++i)
      if (is_default(before_[i])) sigaction(ending[i], &before_[i], nullptr);
    if (const int signal = std::exchange(came_, 0)) raise(signal);
  }
  held_signals(const held_signals&) = delete;
  held_signals& operator=(const held_signals&) = delete;

 private:
  // SIGQUIT is not among them: it ends a tool that waits for a disk.
  static constexpr std::array<int, 6> ending = {SIGHUP, SIGINT, SIGTERM, SIGPIPE, SIGXCPU, SIGXFSZ};
  // One that is ignored, as under nohup, stays so.
  static bool is_default(const struct sigaction& a) {
    return (a.sa_flags & SA_SIGINFO) == 0 && a.sa_handler == SIG_DFL;
  }

  static inline volatile std::sig_atomic_t came_ = 0;
  std::array<struct sigaction, ending.size()> before_{};
};

/// Makes a new file in the folder, under a name that nobody can foresee.  Returns its descriptor; -1 and
/// errno where that fails.  The mode is the one that umask leaves.
inline int make_unfinished(const std::filesystem::path& folder, std::string& path) {
  std::random_device random;
  for (int attempt = 0; attempt < 100; ++attempt) {
    path = (folder / fmt::format(".ff-{:08x}{:08x}.part", random(), random())).string();
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

/// A result file, by the option that names it.  A path that is a symbolic link stands for what it points to.
/// A regular file is replaced when the new one is complete; a device, a pipe or a socket is written as it is,
/// and so is what /dev/stdout or /dev/fd/N has open.  No two living result files are the same.
///
/// The folder is tried beforehand, but no file stands there while the tool works: even SIGKILL, which mpirun
/// sends right after SIGTERM, leaves nothing behind.
class result_file {
 public:
  /// An empty path: no file is wanted.  A name that ends in another way than `ending`, like .jpg where .png
  /// is written, is refused; a name without a dot is taken as it is.
  result_file(std::string option, std::string path, const std::string& ending = {})
      : option_(std::move(option)), path_(std::move(path)) {
    if (!wanted()) return;
    find_target();
    refuse_another_ending(ending);
    refuse_what_others_write();
    open_file();
    living_.push_back(this);
  }
  result_file(const result_file&) = delete;
  result_file& operator=(const result_file&) = delete;
  ~result_file() {
    living_.erase(std::remove(living_.begin(), living_.end(), this), living_.end());
    if (file_ >= 0) close(file_);
  }

  bool wanted() const { return !path_.empty(); }

  /// Refuses to replace an input, which `option` names, by any living result file.
  static void spare(const std::string& option, const std::string& path) {
    struct stat input {};
    if (path.empty() || stat(path.c_str(), &input) != 0 || !S_ISREG(input.st_mode)) return;
    for (const result_file* result : living_) {
      if (result->is_file(input))
        throw bad_argument(fmt::format("{} {} and {} {} are one file; expected two", option, path,
                                       result->option_, result->path_));
    }
  }

  /// Text or bytes.
  void write(std::string_view content) {
    if (is_direct()) {
      std::fflush(stdout);  // it may be the same stream
      write_all(content);
    } else {
      replace_by(content);
    }
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

  void refuse_another_ending(const std::string& ending) const {
    std::string own = std::filesystem::path(path_).extension().string();
    for (char& c : own) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (!ending.empty() && !own.empty() && own != ending)
      throw bad_argument(fmt::format("{} {}: expected a name that ends in {}", option_, path_, ending));
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
    std::string unfinished;
    const held_signals hold;
    const int tried = make_unfinished(target_.parent_path(), unfinished);
    if (tried < 0) refuse("cannot write there (" + std::string(std::strerror(errno)) + ")");
    const int denied = take_rights(tried) ? 0 : errno;
    close(tried);
    unlink(unfinished.c_str());
    if (denied != 0) refuse(denied);
  }

  // The new file has the old one's owner and mode.
  bool take_rights(int file) const {
    if (!exists_) return true;
    // Only root gives files away; anybody else's new file stays their own.
    [[maybe_unused]] const int given = fchown(file, status_.st_uid, status_.st_gid);
    return fchmod(file, status_.st_mode & 0777) == 0;
  }

  void write_all(std::string_view rest) {
    while (!rest.empty()) {
      const ssize_t written = ::write(file_, rest.data(), rest.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail();
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
    if (!is_direct() && fsync(file_) != 0 && errno != EINVAL && errno != EROFS) fail();
    if (close(std::exchange(file_, -1)) != 0) fail();
  }

  // A result that is complete is worth more than its name: where it cannot take its place it stays where it
  // is.
  void replace_by(std::string_view content) {
    const held_signals hold;
    std::string unfinished;
    file_ = make_unfinished(target_.parent_path(), unfinished);
    if (file_ < 0) {  // the folder is no longer what it was
      const int error = errno;
      std::error_code none;  // then the current folder serves
      file_ = make_unfinished(std::filesystem::temp_directory_path(none), unfinished);
      if (file_ < 0) errno = error, fail();
    }
    try {
      if (!take_rights(file_)) fail();
      write_all(content);
    } catch (...) {
      unlink(unfinished.c_str());
      throw;
    }
    if (std::rename(unfinished.c_str(), target_.c_str()) != 0)
      throw std::runtime_error(
          fmt::format("cannot write {}: {}; the result is in {}", path_, std::strerror(errno), unfinished));
  }

  std::string option_, path_;
  std::filesystem::path target_;  // the path without links
  bool exists_ = false;
  struct stat status_ {};  // of what exists
  int descriptor_ = -1;    // the one that the path stands for
  int file_ = -1;          // what is written just now; a device's from the beginning on

  static inline std::vector<const result_file*> living_;
};

}  // namespace command
