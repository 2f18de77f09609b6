import CairnGeodesy
import CairnIndex
import TestSupport
import Testing

@testable import CairnShapes

/// Outlines of many parts, rings in rings, and borders that meet in one cell, against the region.
@Suite struct OutlinePartsTests {
  private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Checks that places farther from a border than the tolerance are inside both or neither.
  private func check(
    _ region: CombinedRegion, _ caps: [Cap], tolerance: Double, _ random: inout SeededGenerator
  ) throws -> GeoMultiPolygon {
    let outline = try region.multiPolygon(tolerance: tolerance)
    for cap in caps {
      for _ in 0..<rounds(40, inDebug: 6) {
        let asked = cap.center.destination(
          bearing: random.double(in: 0...360), distance: cap.radius * random.double(in: 0...1.5))
        let isClear = caps.allSatisfy {
          ($0.center.distance(to: asked) - $0.radius).magnitude > 1.5 * tolerance
        }
        if isClear { #expect(outline.contains(asked) == region.contains(asked), "\(asked)") }
      }
    }
    return outline
  }

  @Test func ringsInRings() throws {
    var random = SeededGenerator(seed: 60)
    // Concentric circles, alternately inside and outside, next to another such target.
    for center in [place(10, 20), place(-60, 179.9)] {
      let caps = (1...6).reversed().flatMap { number in
        [0.0, 8].map {
          Cap(
            center: place(center.latitude, center.longitude + $0),
            radius: 50_000 * Double(number))
        }
      }
      var region = CombinedRegion(unionOf: [])
      for (number, cap) in caps.enumerated() {
        region = number / 2 % 2 == 0 ? region.union(cap) : region.subtracting(cap)
      }
      let outline = try check(region, caps, tolerance: 8_000, &random)
      if center.longitude == 20 {
        #expect(outline.polygons.count == 6)
        #expect(outline.polygons.allSatisfy { $0.holes.count == 1 })
        for polygon in outline.polygons {
          let hole = try #require(polygon.holes.first)
          #expect(GeoPolygon(polygon.outer).contains(hole[0]))
          // The hole of a ring is the next smaller circle.
          #expect(GeoPolygon(hole).area() > 0.2 * GeoPolygon(polygon.outer).area())
        }
      }
    }
  }

  /// A hole whose box is inside the box of a smaller ring that does not contain it.
  @Test func holeNextToASmallerRing() throws {
    // An L-shaped corner region around a corner of a square with a hole.
    let square = BoundingBox(south: 0, west: 0, north: 10, east: 10)
    let hole = BoundingBox(south: 1, west: 1, north: 3, east: 3)
    let south = BoundingBox(south: -2, west: -2, north: -1, east: 4)
    let west = BoundingBox(south: -2, west: -2, north: 4, east: -1)
    let region = square.subtracting(hole).union(south).union(west)
    let outline = try region.multiPolygon(tolerance: 20_000)
    #expect(outline.polygons.count == 2)
    let large = try #require(outline.polygons.first { $0.contains(place(8, 8)) })
    #expect(large.holes.count == 1)
    #expect(!outline.contains(place(2, 2)))
    #expect(outline.contains(place(-1.5, 0)) && outline.contains(place(0, -1.5)))
  }

  @Test func manyCirclesAcrossTheAntimeridian() throws {
    var random = SeededGenerator(seed: 61)
    let caps = (0..<rounds(60, inDebug: 14)).map {
      Cap(center: place(Double($0) * 2 - 58, 180 - Double($0 % 3) * 0.3), radius: 70_000)
    }
    let union = CombinedRegion(unionOf: caps + [Cap(center: place(90, 0), radius: 500_000)])
    _ = try check(union, caps, tolerance: 8_000, &random)
    _ = try check(union.complement, caps, tolerance: 8_000, &random)
  }

  /// Two squares that meet in a corner: in the cell with that corner four borders meet.
  @Test func bordersThatMeetInACell() throws {
    for shift in [0.0, 0.013, 0.027, 0.041] {
      let first = BoundingBox(south: shift, west: shift, north: 1 + shift, east: 1 + shift)
      let second = BoundingBox(south: 1 + shift, west: 1 + shift, north: 2 + shift, east: 2 + shift)
      let third = BoundingBox(south: 1 + shift, west: shift - 1, north: 2 + shift, east: shift)
      let region = CombinedRegion(unionOf: [first, second, third])
      let outline = try region.multiPolygon(tolerance: 5_000)
      for (latitude, longitude, isInside) in [
        (0.9, 0.9, true), (1.1, 1.1, true), (0.9, 1.1, false), (1.1, 0.9, false),
        (1.1, -0.1, true), (0.9, -0.1, false),
      ] {
        #expect(outline.contains(place(latitude + shift, longitude + shift)) == isInside)
      }
      // The complement: two gaps that meet in a corner.
      let frame = BoundingBox(south: -2, west: -2, north: 4, east: 4).subtracting(region)
      let rest = try frame.multiPolygon(tolerance: 5_000)
      for (latitude, longitude, isInside) in [
        (0.9, 0.9, false), (1.1, 1.1, false), (0.9, 1.1, true), (1.1, 0.9, true),
      ] {
        #expect(rest.contains(place(latitude + shift, longitude + shift)) == isInside)
      }
    }
  }

  /// Two regions on opposite corners of a cell are one if its middle is inside, and two otherwise.
  @Test func regionsThatAreJoinedInTheMiddleOfACell() throws {
    // Cells of a tenth of a degree; the regions meet in the middle of one.
    let tolerance = 16_680.0
    for isRising in [true, false] {
      for gap in [0.01, 0] {
        let (low, high) = (0.05 - gap, 0.05 + gap)
        let first = BoundingBox(
          south: isRising ? -0.93 : high, west: -0.93, north: isRising ? low : 0.93, east: low)
        let second = BoundingBox(
          south: isRising ? high : -0.93, west: high, north: isRising ? 0.93 : low, east: 0.93)
        let bridge = BoundingBox(south: 0.02, west: 0.02, north: 0.08, east: 0.08)
        let apart = CombinedRegion(unionOf: [first, second])
        let joined = CombinedRegion(unionOf: [first, second, bridge])
        if gap > 0 {
          let outline = try apart.multiPolygon(tolerance: tolerance)
          #expect(outline.polygons.count == 2, "\(outline.polygons.map(\.outer))")
        }
        let outline = try joined.multiPolygon(tolerance: tolerance)
        #expect(outline.polygons.count == 1, "\(isRising) \(gap)")
        #expect(outline.contains(place(0.05, 0.05)))
      }
    }
  }

  /// A ring within a hole that it touches at the first corner of the hole.
  @Test func aRingThatTouchesItsHole() {
    func points(_ corners: (Double, Double)...) -> [OutlinePoint] {
      corners.map { OutlinePoint(x: $0.0, y: $0.1) }
    }
    let polygons = OutlineAssembly.polygons(of: [
      points((0, 0), (10, 0), (10, 10), (0, 10)), points((3, 3), (3, 8), (8, 8), (8, 3)),
      points((3, 3), (4, 3), (4, 4), (3, 4)),
    ])
    #expect(polygons.map(\.holes.count).sorted() == [0, 1])
    #expect(polygons.contains { $0.contains(place(1, 1)) && $0.holes.count == 1 })
  }
}

/// Movers that approach a border in small steps, to test the settled distance.
@Suite struct SettledFenceTests {
  @Test(arguments: [0.0, 45, 80, -89], [0, 300] as [Double])
  func smallStepsOverABorder(latitude: Double, margin: Double) {
    let center = Coordinate(latitude: latitude, longitude: 179.9)
    let radius = 50_000.0
    let fence = Cap(center: center, radius: radius)
    for bearing in stride(from: 0.0, to: 360, by: 45) {
      var tracker = GeofenceTracker<Int, Int>(ShapeIndex([0]) { _ in fence }, margin: margin)
      var isIn = false
      // To the border and beyond, with smaller steps near it, then back.
      let ways = [
        0, 20_000, 40_000, 49_000, 49_900, 49_990, 49_999, 50_001, 50_200, 50_290, 50_310,
      ]
      for (number, way) in (ways + ways.reversed()).enumerated() {
        let place = center.destination(bearing: bearing, distance: Double(way))
        let distance = center.distance(to: place) - radius
        isIn = distance <= 0 || isIn && distance <= margin
        _ = tracker.update(1, at: place, time: Double(number))
        #expect(tracker.fenceOffsets(of: 1) == (isIn ? [0] : []), "\(bearing) \(way)")
      }
    }
  }

  @Test func staysAreReportedOnTime() {
    let fence = Cap(center: Coordinate(latitude: 1, longitude: 2), radius: 1_000)
    var tracker = GeofenceTracker<Int, Int>(ShapeIndex([0]) { _ in fence }, dwell: 10)
    let kinds = [0, 1, 9.5, 9.999, 10, 11, 30].map { time in
      tracker.update(1, at: fence.center, time: time).map(\.kind)
    }
    #expect(kinds == [[.entered], [], [], [], [.stayed], [], []])
  }
}
