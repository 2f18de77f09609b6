public import CairnGeodesy
public import CairnIndex
internal import CairnMemory

/// The set of places that an index contains.
internal enum IndexedPlaces: Hashable, Sendable {
  /// The places of a kind, or those that a search without a kind considers.
  case kind(Place.Kind?)
  /// The cities and their districts; with the airports and towns if `others` is true.
  case citiesByDistrict(others: Bool)
}

extension Gazetteer {
  /// The places within a distance of a center, nearest first.
  ///
  /// Considers cities and airports with scheduled service. Every other kind is only found if you
  /// ask for it: ``destinations``, since an island or a country is not near the coordinate of its
  /// label but around it; districts; and aerodromes, which include all airports.
  ///
  /// Distances are measured to the places' own coordinates and determine the order, with one
  /// exception: if a district is nearer to the center than every other city, town and district, the
  /// center is inside the city of that district, and the city is listed in the district's position.
  /// So Paris is first at the Eiffel Tower, although the centers of smaller cities are nearer. The
  /// city is not listed if its own coordinate is outside of the radius. Pass the kind `district` to
  /// get the districts themselves, whose `locality` is their city.
  ///
  /// ```swift
  /// let eiffelTower = Coordinate(latitude: 48.8584, longitude: 2.2945)
  /// Gazetteer.embedded.places(within: 20_000, of: eiffelTower, kind: .airport)
  /// ```
  ///
  /// - Parameters:
  ///   - radius: meters on the mean sphere to the places' own coordinates, inclusive.
  ///   - center: the center of the search.
  ///   - kind: only places of this kind, if given.
  /// - Returns: the places with their distances in meters and their positions in ``places``, in
  ///   ``aerodromes`` or in ``destinations``.
  public func places(
    within radius: Double, of center: Coordinate, kind: Place.Kind? = nil
  ) -> [Neighbor<Place>] {
    neighbors(positions(nearestTo: center, count: .max, within: radius, kind: kind))
  }

  /// The places nearest to a center, nearest first, as ``places(within:of:kind:)`` finds them.
  ///
  /// ```swift
  /// let shibuya = Coordinate(latitude: 35.6595, longitude: 139.7005)
  /// let world = Gazetteer.embedded
  /// world.places(nearestTo: shibuya, count: 1, kind: .city)      // Tokyo
  /// world.places(nearestTo: shibuya, count: 1, kind: .district)  // Shibuya
  /// ```
  ///
  /// - Parameters:
  ///   - center: the center of the search.
  ///   - count: the maximum number of places; 0 or less returns an empty array.
  ///   - radius: the maximum distance in meters, inclusive.
  ///   - kind: only places of this kind, if given.
  /// - Returns: the places with their distances in meters and their positions in ``places``, or in
  ///   ``destinations``.
  public func places(
    nearestTo center: Coordinate, count: Int, within radius: Double = .infinity,
    kind: Place.Kind? = nil
  ) -> [Neighbor<Place>] {
    neighbors(positions(nearestTo: center, count: count, within: radius, kind: kind))
  }

  /// The positions of the places found by ``places(nearestTo:count:within:kind:)`` among those that
  /// a closure accepts.
  ///
  /// - Complexity: O(log n + k) for k places found; the first calls take O(n), until one builds an
  ///   index.
  package func positions(
    nearestTo center: Coordinate, count: Int, within radius: Double, kind: Place.Kind?,
    where isIncluded: ((Int) -> Bool)? = nil
  ) -> [Neighbor<Int>] {
    guard count > 0 else { return [] }
    var found = indexes.nearest(
      to: center, count: count, within: radius, among: .kind(kind), in: self, where: isIncluded)
    guard kind == nil || kind == .city,
      let (city, nearest) = city(around: center, among: kind, where: isIncluded)
    else { return found }
    let distance = center.distance(to: tables.coordinates[city])
    guard distance <= radius else { return found }
    found.removeAll { $0.element == city }
    let place = found.firstIndex { $0.distance > nearest } ?? found.endIndex
    found.insert(Neighbor(element: city, offset: city, distance: distance), at: place)
    return Array(found.prefix(count))
  }

  /// The city whose district is nearer to a center than every other city, district or town.
  ///
  /// - Returns: the row of the city and the distance of the district in meters, or `nil` if the
  ///   nearest is not a district.
  private func city(
    around center: Coordinate, among kind: Place.Kind?, where isIncluded: ((Int) -> Bool)?
  ) -> (row: Int, nearest: Double)? {
    let nearest = indexes.nearest(
      to: center, count: 1, within: .infinity, among: .citiesByDistrict(others: kind == nil),
      in: self
    ) { row in
      self.kind(ofRow: row) != .airport && isIncluded?(cityRow(ofRow: row)) ?? true
    }
    guard let nearest = nearest.first else { return nil }
    let row = cityRow(ofRow: nearest.element)
    return row == nearest.element ? nil : (row, nearest.distance)
  }

  /// The index of the cities and airports, or of all places of a kind, each at its coordinate.
  ///
  /// Its elements are positions in ``places``, ``aerodromes`` or ``destinations``. It is built on
  /// first use and cached. Query it directly if you do not need the place itself, for example for a
  /// count.
  ///
  /// - Parameter kind: one of the kinds named by `Place.Kind`, or `nil` for cities and airports
  ///   with scheduled service; the index of any other kind is empty. The kind `aerodrome` stands
  ///   for all airports.
  /// - Returns: the index, the same one on every call.
  public func index(of kind: Place.Kind? = nil) -> PlaceIndex<Int> {
    indexes.index(of: .kind(kind), in: self)
  }

