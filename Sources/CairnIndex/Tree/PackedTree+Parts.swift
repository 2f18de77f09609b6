internal import CairnGeodesy
internal import CairnMemory

extension UnsafeBuffer where Value == BuildPoint {
  /// Fills the buffer with the points of a tree that is larger than a part, and arranges its parts;
  /// see ``PartPlan``.
  func arrangeParts(ofLevel level: Int, _ coordinates: [Coordinate], threads: Int) {
    let points = CoordinateBlocks(coordinates: coordinates)
    var plan = PartPlan(count, of: points, level: level, threads: threads)
    withScratch(of: UInt16.self, count: count) { numbers in
      plan.assign(points, { numbers[$0] = $1 }, { _, _ in })
      // The number of points of each part before each share of the input.
      let shares = shareCount(of: count, threads: threads)
      var starts = [[Int]](repeating: plan.parts.map { $0.lowerBound }, count: shares)
      for share in 1..<Swift.max(shares, 1) {
        starts[share] = starts[share - 1]
        for index in shareRange(share - 1, of: shares, covering: count) {
          starts[share][Int(numbers[index])] += 1
        }
      }
      inParts(count, threads: shares) { share, range in
        var places = starts[share]
        for index in range {
          let part = Int(numbers[index])
          self[places[part]] = BuildPoint(
            UnitVector(stored: coordinates[index]), index: UInt32(truncatingIfNeeded: index))
          places[part] += 1
        }
      }
    }
    for part in plan.parts { self[part].arrange(level: level, coordinates, threads: threads) }
  }
}

/// The points of an array.
private struct CoordinateBlocks: PointBlocks {
  let coordinates: [Coordinate]

  func forEachBlock(_ body: (_ first: Int, UnsafeSpan<Coordinate>) -> Void) {
    let size = 1 << 18
    coordinates.withUnsafeSpan { all in
      for first in stride(from: 0, to: all.count, by: size) {
        body(first, all.suffix(from: first).prefix(Swift.min(size, all.count - first)))
      }
    }
  }
}
