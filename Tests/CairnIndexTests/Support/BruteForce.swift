import CairnGeodesy
import CairnIndex

/// The expected results of queries, by a simple loop over all points.
struct BruteForce {
  let points: [Coordinate]

  struct Answer: Equatable, CustomStringConvertible {
    let offset: Int
    let distance: Double

    var description: String { "\(offset)@\(distance)" }
  }

  /// Returns all points in order of distance, ties by offset.
  func ordered(from center: Coordinate) -> [Answer] {
    points.enumerated()
      .map { Answer(offset: $0.offset, distance: center.distance(to: $0.element)) }
      .sorted { ($0.distance, $0.offset) < ($1.distance, $1.offset) }
  }

  /// Returns the results of a query without the elements.
  static func answers<Element>(_ found: some Sequence<Neighbor<Element>>) -> [Answer] {
    found.map { Answer(offset: $0.offset, distance: $0.distance) }
  }
}
