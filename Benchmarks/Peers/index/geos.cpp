// GEOS's STR-tree over latitude and longitude. A circle is searched by its box, and each hit is
// tested by its chord. A polygon is searched by its box, and each hit is tested by the polygon, which
// is prepared outside the clock. GEOS has no nearest query on the sphere.
#include <geos_c.h>

#include "driver.hpp"

struct Tree {
  GEOSContextHandle_t context = GEOS_init_r();
  GEOSSTRtree* tree = GEOSSTRtree_create_r(context, 16);
  std::vector<GEOSGeometry*> points;

  explicit Tree(const std::vector<Coordinate>& places) {
    for (size_t i = 0; i < places.size(); ++i) {
      points.push_back(
          GEOSGeom_createPointFromXY_r(context, places[i].longitude, places[i].latitude));
      GEOSSTRtree_insert_r(context, tree, points.back(), reinterpret_cast<void*>(i));
    }
    // The first query builds the tree.
    query({0, 0, 0, 0}, [](size_t) {});
  }
  Tree(const Tree&) = delete;
  ~Tree() {
    GEOSSTRtree_destroy_r(context, tree);
    for (auto* point : points) GEOSGeom_destroy_r(context, point);
    GEOS_finish_r(context);
  }

  template <class Body>
  void query(const PlainBox& box, Body body) {
    GEOSCoordSequence* corners = GEOSCoordSeq_create_r(context, 2, 2);
    GEOSCoordSeq_setXY_r(context, corners, 0, box.west, box.south);
    GEOSCoordSeq_setXY_r(context, corners, 1, box.east, box.north);
    GEOSGeometry* area = GEOSGeom_createLineString_r(context, corners);
    query(area, body);
    GEOSGeom_destroy_r(context, area);
  }

  template <class Body>
  void query(const GEOSGeometry* area, Body body) {
    GEOSSTRtree_query_r(
        context, tree, area,
        [](void* item, void* body) { (*static_cast<Body*>(body))(reinterpret_cast<size_t>(item)); },
        &body);
  }

  // A ring whose longitudes are shifted by multiples of 360 degrees.
  GEOSGeometry* polygon(const std::vector<Coordinate>& ring, double turn) {
    GEOSCoordSequence* corners = GEOSCoordSeq_create_r(context, ring.size() + 1, 2);
    for (size_t i = 0; i <= ring.size(); ++i) {
      auto& corner = ring[i % ring.size()];
      GEOSCoordSeq_setXY_r(context, corners, i, corner.longitude + turn, corner.latitude);
    }
    return GEOSGeom_createPolygon_r(
        context, GEOSGeom_createLinearRing_r(context, corners), nullptr, 0);
  }
};

int main(int argc, char** argv) {
  Driver driver("GEOS", argc, argv);
  auto build = [&] { return std::make_unique<Tree>(driver.places); };
  driver.build("build", build);
  auto tree = build();

  auto visit = [&](size_t query, double radius, auto&& hit) {
    const Vector& c = driver.query_vectors[query];
    double limit = squared_chord_of(radius);
    for (auto& box : boxes_of_circle(driver.queries[query], radius)) {
      tree->query(box, [&](size_t offset) {
        double chord = squared_chord(driver.vectors[offset], c);
        if (chord <= limit) hit(chord, static_cast<uint32_t>(offset));
      });
    }
  };
  for (int km : count_kilometers) {
    driver.measure(count_name(km), [&](size_t query) {
      double hits = 0;
      visit(query, km * 1e3, [&](double, uint32_t) { hits += 1; });
      return Answer{hits, 0};
    });
  }
  std::vector<Hit> hits;
  std::vector<Found> found;
  for (int km : sorted_kilometers) {
    driver.measure(sorted_name(km), [&](size_t query) {
      hits.clear();
      visit(query, km * 1e3, [&](double chord, uint32_t offset) { hits.push_back({chord, offset}); });
      return report(hits, found);
    });
  }
  for (int side : box_degrees) {
    driver.measure(box_name(side), [&](size_t query) {
      double hits = 0;
      for (auto& box : boxes_around(driver.queries[query], side)) {
        tree->query(box, [&](size_t) { hits += 1; });
      }
      return Answer{hits, 0};
    });
  }
  for (auto& kind : polygon_kinds) {
    // The polygon, and if it extends beyond 180 degrees a copy shifted by 360 degrees.
    struct Prepared {
      GEOSGeometry* area;
      const GEOSPreparedGeometry* prepared;
    };
    std::vector<std::vector<Prepared>> polygons;
    for (auto& ring : kind.rings(driver.answers)) {
      polygons.emplace_back();
      double west = 0, east = 0;
      for (auto& corner : ring) {
        west = std::min(west, corner.longitude);
        east = std::max(east, corner.longitude);
      }
      for (double turn : {0.0, west < -180 ? 360.0 : east > 180 ? -360.0 : 0.0}) {
        if (turn == 0 && !polygons.back().empty()) continue;
        GEOSGeometry* area = tree->polygon(ring, turn);
        const GEOSPreparedGeometry* prepared = GEOSPrepare_r(tree->context, area);
        // The first query prepares the polygon.
        GEOSPreparedIntersects_r(tree->context, prepared, tree->points[0]);
        polygons.back().push_back({area, prepared});
      }
    }
    driver.measure(kind.name(), polygons.size(), [&](size_t number) {
      double hits = 0;
      for (auto& [area, prepared] : polygons[number]) {
        tree->query(area, [&, prepared = prepared](size_t offset) {
          hits += GEOSPreparedIntersects_r(tree->context, prepared, tree->points[offset]) == 1;
        });
      }
      return Answer{hits, 0};
    });
    for (auto& parts : polygons) {
      for (auto& part : parts) {
        GEOSPreparedGeom_destroy_r(tree->context, part.prepared);
        GEOSGeom_destroy_r(tree->context, part.area);
      }
    }
  }
}
