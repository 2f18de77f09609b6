// S2's shape index with one shape per country: finds the shape that contains a point, and the nearest
// edge.
//
// Edges of S2 are great circles; those of the boundaries are straight in degrees. So each edge is
// subdivided until its great circles are within a meter of it.
#include <s2/mutable_s2shape_index.h>
#include <s2/s2builder.h>
#include <s2/s2builderutil_lax_polygon_layer.h>
#include <s2/s2closest_edge_query.h>
#include <s2/s2contains_point_query.h>
#include <s2/s2edge_distances.h>
#include <s2/s2latlng.h>
#include <s2/s2lax_polygon_shape.h>

#include "driver.hpp"

// Points that are equal on both sides of 180 degrees, or at a pole on different meridians, are merged.
static S2Point point(Coordinate c) {
  if (c.longitude == 180) c.longitude = -180;
  if (std::abs(c.latitude) == 90) c.longitude = 0;
  return S2LatLng::FromDegrees(c.latitude, c.longitude).ToPoint();
}

// Appends the edge without its start, in as many pieces as necessary.
static void append_edge(
    const Coordinate& a, const Coordinate& b, std::vector<S2Point>& points, double tolerance) {
  Coordinate middle{(a.latitude + b.latitude) / 2, (a.longitude + b.longitude) / 2};
  double gap = S2::GetDistance(point(middle), point(a), point(b)).radians() * earth_radius;
  if (gap > tolerance) {
    append_edge(a, middle, points, tolerance);
    append_edge(middle, b, points, tolerance);
  } else {
    points.push_back(point(b));
  }
}

int main(int argc, char** argv) {
  Driver driver("S2", argc, argv);
  using Loops = std::vector<S2LaxPolygonShape::Loop>;
  std::vector<Loops> countries;
  std::vector<double> letters;
  size_t vertices = 0;
  for (auto& [country, arcs] : driver.countries()) {
    S2LaxPolygonShape polygon;
    S2Builder builder{S2Builder::Options()};
    builder.StartLayer(std::make_unique<s2builderutil::LaxPolygonLayer>(&polygon));
    for (auto& [arc, is_left] : arcs) {
      std::vector<S2Point> points{point(arc->vertices.front())};
      for (size_t i = 1; i < arc->vertices.size(); ++i) {
        append_edge(arc->vertices[i - 1], arc->vertices[i], points, 1);
      }
      if (!is_left) std::reverse(points.begin(), points.end());
      for (size_t i = 1; i < points.size(); ++i) builder.AddEdge(points[i - 1], points[i]);
    }
    S2Error error;
    if (!builder.Build(&error)) {
      std::fprintf(stderr, "S2: %s\n", error.text().c_str());
      return 1;
    }
    Loops loops(polygon.num_loops());
    for (int i = 0; i < polygon.num_loops(); ++i) {
      for (int j = 0; j < polygon.num_loop_vertices(i); ++j) {
        loops[i].push_back(polygon.loop_vertex(i, j));
      }
    }
    vertices += polygon.num_vertices();
    countries.push_back(std::move(loops));
    letters.push_back(static_cast<double>(country));
  }
  std::printf("{\"peer\":\"S2\",\"vertices\":%zu}\n", vertices);

  auto index = driver.build([&] {
    auto index = std::make_unique<MutableS2ShapeIndex>();
    for (auto& loops : countries) index->Add(std::make_unique<S2LaxPolygonShape>(loops));
    index->ForceBuild();
    return index;
  });

  auto prepare = [](const std::vector<Coordinate>& points) {
    std::vector<S2Point> made;
    for (auto& c : points) made.push_back(point(c));
    return made;
  };
  auto query = MakeS2ContainsPointQuery(index.get());
  for (auto& name : look_ups) {
    driver.measure(name, prepare, [&](const S2Point& point) {
      double country = 0;
      query.VisitContainingShapes(point, [&](S2Shape* shape) {
        country = letters[shape->id()];
        return false;
      });
      return Answer{country, infinity};
    });
  }

  S2ClosestEdgeQuery closest(index.get());
  closest.mutable_options()->set_include_interiors(false);
  auto nearest = [&](const S2Point& point) {
    S2ClosestEdgeQuery::PointTarget target(point);
    auto found = closest.FindClosestEdge(&target);
    if (found.is_empty()) return Answer{0, infinity};
    return Answer{letters[found.shape_id()], found.distance().ToAngle().radians() * earth_radius};
  };
  closest.mutable_options()->set_inclusive_max_distance(
      S1ChordAngle(S1Angle::Radians(25000 / earth_radius)));
  driver.measure("nearest within 25 km, off cities", prepare, nearest);
  driver.measure("nearest within 25 km, at sea", prepare, nearest);
  closest.mutable_options()->set_max_distance(S1ChordAngle::Infinity());
  driver.measure("nearest anywhere, at sea", prepare, nearest);
  driver.measure("nearest border, cities", prepare, [&](const S2Point& point) {
    return Answer{0, nearest(point).distance};
  });
}
