internal import CairnCountries
internal import CairnCountrySearch
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex

/// What a question asks of places, as far as it decides which of a file's points can be in its
/// answer.
struct PlaceQuestion {
  /// Points here are wanted, however many there are.
  var area: Area?
  /// So many of the nearest to a centre are wanted, wherever they are.
  var nearest: (center: Coordinate, count: Int)?
  var filter: PlaceFilter
  /// Whether no more is asked than how many points are in the area.
  var countsOnly = false
}

/// Keeps of a file's points, while they are read, those that can be in the answer to a question.
///
/// What it keeps is searched as the whole file would be, so that the answer is the same; it may
/// keep some too many.
struct PlaceSift {
  /// What becomes of a point.
  enum Fate {
    /// It is in no answer.
    case left
    /// It is in the answer, of which no more than a number is wanted.
    case counted
    /// It may be in the answer; what it is called is wanted, unless it is to be counted.
    case kept
  }

  private let question: PlaceQuestion
  private let country: CountryRegion?
  /// The area, where it is one that is searched by more than its box.
  private let region: (any PlaceRegion)?
  /// What is within the width of the path, and within a little more.
  private let corridors: (exact: PathCorridor, wide: PathCorridor)?
  private let areaBox: BoundingBox
  /// The distances of the nearest points so far.
  private var nearest: SmallestNumbers
  /// How far the nearest points are at most that the reader has been told of.
  private var toldReach = Double.infinity

  /// Distances may be measured in two ways, which agree within far less than these metres.
  private static let slack = 1.0

  init(_ question: PlaceQuestion) {
    self.question = question
    country = question.filter.country?.region
    nearest = SmallestNumbers(count: question.nearest?.count ?? 0)
    switch question.area {
    case .region(let area)?:
      areaBox = area.boundingBox
      region = area is BoundingBox ? nil : area
      corridors = nil
    case .disc(let center, let radius)?:
      areaBox = Cap(center: center, radius: radius + Self.slack).boundingBox
      region = nil
      corridors = nil
    case .path(let path, let width)?:
      let index = PathIndex(path)
      let wide = PathCorridor(within: width + Self.slack, of: index)
      areaBox = path.boundingBox.expanded(byMetres: width + Self.slack)
      region = wide
      corridors = (PathCorridor(within: width, of: index), wide)
    case nil:
      areaBox = .empty
      region = nil
      corridors = nil
    }
  }

  /// Which points the reader may give; all others it may pass over.
  var sieve: PlaceSieve {
    mutating get {
      toldReach = reach
      var box = areaBox
      if let center = question.nearest?.center {
        // The one lies in the other where both have a centre.
        box = box.union(Cap(center: center, radius: reach).boundingBox)
      }
      if let country { box = box.intersection(country.boundingBox) }
      switch (question.nearest == nil ? region : nil, country) {
      case (nil, nil): return PlaceSieve(box)
      case (nil, let country?): return PlaceSieve(box) { country.contains($0) }
      case (let region?, nil): return PlaceSieve(box) { region.contains($0) }
      case (let region?, let country?):
        return PlaceSieve(box) { region.contains($0) && country.contains($0) }
      }
    }
  }

  /// Whether the reader may pass over far more than it has been told.
  var hasNews: Bool { question.nearest != nil && reach < 0.7 * toldReach }

  /// How far away a point may be to be among the nearest.
  private var reach: Double { nearest.greatest + Self.slack }

  /// Judges a point.
  ///
  /// - Parameters:
  ///   - place: where it is.
  ///   - passes: whether it is of the kind and the country that are wanted, as far as its own words
  ///     decide that; nil where that cannot be told yet.
  ///   - isExact: whether what is in an area is decided by the point alone.
  /// - Returns: what becomes of it, and how far it is from the centre of what has one.
  mutating func judge(
    _ place: Coordinate, passes: Bool?, isExact: Bool
  ) -> (fate: Fate, distance: Double) {
    guard passes ?? true, place.isValid, country?.contains(place) ?? true else {
      return (.left, .infinity)
    }
    if question.countsOnly, isExact, passes != nil {
      return (contains(place) ? .counted : .left, .infinity)
    }
    let isInside = question.area.map { mayContain(place, $0) } ?? false
    guard let center = question.nearest?.center else { return (isInside ? .kept : .left, 0) }
    let distance = center.distance(to: place)
    // Of what cannot be told, none makes another one superfluous.
    guard passes != nil else { return (.kept, 0) }
    let isNear = distance <= reach
    if isNear { nearest.insert(distance) }
    return (isInside || isNear ? .kept : .left, isInside ? 0 : distance)
  }

  /// Whether a point that was kept with a distance is still wanted.
  func keeps(_ distance: Double) -> Bool { question.nearest == nil || distance <= reach }

  private func mayContain(_ place: Coordinate, _ area: Area) -> Bool {
    switch area {
    case .region(let region): region.contains(place)
    case .disc(let center, let radius): center.distance(to: place) <= radius + Self.slack
    case .path: corridors?.wide.contains(place) ?? false
    }
  }

  /// Whether a point is in the area, as an index decides it.
  private func contains(_ place: Coordinate) -> Bool {
    switch question.area {
    case .region(let region)?: region.contains(place)
    case .disc(let center, let radius)?: center.distance(to: place) <= radius
    case .path?: corridors?.exact.contains(place) ?? false
    case nil: false
    }
  }
}

/// The smallest of many numbers, so many as are wanted.
struct SmallestNumbers {
  private let wanted: Int
  /// A heap with the greatest in front.
  private var numbers: [Double] = []

  init(count: Int) { wanted = count }

  /// The greatest of them; infinity while there are fewer than wanted.
  var greatest: Double { numbers.count < wanted ? .infinity : numbers.first ?? -.infinity }

  /// Takes a number that may be one of them.
  mutating func insert(_ number: Double) {
    if numbers.count < wanted {
      numbers.append(number)
      var child = numbers.count - 1
      while child > 0, numbers[(child - 1) / 2] < numbers[child] {
        numbers.swapAt((child - 1) / 2, child)
        child = (child - 1) / 2
      }
    } else if let first = numbers.first, number < first {
      numbers[0] = number
      var parent = 0
      while 2 * parent + 1 < numbers.count {
        var child = 2 * parent + 1
        if child + 1 < numbers.count, numbers[child] < numbers[child + 1] { child += 1 }
        guard numbers[parent] < numbers[child] else { break }
        numbers.swapAt(parent, child)
        parent = child
      }
    }
  }
}
