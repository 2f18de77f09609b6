public import CairnGeodesy

/// What the generic index calls: the tree behind a door that inlined code may pass.
@usableFromInline
struct PackedCore: Sendable {
  let tree: PackedTree

  @usableFromInline
  var count: Int { tree.count }

  /// Builds the tree; every coordinate must be valid.
  @usableFromInline
  init(_ coordinates: [Coordinate]) throws(PlaceIndexError) {
    guard coordinates.count <= PackedLayout.greatestCount else {
      throw .tooManyElements(count: coordinates.count)
    }
    if let offset = coordinates.firstIndex(where: { !$0.isIndexable }) {
      throw .invalidCoordinate(offset: offset, coordinate: coordinates[offset])
    }
    tree = PackedTree(coordinates, offsets: nil)
  }

  private init(tree: PackedTree) {
    self.tree = tree
  }

  /// Builds the tree of the valid coordinates and names the others.
  @usableFromInline
  static func skippingInvalid(
    _ coordinates: [Coordinate]
  ) throws(PlaceIndexError) -> (core: PackedCore, skipped: [Int]) {
    let skipped = coordinates.indices.filter { !coordinates[$0].isIndexable }
    guard !skipped.isEmpty else { return (try PackedCore(coordinates), []) }
    guard coordinates.count <= PackedLayout.greatestCount else {
      throw .tooManyElements(count: coordinates.count)
    }
    let offsets = coordinates.indices.filter { coordinates[$0].isIndexable }.map(UInt32.init)
    let tree = PackedTree(offsets.map { coordinates[Int($0)] }, offsets: offsets)
    return (PackedCore(tree: tree), skipped)
  }

  @usableFromInline
  func count(within radius: Double, of center: Coordinate) -> Int {
    tree.count(within: radius, of: center)
  }

  @usableFromInline
  func containsAny(within radius: Double, of center: Coordinate) -> Bool {
    tree.containsAny(within: radius, of: center)
  }

  @usableFromInline
  func hits(
    within radius: Double, of center: Coordinate, sorted: Bool, where isIncluded: ((Int) -> Bool)?
  ) -> [Hit] {
    var hits = tree.hits(within: radius, of: center, where: isIncluded)
    if sorted { hits.sort(by: Hit.precedes) }
    return hits
  }

  @usableFromInline
  func nearest(
    _ wanted: Int, to center: Coordinate, within radius: Double, where isIncluded: ((Int) -> Bool)?
  ) -> [Hit] {
    tree.nearest(wanted, to: center, within: radius, where: isIncluded)
  }
}
