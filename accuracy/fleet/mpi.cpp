// The ranks of MPI as a fleet.
#include <mpi.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <type_traits>

#include "fleet.hpp"

namespace accuracy {
namespace {

constexpr int most_found = 64;  // worst_first's

// One search, as it is dealt out.  `row` is its name; empty: there is no more.
struct order {
  char row[64];
  stream vectors;
  std::uint64_t evaluations, shares, about;
  bool on_gpu;
};
static_assert(std::is_trivially_copyable_v<order> && std::is_trivially_copyable_v<operands> &&
              std::is_trivially_copyable_v<candidate>);

class mpi_fleet final : public fleet {
 public:
  mpi_fleet() {
    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm here;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &here);
    int place = 0;
    MPI_Comm_rank(here, &place);
    MPI_Comm_free(&here);
    use_gpu(place);
  }
  // However the first rank ends, the others learn that there is no more.
  ~mpi_fleet() override {
    if (is_first()) {
      order last = {};
      broadcast(&last, sizeof last);
    }
    MPI_Finalize();
  }

  int size() const override { return size_; }
  bool is_first() const override { return rank_ == 0; }

  std::vector<candidate> hunt(const std::string& row, runner& own, const stream& s, std::uint64_t evaluations,
                              const std::vector<operands>& about) override {
    order next = {{}, s, evaluations, shares_of(own, evaluations), about.size(), own.is_gpu()};
    if (row.size() >= sizeof next.row) throw std::logic_error("the name of a row is too long: " + row);
    std::memcpy(next.row, row.data(), row.size());
    broadcast(&next, sizeof next);
    std::vector<operands> shown = about;
    broadcast(shown.data(), shown.size() * sizeof(operands));
    return search(own, next, shown);
  }

  int serve() override {
    try {
      for (order next = {};;) {
        broadcast(&next, sizeof next);
        if (next.row[0] == 0) return 0;
        std::vector<operands> about(next.about);
        broadcast(about.data(), about.size() * sizeof(operands));
        search(runner_of(next), next, about);
      }
    } catch (const std::exception& e) {  // the others cannot go on: mpirun ends them
      std::fprintf(stderr, "ff-accuracy: rank %d of %d: %s\n", rank_, size_, e.what());
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return 1;
  }

 private:
  runner& runner_of(const order& o) {
    const value_row* row = find_value_row(o.row);
    if (row == nullptr) throw std::logic_error(std::string("no row is called ") + o.row);
    std::string why;
    if (o.on_gpu && !find_gpu(why)) throw std::runtime_error(why);
    own_ = o.on_gpu ? make_gpu_runner(row->info) : row->cpu;
    return *own_;
  }

  // On the first rank what all have found, the worst first.
  std::vector<candidate> search(runner& own, const order& o, const std::vector<operands>& about) {
    std::vector<candidate> found =
        hunt_own_shares(own, o.vectors, o.evaluations, about, o.shares, rank_, size_);
    found.resize(most_found, candidate{-1, {}});
    std::vector<candidate> all(is_first() ? most_found * static_cast<std::size_t>(size_) : 0);
    constexpr int bytes = most_found * static_cast<int>(sizeof(candidate));
    MPI_Gather(found.data(), bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    return worst_first(std::move(all));
  }

  // From the first rank.  The others may wait for long, and the first judges on all cores meanwhile: they
  // sleep.
  void broadcast(void* data, std::size_t bytes) const {
    MPI_Request request;
    MPI_Ibcast(data, static_cast<int>(bytes), MPI_BYTE, 0, MPI_COMM_WORLD, &request);
    for (int arrived = 0;;) {
      MPI_Test(&request, &arrived, MPI_STATUS_IGNORE);
      if (arrived != 0) return;
      usleep(500);
    }
  }

  int rank_ = 0, size_ = 1;
  std::shared_ptr<runner> own_;
};

}  // namespace

std::unique_ptr<fleet> join_fleet() { return std::make_unique<mpi_fleet>(); }

}  // namespace accuracy
