internal import CairnCountries
internal import CairnCountrySearch
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex

/// The part of a query that decides which points of a file it can match.
struct PlaceRequest {
  /// All points in this area match.
  var area: Area?
  /// The `count` points nearest to `center` match, wherever they are.
  var nearest: (center: Coordinate, count: Int)?
  var filter: PlaceCriteria
  /// Whether only the number of points in the area is wanted.
  var countsOnly = false
}

/// The area in which a query can match points of a file; it shrinks while nearer points are found.
///
/// The points in it are searched as the whole file would be, so the result is the same; it may
/// contain false positives.
struct QueryArea {
  /// The result for a point.
  enum Fate {
    /// The point cannot match and is dropped.
    case left
    /// The point matches a query that only counts.
    case counted
    /// The point may match and is kept with its properties.
    case kept
  }

  private let question: PlaceRequest
  private let country: CountryRegion?
  /// The area, if it is more than a box or a disc.
  private let region: (any PlaceRegion)?
  /// The corridor of the path, exact and widened by ``slack``.
  private let corridors: (exact: PathCorridor, wide: PathCorridor)?
  private let areaBox: BoundingBox
  /// The distances of the nearest points so far.
  private var nearest: SmallestNumbers
  /// The search radius when the reader was last given the area.
  private var passedReach = Double.infinity

  /// A margin in meters: distances are computed in two ways, which differ by much less.
  private static let slack = 1.0

  init(_ question: PlaceRequest) {
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
      areaBox = path.boundingBox.expanded(byMeters: width + Self.slack)
      region = wide
      corridors = (PathCorridor(within: width, of: index), wide)
    case nil:
      areaBox = .empty
      region = nil
      corridors = nil
    }
  }

  /// Returns the area for the reader, which may skip all points outside of it, and records its
  /// radius.
  mutating func nextFilter() -> BoundingBoxFilter {
    passedReach = reach
    var box = areaBox
    if let center = question.nearest?.center {
      // If the area is also a disc around the center, one box contains the other.
      box = box.union(Cap(center: center, radius: reach).boundingBox)
    }
    if let country { box = box.intersection(country.boundingBox) }
    switch (question.nearest == nil ? region : nil, country) {
    case (nil, nil): return BoundingBoxFilter(box)
    case (nil, let country?): return BoundingBoxFilter(box) { country.contains($0) }
    case (let region?, nil): return BoundingBoxFilter(box) { region.contains($0) }
    case (let region?, let country?):
      return BoundingBoxFilter(box) { region.contains($0) && country.contains($0) }
    }
  }

  /// Whether the search radius has shrunk enough to pass a new area to the reader.
  var hasNews: Bool { question.nearest != nil && reach < 0.7 * passedReach }

  /// The distance within which a point can still be among the nearest, in meters.
  private var reach: Double { nearest.greatest + Self.slack }

  /// Decides whether a point is kept.
  ///
  /// - Parameters:
  ///   - place: its coordinate.
  ///   - passes: whether its properties match the wanted kind and country; nil if that is not known
  ///     yet.
  ///   - isExact: whether the file has points only, so that points in an area can be counted at
  ///     once.
  /// - Returns: the result, and for a kept point the distance from the center in meters; 0 if the
  ///   point must be kept at any distance, or if there is no center.
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
    // An undecided point never evicts another.
    guard passes != nil else { return (.kept, 0) }
    let isNear = distance <= reach
    if isNear { nearest.insert(distance) }
    return (isInside || isNear ? .kept : .left, isInside ? 0 : distance)
  }

  /// Whether a point kept at a distance can still match.
  func keeps(_ distance: Double) -> Bool { question.nearest == nil || distance <= reach }

  private func mayContain(_ place: Coordinate, _ area: Area) -> Bool {
    switch area {
    case .region(let region): region.contains(place)
    case .disc(let center, let radius): center.distance(to: place) <= radius + Self.slack
    case .path: corridors?.wide.contains(place) ?? false
    }
  }

  /// Whether a point is in the area, decided as an index decides it.
  private func contains(_ place: Coordinate) -> Bool {
    switch question.area {
    case .region(let region)?: region.contains(place)
    case .disc(let center, let radius)?: center.distance(to: place) <= radius
    case .path?: corridors?.exact.contains(place) ?? false
    case nil: false
    }
  }
}

/// The `count` smallest of many numbers.
struct SmallestNumbers {
  private let wanted: Int
  /// A max-heap.
  private var numbers: [Double] = []

  init(count: Int) { wanted = count }

  /// The greatest of them; infinity while there are fewer than `count`.
  var greatest: Double { numbers.count < wanted ? .infinity : numbers.first ?? -.infinity }

  /// Inserts a number, if it is among the smallest.
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
