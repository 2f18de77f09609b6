internal import CairnMemory

extension PBFBlockDecoder {
  /// The identifiers and versions of an element in progress.
  private struct Element {
    var id: Int64?
    var version: Int32 = 0
    var isDeleted = false
  }

  /// Reads a field that all elements have: tags or metadata.
  ///
  /// - Returns: false, without reading, for other fields.
  private mutating func readShared(
    _ field: ProtobufCursor.Field, _ cursor: inout ProtobufCursor, _ element: inout Element
  ) throws(OSMError) -> Bool {
    let message = cursor
    switch field.number {
    case 2:
      return try cursor.integers(field) { value throws(OSMError) in
        block.tagKeys.append(try string(value, message))
        try check(block.tagKeys.count, message)
      }
    case 3:
      return try cursor.integers(field) { value throws(OSMError) in
        block.tagValues.append(try string(value, message))
        try check(block.tagValues.count, message)
      }
    case 4 where field.wire == ProtobufCursor.delimited && hasHistory:
      var info = try cursor.message()
      while let field = try info.field() {
        switch (field.number, field.wire) {
        case (1, ProtobufCursor.varint):
          element.version = Int32(truncatingIfNeeded: try info.varint())
        case (6, ProtobufCursor.varint): element.isDeleted = try info.varint() == 0
        default: try info.skip(field)
        }
      }
      return true
    default: return false
    }
  }

  /// Checks that each key has a value.
  ///
  /// - Returns: the end of the element's tags, where those of the next one begin.
  private mutating func endTags(_ cursor: ProtobufCursor) throws(OSMError) -> Int32 {
    guard block.tagKeys.count == block.tagValues.count else {
      throw cursor.invalid("an element does not have as many keys as values")
    }
    firstTag = Int32(block.tagKeys.count)
    return firstTag
  }

  internal mutating func decodeNode(_ message: ProtobufCursor) throws(OSMError) {
    var cursor = message
    var element = Element()
    var (latitude, longitude): (Int64?, Int64?)
    while let field = try cursor.field() {
      if try readShared(field, &cursor, &element) { continue }
      switch (field.number, field.wire) {
      case (1, ProtobufCursor.varint): element.id = Int64(zigzag: try cursor.varint())
      case (8, ProtobufCursor.varint): latitude = Int64(zigzag: try cursor.varint())
      case (9, ProtobufCursor.varint): longitude = Int64(zigzag: try cursor.varint())
      default: try cursor.skip(field)
      }
    }
    guard let id = element.id else { throw cursor.invalid("a node has no identifier") }
    block.nodes.ids.append(id)
    var place = (OSMBlock.noLocation, OSMBlock.noLocation)
    if let latitude, let longitude {
      place = (
        try degrees(latitude, isLatitude: true, cursor),
        try degrees(longitude, isLatitude: false, cursor)
      )
    } else if !element.isDeleted {
      throw cursor.invalid("node \(id) has no coordinate")
    }
    block.nodes.latitudes.append(place.0)
    block.nodes.longitudes.append(place.1)
    block.nodes.tagStarts.append(firstTag)
    block.nodes.tagEnds.append(try endTags(cursor))
    note(element, \.nodes)
    try check(block.nodes.count, cursor)
  }

  internal mutating func decodeWay(_ message: ProtobufCursor) throws(OSMError) {
    var cursor = message
    var element = Element()
    var node: Int64 = 0
    while let field = try cursor.field() {
      if try readShared(field, &cursor, &element) { continue }
      switch (field.number, field.wire) {
      case (1, ProtobufCursor.varint): element.id = Int64(bitPattern: try cursor.varint())
      case (8, _):
        let isRead = try cursor.integers(field) { value throws(OSMError) in
          try Self.add(value, to: &node, message)
          block.ways.references.append(node)
          try check(block.ways.references.count, message)
        }
        if !isRead { try cursor.skip(field) }
      default: try cursor.skip(field)
      }
    }
    guard let id = element.id else { throw cursor.invalid("a way has no identifier") }
    block.ways.ids.append(id)
    block.ways.referenceStarts.append(Int32(block.ways.references.count))
    block.ways.tagStarts.append(firstTag)
    block.ways.tagEnds.append(try endTags(cursor))
    note(element, \.ways)
    try check(block.ways.count, cursor)
  }

  internal mutating func decodeRelation(_ message: ProtobufCursor) throws(OSMError) {
    var cursor = message
    var element = Element()
    var member: Int64 = 0
    while let field = try cursor.field() {
      if try readShared(field, &cursor, &element) { continue }
      var isRead = false
      switch (field.number, field.wire) {
      case (1, ProtobufCursor.varint):
        element.id = Int64(bitPattern: try cursor.varint())
        isRead = true
      case (8, _):
        isRead = try cursor.integers(field) { value throws(OSMError) in
          block.relations.memberRoles.append(try string(value, message))
          try check(block.relations.memberRoles.count, message)
        }
      case (9, _):
        isRead = try cursor.integers(field) { value throws(OSMError) in
          try Self.add(value, to: &member, message)
          block.relations.memberIDs.append(member)
          try check(block.relations.memberIDs.count, message)
        }
      case (10, _):
        isRead = try cursor.integers(field) { value throws(OSMError) in
          guard value < 3 else { throw message.invalid("a member has the unknown kind \(value)") }
          block.relations.memberKinds.append([.node, .way, .relation][Int(value)])
          try check(block.relations.memberKinds.count, message)
        }
      default: break
      }
      if !isRead { try cursor.skip(field) }
    }
    guard let id = element.id else { throw cursor.invalid("a relation has no identifier") }
    let count = block.relations.memberIDs.count
    guard block.relations.memberRoles.count == count, block.relations.memberKinds.count == count
    else { throw cursor.invalid("relation \(id) has members without a kind, identifier or role") }
    block.relations.ids.append(id)
    block.relations.memberStarts.append(Int32(count))
    block.relations.tagStarts.append(firstTag)
    block.relations.tagEnds.append(try endTags(cursor))
    note(element, \.relations)
    try check(block.relations.count, cursor)
  }

  private mutating func note(
    _ element: Element, _ path: WritableKeyPath<OSMBlockHistory, OSMBlockHistory.Column>
  ) {
    guard hasHistory else { return }
    history[keyPath: path].versions.append(element.version)
    history[keyPath: path].isDeleted.append(element.isDeleted)
  }
}
