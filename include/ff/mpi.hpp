// Numbers in MPI's messages, and sums, dot products and norms of arrays that are distributed over its ranks.
//
// Of an array of n elements each rank holds blocks of reduction_block<T>(n), which ones is free.  Every rank
// gets the result, and its bits are those that ff::sum, dot and nrm2 of the whole array have on one machine,
// for any number of ranks: what they exchange is the total of each block, 32 KiB at most.
//
//   const ff::size_t block = ff::reduction_block<float>(n);  // first: a multiple of it
//   ff::mpi::sum(n, first, count, x, &result, MPI_COMM_WORLD);
//
// All functions return MPI's status.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <mpi.h>

#include <ff/basic.hpp>
#include <ff/reduce/host.hpp>
#include <vector>

namespace ff::mpi {

namespace detail {

// MPI_Finalize frees these: MPI deletes the attributes of MPI_COMM_SELF first of all.
template <class Handle, int free(Handle*)>
void free_at_the_end(Handle* handle) {
  int key = MPI_KEYVAL_INVALID;
  const auto release = [](MPI_Comm, int, void* held, void*) { return free(static_cast<Handle*>(held)); };
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, release, &key, nullptr);
  MPI_Comm_set_attr(MPI_COMM_SELF, key, handle);
  MPI_Comm_free_keyval(&key);
}

inline MPI_Datatype made_datatype() {
  static MPI_Datatype type;
  MPI_Type_contiguous(2, MPI_FLOAT, &type);
  MPI_Type_commit(&type);
  free_at_the_end<MPI_Datatype, MPI_Type_free>(&type);
  return type;
}

template <class Combine>
void combine(void* in, void* inout, int* length, MPI_Datatype*) {
  const auto* x = static_cast<const ff_t*>(in);
  auto* y = static_cast<ff_t*>(inout);
  for (int i = 0; i < *length; ++i) y[i] = Combine::of(x[i], y[i]);
}

template <class Combine>
MPI_Op made_operation() {
  static MPI_Op operation;
  MPI_Op_create(combine<Combine>, 1, &operation);
  free_at_the_end<MPI_Op, MPI_Op_free>(&operation);
  return operation;
}

struct plus {
  static ff_t of(ff_t x, ff_t y) { return x + y; }
};
struct times {
  static ff_t of(ff_t x, ff_t y) { return x * y; }
};
struct least {
  static ff_t of(ff_t x, ff_t y) { return fmin(x, y); }
};
struct greatest {
  static ff_t of(ff_t x, ff_t y) { return fmax(x, y); }
};

}  // namespace detail

/// MPI's type of an ff_t, made at the first call, after MPI_Init, and freed by MPI_Finalize.
inline MPI_Datatype datatype() {
  static const MPI_Datatype type = detail::made_datatype();
  return type;
}

/// Operations of MPI on datatype(), for MPI_Allreduce and its kin: x + y, x y, fmin, fmax.  Made and freed as
/// datatype().  MPI chooses the order, so that the last bits of sums and products may change with the number
/// of ranks; those of the functions below do not.
inline MPI_Op op_sum() {
  static const MPI_Op operation = detail::made_operation<detail::plus>();
  return operation;
}
inline MPI_Op op_prod() {
  static const MPI_Op operation = detail::made_operation<detail::times>();
  return operation;
}
inline MPI_Op op_min() {
  static const MPI_Op operation = detail::made_operation<detail::least>();
  return operation;
}
inline MPI_Op op_max() {
  static const MPI_Op operation = detail::made_operation<detail::greatest>();
  return operation;
}

/// The reduction of a distributed array of n elements, for ranks that hold more than one run of blocks:
///
///   ff::mpi::distributed<ff::reductions::dot<float>> dot(n);
///   dot.add(first, count, x, y);                // each run, in any order
///   dot.result(&result, MPI_COMM_WORLD);        // on every rank of it
template <class Reduction>
class distributed {
 public:
  using element = typename Reduction::element;

  explicit distributed(size_t n)
      : n_(n), shape_(n), totals_(shape_.chunks, ff_t(0.0f)), owners_(shape_.chunks, 0) {}

