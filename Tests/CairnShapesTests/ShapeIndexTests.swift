import CairnGeodesy
import CairnIndex
import TestSupport
import Testing

@testable import CairnShapes

@Suite("An index of shapes compared with a loop over them")
struct ShapeIndexTests {
  /// Sets of shapes: few, many of all kinds, all equal, none.
  static let sets: [[GeoShape]] = [
    [], [.box(.empty)], [.polygon(GeoPolygon(ring((0, 0), (0, 10), (10, 10))))],
    ShapeSets.special + ShapeSets.random(count: rounds(600, inDebug: 60), seed: 11),
    ShapeSets.random(count: rounds(3_000, inDebug: 120), seed: 12, sizes: 1...4),
    Array(
      repeating: .cap(Cap(center: Coordinate(latitude: 1, longitude: 180), radius: 9_000)),
      count: 70),
    (0..<100).map { .path(line((0, Double($0) * 3.6), (0, Double($0) * 3.6 + 3.6))) },
  ]

  static func places(_ shapes: [GeoShape], _ generator: inout SeededGenerator) -> [Coordinate] {
    var places = (0..<rounds(200, inDebug: 4)).map { _ in generator.coordinate() }
    places += [
      Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -90, longitude: 7),
      Coordinate(latitude: 0, longitude: 180), Coordinate(latitude: .nan, longitude: 0),
    ]
    let corners = shapes.flatMap(ShapeSets.places(of:)).filter(\.isValid)
    for _ in 0..<rounds(200, inDebug: 4) {
      guard let corner = corners.randomElement(using: &generator) else { break }
      places.append(corner)
      places.append(
        corner.destination(
          bearing: generator.double(in: 0...360),
          distance: power(10, generator.double(in: 0...6))))
    }
    return places
  }

  /// Returns the results of a loop over the shapes: keys with distances, nearest first.
  static func loop(
    _ shapes: [(key: Int, shape: PreparedShape)], _ place: Coordinate
  ) -> [(key: Int, distance: Double)] {
    shapes.map { (key: $0.key, distance: $0.shape.distance(to: place)) }
      .filter { !$0.distance.isNaN }
      .enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .map(\.element)
  }

  /// All queries of a place.
  static func check<Regions: SearchableShapes<Int>>(
    _ index: Regions, _ shapes: [(key: Int, shape: PreparedShape)], at place: Coordinate,
    _ generator: inout SeededGenerator
  ) throws where Regions.Key == Int {
    let inside = shapes.filter { PlainShape.contains($0.shape.shape, place) }.map(\.key)
    #expect(try index.elements(containing: place) == inside)
    #expect(try index.keys(containing: place) == inside)
    #expect(try index.count(containing: place) == inside.count)
    #expect(try index.containsAny(containing: place) == !inside.isEmpty)
    #expect(try index.elements(containing: place) { $0 % 3 == 0 } == inside.filter { $0 % 3 == 0 })
    #expect(try index.count(containing: place) { $0 % 3 == 0 } == inside.count { $0 % 3 == 0 })
    var seen: [Int] = []
    try index.forEach(containing: place) { key, _ in seen.append(key) }
    #expect(seen.sorted() == inside.sorted())

    let order = loop(shapes, place)
    var nearest = index.nearest(to: place).makeIterator()
    for expected in order {
      let next = try nearest.next()
      #expect(next?.key == expected.key && next?.distance == expected.distance)
    }
    #expect(try nearest.next() == nil)
    let count = generator.integer(in: 0...12)
    #expect(try index.nearest(to: place, count: count).map(\.key) == order.prefix(count).map(\.key))
    #expect(
      try index.nearest(to: place, count: count) { $0 % 2 == 1 }.map(\.key)
        == order.filter { $0.key % 2 == 1 }.prefix(count).map(\.key))
    for radius in [
      0, power(10, generator.double(in: 1...6)),
      order.randomElement(using: &generator)?.distance ?? 1, .infinity, -1, .nan,
    ] {
      let near = order.filter { $0.distance <= radius }
      #expect(try index.within(radius, of: place).map(\.key) == near.map(\.key))
      #expect(try index.count(within: radius, of: place) == near.count)
      #expect(
        try index.within(radius, of: place) { $0 % 2 == 0 }.map(\.key)
          == near.filter { $0.key % 2 == 0 }.map(\.key))
      #expect(
        try index.nearest(to: place, count: 5, within: radius).map(\.key)
          == near.prefix(5).map(\.key))
    }
  }

  @Test("Places in shapes and shapes near places", arguments: sets.indices)
  func places(set: Int) throws {
    let shapes = Self.sets[set]
    let index = ShapeIndex(shapes.indices) { shapes[$0] }
    let prepared = shapes.enumerated().map { (key: $0.offset, shape: PreparedShape($0.element)) }
    #expect(index.emptyOffsets == shapes.indices.filter { PlainShape.isEmpty(shapes[$0]) })
    #expect(index.count == shapes.count - index.emptyOffsets.count)
    #expect(index.isEmpty == (index.count == 0))
    var generator = SeededGenerator(seed: UInt64(100 + set))
    for place in Self.places(shapes, &generator) {
      try Self.check(index, prepared, at: place, &generator)
    }
  }

  @Test("Batches of places, on any number of threads", arguments: [1, 2, 5])
  func batches(threads: Int) throws {
    let shapes = Self.sets[3]
    let index = ShapeIndex(shapes.indices) { shapes[$0] }
    let file = try MappedShapeIndex(bytes: index.encoded(), decode: { $0.count })
    var generator = SeededGenerator(seed: 21)
    let places = Self.places(shapes, &generator)
    let inside = places.map { index.keys(containing: $0) }
    #expect(index.keys(containingEach: places, threads: threads) == inside)
    #expect(try file.keys(containingEach: places, threads: threads) == inside)
    #expect(
      index.nearest(toEach: places, count: 3, within: 1e6, threads: threads)
        == places.map { index.nearest(to: $0, count: 3, within: 1e6) })
    #expect(
      try file.nearest(toEach: places, count: 2, threads: threads).map { $0.map(\.offset) }
        == places.map { index.nearest(to: $0, count: 2).map(\.offset) })
    #expect(index.keys(containingEach: [], threads: threads).isEmpty)
    #expect(index.nearest(toEach: places, count: 0).allSatisfy { $0.isEmpty })
  }

  @Test("Shapes that touch a shape", arguments: sets.indices)
  func touching(set: Int) {
    let shapes = Self.sets[set]
    let index = ShapeIndex(shapes.indices) { shapes[$0] }
    let prepared = shapes.map(PreparedShape.init)
    let others =
      Array(
        ShapeSets.special.enumerated().filter { $0.offset % rounds(1, inDebug: 12) == 0 }.map(
          \.element))
      + ShapeSets.random(count: rounds(60, inDebug: 4), seed: 13, sizes: 3...6)
    for other in others {
      let question = PreparedShape(other)
      // Without the bounds that the index uses for pruning.
      let touching = shapes.indices.filter { prepared[$0].distance(to: question) <= 0 }
      #expect(index.keys(touching: other) == touching, "\(other)")
      #expect(index.count(touching: other) == touching.count)
      #expect(index.containsAny(touching: other) == !touching.isEmpty)
      #expect(index.elements(touching: other) { $0 % 2 == 0 } == touching.filter { $0 % 2 == 0 })
      var seen: [Int] = []
      index.forEach(touching: other) { key, _ in seen.append(key) }
      #expect(seen.sorted() == touching)
    }
  }

  @Test("Pairs with an index of places")
  func pairs() throws {
    let shapes = Self.sets[3]
    var generator = SeededGenerator(seed: 14)
    let places = (0..<rounds(5_000, inDebug: 300)).map { _ in generator.coordinate() }
    let pairs = ShapeIndex(shapes.indices) { shapes[$0] }
      .pairs(with: try PlaceIndex(places, coordinate: \.self))
    let expected = shapes.indices.flatMap { shape in
      places.indices.filter { PlainShape.contains(shapes[shape], places[$0]) }
        .map { PlacePair(key: shape, otherKey: $0, distance: 0) }
    }
    #expect(pairs == expected)
  }

  @Test("Pairs with an index of shapes, and shapes near a shape", arguments: [0, 40_000, 3e6])
  func pairsOfShapes(radius: Double) {
    let (shapes, others) = (
      Self.sets[3], ShapeSets.random(count: rounds(300, inDebug: 8), seed: 15)
    )
    let prepared = (shapes.map(PreparedShape.init), others.map(PreparedShape.init))
    let expected = shapes.indices.flatMap { shape in
      others.indices.map {
        PlacePair(
          key: shape, otherKey: $0, distance: prepared.0[shape].distance(to: prepared.1[$0]))
      }.filter { $0.distance <= radius }
    }
    let index = ShapeIndex(shapes.indices) { shapes[$0] }
    let dynamic = DynamicShapeIndex(others.indices, id: \.self) { others[$0] }
    let pairs = index.pairs(within: radius, with: dynamic)
    #expect(pairs.map { [$0.key, $0.otherKey] } == expected.map { [$0.key, $0.otherKey] })
    #expect(zip(pairs, expected).allSatisfy { abs($0.distance - $1.distance) < 1e-6 })
    #expect(
      index.pairs(within: radius, with: dynamic) { ($0 + $1) % 3 == 0 }.count
        == expected.count { ($0.key + $0.otherKey) % 3 == 0 })
    for (number, other) in others.enumerated().prefix(5) {
      let near = index.within(radius, of: other)
      let loop = expected.filter { $0.otherKey == number }
      #expect(Set(near.map(\.offset)) == Set(loop.map(\.key)))
      #expect(zip(near, near.dropFirst()).allSatisfy { $0.distance <= $1.distance })
      #expect(
        index.within(radius, of: other) { $0 % 2 == 0 } == near.filter { $0.element % 2 == 0 })
    }
  }

  @Test("Nearest points are on the shapes and at their distance")
  func nearestPoints() {
    let shapes = (ShapeSets.special + ShapeSets.random(count: rounds(200, inDebug: 12), seed: 16))
      .map(PreparedShape.init)
    for (number, one) in shapes.enumerated() {
      for other in shapes.dropFirst(rounds(0, inDebug: number)) {
        let distance = one.distance(to: other)
        guard let (a, b) = one.nearestPoints(to: other) else {
          #expect(distance.isNaN)
          continue
        }
        let pair = "\(one.shape) \(other.shape)"
        #expect(abs(a.distance(to: b) - distance) < 1e-5, "\(pair)")
        #expect(one.distance(to: a) < 1e-5 && other.distance(to: b) < 1e-5, "\(pair)")
      }
    }
  }

  @Test("A dynamic index after random changes", arguments: [1, 2, 3] as [UInt64])
  func dynamic(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var index = DynamicShapeIndex<Int, Int>(id: \.self) { [seed] in
      var own = SeededGenerator(seed: UInt64($0) &* 977 &+ seed)
      return ShapeSets.shape(&own, sizes: 2...6)
    }
    // The model: IDs in insertion order, with their shapes.
    var model: [(key: Int, shape: PreparedShape)] = []
    let most = Int(seed) * rounds(300, inDebug: 40)
    for round in 0..<rounds(350_000, inDebug: 1_100) {
      let id = generator.integer(in: 0...most)
      let place = model.firstIndex { $0.key == id }
      switch generator.integer(in: 0...(round / 500 % 2 == 0 ? 4 : 9)) {
      case 0 where round.isMultiple(of: 10):
        // Some of them more than once.
        let ids = (0..<generator.integer(in: 0...80)).map { _ in generator.integer(in: 0...most) }
        index.insert(contentsOf: ids)
        for id in ids {
          model.removeAll { $0.key == id }
          model.append((id, PreparedShape(index.shape(of: id) ?? .box(.empty))))
        }
      case 0...2:
        #expect(index.insert(id) == (place == nil ? nil : id))
        place.map { _ = model.remove(at: $0) }
        model.append((id, PreparedShape(index.shape(of: id) ?? .box(.empty))))
      case 3:
        let shape = ShapeSets.shape(&generator, sizes: 2...6)
        #expect(index.update(id, to: shape) == (place != nil))
        if let place {
          model.remove(at: place)
          model.append((id, PreparedShape(shape)))
        }
      default:
        #expect(index.remove(id) == (place == nil ? nil : id))
        place.map { _ = model.remove(at: $0) }
      }
      #expect(index.contains(id) == model.contains { $0.key == id })
      #expect(index.count == model.count { !$0.shape.isEmpty })
      guard round % rounds(700, inDebug: 100) == 0 else { continue }
      #expect(index.elements == model.map(\.key))
      let shapes = model.map(\.shape.shape)
      let asked = Self.places(shapes, &generator).randomElement(using: &generator)
      try Self.check(index, model, at: asked ?? .init(latitude: 0, longitude: 0), &generator)
      let other = ShapeSets.shape(&generator, sizes: 4...6.5)
      let question = PreparedShape(other)
      #expect(
        index.keys(touching: other)
          == model.filter { $0.shape.distance(to: question) <= 0 }.map(\.key))
    }
    let bytes = try index.encoded { String($0).utf8 }
    let opened = try MappedShapeIndex(bytes: bytes) {
      Int(String(decoding: $0, as: UTF8.self)) ?? -1
    }
    #expect(opened.elementCount == model.count && opened.count == index.count)
    #expect(try opened.loaded().elements == model.map(\.key))
    let copy = index
    index.removeAll()
    #expect(index.isEmpty && index.elements.isEmpty && copy.elements == model.map(\.key))
  }

  /// Difficult pairs, generated by `Benchmarks/Peers/shapes/relations.cpp`: common corners and
  /// edges, corners on edges, holes, containment, poles, 180°, tiny next to huge, antipodes.
  @Test("Shapes that nearly touch match S2")
  func adversarialVectors() throws {
    func shape(_ kind: String, _ text: String) -> GeoShape {
      let rings = text.split(separator: "|").map { ring in
        let numbers = ring.split(separator: " ").compactMap { Double(String($0)) }
        return stride(from: 0, to: numbers.count - 1, by: 2).map {
          Coordinate(latitude: numbers[$0], longitude: numbers[$0 + 1])
        }
      }
      return kind == "L"
        ? .path(GeoPath(rings[0])) : .polygon(GeoPolygon(rings[0], holes: Array(rings.dropFirst())))
    }
    let rows = try VectorFile("s2-adversarial.csv").rows
    #expect(rows.count >= 900)
    for (number, row) in rows.enumerated() where number % rounds(1, inDebug: 5) == 0 {
      let one = PreparedShape(shape(row[0], row[1]))
      let other = PreparedShape(shape(row[2], row[3]))
      let meters = (Double(row[4]) ?? .nan) * Sphere.mean.radius
      for distance in [one.distance(to: other), other.distance(to: one)] {
        #expect(abs(distance - meters) < 2e-6, "\(row)")
      }
      // For shapes that touch up to rounding, S2 may return either result.
      #expect(one.intersects(other) == other.intersects(one))
      if meters < 1e-7 || meters > 1e-5 {
        #expect(one.intersects(other) == (meters < 1e-7), "\(row)")
      }
      let nearest = try #require(one.nearestPoints(to: other))
      #expect(abs(nearest.own.distance(to: nearest.other) - meters) < 1e-5, "\(row)")
    }
  }

  @Test("Polygons and lines match S2")
  func vectors() throws {
    func shape(_ kind: String, _ text: String) -> GeoShape {
      let numbers = text.split(separator: " ").compactMap { Double(String($0)) }
      let places = stride(from: 0, to: numbers.count - 1, by: 2).map {
        Coordinate(latitude: numbers[$0], longitude: numbers[$0 + 1])
      }
      return kind == "L" ? .path(GeoPath(places)) : .polygon(GeoPolygon(places))
    }
    let rows = try VectorFile("s2-relations.csv").rows
    #expect(rows.count == 1_500)
    for (number, row) in rows.enumerated() where number % rounds(1, inDebug: 5) == 0 {
      let one = shape(row[0], row[1])
      let other = shape(row[2], row[3])
      let meters = (Double(row[5]) ?? .nan) * Sphere.mean.radius
      #expect(one.intersects(other) == (row[4] == "1"), "\(row)")
      #expect(abs(one.distance(to: other) - meters) < 1e-6 * max(1, meters * 1e-6), "\(row)")
      let place = Coordinate(latitude: Double(row[6]) ?? .nan, longitude: Double(row[7]) ?? .nan)
      let toPlace = (Double(row[8]) ?? .nan) * Sphere.mean.radius
      #expect(abs(one.distance(to: place) - toPlace) < 1e-6 * max(1, toPlace * 1e-6), "\(row)")
    }
  }
}
