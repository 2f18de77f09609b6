public import CairnGeodesy
public import CairnIndex

extension Gazetteer {
  /// The places within a distance of a centre, nearest first.
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
  /// - Returns: the places with their distances in metres and their positions in ``places``.
  public func places(
    within radius: Double, of center: Coordinate, kind: Place.Kind? = nil
  ) -> [Neighbor<Place>] {
    neighbors(index(of: kind).within(radius, of: center))
  }

  /// The places nearest to a centre, nearest first.
  ///
  /// - Parameters:
  ///   - center: where to look.
  ///   - count: how many places at most; 0 or less gives an empty list.
  ///   - radius: metres beyond which nothing is wanted; the edge is included.
  ///   - kind: only places of this kind, if given.
  /// - Returns: the places with their distances in metres and their positions in ``places``.
  public func places(
    nearestTo center: Coordinate, count: Int, within radius: Double = .infinity,
    kind: Place.Kind? = nil
  ) -> [Neighbor<Place>] {
    neighbors(index(of: kind).nearest(to: center, count: count, within: radius))
  }

  /// The index over all places or those of a kind; its elements are positions in ``places``.
  ///
  /// It is built at the first use and kept. Ask it where a place itself is not needed, as for a
  /// count.
  ///
  /// - Parameter kind: `.city`, `.airport`, or `nil` for all; the index of another kind is empty.
  /// - Returns: the index, the same one each time.
  public func index(of kind: Place.Kind? = nil) -> PlaceIndex<Int> {
    switch kind {
    case nil: EmbeddedIndexes.all
    case .city?: EmbeddedIndexes.cities
    case .airport?: EmbeddedIndexes.airports
    case _?: EmbeddedIndexes.none
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
private enum EmbeddedIndexes {
  static let all = index(of: Gazetteer.embedded.places.indices)
  static let cities = index(of: Gazetteer.embedded.cities.indices)
  static let airports = index(of: Gazetteer.embedded.airports.indices)
  static let none = index(of: 0..<0)

  private static func index(of positions: Range<Int>) -> PlaceIndex<Int> {
    let coordinates = Gazetteer.embedded.tables.coordinates
    do {
      return try PlaceIndex(positions) { coordinates[$0] }
    } catch {
      preconditionFailure("An embedded place has no valid coordinate: \(error)")
    }
  }
}
