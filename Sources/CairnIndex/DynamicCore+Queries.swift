public import CairnGeodesy

extension DynamicCore {
  @usableFromInline
  internal func count(within radius: Double, of center: Coordinate) -> Int {
    guard let disc = DiscRegion(center: center, radius: radius) else { return 0 }
    var visitor = DynamicCounter()
    tree.walk(disc, &visitor)
    return visitor.count
  }

  @usableFromInline
  internal func containsAny(within radius: Double, of center: Coordinate) -> Bool {
    guard let disc = DiscRegion(center: center, radius: radius) else { return false }
    var visitor = DynamicFinder()
    tree.walk(disc, &visitor)
    return visitor.found
  }

  /// Whether any point within a radius passes a test.
  @usableFromInline
  internal func containsAny(
    within radius: Double, of center: Coordinate, where isIncluded: (Int) -> Bool
  ) -> Bool {
    guard let disc = DiscRegion(center: center, radius: radius) else { return false }
    var found = false
    withoutActuallyEscaping(
      { (position: Int) -> Bool in
        found = isIncluded(Int(tree.slots[position]))
        return !found
      },
      do: { body in
        var visitor = DynamicForwarder(body: body)
        tree.walk(disc, &visitor)
      })
    return found
  }

  /// The points within a radius, in no order.
  @usableFromInline
  internal func hits(within radius: Double, of center: Coordinate) -> [DynamicHit] {
    guard let disc = DiscRegion(center: center, radius: radius) else { return [] }
    var visitor = DynamicCollector()
    tree.walk(disc, &visitor)
    return visitor.positions.map { position in
      DynamicHit(
        slot: tree.slots[Int(position)], distance: center.distance(to: tree.degrees[Int(position)]))
    }
  }

  /// Brings results into their order.
  @usableFromInline
  internal func sort(_ hits: inout [DynamicHit]) {
    hits.sort(by: precedes)
  }

  @usableFromInline
  internal func nearest(
    _ wanted: Int, to center: Coordinate, within radius: Double, where isIncluded: ((Int) -> Bool)?
  ) -> [DynamicHit] {
    guard wanted > 0, radius >= 0, let query = SearchCenter(center) else { return [] }
    let limit = ChordBand(radius: radius).possible
    let candidates: [DynamicTree.Candidate]
    if let isIncluded {
      candidates = tree.nearest(wanted, to: query, limit: limit) {
        isIncluded(Int(tree.slots[$0]))
      }
    } else {
      candidates = tree.nearest(wanted, to: query, limit: limit, where: nil)
    }
    return sorted(candidates, wanted, center, radius)
  }

  /// The first of the candidates, by exact distances.
  private func sorted(
    _ candidates: [DynamicTree.Candidate], _ wanted: Int, _ center: Coordinate, _ radius: Double
  ) -> [DynamicHit] {
    // A search meets far candidates before the near ones; only the last limit counts.
    var limit = Float.infinity
    if candidates.count > wanted {
      withScratch(of: Float.self, count: wanted) { heap in
        var best = DynamicBest(heap, limit: .infinity)
        for candidate in candidates {
          best.note(candidate.squaredChord)
        }
        limit = best.limit
      }
    }
    var hits: [DynamicHit] = []
    hits.reserveCapacity(min(wanted, candidates.count) + 2)
    for candidate in candidates where candidate.squaredChord <= limit {
      let position = Int(candidate.position)
      let distance = center.distance(to: tree.degrees[position])
      if distance <= radius {
        hits.append(DynamicHit(slot: tree.slots[position], distance: distance))
      }
    }
    sort(&hits)
    if hits.count > wanted {
      hits.removeSubrange(wanted...)
    }
    return hits
  }
}

/// Writes positions down.
internal struct DynamicCollector: DynamicVisitor {
  internal static var wantsPositions: Bool { true }
  internal var positions: [UInt32] = []

  @inline(__always)
  internal mutating func visit(count: Int) -> Bool { true }

  @inline(__always)
  internal mutating func visit(some bits: UInt32, from start: Int) -> Bool {
    var rest = bits
    while rest != 0 {
      positions.append(UInt32(truncatingIfNeeded: start &+ rest.trailingZeroBitCount))
      rest &= rest &- 1
    }
    return true
  }
}
