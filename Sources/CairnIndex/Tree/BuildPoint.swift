internal import CairnGeodesy
internal import CairnMemory

/// A point during the construction of a tree.
struct BuildPoint: BitwiseCopyable {
  /// The vector; the last lane contains the bits of the point's index.
  var lanes: SIMD4<Float>

  @inline(__always)
  init(_ vector: UnitVector, index: UInt32) {
    self.init(x: Float(vector.x), y: Float(vector.y), z: Float(vector.z), index: index)
  }

  @inline(__always)
  init(x: Float, y: Float, z: Float, index: UInt32) {
    lanes = SIMD4(x, y, z, Float(bitPattern: index))
  }

  var x: Float { lanes.x }
  var y: Float { lanes.y }
  var z: Float { lanes.z }
  /// The index of the point in the input.
  var index: UInt32 { lanes.w.bitPattern }
}

extension BuildPoint {
  /// Whether two points have the same vector.
  @inline(__always)
  fileprivate func isSame(as other: BuildPoint) -> Bool {
    lanes.x == other.lanes.x && lanes.y == other.lanes.y && lanes.z == other.lanes.z
  }
}

/// The extent of points along each axis.
private struct BuildExtent {
  private let x: Float
  private let y: Float
  private let z: Float
  /// The greatest magnitude of a component.
  private let magnitude: Float

  @inline(__always)
  init(least: SIMD4<Float>, greatest: SIMD4<Float>) {
    let extent = greatest - least
    (x, y, z) = (extent.x, extent.y, extent.z)
    let farthest = greater(greatest, SIMD4() - least)
    magnitude = max(farthest.x, max(farthest.y, farthest.z))
  }

  var longestAxis: Int {
    if x >= y, x >= z { return 0 }
    return y >= z ? 1 : 2
  }

  /// Whether all sampled points are equal.
  var isZero: Bool { x == 0 && y == 0 && z == 0 }

  /// Whether single precision resolves the longest axis into fewer than 4,096 steps.
  var isTooCoarse: Bool { max(x, max(y, z)) < magnitude * 0x1p-12 }
}

extension UnsafeBuffer where Value == BuildPoint {
  /// Orders points by recursive halving along the longest axis, so that the descendants of a node
  /// of the given level each contain points that are near each other.
  ///
  /// The recursion depends only on the counts, so equal points cost no more than others; a range of
  /// nothing else is sorted by input order, so that a search for a few of them can skip the rest.
  ///
  /// - Parameters:
  ///   - level: the level of the node.
  ///   - coordinates: all points, to recompute vectors relative to an origin if single precision is
  ///     too coarse.
  ///   - threads: the maximum number of threads.
  func arrange(level: Int, _ coordinates: [Coordinate], threads: Int) {
    let threads = usableThreads(threads)
    guard threads > 1, count > 1 << 14 else {
      arrange(level: level, coordinates)
      return
    }
    // Several ranges for each thread, so that one that ends early takes another one.
    var ranges = [0..<count]
    while ranges.count < 16 * threads, ranges[0].count > 1 << 13 {
      var middles = [Int](repeating: 0, count: ranges.count)
      middles.withUnsafeBuffer { middles in
        inShares(ranges.count, threads: threads, least: 1) { _, share in
          for number in share {
            middles[number] = self[ranges[number]].halve(level: level, coordinates) ?? 0
          }
        }
      }
      ranges = zip(ranges, middles).flatMap { range, middle in
        let cut = range.lowerBound + middle
        return middle == 0 ? [range] : [range.lowerBound..<cut, cut..<range.upperBound]
      }
    }
    inShares(ranges.count, threads: threads, least: 1) { _, share in
      for number in share { self[ranges[number]].arrange(level: level, coordinates) }
    }
  }

  /// The same on the calling thread.
  private func arrange(level: Int, _ coordinates: [Coordinate]) {
    guard let middle = halve(level: level, coordinates) else { return }
    self[0..<middle].arrange(level: level, coordinates)
    self[middle..<count].arrange(level: level, coordinates)
  }

  /// Moves the points of the first half before all others, and returns their number; nil if all
  /// points fit into one leaf or are equal.
  private func halve(level: Int, _ coordinates: [Coordinate]) -> Int? {
    guard let middle = PackedLayout.half(of: count, level: level) else { return nil }
    var extent = extent()
    if extent.isTooCoarse {
      measure(coordinates, from: UnitVector(stored: coordinates[Int(self[count / 2].index)]))
      extent = self.extent()
    }
    if extent.isZero, (1..<count).allSatisfy({ self[$0].isSame(as: self[0]) }) {
      sort { $0.index < $1.index }
      return nil
    }
    select(middle, axis: extent.longestAxis)
    return middle
  }

