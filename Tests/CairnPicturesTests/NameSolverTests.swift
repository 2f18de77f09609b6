import CairnGeodesy
import TestSupport
import Testing

@testable import CairnPictures

/// Names and leader lines of crowded maps, checked by geometry that shares no code with the solver.
@Suite struct NameSolverTests {
  /// A map of places, many of them close together or at the same position.
  private func crowdedMap(_ round: Int, _ random: inout SeededGenerator) -> MapPicture {
    var map = MapPicture(
      extent: .box(BoundingBox(south: 44, west: 5, north: 50, east: 16)),
      width: [400, 800, 1200][round % 3], height: [300, 560, 900][round % 3])
    map.atlas = round % 2 == 0 ? nil : Self.atlas
    if map.atlas == nil { map.furniture.remove(.graticule) }
    let count = [40, 150, 400, 580][round % 4]
    let centers = (0..<6).map { _ in
      (Double.random(in: 45...49, using: &random), Double.random(in: 6...15, using: &random))
    }
    for number in 0..<count {
      let center = centers[number % centers.count]
      let spread = [0.05, 0.4, 2.5][number % 3]
      let place = Coordinate(
        latitude: center.0 + Double.random(in: -spread...spread, using: &random),
        longitude: center.1 + Double.random(in: -spread...spread, using: &random))
      let isRanked = round % 5 != 0
      var marker = MapPicture.Marker(
        number % 29 == 0 && number > 0 ? map.markers[number - 1].coordinate : place,
        name: String(repeating: "n", count: Int.random(in: 1...18, using: &random)) + "\(number)",
        importance: isRanked ? Double(Int.random(in: 1...1_000, using: &random)) : 0)
      if number % 31 == 0 { marker.importance = -1 }
      if round % 7 == 3 { marker.magnitude = Double.random(in: 0...50, using: &random) }
      map.markers.append(marker)
    }
    if round % 3 == 1 {
      let ends = [(44.5, 5.5), (49, 15)].map { Coordinate(latitude: $0.0, longitude: $0.1) }
      map.tracks = [MapPicture.Track(ends)]
    }
    return map
  }

  private static let atlas = CoarseAtlas.world

  /// Whether a segment has a point within a box, by clipping.
  private func crosses(_ a: PlanePoint, _ b: PlanePoint, _ box: PixelBox) -> Bool {
    var (low, high) = (0.0, 1.0)
    for (start, step, least, most) in [
      (a.x, b.x - a.x, box.left, box.right), (a.y, b.y - a.y, box.top, box.bottom),
    ] {
      if step == 0 {
        if start <= least || start >= most { return false }
        continue
      }
      let (one, two) = ((least - start) / step, (most - start) / step)
      low = max(low, min(one, two))
      high = min(high, max(one, two))
    }
    return low < high
  }

  /// Whether two segments cross, by the sides on which their ends are.
  private func cross(_ a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint, _ d: PlanePoint) -> Bool {
    func side(_ p: PlanePoint, _ q: PlanePoint, _ r: PlanePoint) -> Double {
      (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
    }
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
  }

  /// The corners of a text; the names of rivers are rotated.
  private func corners(_ label: PictureLabel) -> [PlanePoint] {
    let box = PictureLabel.box(label.text, at: label.point, label.anchor, size: label.size)
    let corners = [
      (box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom),
    ]
    return corners.map { turned(PlanePoint(x: $0, y: $1), around: label.point, by: label.angle) }
  }

  /// A point turned clockwise around another one.
  private func turned(
    _ point: PlanePoint, around center: PlanePoint, by degrees: Double
  ) -> PlanePoint {
    let (sine, cosine) = sineAndCosine(degrees: degrees)
    let (right, down) = (point.x - center.x, point.y - center.y)
    return PlanePoint(
      x: center.x + right * cosine - down * sine, y: center.y + right * sine + down * cosine)
  }

  /// Whether two rectangles overlap: no line along a side of either separates them.
  private func overlap(_ a: [PlanePoint], _ b: [PlanePoint]) -> Bool {
    [a, b].allSatisfy { sides in
      (0..<2).allSatisfy { number in
        let axis = (
          x: sides[number + 1].x - sides[number].x, y: sides[number + 1].y - sides[number].y
        )
        let (first, second) = (
          a.map { $0.x * axis.x + $0.y * axis.y }, b.map { $0.x * axis.x + $0.y * axis.y }
        )
        return (first.max() ?? 0) > (second.min() ?? 0) && (second.max() ?? 0) > (first.min() ?? 0)
      }
    }
  }

  @Test(arguments: 0..<rounds(40, inDebug: 2))
  func namesAndLinesCoverNothing(_ round: Int) throws {
    var random = SeededGenerator(seed: UInt64(100 + round))
    let map = crowdedMap(round, &random)
    let scene = PictureScene(map, tolerance: 1)
    let symbols = scene.symbols.places
    let boxes = scene.labels.map {
      PictureLabel.box($0.text, at: $0.point, $0.anchor, size: $0.size)
    }
    for (number, box) in boxes.enumerated() {
      #expect(scene.layout.map.contains(box))
      for other in scene.labels[..<number] {
        #expect(!overlap(corners(scene.labels[number]), corners(other)))
      }
      guard scene.labels[number].role == .marker else { continue }
      for symbol in symbols {
        let square = PixelBox(
          left: symbol.point.x - symbol.radius, top: symbol.point.y - symbol.radius,
          right: symbol.point.x + symbol.radius, bottom: symbol.point.y + symbol.radius)
        #expect(!box.intersects(square), "\(scene.labels[number].text) covers \(symbol.name)")
      }
    }
    // Names of places; the ends of tracks have names too.
    let lines = scene.labels.indices.filter {
      scene.labels[$0].leader != nil && scene.labels[$0].text.hasPrefix("n")
    }
    #expect(round % 4 == 0 || !lines.isEmpty)
    for number in lines {
      let label = scene.labels[number]
      let line = try #require(label.leader)
      // The line leads from the edge of the symbol to the name.
      let own = try #require(
        symbols.first { place in
          label.text.hasPrefix(place.name)
            && abs(place.point.distance(to: line.start) - place.radius) < 1e-6
        }, "the line of \(label.text) starts elsewhere")
      #expect(boxes[number].expanded(by: 3).contains(line.end))
      #expect(!crosses(line.start, line.end, boxes[number]))
      for other in scene.labels.indices where other != number {
        // In the frame of the other text, whose box is not rotated there.
        let ends = [line.start, line.end].map {
          turned($0, around: scene.labels[other].point, by: -scene.labels[other].angle)
        }
        #expect(!crosses(ends[0], ends[1], boxes[other]), "\(label.text) crosses a name")
        if let second = scene.labels[other].leader {
          #expect(!cross(line.start, line.end, second.start, second.end))
        }
      }
      for other in symbols where other.point.distance(to: own.point) > 1.5 {
        // Only the symbols of satellites may be crossed.
        let isSatellite = other.marker.importance * 4 <= own.marker.importance
        let steps = 200
        let nearest = (0...steps).map { step in
          let share = Double(step) / Double(steps)
          return PlanePoint(
            x: line.start.x + share * (line.end.x - line.start.x),
            y: line.start.y + share * (line.end.y - line.start.y)
          ).distance(to: other.point)
        }.min()
        let isClear = (nearest ?? 0) >= other.radius
        #expect(isClear || isSatellite && own.marker.importance > 0)
      }
    }
    // Every named place is counted once.
    let named = symbols.filter { $0.marker.importance >= 0 && !$0.name.isEmpty }
    #expect(scene.names.shown + scene.names.omitted == named.count)
    #expect(map.nameCount() == scene.names)
    let drawn = scene.labels.filter { $0.role == .marker }.map(\.text).joined(separator: ", ")
      .split(separator: ", ").filter { $0.hasPrefix("n") }
    #expect(scene.names.shown >= drawn.count - map.tracks.count)
  }

