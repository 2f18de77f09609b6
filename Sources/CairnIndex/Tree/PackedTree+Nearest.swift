internal import CairnGeodesy
internal import CairnMemory

extension PackedTree {
  /// Calls `body` with the `wanted` nearest points within a radius, in order.
  @inline(__always)
  func withNearest(
    _ wanted: Int, to center: Coordinate, within radius: Double, where isIncluded: (Int) -> Bool,
    filtered: Bool, _ body: (UnsafeBuffer<Hit>) -> Void
  ) {
    if wanted > FewNearest.greatestWanted {
      var hits = GrowableArray<Hit>(capacity: 0)
      findMany(&hits, wanted, to: center, within: radius, where: isIncluded, filtered: filtered)
      return hits.withValues(body)
    }
    return withScratch(of: Hit.self, count: CandidateList.capacity) { hits in
      let found =
        wanted == 1 && !filtered
        ? findOne(hits, to: center, within: radius)
        : findFew(
          hits, wanted, to: center, within: radius, where: isIncluded, filtered: filtered)
      return body(hits[0..<found])
    }
  }

  /// Writes the nearest point; returns the number of points, 1 or 0.
  @inline(never)
  private func findOne(_ hits: UnsafeBuffer<Hit>, to center: Coordinate, within radius: Double)
    -> Int
  {
    guard count > 0, radius >= 0, let query = SearchCenter(center) else { return 0 }
    return withScratch(of: Float.self, count: NearestSearch.scratchCount) { rows in
      withScratch(of: Candidate.self, count: CandidateList.capacity) { candidates in
        var search = NearestSearch(self, query, rows, wanted: 1)
        var nearest = SingleNearest(
          candidates, MeasuredNearest(wanted: 1, from: center, query, within: radius),
          chord: ChordBand(radius: radius).far)
        while true {
          let leaf = search.nextLeaf(of: self, within: nearest.bound.chord)
          guard leaf >= 0 else { break }
          nearest.take(LeafDistances(search, self, leaf, nearest.bound), of: leaf, self)
        }
        if let place = nearest.place {
          hits[0] = Hit(tag: place.offset, distance: center.distance(to: place.coordinate))
          return hits[0..<1].wantedCount(1, within: radius)
        }
        return measure(
          &nearest.list, nearest.bound.squared, 1, from: center, within: radius, into: hits)
      }
    }
  }

  /// Writes a few nearest points, in order; returns their number.
  @inline(never)
  private func findFew(
    _ hits: UnsafeBuffer<Hit>, _ wanted: Int, to center: Coordinate, within radius: Double,
    where isIncluded: (Int) -> Bool, filtered: Bool
  ) -> Int {
    guard wanted > 0, count > 0, radius >= 0, let query = SearchCenter(center) else { return 0 }
    return withScratch(of: Float.self, count: NearestSearch.scratchCount) { rows in
      withScratch(of: Candidate.self, count: CandidateList.capacity) { candidates in
        var search = NearestSearch(self, query, rows, wanted: filtered ? .max : wanted)
        let wanted = min(wanted, count)
        var nearest = FewNearest(
          candidates, MeasuredNearest(wanted: wanted, from: center, query, within: radius),
          wanted: wanted, chord: ChordBand(radius: radius).far)
        while true {
          let leaf = search.nextLeaf(of: self, within: nearest.bound.chord)
          guard leaf >= 0 else { break }
          let chords = LeafDistances(search, self, leaf, nearest.bound)
          var lanes = chords.lanes(below: nearest.bound.squared)
          lanes = nearest.list.measured.nearLanes(lanes, of: leaf, self)
          if filtered { lanes = included(lanes, of: leaf, where: isIncluded) }
          if lanes != 0 { nearest.take(chords, lanes, of: leaf, self) }
        }
        return measure(
          &nearest.list, nearest.bound.squared, wanted, from: center, within: radius, into: hits)
      }
    }
  }

  /// Returns the lanes of a leaf whose points satisfy a condition.
  @inline(never)
  private func included(_ lanes: UInt32, of leaf: Int, where isIncluded: (Int) -> Bool) -> UInt32 {
    var included: UInt32 = 0
    var rest = lanes
    while rest != 0 {
      let position = leaf &<< PackedLayout.fanOutShift | rest.trailingZeroBitCount
      let bit = rest & (0 &- rest)
      rest ^= bit
      if isIncluded(Int(truncatingIfNeeded: offsets[position])) { included |= bit }
    }
    return included
  }

