public import CairnGeodesy
public import CairnIndex

extension Gazetteer {
  /// The places within a distance of a centre, nearest first.
  ///
  /// Cities and airports count, and ``destinations`` only where their kind is asked for: an island
  /// or a country is not near the coordinate of its label but around it.
  ///
  /// ```swift
  /// let eiffelTower = Coordinate(latitude: 48.8584, longitude: 2.2945)
  /// Gazetteer.embedded.places(within: 20_000, of: eiffelTower, kind: .airport)
  /// ```
  ///
  /// - Parameters:
  ///   - radius: metres on the mean sphere; the edge is included.
  ///   - center: where to look.
  ///   - kind: only places of this kind, if given.
  /// - Returns: the places with their distances in metres and their positions in ``places``, or in
  ///   ``destinations``.
  public func places(
    within radius: Double, of center: Coordinate, kind: Place.Kind? = nil
  ) -> [Neighbor<Place>] {
    neighbors(index(of: kind).within(radius, of: center))
  }

  /// The places nearest to a centre, nearest first; destinations only where their kind is asked
  /// for.
  ///
  /// - Parameters:
  ///   - center: where to look.
  ///   - count: how many places at most; 0 or less gives an empty list.
  ///   - radius: metres beyond which nothing is wanted; the edge is included.
  ///   - kind: only places of this kind, if given.
  /// - Returns: the places with their distances in metres and their positions in ``places``, or in
  ///   ``destinations``.
  public func places(
    nearestTo center: Coordinate, count: Int, within radius: Double = .infinity,
    kind: Place.Kind? = nil
  ) -> [Neighbor<Place>] {
    neighbors(index(of: kind).nearest(to: center, count: count, within: radius))
  }

  /// The index over the cities and airports, or over all places of a kind.
  ///
  /// Its elements are positions in ``places``, or in ``destinations``. It is built at the first use
  /// and kept. Ask it where a place itself is not needed, as for a count.
  ///
  /// - Parameter kind: one of the kinds that `Place.Kind` names, or `nil` for cities and airports;
  ///   the index of another kind is empty.
  /// - Returns: the index, the same one each time.
  public func index(of kind: Place.Kind? = nil) -> PlaceIndex<Int> { indexOfKind(kind) }

  /// Builds the index over the cities and airports, or over all places of a kind.
  package func makeIndex(of kind: Place.Kind?) -> PlaceIndex<Int> {
    let positions: [Int]
    switch kind {
    case nil: positions = Array(places.indices)
    case .airport?: positions = Array(airports.indices)
    case .city?, .town?:
      positions = (Array(cities.indices) + Array(destinations.indices)).filter {
        self.kind(ofRow: $0) == kind
      }
    case let kind?: positions = destinations.indices.filter { self.kind(ofRow: $0) == kind }
    }
    do {
      return try PlaceIndex(positions) { tables.coordinates[$0] }
    } catch {
      preconditionFailure("An embedded place has no valid coordinate: \(error)")
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

/// The indexes over the embedded places, each built when it is first asked for.
internal enum EmbeddedIndexes {
  private static let all = Gazetteer.embedded.makeIndex(of: nil)
  private static let cities = Gazetteer.embedded.makeIndex(of: .city)
  private static let airports = Gazetteer.embedded.makeIndex(of: .airport)
  private static let towns = Gazetteer.embedded.makeIndex(of: .town)
  private static let countries = Gazetteer.embedded.makeIndex(of: .country)
  private static let regions = Gazetteer.embedded.makeIndex(of: .region)
  private static let islands = Gazetteer.embedded.makeIndex(of: .island)
  private static let landmarks = Gazetteer.embedded.makeIndex(of: .landmark)
  private static let none = Gazetteer.embedded.makeIndex(of: .unspecified)

  static func index(of kind: Place.Kind?) -> PlaceIndex<Int> {
    switch kind {
    case nil: all
    case .city?: cities
    case .airport?: airports
    case .town?: towns
    case .country?: countries
    case .region?: regions
    case .island?: islands
    case .landmark?: landmarks
    case _?: none
    }
  }
}
