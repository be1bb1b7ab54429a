// ff/mpi.hpp on as many ranks as mpirun starts: every rank runs every case, and has to see it pass.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <ff/mpi.hpp>
#include <iostream>
#include <random>
#include <utility>
#include <vector>

namespace {

using ff::ff_t;
using std::size_t;
using std::vector;

int rank = 0, ranks = 1;

// The same on every rank.
template <class T>
vector<T> random_elements(size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> uniform(-1.0f, 1.0f);
  vector<T> x(n);
  for (T& element : x) {
    element = uniform(random) * (random() % 8 == 0 ? 0x1p20f : 1.0f);
    if constexpr (sizeof(T) == 8) element = element + element * (uniform(random) * 0x1p-25f);
  }
  return x;
}

ff::uint64 bits_of(ff_t x) { return ff::detail::bit_cast<ff::uint64>(static_cast<ff::float2>(x)); }
ff::uint64 bits_of(float x) { return ff::detail::to_bits(x); }

const size_t sizes[] = {0, 1, 511, 512, 8191, 8192, 8193, 100000, 300001};

// Which rank has a block: runs of equal length, all in one place, each its own way, by chance.
using owner = int (*)(size_t block, size_t blocks);
const owner distributions[] = {
    [](size_t block, size_t blocks) { return static_cast<int>(block * static_cast<size_t>(ranks) / blocks); },
    [](size_t, size_t) { return ranks - 1; },
    [](size_t block, size_t) { return static_cast<int>(block % static_cast<size_t>(ranks)); },
    [](size_t block, size_t) {
      return static_cast<int>(block * 2654435761u % 65537u % static_cast<size_t>(ranks));
    }};

// What this rank gives away of x and y for the reduction: in reverse, and by copies, for it owns nothing
// else.
template <class Reduction, class T = typename Reduction::element>
int reduce(const vector<T>& x, const vector<T>& y, owner who, typename Reduction::result* result) {
  const size_t n = x.size(), full = ff::reduction_block<T>(n), blocks = (n + full - 1) / full;
  ff::mpi::distributed<Reduction> all(n);
  for (size_t block = blocks; block-- > 0;) {
    if (who(block, blocks) != rank) continue;
    const size_t first = block * full, end = std::min(n, first + full);
    const auto part = [&](const vector<T>& v) {
      return vector<T>(v.begin() + static_cast<std::ptrdiff_t>(first),
                       v.begin() + static_cast<std::ptrdiff_t>(end));
    };
    const vector<T> own_x = part(x), own_y = part(y);
    all.add(first, end - first, own_x.data(), own_y.data());
  }
  return all.result(result, MPI_COMM_WORLD);
}

template <class Reduction, class T = typename Reduction::element>
void expect_as_on_one_machine() {
  for (const size_t n : sizes) {
    const vector<T> x = random_elements<T>(n, 1), y = random_elements<T>(n, 2);
    const auto wanted = ff::detail::reduce<Reduction>(n, x.data(), y.data());
    for (const owner& who : distributions) {
      typename Reduction::result got(-1.0f);
      EXPECT_EQ(reduce<Reduction>(x, y, who, &got), MPI_SUCCESS);
      EXPECT_EQ(bits_of(got), bits_of(wanted)) << n << " elements, distribution " << (&who - distributions);
    }
  }
}

TEST(Mpi, ReductionsHaveTheBitsOfOneMachine) {
  expect_as_on_one_machine<ff::reductions::sum<float>>();
  expect_as_on_one_machine<ff::reductions::sum<ff_t>>();
  expect_as_on_one_machine<ff::reductions::dot<float>>();
  expect_as_on_one_machine<ff::reductions::dot<ff_t>>();
  expect_as_on_one_machine<ff::reductions::nrm2<float>>();
  expect_as_on_one_machine<ff::reductions::nrm2<ff_t>>();
  expect_as_on_one_machine<ff::reductions::sum2>();
  expect_as_on_one_machine<ff::reductions::dot2>();
}

// This rank's run, the first ranks having one block more.
template <class T>
void own_run(size_t n, size_t& first, size_t& count) {
  const size_t full = ff::reduction_block<T>(n), blocks = (n + full - 1) / full;
  const auto starts = [&](int r) {
    return std::min(n, (blocks * static_cast<size_t>(r) + static_cast<size_t>(ranks) - 1) /
                           static_cast<size_t>(ranks) * full);
  };
  first = starts(rank), count = starts(rank + 1) - first;
}

template <class T>
void expect_functions_of_runs() {
  const size_t n = 777777;
  const vector<T> x = random_elements<T>(n, 3), y = random_elements<T>(n, 4);
  size_t first = 0, count = 0;
  own_run<T>(n, first, count);
  ff_t sum, dot, norm;
  EXPECT_EQ(ff::mpi::sum(n, first, count, x.data() + first, &sum, MPI_COMM_WORLD), MPI_SUCCESS);
  EXPECT_EQ(ff::mpi::dot(n, first, count, x.data() + first, y.data() + first, &dot, MPI_COMM_WORLD),
            MPI_SUCCESS);
  EXPECT_EQ(ff::mpi::nrm2(n, first, count, x.data() + first, &norm, MPI_COMM_WORLD), MPI_SUCCESS);
  EXPECT_EQ(bits_of(sum), bits_of(ff::sum(n, x.data())));
  EXPECT_EQ(bits_of(dot), bits_of(ff::dot(n, x.data(), y.data())));
  EXPECT_EQ(bits_of(norm), bits_of(ff::nrm2(n, x.data())));
}

TEST(Mpi, SumDotAndNormOfRuns) {
  expect_functions_of_runs<float>();
  expect_functions_of_runs<ff_t>();
}

// Each is told to all ranks, though the fault is one rank's.
TEST(Mpi, WhatIsNoDistributionIsRefused) {
  const size_t n = 100000, full = ff::reduction_block<float>(n);
  const vector<float> x(n, 1.0f);
  using reduction = ff::mpi::distributed<ff::reductions::sum<float>>;
  const auto status_of = [&](auto give) {
    reduction all(n);
    if (rank == ranks - 1) give(all);
    ff_t result(7);
    const int status = all.result(&result, MPI_COMM_WORLD);
    EXPECT_TRUE(status == MPI_SUCCESS || result == 7) << "the result is left alone";
    return status;
  };
  const float* const p = x.data();
  EXPECT_EQ(status_of([&](reduction& all) { all.add(0, n, p, p); }), MPI_SUCCESS);
  EXPECT_EQ(status_of([](reduction&) {}), MPI_ERR_ARG) << "nothing at all";
  EXPECT_EQ(status_of([&](reduction& all) { all.add(0, n - n % full, p, p); }), MPI_ERR_ARG)
      << "the last missing";
  EXPECT_EQ(status_of([&](reduction& all) { all.add(full, n - full, p, p); }), MPI_ERR_ARG)
      << "the first missing";
  EXPECT_EQ(status_of([&](reduction& all) {
              all.add(0, n, p, p);
              all.add(full, full, p, p);
            }),
            MPI_ERR_ARG)
      << "one twice";
  EXPECT_EQ(status_of([&](reduction& all) {
              all.add(0, full, p, p);
              all.add(0, full, p, p);
              all.add(2 * full, n - 2 * full, p, p);
            }),
            MPI_ERR_ARG)
      << "one twice, one missing";
  for (const auto& [first, count] :
       {std::pair<size_t, size_t>{1, n - 1}, {0, full + 1}, {0, n + 1}, {n + full, 0}, {2 * n, ~size_t{0}}})
    EXPECT_EQ(status_of([&, f = first, c = count](reduction& all) {
                all.add(0, n, p, p);
                all.add(f, c, p, p);
              }),
              MPI_ERR_ARG)
        << first << ' ' << count;
  EXPECT_EQ(status_of([&](reduction& all) { all.add(0, n, nullptr, p); }), MPI_ERR_ARG) << "null";

  if (ranks == 1) return;
  const size_t other = rank == 0 ? n : 2 * n;
  reduction of_other(other);
  ff_t result;
  EXPECT_EQ(of_other.result(&result, MPI_COMM_WORLD), MPI_ERR_COUNT) << "other lengths";
}

TEST(Mpi, MessagesKeepAllBits) {
  const vector<ff_t> sent = random_elements<ff_t>(1000, static_cast<unsigned>(rank));
  vector<ff_t> got(sent.size());
  const int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  MPI_Sendrecv(sent.data(), 1000, ff::mpi::datatype(), next, 0, got.data(), 1000, ff::mpi::datatype(), before,
               0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  const vector<ff_t> wanted = random_elements<ff_t>(1000, static_cast<unsigned>(before));
  for (size_t i = 0; i < wanted.size(); ++i) ASSERT_EQ(bits_of(got[i]), bits_of(wanted[i])) << i;
  int size = 0;
  MPI_Type_size(ff::mpi::datatype(), &size);
  EXPECT_EQ(size, 8);
}

TEST(Mpi, Operations) {
  const auto number = [](int r) { return ff_t(r + 2) + 0x1p-30f; };
  ff_t sum = 0, product = 1;
  for (int r = 0; r < ranks; ++r) sum += number(r), product *= ff_t(r + 2);
  const auto all = [&](ff_t mine, MPI_Op operation) {
    ff_t result;
    EXPECT_EQ(MPI_Allreduce(&mine, &result, 1, ff::mpi::datatype(), operation, MPI_COMM_WORLD), MPI_SUCCESS);
    return result;
  };
  EXPECT_EQ(all(number(rank), ff::mpi::op_sum()), sum);
  EXPECT_EQ(all(ff_t(rank + 2), ff::mpi::op_prod()), product);
  EXPECT_EQ(all(number(rank), ff::mpi::op_min()), number(0));
  EXPECT_EQ(all(number(rank), ff::mpi::op_max()), number(ranks - 1));
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  ::testing::InitGoogleTest(&argc, argv);
  const int expected = argc > 1 ? std::atoi(argv[1]) : ranks;
  if (rank == 0 && ranks != expected)
    std::cerr << "expected " << expected << " ranks, there are " << ranks << '\n';
  int failed = RUN_ALL_TESTS() != 0 || ranks != expected ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return failed;
}
