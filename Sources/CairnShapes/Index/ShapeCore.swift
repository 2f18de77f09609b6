public import CairnGeodesy
internal import CairnIndex

/// The search structure of shapes, identified by tags: their insertion numbers.
///
/// Shapes are in trees of bounds, each over a range of tags: one tree for an immutable index, and
/// for a dynamic one trees of doubling sizes, like the binary digits of the number of shapes (J. L.
/// Bentley and J. B. Saxe, "Decomposable searching problems I", Journal of Algorithms 1 (1980),
/// doi:10.1016/0196-6774(80)90015-2). The last few shapes are not indexed yet.
public struct _ShapeCore: Sendable {
  /// The shapes by tag, nil if removed; empty for a file, which stores the shapes.
  private var shapes: [PreparedShape?] = []
  /// Shared by copies until a tree is added, so copying takes one reference.
  private var forest: RegionForest
  /// Tags from this one up are not indexed.
  private(set) var indexedCount = 0
  /// The number of nonempty shapes.
  public private(set) var count = 0

  /// The maximum number of unindexed shapes.
  private static let maximumUnindexed = 32

  @usableFromInline
  init() {
    forest = RegionForest()
  }

  /// Creates the core of a file, whose nonempty shapes are in a tree.
  init(file: ShapeFile, tree: BoundsTree) {
    forest = RegionForest(file: file, trees: [tree], starts: [0])
    count = tree.count
  }

  /// Creates the core of prepared shapes, of which the nonempty ones are in trees.
  init(_ shapes: [PreparedShape?], trees: [BoundsTree]) {
    forest = RegionForest()
    self.shapes = shapes
    indexedCount = shapes.count
    count = trees.reduce(0) { $0 + $1.count }
    forest = RegionForest(
      trees: trees, degreeTrees: trees.map(degrees(of:)), starts: trees.map { _ in 0 })
  }

  /// Creates the core of an immutable index; the tags of shapes are their offsets.
  @usableFromInline
  init(_ shapes: [GeoShape]) {
    forest = RegionForest()
    self.shapes = shapes.map(PreparedShape.init)
    count = self.shapes.count { $0?.isEmpty == false }
    indexShapes(from: 0)
  }

  /// The trees over consecutive ranges of tags, larger ones first.
  var trees: [BoundsTree] { forest.trees }

  private var file: ShapeFile? { forest.file }

  /// The offsets of empty shapes, in ascending order.
  @usableFromInline
  var emptyTags: [Int] { shapes.indices.filter { shapes[$0]?.isEmpty == true } }

  /// The tags of all shapes in ascending order; for a file, of the nonempty ones.
  @usableFromInline
  var tags: [Int] {
    file == nil
      ? shapes.indices.filter { shapes[$0] != nil } : trees.flatMap(\.tags).map { Int($0) }.sorted()
  }

  /// Returns the prepared shape of a tag; nil if it was removed or cannot be read.
  @inline(__always)
  func prepared(_ tag: Int) -> PreparedShape? {
    if let file { file.shape(tag) } else { shapes[tag] }
  }

  /// The unindexed shapes, with their tags.
  var loose: some Sequence<(tag: Int, shape: PreparedShape)> {
    (indexedCount..<max(indexedCount, shapes.count)).lazy.compactMap { tag in
      shapes[tag].flatMap { $0.isEmpty ? nil : (tag, $0) }
    }
  }

  /// Returns the shape of a tag.
  @usableFromInline
  func shape(_ tag: Int) -> GeoShape? { prepared(tag)?.shape }

  /// Appends a shape with the next tag; ``indexAppended()`` must follow before a search.
  @usableFromInline
  mutating func append(_ shape: GeoShape) {
    let shape = PreparedShape(shape)
    shapes.append(shape)
    if !shape.isEmpty { count += 1 }
  }

  /// Builds a tree if many shapes are not indexed.
  @usableFromInline
  mutating func indexAppended() {
    guard shapes.count - indexedCount > Self.maximumUnindexed else { return }
    // Smaller trees are merged into the new one, so that each shape is moved O(log *n*) times.
    var start = indexedCount
    while let last = forest.starts.last, start - last <= shapes.count - start {
      start = last
      forest = forest.withoutLast
    }
    indexShapes(from: start)
  }

  /// Removes a shape.
  @usableFromInline
  mutating func remove(_ tag: Int) {
    guard let shape = shapes[tag] else { return }
    if !shape.isEmpty { count -= 1 }
    shapes[tag] = nil
  }

  /// Renumbers the shapes without the removed ones; returns the old tags in order.
  @usableFromInline
  mutating func compact() -> [Int] {
    let kept = tags
    shapes = kept.map { shapes[$0] }
    forest = RegionForest()
    indexedCount = 0
    indexShapes(from: 0)
    return kept
  }

