package import CairnCountries
package import CairnGeodesy

/// Finds the areas of a partition by counting the boundaries north of a point, in integers.
///
/// Tests every line that the meridian of the point may cross; the only shortcut is a list of
/// lines for each tenth of a degree of longitude. Angles are in units of 2^-60 degrees, in
/// which every double of at least 2^-8 is an integer.
package struct RayCasting {
  package let arcs: BoundaryArcs
  private var lines: [[(start: Int, arc: Int)]]

  package init(_ arcs: BoundaryArcs) {
    self.arcs = arcs
    lines = Array(repeating: [], count: 3_601)
    for arc in 0..<arcs.count {
      for start in arcs.vertices(of: arc).dropLast() {
        let ends = [Int(arcs.x[start]), Int(arcs.x[start + 1])].sorted()
        for band in (ends[0] + 1_800_000) / 1_000...(ends[1] + 1_800_000) / 1_000 {
          lines[band].append((start, arc))
        }
      }
    }
  }

  /// The area of a coordinate with a longitude in -180..<180.
  package func area(at coordinate: Coordinate) -> Int {
    let scale = ExactInteger(1) << 60
    let x = ExactInteger(coordinate.longitude * 0x1p60) * 10_000
    let y = ExactInteger(coordinate.latitude * 0x1p60) * 10_000
    var area: UInt16 = 0
    // The integer units west of the point give its band without rounding.
    let band = Int((x >> 60).lowBits + 1_800_000) / 1_000
    for (start, arc) in lines[band] {
      let x0 = ExactInteger(arcs.x[start]) * scale
      let x1 = ExactInteger(arcs.x[start + 1]) * scale
      guard min(x0, x1) <= x, x < max(x0, x1) else { continue }
      let y0 = ExactInteger(arcs.y[start]) * scale
      let rise = ExactInteger(arcs.x[start + 1] - arcs.x[start]) * (y - y0)
      let run = ExactInteger(arcs.y[start + 1] - arcs.y[start]) * (x - x0)
      let isSouth = x0 < x1 ? rise >= run : rise <= run
      if !isSouth { area ^= arcs.left[arc] ^ arcs.right[arc] }
    }
    return Int(area)
  }
}
