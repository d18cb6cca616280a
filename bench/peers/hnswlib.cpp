// hnswlib over a file of vectors: build time, memory, answers and time of an answer at several widths of the search, as JSON on stdout.
// Usage: hnswlib FILE THREADS. The file is little endian: uint64 vectors, uint64 queries, uint64 width, then float32 [vectors][width] and
// [queries][width], all of length 1. Needs hnswlib's headers (Debian: libhnswlib-dev). bench/search builds and runs it.
#include <hnswlib/hnswlib.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr size_t kLinks = 16, kWidthOfBuild = 200, kTop = 10;
const std::vector<size_t> kWidths = {10, 20, 40, 80, 160, 320, 640};

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// resident is the process's resident memory in bytes.
uint64_t resident() {
  std::ifstream in("/proc/self/status");
  for (std::string word; in >> word;)
    if (word == "VmRSS:") {
      uint64_t kib = 0;
      in >> kib;
      return kib << 10;
    }
  return 0;
}

struct Data {
  uint64_t n = 0, queries = 0, width = 0;
  std::vector<float> numbers;
  const float *row(uint64_t i) const { return numbers.data() + i * width; }
};

bool read(const char *path, Data &d) {
  std::ifstream in(path, std::ios::binary);
  in.read(reinterpret_cast<char *>(&d.n), 8).read(reinterpret_cast<char *>(&d.queries), 8).read(reinterpret_cast<char *>(&d.width), 8);
  if (!in || d.n == 0 || d.width == 0 || d.width > 65536) return false;
  d.numbers.resize((d.n + d.queries) * d.width);
  in.read(reinterpret_cast<char *>(d.numbers.data()), std::streamsize(d.numbers.size() * sizeof(float)));
  return bool(in);
}

void build(hnswlib::HierarchicalNSW<float> &index, const Data &d, uint64_t threads) {
  index.addPoint(d.row(0), 0);
  std::vector<std::thread> all;
  for (uint64_t t = 0; t < threads; t++)
    all.emplace_back([&, t] {
      for (uint64_t i = 1 + t; i < d.n; i += threads) {
        index.addPoint(d.row(i), i);
        if (t == 0 && i / 10000 != (i + threads) / 10000)
          std::fprintf(stderr, "bench-search: hnswlib: %llu of %llu\n", (unsigned long long)i, (unsigned long long)d.n);
      }
    });
  for (auto &t : all) t.join();
}

// answer prints the ids found for a query, best first, and returns the milliseconds that it took.
double answer(hnswlib::HierarchicalNSW<float> &index, const float *query, bool last) {
  double start = seconds();
  auto found = index.searchKnn(query, kTop);
  double took = (seconds() - start) * 1000;
  std::vector<uint64_t> ids(found.size());
  for (size_t i = ids.size(); i-- > 0; found.pop()) ids[i] = found.top().second;
  std::printf("[");
  for (size_t i = 0; i < ids.size(); i++) std::printf("%s%llu", i ? "," : "", (unsigned long long)ids[i]);
  std::printf(last ? "]" : "],");
  return took;
}

void search(hnswlib::HierarchicalNSW<float> &index, const Data &d, size_t width, bool last) {
  index.setEf(width);
  for (uint64_t q = 0; q < d.queries; q++) index.searchKnn(d.row(d.n + q), kTop);  // not measured
  std::vector<double> ms;
  std::printf("{\"ef\":%zu,\"ids\":[", width);
  for (uint64_t q = 0; q < d.queries; q++) ms.push_back(answer(index, d.row(d.n + q), q + 1 == d.queries));
  std::printf("],\"ms\":[");
  for (size_t i = 0; i < ms.size(); i++) std::printf("%s%.6f", i ? "," : "", ms[i]);
  std::printf(last ? "]}" : "]},");
}

}  // namespace

int main(int argc, char **argv) {
  Data d;
  uint64_t threads = argc == 3 ? std::strtoull(argv[2], nullptr, 10) : 0;
  if (threads == 0) return std::fprintf(stderr, "usage: hnswlib FILE THREADS\n"), 2;
  if (!read(argv[1], d)) return std::fprintf(stderr, "%s does not hold the vectors that its head names\n", argv[1]), 1;
  uint64_t before = resident();
  double start = seconds();
  hnswlib::InnerProductSpace space(d.width);
  hnswlib::HierarchicalNSW<float> index(&space, d.n, kLinks, kWidthOfBuild);
  build(index, d, threads);
  std::printf("{\"build_s\":%.3f,\"bytes\":%llu,\"searches\":[", seconds() - start, (unsigned long long)(resident() - before));
  for (size_t w : kWidths) search(index, d, w, w == kWidths.back());
  std::printf("]}\n");
}
