// S2's shape index over the same polygons, whose edges are also great circles: finds the polygons that
// contain a point, the nearest one, and those within a distance.
#include <s2/mutable_s2shape_index.h>
#include <s2/s2closest_edge_query.h>
#include <s2/s2contains_point_query.h>
#include <s2/s2latlng.h>
#include <s2/s2lax_polygon_shape.h>

#include <set>

#include "driver.hpp"

static S2Point point(const Coordinate& c) {
  return S2LatLng::FromDegrees(c.latitude, c.longitude).ToPoint();
}

int main(int argc, char** argv) {
  Driver driver("S2", argc, argv);
  using Loops = std::vector<S2LaxPolygonShape::Loop>;
  std::vector<Loops> loops;
  for (auto& ring : polygons(argc, argv)) {
    // The corners are clockwise; S2's interior is on the left of an edge.
    S2LaxPolygonShape::Loop loop;
    for (size_t i = ring.size(); i-- > 0;) loop.push_back(point(ring[i]));
    loops.push_back({loop});
  }
  auto build = [&] {
    auto index = std::make_unique<MutableS2ShapeIndex>();
    for (auto& polygon : loops) index->Add(std::make_unique<S2LaxPolygonShape>(polygon));
    index->ForceBuild();
    return index;
  };
  driver.build("build", build);
  auto index = build();
  std::vector<S2Point> points;
  for (auto& c : driver.queries) points.push_back(point(c));

  auto contains = MakeS2ContainsPointQuery(index.get());
  driver.measure("containing, count", [&](size_t number) {
    double count = 0;
    contains.VisitContainingShapes(points[number], [&](S2Shape*) {
      count += 1;
      return true;
    });
    return Answer{count, 0};
  });

  S2ClosestEdgeQuery query(index.get());
  query.mutable_options()->set_include_interiors(true);
  query.mutable_options()->set_max_results(1);
  driver.measure("nearest 1", [&](size_t number) {
    S2ClosestEdgeQuery::PointTarget target(points[number]);
    return Answer{1, meters(query.FindClosestEdge(&target).distance().length2())};
  });

  // The query returns edges; the shape of each is counted once.
  query.mutable_options()->set_max_results(S2ClosestEdgeQuery::Options::kMaxMaxResults);
  query.mutable_options()->set_inclusive_max_distance(
      S1ChordAngle::FromLength2(squared_chord_of(50'000)));
  driver.measure("within 50 km", [&](size_t number) {
    S2ClosestEdgeQuery::PointTarget target(points[number]);
    std::set<int> shapes;
    for (auto& result : query.FindClosestEdges(&target)) shapes.insert(result.shape_id());
    return Answer{static_cast<double>(shapes.size()), 0};
  });

  MutableS2ShapeIndex few;
  for (size_t i = 0; i < 100 && i < loops.size(); ++i) {
    few.Add(std::make_unique<S2LaxPolygonShape>(loops[i]));
  }
  few.ForceBuild();
  std::vector<S2Point> around;
  for (auto& c : places(argv, "union.f64")) around.push_back(point(c));
  auto in_few = MakeS2ContainsPointQuery(&few);
  driver.measure("union of 100, contains", around.size(), [&](size_t number) {
    return Answer{in_few.Contains(around[number]) ? 1.0 : 0.0, 0};
  });

  auto corners = places(argv, "outlines.f64");
  std::vector<std::unique_ptr<MutableS2ShapeIndex>> outlines;
  for (size_t first = 0; first + outline_corners <= corners.size(); first += outline_corners) {
    S2LaxPolygonShape::Loop loop;
    for (size_t i = outline_corners; i-- > 0;) loop.push_back(point(corners[first + i]));
    outlines.push_back(std::make_unique<MutableS2ShapeIndex>());
    outlines.back()->Add(std::make_unique<S2LaxPolygonShape>(Loops{loop}));
    outlines.back()->ForceBuild();
  }
  size_t half = outlines.size() / 2;
  driver.measure("distance, 1,000 corners", half * half, [&](size_t number) {
    S2ClosestEdgeQuery query(outlines[number / half].get());
    S2ClosestEdgeQuery::ShapeIndexTarget target(outlines[half + number % half].get());
    return Answer{1, meters(query.FindClosestEdge(&target).distance().length2())};
  });
}
