internal import CairnGeodesy
internal import CairnMemory

/// What the boxes of a node, and the points of the leaves below one of level 1, are measured from.
///
/// Floats of unit vectors have steps of half a metre. As differences from a place among them they
/// have steps that are small beside the node, however many places there are in one house.
struct NodeFrame: BitwiseCopyable {
  /// Near the middle of the node; its components are taken as they are.
  var origin: UnitVector
  /// How far what a chord is computed to be can be from what it is, but for a factor: see
  /// ``ChordSlack``.
  var slack: Float
  /// The square of half the diagonal of the smallest box of a child: a disc with a smaller radius
  /// holds no child as a whole.
  var reach: Float
  /// The children whose points are all at the place of those in the child before, with greater
  /// offsets; one bit each.
  var repeats: UInt32
  /// The latitudes and longitudes below the node.
  var degrees: NodeDegrees

  /// The frame of vectors as they are, rounded to floats.
  static let sphere = NodeFrame(
    origin: UnitVector(x: 0, y: 0, z: 0), slack: Float(ChordSlack.chord))
}

extension NodeFrame {
  /// The size of a frame in floats: a row.
  static let floats = PackedLayout.fanOut

  /// Reads the frame that begins at a float.
  @inline(__always)
  init(_ rows: Slab<Float>, at start: Int) {
    let first = rows[doubles: start]
    let second = rows[quad: start &+ 4]
    let third = rows[quad: start &+ 8].bits
    origin = UnitVector(x: first.x, y: first.y, z: rows[doubles: start &+ 4].x)
    slack = second.z
    reach = second.w
    repeats = third.x & 0xFFFF
    degrees = NodeDegrees(rows, at: start)
  }

  /// A frame of which nothing but the origin is known, or the slack.
  init(origin: UnitVector, slack: Float = 0) {
    self.origin = origin
    self.slack = slack
    reach = 0
    repeats = 0
    degrees = NodeDegrees()
  }

  /// A vector from the origin, as it is stored.
  @inline(__always)
  func difference(_ vector: UnitVector) -> (x: Float, y: Float, z: Float) {
    (Float(vector.x - origin.x), Float(vector.y - origin.y), Float(vector.z - origin.z))
  }

  /// The place on the sphere of a corner of a box, or of a point, whose components stand in rows
  /// from one on.
  @inline(__always)
  func place(_ rows: Slab<Float>, at row: Int) -> UnitVector {
    UnitVector(
      x: origin.x + Double(rows[row]), y: origin.y + Double(rows[row + PackedLayout.fanOut]),
      z: origin.z + Double(rows[row + 2 * PackedLayout.fanOut]))
  }
}
