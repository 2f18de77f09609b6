import CairnGeodesy

@testable import CairnIndex

/// An element of the tests, which may move.
struct Pin: Identifiable, Hashable, Sendable {
  let id: Int
  var coordinate: Coordinate
  /// Distinguishes a replaced element from its replacement.
  var version = 0
}

/// The model of a dynamic index, with a dictionary and loops.
struct DynamicModel {
  struct Entry {
    var pin: Pin
    var coordinate: Coordinate
    let sequence: Int
  }

  struct Answer: Equatable {
    let pin: Pin
    let distance: Double
  }

  private(set) var entries: [Int: Entry] = [:]
  private var nextSequence = 0

  var count: Int { entries.count }

  mutating func insert(_ pin: Pin) -> Pin? {
    if let old = entries[pin.id] {
      entries[pin.id] = Entry(pin: pin, coordinate: pin.coordinate, sequence: old.sequence)
      return old.pin
    }
    entries[pin.id] = Entry(pin: pin, coordinate: pin.coordinate, sequence: nextSequence)
    nextSequence += 1
    return nil
  }

  mutating func remove(_ id: Int) -> Pin? {
    entries.removeValue(forKey: id)?.pin
  }

  mutating func move(_ id: Int, to coordinate: Coordinate) -> Coordinate? {
    defer { entries[id]?.coordinate = coordinate }
    return entries[id]?.coordinate
  }

  mutating func removeAll() {
    entries = [:]
  }

  var inOrder: [Entry] {
    entries.values.sorted { $0.sequence < $1.sequence }
  }

  /// Returns all elements in order of distance, ties by insertion.
  func ordered(from center: Coordinate) -> [Answer] {
    entries.values
      .map { (entry: $0, distance: center.distance(to: $0.coordinate)) }
      .sorted { ($0.distance, $0.entry.sequence) < ($1.distance, $1.entry.sequence) }
      .map { Answer(pin: $0.entry.pin, distance: $0.distance) }
  }
}

/// Converts the results of an index to those of the model.
func answers(_ neighbors: [DynamicPlaceIndex<Int, Pin>.Neighbor]) -> [DynamicModel.Answer] {
  neighbors.map { DynamicModel.Answer(pin: $0.element, distance: $0.distance) }
}
