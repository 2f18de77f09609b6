// Writes test pairs of lines and polygons for relations of shapes, with S2's results, as CSV.
//
//     g++ -O2 -std=c++17 -o relations relations.cpp -ls2
//     ./relations 900 7 > Tests/CairnShapesTests/Vectors/s2-adversarial.csv
//
// The pairs have common corners and edges, corners on edges, holes, one shape inside the other, shapes
// around poles and across 180 degrees, tiny next to huge ones, and antipodes. Corners are first rounded
// to 1e-7 degrees, so that both libraries get the same input. The distance is that of the nearest pair
// of edges; it is 0 if S2's exact predicates find that edges cross or a corner is inside.
#include <s2/mutable_s2shape_index.h>
#include <s2/s2closest_edge_query.h>
#include <s2/s2edge_distances.h>
#include <s2/s2latlng.h>
#include <s2/s2lax_polygon_shape.h>
#include <s2/s2lax_polyline_shape.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

using Ring = std::vector<S2LatLng>;

// A line, or a polygon with its holes.
struct Shape {
  bool is_line;
  std::vector<Ring> rings;
};

static std::mt19937_64 generator;

static double uniform(double least, double greatest) {
  return std::uniform_real_distribution<double>(least, greatest)(generator);
}

static int pick(int count) { return static_cast<int>(generator() % count); }

static S2LatLng rounded(const S2LatLng& place) {
  double longitude = std::round(place.lng().degrees() * 1e7) / 1e7;
  return S2LatLng::FromDegrees(std::round(place.lat().degrees() * 1e7) / 1e7, longitude);
}

// A place at a bearing and an angle, both in degrees.
static S2LatLng at(const S2LatLng& from, double bearing, double angle) {
  double phi = from.lat().radians(), delta = angle * M_PI / 180, theta = bearing * M_PI / 180;
  double sine = std::sin(phi) * std::cos(delta) + std::cos(phi) * std::sin(delta) * std::cos(theta);
  double other = std::asin(std::max(-1.0, std::min(1.0, sine)));
  double turn = std::atan2(
      std::sin(theta) * std::sin(delta) * std::cos(phi), std::cos(delta) - std::sin(phi) * sine);
  return rounded(S2LatLng::FromRadians(other, from.lng().radians() + turn).Normalized());
}

// Counterclockwise, as S2 requires.
static Ring star(const S2LatLng& center, double size, int corners, double least = 0.6) {
  Ring ring;
  for (int i = corners; i-- > 0;) {
    ring.push_back(at(center, 360.0 * i / corners, size * uniform(least, 1)));
  }
  return ring;
}

static Ring reversed(Ring ring) { return Ring(ring.rbegin(), ring.rend()); }

static S2LatLng center() {
  switch (pick(5)) {
    case 0: return S2LatLng::FromDegrees(uniform(88, 90) * (pick(2) ? 1 : -1), uniform(-180, 180));
    case 1: return S2LatLng::FromDegrees(uniform(-70, 70), pick(2) ? 180 : -179.9999);
    case 2: return S2LatLng::FromDegrees(0, 90 * pick(4) - 180);
    default:
      return S2LatLng::FromRadians(std::asin(uniform(-1, 1)), uniform(-M_PI, M_PI));
  }
}

static Shape line(const S2LatLng& from, double size, int edges) {
  Ring places{rounded(from)};
  double bearing = uniform(0, 360);
  for (int i = 0; i < edges; ++i) {
    bearing += uniform(-60, 60);
    places.push_back(at(places.back(), bearing, size / edges));
  }
  return {true, {places}};
}

static S2LatLng middle(const S2LatLng& a, const S2LatLng& b) {
  return rounded(S2LatLng((a.ToPoint() + b.ToPoint()).Normalize()));
}

