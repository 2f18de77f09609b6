internal import CairnGeodesy
internal import CairnIndex
internal import CairnMemory

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
    guard let slot = index.slot(of: id) else { return [] }
    return matches(placesNear(slot, radius, limit, filters))
  }

  /// Returns the places most similar to a place of the book, excluding the place itself.
  ///
  /// See ``PlaceSimilarity`` for the measure. Equally similar places are ordered by distance, and
  /// then by insertion. Every place that shares a word, category or tag is similar.
  ///
  /// - Parameters:
  ///   - id: the ID of the place.
  ///   - limit: the maximum number of places.
  ///   - filters: conditions on the other places, all of which must hold.
  ///   - similarity: the measure.
  /// - Returns: the places with their distances; empty for an unknown ID.
  /// - Complexity: O(n) for each category, tag and word of the place.
  public func alike(
    _ id: ID, limit: Int = 10, where filters: [PlaceFilter<Element>] = [],
    by similarity: PlaceSimilarity<Element> = .init()
  ) -> [PlaceBookMatch<ID, Element>] {
    recommendations(likedIDs: [id], limit: limit, where: filters, by: similarity)
  }

  /// Returns the places most similar to several places, such as an app's favorites, excluding
  /// these.
  ///
  /// ```swift
  /// let favorites = book.places(.init(filters: [.isTrue(\.isFavorite)])).map(\.id)
  /// book.recommendations(likedIDs: favorites, where: [.isFalse(\.visited)])
  /// ```
  ///
  /// Places are ordered by the mean of their similarities to the liked places, then by the distance
  /// from the nearest of these, and then by insertion. A place must share a word, category or tag
  /// with at least one of them.
  ///
  /// - Parameters:
  ///   - likedIDs: the IDs of the liked places; repeated and unknown ones are ignored.
  ///   - limit: the maximum number of places.
  ///   - filters: conditions on the other places, all of which must hold.
  ///   - similarity: the measure.
  /// - Returns: the places with their distances from the nearest liked place.
  /// - Complexity: O(n) for each category, tag and word of the liked places, and O(n) for each
  ///   liked place.
  public func recommendations(
    likedIDs: [ID], limit: Int = 10, where filters: [PlaceFilter<Element>] = [],
    by similarity: PlaceSimilarity<Element> = .init()
  ) -> [PlaceBookMatch<ID, Element>] {
    matches(placesLike(likedIDs.compactMap { index.slot(of: $0) }, limit, filters, similarity))
  }
}

extension BookReading {
  /// The places nearest to the place in a slot, without it.
  internal func placesNear(
    _ slot: Int, _ radius: Double, _ limit: Int, _ filters: [PlaceFilter<Element>]
  ) -> [Ranked] {
    guard limit > 0 else { return [] }
    let center = source.coordinate(slot)
    // One more than requested, since the place itself is at distance 0.
    let query = PlaceBookQuery<Element>(
      filters: filters, center: center, radius: radius, order: .distance,
      limit: limit == .max ? limit : limit + 1)
    return Array(search(query).filter { $0.slot != slot }.prefix(limit))
  }

  /// The places most similar to those in some slots, without them.
  internal func placesLike(
    _ likedSlots: [Int], _ limit: Int, _ filters: [PlaceFilter<Element>],
    _ similarity: PlaceSimilarity<Element>
  ) -> [Ranked] {
    var seen = Set<Int>()
    let liked = likedSlots.filter { seen.insert($0).inserted }
    guard !liked.isEmpty, limit > 0 else { return [] }
    let source = source
    let shared = sharedWeights(liked, similarity)
    let scale = PairScale(source, liked, similarity, slotNumber(similarity.rating))
    let tests = filters.compactMap { slotTest($0) }
    var best = BestSimilar(limit: limit)
    for slot in shared.indices where shared[slot] > 0 && !seen.contains(slot) {
      let mostPossible = shared[slot] / Double(liked.count) + scale.greatest
      guard best.mayKeep(mostPossible), tests.allSatisfy({ $0(slot) }) else { continue }
      let (score, distance) = scale.scoreAndDistance(of: slot)
      best.offer(
        Similar(
          score: shared[slot] / Double(liked.count) + score, distance: distance,
          tag: source.tag(slot), slot: slot))
    }
    return best.sorted().map {
      Ranked(
        group: 0, key: -$0.score, tag: $0.tag, slot: $0.slot, distance: $0.distance, kind: nil)
    }
  }

