internal import CairnMemory

extension PBFBlockDecoder {
  /// Decodes nodes whose identifiers, coordinates and tags are stored in columns.
  internal mutating func decodeDenseNodes(_ message: ProtobufCursor) throws(OSMError) {
    let start = block.nodes.count
    var (id, latitude, longitude): (Int64, Int64, Int64) = (0, 0, 0)
    var tags = DenseTags()
    var infos: [Range<Int>] = []
    var cursor = message
    while let field = try cursor.field() {
      var isRead = false
      switch field.number {
      case 1:
        isRead = try cursor.integers(field) { value throws(OSMError) in
          try Self.add(value, to: &id, message)
          block.nodes.ids.append(id)
          try check(block.nodes.ids.count, message)
        }
      case 5 where field.wire == ProtobufCursor.delimited && hasHistory:
        infos.append(try cursor.range())
        isRead = true
      case 8:
        isRead = try cursor.integers(field) { value throws(OSMError) in
          try Self.add(value, to: &latitude, message)
          block.nodes.latitudes.append(try degrees(latitude, isLatitude: true, message))
          try check(block.nodes.latitudes.count, message)
        }
      case 9:
        isRead = try cursor.integers(field) { value throws(OSMError) in
          try Self.add(value, to: &longitude, message)
          block.nodes.longitudes.append(try degrees(longitude, isLatitude: false, message))
          try check(block.nodes.longitudes.count, message)
        }
      case 10:
        isRead = try cursor.integers(field) { value throws(OSMError) in
          try addTag(value, &tags, message)
        }
      default: break
      }
      if !isRead { try cursor.skip(field) }
    }
    let count = block.nodes.count
    guard block.nodes.latitudes.count == count, block.nodes.longitudes.count == count else {
      throw cursor.invalid("a block does not have as many coordinates as nodes")
    }
    try endTags(tags, count, cursor)
    if hasHistory { try decodeInfos(infos, message, count - start) }
  }

  /// The state of the tags of dense nodes: keys and values in turn, and 0 after each node.
  private struct DenseTags {
    var isValue = false
  }

  @inline(__always)
  private mutating func addTag(
    _ value: UInt64, _ tags: inout DenseTags, _ cursor: ProtobufCursor
  ) throws(OSMError) {
    if value == 0, !tags.isValue {
      block.nodes.tagStarts.append(firstTag)
      firstTag = Int32(block.tagKeys.count)
      block.nodes.tagEnds.append(firstTag)
      return try check(block.nodes.tagEnds.count, cursor)
    }
    let index = try string(value, cursor)
    if tags.isValue { block.tagValues.append(index) } else { block.tagKeys.append(index) }
    tags.isValue.toggle()
    try check(block.tagKeys.count, cursor)
  }

  /// Completes the tags: nodes after the last one with tags may be left out.
  private mutating func endTags(
    _ tags: DenseTags, _ count: Int, _ cursor: ProtobufCursor
  ) throws(OSMError) {
    guard !tags.isValue else { throw cursor.invalid("a node has a key without a value") }
    // The last node may lack its end.
    if firstTag < block.tagKeys.count {
      block.nodes.tagStarts.append(firstTag)
      firstTag = Int32(block.tagKeys.count)
      block.nodes.tagEnds.append(firstTag)
    }
    let missing = count - block.nodes.tagEnds.count
    guard missing >= 0 else {
      throw cursor.invalid("a block has tags for more nodes than it has")
    }
    block.nodes.tagStarts += repeatElement(firstTag, count: missing)
    block.nodes.tagEnds += repeatElement(firstTag, count: missing)
  }

  /// Decodes the versions and deletions of dense nodes.
  private mutating func decodeInfos(
    _ infos: [Range<Int>], _ message: ProtobufCursor, _ count: Int
  ) throws(OSMError) {
    let start = history.nodes.versions.count
    for range in infos {
      let message = message.part(range)
      var cursor = message
      while let field = try cursor.field() {
        var isRead = false
        switch field.number {
        case 1:
          isRead = try cursor.integers(field) { value throws(OSMError) in
            history.nodes.versions.append(Int32(truncatingIfNeeded: value))
            try check(history.nodes.versions.count, message)
          }
        case 6:
          isRead = try cursor.integers(field) { value throws(OSMError) in
            history.nodes.isDeleted.append(value == 0)
            try check(history.nodes.isDeleted.count, message)
          }
        default: break
        }
        if !isRead { try cursor.skip(field) }
      }
    }
    // Both columns are optional, but not a part of one.
    if history.nodes.versions.count == start {
      history.nodes.versions += repeatElement(0, count: count)
    }
    if history.nodes.isDeleted.count == start {
      history.nodes.isDeleted += repeatElement(false, count: count)
    }
    guard history.nodes.versions.count == start + count,
      history.nodes.isDeleted.count == start + count
    else { throw message.invalid("a block does not have as many versions as nodes") }
  }
}
