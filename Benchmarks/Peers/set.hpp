// Shared by all drivers: the place set of `cairn-bench generate`, the clock, the JSON output.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

struct Coordinate {
  double latitude, longitude;
};

struct PlaceSet {
  std::vector<Coordinate> places, queries;

  explicit PlaceSet(const char* path) {
    std::ifstream file(path, std::ios::binary);
    char magic[8];
    uint64_t counts[2] = {0, 0};
    file.read(magic, 8);
    file.read(reinterpret_cast<char*>(counts), 16);
    if (!file || std::string(magic, 8) != "CAIRNSET") {
      std::fprintf(stderr, "%s is not a place set\n", path);
      std::exit(65);
    }
    places.resize(counts[0]);
    queries.resize(counts[1]);
    file.read(reinterpret_cast<char*>(places.data()), 16 * counts[0]);
    file.read(reinterpret_cast<char*>(queries.data()), 16 * counts[1]);
  }
};

// Seconds of a monotonic clock.
inline double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

// Prints the median, minimum and maximum of the times, given in seconds per operation, as one JSON
// line. The operation must have the same name as in cairn-bench.
inline void print_times(
    const std::string& peer, const std::string& operation, std::vector<double> times, size_t calls,
    double checksum) {
  std::sort(times.begin(), times.end());
  std::printf(
      "{\"peer\":\"%s\",\"operation\":\"%s\",\"median_ns\":%.3f,\"minimum_ns\":%.3f,"
      "\"maximum_ns\":%.3f,\"calls\":%zu,\"checksum\":",
      peer.c_str(), operation.c_str(), times[times.size() / 2] * 1e9, times[0] * 1e9,
      times.back() * 1e9, calls);
  if (std::isfinite(checksum)) {
    std::printf("%.17g}\n", checksum);
  } else {
    std::printf("null}\n");
  }
  std::fflush(stdout);
}

// Times a body that performs `calls` operations and returns the sum of their results. Short bodies
// are repeated within one repetition. The sum is printed, so nothing is optimized away.
template <class Body>
void measure_all(
    const std::string& peer, const std::string& operation, size_t calls, int repetitions,
    Body body) {
  double start = now();
  double checksum = body();
  size_t inner = std::max<size_t>(1, static_cast<size_t>(0.02 / std::max(now() - start, 1e-9)));
  std::vector<double> times;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    start = now();
    for (size_t i = 0; i < inner; ++i) {
      volatile double sum = body();
      checksum = sum;
    }
    times.push_back((now() - start) / inner / calls);
  }
  print_times(peer, operation, times, calls, checksum);
}