static std::pair<Shape, Shape> pair() {
  S2LatLng place = rounded(center());
  double size = std::pow(10, uniform(-4, 1.3));
  Shape first{false, {star(place, size, 3 + pick(7))}};
  auto& ring = first.rings[0];
  auto corner = ring[pick(ring.size())];
  int number = pick(ring.size());
  auto start = ring[number], end = ring[(number + 1) % ring.size()];
  switch (pick(10)) {
    case 0:  // A common corner.
      return {first, {false, {{corner, at(corner, 10, size), at(corner, 350, size)}}}};
    case 1:  // A common edge, and another corner anywhere.
      return {first, {true, {{end, start, at(start, uniform(0, 360), size)}}}};
    case 2:  // A corner on an edge, up to rounding.
      return {first, line(middle(start, end), size, 1 + pick(4))};
    case 3:  // One inside the other.
      return {first, {false, {star(place, size * uniform(0.001, 0.4), 3 + pick(5))}}};
    case 4: {  // In a hole, or through its border.
      first.rings = {star(place, size, 8, 0.9), reversed(star(place, size * 0.5, 8, 0.9))};
      double reach = size * uniform(0.1, 0.6);
      return {first, {false, {star(place, reach, 3 + pick(5))}}};
    }
    case 5:  // A line out of a hole.
      first.rings = {star(place, size, 8, 0.9), reversed(star(place, size * 0.5, 8, 0.9))};
      return {first, line(place, size * uniform(0.2, 2), 1 + pick(5))};
    case 6: {  // Tiny next to huge, but larger than the rounding.
      double tiny = std::max(size * 1e-4, 1e-6);
      return {first, {false, {star(at(corner, uniform(0, 360), tiny), tiny, 4)}}};
    }
    case 7: {  // Antipodes.
      auto other = S2LatLng(-place.ToPoint());
      return {first, line(at(other, uniform(0, 360), uniform(0, 2 * size)), size, 3)};
    }
    case 8:  // Lines that cross, or nearly.
      return {line(place, size, 1 + pick(6)), line(at(place, uniform(0, 360), size / 3), size, 4)};
    default:
      return {
          first,
          {false, {star(at(place, uniform(0, 360), uniform(0, 3 * size)), size, 3 + pick(7))}}};
  }
}

static std::unique_ptr<S2Shape> shape(const Shape& shape) {
  std::vector<std::vector<S2Point>> loops;
  for (auto& ring : shape.rings) {
    loops.emplace_back();
    for (auto& place : ring) loops.back().push_back(place.ToPoint());
  }
  if (shape.is_line) return std::make_unique<S2LaxPolylineShape>(loops[0]);
  return std::make_unique<S2LaxPolygonShape>(loops);
}

static void print(const Shape& shape) {
  std::printf("%s,", shape.is_line ? "L" : "P");
  for (size_t i = 0; i < shape.rings.size(); ++i) {
    if (i > 0) std::printf("|");
    for (size_t j = 0; j < shape.rings[i].size(); ++j) {
      auto& place = shape.rings[i][j];
      std::printf(
          "%s%.10g %.10g", j > 0 ? " " : "", place.lat().degrees(), place.lng().degrees());
    }
  }
}

int main(int argc, char** argv) {
  int count = argc > 1 ? std::atoi(argv[1]) : 900;
  generator.seed(argc > 2 ? std::atoi(argv[2]) : 7);
  std::printf("kind,places,other kind,other places,radians\n");
  for (int i = 0; i < count; ++i) {
    auto [first, second] = pair();
    MutableS2ShapeIndex a, b;
    a.Add(shape(first));
    b.Add(shape(second));
    S2ClosestEdgeQuery query(&a);
    S2ClosestEdgeQuery::ShapeIndexTarget target(&b);
    double radians = 0;
    if (query.GetDistance(&target) > S1ChordAngle::Zero()) {
      radians = 4;
      for (int m = 0; m < a.shape(0)->num_edges(); ++m) {
        for (int n = 0; n < b.shape(0)->num_edges(); ++n) {
          auto one = a.shape(0)->edge(m), other = b.shape(0)->edge(n);
          auto nearest = S2::GetEdgePairClosestPoints(one.v0, one.v1, other.v0, other.v1);
          radians = std::min(radians, S1Angle(nearest.first, nearest.second).radians());
        }
      }
    }
    print(first);
    std::printf(",");
    print(second);
    std::printf(",%.17g\n", radians);
  }
}
