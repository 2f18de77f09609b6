// GeographicLib on WGS 84, for comparison with Cairn's ellipsoid.
//
//     geographiclib PLACESET REPETITIONS
//
// The library is Debian's binary. Compiling this driver with `clang++ -O2` or `g++ -O2` makes no
// measurable difference.
#include <GeographicLib/Geodesic.hpp>
#include <GeographicLib/GeodesicLine.hpp>
#include <GeographicLib/PolygonArea.hpp>
#include <GeographicLib/Rhumb.hpp>

#include "../set.hpp"

using GeographicLib::Geodesic;

namespace {

const char* const peer = "GeographicLib";

// A distance up to 9,000 km that varies from place to place.
double some_distance(const Coordinate& place) { return 50000 * (place.latitude + 90); }

// Times an operation on each pair of consecutive places.
template <class Operation>
void pairs(
    const std::vector<Coordinate>& places, int repetitions, const char* name,
    Operation operation) {
  measure_all(peer, name, places.size() - 1, repetitions, [&] {
    double sum = 0;
    for (size_t i = 1; i < places.size(); ++i) sum += operation(places[i - 1], places[i]);
    return sum;
  });
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    std::fprintf(stderr, "usage: %s PLACESET REPETITIONS\n", arguments[0]);
    return 64;
  }
  const PlaceSet set(arguments[1]);
  const int repetitions = std::atoi(arguments[2]);
  const auto& places = set.places;
  if (places.size() < 2) return 65;
  const Geodesic& earth = Geodesic::WGS84();
  const auto& rhumb = GeographicLib::Rhumb::WGS84();

  pairs(places, repetitions, "WGS 84 distance", [&](const Coordinate& a, const Coordinate& b) {
    double distance;
    earth.Inverse(a.latitude, a.longitude, b.latitude, b.longitude, distance);
    return distance;
  });
  pairs(places, repetitions, "WGS 84 inverse", [&](const Coordinate& a, const Coordinate& b) {
    double distance, initial, final;
    earth.Inverse(a.latitude, a.longitude, b.latitude, b.longitude, distance, initial, final);
    return distance + initial + final;
  });
  pairs(places, repetitions, "WGS 84 direct", [&](const Coordinate& a, const Coordinate& b) {
    double latitude, longitude, bearing;
    earth.Direct(
        a.latitude, a.longitude, b.longitude, some_distance(b), latitude, longitude, bearing);
    return latitude + longitude + bearing;
  });
  const auto line = earth.Line(40, 10, 30);
  pairs(places, repetitions, "WGS 84 line position", [&](const Coordinate&, const Coordinate& b) {
    double latitude, longitude, bearing;
    line.Position(some_distance(b), latitude, longitude, bearing);
    return latitude + longitude + bearing;
  });
  pairs(places, repetitions, "WGS 84 rhumb distance",
        [&](const Coordinate& a, const Coordinate& b) {
    double distance, bearing;
    rhumb.Inverse(a.latitude, a.longitude, b.latitude, b.longitude, distance, bearing);
    return distance;
  });
  pairs(places, repetitions, "WGS 84 rhumb destination",
        [&](const Coordinate& a, const Coordinate& b) {
    double latitude, longitude;
    rhumb.Direct(
        a.latitude, a.longitude, b.longitude, some_distance(b), latitude, longitude);
    return latitude + longitude;
  });

  // The ring of cairn-bench: corners alternating between two circles, computed with the geodesic.
  std::vector<Coordinate> ring(500);
  for (size_t i = 0; i < ring.size(); ++i) {
    earth.Direct(
        45, 15, 360.0 * i / ring.size(), i % 2 == 0 ? 3500000 : 2500000, ring[i].latitude,
        ring[i].longitude);
  }
  measure_all(peer, "WGS 84 polygon area, a corner", ring.size(), repetitions, [&] {
    GeographicLib::PolygonArea polygon(earth);
    for (const auto& corner : ring) polygon.AddPoint(corner.latitude, corner.longitude);
    double perimeter, area;
    polygon.Compute(false, true, perimeter, area);
    return area;
  });
  return 0;
}
