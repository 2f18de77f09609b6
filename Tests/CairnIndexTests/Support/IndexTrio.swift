import CairnGeodesy
import Testing

@testable import CairnIndex

/// The three indexes over points of one class, and the points themselves.
///
/// The dynamic one has lost a third of them and has moved another third.
struct IndexTrio {
  let points: [Coordinate]
  let pins: [Pin]
  let packed: PlaceIndex<Int>
  let mapped: MappedPlaceIndex<Int>
  let dynamic: DynamicPlaceIndex<Int, Pin>

  /// Most sets are small, so that a loop over all points is quick; some have several levels.
  init(_ kind: PointClass, using random: inout SeededGenerator) throws {
    var points = kind.points(using: &random)
    if kind.queries == queriesPerClass, Int.random(in: 0..<12, using: &random) > 0 {
      points = Array(points.prefix(.random(in: 1...50, using: &random)))
    }
    #if DEBUG
      points = Array(points.prefix(600))
    #endif
    let places = points
    self.points = places
    packed = try PlaceIndex(places.indices, coordinate: { places[$0] })
    mapped = try MappedPlaceIndex(
      bytes: packed.encoded { offset in
        (0..<4).map { UInt8(truncatingIfNeeded: offset >> (8 * $0)) }
      },
      decode: { record in record.reversed().reduce(0) { $0 << 8 | Int($1) } })

    var index = DynamicPlaceIndex<Int, Pin>(coordinate: \.coordinate)
    try index.insert(
      contentsOf: places.enumerated().map { Pin(id: $0.offset, coordinate: $0.element) })
    var pins: [Pin] = []
    for id in places.indices {
      switch id % 3 {
      case 0: index.remove(id)
      case 1:
        let pin = Pin(id: id, coordinate: kind.center(for: places, using: &random))
        try index.insert(pin)
        pins.append(pin)
      default: pins.append(Pin(id: id, coordinate: places[id]))
      }
    }
    self.pins = pins
    dynamic = index
  }

  /// Whether an element is to be found under a condition.
  static func accepts(_ number: Int, _ divisor: Int) -> Bool { number % divisor == 0 }
}

// Every form of a question about a region; each gives the number of answers that it compared.
extension IndexTrio {
  func checkPacked(
    _ region: some PlaceRegion, limit: Int, divisor: Int, _ comment: @autoclosure () -> Comment
  ) -> Int {
    let accepts = { Self.accepts($0, divisor) }
    let inside = points.indices.filter { region.contains(points[$0]) }
    let accepted = inside.filter(accepts)
    #expect(packed.offsets(in: region) == inside, comment())
    #expect(packed.offsets(in: region, limit: limit) == Array(inside.prefix(limit)), comment())
    #expect(packed.elements(in: region, where: accepts) == accepted, comment())
    #expect(
      packed.elements(in: region, limit: limit, where: accepts) == Array(accepted.prefix(limit)),
      comment())
    #expect(packed.count(in: region) == inside.count, comment())
    #expect(packed.count(in: region, where: accepts) == accepted.count, comment())
    #expect(packed.containsAny(in: region) == !inside.isEmpty, comment())
    #expect(packed.containsAny(in: region, where: accepts) == !accepted.isEmpty, comment())
    var visited: [Int] = []
    packed.forEach(in: region) { offset, element in
      visited.append(offset == element ? offset : -1)
    }
    #expect(visited.sorted() == inside, comment())
    let center =
      points.isEmpty ? Coordinate(latitude: 1, longitude: 2) : points[limit % points.count]
    let ordered =
      inside
      .map { BruteForce.Answer(offset: $0, distance: center.distance(to: points[$0])) }
      .sorted { ($0.distance, $0.offset) < ($1.distance, $1.offset) }
    #expect(
      BruteForce.answers(packed.nearest(to: center, in: region).prefix(limit))
        == Array(ordered.prefix(limit)), comment())
    return 10
  }

  func checkMapped(
    _ region: some PlaceRegion, limit: Int, divisor: Int, _ comment: @autoclosure () -> Comment
  ) throws -> Int {
    let accepts = { Self.accepts($0, divisor) }
    let inside = points.indices.filter { region.contains(points[$0]) }
    let accepted = inside.filter(accepts)
    #expect(try mapped.offsets(in: region) == inside, comment())
    #expect(
      try mapped.elements(in: region, limit: limit) == Array(inside.prefix(limit)), comment())
    #expect(try mapped.elements(in: region, where: accepts) == accepted, comment())
    #expect(
      try mapped.elements(in: region, limit: limit, where: accepts)
        == Array(accepted.prefix(limit)), comment())
    #expect(try mapped.count(in: region) == inside.count, comment())
    #expect(try mapped.count(in: region, where: accepts) == accepted.count, comment())
    #expect(try mapped.containsAny(in: region) == !inside.isEmpty, comment())
    #expect(try mapped.containsAny(in: region, where: accepts) == !accepted.isEmpty, comment())
    let center = Coordinate(latitude: 1, longitude: 2)
    let nearest = inside.map { (center.distance(to: points[$0]), $0) }.min { $0 < $1 }
    var cursor = mapped.nearest(to: center, in: region)
    #expect(try cursor.next()?.offset == nearest?.1, comment())
    return 9
  }

  func checkDynamic(
    _ region: some PlaceRegion, limit: Int, divisor: Int, _ comment: @autoclosure () -> Comment
  ) -> Int {
    let accepts = { (pin: Pin) in Self.accepts(pin.id, divisor) }
    let inside = pins.filter { region.contains($0.coordinate) }
    let accepted = inside.filter(accepts)
    #expect(dynamic.elements(in: region) == inside, comment())
    #expect(dynamic.elements(in: region, limit: limit) == Array(inside.prefix(limit)), comment())
    #expect(dynamic.elements(in: region, where: accepts) == accepted, comment())
    #expect(
      dynamic.elements(in: region, limit: limit, where: accepts) == Array(accepted.prefix(limit)),
      comment())
    #expect(dynamic.count(in: region) == inside.count, comment())
    #expect(dynamic.count(in: region, where: accepts) == accepted.count, comment())
    #expect(dynamic.containsAny(in: region) == !inside.isEmpty, comment())
    #expect(dynamic.containsAny(in: region, where: accepts) == !accepted.isEmpty, comment())
    var visited: [Int] = []
    dynamic.forEach(in: region) { visited.append($0.id) }
    #expect(visited.sorted() == inside.map(\.id), comment())
    let center = pins.isEmpty ? Coordinate(latitude: 1, longitude: 2) : pins[0].coordinate
    let ordered =
      inside
      .map { DynamicModel.Answer(pin: $0, distance: center.distance(to: $0.coordinate)) }
      .sorted { ($0.distance, $0.pin.id) < ($1.distance, $1.pin.id) }
    #expect(
      answers(Array(dynamic.nearest(to: center, in: region).prefix(limit)))
        == Array(ordered.prefix(limit)), comment())
    return 10
  }
}
