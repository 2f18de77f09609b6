public import CairnGeodesy

/// The locations of chosen nodes, in sorted columns of 16 bytes per node.
///
/// Collect the identifiers from the ways that are of interest, then read the nodes:
///
/// ```swift
/// var locations = try file.locations(ofNodes: way.nodeIDs)
/// locations[way.nodeIDs[0]]   // a coordinate, or nil if the extract lacks the node
/// ```
///
/// The nodes of all ways of a country of 3 GB are some 400 million, or 6 GB. A lookup is a binary
/// search, in O(log *n*).
public struct OSMNodeLocations: Sendable {
  /// The identifiers in ascending order.
  public let ids: [Int64]
  /// Degrees north times 10⁷; ``OSMBlock/noLocation`` for a node that the extract lacks.
  public internal(set) var latitudes: [Int32]
  /// Degrees east times 10⁷; ``OSMBlock/noLocation`` for a node that the extract lacks.
  public internal(set) var longitudes: [Int32]

  /// Creates a table without locations; equal identifiers are stored once.
  internal init(_ ids: consuming [Int64]) {
    ids.sort()
    var count = 0
    for index in ids.indices where index == 0 || ids[index] != ids[count - 1] {
      ids[count] = ids[index]
      count += 1
    }
    ids.removeLast(ids.count - count)
    self.ids = ids
    latitudes = [Int32](repeating: OSMBlock.noLocation, count: count)
    longitudes = latitudes
  }

  /// Returns the offset of a node in the columns; nil if it was not requested.
  public func offset(of id: Int64) -> Int? {
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low < ids.count && ids[low] == id ? low : nil
  }

  /// The coordinate of a node; nil if it was not requested, or if the extract lacks it.
  public subscript(id: Int64) -> Coordinate? {
    offset(of: id).flatMap {
      OSMBlock.coordinate(latitude: latitudes[$0], longitude: longitudes[$0])
    }
  }

  /// Stores the locations of the requested nodes of a block.
  internal mutating func take(_ nodes: OSMBlock.Nodes) {
    var place = 0
    for index in 0..<nodes.count {
      let id = nodes.ids[index]
      place = lowerBound(of: id, near: place)
      guard place < ids.count, ids[place] == id else { continue }
      latitudes[place] = nodes.latitudes[index]
      longitudes[place] = nodes.longitudes[index]
    }
  }

  /// Returns the offset of the first identifier that is not less than another.
  ///
  /// The search gallops from the previous result: in a sorted file the next node is near it.
  private func lowerBound(of id: Int64, near previous: Int) -> Int {
    var low = previous
    if low > 0, ids[low - 1] >= id { low = 0 }
    guard low < ids.count, ids[low] < id else { return low }
    var step = 1
    while low + step < ids.count, ids[low + step] < id {
      low += step
      step *= 2
    }
    var high = min(low + step, ids.count)
    low += 1
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension OSMFile {
  /// Returns the locations of nodes.
  ///
  /// - Parameters:
  ///   - ids: the identifiers, in any order.
  ///   - threads: the maximum number of threads.
  /// - Returns: the locations; those of nodes that the extract lacks are nil.
  /// - Throws: ``OSMError`` if the file is damaged.
  /// - Complexity: O(*n* log *n*) for *n* identifiers, and one pass over the nodes of the file.
  public func locations(
    ofNodes ids: consuming [Int64], threads: Int = 1
  ) throws(OSMError) -> OSMNodeLocations {
    var locations = OSMNodeLocations(ids)
    guard !locations.ids.isEmpty else { return locations }
    var blocks = blocks([.node], threads: threads)
    while let block = try blocks.next() { locations.take(block.nodes) }
    return locations
  }
}
