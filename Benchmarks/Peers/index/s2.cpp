// S2's point index with its closest-point query; boxes and polygons are searched by a covering and
// the order of the index. A polygon and its index are created outside the clock.
#include <s2/s2cell.h>
#include <s2/s2closest_point_query.h>
#include <s2/s2latlng.h>
#include <s2/s2latlng_rect.h>
#include <s2/s2loop.h>
#include <s2/s2point_index.h>
#include <s2/s2region_coverer.h>

#include "driver.hpp"

using Index = S2PointIndex<uint32_t>;
using Query = S2ClosestPointQuery<uint32_t>;

static S2Point point(const Vector& v) { return S2Point(v.x, v.y, v.z); }

int main(int argc, char** argv) {
  Driver driver("S2", argc, argv);
  auto build = [&] {
    auto index = std::make_unique<Index>();
    for (uint32_t i = 0; i < driver.vectors.size(); ++i) index->Add(point(driver.vectors[i]), i);
    return index;
  };
  driver.build("build", build);
  auto index = build();

  std::vector<Found> found;
  auto collect = [&](const std::vector<Query::Result>& results) {
    found.clear();
    double sum = 0;
    for (auto& result : results) {
      found.push_back({result.data(), meters(result.distance().length2())});
      sum += found.back().distance;
    }
    return Answer{static_cast<double>(results.size()), sum};
  };

  Query query(index.get());
  auto within = [&](size_t number, double radius, std::vector<Query::Result>& results) {
    query.mutable_options()->set_max_results(Query::Options::kMaxMaxResults);
    query.mutable_options()->set_inclusive_max_distance(
        S1ChordAngle::FromLength2(squared_chord_of(radius)));
    Query::PointTarget target(point(driver.query_vectors[number]));
    query.FindClosestPoints(&target, &results);
  };
  std::vector<Query::Result> results;
  for (int km : count_kilometers) {
    driver.measure(count_name(km), [&](size_t number) {
      within(number, km * 1e3, results);
      return Answer{static_cast<double>(results.size()), 0};
    });
  }
  for (int km : sorted_kilometers) {
    driver.measure(sorted_name(km), [&](size_t number) {
      within(number, km * 1e3, results);
      return collect(results);
    });
  }
  for (int k : nearest_counts) {
    driver.measure(nearest_name(k), [&](size_t number) {
      query.mutable_options()->set_max_results(k);
      query.mutable_options()->set_max_distance(S1ChordAngle::Infinity());
      Query::PointTarget target(point(driver.query_vectors[number]));
      query.FindClosestPoints(&target, &results);
      return collect(results);
    });
  }
  for (int side : box_degrees) {
    S2RegionCoverer coverer;
    coverer.mutable_options()->set_max_cells(8);
    driver.measure(box_name(side), [&](size_t number) {
      double hits = 0;
      for (auto& box : boxes_around(driver.queries[number], side)) {
        S2LatLngRect area(
            S2LatLng::FromDegrees(box.south, box.west), S2LatLng::FromDegrees(box.north, box.east));
        std::vector<S2CellId> cells;
        coverer.GetCovering(area, &cells);
        Index::Iterator it(index.get());
        for (S2CellId cell : cells) {
          S2CellId last = cell.range_max();
          for (it.Seek(cell.range_min()); !it.done() && it.id() <= last; it.Next()) {
            const Coordinate& place = driver.places[it.data()];
            hits += place.latitude >= box.south && place.latitude <= box.north &&
                    place.longitude >= box.west && place.longitude <= box.east;
          }
        }
      }
      return Answer{hits, 0};
    });
  }
  for (auto& kind : polygon_kinds) {
    std::vector<std::unique_ptr<S2Loop>> loops;
    for (auto& ring : kind.rings(driver.answers)) {
      // The corners are clockwise; S2's interior is on the left of an edge.
      std::vector<S2Point> corners;
      for (size_t i = ring.size(); i-- > 0;) {
        corners.push_back(
            S2LatLng::FromDegrees(ring[i].latitude, ring[i].longitude).Normalized().ToPoint());
      }
      loops.push_back(std::make_unique<S2Loop>(corners));
      loops.back()->Contains(corners[0]);
    }
    S2RegionCoverer coverer;
    // Choose the faster covering: if the polygon contains little, a few cells of the cap.
    bool is_small = std::atof(kind.radius) < 0.1;
    coverer.mutable_options()->set_max_cells(is_small ? 8 : 32);
    driver.measure(kind.name(), loops.size(), [&](size_t number) {
      const S2Loop& loop = *loops[number];
      double hits = 0;
      std::vector<S2CellId> cells;
      if (is_small) {
        coverer.GetFastCovering(loop, &cells);
      } else {
        coverer.GetCovering(loop, &cells);
      }
      Index::Iterator it(index.get());
      for (S2CellId cell : cells) {
        bool is_whole = !is_small && loop.Contains(S2Cell(cell));
        S2CellId last = cell.range_max();
        for (it.Seek(cell.range_min()); !it.done() && it.id() <= last; it.Next()) {
          hits += is_whole || loop.Contains(it.point());
        }
      }
      return Answer{hits, 0};
    });
  }
}
