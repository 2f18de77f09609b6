// Boost.Geometry's R-tree with the changes of `cairn-bench dynamic`: the same places in the same
// order. Three split algorithms are timed; the fastest one counts.
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>

#include <map>
#include <numeric>

#include "../index/driver.hpp"

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;
using Point = bg::model::point<double, 3, bg::cs::cartesian>;
using Value = std::pair<Point, uint32_t>;

// The generator of cairn-bench, to get the same order.
struct SplitMix64 {
  uint64_t state;

  uint64_t next() {
    state += 0x9E3779B97F4A7C15;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }

  uint64_t below(uint64_t bound) {
    return static_cast<uint64_t>((static_cast<unsigned __int128>(next()) * bound) >> 64);
  }
};

template <class Parameters>
void run(const char* name, int argc, char** argv) {
  Driver driver(name, argc, argv);
  std::vector<Value> values;
  for (uint32_t i = 0; i < driver.places.size(); ++i) {
    const Vector& v = driver.vectors[i];
    values.emplace_back(Point(v.x, v.y, v.z), i);
  }
  std::vector<uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  SplitMix64 random{1};
  for (size_t last = order.size(); last-- > 1;) std::swap(order[last], order[random.below(last + 1)]);
  // Points are given in degrees and converted to vectors on insertion, as in Cairn.
  auto value = [&](uint32_t i) {
    Vector v = unit_vector(driver.places[i]);
    return Value(Point(v.x, v.y, v.z), i);
  };

  using Tree = bgi::rtree<Value, Parameters>;
  driver.build("load", [&] {
    std::vector<Value> loaded;
    for (uint32_t i = 0; i < driver.places.size(); ++i) loaded.push_back(value(i));
    return Tree(loaded.begin(), loaded.end());
  });
  std::map<std::string, std::vector<double>> times;
  for (int repetition = 0; repetition < driver.repetitions; ++repetition) {
    Tree tree;
    double start = now();
    for (uint32_t i : order) tree.insert(value(i));
    times["insert into empty"].push_back((now() - start) / order.size());
  }
  Tree tree(values.begin(), values.end());
  size_t half = order.size() / 2;
  for (int repetition = 0; repetition < driver.repetitions; ++repetition) {
    double start = now();
    for (size_t i = 0; i < half; ++i) tree.remove(value(order[i]));
    double removed = now();
    for (size_t i = half; i-- > 0;) tree.insert(value(order[i]));
    double inserted = now();
    times["remove"].push_back((removed - start) / half);
    times["insert"].push_back((inserted - removed) / half);
  }
  for (auto& [operation, list] : times) print_times(name, operation, list, half, 0);
}

int main(int argc, char** argv) {
  run<bgi::linear<16>>("Boost.Geometry linear", argc, argv);
  run<bgi::quadratic<16>>("Boost.Geometry quadratic", argc, argv);
  run<bgi::rstar<16>>("Boost.Geometry rstar", argc, argv);
}
