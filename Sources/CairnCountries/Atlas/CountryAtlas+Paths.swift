public import CairnGeodesy

/// A position on a path.
public struct PathPosition: Hashable, Sendable {
  /// Meters along the path from its first vertex, on the mean sphere.
  public let distance: Double
  /// The edge: 0 for the one from the first vertex to the second.
  public let edge: Int
  /// The fraction of the edge before the position: 0 at its start, 1 at its end.
  ///
  /// It can be used to interpolate between the times of the two vertices.
  public let fraction: Double
  /// The place.
  public let coordinate: Coordinate

  /// Creates a position.
  ///
  /// - Parameters:
  ///   - distance: meters along the path from its first vertex, on the mean sphere.
  ///   - edge: the edge: 0 for the one from the first vertex to the second.
  ///   - fraction: the fraction of the edge before the position: 0 at its start, 1 at its end.
  ///   - coordinate: the place.
  public init(distance: Double, edge: Int, fraction: Double, coordinate: Coordinate) {
    self.distance = distance
    self.edge = edge
    self.fraction = fraction
    self.coordinate = coordinate
  }
}

/// The part of a path within one country.
public struct CountryStay: Hashable, Sendable {
  /// The country.
  public let country: Country
  /// The point at which the path enters the country, or the start of the path.
  public let entry: PathPosition
  /// The point at which the path leaves the country, or the end of the path.
  public let exit: PathPosition

  /// Creates a stay.
  ///
  /// - Parameters:
  ///   - country: the country.
  ///   - entry: the point at which the path enters the country, or the start of the path.
  ///   - exit: the point at which the path leaves the country, or the end of the path.
  public init(country: Country, entry: PathPosition, exit: PathPosition) {
    self.country = country
    self.entry = entry
    self.exit = exit
  }

  /// The length of the stay in meters.
  public var length: Double { exit.distance - entry.distance }
}

extension CountryAtlas {
  /// The countries that a path passes through, in order.
  ///
  /// A country that is entered twice is listed twice. Parts on the high seas are omitted, so one
  /// stay may end before the next begins.
  ///
  /// ```swift
  /// let path = GeoPath([basel, paris, bordeaux, madrid, lisbon])
  /// atlas.countries(along: path).map(\.country)   // CH, FR, ES, PT
  /// ```
  ///
  /// A road along a border would change sides repeatedly. A part shorter than `shortest` is
  /// therefore merged into the part before it, or at the start into the part after it; the longest
  /// part is never merged.
  ///
  /// Entries and exits are accurate to a meter, as determined by ``country(at:)``. A corner of a
  /// country may be missed if less than ten meters of the path are in it.
  ///
  /// - Parameters:
  ///   - path: a path whose edges are great circles. If a vertex is not valid, there are no stays.
  ///   - shortest: meters; 0 for every crossing. NaN and negative numbers count as 0.
  /// - Returns: the stays in order; for a path with one vertex the country there, if any.
  /// - Complexity: O(*n* + *k* log *b*) for *n* vertices and *b* lines of boundaries. The number of
  ///   steps *k* is small except for paths along a border, where it is one per ten meters.
  public func countries(along path: GeoPath, shortest: Double = 300) -> [CountryStay] {
    guard let walk = PathWalk(path) else { return [] }
    let parts = CrossingSearch(atlas: self, walk: walk).parts()
    return stays(parts.joined(shortest: shortest, end: walk.length), walk)
  }

  /// Converts parts of a path to stays; parts in no country are omitted.
  private func stays(_ parts: [PathPart], _ walk: PathWalk) -> [CountryStay] {
    parts.enumerated().compactMap { number, part in
      guard part.letters != 0 else { return nil }
      let end = number + 1 < parts.count ? parts[number + 1].start : walk.length
      return CountryStay(
        country: Country(letters: part.letters), entry: walk.position(at: part.start),
        exit: walk.position(at: end))
    }
  }
}

/// A path parametrized by the distance along it.
private struct PathWalk {
  let coordinates: [Coordinate]
  /// The distance of each vertex along the path.
  let distances: [Double]

  /// Measures the edges; nil for a path without vertices and for an invalid one.
  init?(_ path: GeoPath) {
    guard let first = path.coordinates.first,
      path.coordinates.allSatisfy({ $0.isValid })
    else { return nil }
    coordinates = path.coordinates
    var distances = [0.0]
    distances.reserveCapacity(coordinates.count)
    var last = first
    var sum = 0.0
    for coordinate in coordinates.dropFirst() {
      sum += last.distance(to: coordinate)
      distances.append(sum)
      last = coordinate
    }
    self.distances = distances
  }