  /// Fills `hits` with many nearest points.
  @inline(never)
  private func findMany(
    _ hits: inout GrowableArray<Hit>, _ wanted: Int, to center: Coordinate, within radius: Double,
    where isIncluded: (Int) -> Bool, filtered: Bool
  ) {
    guard wanted > 0, count > 0, radius >= 0, let query = SearchCenter(center) else { return }
    let wanted = min(wanted, count)
    var nearest = ManyNearest(
      MeasuredNearest(wanted: wanted, from: center, query, within: radius), wanted: wanted,
      chord: ChordBand(radius: radius).far)
    withScratch(of: Float.self, count: NearestSearch.scratchCount) { rows in
      var search = NearestSearch(self, query, rows, wanted: filtered ? .max : wanted)
      while true {
        let leaf = search.nextLeaf(of: self, within: nearest.bound.chord)
        guard leaf >= 0 else { break }
        let chords = LeafDistances(search, self, leaf, nearest.bound)
        var lanes = chords.lanes(below: nearest.bound.squared)
        lanes = nearest.measured.nearLanes(lanes, of: leaf, self)
        if filtered { lanes = included(lanes, of: leaf, where: isIncluded) }
        if lanes != 0 { nearest.take(chords, lanes, of: leaf, self) }
      }
    }
    nearest.withPositions { append(to: &hits, positions: $0, from: center) }
    nearest.measured.append(to: &hits)
    hits.withValues { $0.sortHits() }
    hits.truncate(hits.withValues { $0.wantedCount(wanted, within: radius) })
  }

  /// Writes the nearest candidates, in order; returns their number.
  @inline(__always)
  private func measure(
    _ list: inout CandidateList, _ bound: Float, _ wanted: Int, from center: Coordinate,
    within radius: Double, into hits: UnsafeBuffer<Hit>
  ) -> Int {
    let candidates = list.candidates(below: bound)
    guard list.measured.isEmpty else {
      return measureAll(&list, bound, wanted, from: center, within: radius, into: hits)
    }
    let found = hits[0..<candidates.count]
    measure(candidates, from: center, into: found)
    return found.wantedCount(wanted, within: radius)
  }

  /// Writes candidates with their exact distances, in order.
  @inline(__always)
  private func measure(
    _ candidates: UnsafeBuffer<Candidate>, from center: Coordinate, into hits: UnsafeBuffer<Hit>
  ) {
    withScratch(of: Coordinate.self, count: CandidateList.capacity) { places in
      withScratch(of: Double.self, count: CandidateList.capacity) { distances in
        // Read all coordinates in one loop, so that the loads overlap.
        for index in 0..<candidates.count {
          places[index] = degrees[Int(truncatingIfNeeded: candidates[index].position)]
        }
        center.writeDistances(
          to: places[0..<candidates.count], into: distances[0..<candidates.count])
        for index in 0..<candidates.count {
          hits[index] = Hit(
            tag: Int(truncatingIfNeeded: candidates[index].offset),
            distance: distances[index])
        }
      }
    }
    hits.sortHits()
  }

  /// The same if some candidates have been measured during the search.
  @inline(never)
  private func measureAll(
    _ list: inout CandidateList, _ bound: Float, _ wanted: Int, from center: Coordinate,
    within radius: Double, into hits: UnsafeBuffer<Hit>
  ) -> Int {
    let candidates = list.candidates(below: bound)
    var all = GrowableArray<Hit>(capacity: list.measured.count + CandidateList.capacity)
    all.appendUninitialized(candidates.count)
    all.withValues { measure(candidates, from: center, into: $0) }
    list.measured.append(to: &all)
    return all.withValues { all in
      all.sortHits()
      let found = all.wantedCount(wanted, within: radius)
      for index in 0..<found { hits[index] = all[index] }
      return found
    }
  }
}

extension UnsafeBuffer where Value == Hit {
  /// The number of hits within a radius, at most `wanted`; the hits must be sorted.
  @inline(__always)
  fileprivate func wantedCount(_ wanted: Int, within radius: Double) -> Int {
    var count = min(wanted, count)
    while count > 0, !(self[count &- 1].distance <= radius) { count &-= 1 }
    return count
  }
}

/// Enumerates the leaves of a tree that may have points within a chord, which may shrink between
/// calls: depth first, the nearest unvisited child first.
struct NearestSearch {
  /// The number of floats: a row of 16 keys per level, and one row for the slacks of the levels.
  static let scratchCount = PackedLayout.fanOut * (PackedLayout.greatestLevel + 1)

