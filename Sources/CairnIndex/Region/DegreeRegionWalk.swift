internal import CairnGeodesy
internal import CairnMemory

/// The points of a region that classifies rectangles, tested with the degrees of nodes and points
/// that a packed tree stores: see ``NodeDegrees``.
///
/// The boxes of the region preselect children and points. The rectangle of a child costs a few
/// multiplications, much less than that of a vector box.
struct DegreeRegionWalk: WalkedRegion {
  private let region: any DegreeRegion
  private let boxes: [DegreeBoxRegion]

  /// Returns nil if the region is empty.
  init?(_ region: any DegreeRegion) {
    boxes = region.searchBoxes.compactMap(DegreeBoxRegion.init)
    guard !boxes.isEmpty else { return nil }
    self.region = region
  }

  func seen(in frame: NodeFrame) -> NodeFrame { frame }

  func classify(boxes rows: UnsafeBuffer<Float>, at start: Int, _ frame: NodeFrame) -> ChildMasks {
    var possible: UInt32 = 0
    for box in boxes {
      possible |= box.classify(boxes: rows, at: start, box.seen(in: frame)).possible
    }
    guard region.judgesRectangles else { return ChildMasks(possible: possible, whole: 0) }
    return ChildMasks(judging: possible) { lane in
      region.relation(to: frame.degrees.rectangle(ofChild: lane, rows, at: start))
    }
  }

  func lanes(
    of points: UnsafeBuffer<Float>, at row: Int, degrees: UnsafeBuffer<Coordinate>, at start: Int,
    _ frame: NodeFrame
  ) -> UInt32 {
    var inBoxes: UInt32 = 0
    for box in boxes {
      inBoxes |= box.lanes(of: points, at: row, degrees: degrees, at: start, box.seen(in: frame))
    }
    return degrees.lanes(inBoxes, at: start) { region.contains($0) }
  }
}

extension NodeDegrees {
  /// A rectangle that contains all places of a child; `start` is the index of the node's first box
  /// float.
  ///
  /// A quantized value is at most half a step from its degrees, see ``steps(_:)``.
  @inline(__always)
  func rectangle(ofChild lane: Int, _ rows: UnsafeBuffer<Float>, at start: Int) -> DegreeRectangle {
    let least = SIMD2(
      Double(rows[bytes: start &+ DegreeRow.south][lane]),
      Double(rows[bytes: start &+ DegreeRow.west][lane]))
    let greatest = SIMD2(
      Double(rows[bytes: start &+ DegreeRow.north][lane]),
      Double(rows[bytes: start &+ DegreeRow.east][lane]))
    let step = 1 / SIMD2<Double>(scale)
    // The extra thousandth of a step exceeds the rounding error.
    let first = SIMD2<Double>(origin) + (least + (Self.steps / 2 - 0.501)) * step
    let last = SIMD2<Double>(origin) + (greatest + (Self.steps / 2 + 0.501)) * step
    let (south, north) = (max(first.x, -90), min(last.x, 90))
    let width = last.y - first.y
    guard width < 360 else {
      return DegreeRectangle(south: south, north: max(south, north), west: -180, width: 360)
    }
    let west = first.y
    return DegreeRectangle(
      south: south, north: max(south, north),
      west: west < -180 ? west + 360 : west >= 180 ? west - 360 : west, width: max(width, 0))
  }
}
