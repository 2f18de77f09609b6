internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy

/// The counts of the features of a file.
struct FeatureCounts {
  /// The number of features read.
  private(set) var count = 0
  /// The number of positions in their geometries, and the box around them.
  private(set) var positionCount = 0
  var extent: BoundingBox { BoundingBox(holding: boxes) }
  /// The lowest and the highest elevation.
  private(set) var elevations: ClosedRange<Double>?
  /// The number of geometries of each kind, the largest number first.
  private(set) var kinds: [(name: String, count: Int)] = []
  /// The number of features in each country; nil for those in no country.
  ///
  /// Features without geometry are not counted.
  private(set) var countries: [(country: Country?, count: Int)] = []
  /// The number of features of each category; nil for those without one.
  private(set) var categories: [(name: String?, count: Int)] = []
  /// The property that holds the category.
  private(set) var categoryName: String?
  /// The number of features that could not be read, and the reasons of the first ones.
  private(set) var badCount = 0
  private(set) var badReasons: [(reason: String, count: Int, first: String)] = []

  private var kindCounts: [String: Int] = [:]
  /// The number of non-empty points, which are counted separately.
  private var pointCount = 0
  private var countryCounts: [Country?: Int] = [:]
  private var categoryCounts: [String?: Int] = [:]
  private var places: [Coordinate] = []
  private var boxes: [BoundingBox] = []
  private var positions: [Coordinate] = []

  /// The names of properties that may hold a category, the most specific first.
  private static let categoryNames = [
    "category", "kind", "type", "class", "fclass", "feature_code", "amenity", "sym",
  ]
  /// The maximum number of categories counted separately; all others are counted together.
  private static let categoryLimit = 100_000

  /// The atlas that looks up countries.
  private let atlas: CountryAtlas

  init(category: String?, atlas: CountryAtlas) {
    self.atlas = atlas
    categoryName = category
  }

  /// Whether the property for categories is known, or no property can be it.
  func isDecided(_ names: [String]) -> Bool {
    categoryName != nil || wantedProperties(of: names).isEmpty
  }

  /// The properties that may hold the category.
  func wantedProperties(of names: [String]) -> Set<String> {
    if let categoryName { return [categoryName] }
    return Set(names.filter { Self.categoryNames.contains($0.lowercased()) })
  }

  mutating func add(_ feature: GeoFeature) {
    count += 1
    if case .point(let position)? = feature.geometry, feature.geometry?.isEmptyPoint == false {
      // The most frequent case.
      takePoint(position)
    } else {
      kindCounts[feature.geometry?.name ?? "none", default: 0] += 1
      feature.geometry?.forEachPosition { add($0) }
      if let place = feature.firstCoordinate { places.append(place) }
    }
    if places.count == 1 << 14 { countCountries() }
    countCategory(feature)
  }

  /// Counts a point with the value of the category property.
  mutating func add(_ position: GeoFeature.Position, category: PropertyValue?) {
    count += 1
    takePoint(position)
    if places.count == 1 << 14 { countCountries() }
    countCategory(categoryName == nil ? nil : category?.cellText)
  }

  private mutating func takePoint(_ position: GeoFeature.Position) {
    pointCount += 1
    add(position)
    places.append(position.coordinate)
  }

  private mutating func add(_ position: GeoFeature.Position) {
    positionCount += 1
    positions.append(position.coordinate)
    if let meters = position.elevation, meters.isFinite {
      let range = elevations ?? meters...meters
      elevations = min(range.lowerBound, meters)...max(range.upperBound, meters)
    }
    if positions.count == 1 << 16 { mergePositions() }
  }

  private mutating func countCategory(_ feature: GeoFeature) {
    if categoryName == nil {
      let names = feature.properties.names
      categoryName =
        Self.categoryNames.lazy.compactMap { wanted in
          names.first { $0.lowercased() == wanted }
        }.first
    }
    countCategory(categoryName.flatMap { feature.properties[$0]?.cellText })
  }

  private mutating func countCategory(_ value: String?) {
    guard categoryName != nil else {
      categoryCounts[nil, default: 0] += 1
      return
    }
    let isKnown = categoryCounts.count < Self.categoryLimit || categoryCounts[value] != nil
    categoryCounts[isKnown ? value : "(others)", default: 0] += 1
  }

  private mutating func countCountries() {
    for country in atlas.countries(at: places) {
      countryCounts[country, default: 0] += 1
    }
    places.removeAll(keepingCapacity: true)
  }

  private mutating func mergePositions() {
    boxes.append(BoundingBox(enclosing: positions))
    positions.removeAll(keepingCapacity: true)
  }

  /// Completes and sorts the counts, the largest first.
  mutating func finish(_ features: borrowing FeatureInput) {
    countCountries()
    mergePositions()
    if pointCount > 0 { kindCounts["Point", default: 0] += pointCount }
    kinds = kindCounts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { (name: $0.key, count: $0.value) }
    countries = countryCounts.sorted {
      ($1.value, $0.key?.alpha2 ?? "~") < ($0.value, $1.key?.alpha2 ?? "~")
    }.map { (country: $0.key, count: $0.value) }
    categories = categoryCounts.sorted { ($1.value, $0.key ?? "") < ($0.value, $1.key ?? "") }
      .map { (name: $0.key, count: $0.value) }
    badCount = features.badRowCount
    var reasons: [String: (count: Int, first: String)] = [:]
    for error in features.badRows {
      reasons[error.kind, default: (0, error.description)].count += 1
    }
    badReasons = reasons.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
      .map { (reason: $0.key, count: $0.value.count, first: $0.value.first) }
  }
}

extension FormatError {
  /// The kind of error without the wrong value, so that errors can be counted by it.
  fileprivate var kind: String {
    switch reason {
    case .notANumber: "no number"
    case .outOfRange: "out of range"
    case .swapped: "latitude and longitude swapped"
    case .missingField: "missing field"
    case .expected(let what, _): "no \(what)"
    default: reason.description
    }
  }
}

extension GeoFeature {
  /// The first position.
  fileprivate var firstCoordinate: Coordinate? {
    geometry?.firstPosition { _ in true }?.coordinate
  }
}

extension PropertyValue {
  /// The text of a single value as a table cell; nil for null, empty text, arrays and objects.
  fileprivate var cellText: String? {
    switch self {
    case .string(let text): text.isEmpty ? nil : text
    case .integer(let number): String(number)
    case .number(let number): number.description
    case .bool(let truth): truth ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}
