import CairnGeodesy
import TestSupport
import Testing

@Suite struct BoundingBoxTests {
  private func box(_ south: Double, _ west: Double, _ north: Double, _ east: Double) -> BoundingBox
  {
    BoundingBox(south: south, west: west, north: north, east: east)
  }

  private func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  @Test func zeroWidthFullCircleAndEmptyAreDistinct() {
    let thin = box(0, 10, 10, 10)
    #expect(!thin.isEmpty && thin.longitudeSpan == 0)
    #expect(thin.contains(at(5, 10)) && thin.contains(at(5, 370)))
    #expect(!thin.contains(at(5, 10.000001)))
    for full in [box(0, -180, 10, 180), box(0, 0, 10, 360), box(0, -200, 10, 200)] {
      #expect(full.spansAllLongitudes && full.longitudeSpan == 360)
      #expect(full.contains(at(5, 77)) && full.contains(at(5, -180)) && full.contains(at(5, 180)))
      #expect(full == box(0, -180, 10, 180))
    }
    for empty in [
      box(10, 0, 0, 10), box(.nan, 0, 1, 1), box(0, .nan, 1, 1), box(0, 0, 1, .nan),
      box(91, 0, 95, 10), box(-95, 0, -91, 10), box(0, .infinity, 1, 5),
    ] {
      #expect(empty.isEmpty && empty == .empty && empty.longitudeSpan == 0)
      #expect(!empty.contains(at(0, 0)) && !empty.intersects(.world))
      #expect(empty.center.latitude.isNaN)
    }
    #expect(box(-100, 0, 100, 10) == box(-90, 0, 90, 10))
    #expect(BoundingBox.world.contains(at(-90, 0)) && BoundingBox.world.contains(at(90, 400)))
  }

  @Test func theAntimeridianIsOneMeridian() {
    let forms = [box(0, 180, 1, 180), box(0, -180, 1, -180), box(0, 180, 1, -180)]
    for form in forms {
      #expect(form == forms[0] && form.longitudeSpan == 0)
      #expect(form.contains(at(0, 180)) && form.contains(at(0, -180)) && form.contains(at(0, 540)))
      #expect(!form.contains(at(0, 179.9)))
    }
    let eastern = box(0, 100, 1, 180)
    let western = box(0, -180, 1, -100)
    #expect(eastern.contains(at(0, -180)) && western.contains(at(0, 180)))
    #expect(eastern.intersects(western) && western.intersects(eastern))
    #expect(eastern.intersectionPieces(western) == [forms[0]])
    #expect(eastern == box(0, 100, 1, -180) && western == box(0, 180, 1, -100))
    #expect(eastern.union(western) == box(0, 100, 1, -100))
    #expect(box(-0.0, -0.0, 1, 1) == box(0, 0, 1, 1))
  }

  @Test func invalidCoordinatesAreInNoBox() {
    for bad in [
      at(.nan, 0), at(0, .nan), at(0, .infinity), at(.infinity, 0), at(90.5, 0), at(90, .nan),
    ] {
      #expect(!BoundingBox.world.contains(bad))
    }
  }

  @Test func aPoleIsInsideAtAnyLongitude() {
    let arctic = box(80, 10, 90, 20)
    #expect(arctic.contains(at(90, 15)) && arctic.contains(at(90, -100)))
    #expect(!arctic.contains(at(89.9, -100)))
    let other = box(80, 100, 90, 120)
    #expect(arctic.intersects(other))
    #expect(arctic.intersectionPieces(other) == [box(90, -180, 90, 180)])
    #expect(arctic.contains(box(90, 50, 90, 60)))
    // A pole has all longitudes, whatever those of its box and of the box that contains it.
    for (pole, edge) in [(90.0, 80.0), (-90, -80)] {
      let cap = box(min(pole, edge), 10, max(pole, edge), 20)
      let whole = [box(pole, -180, pole, 180)]
      #expect(cap.intersectionPieces(box(pole, 5, pole, 15)) == whole)
      #expect(box(pole, 5, pole, 15).intersectionPieces(cap) == whole)
      #expect(cap.intersectionPieces(box(pole, 30, pole, 40)) == whole)
    }
    #expect(box(0, 0, 10, 10).union(box(90, 50, 90, 60)) == box(0, 0, 90, 10))
  }

