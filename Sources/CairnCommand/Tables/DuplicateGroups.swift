internal import CairnGeodesy
internal import CairnIndex

/// Places within a distance of each other, of which one is kept.
///
/// The places are taken in an order of preference. A place is kept unless it is within the distance
/// of one that is kept already; every other place belongs to the nearest kept place, and to the
/// earlier one of two at the same distance. So no two kept places are within the distance of each
/// other, each place that is not kept is within the distance of a kept one, and a chain of places,
/// each near the next, does not become one group.
struct DuplicateGroups {
  /// For each place the one that is kept in its stead; itself if it is kept.
  private(set) var keepers: [Int]
  /// The distance to that place in meters.
  private(set) var distances: [Double]

  /// Groups places.
  ///
  /// - Parameters:
  ///   - coordinates: the positions; a place with an invalid position is kept.
  ///   - radius: the distance in meters, inclusive.
  ///   - order: all places, the preferred first.
  ///   - keys: a text per place; only places with equal texts belong together. Empty if all may.
  /// - Throws: ``PlaceIndexError`` if there are more places than an index can contain.
  /// - Complexity: O(*n* log *n*): a place has a bounded number of kept places within the distance.
  init(
    _ coordinates: [Coordinate], within radius: Double, order: [Int], keys: [String] = []
  ) throws(PlaceIndexError) {
    keepers = Array(coordinates.indices)
    distances = Array(repeating: 0, count: coordinates.count)
    var groups: [String: [Int]] = [:]
    for place in order { groups[keys.isEmpty ? "" : keys[place], default: []].append(place) }
    for places in groups.values where places.count > 1 {
      let index = try PlaceIndex(
        skippingInvalid: places.indices, coordinate: { coordinates[places[$0]] })
      var isTaken = Array(repeating: false, count: places.count)
      for (rank, place) in places.enumerated() where !isTaken[rank] {
        guard coordinates[place].isValid else { continue }
        for found in index.within(radius, of: coordinates[place], order: .unspecified)
        where found.element > rank || isTaken[found.element] {
          let other = places[found.element]
          guard !isTaken[found.element] || found.distance < distances[other] else { continue }
          isTaken[found.element] = true
          keepers[other] = place
          distances[other] = found.distance
        }
      }
    }
  }

  /// The places in each group: by kept place, the places that it replaces, in the order of the
  /// rows.
  var members: [Int: [Int]] {
    var members: [Int: [Int]] = [:]
    for (place, keeper) in keepers.enumerated() where keeper != place {
      members[keeper, default: []].append(place)
    }
    return members
  }
}
