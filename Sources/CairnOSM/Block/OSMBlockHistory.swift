/// The versions of a block's elements, for a file with history.
internal struct OSMBlockHistory: Sendable {
  /// The versions of the elements of one kind, and whether each is deleted.
  internal struct Column: Sendable {
    internal var versions: [Int32] = []
    internal var isDeleted: [Bool] = []
  }

  internal var nodes = Column()
  internal var ways = Column()
  internal var relations = Column()
}

/// A decoded block and the versions of its elements.
internal struct OSMDecodedBlock: Sendable {
  internal var block = OSMBlock()
  internal var history = OSMBlockHistory()

  /// Returns the block without deleted elements, and without elements that a later version of the
  /// same element follows.
  ///
  /// - Parameter next: the next block, which may begin with further versions of the last elements.
  /// - Returns: the block.
  internal func latest(before next: OSMDecodedBlock?) -> OSMBlock {
    let nodes = Self.kept(
      block.nodes.ids, history.nodes, next?.block.nodes.ids.first, next?.history.nodes)
    let ways = Self.kept(
      block.ways.ids, history.ways, next?.block.ways.ids.first, next?.history.ways)
    let relations = Self.kept(
      block.relations.ids, history.relations, next?.block.relations.ids.first,
      next?.history.relations)
    if nodes.count == block.nodes.count, ways.count == block.ways.count,
      relations.count == block.relations.count
    {
      return block
    }
    return block.picking(nodes: nodes, ways: ways, relations: relations)
  }

  /// The offsets of the elements to keep.
  private static func kept(
    _ ids: [Int64], _ column: OSMBlockHistory.Column, _ nextID: Int64?,
    _ next: OSMBlockHistory.Column?
  ) -> [Int] {
    ids.indices.filter { index in
      if column.isDeleted[index] { return false }
      let isLast = index + 1 == ids.count
      guard ids[index] == (isLast ? nextID : ids[index + 1]) else { return true }
      let version = isLast ? next?.versions.first ?? 0 : column.versions[index + 1]
      return version <= column.versions[index]
    }
  }
}

extension OSMBlock {
  /// Whether the block has no elements.
  internal var isEmpty: Bool { nodes.count == 0 && ways.count == 0 && relations.count == 0 }

  /// Returns a block with some of the elements, which are given by ascending offsets.
  fileprivate func picking(
    nodes kept: [Int], ways keptWays: [Int], relations keptRelations: [Int]
  ) -> OSMBlock {
    var result = OSMBlock()
    result.strings = strings
    result.byteOffset = byteOffset
    func addTags(_ range: Range<Int>) -> (start: Int32, end: Int32) {
      let start = Int32(result.tagKeys.count)
      result.tagKeys += tagKeys[range]
      result.tagValues += tagValues[range]
      return (start, Int32(result.tagKeys.count))
    }
    for index in kept {
      result.nodes.ids.append(nodes.ids[index])
      result.nodes.latitudes.append(nodes.latitudes[index])
      result.nodes.longitudes.append(nodes.longitudes[index])
      let tags = addTags(nodes.tagRange(of: index))
      result.nodes.tagStarts.append(tags.start)
      result.nodes.tagEnds.append(tags.end)
    }
    for index in keptWays {
      result.ways.ids.append(ways.ids[index])
      result.ways.references += ways.references[ways.referenceRange(of: index)]
      result.ways.referenceStarts.append(Int32(result.ways.references.count))
      let tags = addTags(ways.tagRange(of: index))
      result.ways.tagStarts.append(tags.start)
      result.ways.tagEnds.append(tags.end)
    }
    for index in keptRelations {
      let members = relations.memberRange(of: index)
      result.relations.ids.append(relations.ids[index])
      result.relations.memberKinds += relations.memberKinds[members]
      result.relations.memberIDs += relations.memberIDs[members]
      result.relations.memberRoles += relations.memberRoles[members]
      result.relations.memberStarts.append(Int32(result.relations.memberIDs.count))
      let tags = addTags(relations.tagRange(of: index))
      result.relations.tagStarts.append(tags.start)
      result.relations.tagEnds.append(tags.end)
    }
    return result
  }
}
