public import CairnGeodesy

/// Keys in ascending order with their coordinates and offsets: what a database would hold.
@usableFromInline
internal struct GeohashColumn: Sendable {
  /// Keys, aligned to the top of 64 bits.
  private let keys: [UInt64]
  private let coordinates: [Coordinate]
  private let offsets: [Int]
  private let bitCount: Int

  /// Sorts coordinates by their cells of 64 bits, equal ones by offset.
  @usableFromInline
  init(_ places: [Coordinate]) throws(GeohashError) {
    let cells = try Geohash64.cells(of: places)
    let order = cells.indices.sorted { first, second in
      (cells[first].rawValue, first) < (cells[second].rawValue, second)
    }
    keys = order.map { cells[$0].rawValue }
    coordinates = order.map { places[$0] }
    offsets = order
    bitCount = 64
  }

  /// Takes keys that are in ascending order already.
  @usableFromInline
  init<Key: GeohashInteger>(
    sorted keys: [Key], _ places: [Coordinate]
  ) throws(GeohashError) {
    for (offset, (key, place)) in zip(keys, places).enumerated() {
      guard let cell = Key(place) else { throw .invalidCoordinate(offset: offset) }
      guard cell == key else { throw .foreignKey(offset: offset) }
      guard offset == 0 || keys[offset - 1] <= key else { throw .unsortedKey(offset: offset) }
    }
    self.keys = keys.map(\.leadingBits)
    coordinates = places
    offsets = Array(places.indices)
    bitCount = Key.bitCount
  }

  @usableFromInline
  var count: Int { keys.count }

  /// The first position whose key is not less than the bits.
  private func position(of bits: UInt64) -> Int {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < bits { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Calls the body with the offset and coordinate of each place whose key is in a range.
  private func forEachCandidate(
    of query: GeohashQuery, _ body: (Int, Coordinate) -> Void
  ) {
    for range in query.bits(ofKeysWith: bitCount) {
      var position = position(of: range.first)
      while position < keys.count, keys[position] <= range.last {
        body(offsets[position], coordinates[position])
        position += 1
      }
    }
  }

  /// The offsets of the places in a region, ascending.
  @usableFromInline
  func offsets(in query: GeohashQuery) -> [Int] {
    var found: [Int] = []
    forEachCandidate(of: query) { offset, coordinate in
      if query.matches(coordinate) { found.append(offset) }
    }
    return found.sorted()
  }

  /// The places within a distance, by distance and then by offset.
  @usableFromInline
  func hits(
    within radius: Double, of center: Coordinate, maximumRanges: Int
  ) -> [Hit] {
    var found: [Hit] = []
    let query = GeohashQuery(within: radius, of: center, maximumRanges: maximumRanges)
    forEachCandidate(of: query) { offset, coordinate in
      let distance = center.distance(to: coordinate)
      if distance <= radius { found.append(Hit(offset: offset, distance: distance)) }
    }
    return found.sorted(by: Hit.precedes)
  }

  /// How many places are within a distance.
  @usableFromInline
  func count(within radius: Double, of center: Coordinate, maximumRanges: Int) -> Int {
    var count = 0
    let query = GeohashQuery(within: radius, of: center, maximumRanges: maximumRanges)
    forEachCandidate(of: query) { _, coordinate in
      if center.distance(to: coordinate) <= radius { count += 1 }
    }
    return count
  }
}
