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
  /// The counts of a country, or of no country.
  struct CountryCount {
    var country: Country?
    /// The number of features; `visitCount` are those that are points with a start and an end of a
    /// stay, except within another visit.
    var count = 0
    var visitCount = 0
    /// The length of the lines in meters.
    var length = 0.0
    /// The days with a time in the country.
    var days: Set<Int> = []
  }
  /// The counts for each country; nil for features, or parts of lines, in no country.
  ///
  /// A line counts in each country that it passes through. Features without geometry are not
  /// counted.
  private(set) var countries: [CountryCount] = []
  /// The number of visits.
  var visitCount: Int { countries.reduce(0) { $0 + $1.visitCount } }
  /// The length of all lines in meters; nil if the file has no line.
  private(set) var length: Double?
  /// All days with a time, and the first and the last time; empty and nil if there is no time.
  private(set) var days: Set<Int> = []
  private(set) var times: (first: FeatureTime, last: FeatureTime)?
  /// The number of features of each category; nil for those without one.
  private(set) var categories: [(name: String?, count: Int)] = []
  /// The names of the last properties of which none holds the category.
  private var uncategorizedNames: [String] = []
  /// The property that holds the category.
  private(set) var categoryName: String?
  /// The number of features that could not be read, and the reasons of the first ones.
  private(set) var badCount = 0
  private(set) var badReasons: [(reason: String, count: Int, first: String)] = []

  private var reasons: [String: (count: Int, first: String)] = [:]

  private var kindCounts: [String: Int] = [:]
  /// The number of non-empty points, which are counted separately.
  private var pointCount = 0
  private var countryCounts: [Country?: CountryCount] = [:]
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

  /// The clock that days are counted by.
  private var clock: DayClock

  /// The times that cannot be read, and those that run backward.
  var unreadTimes = UnreadTimes()
  private var columnTimes = ColumnTimes<Coordinate>()

  init(category: String?, atlas: CountryAtlas, utcOffset: Double? = nil) {
    self.atlas = atlas
    clock = DayClock(offset: utcOffset)
    categoryName = category
  }

  /// Whether the property for categories is known, or no property can hold them.
  func isDecided(_ names: [String]) -> Bool {
    categoryName != nil || wantedProperties(of: names).isEmpty
  }

  /// The properties that may hold the category.
  func wantedProperties(of names: [String]) -> Set<String> {
    if let categoryName { return [categoryName] }
    return Set(names.filter { Self.categoryNames.contains($0.lowercased()) })
  }

  /// The properties that may hold the time of a point, with its offset from UTC.
  static func timeProperties(of names: [String]) -> Set<String> {
    let times = names.filter { GeoFeature.isTimeName($0) }
    guard !times.isEmpty else { return [] }
    return Set(times + names.filter { TimeReading.offset(in: [$0: .string("+00:00")]) != nil })
  }

  mutating func add(_ feature: GeoFeature) {
    count += 1
    if case .point(let position)? = feature.geometry, feature.geometry?.isEmptyPoint == false {
      // The most frequent case.
      if let span = feature.timeSpan {
        pointCount += 1
        add(position)
        add(position, from: span.start, to: span.end, isVisit: feature.isVisit)
      } else {
        takePoint(position)
        columnTimes.add(feature, at: position.coordinate, &unreadTimes)
      }
    } else {
      kindCounts[feature.geometry?.name ?? "none", default: 0] += 1
      feature.geometry?.forEachPosition { note($0) }
      if let box = feature.geometry?.boundingBox, !box.isEmpty {
        // An area may extend the longer way around between its corners.
        boxes.append(box)
        if boxes.count == 1 << 12 { boxes = [BoundingBox(holding: boxes)] }
      }
      let lines = feature.timedLines
      if !lines.isEmpty {
        add(lines)
      } else if case .multiPoint(let points)? = feature.geometry, !points.isEmpty {
        for country in Set(atlas.countries(at: points.map(\.coordinate))) {
          countryCounts[country, default: CountryCount(country: country)].count += 1
        }
      } else if let place = feature.representativeCoordinate {
        places.append(place)
      }
    }
    if places.count == 1 << 14 { countCountries() }
    countCategory(feature)
  }

  // MARK: Lines and times

  /// Counts a visit, or a point with a time.
  private mutating func add(
    _ position: GeoFeature.Position, from start: FeatureTime, to end: FeatureTime, isVisit: Bool
  ) {
    let country = atlas.country(at: position.coordinate)
    countryCounts[country, default: CountryCount(country: country)].count += 1
    if isVisit { countryCounts[country]?.visitCount += 1 }
    noteSpan([start, end].map { ($0, position.coordinate) }, in: country)
  }

  /// Counts the times of points that can be read only with the other values of their column.
  mutating func countColumnTimes() {
    for (time, place) in columnTimes.resolved(&unreadTimes) {
      noteDays([(time, place)], in: atlas.country(at: place))
    }
  }

  /// Counts the lines of a feature, once in each country that they pass through.
  private mutating func add(_ lines: [TimedLine]) {
    var passed: Set<Country?> = []
    for line in lines {
      unreadTimes.add(line)
      let path = GeoPath(line.positions.map(\.coordinate))
      let all = path.length()
      guard all.isFinite else {
        passed.insert(nil)
        continue
      }
      length = (length ?? 0) + all
      let stays = atlas.countries(along: path)
      var rest = all
      for stay in stays {
        passed.insert(stay.country)
        rest -= stay.length
        countryCounts[stay.country, default: CountryCount(country: stay.country)].length +=
          stay.length
        noteDays(of: line, from: stay.entry, to: stay.exit, in: stay.country)
      }
      // Rounding errors are much less than a meter.
      guard rest > 1 || stays.isEmpty else { continue }
      passed.insert(nil)
      countryCounts[nil, default: CountryCount()].length += max(rest, 0)
      var start = PathPosition(
        distance: 0, edge: 0, fraction: 0,
        coordinate: line.positions.first?.coordinate ?? Coordinate(latitude: 0, longitude: 0))
      for stay in stays {
        if stay.entry.distance > start.distance + 1 {
          noteDays(of: line, from: start, to: stay.entry, in: nil)
        }
        start = stay.exit
      }
      if all > start.distance + 1 || stays.isEmpty {
        let edge = max(line.positions.count - 2, 0)
        let end = PathPosition(
          distance: all, edge: edge, fraction: line.positions.count > 1 ? 1 : 0,
          coordinate: line.positions.last?.coordinate ?? start.coordinate)
        noteDays(of: line, from: start, to: end, in: nil)
      }
    }
    for country in passed {
      countryCounts[country, default: CountryCount(country: country)].count += 1
    }
  }

  /// Adds the days of a part of a line: those of its vertices, and those at which it begins and
  /// ends, between two vertices.
  private mutating func noteDays(
    of line: TimedLine, from entry: PathPosition, to exit: PathPosition, in country: Country?
  ) {
    guard line.hasTimes else { return }
    func moment(_ position: PathPosition) -> [(FeatureTime, Coordinate)] {
      let next = position.edge + 1
      guard line.times.indices.contains(next), let before = line.times[position.edge],
        let after = line.times[next]
      else { return [] }
      let seconds = after.seconds - before.seconds
      // The time at a border is not known if the line has a gap there, or a wrong time.
      guard line.isSpan || (0...Self.longestEdge).contains(seconds) else { return [] }
      var time = before
      time.seconds += position.fraction * seconds
      return [(time, position.coordinate)]
    }
    // Several vertices may be at the start of the line.
    let first = entry.distance > 0 ? (Double(entry.edge) + entry.fraction).rounded(.up) : 0
    let last = (Double(exit.edge) + exit.fraction).rounded(.down)
    var moments = moment(entry)
    for vertex in line.times.indices where Double(vertex) >= first && Double(vertex) <= last {
      if let time = line.times[vertex] {
        moments.append((time, line.positions[vertex].coordinate))
      }
    }
    moments += moment(exit)
    if line.isSpan {
      noteSpan(moments, in: country)
    } else {
      for moment in moments { noteDays([moment], in: country) }
    }
  }

  /// The longest time between two vertices, in seconds, that is divided at a border.
  private static let longestEdge = 86_400.0

  /// Adds all days from the first to the last of some moments of one stay.
  private mutating func noteSpan(_ moments: [(FeatureTime, Coordinate)], in country: Country?) {
    if let start = moments.first, let end = moments.last, end.0.seconds < start.0.seconds {
      // One of them is wrong.
      unreadTimes.addBackward(end.0)
      for moment in [start, end] { noteDays([moment], in: country) }
    } else {
      noteDays(moments, in: country)
    }
  }

  /// Adds all days from the first to the last of some moments, in order.
  private mutating func noteDays(_ moments: [(FeatureTime, Coordinate)], in country: Country?) {
    guard let first = moments.first, let last = moments.last else { return }
    times = (
      times.map { $0.first.seconds <= first.0.seconds ? $0.first : first.0 } ?? first.0,
      times.map { $0.last.seconds >= last.0.seconds ? $0.last : last.0 } ?? last.0
    )
    let ends = [first, last].map { clock.day($0.0, longitude: $0.1.longitude) }
    let range = min(ends[0], ends[1])...max(ends[0], ends[1])
    // A wrong clock may claim centuries; then only the two days count.
    let noted = range.count <= Self.longestStay ? Set(range) : Set(ends)
    days.formUnion(noted)
    countryCounts[country, default: CountryCount(country: country)].days.formUnion(noted)
  }

  /// The longest stay whose days are all counted.
  private static let longestStay = 36_525

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
    note(position)
    enclose(position.coordinate)
  }

  /// Counts a position, and includes its elevation.
  private mutating func note(_ position: GeoFeature.Position) {
    positionCount += 1
    if let meters = position.elevation, meters.isFinite {
      let range = elevations ?? meters...meters
      elevations = min(range.lowerBound, meters)...max(range.upperBound, meters)
    }
  }

  /// Includes a point in the extent.
  private mutating func enclose(_ coordinate: Coordinate) {
    positions.append(coordinate)
    if positions.count == 1 << 16 { mergePositions() }
  }

  private mutating func countCategory(_ feature: GeoFeature) {
    if categoryName == nil, feature.properties.names != uncategorizedNames {
      let names = feature.properties.names
      uncategorizedNames = names
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
      countryCounts[country, default: CountryCount(country: country)].count += 1
    }
    places.removeAll(keepingCapacity: true)
  }

  private mutating func mergePositions() {
    boxes.append(BoundingBox(enclosing: positions))
    positions.removeAll(keepingCapacity: true)
  }

  /// Completes and sorts the counts, the largest first.
  mutating func finish() {
    countCountries()
    mergePositions()
    if pointCount > 0 { kindCounts["Point", default: 0] += pointCount }
    kinds = kindCounts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { (name: $0.key, count: $0.value) }
    countries = countryCounts.values.sorted {
      ($1.count, $1.length, $0.country?.alpha2 ?? "~")
        < ($0.count, $0.length, $1.country?.alpha2 ?? "~")
    }
    categories = categoryCounts.sorted { ($1.value, $0.key ?? "") < ($0.value, $1.key ?? "") }
      .map { (name: $0.key, count: $0.value) }
    badReasons = reasons.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
      .map { (reason: $0.key, count: $0.value.count, first: $0.value.first) }
  }

  /// Adds a file that cannot be read.
  mutating func add(_ failure: Failure, reason: String) {
    badCount += 1
    reasons[reason, default: (0, failure.message)].count += 1
  }

  /// Adds the errors of a file that has been read to its end.
  mutating func addErrors(of features: borrowing FeatureInput) {
    badCount += features.badRowCount
    for error in features.badRows {
      reasons[error.kind, default: (0, error.description)].count += 1
    }
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
