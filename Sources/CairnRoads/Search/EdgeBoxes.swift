internal import CairnMemory

/// The box of each edge, as a part of the box of its eight neighbors in the tree.
///
/// The boxes of a file contain eight edges each. Most edges in a box near a position are themselves
/// farther away; their own boxes exclude them without reading their geometry. The boxes take four
/// bytes per edge and are computed when a network is first searched.
final class EdgeBoxes: Sendable {
  /// West, east, south and north in 255ths of the box of the leaf, from the lowest byte.
  private let codes: [UInt32]

  /// - Complexity: O(*n*) for *n* points of roads.
  init(_ graph: RoadGraphView) {
    var codes: [UInt32] = []
    codes.reserveCapacity(graph.edgeCount)
    for edge in 0..<graph.edgeCount {
      let leaf = graph.boxes[edge / RoadBoxes.fanOut]
      var box = RoadBox()
      var crossesAntimeridian = false
      var points = EdgePoints(graph, edge)
      var last: Int32?
      while let point = points.next() {
        box.include(latitude: point.latitude, longitude: point.longitude)
        if let last, abs(Int64(last) - Int64(point.longitude)) > 1_800_000_000 {
          crossesAntimeridian = true
        }
        last = point.longitude
      }
      let (west, east) = Self.range(box.west, box.east, leaf.west, leaf.east)
      let (south, north) = Self.range(box.south, box.north, leaf.south, leaf.north)
      let horizontal = crossesAntimeridian ? 255 << 8 : west | east << 8
      codes.append(horizontal | south << 16 | north << 24)
    }
    self.codes = codes
  }

  /// The least range in 255ths of an outer range that contains an inner one.
  private static func range(
    _ low: Int32, _ high: Int32, _ outerLow: Int32, _ outerHigh: Int32
  ) -> (UInt32, UInt32) {
    let scale = 255 / max(Double(outerHigh) - Double(outerLow), 1)
    let first = ((Double(low) - Double(outerLow)) * scale).rounded(.down)
    let last = ((Double(high) - Double(outerLow)) * scale).rounded(.up)
    return (UInt32(min(max(first, 0), 255)), UInt32(min(max(last, 0), 255)))
  }

  /// A box of eight edges, prepared for the boxes of its edges.
  struct Leaf {
    private let west: Double
    private let south: Double
    private let east: Double
    private let north: Double

    @inline(__always)
    init(_ box: RoadBox) {
      west = Double(box.west)
      south = Double(box.south)
      east = max(Double(box.east) - west, 1) / 255
      north = max(Double(box.north) - south, 1) / 255
    }

    /// The box of an edge, larger by a centimeter for rounding.
    @inline(__always)
    func box(_ code: UInt32) -> (west: Double, east: Double, south: Double, north: Double) {
      (
        west + Double(code & 0xFF) * east - 1, west + Double(code &>> 8 & 0xFF) * east + 1,
        south + Double(code &>> 16 & 0xFF) * north - 1, south + Double(code &>> 24) * north + 1
      )
    }
  }

  /// The box of an edge in its leaf.
  @inline(__always)
  func code(_ edge: Int) -> UInt32 { codes[edge] }
}
