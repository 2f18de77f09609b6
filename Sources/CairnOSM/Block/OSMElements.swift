public import CairnGeodesy

/// The tags of an element: pairs of a key and a value, in the order of the file.
public struct OSMTags: Hashable, Sendable {
  /// The pairs; keys are distinct in valid data.
  public var pairs: [Pair]

  /// A key and its value.
  public struct Pair: Hashable, Sendable {
    /// The key, such as `amenity`.
    public var key: String
    /// The value, such as `cafe`.
    public var value: String

    /// Creates a pair.
    public init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  /// Creates tags.
  public init(_ pairs: [Pair] = []) {
    self.pairs = pairs
  }

  /// The value of a key; nil if the element lacks the key.
  ///
  /// - Complexity: O(*n*) for *n* tags.
  public subscript(key: String) -> String? { pairs.first { $0.key == key }?.value }
}

/// A node with its tags.
public struct OSMNode: Hashable, Sendable, Identifiable {
  /// The identifier.
  public var id: Int64
  /// The location; nil if the node has none.
  public var coordinate: Coordinate?
  /// The tags.
  public var tags: OSMTags

  /// Creates a node.
  ///
  /// - Parameters:
  ///   - id: the identifier.
  ///   - coordinate: the location; nil if the node has none.
  ///   - tags: the tags.
  public init(id: Int64, coordinate: Coordinate?, tags: OSMTags = OSMTags()) {
    self.id = id
    self.coordinate = coordinate
    self.tags = tags
  }
}

/// A way with its nodes and tags.
public struct OSMWay: Hashable, Sendable, Identifiable {
  /// The identifier.
  public var id: Int64
  /// The identifiers of its nodes, in order.
  public var nodeIDs: [Int64]
  /// The tags.
  public var tags: OSMTags

  /// Creates a way.
  ///
  /// - Parameters:
  ///   - id: the identifier.
  ///   - nodeIDs: the identifiers of its nodes, in order.
  ///   - tags: the tags.
  public init(id: Int64, nodeIDs: [Int64], tags: OSMTags = OSMTags()) {
    self.id = id
    self.nodeIDs = nodeIDs
    self.tags = tags
  }

  /// Whether the way returns to its first node.
  public var isClosed: Bool { nodeIDs.count > 2 && nodeIDs.first == nodeIDs.last }
}

/// A relation with its members and tags.
public struct OSMRelation: Hashable, Sendable, Identifiable {
  /// The identifier.
  public var id: Int64
  /// The members, in order.
  public var members: [Member]
  /// The tags.
  public var tags: OSMTags

  /// Creates a relation.
  ///
  /// - Parameters:
  ///   - id: the identifier.
  ///   - members: the members, in order.
  ///   - tags: the tags.
  public init(id: Int64, members: [Member], tags: OSMTags = OSMTags()) {
    self.id = id
    self.members = members
    self.tags = tags
  }

  /// A member of a relation.
  public struct Member: Hashable, Sendable {
    /// Whether it is a node, a way or another relation.
    public var kind: OSMElementKind
    /// Its identifier among the elements of its kind.
    public var id: Int64
    /// Its role, such as `outer`; often empty.
    public var role: String

    /// Creates a member.
    ///
    /// - Parameters:
    ///   - kind: whether it is a node, a way or another relation.
    ///   - id: its identifier among the elements of its kind.
    ///   - role: its role, such as `outer`.
    public init(kind: OSMElementKind, id: Int64, role: String = "") {
      self.kind = kind
      self.id = id
      self.role = role
    }
  }
}

extension OSMBlock {
  /// Returns the tags of a range such as ``Ways/tagRange(of:)``.
  public func tags(_ range: Range<Int>) -> OSMTags {
    OSMTags(
      range.map { OSMTags.Pair(key: strings[Int(tagKeys[$0])], value: strings[Int(tagValues[$0])]) }
    )
  }

  /// Returns a node with its tags.
  ///
  /// - Parameter index: the offset of the node, in `0..<nodes.count`.
  /// - Returns: the node.
  public func node(at index: Int) -> OSMNode {
    OSMNode(
      id: nodes.ids[index], coordinate: nodes.coordinate(of: index),
      tags: tags(nodes.tagRange(of: index)))
  }

  /// Returns a way with its nodes and tags.
  ///
  /// - Parameter index: the offset of the way, in `0..<ways.count`.
  /// - Returns: the way.
  public func way(at index: Int) -> OSMWay {
    OSMWay(
      id: ways.ids[index], nodeIDs: Array(ways.references[ways.referenceRange(of: index)]),
      tags: tags(ways.tagRange(of: index)))
  }

  /// Returns a relation with its members and tags.
  ///
  /// - Parameter index: the offset of the relation, in `0..<relations.count`.
  /// - Returns: the relation.
  public func relation(at index: Int) -> OSMRelation {
    let members = relations.memberRange(of: index).map {
      OSMRelation.Member(
        kind: relations.memberKinds[$0], id: relations.memberIDs[$0],
        role: strings[Int(relations.memberRoles[$0])])
    }
    return OSMRelation(
      id: relations.ids[index], members: members, tags: tags(relations.tagRange(of: index)))
  }
}
