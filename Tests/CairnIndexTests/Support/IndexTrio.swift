import CairnGeodesy
import TestSupport
import Testing

@testable import CairnIndex

/// The kinds of index over points of one class, and the points themselves as pins.
///
/// In the dynamic index, a third of the points has been removed and another third moved. In the
/// others, some elements have invalid coordinates: they keep their offsets and are never found.
struct IndexTrio {
  let points: [Coordinate]
  let packed: Sample<PlaceIndex<Pin>>
  let mapped: Sample<MappedPlaceIndex<Pin>>
  /// The same elements as in the mapped index, in several files.
  let set: Sample<PlaceIndexSet<Pin>>
  let dynamic: Sample<DynamicPlaceIndex<Int, Pin>>

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
    try self.init(
      places, movingTo: { kind.center(for: places, using: &$0) }, using: &random)
  }

  init(
    _ points: [Coordinate], movingTo place: (inout SeededGenerator) -> Coordinate,
    using random: inout SeededGenerator
  ) throws {
    self.points = points
    let all = points.enumerated().map { Pin(id: $0.offset, coordinate: $0.element) }
    let nowhere = Pin(id: -1, coordinate: Coordinate(latitude: .nan, longitude: 0))
    let holes = Bool.random(using: &random)
    let elements = holes ? all.flatMap { $0.id % 7 == 3 ? [nowhere, $0] : [$0] } : all
    let index = try PlaceIndex(skippingInvalid: elements, coordinate: \.coordinate)
    packed = Sample(index, all) { pin in holes ? pin.id + (pin.id + 4) / 7 : pin.id }
    mapped = Sample(
      try MappedPlaceIndex(bytes: index.encoded(record: Self.record)) { record in
        all[safe: Self.id(record)] ?? nowhere
      }, all, key: packed.key)

    var parts = PlaceIndexSet<Pin>()
    var rest = elements[...]
    while !rest.isEmpty {
      let size = Int.random(in: 0...(1 + elements.count / 2), using: &random)
      let part = try PlaceIndex(skippingInvalid: rest.prefix(size), coordinate: \.coordinate)
      parts["from \(rest.startIndex), \(parts.names.count)"] = try MappedPlaceIndex(
        bytes: part.encoded(record: Self.record)
      ) { record in all[safe: Self.id(record)] ?? nowhere }
      rest = rest.dropFirst(size)
    }
    set = Sample(parts, all, key: packed.key)

    var changing = DynamicPlaceIndex<Int, Pin>(coordinate: \.coordinate)
    try changing.insert(contentsOf: all)
    var pins: [Pin] = []
    for pin in all {
      switch pin.id % 3 {
      case 0: changing.remove(pin.id)
      case 1:
        let moved = Pin(id: pin.id, coordinate: place(&random))
        try changing.insert(moved)
        pins.append(moved)
      default: pins.append(pin)
      }
    }
    dynamic = Sample(changing, pins, key: \.id)
  }

  /// Returns the ID of a pin as text, for records of different lengths.
  static func record(_ pin: Pin) -> [UInt8] { Array("pin \(pin.id)".utf8) }

  /// Returns the ID in a record, -1 if invalid.
  static func id(_ record: RecordBytes) -> Int {
    Int(String(decoding: record.dropFirst(4), as: UTF8.self)) ?? -1
  }
}

extension Array {
  /// The element at an index, nil if out of bounds.
  subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

/// An index and its contents.
struct Sample<Places: SearchablePlaces> where Places.Element == Pin {
  let places: Places
  /// The pins that can be found, in input order.
  let pins: [Pin]
  /// Returns the key of a pin.
  let key: (Pin) -> Places.Key
  /// The IDs of the pins by key.
  let ids: [Places.Key: Int]

  init(_ places: Places, _ pins: [Pin], key: @escaping (Pin) -> Places.Key) {
    self.places = places
    self.pins = pins
    self.key = key
    ids = Dictionary(pins.map { (key($0), $0.id) }, uniquingKeysWith: { first, _ in first })
  }
}
