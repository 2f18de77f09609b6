public import CairnGeodesy
internal import CairnIndex

/// What finds shapes, knowing them by tags: the numbers in which they came.
///
/// Shapes stand in trees of bounds, each over a stretch of tags: one for shapes that stay, and for
/// those that come and go one of each size, as binary digits of their number (J. L. Bentley and J.
/// B. Saxe, "Decomposable searching problems I", Journal of Algorithms 1 (1980),
/// doi:10.1016/0196-6774(80)90015-2). The last few are in none yet.
public struct _RegionCore: Sendable {
  /// By tag; nil for one that was removed, and none for a file, which has them.
  private var shapes: [PreparedShape?] = []
  private let file: ShapeFile?
  /// Trees over one stretch of tags after the other, the larger ones first.
  private(set) var trees: [BoundsTree] = []
  /// Tags from here on are in no tree.
  private(set) var planted = 0
  /// Where each tree's stretch of tags begins.
  private(set) var starts: [Int] = []
  /// How many shapes can be found.
  public private(set) var count = 0

  /// More than this many shapes do not stay without a tree.
  private static let mostLoose = 32

  @usableFromInline
  init() {
    file = nil
  }

  /// The shapes of a file, of which some are in a tree.
  init(file: ShapeFile, tree: BoundsTree) {
    self.file = file
    trees = [tree]
    starts = [0]
    count = tree.count
  }

  /// Prepared shapes, of which those that are not empty are in trees.
  init(_ shapes: [PreparedShape?], trees: [BoundsTree]) {
    file = nil
    self.shapes = shapes
    self.trees = trees
    starts = trees.map { _ in 0 }
    planted = shapes.count
    count = trees.reduce(0) { $0 + $1.count }
  }

  /// Prepares shapes, whose tags are their offsets, for good.
  @usableFromInline
  init(_ shapes: [GeoShape]) {
    file = nil
    self.shapes = shapes.map(PreparedShape.init)
    count = self.shapes.count { $0?.isEmpty == false }
    plant(from: 0)
  }

  /// Offsets of shapes without a point, ascending.
  @usableFromInline
  var emptyTags: [Int] { shapes.indices.filter { shapes[$0]?.isEmpty == true } }

  /// The tags of all shapes, ascending; of a file those that are not empty.
  @usableFromInline
  var tags: [Int] {
    file == nil
      ? shapes.indices.filter { shapes[$0] != nil } : trees.flatMap(\.tags).map { Int($0) }.sorted()
  }

  /// The shape with a tag, ready for questions; nil for one that was removed or cannot be read.
  @inline(__always)
  func prepared(_ tag: Int) -> PreparedShape? {
    if let file { file.shape(tag) } else { shapes[tag] }
  }

  /// The shapes that are in no tree, with their tags.
  var loose: some Sequence<(tag: Int, shape: PreparedShape)> {
    (planted..<max(planted, shapes.count)).lazy.compactMap { tag in
      shapes[tag].flatMap { $0.isEmpty ? nil : (tag, $0) }
    }
  }

  /// The shape with a tag.
  @usableFromInline
  func shape(_ tag: Int) -> GeoShape? { prepared(tag)?.shape }

  /// Adds a shape, which gets the next tag.
  @usableFromInline
  mutating func append(_ shape: GeoShape) {
    let shape = PreparedShape(shape)
    shapes.append(shape)
    if !shape.isEmpty { count += 1 }
    guard shapes.count - planted > Self.mostLoose else { return }
    // Smaller trees are taken into the new one, so that a shape is moved a logarithm of times.
    var start = planted
    while let last = starts.last, start - last <= shapes.count - start {
      start = last
      starts.removeLast()
      trees.removeLast()
    }
    plant(from: start)
  }

  /// Takes a shape away.
  @usableFromInline
  mutating func remove(_ tag: Int) {
    guard let shape = shapes[tag] else { return }
    if !shape.isEmpty { count -= 1 }
    shapes[tag] = nil
  }

  /// Drops the tags of what was removed; those that stay are given in their order.
  @usableFromInline
  mutating func compact() -> [Int] {
    let kept = tags
    shapes = kept.map { shapes[$0] }
    trees = []
    starts = []
    planted = 0
    plant(from: 0)
    return kept
  }

  /// Makes a tree of all shapes from a tag on.
  private mutating func plant(from start: Int) {
    var boxes: [(tag: UInt32, box: VectorBox)] = []
    boxes.reserveCapacity(shapes.count - start)
    for tag in start..<shapes.count {
      guard let shape = shapes[tag], !shape.isEmpty else { continue }
      boxes.append((UInt32(truncatingIfNeeded: tag), shape.bounds))
    }
    planted = shapes.count
    starts.append(start)
    trees.append(BoundsTree(boxes))
  }
}

extension _RegionCore {
  /// Calls a closure with each shape whose bounds are let through, until it gives false.
  ///
  /// - Parameters:
  ///   - judge: the lanes of a node that matter.
  ///   - isNear: whether a box matters.
  ///   - body: is given tags and shapes, in no order.
  @inline(__always)
  func forEachCandidate(
    _ judge: (BoundsNode) -> UInt32, _ isNear: (VectorBox) -> Bool,
    _ body: (Int, PreparedShape) -> Bool
  ) {
    for tree in trees {
      let goesOn = tree.forEach(where: judge) { tag in
        guard let shape = prepared(Int(tag)) else { return true }
        return body(Int(tag), shape)
      }
      guard goesOn else { return }
    }
    for (tag, shape) in loose where isNear(shape.bounds) {
      guard body(tag, shape) else { return }
    }
  }

