internal import CairnMemory

extension EdgeAssembly {
  /// A part of the first tour between two removed edges.
  ///
  /// Its cities are given by their distance along the tour from a base.
  struct Segment: BitwiseCopyable {
    var low: Int32
    var high: Int32
    /// The segment ends to which its ends are joined: twice the number of a segment for its low
    /// end, plus one for its high end.
    var joinLow: Int32 = 0
    var joinHigh: Int32 = 0
    /// The tour to which the segment belongs.
    var label: Int32 = -1
  }

  /// The first tour with some edges exchanged.
  struct Child {
    /// The length of the first tour minus that of the child.
    var gain = 0.0
    var base = 0
    var segments: [Segment] = []
    /// The segments in order along the first tour.
    var sorted: [Int32] = []
    /// The number of cities in each sub-tour; 0 for one that was merged into another.
    var sizes: [Int] = []
    /// The removed and the added edges; an edge may be in both.
    var taken: [SIMD2<Int32>] = []
    var put: [SIMD2<Int32>] = []
  }

  /// The maximum number of sub-tours to merge: merging more costs more than the cycle can gain.
  private var mostTours: Int { 64 }

  /// Exchanges the edges of a cycle and merges the resulting sub-tours into one tour.
  ///
  /// Stops as soon as the child is no shorter than the first tour: merging hardly ever gains, and
  /// continuing takes twice the time.
  ///
  /// - Parameter cycle: the index of the cycle.
  /// - Returns: whether ``child`` is a shorter tour.
  mutating func makeChild(_ cycle: Int) -> Bool {
    let first = cycle == 0 ? 0 : cycleEnds[cycle - 1]
    let cities = cities[first..<cycleEnds[cycle]]
    let edges = cities.count / 2
    child.gain = 0
    child.taken.removeAll(keepingCapacity: true)
    child.put.removeAll(keepingCapacity: true)
    for edge in 0..<edges {
      let a = cities[first + 2 * edge]
      let b = cities[first + 2 * edge + 1]
      let c = cities[edge + 1 == edges ? first : first + 2 * edge + 2]
      child.gain += costs.cost(a, b) - costs.cost(b, c)
      child.taken.append(SIMD2(a, b))
      child.put.append(SIMD2(b, c))
    }
    guard child.gain > 0 else { return false }
    split()
    label()
    guard child.sizes.count <= mostTours else { return false }
    while child.sizes.count > 1, child.gain > 0 {
      guard let bridge = cheapestBridge() else { return false }
      build(bridge)
    }
    return child.gain > 0
  }

  /// Splits the first tour at the removed edges and joins the parts by the added ones.
  private mutating func split() {
    let edges = child.taken.count
    let cuts = child.taken.indices.map { edge in
      let (a, b) = (child.taken[edge].x, child.taken[edge].y)
      return (place: isNext(a, b) ? place[a] : place[b], edge: edge)
    }.sorted { $0.place < $1.place }
    // Segment i ends at cut i.
    child.base = Int(cuts[edges - 1].place) + 1
    child.segments.removeAll(keepingCapacity: true)
    child.sorted.removeAll(keepingCapacity: true)
    // For each removed edge, the segment ends that it joined.
    var ends = [SIMD2<Int32>](repeating: SIMD2(0, 0), count: edges)
    var low: Int32 = 0
    for (rank, cut) in cuts.enumerated() {
      let high = rank + 1 == edges ? Int32(count) - 1 : offset(at: cut.place)
      child.segments.append(Segment(low: low, high: high))
      child.sorted.append(Int32(rank))
      low = high + 1
      let before = Int32(2 * rank + 1)
      let behind = Int32(rank + 1 == edges ? 0 : 2 * rank + 2)
      let edge = child.taken[cut.edge]
      ends[cut.edge] = isNext(edge.x, edge.y) ? SIMD2(before, behind) : SIMD2(behind, before)
    }
    for edge in 0..<edges { join(ends[edge].y, ends[edge + 1 == edges ? 0 : edge + 1].x) }
  }