  /// Builds the index of a set of places.
  internal func makeIndex(of places: IndexedPlaces) -> PlaceIndex<Int> {
    let (ranges, isIncluded) = rows(of: places)
    let positions = ranges.joined().filter { isIncluded?($0) ?? true }
    do {
      return try PlaceIndex(positions) { tables.coordinates[$0] }
    } catch {
      preconditionFailure("An embedded place has no valid coordinate: \(error)")
    }
  }

  /// The rows of a set of places: those of some ranges that pass a test, `nil` for all.
  internal func rows(
    of places: IndexedPlaces
  ) -> (ranges: [Range<Int>], isIncluded: ((Int) -> Bool)?) {
    let served = 0..<self.places.endIndex
    switch places {
    case .citiesByDistrict(let others):
      return (
        [served],
        {
          switch kind(ofRow: $0) {
          case .city, .district: true
          case .airport, .town: others
          default: false
          }
        }
      )
    case .kind(nil): return ([served], { kind(ofRow: $0) != .district })
    case .kind(.aerodrome?): return ([cityCount..<placeCount], nil)
    case .kind(.airport?): return ([cityCount..<served.upperBound], nil)
    case .kind(let kind?):
      return (
        [0..<cityCount, placeCount..<tables.coordinates.count], { self.kind(ofRow: $0) == kind }
      )
    }
  }

  private func neighbors(_ found: [Neighbor<Int>]) -> [Neighbor<Place>] {
    found.map { neighbor in
      Neighbor(
        element: place(at: neighbor.element), offset: neighbor.element,
        distance: neighbor.distance)
    }
  }
}

/// The indexes of a gazetteer, each built after a few queries.
///
/// Building an index takes as long as ``mostScans`` scans of all coordinates, so the first queries
/// scan: a process with a single query does not build an index, and no sequence of queries takes
/// more than twice the time of the better choice.
internal struct GazetteerIndexes: Sendable {
  private let indexes: [IndexedPlaces: Entry]
  /// The index of all other kinds, which have no places in any gazetteer.
  private let empty = Once<PlaceIndex<Int>>()

  private struct Entry: Sendable {
    let index = Once<PlaceIndex<Int>>()
    let scans = AtomicNumber(0)
  }

  /// The number of queries that scan.
  static let mostScans = 8
  /// The maximum number of places that a scan finds, since it inserts each into a sorted list.
  private static let mostScanned = 64

  init() {
    let kinds: [Place.Kind?] = [
      nil, .city, .district, .town, .airport, .aerodrome, .country, .region, .island, .landmark,
    ]
    let sets = kinds.map(IndexedPlaces.kind) + [true, false].map(IndexedPlaces.citiesByDistrict)
    indexes = Dictionary(uniqueKeysWithValues: sets.map { ($0, Entry()) })
  }

  func index(of places: IndexedPlaces, in gazetteer: Gazetteer) -> PlaceIndex<Int> {
    (indexes[places]?.index ?? empty) { gazetteer.makeIndex(of: places) }
  }

  /// The rows of a set nearest to a center, nearest first, then by row.
  func nearest(
    to center: Coordinate, count: Int, within radius: Double, among places: IndexedPlaces,
    in gazetteer: Gazetteer, where isIncluded: ((Int) -> Bool)? = nil
  ) -> [Neighbor<Int>] {
    if count <= Self.mostScanned, let entry = indexes[places], entry.index.existing == nil,
      entry.scans.value < Self.mostScans, entry.scans.add(1) < Self.mostScans
    {
      return gazetteer.scan(
        nearestTo: center, count: count, within: radius, among: places, where: isIncluded)
    }
    let index = index(of: places, in: gazetteer)
    let found =
      isIncluded.map { index.nearest(to: center, count: count, within: radius, where: $0) }
      ?? index.nearest(to: center, count: count, within: radius)
    return found.map { Neighbor(element: $0.element, offset: $0.element, distance: $0.distance) }
  }
}

extension Gazetteer {
  /// The rows of a set nearest to a center, found by comparing all of them.
  ///
  /// A row is compared by its latitude first, and its kind is read only if it is near enough.
  ///
  /// - Complexity: O(rows of the set), a fraction of a millisecond.
  internal func scan(
    nearestTo center: Coordinate, count: Int, within radius: Double, among places: IndexedPlaces,
    where isIncluded: ((Int) -> Bool)?
  ) -> [Neighbor<Int>] {
    guard center.isValid, count > 0 else { return [] }
    // No place is nearer than its difference in latitude; the margin exceeds all rounding.
    let metersPerDegree = Sphere.mean.radius * .pi / 180 * (1 - 1e-9)
    let (ranges, isOfSet) = rows(of: places)
    var found: [Neighbor<Int>] = []
    var reach = radius
    for row in ranges.joined() {
      let latitude = tables.coordinates.latitude(row)
      guard abs(latitude - center.latitude) * metersPerDegree <= reach else { continue }
      let distance = center.distance(to: tables.coordinates[row])
      // Of places at the same distance, the first row is kept.
      guard distance <= radius, found.count < count || distance < reach else { continue }
      guard isOfSet?(row) ?? true, isIncluded?(row) ?? true else { continue }
      if found.count == count { found.removeLast() }
      let place = found.firstIndex { $0.distance > distance } ?? found.endIndex
      found.insert(Neighbor(element: row, offset: row, distance: distance), at: place)
      if found.count == count, let last = found.last { reach = last.distance }
    }
    return found
  }
}