  /// Calls a closure with the tag of each shape that contains a place, until it gives false.
  @usableFromInline
  func forEachTag(containing place: Coordinate, _ body: (Int) -> Bool) {
    guard place.isValid else { return }
    let vector = place.unitVector.rounded
    forEachCandidate(
      { $0.lanes(holding: vector) }, { $0.squaredChord(to: vector) <= 0 },
      { tag, shape in shape.contains(place) ? body(tag) : true })
  }

  /// The tags of all shapes that contain a place, ascending.
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

  /// Calls a closure with the tag of each shape that touches another, until it gives false.
  @usableFromInline
  func forEachTag(touching other: GeoShape, _ body: (Int) -> Bool) {
    let other = PreparedShape(other)
    guard !other.isEmpty else { return }
    forEachCandidate(
      { $0.lanes(meeting: other.bounds) }, { $0.intersects(other.bounds) },
      { tag, shape in shape.intersects(other) ? body(tag) : true })
  }

  /// The tags of all shapes that touch another, ascending.
  @usableFromInline
  func tags(touching other: GeoShape) -> [Int] {
    var tags: [Int] = []
    forEachTag(touching: other) {
      tags.append($0)
      return true
    }
    return tags.sorted()
  }

  /// Calls a closure with each shape within a distance of a place, until it gives false.
  @usableFromInline
  func forEachHit(
    within radius: Double, of place: Coordinate, _ body: (_RegionHit) -> Bool
  ) {
    guard radius >= 0, place.isValid else { return }
    let vector = place.unitVector.rounded
    let limit = ChordBound.limit(ofMetres: radius)
    forEachCandidate(
      { laneBits($0.squaredChords(to: vector) .<= limit) },
      { $0.squaredChord(to: vector) <= limit },
      { tag, shape in
        let distance = shape.distance(to: place)
        return distance <= radius ? body(_RegionHit(tag: tag, distance: distance)) : true
      })
  }
}

extension _RegionCore {
  /// Calls a closure with each shape within a distance of another, until it gives false.
  @usableFromInline
  func forEachHit(
    within radius: Double, of other: GeoShape, _ body: (_RegionHit) -> Bool
  ) {
    forEachHit(within: radius, of: PreparedShape(other), body)
  }

  private func forEachHit(
    within radius: Double, of other: PreparedShape, _ body: (_RegionHit) -> Bool
  ) {
    guard radius >= 0, !other.isEmpty else { return }
    // Chords of unit vectors are at most 2, and the roundings of bounds far below the slack.
    let reach = other.bounds.expanded(by: Float(chord(ofMetres: radius)) + 0x1p-20)
    forEachCandidate(
      { $0.lanes(meeting: reach) }, { $0.intersects(reach) },
      { tag, shape in
        let distance = shape.distance(to: other, within: radius)
        return distance <= radius ? body(_RegionHit(tag: tag, distance: distance)) : true
      })
  }

  /// The pairs of a shape and one of other shapes within a distance of it, ascending.
  @usableFromInline
  func pairs(within radius: Double, with others: _RegionCore) -> [_RegionPair] {
    var pairs: [_RegionPair] = []
    for tag in tags {
      guard let shape = prepared(tag) else { continue }
      let first = pairs.count
      others.forEachHit(within: radius, of: shape) { hit in
        pairs.append(_RegionPair(tag: tag, other: hit))
        return true
      }
      pairs[first...].sort { $0.other.tag < $1.other.tag }
    }
    return pairs
  }
}

/// A shape, and another that was found near it.
@usableFromInline
struct _RegionPair: Sendable {
  @usableFromInline let tag: Int
  @usableFromInline let other: _RegionHit
}

/// A shape that was found, and how far away it is.
@usableFromInline
struct _RegionHit: Sendable {
  @usableFromInline let tag: Int
  @usableFromInline let distance: Double

  init(tag: Int, distance: Double) {
    self.tag = tag
    self.distance = distance
  }

  /// Whether it comes first: the nearer one, of equally near ones the one that came first.
  @usableFromInline
  static func isBefore(_ a: _RegionHit, _ b: _RegionHit) -> Bool {
    (a.distance, a.tag) < (b.distance, b.tag)
  }
}

/// What a squared chord between rounded vectors tells about metres.
///
/// Boxes have a rim of 2⁻²³, more than a rounded vector is off by, so that the computed chord to a
/// box is too long by no more than its own roundings: some units of 2⁻²⁴ of it.
enum ChordBound {
  private static let relative = 1 + 0x1p-20

  /// The squared chord that no box with a point within a radius exceeds.
  static func limit(ofMetres radius: Double) -> Float {
    let longest = chord(ofMetres: radius) * relative + 1e-9
    return Float(longest * longest).nextUp
  }

  /// Metres that all of a box with a squared chord is at least away; no arc is shorter than its
  /// chord.
  static func metres(_ squared: Float) -> Double {
    guard squared.isFinite else { return .infinity }
    return max(0, Double(squared).squareRoot() / relative - 1e-9) * Sphere.mean.radius
  }
}

extension UnitVector {
  /// The vector in floats.
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
