internal import CairnGeodesy

/// A tree of which a ``NearestCursor`` sees only what lies in a region.
///
/// Nodes outside are not opened, so the nearest places of a region far away are found without
/// looking at those in between.
struct RegionNearestTree<Tree: RegionMaskedTree>: NearestTree {
  let tree: Tree
  let region: any SearchRegion

  var nearestRoot: (index: Int, height: Int)? { tree.nearestRoot }

  func keys(ofNode node: Int, atHeight height: Int, _ query: SearchCenter) -> SIMD16<Float> {
    var keys = tree.keys(ofNode: node, atHeight: height, query)
    let start = tree.maskedStart(ofNode: node, atHeight: height)
    let masks =
      height == 0
      ? region.classify(points: tree.maskedPoints, at: start)
      : region.classify(boxes: tree.maskedBoxes, at: start)
    for lane in 0..<16 where keys[lane] < 16 {
      let bit = 1 as UInt32 &<< UInt32(truncatingIfNeeded: lane)
      if masks.whole & bit != 0 { continue }
      let isPossible =
        masks.possible & bit != 0
        && (height > 0
          || region.contains(tree.degrees[tree.child(lane, ofNode: node, atHeight: 0)]))
      if !isPossible { keys[lane] = .infinity }
    }
    return keys
  }

  func child(_ lane: Int, ofNode node: Int, atHeight height: Int) -> Int {
    tree.child(lane, ofNode: node, atHeight: height)
  }

  func hit(at position: Int, from center: Coordinate) -> Hit {
    tree.hit(at: position, from: center)
  }
}

/// A tree whose nodes and leaves a region can look at.
protocol RegionMaskedTree: NearestTree, SearchTree {
  var maskedBoxes: Slab<Float> { get }
  var maskedPoints: Slab<Float> { get }
  /// Where the boxes of a node begin, or at height 0 the points of a leaf.
  func maskedStart(ofNode node: Int, atHeight height: Int) -> Int
  /// How many points there are below a child of a node.
  func weight(ofLane lane: Int, ofNode node: Int, atHeight height: Int) -> Int
  /// Whether a node may be read: always, but in a file with damage.
  func isReadable(node: Int, atHeight height: Int) -> Bool
}

extension PackedTree: RegionMaskedTree {
  var maskedBoxes: Slab<Float> { groups }
  var maskedPoints: Slab<Float> { points }

  func maskedStart(ofNode node: Int, atHeight height: Int) -> Int {
    height == 0 ? node * PackedLayout.leafFloats : boxes(ofGroup: node, atHeight: height)
  }

  func weight(ofLane lane: Int, ofNode node: Int, atHeight height: Int) -> Int {
    positions(ofChild: node << PackedLayout.fanOutShift | lane, ofHeight: height).count
  }

  func isReadable(node: Int, atHeight height: Int) -> Bool {
    guard height == 1, let sentry else { return true }
    return sentry.admits(block: node)
  }
}

extension DynamicTree: RegionMaskedTree {
  var maskedBoxes: Slab<Float> { boxes }
  var maskedPoints: Slab<Float> { points }

  func maskedStart(ofNode node: Int, atHeight height: Int) -> Int {
    node * (height == 0 ? PackedLayout.leafFloats : PackedLayout.groupFloats)
  }

  func weight(ofLane lane: Int, ofNode node: Int, atHeight height: Int) -> Int {
    Int(weight(Int32(truncatingIfNeeded: node), Int32(truncatingIfNeeded: lane)))
  }

  func isReadable(node: Int, atHeight height: Int) -> Bool { true }
}

/// A ``NearestCursor`` over all of a tree or over a region.
enum RegionCursor<Tree: RegionMaskedTree>: Sendable {
  case everything(NearestCursor<Tree>)
  case region(NearestCursor<RegionNearestTree<Tree>>)
  case nothing

  init(_ tree: Tree, from center: Coordinate, in outline: _RegionOutline?) {
    guard let outline else {
      self = .everything(NearestCursor(tree, from: center))
      return
    }
    guard let region = outline.searchRegion else {
      self = .nothing
      return
    }
    self = .region(NearestCursor(RegionNearestTree(tree: tree, region: region), from: center))
  }

  mutating func next() -> Hit? {
    // The case is emptied while its cursor works, so that the cursor's memory has one owner.
    switch self {
    case .nothing: return nil
    case .everything(var cursor):
      self = .nothing
      defer { self = .everything(cursor) }
      return cursor.next()
    case .region(var cursor):
      self = .nothing
      defer { self = .region(cursor) }
      return cursor.next()
    }
  }
}

extension _RegionOutline {
  /// The region for a search that judges boxes; nil when nothing can be in it.
  fileprivate var searchRegion: (any SearchRegion)? {
    switch kind {
    case .box(let box): return BoxRegion(box)
    case .cap(let cap): return DiscRegion(center: cap.center, radius: cap.radius)
    case .polygons(let polygons):
      let region = GeoMultiPolygon(polygons)
      return FilteredBoxRegion(region.boundingBox, region.contains)
    case .corridor(let path, let distance):
      let region = PathCorridor(within: distance, of: path)
      return FilteredBoxRegion(region.boundingBox, region.contains)
    case .other(let box, let contains): return FilteredBoxRegion(box, contains)
    case .degrees(let region): return DegreeSearchRegion(region)
    }
  }
}
