/// A block under construction, element by element.
internal struct OSMBlockBuilder: Sendable {
  internal private(set) var decoded = OSMDecodedBlock()
  private var bytes: [UInt8] = []
  private var starts: [Int32] = [0]
  private var indices: [String: Int32] = [:]
  /// The first tag of the element in progress.
  private var firstTag: Int32 = 0

  /// The metadata of an element.
  internal struct Version: Sendable {
    internal var number: Int32 = 0
    internal var isDeleted = false
  }

  /// The number of elements.
  internal var count: Int {
    decoded.block.nodes.count + decoded.block.ways.count + decoded.block.relations.count
  }

  /// The number of bytes of its strings, node references and members.
  internal var byteCount: Int {
    bytes.count + 8 * decoded.block.ways.references.count
      + 13 * decoded.block.relations.memberIDs.count + 8 * decoded.block.tagKeys.count
  }

  /// Returns the index of a string, which is added if it is new.
  internal mutating func index(of string: String) -> Int32 {
    if let index = indices[string] { return index }
    let index = Int32(starts.count - 1)
    indices[string] = index
    bytes += string.utf8
    starts.append(Int32(bytes.count))
    return index
  }

  /// Adds a tag of the element in progress.
  internal mutating func addTag(_ key: String, _ value: String) {
    decoded.block.tagKeys.append(index(of: key))
    decoded.block.tagValues.append(index(of: value))
  }

  /// Adds a node reference of the way in progress.
  internal mutating func addReference(_ id: Int64) { decoded.block.ways.references.append(id) }

  /// Adds a member of the relation in progress.
  internal mutating func addMember(_ kind: OSMElementKind, _ id: Int64, role: String) {
    decoded.block.relations.memberKinds.append(kind)
    decoded.block.relations.memberIDs.append(id)
    decoded.block.relations.memberRoles.append(index(of: role))
  }

  /// Returns the end of the tags of the element in progress, where those of the next one begin.
  private mutating func endTags() -> Int32 {
    firstTag = Int32(decoded.block.tagKeys.count)
    return firstTag
  }

  /// Completes a node, whose tags have been added.
  internal mutating func endNode(_ id: Int64, _ place: (Int32, Int32), _ version: Version) {
    decoded.block.nodes.ids.append(id)
    decoded.block.nodes.latitudes.append(place.0)
    decoded.block.nodes.longitudes.append(place.1)
    decoded.block.nodes.tagStarts.append(firstTag)
    decoded.block.nodes.tagEnds.append(endTags())
    Self.note(version, &decoded.history.nodes)
  }

  /// Completes a way, whose references and tags have been added.
  internal mutating func endWay(_ id: Int64, _ version: Version) {
    decoded.block.ways.ids.append(id)
    decoded.block.ways.referenceStarts.append(Int32(decoded.block.ways.references.count))
    decoded.block.ways.tagStarts.append(firstTag)
    decoded.block.ways.tagEnds.append(endTags())
    Self.note(version, &decoded.history.ways)
  }

  /// Completes a relation, whose members and tags have been added.
  internal mutating func endRelation(_ id: Int64, _ version: Version) {
    decoded.block.relations.ids.append(id)
    decoded.block.relations.memberStarts.append(Int32(decoded.block.relations.memberIDs.count))
    decoded.block.relations.tagStarts.append(firstTag)
    decoded.block.relations.tagEnds.append(endTags())
    Self.note(version, &decoded.history.relations)
  }

  private static func note(_ version: Version, _ column: inout OSMBlockHistory.Column) {
    column.versions.append(version.number)
    column.isDeleted.append(version.isDeleted)
  }

  /// Returns the block and starts a new one.
  internal mutating func take(byteOffset: Int) -> OSMDecodedBlock {
    defer { self = OSMBlockBuilder() }
    var result = decoded
    result.block.strings = OSMStrings(bytes: bytes, starts: starts)
    result.block.byteOffset = byteOffset
    return result
  }
}
