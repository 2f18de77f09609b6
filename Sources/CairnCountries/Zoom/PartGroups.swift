internal import CairnGeodesy

/// Pieces of land that lie near each other.
internal struct PartGroup: Sendable {
  /// A box around all of them.
  var box: BoundingBox
  /// How large they are together, as a share of the sphere.
  var size: Double
}

extension PartGroup {
  /// Joins pieces whose boxes are within a distance of each other, and groups of them, until all
  /// are farther apart; the largest group comes first.
  ///
  /// - Parameter distance: in degrees of latitude; degrees of longitude count as much as they are
  ///   long.
  static func groups(of parts: [LandPart], within distance: Double) -> [PartGroup] {
    var groups: [PartGroup] = []
    for part in parts.sorted(by: { $0.size > $1.size }) {
      var joined = PartGroup(box: part.box, size: part.size)
      // What joins may reach others in turn.
      while let near = groups.firstIndex(where: { $0.box.isNear(joined.box, within: distance) }) {
        let other = groups.remove(at: near)
        joined.box = joined.box.union(other.box)
        joined.size += other.size
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
    // At the latitude that is nearer to the equator degrees are longest.
    let height = south <= north ? min(abs(south), abs(north)) : min(abs(south), abs(north))
    let length = sineAndCosine(degrees: south <= 0 && north >= 0 ? 0 : height).cosine
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