  /// Random boxes on a coarse grid, so that bounds often touch, compared with every point of the
  /// grid.
  @Test func setOperationsAgreeWithTheirPoints() {
    var random = SeededGenerator(seed: 1)
    let grid = stride(from: -90.0, through: 90, by: 15).flatMap { latitude in
      stride(from: -180.0, to: 180, by: 7.5).map { at(latitude, $0) }
    }
    func randomBox() -> BoundingBox {
      let a = Double(random.integer(in: -3...3)) * 30
      let b = Double(random.integer(in: -3...3)) * 30
      let west = Double(random.integer(in: -12...12)) * 15
      return box(min(a, b), west, max(a, b), west + Double(random.integer(in: 0...24)) * 15)
    }
    for _ in 0..<rounds(1500, inDebug: 250) {
      let a = randomBox()
      let b = randomBox()
      let inA = grid.map(a.contains)
      let inB = grid.map(b.contains)
      let common = zip(inA, inB).map { $0 && $1 }
      let pieces = a.intersectionPieces(b)
      #expect(grid.map { c in pieces.contains { $0.contains(c) } } == common, "\(a) \(b)")
      #expect(a.intersects(b) == common.contains(true) && b.intersects(a) == a.intersects(b))
      #expect(a.intersects(b) == !pieces.isEmpty)
      #expect(a.contains(b) == zip(inA, inB).allSatisfy { $0 || !$1 }, "\(a) \(b)")
      let union = a.union(b)
      #expect(union.contains(a) && union.contains(b) && union == b.union(a), "\(a) \(b)")
      #expect(union.longitudeSpan <= a.longitudeSpan + b.longitudeSpan + 180)
      let intersection = a.intersection(b)
      #expect(pieces.allSatisfy(intersection.contains))
      #expect(pieces.count == 2 || intersection == (pieces.first ?? .empty))
    }
  }

