public import CairnGeodesy

extension PackedCore {
  /// How many points are within a radius of each centre.
  @usableFromInline
  func counts(
    within radius: Double, ofEach centers: [Coordinate], threads: Int,
    where isIncluded: (Int) -> Bool, filtered: Bool
  ) -> [Int] {
    var counts = [Int](repeating: 0, count: centers.count)
    counts.withSlab { counts in
      inParts(centers.count, threads: threads) { _, range in
        for index in range {
          counts[index] =
            filtered
            ? count(within: radius, of: centers[index], where: isIncluded)
            : tree.count(within: radius, of: centers[index])
        }
      }
    }
    return counts
  }

  private func count(
    within radius: Double, of center: Coordinate, where isIncluded: (Int) -> Bool
  ) -> Int {
    var count = 0
    tree.forEachOffset(within: radius, of: center) { offset in
      if isIncluded(offset) { count &+= 1 }
      return true
    }
    return count
  }

  /// Finds the points within a radius of each centre, or the nearest `wanted` of them.
  @usableFromInline
  func hits(
    ofEach centers: [Coordinate], within radius: Double, nearest wanted: Int?, threads: Int,
    where isIncluded: (Int) -> Bool, filtered: Bool
  ) -> HitTable {
    let parts = PartialResults<HitTable>()
    inParts(centers.count, threads: threads) { part, range in
      var table = HitTable()
      table.starts.reserveCapacity(range.count + 1)
      var hits = GrowingList<Hit>(capacity: 64)
      for index in range {
        if let wanted {
          tree.withNearest(
            wanted, to: centers[index], within: radius, where: isIncluded, filtered: filtered
          ) { found in
            for place in 0..<found.count { table.hits.append(found[place]) }
          }
        } else {
          tree.collect(
            &hits, within: radius, of: centers[index], sorted: true, where: isIncluded,
            filtered: filtered)
          for place in 0..<hits.count { table.hits.append(hits[place]) }
        }
        table.starts.append(table.hits.count)
      }
      parts.set(part, table)
    }
    return parts.inOrder.reduce(into: HitTable()) { $0.append($1) }
  }

  /// All pairs of a point here and a point there within a radius of each other.
  @usableFromInline
  func pairs(
    within radius: Double, with other: PackedCore, threads: Int,
    where isIncluded: (_ offset: Int, _ other: Int) -> Bool, filtered: Bool
  ) -> [OffsetPair] {
    let parts = PartialResults<[OffsetPair]>()
    // The other tree's order, so that consecutive queries touch the same nodes.
    inParts(other.tree.count, threads: threads) { part, range in
      var pairs: [OffsetPair] = []
      var hits = GrowingList<Hit>(capacity: 64)
      for position in range {
        let there = Int(other.tree.offsets[position])
        tree.collect(
          &hits, within: radius, of: other.tree.degrees[position], sorted: false,
          where: { isIncluded($0, there) }, filtered: filtered)
        for place in 0..<hits.count {
          pairs.append(
            OffsetPair(offset: hits[place].offset, other: there, distance: hits[place].distance))
        }
      }
      parts.set(part, pairs)
    }
    return parts.inOrder.flatMap { $0 }.sorted { ($0.offset, $0.other) < ($1.offset, $1.other) }
  }
}

/// The results of many queries, one after another.
@usableFromInline
struct HitTable: Sendable {
  @usableFromInline var hits: [Hit] = []
  /// Where the results of each query begin, and the end of the last.
  @usableFromInline var starts: [Int] = [0]

  init() {}

  mutating func append(_ other: HitTable) {
    let base = hits.count
    hits += other.hits
    starts += other.starts.dropFirst().map { base + $0 }
  }
}

/// A pair that a join found.
@usableFromInline
struct OffsetPair: Sendable {
  @usableFromInline let offset: Int
  @usableFromInline let other: Int
  @usableFromInline let distance: Double
}
