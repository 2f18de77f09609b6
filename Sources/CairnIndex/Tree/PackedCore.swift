public import CairnGeodesy

/// The part of a packed index that does not depend on the element type: the tree, with entry points
/// for inlinable code.
///
/// Its tags are the offsets of elements in the input.
public struct _PackedCore: Sendable {
  let tree: PackedTree

  init(tree: PackedTree) {
    self.tree = tree
  }
}

extension _PackedCore {
  /// Builds the tree; every coordinate must be valid.
  @usableFromInline
  internal init(_ coordinates: [Coordinate], threads: Int) throws(PlaceIndexError) {
    guard coordinates.count <= PackedLayout.maximumCount else {
      throw .tooManyElements(count: coordinates.count)
    }
    if let offset = coordinates.firstIndex(where: { !$0.isValid }) {
      throw .invalidCoordinate(offset: offset, coordinate: coordinates[offset])
    }
    self.init(tree: PackedTree(coordinates, offsets: nil, threads: threads))
  }

  /// Builds the tree of the valid coordinates; returns the offsets of the others.
  @usableFromInline
  internal static func skippingInvalid(
    _ coordinates: [Coordinate], threads: Int
  ) throws(PlaceIndexError) -> (core: _PackedCore, skipped: [Int]) {
    let skipped = coordinates.indices.filter { !coordinates[$0].isValid }
    guard !skipped.isEmpty else { return (try _PackedCore(coordinates, threads: threads), []) }
    guard coordinates.count <= PackedLayout.maximumCount else {
      throw .tooManyElements(count: coordinates.count)
    }
    let offsets = coordinates.indices.filter { coordinates[$0].isValid }.map(UInt32.init)
    let tree = PackedTree(offsets.map { coordinates[Int($0)] }, offsets: offsets, threads: threads)
    return (_PackedCore(tree: tree), skipped)
  }
}
