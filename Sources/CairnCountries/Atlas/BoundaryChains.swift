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
  mutating func append(_ vertices: [(x: Int64, y: Int64)], toggle: UInt16) {
    for vertex in vertices {
      x.append(Int32(truncatingIfNeeded: vertex.x))
      y.append(Int32(truncatingIfNeeded: vertex.y))
    }
    starts.append(Int32(truncatingIfNeeded: x.count))
    toggles.append(toggle)
  }
}