  /// The sum, for each slot, of the weights of the properties that it shares with some slots.
  private func sharedWeights(
    _ liked: [Int], _ similarity: PlaceSimilarity<Element>
  ) -> ContiguousArray<Double> {
    let (allWords, used) = (source.words, source.used)
    var sums = ContiguousArray<Double>(repeating: 0, count: allWords.slotLimit)
    // A word of several liked places is added once, with a multiple of its weight.
    var words = OrderedCounts()
    for slot in liked { allWords.forEachWord(ofSlot: slot) { words.add(Int($0)) } }
    for (number, count) in words.counts {
      let weight = similarity.words * weight(of: allWords.slotCount(ofWord: number)) * Double(count)
      if weight > 0 { allWords.add(weight, ofWord: number, to: &sums) }
    }
    for column in columns { add(column, liked, used, similarity, to: &sums) }
    return sums
  }

  /// The weight of a property that `sharing` places have.
  private func weight(of sharing: Int) -> Double {
    naturalLogarithm(1 + Double(count) / Double(max(1, sharing))) / 0.693_147_180_559_945_3
  }

  private func add(
    _ column: some PlaceColumn<Element>, _ liked: [Int], _ used: StoredSlots,
    _ similarity: PlaceSimilarity<Element>, to sums: inout ContiguousArray<Double>
  ) {
    let factor = column.hasTags ? similarity.tags : similarity.categories
    var counts = OrderedCounts()
    var weights: [Int: Double] = [:]
    for slot in liked {
      column.forEachCategory(slot) { category, sharing in
        guard !column.isNil(category) else { return }
        counts.add(category)
        weights[category] = factor * weight(of: sharing)
      }
    }
    let wanted = counts.counts.compactMap { category, count in
      weights[category].map { (category: category, weight: $0 * Double(count)) }
    }.filter { $0.weight > 0 }
    guard !wanted.isEmpty else { return }
    let table = Dictionary(uniqueKeysWithValues: wanted.map { ($0.category, $0.weight) })
    used.forEach { slot in
      column.forEachCategory(slot) { category, _ in
        if wanted.count < 4 {
          for entry in wanted where entry.category == category { sums[slot] += entry.weight }
        } else if let weight = table[category] {
          sums[slot] += weight
        }
      }
    }
  }
}

/// Numbers with their counts, in order of appearance.
private struct OrderedCounts {
  private(set) var counts: [(number: Int, count: Int)] = []
  private var places: [Int: Int] = [:]

  mutating func add(_ number: Int) {
    if let place = places[number] {
      counts[place].count += 1
    } else {
      places[number] = counts.count
      counts.append((number, 1))
    }
  }
}

/// The parts of the similarity that depend on the distance and the rating.
private struct PairScale<Source: BookSource> {
  private let source: Source
  private let liked: [(coordinate: Coordinate, rating: Double)]
  private let nearness: Double
  private let halfDistance: Double
  private let agreement: Double
  private let rating: ((Int) -> Double)?

  init<Element>(
    _ source: Source, _ liked: [Int], _ similarity: PlaceSimilarity<Element>,
    _ rating: ((Int) -> Double)?
  ) {
    self.source = source
    self.rating = rating
    self.liked = liked.map { (source.coordinate($0), rating?($0) ?? .nan) }
    nearness = similarity.halfDistance > 0 ? similarity.nearness : 0
    halfDistance = similarity.halfDistance
    agreement = similarity.agreement
  }

  /// An upper bound of the score.
  var greatest: Double { max(0, nearness) + max(0, rating == nil ? 0 : agreement) }

  /// The mean score for the liked places, and the distance from the nearest one.
  func scoreAndDistance(of slot: Int) -> (score: Double, distance: Double) {
    let place = source.coordinate(slot)
    let own = rating?(slot) ?? .nan
    var sum = 0.0
    var least = Double.infinity
    for (coordinate, rating) in liked {
      let distance = coordinate.distance(to: place)
      least = min(least, distance)
      sum += nearness / (1 + distance / halfDistance)
      let difference = abs(own - rating)
      if !difference.isNaN { sum += agreement / (1 + difference) }
    }
    return (sum / Double(liked.count), least)
  }
}

/// A candidate with its similarity.
private struct Similar {
  var score: Double
  var distance: Double
  var tag: Int
  var slot: Int

  func precedes(_ other: Similar) -> Bool {
    if score != other.score { return score > other.score }
    return (distance, tag) < (other.distance, other.tag)
  }
}

/// The most similar places: at most twice the limit are kept, so that each takes amortized O(log
/// k).
private struct BestSimilar {
  private let limit: Int
  private var kept: [Similar] = []
  private var least = -Double.infinity

  init(limit: Int) { self.limit = limit }

  func mayKeep(_ score: Double) -> Bool { score >= least }

  mutating func offer(_ similar: Similar) {
    guard mayKeep(similar.score) else { return }
    kept.append(similar)
    guard limit < 1 << 40, kept.count >= 2 * limit + 64 else { return }
    kept = Array(sorted())
    least = kept.last?.score ?? least
  }

  func sorted() -> ArraySlice<Similar> {
    kept.sorted { $0.precedes($1) }.prefix(limit)
  }
}
