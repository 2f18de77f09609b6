internal import CairnGeodesy
internal import CairnIndex

/// The degree boxes of the shapes of a `BoundsTree`, to find which of them may contain a place.
///
/// It has the leaves of that tree in the same order. A place is compared in degrees, without
/// the sines and cosines of a vector. A box across the antimeridian is stored as one of all
/// longitudes, so that every box is one range of longitudes.
final class DegreeTree: Sendable {
  /// The identifiers of the boxes, in the order of the leaves.
  private let tags: [UInt32]
  /// The boxes, eight per node, then the boxes of nodes and so on, up to a single root node or
  /// eight levels.
  private let nodes: ContiguousArray<Node>
  /// The offset of the first node of each level in `nodes`.
  private let starts: ContiguousArray<Int>

  private static let fanOut = 8

  /// Creates the tree in O(*n*).
  ///
  /// - Parameters:
  ///   - tags: the identifiers in the order of the leaves of a `BoundsTree`.
  ///   - maximumLevels: at most eight; the topmost level may have several nodes.
  ///   - box: returns a box that contains the shape of a tag; called once for each.
  init(_ tags: [UInt32], maximumLevels: Int = 8, box: (UInt32) -> BoundingBox) {
    var nodes: ContiguousArray<Node> = []
    var starts: ContiguousArray<Int> = []
    var inner = tags.map { Bounds(box($0)) }
    repeat {
      starts.append(nodes.count)
      var outer: [Bounds] = []
      for start in stride(from: 0, to: max(inner.count, 1), by: Self.fanOut) {
        let boxes = inner[start..<min(start + Self.fanOut, inner.count)]
        var union = Bounds()
        for box in boxes { union.formUnion(box) }
        nodes.append(Node(boxes))
        outer.append(union)
      }
      inner = outer
    } while inner.count > 1 && starts.count < maximumLevels
    self.tags = tags
    self.nodes = nodes
    self.starts = starts
  }

  /// Calls a closure with the tags of the boxes that contain a valid place, until it returns false.
  ///
  /// - Returns: false if the closure returned false.
  @inline(__always)
  func forEach(at place: Coordinate, _ body: (UInt32) -> Bool) -> Bool {
    // Rounding may make two numbers equal, but never swaps them, so no box is missed.
    let latitude = SIMD8(repeating: Float(place.latitude))
    let longitude = SIMD8(repeating: Float(place.normalizedLongitude))
    let top = starts.count &- 1
    for root in 0..<nodes.count &- starts[top] {
      var (level, node) = (top, root)
      // The lanes that are left to visit, a byte per level. The lowest bit comes next: lanes of a
      // lower level are below the node of the level above that was visited last.
      var lanes = nodes[starts[top] &+ root].lanes(latitude, longitude) &<< UInt64(8 &* top)
      while lanes != 0 {
        let lane = lanes.trailingZeroBitCount
        lanes &= lanes &- 1
        node &>>= 3 &* (lane &>> 3 &- level)
        level = lane &>> 3
        let child = node &<< 3 | lane & 7
        guard level > 0 else {
          guard body(tags[child]) else { return false }
          continue
        }
        (level, node) = (level &- 1, child)
        lanes |=
          nodes[starts[level] &+ node].lanes(latitude, longitude) &<< UInt64(8 &* level)
      }
    }
    return true
  }

  /// A box as south, west, minus north and minus east, so that a union takes the minimum of each.
  private struct Bounds {
    private(set) var corners = SIMD4<Float>(repeating: .infinity)

    init() {}

    init(_ box: BoundingBox) {
      guard !box.isEmpty else { return }
      // Places at 180 degrees are stored with longitude -180.
      let wraps = box.west > box.east || box.east == 180
      corners = SIMD4(
        Float(box.south), Float(wraps ? -180 : box.west), -Float(box.north),
        -Float(wraps ? 180 : box.east))
    }

    mutating func formUnion(_ other: Bounds) {
      corners = corners.replacing(with: other.corners, where: other.corners .< corners)
    }
  }

  /// Eight boxes; unused lanes contain an empty box.
  private struct Node {
    private var south = SIMD8<Float>(repeating: .infinity)
    private var west = SIMD8<Float>(repeating: .infinity)
    private var north = SIMD8<Float>(repeating: -.infinity)
    private var east = SIMD8<Float>(repeating: -.infinity)

    init(_ boxes: ArraySlice<Bounds>) {
      for (lane, box) in boxes.enumerated() {
        (south[lane], west[lane]) = (box.corners.x, box.corners.y)
        (north[lane], east[lane]) = (-box.corners.z, -box.corners.w)
      }
    }

    /// The lanes whose box contains a place.
    @inline(__always)
    func lanes(_ latitude: SIMD8<Float>, _ longitude: SIMD8<Float>) -> UInt64 {
      let lanes = laneBits(
        (south .<= latitude) .& (north .>= latitude)
          .& (west .<= longitude) .& (east .>= longitude))
      return UInt64(lanes)
    }
  }
}

extension Coordinate {
  /// The longitude of a valid place in -180..<180.
  fileprivate var normalizedLongitude: Double {
    longitude.magnitude < 180 ? longitude : normalized.longitude
  }
}
