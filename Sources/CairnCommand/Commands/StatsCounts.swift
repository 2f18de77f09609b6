internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy

/// What is counted of the features of a file.
struct FeatureCounts {
  /// How many features could be read.
  private(set) var count = 0
  /// How many positions their geometries have, and the box around them.
  private(set) var positionCount = 0
  var extent: BoundingBox { BoundingBox(holding: boxes) }
  /// The lowest and the highest elevation.
  private(set) var elevations: ClosedRange<Double>?
  /// How many geometries of which kind, the most first.
  private(set) var kinds: [(name: String, count: Int)] = []
  /// How many features in which country; nil for those in none, and none without geometry.
  private(set) var countries: [(country: Country?, count: Int)] = []
  /// How many features of which category; nil for those without one.
  private(set) var categories: [(name: String?, count: Int)] = []
  /// The property that the categories are of.
  private(set) var categoryName: String?
  /// How many features could not be read, and why, for the first of them.
  private(set) var badCount = 0
  private(set) var badReasons: [(reason: String, count: Int, first: String)] = []

  private var kindCounts: [String: Int] = [:]
  /// How many of them are points with a place, which are counted apart.
  private var pointCount = 0
  private var countryCounts: [Country?: Int] = [:]
  private var categoryCounts: [String?: Int] = [:]
  private var places: [Coordinate] = []
  private var boxes: [BoundingBox] = []
  private var positions: [Coordinate] = []

  /// The names of properties that hold a category, the most telling first.
  private static let categoryNames = [
    "category", "kind", "type", "class", "fclass", "feature_code", "amenity", "sym",
  ]
  /// How many categories are told apart; the rest counts as one.
  private static let categoryLimit = 100_000

  /// The countries by place.
  private let atlas: CountryAtlas

  init(category: String?, atlas: CountryAtlas) {
    self.atlas = atlas
    categoryName = category
  }

  /// Whether no further feature can tell the property that the categories are of.
  func isDecided(_ names: [String]) -> Bool {
    categoryName != nil || wantedProperties(of: names).isEmpty
  }

  /// The properties that a category may be of.
  func wantedProperties(of names: [String]) -> Set<String> {
    if let categoryName { return [categoryName] }
    return Set(names.filter { Self.categoryNames.contains($0.lowercased()) })
  }

  mutating func add(_ feature: GeoFeature) {
    count += 1
    if case .point(let position)? = feature.geometry, feature.geometry?.isEmptyPoint == false {
      // Nearly all features of nearly all files.
      takePoint(position)
    } else {
      kindCounts[feature.geometry?.name ?? "none", default: 0] += 1
      feature.geometry?.forEachPosition { add($0) }
      if let place = feature.firstCoordinate { places.append(place) }
    }
    if places.count == 1 << 14 { countCountries() }
    countCategory(feature)
  }

  /// Counts a point with the value of the property that the categories are of.
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
    if let metres = position.elevation, metres.isFinite {
      let range = elevations ?? metres...metres
      elevations = min(range.lowerBound, metres)...max(range.upperBound, metres)
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

  /// Sorts the counts, the most first.
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
  /// What is wrong without the value that is wrong, so that rows can be counted by it.
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
  /// The text of one value as a table has it; nil for nothing.
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
