internal import CairnGeodesy
internal import CairnMemory

/// The points of polygons, as a tree asks for them.
///
/// A polygon is prepared when it is made: it tells in which of its cells no edge runs. So a node
/// with all its points on one side is taken or left as a whole, and a point near an edge costs
/// what ``GeoPolygon/contains(_:)`` costs.
struct PolygonRegion: SearchRegion {
  private let polygons: [GeoPolygon]
  private let boxes: [BoxRegion]
  /// Which of many polygons are near; nil for a few, which have a box each.
  private let tree: BoxTree?
  /// What is taller is not asked about: a quarter of how far a polygon reaches from south to north,
  /// as a difference of heights above the plane of the equator; nothing for many polygons, which
  /// only their own boxes tell apart.
  private let height: Float

  /// Nil when there is nothing in the polygons.
  init?(_ polygons: [GeoPolygon]) {
    self.polygons = polygons.filter { !$0.boundingBox.isEmpty }
    var boxes = self.polygons.map(\.boundingBox)
    if boxes.count > Self.mostBoxes {
      let rest = boxes[(Self.mostBoxes - 1)...].reduce(BoundingBox.empty) { $0.union($1) }
      boxes = boxes[..<(Self.mostBoxes - 1)] + [rest]
    }
    self.boxes = boxes.compactMap(BoxRegion.init)
    guard !self.boxes.isEmpty else { return nil }
    guard self.polygons.count <= Self.mostBoxes else {
      tree = BoxTree(self.polygons.map(\.boundingBox))
      height = .infinity
      return
    }
    tree = nil
    var height = 0.0
    for polygon in self.polygons {
      let box = polygon.boundingBox
      let south = sineAndCosine(degrees: box.south).sine
      height = max(height, sineAndCosine(degrees: box.north).sine - south)
    }
    self.height = Float(height / 4)
  }

  private static let mostBoxes = 4

  func classify(boxes: Slab<Float>, at start: Int) -> ChildMasks {
    var masks = ChildMasks(possible: 0, whole: 0)
    for box in self.boxes { masks.possible |= box.classify(boxes: boxes, at: start).possible }
    var rest = masks.possible
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      let bit = rest & (0 &- rest)
      rest ^= bit
      let row = start &+ lane
      // What is not much smaller than the polygons is seldom on one side of all edges.
      guard boxes[row &+ BoxRow.greatestZ] - boxes[row &+ BoxRow.leastZ] < height,
        let rectangle = DegreeRectangle(boxes: boxes, at: row)
      else { continue }
      switch containsAllOrNone(of: rectangle) {
      case nil: break
      case true: masks.whole |= bit
      case false: masks.possible ^= bit
      }
    }
    return masks
  }

  /// Whether all places of a rectangle are in a polygon, or none is; nil when in doubt.
  private func containsAllOrNone(of rectangle: DegreeRectangle) -> Bool? {
    var answer: Bool? = false
    guard let tree else {
      for index in polygons.indices {
        switch polygons[index].containsAllOrNone(of: rectangle) {
        case nil: answer = nil
        case true: return true
        case false: break
        }
      }
      return answer
    }
    // A pole is on any meridian.
    guard rectangle.south > -90, rectangle.north < 90 else { return nil }
    let widened = rectangle.widened
    tree.forEach(where: { widened.mayMeet($0) }) { index in
      answer = polygons[index].containsAllOrNone(of: rectangle)
      // Another polygon might have all of what one has a part of; that is left to smaller nodes.
      return answer == false
    }
    return answer
  }

  func classify(points: Slab<Float>, at start: Int) -> ChildMasks {
    var possible: UInt32 = 0
    for box in boxes { possible |= box.classify(points: points, at: start).possible }
    return ChildMasks(possible: possible, whole: 0)
  }

  func contains(_ coordinate: Coordinate) -> Bool {
    // By index: a polygon is large to copy.
    guard let tree else {
      for index in polygons.indices where polygons[index].contains(coordinate) { return true }
      return false
    }
    var isInside = false
    tree.forEach(where: { $0.contains(coordinate) }) { index in
      isInside = polygons[index].contains(coordinate)
      return !isInside
    }
    return isInside
  }
}