  /// Labels the segments by their sub-tour.
  private mutating func label() {
    child.sizes.removeAll(keepingCapacity: true)
    for first in child.segments.indices where child.segments[first].label < 0 {
      var size = 0
      var end = Int32(2 * first)
      while child.segments[Int(end >> 1)].label < 0 {
        let segment = child.segments[Int(end >> 1)]
        child.segments[Int(end >> 1)].label = Int32(child.sizes.count)
        size += Int(segment.high - segment.low) + 1
        end = end & 1 == 0 ? segment.joinHigh : segment.joinLow
      }
      child.sizes.append(size)
    }
  }

  /// An exchange of one edge of the smallest sub-tour and one of another that merges them.
  private struct Bridge {
    var gain = -Double.infinity
    /// The offset of a city in the smallest sub-tour, and whether the edge to its next or previous
    /// city is removed.
    var offset: Int32 = 0
    var goesUp = false
    /// The same for the other sub-tour.
    var otherOffset: Int32 = 0
    var otherGoesUp = false
  }

  /// The merge of the smallest sub-tour with another one that gains most; nil if no city of it has
  /// a neighbor in another sub-tour.
  private func cheapestBridge() -> Bridge? {
    let sizes = child.sizes
    let smallest = sizes.indices.min { a, b in
      (sizes[a] > 0 ? sizes[a] : .max, a) < (sizes[b] > 0 ? sizes[b] : .max, b)
    }
    var best = Bridge()
    for (number, segment) in child.segments.enumerated()
    where Int(segment.label) == smallest {
      for offset in segment.low...segment.high {
        let u = city(offset)
        let row = Int(u) &* near.width
        for slot in row..<row &+ near.width {
          let v = near.ids[slot]
          let there = self.offset(at: place[v])
          if there >= segment.low, there <= segment.high { continue }
          let other = self.segment(of: there)
          if child.segments[other].label == segment.label { continue }
          compare(offset, u, number, there, v, other, &best)
        }
      }
    }
    return best.gain > -.infinity ? best : nil
  }

  /// Keeps the best merge that adds an edge between two cities of different sub-tours, if it is
  /// better than the best so far.
  private func compare(
    _ offset: Int32, _ u: Int32, _ number: Int, _ otherOffset: Int32, _ v: Int32, _ other: Int,
    _ best: inout Bridge
  ) {
    let low = city(beside: offset, number, up: false)
    let high = city(beside: offset, number, up: true)
    let put = costs.cost(u, v)
    let toLow = costs.cost(u, low) - put
    let toHigh = costs.cost(u, high) - put
    for up in [false, true] {
      let w = city(beside: otherOffset, other, up: up)
      let gain = costs.cost(v, w)
      let gainLow = gain + toLow - costs.cost(low, w)
      let gainHigh = gain + toHigh - costs.cost(high, w)
      guard max(gainLow, gainHigh) > best.gain else { continue }
      best = Bridge(
        gain: max(gainLow, gainHigh), offset: offset, goesUp: gainHigh > gainLow,
        otherOffset: otherOffset, otherGoesUp: up)
    }
  }

  private mutating func build(_ bridge: Bridge) {
    let number = segment(of: bridge.offset)
    let other = segment(of: bridge.otherOffset)
    let label = child.segments[number].label
    let into = child.segments[other].label
    let u = city(bridge.offset)
    let u1 = city(beside: bridge.offset, number, up: bridge.goesUp)
    let v = city(bridge.otherOffset)
    let v1 = city(beside: bridge.otherOffset, other, up: bridge.otherGoesUp)
    child.taken += [SIMD2(u, u1), SIMD2(v, v1)]
    child.put += [SIMD2(u, v), SIMD2(u1, v1)]
    child.gain += bridge.gain
    let (near, far) = cut(bridge.offset, up: bridge.goesUp)
    let (otherNear, otherFar) = cut(bridge.otherOffset, up: bridge.otherGoesUp)
    join(near, otherNear)
    join(far, otherFar)
    for index in child.segments.indices where child.segments[index].label == label {
      child.segments[index].label = into
    }
    child.sizes[Int(into)] += child.sizes[Int(label)]
    child.sizes[Int(label)] = 0
    if child.sizes[Int(into)] == count { child.sizes = [count] }
  }