  /// Adds elements first to first + count - 1: x[0] is element `first`, and y[0] that of the second array.
  /// They are whole blocks, or reach to the end; others are told by result.
  void add(size_t first, size_t count, const element* x, const element* y) {
    const size_t full = reduction_block<element>(n_);
    const bool ends = count == n_ - first || count % full == 0;
    if (first > n_ || count > n_ - first || first % full != 0 || !ends || (count > 0 && (!x || !y))) {
      good_ = false;
      return;
    }
    for (size_t at = 0; at < count; at += full) {
      const size_t chunk = (first + at) / full, here = count - at < full ? count - at : full;
      totals_[chunk] = ff::detail::chunk_total<Reduction>(x + at, y + at, here);
      ++owners_[chunk];
    }
  }

  /// *result = the reduction, on every rank.  MPI_ERR_COUNT where the ranks differ in n, MPI_ERR_ARG where
  /// blocks are missing, given twice or not whole, on every rank; else what MPI returns.
  int result(typename Reduction::result* result, MPI_Comm comm) const {
    uint64 most[3] = {n_, ~uint64{n_}, good_ ? 0u : 1u};
    int status = MPI_Allreduce(MPI_IN_PLACE, most, 3, MPI_UINT64_T, MPI_MAX, comm);
    if (status != MPI_SUCCESS) return status;
    if (most[0] != ~most[1]) return MPI_ERR_COUNT;
    if (most[2] != 0) return MPI_ERR_ARG;

    // A block has one owner, and its total is zero elsewhere: so the sum of the bits is the owner's.
    const size_t chunks = n_ == 0 ? 0 : shape_.chunks;
    std::vector<uint64> words(2 * chunks);
    for (size_t chunk = 0; chunk < chunks; ++chunk) {
      words[chunk] = ff::detail::bit_cast<uint64>(static_cast<float2>(totals_[chunk]));
      words[chunks + chunk] = owners_[chunk];
    }
    status = MPI_Allreduce(MPI_IN_PLACE, words.data(), static_cast<int>(words.size()), MPI_UINT64_T, MPI_SUM,
                           comm);
    if (status != MPI_SUCCESS) return status;
    ff::detail::chunk_tree tree;
    if (chunks == 0) tree.add(ff_t(0.0f));
    for (size_t chunk = 0; chunk < chunks; ++chunk) {
      if (words[chunks + chunk] != 1) return MPI_ERR_ARG;
      tree.add(ff_t(ff::detail::bit_cast<float2>(words[chunk])));
    }
    *result = Reduction::finish(tree.total());
    return MPI_SUCCESS;
  }

 private:
  size_t n_;
  reduction_shape<element> shape_;
  std::vector<ff_t> totals_;
  std::vector<uint64> owners_;
  bool good_ = true;
};

namespace detail {

template <class Reduction, class T = typename Reduction::element>
int reduce(size_t n, size_t first, size_t count, const T* x, const T* y, typename Reduction::result* result,
           MPI_Comm comm) {
  distributed<Reduction> all(n);
  all.add(first, count, x, y);
  return all.result(result, comm);
}

}  // namespace detail

/// *result = the sum of an array of n elements, of which this rank has `count` from element `first` on: whole
/// blocks, or to the end; count may be 0.  On every rank of comm; the status is distributed::result's.
inline int sum(size_t n, size_t first, size_t count, const float* x, ff_t* result, MPI_Comm comm) {
  return detail::reduce<reductions::sum<float>>(n, first, count, x, x, result, comm);
}
inline int sum(size_t n, size_t first, size_t count, const ff_t* x, ff_t* result, MPI_Comm comm) {
  return detail::reduce<reductions::sum<ff_t>>(n, first, count, x, x, result, comm);
}

/// The dot product of two arrays that are distributed alike, likewise.
inline int dot(size_t n, size_t first, size_t count, const float* x, const float* y, ff_t* result,
               MPI_Comm comm) {
  return detail::reduce<reductions::dot<float>>(n, first, count, x, y, result, comm);
}
inline int dot(size_t n, size_t first, size_t count, const ff_t* x, const ff_t* y, ff_t* result,
               MPI_Comm comm) {
  return detail::reduce<reductions::dot<ff_t>>(n, first, count, x, y, result, comm);
}

/// The norm, the root of the sum of squares, likewise; its domain is ff::nrm2's.
inline int nrm2(size_t n, size_t first, size_t count, const float* x, ff_t* result, MPI_Comm comm) {
  return detail::reduce<reductions::nrm2<float>>(n, first, count, x, x, result, comm);
}
inline int nrm2(size_t n, size_t first, size_t count, const ff_t* x, ff_t* result, MPI_Comm comm) {
  return detail::reduce<reductions::nrm2<ff_t>>(n, first, count, x, x, result, comm);
}

}  // namespace ff::mpi

#endif