  private let query: SearchCenter
  private let rows: UnsafeBuffer<Float>
  /// The least level of nodes whose repeated children are skipped.
  private let leastSkippingLevel: Int
  private var level: Int
  private var node = 0
  private var isOpen = false
  /// The center and the slack in the frame of the parent of the last leaf.
  private(set) var seen = LocalCenter(x: 0, y: 0, z: 0)
  private(set) var slack: Float = 0

  /// - Parameters:
  ///   - tree: the tree to search.
  ///   - query: the center of the search.
  ///   - rows: scratch memory of ``scratchCount`` floats.
  ///   - wanted: the number of wanted points. A child is skipped if all of its points equal at
  ///     least `wanted` points before it, which have smaller offsets.
  @inline(__always)
  init(
    _ tree: PackedTree, _ query: SearchCenter, _ rows: UnsafeBuffer<Float>, wanted: Int
  ) {
    self.query = query
    self.rows = rows
    var skipping = 1
    var size = PackedLayout.fanOut
    while wanted > size, skipping <= PackedLayout.greatestLevel {
      skipping &+= 1
      size &<<= PackedLayout.fanOutShift
    }
    leastSkippingLevel = skipping
    level = tree.rootLevel
  }

  /// Returns the next leaf whose box is not beyond a chord; -1 if there are no more.
  @inline(never)
  mutating func nextLeaf(of tree: PackedTree, within chord: Float) -> Int {
    var level = level
    var node = node
    while true {
      if !isOpen {
        writeKeys(ofNode: node, atLevel: level, of: tree)
        isOpen = true
      }
      let limit = chord.squaredKeyLimit(slack: rows[Self.slackRow &+ level])
      let key = rows.takeLeast(ofRow: level &- 1, below: limit)
      if key < limit {
        let lane = Int(truncatingIfNeeded: key.bitPattern & LaneKey.laneBits)
        let child = node &<< PackedLayout.fanOutShift | lane
        if level == 1 {
          self.level = level
          self.node = node
          return child
        }
        level &-= 1
        node = child
        isOpen = false
      } else {
        if level == tree.rootLevel { return -1 }
        level &+= 1
        node &>>= PackedLayout.fanOutShift
      }
    }
  }

  private static let slackRow = PackedLayout.fanOut * PackedLayout.greatestLevel

  /// Writes the keys of the children of a node to the row of its level.
  ///
  /// A key is the squared chord to a child's box with the child's lane in the lowest four bits.
  @inline(__always)
  private mutating func writeKeys(
    ofNode node: Int, atLevel level: Int, of tree: PackedTree
  ) {
    let row = rows.part(at: (level &- 1) &* PackedLayout.fanOut, width: PackedLayout.fanOut)
    if tree.verifier != nil, tree.isUnreadable(node: node, atLevel: level) {
      for quad in 0..<4 { row[quad: 4 &* quad] = SIMD4(repeating: .infinity) }
      rows[Self.slackRow &+ level] = 0
      return
    }
    let start = tree.boxes(ofNode: node, atLevel: level)
    let boxes = tree.boxes.part(at: start, width: PackedLayout.nodeFloats)
    let frame = tree.frame(at: start)
    let seen = query.seen(in: frame)
    rows[Self.slackRow &+ level] = frame.slack
    var lanes = SIMD4<UInt32>(0, 1, 2, 3)
    // Not unrolled by hand: in longer straight-line code the compiler scalarizes the lane minima.
    for quad in 0..<4 {
      let near = seen.nearSquaredChords(toBoxes: boxes, at: 4 &* quad)
      row[quad: 4 &* quad] = near.withLanes(lanes)
      lanes &+= SIMD4(repeating: 4)
    }
    if level == 1 {
      self.seen = seen
      slack = frame.slack
    }
    guard level >= leastSkippingLevel else { return }
    var rest =
      level == 1 ? frame.repeats : tree.repeatedChildren(ofNode: node, atLevel: level)
    while rest != 0 {
      row[rest.trailingZeroBitCount & 15] = .infinity
      rest &= rest &- 1
    }
  }
}

extension UnsafeBuffer where Value == Float {
  /// Returns the least key of a row, and removes it if it is below the bound.
  ///
  /// The returned key does not depend on the bound, so the descent to the next leaf can start
  /// before the last leaf has been processed.
  @inline(__always)
  fileprivate func takeLeast(ofRow row: Int, below bound: Float) -> Float {
    let row = part(at: PackedLayout.fanOut &* row, width: PackedLayout.fanOut)
    let key = row.leastOfRow(0)
    if key < bound {
      let lane = Int(truncatingIfNeeded: key.bitPattern & LaneKey.laneBits)
      row[lane] = .infinity
    }
    return key
  }
}
