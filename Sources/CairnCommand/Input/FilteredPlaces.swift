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
  ///
  /// - Parameters:
  ///   - area: the area.
  ///   - limit: the maximum number of places, the first ones in this order. The others are not
  ///     kept; along a path they are, since the caller orders them.
  /// - Returns: the places.
  /// - Throws: the error of the index.
  func places(in area: Area, limit: Int = .max) throws(Index.Failure) -> [Found] {
    switch area {
    case .disc(let center, let radius):
      return try nearest(to: center, count: limit, within: radius)
    case .path(let path, let width):
      return try index.within(width, of: path, where: isIncluded ?? { _ in true }).map(found)
    case .region(let region):
      guard let isIncluded else {
        var found: [Found] = []
        for key in try index.keys(in: region, limit: limit) {
          found.append(Found(handle: handle(try index._element(key)), offset: key))
        }
        return found
      }
      var kept = BinaryHeap<LastFirst>()
      try index.forEach(in: region) { offset, element in
        guard kept.count < limit || offset < kept.first?.found.offset ?? 0, isIncluded(element)
        else { return }
        let next = LastFirst(found: Found(handle: handle(element), offset: offset))
        if kept.count < limit { kept.insert(next) } else { kept.replaceFirst(next) }
      }
      var found: [Found] = []
      while let next = kept.removeFirst() { found.append(next.found) }
      return found.reversed()
    }
  }

  /// A place that leaves a heap before those of smaller offsets.
  private struct LastFirst: HeapElement {
    let found: Found

    static func precedes(_ a: LastFirst, _ b: LastFirst) -> Bool {
      a.found.offset > b.found.offset
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
