import CairnGeodesy
import TestSupport
import Testing

@testable import CairnPictures

/// Areas that a file cuts at 180 degrees are outlined as if they were not cut.
@Suite struct CutEdgesTests {
  private func ring(_ corners: [(Double, Double)]) -> [Coordinate] {
    corners.map { Coordinate(latitude: $0.0, longitude: $0.1) }
  }

  private func box(_ south: Double, _ west: Double, _ north: Double, _ east: Double) -> [Coordinate]
  {
    ring([(south, west), (south, east), (north, east), (north, west), (south, west)])
  }

  /// The number of pixels of lines along 180 degrees in a map with this meridian in the middle.
  private func lengthAlong180(_ rings: [[Coordinate]], partCounts: [Int]) -> Double {
    var map = MapPicture(extent: .world)
    map.atlas = nil
    map.projection = .equalEarth(centralMeridian: 180)
    map.polygons = rings.map { GeoPolygon(straightInDegrees: $0) }
    map.partCounts = partCounts
    let drawing = PictureScene(map, tolerance: 0.1).drawing
    let middle = drawing.frame.pixel(of: Coordinate(latitude: 0, longitude: 180)).x
    var sum = 0.0
    for line in drawing.polygons.flatMap(\.edge) {
      for (start, end) in zip(line, line.dropFirst())
      where abs(start.x - middle) < 0.5 && abs(end.x - middle) < 0.5 {
        sum += start.distance(to: end)
      }
    }
    return sum
  }

  @Test func cutEdgesAreNotDrawn() {
    let parts = [box(-10, 170, 20, 180), box(-10, -180, 20, -165)]
    #expect(lengthAlong180(parts, partCounts: [2]) == 0)
    // Areas that touch at 180 degrees have a border there, as the zones of UTM have.
    #expect(lengthAlong180(parts, partCounts: []) > 100)
    #expect(lengthAlong180(parts, partCounts: [1, 1]) > 100)
    #expect(lengthAlong180([parts[0]], partCounts: [1]) > 100)
    // The whole Earth, and areas around a pole in either direction.
    #expect(lengthAlong180([box(-90, -180, 90, 180)], partCounts: [1]) == 0)
    for south in [50.0, -90] {
      let cap = box(south, -180, south < 0 ? -50 : 90, 180)
      #expect(lengthAlong180([cap], partCounts: [1]) == 0)
      #expect(lengthAlong180([cap.reversed()], partCounts: [1]) == 0)
    }
  }

  @Test func partsOfDifferentHeightKeepTheRestOfTheEdge() {
    let whole = lengthAlong180([box(-10, 170, 20, 180)], partCounts: [1])
    for (south, north) in [(-10.0, 5.0), (0, 10), (5, 20), (-40, 40), (5, 40)] {
      let parts = [box(-10, 170, 20, 180), box(south, -180, north, -170)]
      let own = lengthAlong180([parts[1]], partCounts: [1])
      let common = lengthAlong180([box(max(south, -10), 170, min(north, 20), 180)], partCounts: [1])
      let found = lengthAlong180(parts, partCounts: [2])
      #expect(abs(found - (whole + own - 2 * common)) < 0.5, "\(south) to \(north)")
      #expect(abs(lengthAlong180(parts.reversed(), partCounts: [2]) - found) < 0.5)
    }
  }

  /// Random stacks of boxes on both sides: each latitude is outlined if exactly one side has it.
  @Test(arguments: 0..<20)
  func outlinesAreThoseOfALoopOverLatitudes(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var rings: [[Coordinate]] = []
    var sides: [[ClosedRange<Int>]] = [[], []]
    for side in 0...1 {
      var south = -60
      while south < 50 {
        let low = south + Int.random(in: 1...15, using: &random)
        let high = low + Int.random(in: 1...20, using: &random)
        let corners =
          side == 0
          ? box(Double(low), 170, Double(high), 180) : box(Double(low), -180, Double(high), -170)
        rings.append(Bool.random(using: &random) ? corners : corners.reversed())
        sides[side].append(low...high)
        south = high
      }
    }
    let lines = rings.flatMap(CutEdges(rings).outline)
    var outlined: Set<Int> = []
    for line in lines {
      for (start, end) in zip(line, line.dropFirst())
      where start.longitude.magnitude == 180 && end.longitude.magnitude == 180 {
        let low = Int(min(start.latitude, end.latitude))
        outlined.formUnion(low..<Int(max(start.latitude, end.latitude)))
      }
    }
    let wanted = (-90..<90).filter { degree in
      let counts = sides.map { side in
        side.count { $0.lowerBound <= degree && degree < $0.upperBound }
      }
      return counts[0] != counts[1]
    }
    #expect(outlined.sorted() == wanted)
    // The other edges are all drawn.
    let count = lines.joined().count { $0.longitude.magnitude == 170 }
    #expect(count >= 2 * rings.count)
  }
}