  /// Builds a tree of all shapes from a tag.
  private mutating func indexShapes(from start: Int) {
    var boxes: [(tag: UInt32, box: VectorBox)] = []
    boxes.reserveCapacity(shapes.count - start)
    for tag in start..<shapes.count {
      guard let shape = shapes[tag], !shape.isEmpty else { continue }
      boxes.append((UInt32(truncatingIfNeeded: tag), shape.bounds))
    }
    indexedCount = shapes.count
    let tree = BoundsTree(boxes)
    forest = forest.adding(tree, degrees(of: tree), start: start)
  }

  /// Returns the degree boxes of the shapes of a tree.
  private func degrees(of tree: BoundsTree) -> DegreeTree {
    DegreeTree(tree.tags) { shapes[Int($0)]?.box ?? .empty }
  }
}

extension _ShapeCore {
  /// Calls a closure with each shape whose bounds are selected, until it returns false.
  ///
  /// - Parameters:
  ///   - judge: returns the selected lanes of a node.
  ///   - isNear: whether the box of an unindexed shape is selected.
  ///   - body: called with tags and shapes, in an unspecified order.
  @inline(__always)
  func forEachCandidate(
    _ judge: (BoundsNode) -> UInt32, _ isNear: (VectorBox) -> Bool,
    _ body: (Int, PreparedShape) -> Bool
  ) {
    for tree in trees {
      let continues = tree.forEach(where: judge) { tag in
        guard let shape = prepared(Int(tag)) else { return true }
        return body(Int(tag), shape)
      }
      guard continues else { return }
    }
    for (tag, shape) in loose where isNear(shape.bounds) {
      guard body(tag, shape) else { return }
    }
  }

  /// Calls a closure with the tag of each shape that contains a place, until it returns false.
  @usableFromInline
  func forEachTag(containing place: Coordinate, _ body: (Int) -> Bool) {
    guard place.isValid else { return }
    if file != nil {
      let vector = place.unitVector.rounded
      forEachCandidate(
        { $0.lanes(holding: vector) }, { $0.squaredChord(to: vector) <= 0 },
        { tag, shape in shape.contains(place) ? body(tag) : true })
      return
    }
    guard forest.forEachTag(containing: place, shapes, body) else { return }
    for (tag, shape) in loose where shape.box.contains(place) && shape.contains(place) {
      guard body(tag) else { return }
    }
  }

  /// Returns the tags of all shapes that contain a place, in ascending order.
  @usableFromInline
  func tags(containing place: Coordinate) -> [Int] {
    var tags: [Int] = []
    forEachTag(containing: place) {
      tags.append($0)
      return true
    }
    if tags.count > 1 { tags.sort() }
    return tags
  }

  /// Calls a closure with the tag of each shape that touches another, until it returns false.
  @usableFromInline
  func forEachTag(touching other: GeoShape, _ body: (Int) -> Bool) {
    let other = PreparedShape(other)
    guard !other.isEmpty else { return }
    forEachCandidate(
      { $0.lanes(meeting: other.bounds) }, { $0.intersects(other.bounds) },
      { tag, shape in shape.intersects(other) ? body(tag) : true })
  }

  /// Returns the tags of all shapes that touch another, in ascending order.
  @usableFromInline
  func tags(touching other: GeoShape) -> [Int] {
    var tags: [Int] = []
    forEachTag(touching: other) {
      tags.append($0)
      return true
    }
    return tags.sorted()
  }

  /// Calls a closure with each shape within a distance of a place, until it returns false.
  @usableFromInline
  func forEachHit(
    within radius: Double, of place: Coordinate, _ body: (_ShapeHit) -> Bool
  ) {
    guard radius >= 0, place.isValid else { return }
    let vector = place.unitVector.rounded
    let limit = ChordBound.limit(ofMeters: radius)
    forEachCandidate(
      { laneBits($0.squaredChords(to: vector) .<= limit) },
      { $0.squaredChord(to: vector) <= limit },
      { tag, shape in
        let distance = shape.distance(to: place)
        return distance <= radius ? body(_ShapeHit(tag: tag, distance: distance)) : true
      })
  }
}

extension _ShapeCore {
  /// Calls a closure with each shape within a distance of another, until it returns false.
  @usableFromInline
  func forEachHit(
    within radius: Double, of other: GeoShape, _ body: (_ShapeHit) -> Bool
  ) {
    forEachHit(within: radius, of: PreparedShape(other), body)
  }

  private func forEachHit(
    within radius: Double, of other: PreparedShape, _ body: (_ShapeHit) -> Bool
  ) {
    guard radius >= 0, !other.isEmpty else { return }
    // Chords of unit vectors are at most 2, and the rounding errors of bounds far below the slack.
    let reach = other.bounds.expanded(by: Float(chord(ofMeters: radius)) + 0x1p-20)
    forEachCandidate(
      { $0.lanes(meeting: reach) }, { $0.intersects(reach) },
      { tag, shape in
        let distance = shape.distance(to: other, within: radius)
        return distance <= radius ? body(_ShapeHit(tag: tag, distance: distance)) : true
      })
  }

