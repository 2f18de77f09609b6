internal import CairnGeodesy

/// Pieces of land that lie near each other.
internal struct PartGroup: Sendable {
  /// A box around all of them.
  var box: BoundingBox
  /// How large they are together, as a share of the sphere.
  var size: Double
}

extension PartGroup {
  /// Groups of pieces that hang together by steps of at most a distance from the box of a piece
  /// to that of another; the largest group comes first.
  ///
  /// - Parameter distance: in degrees of latitude; degrees of longitude count as much as they are
  ///   long.
  /// - Complexity: O(n²) at worst.
  static func groups(of parts: [LandPart], within distance: Double) -> [PartGroup] {
    let parts = parts.sorted { $0.box.south < $1.box.south }
    // Each piece points to another of its group, the first to itself.
    var leaders = Array(parts.indices)
    func leader(_ index: Int) -> Int {
      var found = index
      while leaders[found] != found {
        leaders[found] = leaders[leaders[found]]
        found = leaders[found]
      }
      return found
    }
    for index in parts.indices {
      let box = parts[index].box
      for next in parts[(index + 1)...].indices {
        if parts[next].box.south - box.north > distance { break }
        let (a, b) = (leader(index), leader(next))
        if a != b, box.isNear(parts[next].box, within: distance) {
          leaders[max(a, b)] = min(a, b)
        }
      }
    }
    var groups: [Int: PartGroup] = [:]
    for (index, part) in parts.enumerated() {
      groups[leader(index), default: PartGroup(box: .empty, size: 0)].add(part.box, part.size)
    }
    return groups.sorted { ($1.value.size, $0.key) < ($0.value.size, $1.key) }.map(\.value)
  }

  private mutating func add(_ box: BoundingBox, _ size: Double) {
    self.box = self.box.union(box)
    self.size += size
  }

  /// Joins pieces and groups of them until the boxes of all are farther apart than a distance:
  /// quicker than ``groups(of:within:)``, and fewer; the largest group comes first.
  static func boxes(of parts: [LandPart], within distance: Double) -> [PartGroup] {
    var groups: [PartGroup] = []
    for part in parts.sorted(by: { $0.size > $1.size }) {
      var joined = PartGroup(box: part.box, size: part.size)
      // What joins may reach others in turn.
      while let near = groups.firstIndex(where: { $0.box.isNear(joined.box, within: distance) }) {
        let other = groups.remove(at: near)
        joined.add(other.box, other.size)
      }
      groups.append(joined)
    }
    return groups.sorted { $0.size > $1.size }
  }
}

extension BoundingBox {
  /// Whether two boxes come within so many degrees of each other.
  fileprivate func isNear(_ other: BoundingBox, within distance: Double) -> Bool {
    let south = max(self.south, other.south)
    let north = min(self.north, other.north)
    guard south - north <= distance else { return false }
    // Where both boxes are or nearly are, the latitude that is nearest to the equator has the
    // longest degrees.
    let latitude = south <= 0 && north >= 0 ? 0 : min(abs(south), abs(north))
    let length = sineAndCosine(degrees: latitude).cosine
    return longitudeGap(to: other) * length <= distance
  }

  /// How many degrees of longitude lie between two boxes; 0 when they overlap.
  private func longitudeGap(to other: BoundingBox) -> Double {
    func east(_ from: Double, _ to: Double) -> Double {
      let gap = (to - from).truncatingRemainder(dividingBy: 360)
      return gap < 0 ? gap + 360 : gap
    }
    // The start of one inside the other, or the way from the end of one to the start of the next.
    if east(west, other.west) <= longitudeSpan || east(other.west, west) <= other.longitudeSpan {
      return 0
    }
    return min(east(self.east, other.west), east(other.east, west))
  }
}
