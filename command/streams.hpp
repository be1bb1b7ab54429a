// The standard streams, whatever state the shell left them in.
#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <string>

namespace command {

/// Gives a closed standard stream something that cannot be used the way the stream is, so that no file that
/// is opened later takes its number.
inline void open_standard_streams() {
  const int useless[] = {O_WRONLY, O_RDONLY, O_RDONLY};
  for (int stream = 0; stream < 3; ++stream) {
    if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", useless[stream]) != stream)
      throw std::runtime_error("cannot open /dev/null");
  }
}

/// Text on standard output, by a tool that has more to do: what is lost shows when the output is flushed.
inline void print(const std::string& text) { std::fputs(text.c_str(), stdout); }

/// Sends off what was written to standard output; throws where any of it is lost.
inline void flush_output() {
  errno = 0;
  if (std::cout.flush() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
  throw std::runtime_error(
      fmt::format("cannot write to standard output: {}", errno != 0 ? std::strerror(errno) : "it is lost"));
}

}  // namespace command
