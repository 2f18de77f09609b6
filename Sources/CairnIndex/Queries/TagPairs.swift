internal import CairnMemory

/// A pair of places found by a join, as tags.
public struct _TagPair: Sendable, BitwiseCopyable {
  @usableFromInline internal let tag: Int
  @usableFromInline internal let other: Int
  @usableFromInline internal let distance: Double

  init(tag: Int, other: Int, distance: Double) {
    self.tag = tag
    self.other = other
    self.distance = distance
  }

  /// Orders by the first and then by the second tag.
  @inline(__always)
  static func precedes(_ a: _TagPair, _ b: _TagPair) -> Bool {
    a.tag != b.tag ? a.tag < b.tag : a.other < b.other
  }
}

extension _TagPair {
  /// Returns the pairs of some lists, sorted.
  ///
  /// A radix sort: all lists are distributed by the leading bits of their tags into buckets that
  /// fit into a cache, and threads then sort each bucket by the next bits in the same way. This
  /// takes a few reads and writes per pair, whereas a comparison sort takes O(log n) steps per
  /// pair.
  ///
  /// - Parameters:
  ///   - lists: the pairs, each once, in any order.
  ///   - threads: the maximum number of threads; the result does not depend on it.
  ///   - isStopped: called between buckets; returns true to cancel the sort.
  /// - Returns: the pairs; unspecified contents if `isStopped` returned true.
  static func sorted(
    _ lists: [[_TagPair]], threads: Int, isStopped: () -> Bool = { false }
  ) -> [_TagPair] {
    let count = lists.reduce(0) { $0 + $1.count }
    guard count > 1 << 12 else {
      var pairs: [_TagPair] = lists.reduce(into: []) { $0 += $1 }
      pairs.withUnsafeBuffer { $0.sort(by: precedes) }
      return pairs
    }
    let ranges = [TagRange](count: lists.count, threads: threads, least: 1) { TagRange(lists[$0]) }
    let range = ranges.reduce(TagRange([]), TagRange.union)
    let shift = range.shift
    // First the number of pairs of each list in each bucket, then their start positions.
    var places = [Int](repeating: 0, count: lists.count * TagRange.piles)
    return places.withUnsafeBuffer { places in
      func forEachList(_ body: (_ list: [_TagPair], _ places: UnsafeBuffer<Int>) -> Void) {
        inShares(lists.count, threads: threads, least: 1) { _, share in
          for number in share where !isStopped() {
            let start = number * TagRange.piles
            body(lists[number], places[start..<(start + TagRange.piles)])
          }
        }
      }
      forEachList { list, places in
        for pair in list { places[range.pile(of: pair.tag, shift)] += 1 }
      }
      var starts: [Int] = []
      var end = 0
      for pile in 0..<TagRange.piles {
        starts.append(end)
        for list in lists.indices {
          let place = list * TagRange.piles + pile
          (places[place], end) = (end, end + places[place])
        }
      }
      starts.append(end)
      return [_TagPair](capacity: count) { sorted in
        forEachList { list, places in
          for pair in list {
            let pile = range.pile(of: pair.tag, shift)
            sorted[places[pile]] = pair
            places[pile] += 1
          }
        }
        inShares(TagRange.piles, threads: threads, least: 1) { _, share in
          var spare = GrowableArray<_TagPair>(capacity: 1 << 10)
          for pile in share where !isStopped() {
            sort(sorted[starts[pile]..<starts[pile + 1]], &spare)
          }
        }
        return count
      }
    }
  }

  /// Sorts the pairs of a bucket.
  private static func sort(
    _ pairs: UnsafeBuffer<_TagPair>, _ spare: inout GrowableArray<_TagPair>
  ) {
    guard pairs.count > 256 else { return pairs.sort(by: precedes) }
    var range = TagRange([])
    for place in 0..<pairs.count { range.take(pairs[place].tag) }
    let shift = range.shift
    spare.truncate(0)
    spare.appendUninitialized(pairs.count)
    var places = [Int](repeating: 0, count: TagRange.piles + 1)
    for place in 0..<pairs.count { places[range.pile(of: pairs[place].tag, shift) + 1] += 1 }
    for pile in 1...TagRange.piles { places[pile] += places[pile - 1] }
    for place in 0..<pairs.count {
      let pile = range.pile(of: pairs[place].tag, shift)
      spare[places[pile]] = pairs[place]
      places[pile] += 1
    }
    for place in 0..<pairs.count { pairs[place] = spare[place] }
    var start = 0
    for end in places.dropLast() {
      if end - start > 1 { pairs[start..<end].sort(by: precedes) }
      start = end
    }
  }
}

/// The minimum and maximum of some tags.
private struct TagRange: Sendable, BitwiseCopyable {
  /// The number of buckets of a pass.
  static let piles = 1 << 10

  private var least = Int.max
  private var greatest = Int.min

  init(_ pairs: [_TagPair]) {
    for pair in pairs { take(pair.tag) }
  }

  @inline(__always)
  mutating func take(_ tag: Int) {
    least = min(least, tag)
    greatest = max(greatest, tag)
  }

  static func union(_ a: TagRange, _ b: TagRange) -> TagRange {
    var range = a
    range.least = min(a.least, b.least)
    range.greatest = max(a.greatest, b.greatest)
    return range
  }

  /// The number of bits below those that select the bucket; tags are never negative.
  var shift: Int {
    guard least < greatest else { return 0 }
    return max(0, (Int.bitWidth - (greatest - least).leadingZeroBitCount) - 10)
  }

  /// Returns the bucket of a tag; buckets are in tag order.
  @inline(__always)
  func pile(of tag: Int, _ shift: Int) -> Int { (tag - least) >> shift }
}
