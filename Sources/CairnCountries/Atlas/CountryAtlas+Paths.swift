public import CairnGeodesy

/// A position on a path.
public struct PathPosition: Hashable, Sendable {
  /// Metres from the first vertex along the path, on the mean sphere.
  public let distance: Double
  /// The edge: 0 for the one from the first vertex to the second.
  public let edge: Int
  /// The part of the edge that lies before the position: 0 at its start, 1 at its end.
  ///
  /// A time between those of the two vertices follows from it.
  public let fraction: Double
  /// The place.
  public let coordinate: Coordinate
}

/// A part of a path in one country.
public struct CountryStay: Hashable, Sendable {
  /// The country.
  public let country: Country
  /// Where the path enters it, or the start of the path.
  public let entry: PathPosition
  /// Where the path leaves it, or the end of the path.
  public let exit: PathPosition

  /// The length of the stay in metres.
  public var length: Double { exit.distance - entry.distance }
}

extension CountryAtlas {
  /// The countries that a path goes through, in the order in which it does.
  ///
  /// A country that is entered twice is listed twice; parts on the high sea are left out, so that
  /// the exit of one stay may lie before the entry of the next.
  ///
  /// ```swift
  /// let path = GeoPath([basel, paris, bordeaux, madrid, lisbon])
  /// atlas.countries(along: path).map(\.country)   // CH, FR, ES, PT
  /// ```
  ///
  /// A road along a border would change sides again and again. What is shorter than `shortest`
  /// therefore counts as part of what comes before it, at the start of what follows; but the
  /// longest part is always one of its own.
  ///
  /// Entries and exits are right to a metre, by ``country(at:)``. A corner of a country may be
  /// missed when less than ten metres of the path lie in it.
  ///
  /// - Parameters:
  ///   - path: its edges are great circles. With a vertex that is not valid it has no stays.
  ///   - shortest: metres; 0 for every crossing. NaN and negative numbers count as 0.
  /// - Returns: the stays in order; of a path with one vertex the country there, if it lies in one.
  /// - Complexity: O(*n* + *k* log *b*) for *n* vertices and *b* lines of boundaries, *k* being
  ///   small but for paths along a border, where it is one in ten metres.
  public func countries(along path: GeoPath, shortest: Double = 300) -> [CountryStay] {
    guard let walk = PathWalk(path) else { return [] }
    let parts = CrossingSearch(atlas: self, walk: walk).parts()
    return stays(parts.joined(shortest: shortest, end: walk.length), walk)
  }

  /// Parts of a path as stays; those in no country are left out.
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

/// A path by the distance along it.
private struct PathWalk {
  let coordinates: [Coordinate]
  /// The distance of each vertex along the path.
  let distances: [Double]

  /// Measures the edges; nil for a path without vertices and for one that is not valid.
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
    // The last vertex that is not beyond it.
    var low = 0
    var high = distances.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if distances[middle] <= distance { low = middle } else { high = middle }
    }
    return position(at: distance, edge: low)
  }

  /// The position at a distance on the edge that is known to hold it.
  func position(at distance: Double, edge: Int) -> PathPosition {
    let lastEdge = distances.count - 2
    guard edge <= lastEdge else {
      // The end belongs to the last edge; a path with one vertex has none.
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

/// A part of a path with one owner, up to the start of the next.
private struct PathPart {
  /// Metres along the path.
  var start: Double
  /// The letters of the country, 0 for none.
  var letters: UInt16
}

/// Goes along a path in steps as long as the way to the nearest boundary (sphere tracing).
///
/// No boundary is nearer than that, so that none is stepped over. Where one is nearer than ten
/// metres, a step is ten metres long.
///
/// Source: J. C. Hart, "Sphere tracing", The Visual Computer 12 (1996), doi:10.1007/s003710050084.
private struct CrossingSearch {
  let atlas: CountryAtlas
  let walk: PathWalk

  private static let shortestStep = 10.0
  private static let accuracy = 0.5

  /// The parts of the path, neighbours with different owners.
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
      // A millimetre less, by which the distance may be wrong.
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

  /// Where between two positions a condition begins to hold that holds at the second.
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
  /// The parts that are long enough, neighbours with different owners; each begins where the one
  /// before it ends.
  ///
  /// - Parameters:
  ///   - shortest: metres; the longest part is long enough in any case.
  ///   - end: where the last part ends.
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
