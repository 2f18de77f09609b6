extension Geohash {
  /// One of the eight ways to a neighbouring cell, clockwise from north.
  public enum Direction: Int, CaseIterable, Sendable {
    /// Towards the north pole.
    case north
    /// One row up, one column to the east.
    case northEast
    /// One column to the east.
    case east
    /// One row down, one column to the east.
    case southEast
    /// Towards the south pole.
    case south
    /// One row down, one column to the west.
    case southWest
    /// One column to the west.
    case west
    /// One row up, one column to the west.
    case northWest
  }

  /// The eight cells of the same precision around this one.
  ///
  /// Longitude goes on across 180; beyond a pole there is no cell. No two neighbours are equal.
  ///
  /// ```swift
  /// let hash = Geohash("80")                      // at 180 degrees west
  /// hash?.neighbors.west                          // Optional("xb")
  /// Geohash("y")?.neighbors.north                 // nil: beyond the north pole
  /// ```
  ///
  /// - Complexity: O(1).
  public var neighbors: Neighbors {
    let size = packed & 15
    let shift = 64 &- 5 &* size
    let columnUnit: UInt64 = 1 &<< (shift | 1)
    let rowUnit: UInt64 = 1 &<< ((shift &+ 1) & ~1)
    let columns = GeohashGrid.longitudeMask
    let rows = GeohashGrid.latitudeMask & ~15

    // A carry runs through the foreign bits when they are set, a borrow when they are clear.
    let column = packed & columns & ~15
    let row = packed & rows
    let east = ((column | ~columns) &+ columnUnit) & columns
    let west = (column &- columnUnit) & columns
    let north = ((row | ~rows) &+ rowUnit) & rows
    let south = (row &- rowUnit) & rows
    let northward: UInt64 = north == 0 ? 0 : .max
    let southward: UInt64 = row == 0 ? 0 : .max
    let above = north | size
    let below = south | size
    let beside = row | size
    return Neighbors(
      northBits: (above | column) & northward, northEastBits: (above | east) & northward,
      eastBits: beside | east, southEastBits: (below | east) & southward,
      southBits: (below | column) & southward, southWestBits: (below | west) & southward,
      westBits: beside | west, northWestBits: (above | west) & northward)
  }

  /// The next cell in a direction; nil beyond a pole.
  ///
  /// - Complexity: O(1).
  public func neighbor(_ direction: Direction) -> Geohash? { neighbors[direction] }

  /// The cells around a cell: up to eight, by name, by direction or as a sequence.
  public struct Neighbors: Hashable, Sendable, BitwiseCopyable {
    // Zero stands for no cell: a cell has at least one character.
    internal let northBits: UInt64
    internal let northEastBits: UInt64
    internal let eastBits: UInt64
    internal let southEastBits: UInt64
    internal let southBits: UInt64
    internal let southWestBits: UInt64
    internal let westBits: UInt64
    internal let northWestBits: UInt64

    private func cell(_ packed: UInt64) -> Geohash? {
      packed == 0 ? nil : Geohash(packed: packed)
    }

    /// The cell to the north; nil in the northernmost row.
    public var north: Geohash? { cell(northBits) }
    /// The cell to the north-east; nil in the northernmost row.
    public var northEast: Geohash? { cell(northEastBits) }
    /// The cell to the east.
    public var east: Geohash { Geohash(packed: eastBits) }
    /// The cell to the south-east; nil in the southernmost row.
    public var southEast: Geohash? { cell(southEastBits) }
    /// The cell to the south; nil in the southernmost row.
    public var south: Geohash? { cell(southBits) }
    /// The cell to the south-west; nil in the southernmost row.
    public var southWest: Geohash? { cell(southWestBits) }
    /// The cell to the west.
    public var west: Geohash { Geohash(packed: westBits) }
    /// The cell to the north-west; nil in the northernmost row.
    public var northWest: Geohash? { cell(northWestBits) }

    /// The cell in a direction; nil beyond a pole.
    public subscript(direction: Direction) -> Geohash? {
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
}

extension Geohash.Neighbors: Sequence {
  /// Walks the cells that exist, clockwise from the north: eight, or five at a pole.
  public func makeIterator() -> Iterator { Iterator(neighbors: self) }

  /// Walks the cells around a cell.
  public struct Iterator: IteratorProtocol {
    internal let neighbors: Geohash.Neighbors
    internal var direction = 0

    /// The next cell clockwise that exists.
    public mutating func next() -> Geohash? {
      while let towards = Geohash.Direction(rawValue: direction) {
        direction += 1
        if let cell = neighbors[towards] { return cell }
      }
      return nil
    }
  }
}
