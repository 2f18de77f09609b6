internal import CairnGeodesy
internal import CairnMemory

/// The reference frame of the boxes of a node and, at level 1, of the points of its leaves.
///
/// The components of unit vectors as floats have steps of about half a meter. Differences from an
/// origin inside the node have steps that are small relative to the node, even for many places in
/// one house.
struct NodeFrame: BitwiseCopyable {
  /// A point near the center of the node; its components are exact by definition.
  var origin: UnitVector
  /// The absolute error bound of a computed chord, in addition to a relative one: see
  /// ``ChordSlack``.
  var slack: Float
  /// The square of half the diagonal of the smallest child box: a disc with a smaller radius cannot
  /// contain an entire child.
  var reach: Float
  /// The children whose points are all equal to those of the previous child and have greater
  /// offsets; one bit each.
  var repeats: UInt32
  /// The latitudes and longitudes below the node.
  var degrees: NodeDegrees

  /// The frame of absolute vectors, rounded to floats.
  static let sphere = NodeFrame(
    origin: UnitVector(x: 0, y: 0, z: 0), slack: Float(ChordSlack.chord))
}

extension NodeFrame {
  /// The size of a frame in floats: one row.
  static let floats = PackedLayout.fanOut

  /// Reads the frame that starts at a float.
  @inline(__always)
  init(_ rows: UnsafeBuffer<Float>, at start: Int) {
    let rows = rows.part(at: start, width: NodeFrame.floats)
    let first = rows[doubles: 0]
    let second = rows[quad: 4]
    let third = rows[quad: 8].bits
    origin = UnitVector(x: first.x, y: first.y, z: rows[doubles: 4].x)
    slack = second.z
    reach = second.w
    repeats = third.x & 0xFFFF
    degrees = NodeDegrees(rows, at: 0)
  }

  /// Creates a frame with only an origin and a slack.
  init(origin: UnitVector, slack: Float = 0) {
    self.origin = origin
    self.slack = slack
    reach = 0
    repeats = 0
    degrees = NodeDegrees()
  }

  /// A vector relative to the origin, as stored.
  @inline(__always)
  func difference(_ vector: UnitVector) -> (x: Float, y: Float, z: Float) {
    (Float(vector.x - origin.x), Float(vector.y - origin.y), Float(vector.z - origin.z))
  }

  /// The absolute position of a corner of a box, or of a point, whose components are in consecutive
  /// rows from `row`.
  @inline(__always)
  func place(_ rows: UnsafeBuffer<Float>, at row: Int) -> UnitVector {
    UnitVector(
      x: origin.x + Double(rows[row]), y: origin.y + Double(rows[row + PackedLayout.fanOut]),
      z: origin.z + Double(rows[row + 2 * PackedLayout.fanOut]))
  }
}
