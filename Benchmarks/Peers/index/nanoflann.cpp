// nanoflann's k-d tree over points of the unit sphere. It has no box query.
#include <nanoflann.hpp>

#include "driver.hpp"

struct Cloud {
  const std::vector<Vector>& vectors;
  size_t kdtree_get_point_count() const { return vectors.size(); }
  double kdtree_get_pt(size_t i, size_t axis) const {
    return axis == 0 ? vectors[i].x : axis == 1 ? vectors[i].y : vectors[i].z;
  }
  template <class Bounds>
  bool kdtree_get_bbox(Bounds&) const {
    return false;
  }
};

using Tree = nanoflann::KDTreeSingleIndexAdaptor<
    nanoflann::L2_Simple_Adaptor<double, Cloud, double, uint32_t>, Cloud, 3, uint32_t>;

// Counts the points within the radius, including its edge, without storing them.
struct Counter {
  double limit;
  size_t hits = 0;
  size_t size() const { return hits; }
  bool full() const { return true; }
  bool addPoint(double squared, uint32_t) {
    hits += squared <= limit;
    return true;
  }
  double worstDist() const { return std::nextafter(limit, 8.0); }
};

struct Collector {
  double limit;
  std::vector<Hit>& hits;
  size_t size() const { return hits.size(); }
  bool full() const { return true; }
  bool addPoint(double squared, uint32_t offset) {
    if (squared <= limit) hits.push_back({squared, offset});
    return true;
  }
  double worstDist() const { return std::nextafter(limit, 8.0); }
};

int main(int argc, char** argv) {
  Driver driver("nanoflann", argc, argv);
  Cloud cloud{driver.vectors};
  nanoflann::KDTreeSingleIndexAdaptorParams parameters(16);
  auto build = [&] {
    auto tree = std::make_unique<Tree>(3, cloud, parameters);
    tree->buildIndex();
    return tree;
  };
  driver.build("build", build);
  auto tree = build();
  nanoflann::SearchParams search;

  for (int km : count_kilometers) {
    driver.measure(count_name(km), [&](size_t query) {
      Counter counter{squared_chord_of(km * 1e3)};
      tree->findNeighbors(counter, &driver.query_vectors[query].x, search);
      return Answer{static_cast<double>(counter.hits), 0};
    });
  }
  std::vector<Hit> hits;
  std::vector<Found> found;
  for (int km : sorted_kilometers) {
    driver.measure(sorted_name(km), [&](size_t query) {
      hits.clear();
      Collector collector{squared_chord_of(km * 1e3), hits};
      tree->findNeighbors(collector, &driver.query_vectors[query].x, search);
      return report(hits, found);
    });
  }
  for (int k : nearest_counts) {
    std::vector<uint32_t> offsets(k);
    std::vector<double> chords(k);
    driver.measure(nearest_name(k), [&](size_t query) {
      size_t count =
          tree->knnSearch(&driver.query_vectors[query].x, k, offsets.data(), chords.data());
      double sum = 0;
      found.clear();
      for (size_t i = 0; i < count; ++i) {
        found.push_back({offsets[i], meters(chords[i])});
        sum += found.back().distance;
      }
      return Answer{static_cast<double>(count), sum};
    });
  }
}
