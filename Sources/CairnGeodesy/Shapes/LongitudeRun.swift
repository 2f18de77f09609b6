/// Collects arcs of longitude and gives the smallest interval that holds them all.
///
/// Longitudes are in -180..<180, an eastern end may be 180, and all come out as they went in:
/// nothing is rounded.
internal struct LongitudeRun {
  private var arcs: [(west: Double, east: Double)] = []

  /// Adds the arc that runs eastwards from one longitude to another; equal ones are a point.
  mutating func addArc(from west: Double, to east: Double) {
    // Most arcs continue the last one, in either direction, or lie in it.
    if let last = arcs.last {
      let width = eastward(from: last.west, to: last.east)
      let start = eastward(from: last.west, to: west)
      let end = eastward(from: last.west, to: east)
      if start <= end, end <= width { return }
      if west == last.east, width + eastward(from: west, to: east) < 180 {
        arcs[arcs.count - 1].east = east
        return
      }
      if east == last.west, width + eastward(from: west, to: east) < 180 {
        arcs[arcs.count - 1].west = west
        return
      }
    }
    arcs.append((west, east))
  }

  /// The interval without the widest gap: west and east, with -180...180 for the full circle and
  /// 0...0 when nothing was added.
  var bounds: (west: Double, east: Double) {
    let sorted = arcs.sorted { $0.west < $1.west }
    guard let first = sorted.first else { return (0, 0) }
    // How far east any arc reaches, those that wrap brought to the west of the first.
    var reach = -Double.infinity
    var reachEnd = first.east
    for arc in sorted where arc.east < arc.west && arc.east > reach {
      reach = arc.east
      reachEnd = arc.east
    }
    let wraps = reach > -.infinity
    var widest = 0.0
    var result: (west: Double, east: Double)?
    for arc in sorted {
      if arc.west > reach, reach > -.infinity, arc.west - reach > widest {
        widest = arc.west - reach
        result = (arc.west, reachEnd)
      }
      let end = arc.east < arc.west ? 180 : arc.east
      if end > reach {
        reach = end
        reachEnd = arc.east
      }
    }
    if !wraps {
      // The gap across the antimeridian, preferred among equals.
      let gap = (180 - reach) + (first.west + 180)
      if gap >= widest, gap > 0 { return (first.west, reachEnd) }
    }
    return result ?? (-180, 180)
  }
}
