internal import CairnGeodesy
internal import CairnMemory

/// The points within a radius of a center.
struct DiscRegion: SearchRegion {
  let center: Coordinate
  let radius: Double
  let query: SearchCenter
  let band: ChordBand

  /// Returns nil if nothing can be inside: an invalid center, or a radius that is negative or NaN.
  init?(center: Coordinate, radius: Double) {
    guard radius >= 0, let query = SearchCenter(center) else { return nil }
    self.center = center
    self.radius = radius
    self.query = query
    band = ChordBand(radius: radius)
  }

  @inline(__always)
  func seen(in frame: NodeFrame) -> LocalDisc { LocalDisc(query, band, in: frame) }

  @inline(__always)
  func classify(boxes: UnsafeBuffer<Float>, at start: Int, _ seen: LocalDisc) -> ChildMasks {
    let node = boxes.part(at: start, width: PackedLayout.nodeFloats)
    var possible = LaneMask()
    let possibleLimit = SIMD4<Float>(repeating: seen.possible)
    guard seen.holdsBoxes else {
      forEachQuad { quad in
        let near = seen.center.nearSquaredChords(toBoxes: node, at: 4 &* quad)
        possible.set(quad: quad, near .<= possibleLimit)
      }
      return ChildMasks(possible: possible.lanes, whole: 0)
    }
    var whole = LaneMask()
    let wholeLimit = SIMD4<Float>(repeating: seen.inside)
    forEachQuad { quad in
      let (near, far) = seen.center.squaredChords(toBoxes: node, at: 4 &* quad)
      possible.set(quad: quad, near .<= possibleLimit)
      whole.set(quad: quad, far .<= wholeLimit)
    }
    return ChildMasks(possible: possible.lanes, whole: whole.lanes)
  }

  @inline(__always)
  func classify(points: UnsafeBuffer<Float>, at start: Int, _ seen: LocalDisc) -> ChildMasks {
    let leaf = points.part(at: start, width: PackedLayout.leafFloats)
    var possible = LaneMask()
    var whole = LaneMask()
    let possibleLimit = SIMD4<Float>(repeating: seen.possible)
    let wholeLimit = SIMD4<Float>(repeating: seen.inside)
    forEachQuad { quad in
      let chords = seen.center.squaredChords(toPoints: leaf, at: 4 &* quad)
      possible.set(quad: quad, chords .<= possibleLimit)
      whole.set(quad: quad, chords .<= wholeLimit)
    }
    return ChildMasks(possible: possible.lanes, whole: whole.lanes)
  }

  @inline(__always)
  func contains(_ coordinate: Coordinate) -> Bool {
    center.distance(to: coordinate) <= radius
  }
}

/// A disc in the frame of a node.
struct LocalDisc {
  let center: LocalCenter
  /// The squared chord up to which a point is inside.
  let inside: Float
  /// The squared chord beyond which a point is outside.
  let possible: Float
  /// Whether an entire box may be inside.
  let holdsBoxes: Bool

  @inline(__always)
  init(_ query: SearchCenter, _ band: ChordBand, in frame: NodeFrame) {
    center = query.seen(in: frame)
    inside = band.inside(slack: frame.slack)
    possible = band.possible(slack: frame.slack)
    holdsBoxes = inside >= frame.reach
  }
}

/// The center of a search as a vector.
struct SearchCenter: Sendable {
  let vector: UnitVector

  /// Returns nil if the coordinate is not finite or is beyond a pole, where no distance is defined.
  @inline(__always)
  init?(_ center: Coordinate) {
    guard center.isValid else { return nil }
    vector = center.unitVector
  }

  /// Returns the center relative to the origin of a node.
  @inline(__always)
  func seen(in frame: NodeFrame) -> LocalCenter {
    let (x, y, z) = frame.difference(vector)
    return LocalCenter(x: x, y: y, z: z)
  }
}

/// The center of a search in the frame of a node, each component repeated in four lanes.
struct LocalCenter {
  let x: SIMD4<Float>
  let y: SIMD4<Float>
  let z: SIMD4<Float>

  @inline(__always)
  init(x: Float, y: Float, z: Float) {
    self.x = SIMD4(repeating: x)
    self.y = SIMD4(repeating: y)
    self.z = SIMD4(repeating: z)
  }

  /// The squared chords to four points of a leaf.
  @inline(__always)
  func squaredChords(toPoints points: UnsafeBuffer<Float>, at start: Int) -> SIMD4<Float> {
    let dx = points[quad: start] - x
    let dy = points[quad: start &+ PointRow.y] - y
    let dz = points[quad: start &+ PointRow.z] - z
    return dx * dx + dy * dy + dz * dz
  }

  /// The squared chords to the nearest and the farthest point of four boxes.
  @inline(__always)
  func squaredChords(
    toBoxes boxes: UnsafeBuffer<Float>, at start: Int
  ) -> (near: SIMD4<Float>, far: SIMD4<Float>) {
    let (nearX, farX) = squares(x, boxes[quad: start], boxes[quad: start &+ BoxRow.greatestX])
    let (nearY, farY) = squares(
      y, boxes[quad: start &+ BoxRow.leastY], boxes[quad: start &+ BoxRow.greatestY])
    let (nearZ, farZ) = squares(
      z, boxes[quad: start &+ BoxRow.leastZ], boxes[quad: start &+ BoxRow.greatestZ])
    return (nearX + nearY + nearZ, farX + farY + farZ)
  }

  /// The squared chords to the nearest point of four boxes.
  @inline(__always)
  func nearSquaredChords(toBoxes boxes: UnsafeBuffer<Float>, at start: Int) -> SIMD4<Float> {
    let outsideX = outside(x, boxes[quad: start], boxes[quad: start &+ BoxRow.greatestX])
    let outsideY = outside(
      y, boxes[quad: start &+ BoxRow.leastY], boxes[quad: start &+ BoxRow.greatestY])
    let outsideZ = outside(
      z, boxes[quad: start &+ BoxRow.leastZ], boxes[quad: start &+ BoxRow.greatestZ])
    return outsideX * outsideX + outsideY * outsideY + outsideZ * outsideZ
  }

  /// The distance from a value to an interval, 0 inside.
  @inline(__always)
  private func outside(
    _ value: SIMD4<Float>, _ least: SIMD4<Float>, _ greatest: SIMD4<Float>
  ) -> SIMD4<Float> {
    greater(greater(least - value, value - greatest), SIMD4())
  }

  @inline(__always)
  private func squares(
    _ value: SIMD4<Float>, _ least: SIMD4<Float>, _ greatest: SIMD4<Float>
  ) -> (near: SIMD4<Float>, far: SIMD4<Float>) {
    // Outside the box one of the two is positive; the other is negative and measures the farther
    // side.
    let below = least - value
    let above = value - greatest
    let near = greater(greater(below, above), SIMD4())
    let far = lesser(below, above)
    return (near * near, far * far)
  }
}