  /// A name is left out only if every position to the right, left, above and below is taken.
  @Test(arguments: 0..<rounds(12, inDebug: 4))
  func noNameWithRoomIsLeftOut(_ round: Int) {
    var random = SeededGenerator(seed: UInt64(700 + round))
    let bounds = PixelBox(left: 0, top: 0, right: 500, bottom: 400)
    var fixed = LabelPlacement(in: bounds)
    let names = (0..<200).map { number in
      NameSolver.Name(
        point: PlanePoint(
          x: Double.random(in: 0...500, using: &random),
          y: Double.random(in: 0...400, using: &random)),
        text: "Name \(number)", radius: 4, importance: Double(200 - number))
    }
    for name in names { fixed.reserveSymbol(name.point, radius: name.radius) }
    var solver = NameSolver(names, fixed, size: 12)
    let labels = solver.solve(hasLines: round % 2 == 0)
    #expect(round % 2 == 0 || labels.allSatisfy { $0?.leader == nil })
    let taken =
      labels.compactMap { $0 }.map {
        PictureLabel.box($0.text, at: $0.point, $0.anchor, size: $0.size)
      } + solver.lineBoxes
      + names.map { name in
        PixelBox(
          left: name.point.x - 4, top: name.point.y - 4, right: name.point.x + 4,
          bottom: name.point.y + 4)
      }
    #expect(labels.contains { $0 == nil })
    for (name, label) in zip(names, labels) where label == nil {
      for (x, y, anchor) in [
        (7.0, 4.2, PictureLabel.Anchor.start), (-7, 4.2, .end), (0, -8, .middle),
        (0, 17.2, .middle),
      ] {
        let point = PlanePoint(x: name.point.x + x, y: name.point.y + y)
        let box = PictureLabel.box(name.text, at: point, anchor, size: 12)
        #expect(!bounds.contains(box) || taken.contains { $0.intersects(box) })
      }
    }
  }

  @Test func aCityAmongItsSuburbsHasALineAndTheSuburbsDoNot() throws {
    var map = MapPicture(width: 600, height: 400)
    map.atlas = nil
    map.markers = [.init(Coordinate(latitude: 48.2, longitude: 16.4), name: "City")]
    map.markers[0].importance = 1_000_000
    for turn in 0..<12 {
      let place = map.markers[0].coordinate.destination(
        bearing: Double(turn) * 30, distance: 900)
      map.markers.append(.init(place, name: "Suburb \(turn)", importance: 1_000))
    }
    let far = Coordinate(latitude: 48.6, longitude: 17.2)
    map.markers.append(.init(far, name: "Far", importance: 5_000))
    let scene = PictureScene(map, tolerance: 1)
    let lines = scene.labels.filter { $0.leader != nil }.map(\.text)
    #expect(lines == ["City"])
    #expect(scene.labels.contains { $0.text == "Far" && $0.leader == nil })
    let text = String(decoding: map.svg(), as: UTF8.self)
    #expect(text.contains("class=\"leader\""))
    // The scale bar makes room for the places in its corner.
    let bar = try #require(scene.scaleBar)
    #expect(bar.start.x > 300 && !scene.symbols.places.contains { bar.box.contains($0.point) })
    // The note beside the attribution.
    map.attributions = ["Source"]
    let note = "\(scene.names.shown) of 14 names shown"
    #expect(scene.names.omitted > 0 && String(decoding: map.svg(), as: UTF8.self).contains(note))
  }
}
