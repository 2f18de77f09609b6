import CairnGeodesy
import CairnIndex

/// What every query must give: a loop over all points, and nothing clever.
struct BruteForce {
  let points: [Coordinate]

  struct Answer: Equatable, CustomStringConvertible {
    let offset: Int
    let distance: Double

    var description: String { "\(offset)@\(distance)" }
  }

  /// All points in order of distance, equally distant ones by offset.
  func ordered(from center: Coordinate) -> [Answer] {
    points.enumerated()
      .map { Answer(offset: $0.offset, distance: center.distance(to: $0.element)) }
      .sorted { ($0.distance, $0.offset) < ($1.distance, $1.offset) }
  }

  /// What a query gave, without the elements.
  static func answers<Element>(_ found: some Sequence<Neighbor<Element>>) -> [Answer] {
    found.map { Answer(offset: $0.offset, distance: $0.distance) }
  }
}