  /// Compared with the best of all boxes that begin at one of the longitudes and end at another.
  @Test func enclosingBoxesExcludeTheWidestGap() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<400 {
      let count = random.integer(in: 1...6)
      let points = (0..<count).map { _ in
        at(Double(random.integer(in: -89...89)), Double(random.integer(in: -12...12)) * 15)
      }
      let enclosing = BoundingBox(enclosing: points)
      #expect(points.allSatisfy(enclosing.contains))
      var best = 360.0
      for first in points {
        for last in points {
          let candidate = box(-90, first.longitude, 90, last.longitude)
          if points.allSatisfy(candidate.contains) { best = min(best, candidate.longitudeSpan) }
        }
      }
      #expect(enclosing.longitudeSpan == best)
      #expect(enclosing.south == points.map(\.latitude).min())
    }
    #expect(BoundingBox(enclosing: []) == .empty)
    #expect(BoundingBox(enclosing: [at(.nan, 0), at(95, 0), at(1, 2)]) == box(1, 2, 1, 2))
    #expect(BoundingBox(enclosing: [at(90, 100), at(10, 5)]) == box(10, 5, 90, 5))
    #expect(BoundingBox(enclosing: [at(90, 100)]) == box(90, 100, 90, 100))
  }

  /// Among many longitudes all around the Earth the widest gap may be within a strip.
  @Test(arguments: [4_097, 9_000, 40_000])
  func narrowGapsAreTheWidestAmongManyPlaces(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let step = 360 / Double(count)
    let longitudes = (0..<count).map { number in
      -180 + step * (Double(number) + random.double(in: 0.1...0.9))
    }
    var widest = longitudes[0] + 360 - longitudes[count - 1]
    for (west, east) in zip(longitudes, longitudes.dropFirst()) {
      widest = max(widest, east - west)
    }
    let points = longitudes.shuffled(using: &random).map { at(random.double(in: -80...80), $0) }
    #expect(abs(BoundingBox(enclosing: points).longitudeSpan - (360 - widest)) < 1e-9)
    var bounds = EnclosingBounds()
    for point in points { bounds.add(point) }
    #expect(bounds.box.isSmallest)
    #expect(abs(bounds.box.box.longitudeSpan - (360 - widest)) < 1e-9)
  }

  /// Longitudes closer than a strip are wide: the box may exclude another gap than the widest one.
  @Test func boxesWithoutAGapAreNotCalledTheSmallest() {
    var bounds = EnclosingBounds()
    let count = 1_200_000
    for number in 0..<count { bounds.add(at(5, -180 + 360 * Double(number) / Double(count))) }
    #expect(!bounds.box.isSmallest)
    #expect(bounds.box.box.longitudeSpan > 359.999)
  }

  /// Places that are added one by one have the box of an array, even where the first ones alone
  /// decide it, below and above the number from which longitudes are counted by strip.
  @Test(arguments: [0, 1, 7, 4_095, 4_096, 4_097, 5_000])
  func boxesOfPlacesAddedOneByOneEqualThoseOfArrays(count: Int) {
    var random = SeededGenerator(seed: 4)
    let sets = [(0.0, 1.0), (100, 30), (-179.9, 0.5), (179.9, 200), (37, 0)]
    // A debug build tests two of the sets with each number of more than 4,000 places.
    let some = (sets + sets)[(count % 5)...].prefix(rounds(5, inDebug: count > 4_000 ? 2 : 5))
    for (first, width) in some {
      let points = (0..<count).map { number in
        let longitude = number < 5 ? first : 150 + width * random.double(in: 0...1)
        return at(
          number % 97 == 50 ? 90 : number % 89 == 60 ? .nan : random.double(in: -80...80),
          longitude > 180 ? longitude - 360 : longitude)
      }
      var bounds = EnclosingBounds()
      for point in points { bounds.add(point) }
      #expect(bounds.box.box == BoundingBox(enclosing: points), "\(first), \(width)")
      #expect(bounds.box.isSmallest)
    }
  }

  @Test func radiusBoxesAgreeWithTheVectors() throws {
    let rows = try VectorFile("sphere_bbox_radius_hp.csv").rows
    #expect(rows.count == 250)
    for row in rows {
      let v = row.dropFirst().map { Double($0) ?? .nan }
      let (center, radius) = (at(v[0], v[1]), v[2])
      let (west, south, east, north) = (v[3], v[4], v[5], v[6])
      let got = BoundingBox(center: center, radius: radius)
      // The half width of a circle that nearly touches a pole is ill-conditioned: a relative change
      // of the radius is amplified by tan(half width) / tan(radius).
      let angle = radius / 6_371_008.8
      let spread = row[0] == "pole" ? 0 : eastward(v[1], v[5])
      let condition = max(1, Double.tan(min(spread, 89.9999)) * angle)
      // Never inside the circle, beyond the rounding of the vector; at most 1e-12 of the radius
      // and two units in the last place outside.
      let slack = 1e-12 * radius / 111_195 + 3e-14
      #expect(got.south <= south + 1e-14 && got.south >= south - slack, "\(row)")
      #expect(got.north >= north - 1e-14 && got.north <= north + slack, "\(row)")
      if row[0] == "pole" {
        #expect(got.spansAllLongitudes, "\(row)")
      } else {
        let wide = 1e-12 * spread * condition + 6e-14
        for excess in [eastward(got.west, west), eastward(east, got.east)] {
          #expect(excess >= -3e-14 && excess <= wide, "\(row) \(got) \(excess)")
        }
      }
    }
  }

  private func eastward(_ a: Double, _ b: Double) -> Double {
    let difference = (b - a).truncatingRemainder(dividingBy: 360)
    return difference < -1e-9 ? difference + 360 : difference
  }

  /// The circle touches its outermost meridians away from the center's parallel; every point there
  /// that ``Cap/contains(_:)`` accepts, to the last digit, must be in the box.
  @Test func radiusBoxesContainTheTangentMeridians() {
    var random = SeededGenerator(seed: 6)
    var checked = 0
    for _ in 0..<400 {
      let center = at(random.double(in: -89...89), random.double(in: -180...180))
      let d = Double.exp(random.double(in: -16...0))
      let sine = Double.sin(d) / Double.cos(center.latitude * .pi / 180)
      guard sine < 1 else { continue }
      let cap = Cap(center: center, radius: d * 6_371_008.8)
      let box = cap.boundingBox
      let half = Double.asin(sine) * 180 / .pi
      let height =
        Double.asin(Double.sin(center.latitude * .pi / 180) / Double.cos(d)) * 180 / .pi
      for side in [-1.0, 1] {
        // The outermost double on this parallel that the circle contains.
        var inside = center.longitude
        var outside = center.longitude + side * half * (1 + 1e-9) + side * 1e-11
        while true {
          let middle = (inside + outside) / 2
          if middle == inside || middle == outside { break }
          if cap.contains(at(height, middle)) { inside = middle } else { outside = middle }
        }
        #expect(abs(inside - center.longitude) > half * 0.999)
        #expect(box.contains(at(height, inside)), "\(cap) \(inside)")
        checked += 1
      }
    }
    #expect(checked > 500)
  }

  @Test func arcBoxesAgreeWithTheVectors() throws {
    let rows = try VectorFile("sphere_bbox_arc_hp.csv").numbers
    #expect(rows.count == 150)
    for v in rows {
      let got = BoundingBox(arcFrom: at(v[0], v[1]), to: at(v[2], v[3]))
      #expect(got.west == v[4] && got.east == v[6], "\(v) \(got)")
      // Rounded outward by less than a picometer per kilometer of latitude.
      #expect(got.south <= v[5] && got.south >= v[5] - 4e-13, "\(v) \(got)")
      #expect(got.north >= v[7] && got.north <= v[7] + 4e-13, "\(v) \(got)")
    }
    #expect(BoundingBox(arcFrom: at(10, 0), to: at(20, 180)) == box(10, -180, 90, 0))
    #expect(BoundingBox(arcFrom: at(-10, 0), to: at(-20, 180)) == box(-90, -180, -10, 0))
    // Antipodes are joined over the north pole, and all others over the nearer one.
    for latitude in [0, 1e-9, 12.5, 45, 60.1, 89.999] {
      for (a, b) in [
        (at(latitude, 0), at(-latitude, 180)), (at(-latitude, -70), at(latitude, 110)),
      ] {
        let arc = BoundingBox(arcFrom: a, to: b)
        #expect(arc.north == 90 && arc.south == -latitude)
      }
      let southern = BoundingBox(arcFrom: at(latitude, 20), to: at((-latitude).nextDown, -160))
      #expect(southern.south == -90 && southern.north == latitude)
    }
    // From pole to pole along the longitude of the start.
    #expect(BoundingBox(arcFrom: at(90, 62.9), to: at(-90, 10)) == box(-90, 62.9, 90, 62.9))
    #expect(BoundingBox(arcFrom: at(10, 5), to: at(90, 77)) == box(10, 5, 90, 5))
    #expect(BoundingBox(arcFrom: at(10, 5), to: at(10, 5)) == box(10, 5, 10, 5))
    #expect(BoundingBox(arcFrom: at(10, 5), to: at(.nan, 5)) == .empty)
  }

  @Test func boxesOfBoxesExcludeTheWidestGap() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      let boxes = (0..<random.integer(in: 1...5)).map { _ in
        let west = Double(random.integer(in: -12...12)) * 15
        return box(-10, west, 10, west + Double(random.integer(in: 0...14)) * 15)
      }
      let holding = BoundingBox(holding: boxes)
      #expect(boxes.allSatisfy(holding.contains))
      var best = 360.0
      for first in boxes {
        for last in boxes {
          let candidate = box(-10, first.west, 10, last.east)
          if boxes.allSatisfy(candidate.contains) { best = min(best, candidate.longitudeSpan) }
        }
      }
      #expect(holding.longitudeSpan == best, "\(boxes)")
    }
    #expect(BoundingBox(holding: []) == .empty && BoundingBox(holding: [.empty]) == .empty)
  }

  /// Points on and just inside the circle in all directions.
  @Test func radiusBoxesContainTheirCircle() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<600 {
      let center = random.coordinate()
      let radius = Double.exp(random.double(in: 1...16.7))
      let cap = Cap(center: center, radius: radius)
      let box = cap.boundingBox
      var inside = 0
      for step in 0..<32 {
        let bearing = Double(step) * 11.25
        let reach = radius * (step % 3 == 0 ? 1 : random.unit())
        let point = offset(center, bearing: bearing, distance: reach)
        if cap.contains(point) {
          inside += 1
          #expect(box.contains(point), "\(cap) \(point)")
        }
      }
      #expect(inside > 8)
    }
    let touching = Cap(center: at(80, 0), radius: at(80, 0).distance(to: at(90, 0)))
    #expect(touching.contains(at(90, 170)) && touching.boundingBox.contains(at(90, 170)))
    #expect(BoundingBox(center: at(10, 10), radius: .infinity) == .world)
    #expect(BoundingBox(center: at(10, 10), radius: 20_015_200) == .world)
    #expect(BoundingBox(center: at(10, 10), radius: -1) == .empty)
    #expect(BoundingBox(center: at(10, 10), radius: .nan) == .empty)
    #expect(BoundingBox(center: at(.nan, 10), radius: 5) == .empty)
  }

  private func offset(_ start: Coordinate, bearing: Double, distance: Double) -> Coordinate {
    let d = distance / 6_371_008.8
    let phi = start.latitude * .pi / 180
    let theta = bearing * .pi / 180
    let sine =
      Double.sin(phi) * Double.cos(d) + Double.cos(phi) * Double.sin(d) * Double.cos(theta)
    let y = Double.sin(theta) * Double.sin(d) * Double.cos(phi)
    let x = Double.cos(d) - Double.sin(phi) * sine
    return at(
      Double.asin(min(1, max(-1, sine))) * 180 / .pi,
      start.longitude + Double.atan2(y, x) * 180 / .pi)
  }

  @Test func expansionReachesEveryPointInRange() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<300 {
      let corner = random.coordinate()
      let start = box(
        corner.latitude, corner.longitude, min(90, corner.latitude + random.double(in: 0...30)),
        corner.longitude + random.double(in: 0...200))
      let meters = Double.exp(random.double(in: 0...15.5))
      let grown = start.expanded(byMeters: meters)
      #expect(grown.contains(start))
      for _ in 0..<20 {
        let inside = at(
          start.south + random.unit() * (start.north - start.south),
          start.west + random.unit() * start.longitudeSpan)
        let point = offset(
          inside, bearing: random.double(in: 0...360), distance: meters * random.unit())
        #expect(grown.contains(point), "\(start) \(meters) \(point)")
      }
    }
    // Expanded in the west and in the east it closes around the Earth.
    let wide = box(-10, -150, 10, 150)
    #expect(wide.expanded(byMeters: 4e6).spansAllLongitudes)
    #expect(!wide.expanded(byMeters: 3e6).spansAllLongitudes)
    let plain = box(10, 10, 20, 20)
    #expect(plain.expanded(byMeters: 0) == plain && plain.expanded(byMeters: -5) == plain)
    #expect(plain.expanded(byMeters: .nan) == plain)
    #expect(plain.expanded(byMeters: .infinity) == .world)
    #expect(BoundingBox.empty.expanded(byMeters: 1000) == .empty)
  }

  /// A box of all longitudes is recognized whatever precedes it, even if its ends are within that.
  @Test func boxWithAllLongitudesDominatesTheUnion() {
    let world = BoundingBox(south: -10, west: -180, north: 10, east: 180)
    for (west, east) in [(170.0, -170.0), (100, 180), (-180, -100), (0, 1)] {
      let other = BoundingBox(south: 20, west: west, north: 30, east: east)
      for boxes in [[other, world], [world, other], [other, world, other]] {
        let box = BoundingBox(holding: boxes)
        #expect(box.west == -180 && box.east == 180, "\(west) to \(east)")
        #expect(box.south == -10 && box.north == 30)
      }
    }
  }
}