  /// Returns the pairs of a shape and one of other shapes within a distance of it, sorted by tags.
  @usableFromInline
  func pairs(within radius: Double, with others: _ShapeCore) -> [_ShapePair] {
    var pairs: [_ShapePair] = []
    for tag in tags {
      guard let shape = prepared(tag) else { continue }
      let first = pairs.count
      others.forEachHit(within: radius, of: shape) { hit in
        pairs.append(_ShapePair(tag: tag, other: hit))
        return true
      }
      pairs[first...].sort { $0.other.tag < $1.other.tag }
    }
    return pairs
  }
}

/// The trees of a core.
private final class RegionForest: Sendable {
  /// The file, if the shapes are stored in one.
  let file: ShapeFile?
  /// The trees over consecutive ranges of tags, larger ones first.
  let trees: [BoundsTree]
  /// The degree boxes of the same shapes; empty for a file, which does not store them.
  let degreeTrees: [DegreeTree]
  /// The first tag of each tree.
  let starts: [Int]

  init(
    file: ShapeFile? = nil, trees: [BoundsTree] = [], degreeTrees: [DegreeTree] = [],
    starts: [Int] = []
  ) {
    self.file = file
    self.trees = trees
    self.degreeTrees = degreeTrees
    self.starts = starts
  }

  /// Calls a closure with the tag of each indexed shape that contains a place, until it returns
  /// false.
  ///
  /// - Returns: false if the closure returned false.
  func forEachTag(
    containing place: Coordinate, _ shapes: [PreparedShape?], _ body: (Int) -> Bool
  ) -> Bool {
    for tree in degreeTrees {
      let continues = tree.forEach(at: place) { tag in
        guard let shape = shapes[Int(tag)], shape.contains(place) else { return true }
        return body(Int(tag))
      }
      guard continues else { return false }
    }
    return true
  }

  /// Returns the forest with one more tree, of the tags from `start`.
  func adding(_ tree: BoundsTree, _ degrees: DegreeTree, start: Int) -> RegionForest {
    RegionForest(
      trees: trees + [tree], degreeTrees: degreeTrees + [degrees], starts: starts + [start])
  }

  /// The forest without the last tree.
  var withoutLast: RegionForest {
    RegionForest(
      trees: trees.dropLast(), degreeTrees: degreeTrees.dropLast(), starts: starts.dropLast())
  }
}

/// A shape with another found near it.
@usableFromInline
struct _ShapePair: Sendable {
  @usableFromInline let tag: Int
  @usableFromInline let other: _ShapeHit
}

/// A shape found by a search, with its distance.
@usableFromInline
struct _ShapeHit: Sendable {
  @usableFromInline let tag: Int
  @usableFromInline let distance: Double

  init(tag: Int, distance: Double) {
    self.tag = tag
    self.distance = distance
  }

  /// The order of results: by distance, ties by tag.
  @usableFromInline
  static func isBefore(_ a: _ShapeHit, _ b: _ShapeHit) -> Bool {
    (a.distance, a.tag) < (b.distance, b.tag)
  }
}

/// Conversions between squared chords of rounded vectors and distances in meters.
///
/// Boxes have a margin of 2⁻²³, more than the error of a rounded vector, so the computed chord to a
/// box is too long only by its own rounding errors, a few units of relative 2⁻²⁴.
enum ChordBound {
  private static let relative = 1 + 0x1p-20

  /// Returns an upper bound of the squared chord of boxes with a point within a radius.
  static func limit(ofMeters radius: Double) -> Float {
    let longest = chord(ofMeters: radius) * relative + 1e-9
    return Float(longest * longest).nextUp
  }

  /// Returns a lower bound of the distance in meters of a box with a squared chord; an arc is never
  /// shorter than its chord.
  static func meters(_ squared: Float) -> Double {
    guard squared.isFinite else { return .infinity }
    return max(0, Double(squared).squareRoot() / relative - 1e-9) * Sphere.mean.radius
  }
}

extension UnitVector {
  /// The vector rounded to floats.
  var rounded: SIMD3<Float> { SIMD3(Float(x), Float(y), Float(z)) }
}

extension VectorBox {
  /// The squared chord from a place to the nearest point of the box.
  func squaredChord(to place: SIMD3<Float>) -> Float {
    var sum: Float = 0
    for axis in 0..<3 {
      let outside = max(least[axis] - place[axis], place[axis] - greatest[axis], 0)
      sum += outside * outside
    }
    return sum
  }
}
