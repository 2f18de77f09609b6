import CairnCountries

/// The countries of the world with one vertex in twenty and without small islands.
///
/// They are quick to draw in a debug build. Their coasts may cross each other, which drawing must
/// tolerate.
enum CoarseAtlas {
  static let world: CountryAtlas = {
    let arcs = WorldBoundaries.arcs()
    var starts: [Int32] = [0]
    var x: [Int32] = []
    var y: [Int32] = []
    var left: [UInt16] = []
    var right: [UInt16] = []
    for arc in 0..<arcs.count {
      let range = arcs.vertices(of: arc)
      let isClosed =
        arcs.x[range.lowerBound] == arcs.x[range.upperBound - 1]
        && arcs.y[range.lowerBound] == arcs.y[range.upperBound - 1]
      if isClosed, range.count < 100 { continue }
      for vertex in range where (vertex - range.lowerBound) % 20 == 0 || vertex == range.last {
        x.append(arcs.x[vertex])
        y.append(arcs.y[vertex])
      }
      starts.append(Int32(x.count))
      left.append(arcs.left[arc])
      right.append(arcs.right[arc])
    }
    return CountryAtlas(
      BoundaryArcs(
        starts: starts, x: x, y: y, left: left, right: right, areaCount: arcs.areaCount),
      countries: WorldBoundaries.countries(from: .usual), isWater: WorldBoundaries.isWater)
  }()
}
