// Boost.Geometry's R-tree, bulk-loaded, over points of the unit sphere; for boxes a second
// one over latitude and longitude. For insertions and removals it uses the quadratic split,
// which is faster than R*.
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>

#include "driver.hpp"

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;
using Point = bg::model::point<double, 3, bg::cs::cartesian>;
using Box = bg::model::box<Point>;
using Value = std::pair<Point, uint32_t>;
using Tree = bgi::rtree<Value, bgi::rstar<16>>;
using Point2 = bg::model::point<double, 2, bg::cs::cartesian>;
using Box2 = bg::model::box<Point2>;
using Value2 = std::pair<Point2, uint32_t>;
using Tree2 = bgi::rtree<Value2, bgi::rstar<16>>;

using ChangingTree = bgi::rtree<Value, bgi::quadratic<16>>;

static Point point(const Vector& v) { return Point(v.x, v.y, v.z); }

static double squared(const Point& p, const Vector& v) {
  return squared_chord({bg::get<0>(p), bg::get<1>(p), bg::get<2>(p)}, v);
}

int main(int argc, char** argv) {
  Driver driver("Boost.Geometry", argc, argv);
  std::vector<Value> values;
  std::vector<Value2> values2;
  for (uint32_t i = 0; i < driver.places.size(); ++i) {
    values.emplace_back(point(driver.vectors[i]), i);
    values2.emplace_back(Point2(driver.places[i].longitude, driver.places[i].latitude), i);
  }
  driver.build("build", [&] { return Tree(values.begin(), values.end()); });
  Tree tree(values.begin(), values.end());
  Tree2 flat(values2.begin(), values2.end());

  std::vector<Hit> hits;
  std::vector<Found> found;
  auto visit = [&](const auto& tree, size_t query, double radius, auto&& hit) {
    const Vector& c = driver.query_vectors[query];
    double limit = squared_chord_of(radius), reach = std::sqrt(limit);
    Box box(Point(c.x - reach, c.y - reach, c.z - reach), Point(c.x + reach, c.y + reach, c.z + reach));
    tree.query(
        bgi::intersects(box),
        boost::make_function_output_iterator([&](const Value& value) {
          double chord = squared(value.first, c);
          if (chord <= limit) hit(chord, value.second);
        }));
  };
  auto count = [&](const auto& tree, const std::string& name, double radius) {
    driver.measure(name, [&](size_t query) {
      double hits = 0;
      visit(tree, query, radius, [&](double, uint32_t) { hits += 1; });
      return Answer{hits, 0};
    });
  };
  auto sorted = [&](const auto& tree, const std::string& name, double radius) {
    driver.measure(name, [&](size_t query) {
      hits.clear();
      visit(tree, query, radius, [&](double chord, uint32_t offset) {
        hits.push_back({chord, offset});
      });
      return report(hits, found);
    });
  };
  auto nearest = [&](const auto& tree, const std::string& name, int k) {
    driver.measure(name, [&](size_t query) {
      hits.clear();
      const Vector& c = driver.query_vectors[query];
      tree.query(
          bgi::nearest(point(c), k), boost::make_function_output_iterator([&](const Value& value) {
            hits.push_back({squared(value.first, c), value.second});
          }));
      return report(hits, found);
    });
  };

  for (int km : count_kilometers) count(tree, count_name(km), km * 1e3);
  for (int km : sorted_kilometers) sorted(tree, sorted_name(km), km * 1e3);
  for (int k : nearest_counts) nearest(tree, nearest_name(k), k);
  for (int side : box_degrees) {
    driver.measure(box_name(side), [&](size_t query) {
      double hits = 0;
      for (auto& box : boxes_around(driver.queries[query], side)) {
        Box2 area(Point2(box.west, box.south), Point2(box.east, box.north));
        flat.query(
            bgi::intersects(area),
            boost::make_function_output_iterator([&](const Value2&) { hits += 1; }));
      }
      return Answer{hits, 0};
    });
  }

  driver.change(
      "insert", [] { return ChangingTree(); },
      [&](ChangingTree& tree) {
        for (auto& value : values) tree.insert(value);
      });
  driver.change(
      "remove", [&] { return ChangingTree(values.begin(), values.end()); },
      [&](ChangingTree& tree) {
        for (auto& value : values) tree.remove(value);
      });
  ChangingTree churned(values.begin(), values.end());
  for (size_t i = 0; i < values.size(); i += 2) churned.remove(values[i]);
  for (size_t i = 0; i < values.size(); i += 2) churned.insert(values[i]);
  count(churned, "churned " + count_name(10), 10e3);
  sorted(churned, "churned " + sorted_name(10), 10e3);
  nearest(churned, "churned " + nearest_name(10), 10);
}
