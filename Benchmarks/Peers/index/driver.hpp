// Shared by all index drivers: the place set, the clock, the answers.
//
// A driver is called as `driver SET ANSWERS REPETITIONS BUDGET`. SET is a file of
// `cairn-bench generate`. For each operation the driver prints one JSON line and writes the number
// of hits and the sum of distances (in meters) of each query to ANSWERS/<operation>.f64, so that the
// answers of all libraries can be compared query by query. If a repetition of an operation would
// take longer than BUDGET seconds, only the first part of the queries is used.
#pragma once
#include <cmath>
#include <memory>

#include "../set.hpp"

constexpr double earth_radius = 6371008.8;
constexpr double degree = 3.14159265358979323846 / 180;

struct Vector {
  double x, y, z;
};

inline Vector unit_vector(const Coordinate& c) {
  double phi = c.latitude * degree, lambda = c.longitude * degree;
  return {std::cos(phi) * std::cos(lambda), std::cos(phi) * std::sin(lambda), std::sin(phi)};
}

inline double squared_chord(const Vector& a, const Vector& b) {
  double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
  return x * x + y * y + z * z;
}

// Converts a squared chord of the unit sphere to meters, and back.
inline double meters(double squared) {
  return 2 * earth_radius * std::asin(std::min(1.0, std::sqrt(squared) / 2));
}

inline double squared_chord_of(double radius) {
  double chord = 2 * std::sin(std::min(radius / earth_radius, M_PI) / 2);
  return chord * chord;
}

struct Answer {
  double hits, sum;
};

// A latitude-longitude box as one or two plain boxes: split at the antimeridian.
struct PlainBox {
  double south, west, north, east;
};

inline std::vector<PlainBox> boxes_around(const Coordinate& c, double side) {
  double south = std::max(-90.0, c.latitude - side / 2);
  double north = std::min(90.0, c.latitude + side / 2);
  double west = c.longitude - side / 2, east = c.longitude + side / 2;
  if (west < -180) return {{south, west + 360, north, 180}, {south, -180, north, east}};
  if (east > 180) return {{south, west, north, 180}, {south, -180, north, east - 360}};
  return {{south, west, north, east}};
}

// Plain boxes that contain a circle; their width in longitude grows toward the poles.
inline std::vector<PlainBox> boxes_of_circle(const Coordinate& c, double radius) {
  double angle = radius / earth_radius / degree * (1 + 1e-12) + 1e-12;
  double south = c.latitude - angle, north = c.latitude + angle;
  if (south <= -90 || north >= 90) {
    return {{std::max(-90.0, south), -180, std::min(90.0, north), 180}};
  }
  double width =
      std::asin(std::min(1.0, std::sin(angle * degree) / std::cos(c.latitude * degree))) / degree;
  width = width * (1 + 1e-12) + 1e-12;
  double west = c.longitude - width, east = c.longitude + width;
  if (west < -180) return {{south, west + 360, north, 180}, {south, -180, north, east}};
  if (east > 180) return {{south, west, north, 180}, {south, -180, north, east - 360}};
  return {{south, west, north, east}};
}

struct Driver {
  std::string name, answers;
  std::vector<Coordinate> places, queries;
  std::vector<Vector> vectors, query_vectors;
  int repetitions;
  double budget;

  Driver(const char* name, int argc, char** argv) : name(name) {
    if (argc < 5) {
      std::fprintf(stderr, "usage: %s SET ANSWERS REPETITIONS BUDGET\n", argv[0]);
      std::exit(64);
    }
    answers = argv[2];
    repetitions = std::atoi(argv[3]);
    budget = std::atof(argv[4]);
    PlaceSet set(argv[1]);
    places = std::move(set.places);
    queries = std::move(set.queries);
    for (auto& c : places) vectors.push_back(unit_vector(c));
    for (auto& c : queries) query_vectors.push_back(unit_vector(c));
  }

