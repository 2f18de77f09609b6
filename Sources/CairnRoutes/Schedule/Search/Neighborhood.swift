/// A set of plans that differ from the current one in the same way; the search replaces the current
/// plan by a random element of it.
enum Neighborhood {
  /// Some visits are removed, and stops are inserted where they fit.
  case ruinAndRecreate(Breadth, favorsMissed: Bool)
  /// Must-see stops that are left out replace visits that are easy to insert elsewhere.
  case ejections
  /// The visits of days without windows are ordered as short tours.
  case tours(days: [Int])
}

/// The size of a change by `Neighborhood.ruinAndRecreate`.
struct Breadth {
  /// The maximum number of consecutive visits removed at once.
  var longestSegment: Int
  /// The maximum number of visits removed near a stop.
  var mostNeighbors: Int
  /// The maximum number of nearby visits beside which a stop is tried, on long days.
  var mostPositions: Int

  /// For most requests.
  static let narrow = Breadth(longestSegment: 6, mostNeighbors: 9, mostPositions: .max)
  /// For long days without windows, and for fitting must-see stops into long days: more visits are
  /// removed, and fewer positions are tried.
  static let broad = Breadth(longestSegment: 16, mostNeighbors: 17, mostPositions: 8)
}

/// The rules by which stops are inserted into a plan.
enum Insertion {
  /// Always the stop that is worth most for its time, at its best position; on long days only
  /// positions near the stop are tried.
  case greedy
  /// As `greedy`, with every position of every day.
  case thorough
  /// Weights with random noise, and positions skipped at random. If many stops are left out, only
  /// the removed ones, some near them and a few others are tried.
  ///
  /// With `favorsMissed`, stops that were often left out are inserted first. Otherwise the same
  /// stops could be left out again and again.
  case random(Breadth, favorsMissed: Bool)

  var isRandom: Bool { if case .random = self { true } else { false } }
  var isThorough: Bool { if case .thorough = self { true } else { false } }
  var favorsMissed: Bool { if case .random(_, true) = self { true } else { false } }

  /// The maximum number of nearby visits beside which a stop is tried, on long days.
  var mostPositions: Int {
    if case .random(let breadth, _) = self { breadth.mostPositions } else { .max }
  }
}
