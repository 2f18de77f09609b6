// GEOS's STR-tree of prepared polygons, one for each part of a country, in the plane of degrees. GEOS
// has no distance on the sphere, and therefore no nearest country.
#include <geos_c.h>

#include "driver.hpp"

struct Atlas {
  struct Part {
    const GEOSGeometry* polygon;
    const GEOSPreparedGeometry* prepared;
    double country;
  };

  GEOSContextHandle_t context;
  GEOSSTRtree* tree;
  std::vector<Part> parts;

  Atlas(GEOSContextHandle_t context, const std::vector<std::pair<const GEOSGeometry*, double>>& all)
      : context(context), tree(GEOSSTRtree_create_r(context, 16)) {
    parts.reserve(all.size());
    for (auto& [polygon, country] : all) {
      parts.push_back({polygon, GEOSPrepare_r(context, polygon), country});
      GEOSSTRtree_insert_r(context, tree, polygon, &parts.back());
    }
    // The first queries build the tree and prepare the polygons.
    for (auto& part : parts) {
      GEOSGeometry* inside = GEOSPointOnSurface_r(context, part.polygon);
      if (country(inside) != part.country) std::fprintf(stderr, "a part of GEOS is not found\n");
      GEOSPreparedIntersects_r(context, part.prepared, inside);
      GEOSGeom_destroy_r(context, inside);
    }
  }
  Atlas(const Atlas&) = delete;
  ~Atlas() {
    GEOSSTRtree_destroy_r(context, tree);
    for (auto& part : parts) GEOSPreparedGeom_destroy_r(context, part.prepared);
  }

  double country(const GEOSGeometry* point) {
    struct Search {
      GEOSContextHandle_t context;
      const GEOSGeometry* point;
      double found;
    } search{context, point, 0};
    GEOSSTRtree_query_r(
        context, tree, point,
        [](void* item, void* data) {
          auto& search = *static_cast<Search*>(data);
          auto& part = *static_cast<const Part*>(item);
          if (search.found == 0 &&
              GEOSPreparedIntersects_r(search.context, part.prepared, search.point) == 1) {
            search.found = part.country;
          }
        },
        &search);
    return search.found;
  }
};

static GEOSGeometry* line(GEOSContextHandle_t context, const std::vector<Coordinate>& vertices) {
  GEOSCoordSequence* sequence = GEOSCoordSeq_create_r(context, vertices.size(), 2);
  for (unsigned i = 0; i < vertices.size(); ++i) {
    GEOSCoordSeq_setXY_r(context, sequence, i, vertices[i].longitude, vertices[i].latitude);
  }
  return GEOSGeom_createLineString_r(context, sequence);
}

// The lines along 180 degrees and the South Pole that close polygons there. The North Pole is in no
// country, so each end of an arc, going south from it, enters or leaves a country.
static std::vector<std::vector<Coordinate>> rim(
    const std::vector<std::pair<const Arc*, bool>>& arcs) {
  std::vector<std::vector<Coordinate>> lines;
  bool holds_pole = false;
  for (double side : {-180.0, 180.0}) {
    std::vector<double> ends;
    for (auto& [arc, is_left] : arcs) {
      for (auto& end : {arc->vertices.front(), arc->vertices.back()}) {
        if (end.longitude == side) ends.push_back(end.latitude);
      }
    }
    std::sort(ends.begin(), ends.end(), std::greater<double>());
    holds_pole = ends.size() % 2 == 1;
    if (holds_pole) ends.push_back(-90);
    for (size_t i = 0; i + 1 < ends.size(); i += 2) {
      if (ends[i] != ends[i + 1]) lines.push_back({{ends[i], side}, {ends[i + 1], side}});
    }
  }
  if (holds_pole) lines.push_back({{-90, -180}, {-90, 180}});
  return lines;
}

int main(int argc, char** argv) {
  Driver driver("GEOS", argc, argv);
  GEOSContextHandle_t context = GEOS_init_r();
  GEOSContext_setErrorMessageHandler_r(
      context, [](const char* message, void*) { std::fprintf(stderr, "GEOS: %s\n", message); },
      nullptr);
  double before = heap();
  std::vector<GEOSGeometry*> areas;
  std::vector<std::pair<const GEOSGeometry*, double>> polygons;
  for (auto& [country, arcs] : driver.countries()) {
    std::vector<GEOSGeometry*> lines;
    for (auto& [arc, is_left] : arcs) lines.push_back(line(context, arc->vertices));
    for (auto& vertices : rim(arcs)) lines.push_back(line(context, vertices));
    GEOSGeometry* all = GEOSGeom_createCollection_r(
        context, GEOS_MULTILINESTRING, lines.data(), static_cast<unsigned>(lines.size()));
    areas.push_back(GEOSBuildArea_r(context, all));
    GEOSGeom_destroy_r(context, all);
    int count = GEOSGetNumGeometries_r(context, areas.back());
    for (int part = 0; part < count; ++part) {
      polygons.push_back(
          {GEOSGetGeometryN_r(context, areas.back(), part), static_cast<double>(country)});
    }
  }

  driver.held = heap() - before;

  auto atlas = driver.build([&] { return std::make_unique<Atlas>(context, polygons); });
  for (auto& name : look_ups) {
    // Creating the GEOS points in advance is slower, because they are then read from memory.
    driver.measure(
        name, [](const std::vector<Coordinate>& points) { return points; },
        [&](const Coordinate& c) {
          GEOSGeometry* point = GEOSGeom_createPointFromXY_r(context, c.longitude, c.latitude);
          Answer answer{atlas->country(point), infinity};
          GEOSGeom_destroy_r(context, point);
          return answer;
        });
  }
  atlas.reset();
  for (auto* area : areas) GEOSGeom_destroy_r(context, area);
  GEOS_finish_r(context);
}
