internal import CairnGeodesy
internal import CairnIndex

extension PlaceBook {
  /// Returns the places nearest to a place of the book, excluding the place itself.
  ///
  /// - Parameters:
  ///   - id: the ID of the place.
  ///   - radius: the maximum distance in meters.
  ///   - limit: the maximum number of places.
  ///   - filters: conditions on the other places, all of which must hold.
  /// - Returns: the places, nearest first, with their distances; empty for an unknown ID.
  /// - Complexity: O(log n + limit) if most places satisfy the conditions.
  public func nearby(
    _ id: ID, within radius: Double = .infinity, limit: Int = 10,
    where filters: [PlaceFilter<Element>] = []
  ) -> [PlaceBookMatch<ID, Element>] {
    guard let slot = index.slot(of: id), limit > 0 else { return [] }
    let center = index._core.coordinate(inSlot: slot)
    // One more than requested, since the place itself is at distance 0.
    let query = PlaceBookQuery<Element>(
      filters: filters, center: center, radius: radius, order: .distance,
      limit: limit == .max ? limit : limit + 1)
    return Array(places(query).filter { $0.id != id }.prefix(limit))
  }

  /// Returns the places most similar to a place of the book, excluding the place itself.
  ///
  /// Similarity is the sum of the weights of all shared words, categories and tags. The weight is
  /// ⌊log₂(n / k)⌋, where n is the number of places and k the number of places that have it: one
  /// that half of the places have counts 1, and a more common one counts 0. In scripts in which a
  /// word begins at every letter (see ``PlaceBook``), each of these words counts, compared by its
  /// first four letters. Equally similar places are ordered by distance. Places with nothing in
  /// common are left out.
  ///
  /// - Parameters:
  ///   - id: the ID of the place.
  ///   - limit: the maximum number of places.
  ///   - filters: conditions on the other places, all of which must hold.
  /// - Returns: the places with their distances; empty for an unknown ID.
  /// - Complexity: O(n) for the categories, plus the number of places that share a word.
  public func alike(
    _ id: ID, limit: Int = 10, where filters: [PlaceFilter<Element>] = []
  ) -> [PlaceBookMatch<ID, Element>] {
    guard let own = index.slot(of: id), limit > 0 else { return [] }
    let core = index._core
    var scores = ContiguousArray<Int32>(repeating: 0, count: core.slotLimit)
    words.forEachWord(ofSlot: own) { slots in
      let weight = weight(of: slots.count)
      if weight > 0 { slots.forEach { scores[$0] += weight } }
    }
    for column in columns { add(column, own, to: &scores) }
    let tests = filters.map { filter in
      filter.slotTest(columns) ?? { slot in index.element(inSlot: slot).map(filter.test) ?? false }
    }
    let center = core.coordinate(inSlot: own)
    var best = BestRanked(limit: limit)
    for slot in scores.indices where scores[slot] > 0 && slot != own {
      guard best.mayKeep(-Int(scores[slot]), 0, slot), tests.allSatisfy({ $0(slot) }) else {
        continue
      }
      let distance = center.distance(to: core.coordinate(inSlot: slot))
      best.offer(
        Ranked(
          group: -Int(scores[slot]), key: distance, tag: core.tag(inSlot: slot), slot: slot,
          distance: distance, kind: nil))
    }
    return best.sorted().compactMap { found in
      index.entry(inSlot: found.slot).map {
        PlaceBookMatch(id: $0.id, element: $0.element, distance: found.distance, kind: nil)
      }
    }
  }

  /// The weight of a property shared by `sharing` places.
  private func weight(of sharing: Int) -> Int32 {
    let halved = count / max(1, sharing)
    return Int32(max(0, Int.bitWidth - 1 - halved.leadingZeroBitCount))
  }

  private func add(
    _ column: some PlaceColumn<Element>, _ own: Int, to scores: inout ContiguousArray<Int32>
  ) {
    var weights: [(category: Int, weight: Int32)] = []
    column.forEachCategory(own) { category, sharing in
      let weight = weight(of: sharing)
      if weight > 0 { weights.append((category, weight)) }
    }
    guard !weights.isEmpty else { return }
    used.forEach { slot in
      column.forEachCategory(slot) { category, _ in
        for entry in weights where entry.category == category { scores[slot] += entry.weight }
      }
    }
  }
}