  /// Removes the edge beside an offset; returns the two segment ends that it joined, this side
  /// first.
  private mutating func cut(_ offset: Int32, up: Bool) -> (Int32, Int32) {
    let number = segment(of: offset)
    let here = child.segments[number]
    let low = Int32(2 * number)
    if up, offset == here.high { return (low + 1, here.joinHigh) }
    if !up, offset == here.low { return (low, here.joinLow) }
    // The upper part becomes a new segment.
    let split = up ? offset + 1 : offset
    let upper = Int32(2 * child.segments.count)
    child.segments.append(Segment(low: split, high: here.high, label: here.label))
    child.segments[number].high = split - 1
    join(upper + 1, here.joinHigh)
    var at = child.sorted.count
    while child.segments[Int(child.sorted[at - 1])].low > split { at -= 1 }
    child.sorted.insert(upper / 2, at: at)
    return up ? (low + 1, upper) : (upper, low + 1)
  }

  /// Whether the tour has all edges that a cycle removes, and none that it adds: changes of the
  /// tour since the comparison may have removed or added some.
  func isApplicable(_ cycle: Int) -> Bool {
    let first = cycle == 0 ? 0 : cycleEnds[cycle - 1]
    let end = cycleEnds[cycle]
    var isOwn = true
    for index in first..<end {
      let (a, b) = (cities[index], cities[index + 1 == end ? first : index + 1])
      if (isNext(a, b) || isNext(b, a)) != isOwn { return false }
      isOwn.toggle()
    }
    return true
  }

  /// Replaces the first tour by a child.
  ///
  /// The longest segment stays in place, so the change of a few nearby edges rewrites little.
  mutating func apply(_ child: Child) {
    let longest =
      child.segments.indices.max { length(child.segments[$0]) < length(child.segments[$1]) } ?? 0
    let kept = child.segments[longest]
    moved.removeAll(keepingCapacity: true)
    var end = kept.joinHigh
    while Int(end >> 1) != longest {
      let segment = child.segments[Int(end >> 1)]
      if end & 1 == 0 {
        for offset in segment.low...segment.high { moved.append(city(offset, from: child.base)) }
        end = segment.joinHigh
      } else {
        for offset in (segment.low...segment.high).reversed() {
          moved.append(city(offset, from: child.base))
        }
        end = segment.joinLow
      }
    }
    var index = Int(kept.high) + child.base
    if index >= count { index -= count }
    for city in moved {
      index = index + 1 == count ? 0 : index + 1
      order[index] = city
      place[city] = Int32(truncatingIfNeeded: index)
    }
  }

  private func length(_ segment: Segment) -> Int32 { segment.high - segment.low }
}

// MARK: Along the first tour

extension EdgeAssembly {
  @inline(__always)
  private func isNext(_ a: Int32, _ b: Int32) -> Bool {
    let next = place[a] &+ 1
    return place[b] == (next == Int32(truncatingIfNeeded: count) ? 0 : next)
  }

  @inline(__always)
  private func offset(at place: Int32) -> Int32 {
    let distance = Int(place) &- child.base
    return Int32(truncatingIfNeeded: distance < 0 ? distance &+ count : distance)
  }

  @inline(__always)
  private func city(_ offset: Int32, from base: Int) -> Int32 {
    let index = Int(offset) &+ base
    return order[index >= count ? index &- count : index]
  }

  @inline(__always)
  private func city(_ offset: Int32) -> Int32 { city(offset, from: child.base) }

  private mutating func join(_ a: Int32, _ b: Int32) {
    for (end, to) in [(a, b), (b, a)] {
      if end & 1 == 0 {
        child.segments[Int(end >> 1)].joinLow = to
      } else {
        child.segments[Int(end >> 1)].joinHigh = to
      }
    }
  }

  /// The segment that contains an offset.
  @inline(__always)
  private func segment(of offset: Int32) -> Int {
    var low = 0
    var high = child.sorted.count
    while high &- low > 1 {
      let middle = (low &+ high) / 2
      if child.segments[Int(child.sorted[middle])].low <= offset {
        low = middle
      } else {
        high = middle
      }
    }
    return Int(child.sorted[low])
  }

  /// The city joined to the one at an offset, on its upper or lower side.
  @inline(__always)
  private func city(beside offset: Int32, _ number: Int, up: Bool) -> Int32 {
    let here = child.segments[number]
    if up, offset < here.high { return city(offset &+ 1) }
    if !up, offset > here.low { return city(offset &- 1) }
    let end = up ? here.joinHigh : here.joinLow
    let there = child.segments[Int(end >> 1)]
    return city(end & 1 == 0 ? there.low : there.high)
  }
}
