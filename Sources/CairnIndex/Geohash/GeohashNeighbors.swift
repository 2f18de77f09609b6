/// One of the eight directions to a neighboring cell, clockwise from north.
public enum GeohashDirection: Int, CaseIterable, Sendable {
  /// Toward the north pole.
  case north
  /// One row up, one column to the east.
  case northEast
  /// One column to the east.
  case east
  /// One row down, one column to the east.
  case southEast
  /// Toward the south pole.
  case south
  /// One row down, one column to the west.
  case southWest
  /// One column to the west.
  case west
  /// One row up, one column to the west.
  case northWest
}

/// The up to eight neighbors of a cell, accessible by name, by direction or as a sequence.
///
/// Longitude wraps around at 180; beyond a pole there is no cell. No two neighbors are equal.
///
/// ```swift
/// let hash = Geohash("80")          // at 180 degrees west
/// hash?.neighbors.west              // Optional("xb")
/// Geohash("y")?.neighbors.north     // nil: beyond the north pole
/// Geohash("y")?.neighbors.map { $0 }.count   // 5
/// ```
public struct GeohashNeighbors<Cell: Hashable & Sendable>: Hashable, Sendable {
  /// The cell to the east.
  public let east: Cell
  /// The cell to the west.
  public let west: Cell

  // Beyond a pole these are arbitrary cells, to be ignored according to the flags.
  @usableFromInline internal let anyNorth: Cell
  @usableFromInline internal let anyNorthEast: Cell
  @usableFromInline internal let anyNorthWest: Cell
  @usableFromInline internal let anySouth: Cell
  @usableFromInline internal let anySouthEast: Cell
  @usableFromInline internal let anySouthWest: Cell
  @usableFromInline internal let hasNorth: Bool
  @usableFromInline internal let hasSouth: Bool

  /// Computes the neighbors from interleaved bits.
  ///
  /// - Parameters:
  ///   - bits: the bits of a cell.
  ///   - columnUnit: the lowest bit of longitude.
  ///   - rowUnit: the lowest bit of latitude.
  ///   - columns: the bits of longitude.
  ///   - rows: the bits of latitude.
  ///   - cell: makes a cell from bits.
  @inlinable
  @inline(__always)
  internal init(
    of bits: UInt64, columnUnit: UInt64, rowUnit: UInt64, columns: UInt64, rows: UInt64,
    _ cell: (UInt64) -> Cell
  ) {
    // A carry propagates through the bits of the other axis if they are set, a borrow if they are
    // clear.
    let column = bits & columns
    let row = bits & rows
    let eastward = ((column | ~columns) &+ columnUnit) & columns
    let westward = (column &- columnUnit) & columns
    let northward = ((row | ~rows) &+ rowUnit) & rows
    let southward = (row &- rowUnit) & rows
    east = cell(row | eastward)
    west = cell(row | westward)
    anyNorth = cell(northward | column)
    anyNorthEast = cell(northward | eastward)
    anyNorthWest = cell(northward | westward)
    anySouth = cell(southward | column)
    anySouthEast = cell(southward | eastward)
    anySouthWest = cell(southward | westward)
    hasNorth = northward != 0
    hasSouth = row != 0
  }

  /// The cell to the north; nil in the northernmost row.
  @inlinable public var north: Cell? { hasNorth ? anyNorth : nil }
  /// The cell to the northeast; nil in the northernmost row.
  @inlinable public var northEast: Cell? { hasNorth ? anyNorthEast : nil }
  /// The cell to the northwest; nil in the northernmost row.
  @inlinable public var northWest: Cell? { hasNorth ? anyNorthWest : nil }
  /// The cell to the south; nil in the southernmost row.
  @inlinable public var south: Cell? { hasSouth ? anySouth : nil }
  /// The cell to the southeast; nil in the southernmost row.
  @inlinable public var southEast: Cell? { hasSouth ? anySouthEast : nil }
  /// The cell to the southwest; nil in the southernmost row.
  @inlinable public var southWest: Cell? { hasSouth ? anySouthWest : nil }

