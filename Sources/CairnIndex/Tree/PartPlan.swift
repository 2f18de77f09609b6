internal import CairnGeodesy
internal import CairnMemory

/// Points that are traversed in input order any number of times, from memory or from a file.
protocol PointBlocks: ~Copyable {
  /// Calls a closure with consecutive blocks of points, and the index of the first point of each.
  ///
  /// If a file cannot be read, the traversal ends early, and the source keeps the error.
  func forEachBlock(_ body: (_ first: Int, UnsafeSpan<Coordinate>) -> Void)
}

/// The division of many points into *parts*, each of which fills a node of one level of the tree,
/// except for the last one.
///
/// A part is arranged on its own, so a tree of any size is built in the memory of one part. The
/// points are halved as in `arrange`, but along latitude or longitude, and exactly: a half holds
/// the points with the least keys, and of equal keys the first ones of the input. So the parts do
/// not depend on the order in which a builder visits the points, and the builders in memory and on
/// disk make the same tree.
///
/// A key has 32 bits. The key at which a range is split is found like a digit of a radix sort: one
/// traversal counts the upper halves of all keys, another one the lower halves of those keys whose
/// upper half is that of the wanted one. All ranges of the same depth are processed together, so n
/// points take 2 ⌈log₂(n / part)⌉ + 2 traversals, and no memory that depends on their number.
struct PartPlan {
  /// The level of the node that a full part fills.
  static let level = 5

  /// The number of points of a full part that fills a node of a level: 2²⁴ for level 5.
  static func partSize(level: Int = level) -> Int { 1 << (PackedLayout.fanOutShift * (level + 1)) }

  /// The positions of each part.
  let parts: [Range<Int>]
  private var splits: [Split] = []
  private var depthCount = 0
  private let threads: Int

  /// The maximum number of tables of all threads, two for each split of the last depth.
  private static let mostTables = 1 << 11

  /// A range of points that is halved.
  private struct Split: BitwiseCopyable {
    let leftCount: Int
    let depth: Int
    /// The halves: a split, or the complement of a part.
    var left = 0
    var right = 0
    var axis = 0
    /// The key at which the range is split.
    var key: Int32 = 0
    /// The greatest index of a point with this key in the left half, if it is known.
    var lastIndex = Int.max
    /// The number of points with this key that the left half still lacks; 0 if `lastIndex` is
    /// known.
    var missing = 0
  }

  /// Creates a plan without keys.
  private init(count: Int, level: Int, threads: Int) {
    let size = Self.partSize(level: level)
    parts = stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
    // Each thread has a table of 256 KB for each split of a depth, of which there are fewer than
    // parts: all tables take at most 256 MB, unless one thread needs more.
    self.threads = min(usableThreads(threads), max(Self.mostTables / max(parts.count, 1), 1))
    precondition(parts.count <= Int(UInt16.max), "too many parts")
    let rootLevel = PackedLayout(count: count).rootLevel
    var ranges = [0..<count]
    var depths = [0]
    var index = 0
    // In order of depth.
    while index < ranges.count {
      let range = ranges[index]
      let half = PackedLayout.half(of: range.count, level: rootLevel) ?? range.count
      var split = Split(leftCount: half, depth: depths[index])
      func child(_ range: Range<Int>) -> Int {
        guard range.count > size else { return ~(range.lowerBound / size) }
        ranges.append(range)
        depths.append(split.depth + 1)
        return ranges.count - 1
      }
      split.left = child(range.lowerBound..<(range.lowerBound + half))
      split.right = child((range.lowerBound + half)..<range.upperBound)
      splits.append(split)
      depthCount = split.depth + 1
      index += 1
    }
  }

  /// Divides points.
  ///
  /// - Parameters:
  ///   - count: the number of valid points, more than a part holds.
  ///   - points: the points; invalid ones are skipped.
  ///   - level: the level of the node that a full part fills.
  ///   - threads: the maximum number of threads; the parts do not depend on it.
  init(
    _ count: Int, of points: borrowing some PointBlocks & ~Copyable, level: Int, threads: Int
  ) {
    self.init(count: count, level: level, threads: threads)
    chooseFirstAxis(points)
    for depth in 0..<depthCount {
      chooseUpperHalves(points, depth)
      chooseLowerHalves(points, depth)
    }
  }

