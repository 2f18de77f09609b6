internal import CairnCountrySearch
internal import CairnGeodesy
internal import CairnIndex

/// The places of an index that pass a filter: the queries of ``PlaceSource``, written once for
/// indexes in memory and in a file.
struct FilteredPlaces<Index: SearchablePlaces> where Index.Key == Int {
  typealias Found = PlaceSource.Found

  let index: Index
  /// The predicate; nil if all places pass.
  let isIncluded: ((Index.Element) -> Bool)?
  /// Returns the reference to a place that is kept in a result.
  let handle: (Index.Element) -> PlaceSource.Handle

  /// The nearest places, nearest first; with a country only those in it, for which the index skips
  /// nodes outside of it.
  func nearest(
    to center: Coordinate, count: Int, within radius: Double, in country: CountryRegion? = nil
  ) throws(Index.Failure) -> [Found] {
    guard let country else {
      guard let isIncluded else {
        return try index.nearest(to: center, count: count, within: radius).map(found)
      }
      return try index.nearest(to: center, count: count, within: radius, where: isIncluded)
        .map(found)
    }
    var found: [Found] = []
    var nearest = index.nearest(to: center, in: country).makeIterator()
    while found.count < count, let neighbor: Index.Neighbor = try nearest.next(),
      neighbor.distance <= radius
    {
      if isIncluded?(neighbor.element) ?? true { found.append(self.found(neighbor)) }
    }
    return found
  }

  /// The places in an area: by distance if the area is a disc or a path, otherwise in the order of
  /// the input.
  func places(in area: Area) throws(Index.Failure) -> [Found] {
    switch area {
    case .disc(let center, let radius):
      return try nearest(to: center, count: .max, within: radius)
    case .path(let path, let width):
      return try index.within(width, of: path, where: isIncluded ?? { _ in true }).map(found)
    case .region(let region):
      var found: [Found] = []
      try index.forEach(in: region) { offset, element in
        guard isIncluded?(element) ?? true else { return }
        found.append(Found(handle: handle(element), offset: offset))
      }
      return found.sorted { $0.offset < $1.offset }
    }
  }

  /// The number of places in an area; without a filter, whole nodes of the index are counted.
  func count(in area: Area) throws(Index.Failure) -> Int {
    switch (area, isIncluded) {
    case (.disc(let center, let radius), nil):
      try index.count(within: radius, of: center)
    case (.disc(let center, let radius), let isIncluded?):
      try index.count(within: radius, of: center, where: isIncluded)
    case (.path(let path, let width), nil): try index.count(within: width, of: path)
    case (.path(let path, let width), let isIncluded?):
      try index.count(within: width, of: path, where: isIncluded)
    case (.region(let region), nil): try index.count(in: region)
    case (.region(let region), let isIncluded?):
      try index.count(in: region, where: isIncluded)
    }
  }

  private func found(_ neighbor: Index.Neighbor) -> Found {
    Found(handle: handle(neighbor.element), offset: neighbor.key, distance: neighbor.distance)
  }
}
