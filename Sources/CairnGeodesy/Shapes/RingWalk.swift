/// A walk along a ring: its edges on the cylinder of longitudes and latitudes, and how it goes
/// around the axis.
internal struct RingWalk {
  private(set) var edges: ContiguousArray<RingEdge> = []
  /// Whole turns eastward around the axis.
  private(set) var turns = 0
  /// The integral of 1 + sin(latitude) along the ring: the area between it and the south pole.
  private(set) var below = 0.0
  /// Degrees east of the first vertex: the current position, and the extremes so far.
  private var offset = 0.0
  private var reached = (west: 0.0, east: 0.0)

  /// Whether the ring stays within less than half of the longitudes, so that both poles are on its
  /// larger side.
  var isNarrow: Bool { turns == 0 && reached.east - reached.west < 179 }

  /// - Parameter vertices: at least three distinct vertices, in order.
  init(_ vertices: [RingPoint]) {
    edges.reserveCapacity(vertices.count)
    for index in vertices.indices {
      let a = vertices[index]
      let b = vertices[index + 1 == vertices.count ? 0 : index + 1]
      if abs(a.latitude) == 90 {
        // The boundary comes up the meridian of the vertex before and leaves along that of the
        // next one; between two poles it runs along the longitude stored with the first.
        let before = vertices[index == 0 ? vertices.count - 1 : index - 1]
        let out = abs(b.latitude) == 90 ? a.longitude : b.longitude
        passPole(a.latitude, from: before.longitude, to: out)
        edges.append(RingEdge(meridian: out, from: a.latitude, to: b.latitude))
      } else if abs(b.latitude) == 90 || a.longitude == b.longitude {
        edges.append(RingEdge(meridian: a.longitude, from: a.latitude, to: b.latitude))
      } else if abs(a.longitude - b.longitude) == 180 {
        let pole = a.latitude + b.latitude < 0 ? -90.0 : 90
        edges.append(RingEdge(meridian: a.longitude, from: a.latitude, to: pole))
        passPole(pole, from: a.longitude, to: b.longitude)
        edges.append(RingEdge(meridian: b.longitude, from: pole, to: b.latitude))
      } else {
        let step = advance(from: a.longitude, to: b.longitude)
        edges.append(RingEdge(a, b))
        below += step * (.pi / 180) + areaUnderArc(from: a.latitude, to: b.latitude, width: step)
      }
    }
  }

  /// Moves from one longitude to another in the shorter direction.
  ///
  /// - Returns: the degrees eastward, negative to the west.
  private mutating func advance(from west: Double, to east: Double) -> Double {
    var step = eastward(from: west, to: east)
    if step <= 180 {
      if east < west { turns += 1 }
    } else {
      if east > west { turns -= 1 }
      step = -eastward(from: east, to: west)
    }
    offset += step
    reached = (min(reached.west, offset), max(reached.east, offset))
    return step
  }

  /// Turns at a pole, from one meridian to another.
  private mutating func passPole(_ latitude: Double, from start: Double, to end: Double) {
    guard start != end else { return }
    let step = advance(from: start, to: end)
    if latitude > 0 {
      below += 2 * step * (.pi / 180)
    } else {
      edges.append(
        step > 0
          ? RingEdge(southPoleFrom: start, to: end) : RingEdge(southPoleFrom: end, to: start))
    }
  }
}