  var length: Double { distances[distances.count - 1] }

  func position(at distance: Double) -> PathPosition {
    // Finds the last vertex at or before the distance.
    var low = 0
    var high = distances.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if distances[middle] <= distance { low = middle } else { high = middle }
    }
    return position(at: distance, edge: low)
  }

  /// The position at a distance on a known edge.
  func position(at distance: Double, edge: Int) -> PathPosition {
    let lastEdge = distances.count - 2
    guard edge <= lastEdge else {
      // The end of the path is on the last edge; a path with one vertex has none.
      return PathPosition(
        distance: length, edge: max(lastEdge, 0), fraction: lastEdge < 0 ? 0 : 1,
        coordinate: coordinates[distances.count - 1])
    }
    let fraction = (distance - distances[edge]) / (distances[edge + 1] - distances[edge])
    let coordinate =
      fraction <= 0
      ? coordinates[edge]
      : coordinates[edge].interpolated(to: coordinates[edge + 1], fraction: fraction)
    return PathPosition(
      distance: distance, edge: edge, fraction: max(fraction, 0), coordinate: coordinate)
  }
}

/// A part of a path in one country or in none, up to the start of the next part.
private struct PathPart {
  /// Meters along the path.
  var start: Double
  /// The letters of the country, 0 for none.
  var letters: UInt16
}

/// A walk along a path in steps as long as the distance to the nearest boundary (sphere tracing).
///
/// No boundary is nearer than that, so none is stepped over. If one is nearer than ten meters, the
/// step is ten meters long.
///
/// Source: J. C. Hart, "Sphere tracing", The Visual Computer 12 (1996), doi:10.1007/s003710050084.
private struct CrossingSearch {
  let atlas: CountryAtlas
  let walk: PathWalk

  private static let shortestStep = 10.0
  private static let accuracy = 0.5

  /// The parts of the path; neighboring parts have different owners.
  func parts() -> [PathPart] {
    let letters = atlas.letters
    let borders = atlas.borders
    let filter = ArcFilter(letters: letters, known: nil)
    func owner(_ place: Coordinate) -> UInt16 { letters[atlas.area(at: place)] }
    var place = walk.coordinates[0]
    var parts = [PathPart(start: 0, letters: owner(place))]
    var distance = 0.0
    var edge = 0
    while distance < walk.length {
      let rest = walk.length - distance
      let free = borders.nearest(to: place.normalized, within: rest, where: filter)?.distance
      guard let free else { break }
      // One millimeter less, because of the error of the distance.
      let next = min(distance + max(free - 0.001, Self.shortestStep), walk.length)
      while edge + 1 < walk.distances.count, walk.distances[edge + 1] <= next { edge += 1 }
      place = walk.position(at: next, edge: edge).coordinate
      let letters = owner(place)
      if letters != parts[parts.count - 1].letters {
        let start = crossing(distance, next) { owner($0) == letters }
        parts.append(PathPart(start: start, letters: letters))
      }
      distance = next
    }
    return parts
  }

  /// The first position between two others at which a condition is true that is true at the second.
  private func crossing(
    _ before: Double, _ behind: Double, _ holds: (Coordinate) -> Bool
  ) -> Double {
    var (low, high) = (before, behind)
    while high - low > Self.accuracy {
      let middle = (low + high) / 2
      if holds(walk.position(at: middle).coordinate) { high = middle } else { low = middle }
    }
    return high
  }
}

extension [PathPart] {
  /// The parts that are long enough, merged so that neighbors have different owners; each starts
  /// where the one before it ends.
  ///
  /// - Parameters:
  ///   - shortest: meters; the longest part always counts as long enough.
  ///   - end: the end of the last part.
  /// - Returns: at least one part, the first from 0 on.
  fileprivate func joined(shortest: Double, end: Double) -> [PathPart] {
    let ends = dropFirst().map { $0.start } + [end]
    let lengths = zip(self, ends).map { $1 - $0.start }
    let least = Swift.min(shortest.isNaN ? 0 : shortest, lengths.max() ?? 0)
    var kept: [PathPart] = []
    for (part, length) in zip(self, lengths) where length >= least {
      if kept.last?.letters == part.letters { continue }
      kept.append(PathPart(start: kept.isEmpty ? 0 : part.start, letters: part.letters))
    }
    return kept
  }
}
