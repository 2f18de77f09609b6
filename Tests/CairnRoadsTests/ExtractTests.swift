import CairnGeodesy
import CairnOSM
import TestSupport
import Testing

@testable import CairnRoads

/// The roads of Vaduz.
@Suite struct ExtractTests {
  private static let path =
    "\(#filePath)".split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    + "/Extracts/vaduz-roads.osm.pbf"

  @Test func timesEqualThoseOfRoutes() throws {
    let network = try RoadNetwork(extract: OSMFile(path: Self.path))
    var random = SeededGenerator(seed: 1)
    let points = (0..<8).map { _ in
      Coordinate(
        latitude: Double.random(in: 47.134...47.144, using: &random),
        longitude: Double.random(in: 9.518...9.526, using: &random))
    }
    for profile in network.profileNames {
      let matrix = try network.milliseconds(from: points, to: points, by: profile)
      for (row, start) in points.enumerated() {
        for (column, end) in points.enumerated() {
          // Some one-way streets lead out of the extract.
          let route = try? network.route(from: start, to: end, by: profile)
          #expect(matrix[row][column] == route?.milliseconds)
          guard let route else { continue }
          let length = zip(route.path, route.path.dropFirst()).reduce(0) {
            $0 + $1.0.distance(to: $1.1)
          }
          #expect((length - route.distance).magnitude < 1e-6)
        }
      }
    }
  }

  @Test func aWalkHasTheKnownTime() throws {
    let network = try RoadNetwork(extract: OSMFile(path: Self.path))
    let route = try network.route(
      from: Coordinate(latitude: 47.1410, longitude: 9.5209),
      to: Coordinate(latitude: 47.1350, longitude: 9.5225), by: "foot")
    // 691 m at 5 km/h.
    #expect((route.seconds - route.distance / (5 / 3.6)).magnitude < 0.1)
    #expect(route.steps.last?.name == "Heiligkreuz")
  }
}
