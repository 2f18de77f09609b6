internal import CairnMemory

/// The box of each edge, as a part of the box of its eight neighbors in the tree.
///
/// The boxes of the tree contain eight edges each. Most edges in a box near a position are
/// themselves farther away; their own boxes exclude them without reading their geometry. The boxes
/// take four bytes per edge.
final class EdgeBoxes: Sendable {
  /// South, west, north and east in 255ths of the box of the leaf, from the lowest byte.
  private let codes: UnsafeSpan<UInt32>
  /// Keeps the codes alive: the memory of the file, or their own if the file lacks this section.
  private let memory: PackedMemory

  /// The boxes in a file, or else computed ones.
  ///
  /// - Complexity: O(1), or O(*n*) for *n* points of roads if they are computed.
  init(_ graph: RoadGraphView) {
    if let stored = graph.edgeBoxes {
      codes = stored
      memory = graph.memory
      return
    }
    let memory = PackedMemory(zeros: max(4 * graph.edgeCount, 8))
    let codes = unsafe UnsafeBuffer<UInt32>(memory, byteOffset: 0, count: graph.edgeCount)
    for edge in 0..<graph.edgeCount {
      var line = LineBox()
      var points = EdgePoints(graph, edge)
      while let point = points.next() {
        line.extend(latitude: point.latitude, longitude: point.longitude)
      }
      codes[edge] = Self.code(line.box, in: graph.boxes[edge / RoadBoxes.fanOut])
    }
    self.codes = codes.span
    self.memory = memory
  }

  /// The smallest box in 255ths of the box of a leaf that contains the box of an edge.
  static func code(_ box: RoadBox, in leaf: RoadBox) -> UInt32 {
    let (west, east) = range(box.west, box.east, leaf.west, leaf.east)
    let (south, north) = range(box.south, box.north, leaf.south, leaf.north)
    return south | west << 8 | north << 16 | east << 24
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
        west + Double(code &>> 8 & 0xFF) * east - 1, west + Double(code &>> 24) * east + 1,
        south + Double(code & 0xFF) * north - 1, south + Double(code &>> 16 & 0xFF) * north + 1
      )
    }
  }

  /// The box of an edge in its leaf.
  @inline(__always)
  func code(_ edge: Int) -> UInt32 { codes[edge] }
}

/// Lower bounds of squared distances in meters from a position to boxes, four sides at a time.
///
/// Of opposite sides at most one has a positive distance, so the square is the sum of all four.
struct BoxDistances {
  /// A margin in meters for rounding the position and the distances.
  private static let margin: Float = 0.05
  /// A factor for rounding squares.
  private static let factor: Float = 0.999_999

  private let snapper: RoadSnapper
  private let position: SIMD4<Int32>
  private let meters: SIMD4<Float>
  /// Whether all differences of longitudes are less than 180°.
  private let isNear: Bool

  /// - Parameters:
  ///   - snapper: the position.
  ///   - all: the box that contains all others.
  init(_ snapper: RoadSnapper, all: RoadBox) {
    self.snapper = snapper
    let longitude = snapper.longitude
    isNear =
      max((Double(all.west) - longitude).magnitude, (Double(all.east) - longitude).magnitude)
      < 1.79e9 && snapper.latitude.magnitude <= 0.9e9
    guard isNear else {
      position = SIMD4()
      meters = SIMD4()
      return
    }
    let (y, x) = (Int32(snapper.latitude.rounded()), Int32(longitude.rounded()))
    position = SIMD4(y, x, y, x)
    let (north, east) = (Float(snapper.metersNorth), Float(snapper.metersEast))
    meters = SIMD4(north, east, -north, -east)
  }

  /// A lower bound of the squared distance to a box.
  @inline(__always)
  func square(to box: RoadBox) -> Float {
    guard isNear else { return Float(snapper.squaredDistance(to: box)) * Self.factor }
    let sides = SIMD4<Int32>(box.south, box.west, box.north, box.east)
    return Self.square(SIMD4<Float>(sides &- position) * meters - Self.margin)
  }

  @inline(__always)
  private static func square(_ outside: SIMD4<Float>) -> Float {
    let positive = outside.replacing(with: 0, where: outside .< 0)
    let squares = positive * positive
    return (squares.x + squares.z + (squares.y + squares.w)) * factor
  }

  /// A box of eight edges, prepared for the boxes of its edges.
  struct Leaf {
    private let exact: EdgeBoxes.Leaf
    private let first: SIMD4<Float>
    private let step: SIMD4<Float>

    @inline(__always)
    init(_ distances: BoxDistances, _ box: RoadBox) {
      exact = EdgeBoxes.Leaf(box)
      guard distances.isNear else {
        first = SIMD4()
        step = SIMD4()
        return
      }
      let sides = SIMD4<Int32>(box.south, box.west, box.south, box.west)
      let low = SIMD4<Float>(sides &- distances.position) * distances.meters
      let north = max(Float(Int64(box.north) - Int64(box.south)), 1)
      let east = max(Float(Int64(box.east) - Int64(box.west)), 1)
      let size = SIMD4<Float>(north, east, north, east) * distances.meters
      step = size / 255
      // Sums of long and opposite distances are less exact.
      let lost = Swift.max(low.x.magnitude, low.y.magnitude) + Swift.max(size.x, size.y)
      first = low - (BoxDistances.margin + lost * 1e-6)
    }

    /// A lower bound of the squared distance to the box of an edge.
    @inline(__always)
    func square(to code: UInt32, _ distances: BoxDistances) -> Float {
      guard distances.isNear else {
        let box = exact.box(code)
        return Float(
          distances.snapper.squaredDistance(box.west, box.east, box.south, box.north))
          * BoxDistances.factor
      }
      let bytes = SIMD4<Int32>(
        Int32(truncatingIfNeeded: code & 0xFF), Int32(truncatingIfNeeded: code &>> 8 & 0xFF),
        Int32(truncatingIfNeeded: code &>> 16 & 0xFF), Int32(truncatingIfNeeded: code &>> 24))
      return BoxDistances.square(first + SIMD4<Float>(bytes) * step)
    }
  }
}
