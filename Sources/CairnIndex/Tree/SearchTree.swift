internal import CairnGeodesy
internal import CairnMemory

/// A tree that supports searches by region, for the nearest points, and incrementally.
///
/// A position is an index in tree order; the *tag* of a point identifies it to the index and orders
/// equally distant points.
protocol SearchTree: Sendable {
  associatedtype StoredTag: FixedWidthInteger & BitwiseCopyable

  /// The root and its level; nil for an empty tree.
  var nearestRoot: (index: Int, level: Int)? { get }
  /// Returns a child of a node or, at level 0, the position of a point of a leaf.
  func child(_ lane: Int, ofNode node: Int, atLevel level: Int) -> Int

  /// The number of points.
  var count: Int { get }
  /// Visits every point of a region once.
  func walk<Visitor: SearchVisitor & ~Copyable>(
    _ region: some SearchRegion, _ visitor: inout Visitor)
  /// Visits every point of a box once.
  func walk<Visitor: SearchVisitor & ~Copyable>(in box: BoundingBox, _ visitor: inout Visitor)
  /// Visits every point of a region that classifies rectangles once.
  func walk<Visitor: SearchVisitor & ~Copyable>(
    rectanglesOf region: any DegreeRegion, _ visitor: inout Visitor)
  /// Visits every point of a corridor once.
  func walk<Visitor: SearchVisitor & ~Copyable>(
    along region: CorridorRegion, _ visitor: inout Visitor)
  /// Calls a closure with the `wanted` nearest points within a radius, in order.
  ///
  /// - Parameters:
  ///   - wanted: the maximum number of points.
  ///   - center: the center of the search.
  ///   - radius: the radius in meters, inclusive.
  ///   - isIncluded: a predicate of tags, called if `filtered`.
  ///   - filtered: whether there is a predicate.
  ///   - body: called with the points.
  func withNearest(
    _ wanted: Int, to center: Coordinate, within radius: Double, where isIncluded: (Int) -> Bool,
    filtered: Bool, _ body: (UnsafeBuffer<Hit>) -> Void)
  /// Returns the tags at some positions, in ascending order; the positions are overwritten.
  func sortedTags(of positions: borrowing GrowableArray<UInt32>) -> [Int]

  /// The coordinate of each position, as given.
  var degrees: UnsafeBuffer<Coordinate> { get }
  /// The tag of each position.
  var tags: UnsafeBuffer<StoredTag> { get }
  /// The boxes of the children of all nodes, in rows; see ``BoxRow``.
  var boxes: UnsafeBuffer<Float> { get }
  /// The points of all leaves, in rows; see ``PointRow``.
  var points: UnsafeBuffer<Float> { get }
  /// Returns the index of the first row of a node in ``boxes`` or, at level 0, of a leaf in
  /// ``points``.
  func rows(ofNode node: Int, atLevel level: Int) -> Int
  /// Returns the frame of the boxes of a node or, at level 0, of the points of a leaf.
  func frame(ofNode node: Int, atLevel level: Int) -> NodeFrame
  /// Returns the number of points below a child of a node.
  func weight(ofLane lane: Int, ofNode node: Int, atLevel level: Int) -> Int
  /// Returns a rectangle that contains all places below a child of a node; nil for an unused child.
  func rectangle(ofLane lane: Int, ofNode node: Int, atLevel level: Int) -> DegreeRectangle?
  /// Whether a node may be read: true except in a damaged file.
  func isReadable(node: Int, atLevel level: Int) -> Bool
}

extension SearchTree {
  /// The tag of the point at a position.
  @inline(__always)
  func tag(at position: Int) -> Int { Int(truncatingIfNeeded: tags[position]) }

  func hit(at position: Int, from center: Coordinate) -> Hit {
    Hit(tag: tag(at: position), distance: center.distance(to: degrees[position]))
  }
}

extension SearchTree {
  /// Visits every point of a region outline once.
  @inline(__always)
  func visit<Visitor: SearchVisitor & ~Copyable>(
    _ outline: _RegionOutline, _ visitor: inout Visitor
  ) {
    switch outline.kind {
    case .box(let box):
      walk(in: box, &visitor)
    case .cap(let cap):
      if let region = DiscRegion(center: cap.center, radius: cap.radius) { walk(region, &visitor) }
    case .polygons(let polygons):
      // With many polygons and many points per polygon, a tree of polygons is faster.
      let areFew = polygons.count == 1 || count < 64 &* polygons.count
      if areFew, let few = positionsOfFew(polygons) {
        visit(few, &visitor)
      } else if polygons.count <= SmallPolygonSet.most {
        walk(rectanglesOf: SmallPolygonSet(polygons), &visitor)
      } else if let region = PreparedRegion(polygons) {
        walk(region, &visitor)
      }
    case .corridor(let path, let distance):
      if let region = CorridorRegion(path, distance: distance) { walk(along: region, &visitor) }
    case .other(let box, let contains):
      walk(rectanglesOf: ConditionalBox(box, contains), &visitor)
    case .degrees(let region):
      walk(rectanglesOf: region, &visitor)
    case .combined(let region):
      if let region = region.search { walk(region, &visitor) }
    }
  }
}

extension SearchTree {
  /// Returns the positions of the points of polygons, in ascending order, testing each point
  /// separately; nil if more than a few are in the box of a polygon: then classifying nodes is
  /// faster.
  private func positionsOfFew(_ polygons: [GeoPolygon]) -> GrowableArray<UInt32>? {
    var inside = GrowableArray<UInt32>(capacity: 64)
    if polygons.count == 1 {
      guard collectFew(256, of: polygons[0], &inside) else { return nil }
    } else {
      // The largest boxes first, which most likely contain many points.
      let widths = polygons.map { polygon in
        let box = polygon.boundingBox
        return box.longitudeSpan * (box.north - box.south)
      }
      for index in widths.indices.sorted(by: { widths[$0] > widths[$1] }) {
        guard collectFew(1_024, of: polygons[index], &inside) else { return nil }
      }
      // A point may be in several polygons.
      inside.withValues { $0.sortAscending() }
    }
    return inside
  }

  /// Visits the points at positions in ascending order, which may repeat.
  private func visit<Visitor: SearchVisitor & ~Copyable>(
    _ positions: borrowing GrowableArray<UInt32>, _ visitor: inout Visitor
  ) {
    for found in 0..<positions.count
    where found == 0 || positions[found] != positions[found &- 1] {
      let position = Int(truncatingIfNeeded: positions[found])
      let lane = position & (PackedLayout.fanOut &- 1)
      guard visitor.visit(some: 1 << UInt32(truncatingIfNeeded: lane), from: position &- lane)
      else { return }
    }
  }

  /// Appends the positions of the points of a polygon; returns false if more than `most` are in its
  /// box.
  private func collectFew(
    _ most: Int, of polygon: GeoPolygon, _ inside: inout GrowableArray<UInt32>
  ) -> Bool {
    var few = FewVisitor(most: most)
    walk(in: polygon.boundingBox, &few)
    guard !few.areMore else { return false }
    for index in 0..<few.positions.count {
      let position = few.positions[index]
      if polygon.contains(degrees[Int(truncatingIfNeeded: position)]) { inside.append(position) }
    }
    return true
  }
}