  /// Recomputes all vectors relative to an origin.
  @inline(never)
  private func measure(_ coordinates: [Coordinate], from origin: UnitVector) {
    for place in 0..<count {
      let vector = UnitVector(stored: coordinates[Int(self[place].index)])
      self[place] = BuildPoint(
        UnitVector(x: vector.x - origin.x, y: vector.y - origin.y, z: vector.z - origin.z),
        index: self[place].index)
    }
  }

  /// Orders runs of points with the same coordinate by input order if they may fill whole leaves.
  @inline(__always)
  func sortRepeated(_ coordinates: UnsafeSpan<Coordinate>) {
    var start = 0
    while start &+ PackedLayout.fanOut < count {
      // Different vectors imply different coordinates.
      guard self[start].isSame(as: self[start &+ PackedLayout.fanOut]) else {
        start &+= 1
        continue
      }
      start = sortRepeated(coordinates, from: start)
    }
  }

  /// Orders the points from `start` on that have the same coordinate; returns the end of the run.
  @inline(never)
  private func sortRepeated(_ coordinates: UnsafeSpan<Coordinate>, from start: Int) -> Int {
    let place = coordinates[Int(self[start].index)]
    var end = start &+ 1
    while end < count, coordinates[Int(self[end].index)] == place { end &+= 1 }
    self[start..<end].sort { $0.index < $1.index }
    return end
  }

  /// The axis with the greatest extent, from a sample if there are more than 1,024 points.
  func longestAxis() -> Int { extent().longestAxis }

  /// The extent of the points, from a sample if there are more than 1,024.
  private func extent() -> BuildExtent {
    let step = count > 1024 ? 1 + count >> 9 : 1
    var least = self[0].lanes
    var greatest = least
    var index = 0
    while index < count {
      let lanes = self[index].lanes
      least = lesser(least, lanes)
      greatest = greater(greatest, lanes)
      index &+= step
    }
    return BuildExtent(least: least, greatest: greatest)
  }

  /// Moves the `wanted` least points along an axis before all others.
  func select(_ wanted: Int, axis: Int) {
    switch axis {
    case 0: select(wanted) { $0.lanes.x }
    case 1: select(wanted) { $0.lanes.y }
    default: select(wanted) { $0.lanes.z }
    }
  }

  /// Moves the `wanted` points with the least keys before all others.
  ///
  /// Pivots are chosen from a sample, so that two passes reduce the remaining range to a small
  /// part. Source: R. W. Floyd and R. L. Rivest, "Expected time bounds for selection",
  /// Communications of the ACM 18 (1975), doi:10.1145/360680.360691.
  @inline(__always)
  private func select(_ wanted: Int, by key: (BuildPoint) -> Float) {
    var low = 0
    var high = count
    var goesBelow = false
    while high &- low > 1, wanted > low, wanted < high {
      let pivot = pivot(low, high, wanted, goesBelow, by: key)
      goesBelow.toggle()
      let middle = partition(low, high) { (key($0) - pivot).signBit }
      if middle > low {
        if wanted >= middle { low = middle } else { high = middle }
        continue
      }
      // The pivot is the least key; all points equal to it are in place.
      let end = partition(low, high) { 1 &- (pivot - key($0)).signBit }
      if wanted <= end { return }
      low = end
    }
  }

  /// Returns a key likely to be close to the wanted rank, on alternating sides of it.
  @inline(__always)
  private func pivot(
    _ low: Int, _ high: Int, _ wanted: Int, _ goesBelow: Bool, by key: (BuildPoint) -> Float
  ) -> Float {
    let span = high &- low
    if span > PackedLayout.fanOut, span <= 48 {
      let a = key(self[low])
      let b = key(self[low &+ span / 2])
      let c = key(self[high &- 1])
      return Swift.max(Swift.min(a, b), Swift.min(Swift.max(a, b), c))
    }
    if span <= 4096 { return rowPivot(low, high, wanted, goesBelow, by: key) }
    let size = span < 65536 ? 63 : 255
    return withScratch(of: Float.self, count: 256) { sample in
      let step = span / size
      for index in 0..<size {
        let value = key(self[low &+ step / 2 &+ index &* step])
        var place = index
        if size <= 63 {
          while place > 0, sample[place &- 1] > value {
            sample[place] = sample[place &- 1]
            place &-= 1
          }
        }
        sample[place] = value
      }
      if size > 63 { sample[0..<size].sort(by: <) }
      let rank = Double(wanted &- low) / Double(span) * Double(size)
      let margin = 0.5 * Double(size).squareRoot()
      let place = Int(goesBelow ? rank - margin : rank + margin)
      return sample[Swift.min(Swift.max(place, 0), size &- 1)]
    }
  }

