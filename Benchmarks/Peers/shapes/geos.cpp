// GEOS's STR-tree of prepared polygons in the plane of degrees: finds the polygons that contain a
// point. It has no distance on the sphere, and its edges are straight in degrees.
#include <geos_c.h>

#include "driver.hpp"

struct Zones {
  GEOSContextHandle_t context;
  GEOSSTRtree* tree;
  std::vector<const GEOSPreparedGeometry*> prepared;

  Zones(GEOSContextHandle_t context, const std::vector<GEOSGeometry*>& all)
      : context(context), tree(GEOSSTRtree_create_r(context, 16)) {
    for (auto* polygon : all) prepared.push_back(GEOSPrepare_r(context, polygon));
    for (size_t i = 0; i < all.size(); ++i) {
      GEOSSTRtree_insert_r(context, tree, all[i], &prepared[i]);
    }
    // The first queries build the tree and prepare the polygons.
    for (auto* polygon : all) {
      GEOSGeometry* inside = GEOSPointOnSurface_r(context, polygon);
      if (count(inside) < 1) std::fprintf(stderr, "a polygon of GEOS is not found\n");
      GEOSGeom_destroy_r(context, inside);
    }
  }
  Zones(const Zones&) = delete;
  ~Zones() {
    GEOSSTRtree_destroy_r(context, tree);
    for (auto* polygon : prepared) GEOSPreparedGeom_destroy_r(context, polygon);
  }

  double count(const GEOSGeometry* point) {
    struct Search {
      GEOSContextHandle_t context;
      const GEOSGeometry* point;
      double found;
    } search{context, point, 0};
    GEOSSTRtree_query_r(
        context, tree, point,
        [](void* item, void* data) {
          auto& search = *static_cast<Search*>(data);
          auto* prepared = *static_cast<const GEOSPreparedGeometry* const*>(item);
          search.found += GEOSPreparedIntersects_r(search.context, prepared, search.point) == 1;
        },
        &search);
    return search.found;
  }
};

int main(int argc, char** argv) {
  Driver driver("GEOS", argc, argv);
  GEOSContextHandle_t context = GEOS_init_r();
  std::vector<GEOSGeometry*> all;
  for (auto& ring : polygons(argc, argv)) {
    GEOSCoordSequence* corners = GEOSCoordSeq_create_r(context, polygon_corners + 1, 2);
    for (size_t i = 0; i <= polygon_corners; ++i) {
      auto& corner = ring[i % polygon_corners];
      // Longitudes continue beyond 180 degrees.
      double longitude =
          ring[0].longitude + std::remainder(corner.longitude - ring[0].longitude, 360);
      GEOSCoordSeq_setXY_r(context, corners, i, longitude, corner.latitude);
    }
    GEOSGeometry* shell = GEOSGeom_createLinearRing_r(context, corners);
    all.push_back(GEOSGeom_createPolygon_r(context, shell, nullptr, 0));
  }
  driver.build("build", [&] { return std::make_unique<Zones>(context, all); });
  auto zones = std::make_unique<Zones>(context, all);
  driver.measure("containing, count", [&](size_t number) {
    auto& c = driver.queries[number];
    GEOSGeometry* point = GEOSGeom_createPointFromXY_r(context, c.longitude, c.latitude);
    Answer answer{zones->count(point), 0};
    GEOSGeom_destroy_r(context, point);
    return answer;
  });
  zones.reset();

  std::vector<GEOSGeometry*> few(all.begin(), all.begin() + std::min<size_t>(100, all.size()));
  for (auto*& polygon : few) polygon = GEOSGeom_clone_r(context, polygon);
  GEOSGeometry* parts =
      GEOSGeom_createCollection_r(context, GEOS_MULTIPOLYGON, few.data(), few.size());
  GEOSGeometry* united = GEOSUnaryUnion_r(context, parts);
  auto* prepared = GEOSPrepare_r(context, united);
  auto around = places(argv, "union.f64");
  driver.measure("union of 100, contains", around.size(), [&](size_t number) {
    auto& c = around[number];
    GEOSGeometry* point = GEOSGeom_createPointFromXY_r(context, c.longitude, c.latitude);
    Answer answer{GEOSPreparedIntersects_r(context, prepared, point) == 1 ? 1.0 : 0.0, 0};
    GEOSGeom_destroy_r(context, point);
    return answer;
  });
  GEOSPreparedGeom_destroy_r(context, prepared);
  GEOSGeom_destroy_r(context, united);
  GEOSGeom_destroy_r(context, parts);

  // In degrees, which is not a distance on the Earth but takes about the same work.
  auto corners = places(argv, "outlines.f64");
  std::vector<GEOSGeometry*> outlines;
  for (size_t first = 0; first + outline_corners <= corners.size(); first += outline_corners) {
    GEOSCoordSequence* ring = GEOSCoordSeq_create_r(context, outline_corners + 1, 2);
    for (size_t i = 0; i <= outline_corners; ++i) {
      auto& corner = corners[first + i % outline_corners];
      GEOSCoordSeq_setXY_r(context, ring, i, corner.longitude, corner.latitude);
    }
    outlines.push_back(GEOSGeom_createPolygon_r(
        context, GEOSGeom_createLinearRing_r(context, ring), nullptr, 0));
  }
  size_t half = outlines.size() / 2;
  std::vector<const GEOSPreparedGeometry*> ready;
  for (size_t i = 0; i < half; ++i) ready.push_back(GEOSPrepare_r(context, outlines[i]));
  driver.measure("distance, 1,000 corners", half * half, [&](size_t number) {
    double degrees = 0;
    GEOSPreparedDistance_r(
        context, ready[number / half], outlines[half + number % half], &degrees);
    return Answer{1, degrees};
  });
  for (auto* outline : ready) GEOSPreparedGeom_destroy_r(context, outline);
  for (auto* outline : outlines) GEOSGeom_destroy_r(context, outline);
  for (auto* polygon : all) GEOSGeom_destroy_r(context, polygon);
  GEOS_finish_r(context);
}