  // Times a build; the body returns something that is destroyed outside the clock.
  template <class Build>
  void build(const std::string& operation, Build body) {
    std::vector<double> times;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      double start = now();
      auto built = body();
      times.push_back(now() - start);
    }
    print_times(name, operation, times, 1, 0);
  }

  // Times changes of all places in order, applied to a state that is prepared outside the clock.
  template <class Prepare, class Body>
  void change(const std::string& operation, Prepare prepare, Body body) {
    std::vector<double> times;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      auto state = prepare();
      double start = now();
      body(state);
      times.push_back((now() - start) / places.size());
    }
    print_times(name, operation, times, places.size(), 0);
  }

  // Times a query; the body is called with the number of the query.
  template <class Body>
  void measure(const std::string& operation, Body body) {
    measure(operation, queries.size(), body);
  }

  // The same for `count` queries of another kind.
  template <class Body>
  void measure(const std::string& operation, size_t count, Body body) {
    if (count == 0) return;
    // The first queries give an estimate of the total time.
    size_t sample = std::max<size_t>(1, count / 50);
    double start = now();
    volatile double sink = 0;
    for (size_t i = 0; i < sample; ++i) sink = sink + body(i).hits;
    double estimate = (now() - start) / sample * count;
    if (estimate > budget) {
      count = std::max<size_t>(sample, static_cast<size_t>(count * budget / estimate));
    }
    std::vector<Answer> found(count);
    std::vector<double> times;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      double begin = now();
      for (size_t i = 0; i < count; ++i) found[i] = body(i);
      times.push_back((now() - begin) / count);
    }
    double checksum = 0;
    for (auto& answer : found) checksum += answer.hits + answer.sum;
    print_times(name, operation, times, count, checksum);
    std::string file = operation;
    std::replace(file.begin(), file.end(), ' ', '-');
    std::ofstream out(answers + "/" + file + ".f64", std::ios::binary);
    out.write(reinterpret_cast<const char*>(found.data()), found.size() * sizeof(Answer));
  }
};

// The operations of the comparison, with the same names as in cairn-bench.
inline const std::vector<int> count_kilometers = {1, 10, 100, 1000};
inline const std::vector<int> sorted_kilometers = {10, 100};
inline const std::vector<int> nearest_counts = {1, 10, 100};
inline const std::vector<int> box_degrees = {1, 10};

inline std::string count_name(int km) { return "count " + std::to_string(km) + " km"; }
inline std::string sorted_name(int km) { return "sorted " + std::to_string(km) + " km"; }
inline std::string nearest_name(int k) { return "nearest " + std::to_string(k); }
inline std::string box_name(int side) { return "box " + std::to_string(side) + " deg"; }

// A hit as (squared chord, offset). `report` sorts hits, converts them to meters and sums the
// distances, as a sorted query of Cairn does.
struct Hit {
  double squared;
  uint32_t offset;
  bool operator<(const Hit& other) const {
    return squared != other.squared ? squared < other.squared : offset < other.offset;
  }
};

struct Found {
  uint32_t offset;
  double distance;
};

inline Answer report(std::vector<Hit>& hits, std::vector<Found>& found) {
  std::sort(hits.begin(), hits.end());
  found.clear();
  double sum = 0;
  for (auto& hit : hits) {
    found.push_back({hit.offset, meters(hit.squared)});
    sum += found.back().distance;
  }
  return {static_cast<double>(hits.size()), sum};
}

// The polygons of Cairn's queries, which Cairn wrote next to its answers: the number of corners, and
// the radius as in the name of the operation.
struct Polygons {
  size_t corners;
  const char* radius;

  std::string name() const {
    return "polygon " + std::to_string(corners) + " corners " + radius + " deg";
  }

  // The corners of each polygon, clockwise; longitudes continue beyond 180 degrees if necessary.
  std::vector<std::vector<Coordinate>> rings(const std::string& answers) const {
    std::ifstream file(
        answers + "/../Cairn/polygons-" + std::to_string(corners) + "-" + radius + ".corners",
        std::ios::binary);
    std::vector<std::vector<Coordinate>> found;
    std::vector<Coordinate> ring(corners);
    while (file.read(reinterpret_cast<char*>(ring.data()), 16 * corners)) {
      for (auto& corner : ring) {
        corner.longitude =
            ring[0].longitude + std::remainder(corner.longitude - ring[0].longitude, 360);
      }
      found.push_back(ring);
    }
    return found;
  }
};

inline const std::vector<Polygons> polygon_kinds = {
    {3, "0.02"}, {50, "0.02"}, {1000, "0.02"}, {1000, "0.5"}, {20000, "5.0"}};
