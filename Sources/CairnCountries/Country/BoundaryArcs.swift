/// The borders and coasts of a partition of the Earth into areas, each stored once: the planar
/// map of TopoJSON's topologies.
///
/// An *arc* is a chain of straight lines in degrees (plate carrée) between two nodes, with one area
/// on its left and another on its right along its whole length. A node is a point at which three or
/// more areas meet, at which a border meets the antimeridian, or an arbitrary vertex of a ring that
/// touches no other. Areas are numbered; number 0 belongs to no country (the high seas).
///
/// - Arcs meet only at their ends, so that areas neither overlap nor leave gaps.
/// - `left` and `right` always differ: every arc is a real border, a coast or an edge of waters.
///   The cuts of the source along ±180° and along the pole are not stored. An arc that reaches the
///   antimeridian ends there, at x = 1,800,000 or x = -1,800,000, and continues at the same y on
///   the other side.
/// - The North Pole is in area 0, so the arcs that the meridian of a point crosses to the north of
///   it determine the point's area: the exclusive or of `left ^ right` over the crossings.
package struct BoundaryArcs: Sendable {
  /// Arc `i` has the vertices `starts[i] ..< starts[i + 1]`, at least two.
  package let starts: [Int32]
  /// The longitude of each vertex in units of 1e-4 degrees, -1,800,000 to 1,800,000.
  package let x: [Int32]
  /// The latitude of each vertex in units of 1e-4 degrees, -900,000 to 900,000.
  package let y: [Int32]
  /// The area to the left of each arc, in its direction.
  package let left: [UInt16]
  /// The area to the right of each arc.
  package let right: [UInt16]
  /// The number of areas, including number 0.
  package let areaCount: Int

  /// The number of units per degree.
  package static let unitsPerDegree = 10_000.0

  package init(
    starts: [Int32], x: [Int32], y: [Int32], left: [UInt16], right: [UInt16], areaCount: Int
  ) {
    self.starts = starts
    self.x = x
    self.y = y
    self.left = left
    self.right = right
    self.areaCount = areaCount
  }

  /// The number of arcs.
  package var count: Int { left.count }

  /// The positions of an arc's vertices in ``x`` and ``y``.
  package func vertices(of arc: Int) -> Range<Int> { Int(starts[arc])..<Int(starts[arc + 1]) }
}

extension BoundaryArcs {
  /// Decodes the arcs of an embedded text.
  ///
  /// The text is a bit stream: the numbers of arcs and vertices, then each arc with its areas, its
  /// first vertex relative to that of the previous arc, and its steps in blocks of four. A step is
  /// stored as its difference from three quarters of the previous step, and the numbers of a block
  /// share a width for each axis. An arc that ends where it begins is stored without its last step.
  ///
  /// - Parameters:
  ///   - text: the output of a script of the folder Data.
  ///   - areaCount: the number of areas, including number 0.
  ///   - areaBits: the width of an area number in the text, at most 16 bits.
  /// - Complexity: O(vertices), a few nanoseconds each.
  package init(decoding text: StaticString, areaCount: Int, areaBits: Int) {
    self = Bits(text).read { cursor in
      cursor.require(bits: 80)
      let arcCount = cursor.number()
      let vertexCount = cursor.number()
      var starts: [Int32] = [0]
      starts.reserveCapacity(arcCount + 1)
      var left: [UInt16] = []
      left.reserveCapacity(arcCount)
      var right: [UInt16] = []
      right.reserveCapacity(arcCount)
      var x = [Int32](repeating: 0, count: vertexCount)
      var y = [Int32](repeating: 0, count: vertexCount)
      var firstX = 0
      var firstY = 0
      var filled = 0
      for _ in 0..<arcCount {
        cursor.require(bits: 40 + 2 * areaBits + 80)
        let head = cursor.number()
        let stepCount = head >> 1
        let isClosed = head & 1
        left.append(UInt16(truncatingIfNeeded: cursor.number(width: areaBits)))
        right.append(UInt16(truncatingIfNeeded: cursor.number(width: areaBits)))
        firstX += cursor.signedNumber()
        firstY += cursor.signedNumber()
        let end = filled + 1 + stepCount + isClosed
        precondition(end <= vertexCount, "The data has more vertices than its header states.")
        x[filled] = Int32(truncatingIfNeeded: firstX)
        y[filled] = Int32(truncatingIfNeeded: firstY)
        Self.decodeSteps(&cursor, count: stepCount, from: filled, x: &x, y: &y)
        if isClosed == 1 {
          x[end - 1] = x[filled]
          y[end - 1] = y[filled]
        }
        filled = end
        starts.append(Int32(truncatingIfNeeded: filled))
      }
      precondition(filled == vertexCount, "The data has fewer vertices than its header states.")
      return BoundaryArcs(
        starts: starts, x: x, y: y, left: left, right: right, areaCount: areaCount)
    }
  }

  /// Decodes the vertices of an arc after the first one.
  private static func decodeSteps(
    _ cursor: inout BitCursor, count: Int, from first: Int, x: inout [Int32], y: inout [Int32]
  ) {
    var position = (x: Int(x[first]), y: Int(y[first]))
    var step = (x: 0, y: 0)
    var next = first + 1
    let end = next + count
    while next < end {
      cursor.require(bits: 18)
      var widths = cursor.pair(widths: (4, 4))
      if widths.0 == 15 { widths.0 = cursor.number(width: 5) }
      if widths.1 == 15 { widths.1 = cursor.number(width: 5) }
      let stop = min(next + 4, end)
      cursor.require(bits: (stop - next) * (widths.0 + widths.1))
      while next < stop {
        let codes = cursor.pair(widths: widths)
        step.x = (3 &* step.x &+ 2) >> 2 &+ BitCursor.signed(codes.0)
        step.y = (3 &* step.y &+ 2) >> 2 &+ BitCursor.signed(codes.1)
        position.x &+= step.x
        position.y &+= step.y
        x[next] = Int32(truncatingIfNeeded: position.x)
        y[next] = Int32(truncatingIfNeeded: position.y)
        next += 1
      }
    }
  }
}
