package import CairnGeodesy

/// Areas of another module, each with a number, that can be looked up by rectangles.
package protocol DegreePartition: Sendable {
  /// How many areas there are.
  var areaCount: Int { get }
  /// The area of all places of a rectangle; nil when there may be several.
  func area(of rectangle: DegreeRectangle) -> Int?
  /// The area of a place.
  func area(at coordinate: Coordinate) -> Int
}

extension RegionMaskedTree {
  /// How many points lie in each area.
  func counts(in partition: some DegreePartition) -> [Int] {
    var counts = [Int](repeating: 0, count: partition.areaCount)
    if let root = nearestRoot { add(root.index, root.height, partition, &counts) }
    return counts
  }

  /// Adds the points below a node.
  private func add(
    _ node: Int, _ height: Int, _ partition: some DegreePartition, _ counts: inout [Int]
  ) {
    guard isReadable(node: node, atHeight: height) else { return }
    let start = maskedStart(ofNode: node, atHeight: height)
    for lane in 0..<PackedLayout.fanOut {
      guard let rectangle = DegreeRectangle(boxes: maskedBoxes, at: start + lane) else { continue }
      let weight = weight(ofLane: lane, ofNode: node, atHeight: height)
      if let area = partition.area(of: rectangle) {
        counts[area] += weight
      } else {
        let child = child(lane, ofNode: node, atHeight: height)
        if height > 1 {
          add(child, height - 1, partition, &counts)
        } else {
          for place in 0..<weight {
            counts[partition.area(at: degrees[self.child(place, ofNode: child, atHeight: 0)])] += 1
          }
        }
      }
    }
  }
}

extension PlaceIndex {
  /// How many places lie in each area of a partition.
  package func counts(in partition: some DegreePartition) -> [Int] {
    core.tree.counts(in: partition)
  }
}

extension DynamicPlaceIndex {
  /// How many elements lie in each area of a partition.
  package func counts(in partition: some DegreePartition) -> [Int] {
    core.tree.counts(in: partition)
  }
}

extension MappedPlaceIndex {
  /// How many places lie in each area of a partition.
  package func counts(in partition: some DegreePartition) throws(IndexFileError) -> [Int] {
    try checked { $0.tree.counts(in: partition) }
  }
}
