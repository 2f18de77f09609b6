internal import CairnGeodesy

extension PackedTree {
  /// Calls `body` with the `wanted` nearest points within a radius, in order.
  @inline(__always)
  func withNearest<Result>(
    _ wanted: Int, to center: Coordinate, within radius: Double, where isIncluded: (Int) -> Bool,
    filtered: Bool, _ body: (Slab<Hit>) -> Result
  ) -> Result {
    if wanted > FewNearest.greatestWanted {
      var hits = GrowingList<Hit>(capacity: 0)
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

  /// Writes the nearest point; gives how many there are, one or none.
  @inline(never)
  private func findOne(_ hits: Slab<Hit>, to center: Coordinate, within radius: Double) -> Int {
    guard count > 0, radius >= 0, let query = SearchCenter(center) else { return 0 }
    return withScratch(of: Float.self, count: NearestSearch.scratchCount) { rows in
      withScratch(of: Candidate.self, count: CandidateList.capacity) { candidates in
        var search = NearestSearch(self, rows)
        var nearest = OneNearest(candidates, limit: ChordBand(radius: radius).possible)
        while true {
          let leaf = search.nextLeaf(of: self, near: query, below: nearest.bound)
          guard leaf >= 0 else { break }
          nearest.take(LeafChords(query, self, leaf: leaf), of: leaf, self)
        }
        if let place = nearest.place {
          hits[0] = Hit(offset: place.offset, distance: center.distance(to: place.coordinate))
          return hits[0..<1].wantedCount(1, within: radius)
        }
        return measure(&nearest.list, nearest.bound, 1, from: center, within: radius, into: hits)
      }
    }
  }

  /// Writes the nearest points, of which few are wanted, in order; gives how many there are.
  @inline(never)
  private func findFew(
    _ hits: Slab<Hit>, _ wanted: Int, to center: Coordinate, within radius: Double,
    where isIncluded: (Int) -> Bool, filtered: Bool
  ) -> Int {
    guard wanted > 0, count > 0, radius >= 0, let query = SearchCenter(center) else { return 0 }
    return withScratch(of: Float.self, count: NearestSearch.scratchCount) { rows in
      withScratch(of: Candidate.self, count: CandidateList.capacity) { candidates in
        var search = NearestSearch(self, rows)
        var nearest = FewNearest(
          candidates, wanted: min(wanted, count), limit: ChordBand(radius: radius).possible)
        while true {
          let leaf = search.nextLeaf(of: self, near: query, below: nearest.bound)
          guard leaf >= 0 else { break }
          let chords = LeafChords(query, self, leaf: leaf)
          var lanes = chords.lanes(below: nearest.bound)
          if filtered { lanes = included(lanes, of: leaf, where: isIncluded) }
          if lanes != 0 { nearest.take(chords, lanes, of: leaf, offsets) }
        }
        return measure(
          &nearest.list, nearest.bound, wanted, from: center, within: radius, into: hits)
      }
    }
  }

  /// Those lanes of a leaf whose points fulfil a condition.
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

  /// Fills `hits` with the nearest points when many are wanted.
  @inline(never)
  private func findMany(
    _ hits: inout GrowingList<Hit>, _ wanted: Int, to center: Coordinate, within radius: Double,
    where isIncluded: (Int) -> Bool, filtered: Bool
  ) {
    guard wanted > 0, count > 0, radius >= 0, let query = SearchCenter(center) else { return }
    var nearest = ManyNearest(
      wanted: min(wanted, count), limit: ChordBand(radius: radius).possible)
    withScratch(of: Float.self, count: NearestSearch.scratchCount) { rows in
      var search = NearestSearch(self, rows)
      while true {
        let leaf = search.nextLeaf(of: self, near: query, below: nearest.bound)
        guard leaf >= 0 else { break }
        let chords = LeafChords(query, self, leaf: leaf)
        var lanes = chords.lanes(below: nearest.bound)
        if filtered { lanes = included(lanes, of: leaf, where: isIncluded) }
        if lanes != 0 { nearest.take(chords, lanes, of: leaf, offsets) }
      }
    }
    nearest.withPositions { append(to: &hits, positions: $0, from: center) }
    hits.withValues { $0.sortHits() }
    hits.truncate(hits.withValues { $0.wantedCount(wanted, within: radius) })
  }

  /// Writes those candidates that are the nearest, in order; gives how many there are.
  @inline(__always)
  private func measure(
    _ list: inout CandidateList, _ bound: Float, _ wanted: Int, from center: Coordinate,
    within radius: Double, into hits: Slab<Hit>
  ) -> Int {
    let candidates = list.candidates(below: bound)
    guard list.spilled.isEmpty else {
      return measureAll(&list, bound, wanted, from: center, within: radius, into: hits)
    }
    let found = hits[0..<candidates.count]
    measure(candidates, from: center, into: found)
    return found.wantedCount(wanted, within: radius)
  }

  /// Writes candidates with their exact distances, in order.
  @inline(__always)
  private func measure(
    _ candidates: Slab<Candidate>, from center: Coordinate, into hits: Slab<Hit>
  ) {
    withScratch(of: Coordinate.self, count: CandidateList.capacity) { places in
      withScratch(of: Double.self, count: CandidateList.capacity) { distances in
        // All at once, so that one does not wait for the other.
        for index in 0..<candidates.count {
          places[index] = degrees[Int(truncatingIfNeeded: candidates[index].position)]
        }
        center.writeDistances(
          to: places[0..<candidates.count], into: distances[0..<candidates.count])
        for index in 0..<candidates.count {
          hits[index] = Hit(
            offset: Int(truncatingIfNeeded: candidates[index].offset),
            distance: distances[index])
        }
      }
    }
    hits.sortHits()
  }

  @inline(__always)
  private func hit(_ candidate: Candidate, from center: Coordinate) -> Hit {
    Hit(
      offset: Int(truncatingIfNeeded: candidate.offset),
      distance: center.distance(to: degrees[Int(truncatingIfNeeded: candidate.position)]))
  }

  /// The same when there are more candidates than there is room for.
  @inline(never)
  private func measureAll(
    _ list: inout CandidateList, _ bound: Float, _ wanted: Int, from center: Coordinate,
    within radius: Double, into hits: Slab<Hit>
  ) -> Int {
    var all = GrowingList<Hit>(capacity: list.spilled.count + CandidateList.capacity)
    let candidates = list.candidates(below: bound)
    for index in 0..<candidates.count {
      all.append(hit(candidates[index], from: center))
    }
    for candidate in list.spilled where candidate.squaredChord < bound {
      all.append(hit(candidate, from: center))
    }
    return all.withValues { all in
      all.sortHits()
      let found = all.wantedCount(wanted, within: radius)
      for index in 0..<found { hits[index] = all[index] }
      return found
    }
  }
}

extension Slab where Value == Hit {
  /// How many of these hits, which are in order, are among so many and within a radius.
  @inline(__always)
  fileprivate func wantedCount(_ wanted: Int, within radius: Double) -> Int {
    var count = min(wanted, count)
    while count > 0, !(self[count &- 1].distance <= radius) { count &-= 1 }
    return count
  }
}