  /// The same from a sample of sixteen points, which is not sorted.
  ///
  /// Returns the key of the wanted rank itself if the range has at most sixteen points.
  @inline(__always)
  private func rowPivot(
    _ low: Int, _ high: Int, _ wanted: Int, _ goesBelow: Bool, by key: (BuildPoint) -> Float
  ) -> Float {
    let span = high &- low
    return withScratch(of: Float.self, count: PackedLayout.fanOut) { sample in
      if span <= PackedLayout.fanOut {
        for index in 0..<PackedLayout.fanOut {
          sample[index] = index < span ? key(self[low &+ index]) : .infinity
        }
        return sample.ofRow(rank: wanted &- low)
      }
      for index in 0..<PackedLayout.fanOut {
        sample[index] = key(self[low &+ (2 &* index &+ 1) &* span / (2 &* PackedLayout.fanOut)])
      }
      let rank = Float(wanted &- low) / Float(span) * Float(PackedLayout.fanOut)
      let place = Int(goesBelow ? rank - 1 : rank + 1)
      return sample.ofRow(rank: Swift.min(Swift.max(place, 0), PackedLayout.fanOut &- 1))
    }
  }

  /// Moves the points for which a closure returns 1, and not 0, to the front of a range; returns
  /// their end.
  ///
  /// Every point is swapped, whether necessary or not: without a branch on the key there are no
  /// mispredictions. The compiler may add one if the closure returns a Boolean.
  @inline(__always)
  private func partition(_ low: Int, _ high: Int, _ isFront: (BuildPoint) -> Int) -> Int {
    let part = self[low..<high]
    var end = 0
    var index = 0
    while index < part.count {
      // The end advances at most as far as the index, which is in bounds.
      let point = unsafe part[unchecked: index]
      unsafe part[unchecked: index] = part[unchecked: end]
      unsafe part[unchecked: end] = point
      end &+= isFront(point)
      index &+= 1
    }
    return low &+ end
  }
}

extension Float {
  /// 1 for a negative number and -0, otherwise 0; of a difference, whether it is negative, since
  /// differences of unequal numbers are never rounded to 0.
  @inline(__always)
  fileprivate var signBit: Int { Int(truncatingIfNeeded: bitPattern &>> 31) }
}

extension UnsafeBuffer where Value == Float {
  /// The value of the first row with a rank, counted from 0.
  ///
  /// The ranks of all values are counted, which takes no branches.
  @inline(__always)
  fileprivate func ofRow(rank: Int) -> Float {
    let row = part(at: 0, width: PackedLayout.fanOut)
    let (a, b, c, d) = (row[quad: 0], row[quad: 4], row[quad: 8], row[quad: 12])
    var (ranksA, ranksB) = (SIMD4<Int32>(), SIMD4<Int32>())
    var (ranksC, ranksD) = (SIMD4<Int32>(), SIMD4<Int32>())
    let (zero, one) = (SIMD4<Int32>(), SIMD4<Int32>(repeating: 1))
    for index in 0..<PackedLayout.fanOut {
      let value = SIMD4(repeating: row[index])
      ranksA = ranksA &+ zero.replacing(with: one, where: value .< a)
      ranksB = ranksB &+ zero.replacing(with: one, where: value .< b)
      ranksC = ranksC &+ zero.replacing(with: one, where: value .< c)
      ranksD = ranksD &+ zero.replacing(with: one, where: value .< d)
    }
    // The greatest of the values with at most this rank, since equal values have the same one.
    let wanted = SIMD4(repeating: Int32(truncatingIfNeeded: rank))
    let none = SIMD4(repeating: -Float.infinity)
    let ab = greater(
      none.replacing(with: a, where: ranksA .<= wanted),
      none.replacing(with: b, where: ranksB .<= wanted))
    let cd = greater(
      none.replacing(with: c, where: ranksC .<= wanted),
      none.replacing(with: d, where: ranksD .<= wanted))
    return greater(ab, cd).max()
  }
}