  /// Finds the part of each point.
  ///
  /// - Parameters:
  ///   - points: the same points as before.
  ///   - start: called before the points of a block, with the index of the first one.
  ///   - set: called with the index of each valid point and its part, on any thread.
  ///   - end: called after the points of a block.
  mutating func assign(
    _ points: borrowing some PointBlocks & ~Copyable,
    startingBlock start: (_ first: Int) -> Void = { _ in },
    _ set: (_ index: Int, _ part: UInt16) -> Void,
    _ end: (_ first: Int, UnsafeSpan<Coordinate>) -> Void
  ) {
    visit(
      points, to: depthCount, startingBlock: start,
      { _, place, _, index in set(index, UInt16(~place)) }, end)
  }
}

// MARK: Choosing keys

extension PartPlan {
  private static let binBits = 16
  private static let binCount = 1 << binBits

  private func splitNumbers(atDepth depth: Int) -> Range<Int> {
    let first = splits.firstIndex { $0.depth == depth } ?? splits.count
    return first..<(splits.firstIndex { $0.depth > depth } ?? splits.count)
  }

  private mutating func chooseFirstAxis(
    _ points: borrowing some PointBlocks & ~Copyable
  ) {
    let extents = ExtentTable(threads: threads, count: 1)
    visit(points, to: 0, { thread, _, keys, _ in extents.add(keys, 0, thread) }, { _, _ in })
    splits[0].axis = extents.total(0).longestAxis
  }

  /// Chooses the upper halves of the keys of a depth.
  private mutating func chooseUpperHalves(
    _ points: borrowing some PointBlocks & ~Copyable, _ depth: Int
  ) {
    let numbers = splitNumbers(atDepth: depth)
    let bins = BinTable(threads: threads, count: numbers.count)
    let axes = splits.map { $0.axis }
    visit(
      points, to: depth,
      { thread, place, keys, _ in
        // The points of a small half have reached their part before.
        guard place >= 0 else { return }
        let bin = Int(keys[axes[place]] >> Int32(Self.binBits)) + Self.binCount / 2
        bins.add(bin, place - numbers.lowerBound, thread)
      }, { _, _ in })
    for number in numbers {
      let (bin, before) = bins.find(splits[number].leftCount, number - numbers.lowerBound)
      splits[number].key = Int32(bin - Self.binCount / 2) << Int32(Self.binBits)
      splits[number].missing = splits[number].leftCount - before
    }
  }

  /// Chooses the lower halves of the keys of a depth, and the axes of the next depth.
  private mutating func chooseLowerHalves(
    _ points: borrowing some PointBlocks & ~Copyable, _ depth: Int
  ) {
    let numbers = splitNumbers(atDepth: depth)
    let bins = BinTable(threads: threads, count: numbers.count)
    let extents = ExtentTable(threads: threads, count: 2 * numbers.count)
    let chosen = splits
    visit(
      points, to: depth,
      { thread, place, keys, _ in
        guard place >= 0 else { return }
        let key = keys[chosen[place].axis]
        let place = (split: place, number: place - numbers.lowerBound)
        let bin = Int(key) - Int(chosen[place.split].key)
        // A point whose half is not known yet counts for both.
        if bin < Self.binCount { extents.add(keys, 2 * place.number, thread) }
        if bin >= 0 { extents.add(keys, 2 * place.number + 1, thread) }
        if bin >= 0, bin < Self.binCount { bins.add(bin, place.number, thread) }
      }, { _, _ in })
    for number in numbers {
      let place = number - numbers.lowerBound
      let (bin, before) = bins.find(splits[number].missing, place)
      splits[number].key += Int32(bin)
      splits[number].missing -= before
      if splits[number].missing == bins.total(bin, place) { splits[number].missing = 0 }
      for (half, child) in [splits[number].left, splits[number].right].enumerated()
      where child >= 0 {
        splits[child].axis = extents.total(2 * place + half).longestAxis
      }
    }
  }

