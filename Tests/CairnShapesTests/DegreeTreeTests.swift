import CairnGeodesy
import TestSupport
import Testing

@testable import CairnShapes

@Suite("The tree of degree boxes compared with a loop over them")
struct DegreeTreeTests {
  /// Boxes of all sizes, some across the antimeridian, along it, around a pole, empty or whole.
  private static func boxes(_ count: Int, _ random: inout SeededGenerator) -> [BoundingBox] {
    let special = [
      BoundingBox.empty, .world, BoundingBox(south: 10, west: 170, north: 20, east: -170),
      BoundingBox(south: 10, west: 170, north: 20, east: 180),
      BoundingBox(south: 10, west: -180, north: 20, east: -170),
      BoundingBox(south: 80, west: -180, north: 90, east: 180),
      BoundingBox(south: 5, west: 5, north: 5, east: 5),
    ]
    return (0..<count).map { number in
      if number < special.count { return special[number] }
      let center = place(&random)
      let size = [0.001, 1, 30][number % 3]
      return BoundingBox(
        south: center.latitude - random.double(in: 0...size),
        west: center.longitude - random.double(in: 0...size),
        north: center.latitude + random.double(in: 0...size),
        east: center.longitude + random.double(in: 0...size))
    }
  }

  private static func place(_ random: inout SeededGenerator) -> Coordinate {
    Coordinate(
      latitude: random.double(in: -90...90), longitude: random.double(in: -180...180))
  }

  @Test(arguments: [0, 1, 7, 8, 9, 64, 65, 700], [1, 2, 8])
  func findsEveryBoxOnce(count: Int, maximumLevels: Int) {
    var random = SeededGenerator(seed: UInt64(count * 10 + maximumLevels))
    let boxes = Self.boxes(count, &random)
    let tags = boxes.indices.map { UInt32($0) }
    let tree = DegreeTree(tags, maximumLevels: maximumLevels) { boxes[Int($0)] }
    var places = [-180.0, 180, 540, -540, 179.999_999_999, 5, 365].flatMap { longitude in
      [-90.0, -89.999_999, 5, 15, 90].map { Coordinate(latitude: $0, longitude: longitude) }
    }
    for box in boxes {
      places.append(Self.place(&random))
      // The corners, where a rounding would lose the box.
      places.append(Coordinate(latitude: box.south, longitude: box.west))
      places.append(Coordinate(latitude: box.north, longitude: box.east))
    }
    for place in places where place.isValid {
      var found: [UInt32] = []
      let isComplete = tree.forEach(at: place) {
        found.append($0)
        return true
      }
      #expect(isComplete)
      #expect(Set(found).count == found.count)
      // The core expands boxes, so that one that reaches a pole spans all longitudes.
      let isPole = place.latitude.magnitude == 90
      let expected = tags.filter { tag in
        let box = boxes[Int(tag)]
        return box.contains(place) && (!isPole || box.spansAllLongitudes)
      }
      #expect(Set(found).isSuperset(of: expected))
      // A box that a place is far outside is not found.
      for tag in found where !boxes[Int(tag)].crossesAntimeridian {
        let box = boxes[Int(tag)].expanded(byMeters: 10)
        #expect(box.contains(place) || box.east == 180 || boxes[Int(tag)].east == 180)
      }
      guard let first = found.first else { continue }
      var calls: [UInt32] = []
      let isStopped = !tree.forEach(at: place) {
        calls.append($0)
        return false
      }
      #expect(isStopped && calls == [first])
    }
  }
}
