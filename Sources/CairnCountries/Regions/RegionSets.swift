/// The sets of regions that contain cells, parts of cells and the corners of leaves.
///
/// A set consists of another set plus further regions, so that a region that overlaps a large area
/// is stored once with that area and not with each cell in it. Set 0 is empty, and the following
/// sets contain one region each; these and sets of up to eight regions have no parent.
internal struct RegionSets: Sendable {
  private let regionCount: UInt32
  /// The least region of each set.
  private var firsts: [UInt16]
  /// The set that each set adds to.
  private var parents: [UInt32]
  /// Set `i` adds the regions `starts[i] ..< starts[i + 1]` of the members.
  private var starts: [UInt32]
  private var members: [UInt16]

  /// The first region of an empty set.
  static let none = UInt16.max
  /// Sets of at most 8 regions have no parent: copying them is cheaper than following it.
  private static let standaloneCount = 8

  /// Creates the empty set and one set for each region, at most 65,535.
  init(regionCount: Int) {
    self.regionCount = UInt32(truncatingIfNeeded: regionCount)
    members = (0..<regionCount).map { UInt16(truncatingIfNeeded: $0) }
    firsts = [Self.none] + members
    parents = Array(repeating: 0, count: regionCount + 1)
    starts = [0, 0]
    starts.append(contentsOf: (0..<regionCount).map { UInt32(truncatingIfNeeded: $0 + 1) })
  }

  /// The approximate memory of the sets, in words.
  var wordCount: Int { 5 * parents.count / 2 + members.count / 2 }

  /// The first region of a set; ``none`` for the empty set.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  func first(of set: UInt32) -> UInt16 {
    // The sets of one region are in the order of the regions, after the empty set.
    set <= regionCount ? UInt16(truncatingIfNeeded: set &- 1) : firsts[Int(set)]
  }

  /// The regions of a set plus others, in ascending order.
  func regions(of set: UInt32, and others: [UInt16] = []) -> [UInt16] {
    var parent = parents[Int(set)]
    if parent == 0, others.isEmpty { return Array(own(set)) }
    var result = merged(others, own(set))
    while parent != 0 {
      result = merged(result, own(parent))
      parent = parents[Int(parent)]
    }
    return result
  }

  private func merged(_ a: [UInt16], _ b: ArraySlice<UInt16>) -> [UInt16] {
    if a.isEmpty { return Array(b) }
    if b.isEmpty { return a }
    var result: [UInt16] = []
    result.reserveCapacity(a.count + b.count)
    var one = 0
    var other = b.startIndex
    while one < a.count, other < b.endIndex {
      if a[one] < b[other] {
        result.append(a[one])
        one += 1
      } else {
        result.append(b[other])
        other += 1
      }
    }
    result.append(contentsOf: a[one...])
    result.append(contentsOf: b[other...])
    return result
  }

  private func own(_ set: UInt32) -> ArraySlice<UInt16> {
    members[Int(starts[Int(set)])..<Int(starts[Int(set) + 1])]
  }

  /// The set of a set's regions plus others, which are in ascending order and not yet in it.
  mutating func adding(_ regions: some Collection<UInt16>, to set: UInt32) -> UInt32 {
    guard let first = regions.first else { return set }
    if set == 0, regions.count == 1 { return UInt32(first) + 1 }
    let known = Int(starts[Int(set)])..<Int(starts[Int(set) + 1])
    if parents[Int(set)] == 0, known.count + regions.count <= Self.standaloneCount {
      parents.append(0)
      // One by one: a slice of the members would cause a copy when they change.
      let start = members.count
      for index in known { members.append(members[index]) }
      members.append(contentsOf: regions)
      members[start...].sort()
    } else {
      parents.append(set)
      members.append(contentsOf: regions)
    }
    firsts.append(min(first, firsts[Int(set)]))
    starts.append(UInt32(truncatingIfNeeded: members.count))
    return UInt32(truncatingIfNeeded: parents.count - 1)
  }
}