  /// Calls a closure with each valid point and the place it reaches at a depth: a split, or the
  /// complement of a part.
  ///
  /// Points with the key of a split whose last index is unknown are visited after the others of
  /// their block, in input order; this determines the last index.
  private mutating func visit(
    _ points: borrowing some PointBlocks & ~Copyable, to depth: Int,
    startingBlock start: (_ first: Int) -> Void = { _ in },
    _ body: (_ thread: Int, _ place: Int, SplitKeys, _ index: Int) -> Void,
    _ afterBlock: (_ first: Int, UnsafeSpan<Coordinate>) -> Void
  ) {
    let threads = threads
    var ties = GrowableArray<UInt32>(capacity: 0)
    points.forEachBlock { first, block in
      start(first)
      if ties.count < block.count { ties.appendUninitialized(block.count - ties.count) }
      var tieCounts = [Int](repeating: 0, count: threads)
      splits.withUnsafeBuffer { splits in
        ties.withValues { ties in
          tieCounts.withUnsafeBuffer { tieCounts in
            inParts(block.count, threads: threads) { thread, range in
              tieCounts[thread] = Self.visit(
                block, range, first, depth, splits, ties: ties[range]
              ) { place, keys, index in body(thread, place, keys, index) }
            }
            // `inParts` passes the ranges in order.
            let shares = shareCount(of: block.count, threads: threads)
            for thread in 0..<shares {
              let start = shareRange(thread, of: shares, covering: block.count).lowerBound
              for tie in start..<(start + tieCounts[thread]) {
                let offset = Int(ties[tie])
                let keys = SplitKeys(block[offset])
                body(
                  0, Self.untie(keys, first + offset, depth, splits), keys, first + offset)
              }
            }
          }
        }
      }
      afterBlock(first, block)
    }
    // All points have been counted, so nothing is missing any longer.
    for number in splits.indices where splits[number].depth < depth { splits[number].missing = 0 }
  }

  /// Calls a closure with the valid points of a part of a block and their places.
  ///
  /// Points whose place is unknown are excepted: their offsets are written to `ties`, and their
  /// number is returned.
  @inline(__always)
  private static func visit(
    _ block: UnsafeSpan<Coordinate>, _ range: Range<Int>, _ first: Int, _ depth: Int,
    _ splits: UnsafeBuffer<Split>, ties: UnsafeBuffer<UInt32>,
    _ body: (_ place: Int, SplitKeys, _ index: Int) -> Void
  ) -> Int {
    var found = 0
    for offset in range where block[offset].isValid {
      let keys = SplitKeys(block[offset])
      if let place = place(of: keys, first + offset, from: 0, depth, splits) {
        body(place, keys, first + offset)
      } else {
        ties[found] = UInt32(truncatingIfNeeded: offset)
        found += 1
      }
    }
    return found
  }

  /// Returns the place that a point reaches at a depth; nil if it has the key of a split whose last
  /// index is unknown.
  @inline(__always)
  private static func place(
    of keys: SplitKeys, _ index: Int, from start: Int, _ depth: Int, _ splits: UnsafeBuffer<Split>
  ) -> Int? {
    var place = start
    while place >= 0 {
      let split = splits[place]
      if split.depth == depth { break }
      let key = keys[split.axis]
      if key != split.key {
        place = key < split.key ? split.left : split.right
      } else if split.missing == 0 {
        place = index <= split.lastIndex ? split.left : split.right
      } else {
        return nil
      }
    }
    return place
  }

  /// Returns the place of a point that has the key of a split whose last index is unknown.
  private static func untie(
    _ keys: SplitKeys, _ index: Int, _ depth: Int, _ splits: UnsafeBuffer<Split>
  ) -> Int {
    var place = 0
    while place >= 0, splits[place].depth < depth {
      let key = keys[splits[place].axis]
      guard key == splits[place].key, splits[place].missing > 0 else {
        let isLeft =
          key == splits[place].key ? index <= splits[place].lastIndex : key < splits[place].key
        place = isLeft ? splits[place].left : splits[place].right
        continue
      }
      splits[place].missing -= 1
      if splits[place].missing == 0 { splits[place].lastIndex = index }
      place = splits[place].left
    }
    return place
  }
}
