// The GPU's results against the host's, bit for bit: every row of values over 2^24 vectors of all classes,
// past its domain as well, every operation on intervals over 2^20 of all themes, and every predicate over
// 2^18, and as many more by each stage alone.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <ff/platform/threads.hpp>
#include <string>

#include "accuracy/intervals/row.hpp"
#include "accuracy/judge/runner.hpp"
#include "accuracy/predicates/row.hpp"

namespace {

using namespace accuracy;
using ff::ff_t;

bool same_bits(float a, float b) {
  return ff::detail::to_bits(a) == ff::detail::to_bits(b) || (a != a && b != b);
}
bool same_bits(double a, double b) {
  return ff::detail::bit_cast<std::uint64_t>(a) == ff::detail::bit_cast<std::uint64_t>(b) ||
         (a != a && b != b);
}
bool same_bits(ff_t a, ff_t b) { return same_bits(a.hi(), b.hi()) && same_bits(a.lo(), b.lo()); }
bool same_bits(const evaluation& g, const outcome& h) {
  bool same = true;
  for (int i = 0; i < outcome::most; ++i) same = same && same_bits(g.result.part[i], h.part[i]);
  return same;
}
// NaN is the end of an empty interval; a pair is its head then.
template <class T>
bool same_ends(T a, T b) {
  return same_bits(a, b) || (a != a && b != b);
}
template <class T>
bool same_ends(ff::interval<T> a, ff::interval<T> b) {
  return same_ends(a.lower(), b.lower()) && same_ends(a.upper(), b.upper());
}
template <class T>
bool same_bits(const intervals::evaluation<T>& g, const intervals::results<T>& h) {
  return same_ends(g.r.first, h.first) && same_ends(g.r.second, h.second);
}

// A vector and both results, in words.
std::string words(ff_t x) {
  char text[64];
  std::snprintf(text, sizeof text, " (%a, %a)", static_cast<double>(x.hi()), static_cast<double>(x.lo()));
  return text;
}
template <class Evaluation, class Results>
std::string shown(const Evaluation&, const Results&) {
  return {};
}
std::string shown(const evaluation& g, const outcome& h) {
  std::string text = ":", host;
  for (int k = 0; k < 6; ++k) text += words(g.v[k]);
  for (int i = 0; i < outcome::most; ++i) host += words(h.part[i]);
  text += ", on the GPU";
  for (int i = 0; i < outcome::most; ++i) text += words(g.result.part[i]);
  return text + ", on the host" + host;
}

template <class Evaluation, class Runner>
void compare(Runner& gpu, Runner& cpu, int classes, std::uint64_t total) {
  stream s{2, {}};
  for (int c = 0; c < classes; ++c) s.classes.add(c);
  const std::uint64_t piece = std::min(total, std::uint64_t{1} << 22);
  std::vector<Evaluation> on_gpu(piece);
  const unsigned threads = ff::detail::processors();
  std::vector<std::uint64_t> differing(threads, 0), first(threads, total);
  std::vector<std::string> text(threads);
  for (std::uint64_t start = 0; start < total; start += piece) {
    gpu.evaluate(s, start, on_gpu);
    std::atomic<unsigned> next{0};
    ff::detail::on_threads(threads, [&] {
      for (unsigned t; (t = next++) < threads;)
        for (std::uint64_t i = piece * t / threads; i < piece * (t + 1) / threads; ++i) {
          if (same_bits(on_gpu[i], cpu.evaluate_one(on_gpu[i].v))) continue;
          if (differing[t]++ == 0)
            first[t] = start + i, text[t] = shown(on_gpu[i], cpu.evaluate_one(on_gpu[i].v));
        }
    });
  }
  for (unsigned t = 0; t < threads; ++t)
    EXPECT_EQ(differing[t], 0u) << "first at vector " << first[t] << text[t];
}

/// A test for each row, named as the row is.
struct row_test : testing::Test {
  explicit row_test(std::function<void()> body) : body_(std::move(body)) {}
  void TestBody() override {
    std::string why;
    if (!find_gpu(why)) GTEST_SKIP() << "no GPU: " << why;
    body_();
  }

 private:
  std::function<void()> body_;
};
void add_test(const std::string& name, std::function<void()> body) {
  testing::RegisterTest("Bits", name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                        [body]() -> testing::Test* { return new row_test(body); });
}

template <class T>
void add_interval_tests() {
  for (const auto& r : intervals::typed_rows<T>()) {
    if (r.row.original != nullptr) continue;
    add_test(r.row.title, [&r] {
      compare<intervals::evaluation<T>>(*intervals::make_gpu_runner<T>(r.row), *r.cpu,
                                        catalogue::intervals::theme_count, 1 << 20);
    });
  }
}

// The points are the host's too: the subject compares them.
void add_predicate_test(const std::string& name) {
  add_test(name, [name] {
    for (const auto& s : predicates::predicate_subjects(true)) {
      if (s->name() != name) continue;
      plan p;
      for (int c = 0; c < predicates::theme_count; ++c) p.vectors.classes.add(c);
      p.count = p.hunt = 1 << 18;
      const trial t = s->study(p);
      EXPECT_TRUE(t.passed()) << fault_names[static_cast<int>(t.first_wrong.wrong)];
    }
  });
}
template <class T>
void add_predicate_tests() {
  for (const auto& r : predicates::typed_rows<T>()) {
    if (r.row.original.empty()) add_predicate_test(r.row.title);
  }
}

const bool added = [] {
  for (const value_row& r : value_rows()) {
    if (r.info.original != nullptr) continue;  // mutants may leave their rows' domains
    add_test(r.info.name, [&r] {
      compare<evaluation>(*make_gpu_runner(r.info), *r.cpu, catalogue::class_count, 1 << 22);
    });
  }
  add_predicate_tests<float>();
  add_predicate_tests<double>();
  add_interval_tests<float>();
  add_interval_tests<double>();
  add_interval_tests<ff_t>();
  return true;
}();

}  // namespace
