// Says how much memory a process may still take.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace command {

/// The first number of a file of the system; none where there is none.
inline double number_in(const char* path, double otherwise) {
  std::ifstream in(path);
  double x = 0;
  return in >> x ? x : otherwise;
}

/// Bytes that are free for this process, as the system tells: the machine's, the control group's and those of
/// its limit of addresses.  Infinite where it tells nothing.
inline double available_memory() {
  double free = std::numeric_limits<double>::infinity();
  std::ifstream machine("/proc/meminfo");
  for (std::string name, unit; machine >> name;) {
    double kilobytes = 0;
    if (!(machine >> kilobytes)) break;
    std::getline(machine, unit);
    if (name == "MemAvailable:") free = std::min(free, 1024 * kilobytes);
  }
  const double group = number_in("/sys/fs/cgroup/memory.max", free);
  free = std::min(free, group - number_in("/sys/fs/cgroup/memory.current", 0));
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    const double pages = number_in("/proc/self/statm", 0);
    free = std::min(free,
                    static_cast<double>(limit.rlim_cur) - pages * static_cast<double>(sysconf(_SC_PAGESIZE)));
  }
  return std::max(free, 0.0);
}

}  // namespace command
