public import CairnGeodesy

/// A part of an extract: up to several thousand nodes, ways and relations, in columns.
///
/// The offset of an element in its columns is not its identifier; ``Nodes/ids`` and the like
/// translate. Tags are pairs of indices into ``strings``, so that each distinct string is
/// interpreted once per block, not once per element. ``node(at:)``, ``way(at:)`` and
/// ``relation(at:)`` return single elements with tags by key, which is convenient and slower.
///
/// ```swift
/// for index in 0..<block.ways.count {
///   for reference in block.ways.referenceRange(of: index) {
///     use(block.ways.references[reference])         // the identifier of a node
///   }
/// }
/// ```
public struct OSMBlock: Hashable, Sendable {
  /// The strings of tags and roles.
  public internal(set) var strings = OSMStrings(bytes: [], starts: [0])
  /// The nodes.
  public internal(set) var nodes = Nodes()
  /// The ways.
  public internal(set) var ways = Ways()
  /// The relations.
  public internal(set) var relations = Relations()
  /// The keys of all tags, as indices into ``strings``.
  public internal(set) var tagKeys: [Int32] = []
  /// The values of all tags, as indices into ``strings``; as many as ``tagKeys``.
  public internal(set) var tagValues: [Int32] = []
  /// The offset of the block's first byte in the file.
  public internal(set) var byteOffset = 0

  internal init() {}
}

extension OSMBlock {
  /// The nodes of a block.
  public struct Nodes: Hashable, Sendable {
    /// The identifiers.
    public internal(set) var ids: [Int64] = []
    /// Degrees north times 10⁷; ``OSMBlock/noLocation`` for a node without a location.
    public internal(set) var latitudes: [Int32] = []
    /// Degrees east times 10⁷; ``OSMBlock/noLocation`` for a node without a location.
    public internal(set) var longitudes: [Int32] = []
    /// The range of each element's tags, which need not follow those of the element before: a block
    /// may have several kinds of elements.
    internal var tagStarts: [Int32] = []
    internal var tagEnds: [Int32] = []

    /// The number of nodes.
    public var count: Int { ids.count }

    /// Returns the range of a node's tags in ``OSMBlock/tagKeys`` and ``OSMBlock/tagValues``.
    @inline(__always)
    public func tagRange(of index: Int) -> Range<Int> {
      Int(tagStarts[index])..<Int(tagEnds[index])
    }

    /// Returns the coordinate of a node; nil if it has none, or one outside the Earth.
    public func coordinate(of index: Int) -> Coordinate? {
      OSMBlock.coordinate(latitude: latitudes[index], longitude: longitudes[index])
    }
  }

  /// The ways of a block.
  public struct Ways: Hashable, Sendable {
    /// The identifiers.
    public internal(set) var ids: [Int64] = []
    /// The identifiers of the nodes of all ways, in order.
    public internal(set) var references: [Int64] = []
    internal var referenceStarts: [Int32] = [0]
    /// The range of each element's tags, which need not follow those of the element before: a block
    /// may have several kinds of elements.
    internal var tagStarts: [Int32] = []
    internal var tagEnds: [Int32] = []

    /// The number of ways.
    public var count: Int { ids.count }

    /// Returns the range of a way's nodes in ``references``.
    @inline(__always)
    public func referenceRange(of index: Int) -> Range<Int> {
      Int(referenceStarts[index])..<Int(referenceStarts[index + 1])
    }

    /// Returns the range of a way's tags in ``OSMBlock/tagKeys`` and ``OSMBlock/tagValues``.
    @inline(__always)
    public func tagRange(of index: Int) -> Range<Int> {
      Int(tagStarts[index])..<Int(tagEnds[index])
    }
  }

  /// The relations of a block.
  public struct Relations: Hashable, Sendable {
    /// The identifiers.
    public internal(set) var ids: [Int64] = []
    /// The kinds of the members of all relations, in order.
    public internal(set) var memberKinds: [OSMElementKind] = []
    /// The identifiers of the members.
    public internal(set) var memberIDs: [Int64] = []
    /// The roles of the members, as indices into ``OSMBlock/strings``.
    public internal(set) var memberRoles: [Int32] = []
    internal var memberStarts: [Int32] = [0]
    /// The range of each element's tags, which need not follow those of the element before: a block
    /// may have several kinds of elements.
    internal var tagStarts: [Int32] = []
    internal var tagEnds: [Int32] = []

    /// The number of relations.
    public var count: Int { ids.count }

    /// Returns the range of a relation's members in ``memberKinds``, ``memberIDs`` and
    /// ``memberRoles``.
    @inline(__always)
    public func memberRange(of index: Int) -> Range<Int> {
      Int(memberStarts[index])..<Int(memberStarts[index + 1])
    }

    /// Returns the range of a relation's tags in ``OSMBlock/tagKeys`` and ``OSMBlock/tagValues``.
    @inline(__always)
    public func tagRange(of index: Int) -> Range<Int> {
      Int(tagStarts[index])..<Int(tagEnds[index])
    }
  }

  /// The latitude and longitude of a node without a location, such as a deleted one.
  public static var noLocation: Int32 { .max }

  /// Converts a location in 10⁻⁷ degrees; nil for ``noLocation`` and outside the Earth.
  public static func coordinate(latitude: Int32, longitude: Int32) -> Coordinate? {
    guard latitude.magnitude <= 900_000_000, longitude.magnitude <= 1_800_000_000 else {
      return nil
    }
    // A division gives the double nearest to the decimal number; a multiplication does not.
    return Coordinate(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
  }
}
