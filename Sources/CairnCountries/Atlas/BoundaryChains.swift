/// Polylines in whole units, each of which toggles one thing when it is crossed.
///
/// The chains need not be closed on their own, but for each toggle all chains together must
/// leave no loose end except on the western and eastern rim of the grid.
internal struct BoundaryChains: Sendable {
  /// Chain `i` has the vertices `starts[i] ..< starts[i + 1]`.
  var starts: [Int32] = [0]
  var x: [Int32] = []
  var y: [Int32] = []
  /// What crossing a chain toggles: the exclusive or of two areas, or a region.
  var toggles: [UInt16] = []

  init() {}

  init(starts: [Int32], x: [Int32], y: [Int32], toggles: [UInt16]) {
    self.starts = starts
    self.x = x
    self.y = y
    self.toggles = toggles
  }

  /// Adds a chain.
  mutating func append(_ vertices: [(x: Int, y: Int)], toggle: UInt16) {
    for vertex in vertices {
      x.append(Int32(truncatingIfNeeded: vertex.x))
      y.append(Int32(truncatingIfNeeded: vertex.y))
    }
    starts.append(Int32(truncatingIfNeeded: x.count))
    toggles.append(toggle)
  }
}

/// How the state of a place changes where boundaries are crossed.
internal protocol GridStates: Sendable {
  /// What is inside of nothing.
  static var outside: UInt32 { get }
  /// The state beyond a boundary.
  mutating func toggled(_ state: UInt32, by toggle: UInt16) -> UInt32
  /// The state without what the given toggles decide, for a leaf that stores those apart.
  mutating func remainder(of state: UInt32, without toggles: [UInt16]) -> UInt32
  /// Whether a leaf's group starts inside of its region.
  func isInside(_ state: UInt32, _ toggle: UInt16) -> Bool
}

/// States that are areas: a boundary's toggle is the exclusive or of the areas at its sides.
internal struct AreaStates: GridStates {
  static var outside: UInt32 { 0 }

  func toggled(_ state: UInt32, by toggle: UInt16) -> UInt32 { state ^ UInt32(toggle) }

  func remainder(of state: UInt32, without toggles: [UInt16]) -> UInt32 { state }

  func isInside(_ state: UInt32, _ toggle: UInt16) -> Bool { false }
}