  /// The cell in a direction; nil beyond a pole.
  @inlinable
  public subscript(direction: GeohashDirection) -> Cell? {
    switch direction {
    case .north: north
    case .northEast: northEast
    case .east: east
    case .southEast: southEast
    case .south: south
    case .southWest: southWest
    case .west: west
    case .northWest: northWest
    }
  }
}

extension GeohashNeighbors: Sequence {
  /// Iterates over the existing neighbors, clockwise from north: eight, or five at a pole.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(neighbors: self) }

  /// An iterator over the neighbors of a cell.
  ///
  /// A queue of separate variables that shift at each step: the compiler unrolls a loop of at most
  /// eight steps over local state, and the shifts disappear.
  public struct Iterator: IteratorProtocol {
    @usableFromInline internal var count = 8
    @usableFromInline internal var first: Cell
    @usableFromInline internal var second: Cell
    @usableFromInline internal var third: Cell
    @usableFromInline internal var fourth: Cell
    @usableFromInline internal var fifth: Cell
    @usableFromInline internal var sixth: Cell
    @usableFromInline internal var seventh: Cell
    @usableFromInline internal let eighth: Cell

    @inlinable
    @inline(__always)
    internal init(neighbors: GeohashNeighbors) {
      first = neighbors.anyNorth
      second = neighbors.anyNorthEast
      third = neighbors.east
      fourth = neighbors.anySouthEast
      fifth = neighbors.anySouth
      sixth = neighbors.anySouthWest
      seventh = neighbors.west
      eighth = neighbors.anyNorthWest
      if neighbors.hasNorth, neighbors.hasSouth { return }
      // At a pole the cells beyond it are removed; no grid is so coarse that a row touches both
      // poles.
      count = 5
      if neighbors.hasNorth {
        (fourth, fifth) = (seventh, eighth)
      } else {
        (first, second, third, fourth, fifth) = (third, fourth, fifth, sixth, seventh)
      }
    }

    /// Returns the next existing neighbor, clockwise.
    @inlinable
    @inline(__always)
    public mutating func next() -> Cell? {
      guard count > 0 else { return nil }
      count &-= 1
      let cell = first
      first = second
      second = third
      third = fourth
      fourth = fifth
      fifth = sixth
      sixth = seventh
      seventh = eighth
      return cell
    }
  }
}

extension Geohash {
  /// The neighbors of the same precision.
  ///
  /// - Complexity: O(1).
  @inlinable public var neighbors: GeohashNeighbors<Geohash> {
    let size = packed & 15
    let shift = 64 &- 5 &* size
    return GeohashNeighbors(
      of: packed, columnUnit: 1 &<< (shift | 1), rowUnit: 1 &<< ((shift &+ 1) & ~1),
      columns: GeohashGrid.longitudeMask & ~15, rows: GeohashGrid.latitudeMask & ~15
    ) { bits in
      Geohash(packed: bits | size)
    }
  }

  /// Returns the neighbor in a direction; nil beyond a pole.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func neighbor(_ direction: GeohashDirection) -> Geohash? { neighbors[direction] }
}

extension GeohashInteger {
  /// The neighbors of the same size.
  ///
  /// - Complexity: O(1).
  @inlinable public var neighbors: GeohashNeighbors<Self> {
    // Every bit count is even, so the lowest bit is a latitude bit.
    GeohashNeighbors(
      of: rawValue, columnUnit: 2, rowUnit: 1,
      columns: GeohashGrid.longitudeMask & Self.maximumRawValue,
      rows: GeohashGrid.latitudeMask & Self.maximumRawValue
    ) { bits in
      Self(truncating: bits)
    }
  }

  /// Returns the neighbor in a direction; nil beyond a pole.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func neighbor(_ direction: GeohashDirection) -> Self? { neighbors[direction] }
}
