// Shared by the drivers of countries: the boundaries, the points, the clock, the answers.
//
// A driver is called as `driver FOLDER ANSWERS REPETITIONS BUDGET`. FOLDER contains the output of
// `cairn-bench countries --answers FOLDER`. For each operation the driver prints one JSON line and
// writes the country and a distance in meters of each point to ANSWERS/<operation>.f64, so that the
// answers of all libraries can be compared point by point. If a repetition of an operation would
// take longer than BUDGET seconds, only the first part of the points is used.
#pragma once
#include <malloc.h>

#include <cstring>
#include <limits>
#include <map>
#include <memory>

#include "../set.hpp"

constexpr double earth_radius = 6371008.8;
constexpr double degree = 3.14159265358979323846 / 180;
constexpr double infinity = std::numeric_limits<double>::infinity();

// A chain of lines that are straight in degrees, between two countries; 0 means none.
struct Arc {
  uint64_t left, right;
  std::vector<Coordinate> vertices;
};

// A country (its two letters) and a distance, as stored in the answers.
struct Answer {
  double country, distance;
};

// Bytes allocated on the heap now: memory that a library keeps, not its temporary memory.
inline double heap() {
  struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

struct Driver {
  std::string name, folder, answers;
  std::vector<Arc> arcs;
  int repetitions;
  double budget;
  // Bytes allocated before the build that the result still needs.
  double held = 0;

  Driver(const char* name, int argc, char** argv) : name(name) {
    if (argc < 5) {
      std::fprintf(stderr, "usage: %s FOLDER ANSWERS REPETITIONS BUDGET\n", argv[0]);
      std::exit(64);
    }
    folder = argv[1];
    answers = argv[2];
    repetitions = std::atoi(argv[3]);
    budget = std::atof(argv[4]);
    auto words = contents<uint64_t>("boundaries.words");
    for (size_t at = 0; at + 3 <= words.size();) {
      Arc arc{words[at], words[at + 1], {}};
      arc.vertices.resize(words[at + 2]);
      std::memcpy(arc.vertices.data(), &words[at + 3], 16 * arc.vertices.size());
      at += 3 + 2 * arc.vertices.size();
      arcs.push_back(std::move(arc));
    }
  }

  template <class Item>
  std::vector<Item> contents(const std::string& file) const {
    std::ifstream in(folder + "/" + file, std::ios::binary | std::ios::ate);
    if (!in) {
      std::fprintf(stderr, "%s/%s is missing\n", folder.c_str(), file.c_str());
      std::exit(66);
    }
    std::vector<Item> items(static_cast<size_t>(in.tellg()) / sizeof(Item));
    in.seekg(0);
    in.read(reinterpret_cast<char*>(items.data()), items.size() * sizeof(Item));
    return items;
  }

  static std::string file_of(std::string operation) {
    std::replace(operation.begin(), operation.end(), ' ', '-');
    return operation;
  }

  // The countries with their arcs; true for arcs with the country on their left.
  std::map<uint64_t, std::vector<std::pair<const Arc*, bool>>> countries() const {
    std::map<uint64_t, std::vector<std::pair<const Arc*, bool>>> found;
    for (auto& arc : arcs) {
      if (arc.left) found[arc.left].push_back({&arc, true});
      if (arc.right) found[arc.right].push_back({&arc, false});
    }
    return found;
  }

  // Times a build and returns the last result.
  template <class Build>
  auto build(Build body) {
    std::vector<double> times;
    decltype(body()) built;
    double before = 0;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      built.reset();
      before = heap();
      double start = now();
      built = body();
      times.push_back(now() - start);
    }
    std::printf(
        "{\"peer\":\"%s\",\"megabytes\":%.3f}\n", name.c_str(), (heap() - before + held) / 1e6);
    print_times(name, "prepare the boundaries", times, 1, 0);
    return built;
  }

  // Times a query of points. `prepare` converts the points to the library's type, outside the
  // clock; the body is called with one of them.
  template <class Prepare, class Body>
  void measure(const std::string& operation, Prepare prepare, Body body) {
    auto points = contents<Coordinate>(file_of(operation) + ".points");
    if (points.empty()) return;
    auto prepared = prepare(points);
    size_t count = points.size();
    // A sample of the points gives an estimate of the total time.
    size_t sample = std::max<size_t>(1, count / 50);
    double start = now();
    volatile double sink = 0;
    for (size_t i = 0; i < sample; ++i) sink = sink + body(prepared[i * (count / sample)]).country;
    double estimate = (now() - start) / sample * count;
    if (estimate > budget) {
      count = std::max<size_t>(sample, static_cast<size_t>(count * budget / estimate));
    }
    std::vector<Answer> found(count);
    std::vector<double> times;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      double begin = now();
      for (size_t i = 0; i < count; ++i) found[i] = body(prepared[i]);
      times.push_back((now() - begin) / count);
    }
    double checksum = 0;
    for (auto& answer : found) checksum += answer.country;
    print_times(name, operation, times, count, checksum);
    std::ofstream out(answers + "/" + file_of(operation) + ".f64", std::ios::binary);
    out.write(reinterpret_cast<const char*>(found.data()), found.size() * sizeof(Answer));
  }
};

// The operations of the comparison, with the same names as in cairn-bench.
inline const std::vector<std::string> look_ups = {
    "country, uniform", "country, cities", "country, border"};
