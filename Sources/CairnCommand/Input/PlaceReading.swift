internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex

/// The features of a file, packed in memory.
struct PlaceReading {
  /// How lines, areas and multipoints are handled.
  enum Shapes {
    /// They are left out, with a note.
    case leftOut
    /// They are kept separate from the places.
    case apart
    /// They are features like the places.
    case features
  }

  private let input: PlaceInput
  /// The properties that are renamed to the names of their roles.
  private var renames: [(property: String, role: String)] = []
  private(set) var features = PackedFeatures()
  /// The store that holds the features instead of memory.
  private(set) var waiting: (any FeatureStore)?
  /// The lines and areas, if they are kept separate.
  private(set) var shapes: [GeoFeature] = []
  /// The lines and areas among the features, by their positions.
  private var geometries: [Int: GeoFeature.Geometry] = [:]
  /// All features, if some are lines or areas.
  private(set) var linesAndAreas: LinesAndAreas?
  /// The content that an index file cannot store.
  private var lost = LeftOut()
  /// The number of lines and areas that were left out.
  private var otherCount = 0

  /// The filter that keeps the points a query can match, and the distance of each from the query's
  /// center.
  private var sift: PointPreFilter?
  private var distances: [Double] = []
  /// The filter by kind and country.
  private var filter = PlaceFilter()
  /// The names of the properties of a table; once all of them have been seen, no further property
  /// can hold the kind or the country.
  private var wantedNames: Set<String>?
  /// The properties for the kind and the country, once they are known.
  private var deciding: (kind: String?, country: String?)?
  private let hasPointsOnly: Bool
  private var needsProperties = true
  /// The number of points that triggers the next prune.
  private var nextLook = 4_096
  /// Whether the file has any place, whether or not it matches the query.
  private(set) var hasPlaces = false
  /// The number of points that match a query for a count only.
  private(set) var countedPoints = 0

  /// Reads a file to its end, and reports on standard error what was left out.
  init(
    _ input: PlaceInput, _ source: inout FeatureInput, _ shapes: Shapes,
    for question: PlaceRequest? = nil, waiting: (any FeatureStore)? = nil,
    _ console: inout Console
  ) throws(Failure) {
    self.input = input
    self.waiting = waiting
    hasPointsOnly = source.hasPointsOnly
    for role in [PlaceColumns.Role.name, .country, .kind, .population] {
      if let property = source.property(role, chosen: input.columns), property != role.rawValue {
        renames.append((property, role.rawValue))
      }
    }
    if let question { begin(question, &source) }
    var progress = Progress(console)
    defer { progress.end() }
    while true {
      if let waiting = self.waiting, renames.isEmpty {
        try writing { () throws(IndexFileError) in try source.appendRows(to: waiting) }
      }
      guard let feature = try source.next() else { break }
      if shapes == .features, question == nil { lost.addMembersAndMeasures(feature) }
      try take(feature, shapes)
      if sift?.hasNews == true { tell(&source) }
      progress.say("reading", source.progress, "\(Text.grouped(source.count)) places")
    }
    progress.end()
    if shapes == .features, question == nil { lost.addMembers(source.foreignMembers) }
    if !geometries.isEmpty { linesAndAreas = LinesAndAreas(features, geometries) }
    try report(source, &console)
  }

  private mutating func take(_ feature: GeoFeature, _ kept: Shapes) throws(Failure) {
    if case .point(let position)? = feature.geometry, feature.geometry?.isEmptyPoint == false {
      hasPlaces = true
      try take(named(feature), at: position.coordinate)
    } else if kept == .apart, feature.geometry != nil {
      shapes.append(named(feature))
    } else if kept == .features, let shape = feature.geometry, !shape.isEmptyPoint {
      if let waiting = waiting as? SpilledIndexFeatures {
        // An index of shapes is built from features in memory.
        features = try writing { () throws(IndexFileError) in try waiting.packed() }
        self.waiting = nil
      }
      geometries[features.count] = shape
      features.append(named(feature))
    } else {
      if let geometry = feature.geometry, !geometry.isEmptyPoint { otherCount += 1 }
      // Keeps the row numbers of the other places.
      guard input.policy == .null else { return }
      hasPlaces = true
      if sift != nil {
        features.note(namesOf: named(feature))
      } else if try !wait(named(feature)) {
        features.append(named(feature))
      }
    }
  }

  /// Appends a feature to the store, if there is one; returns whether it did.
  private func wait(_ feature: GeoFeature) throws(Failure) -> Bool {
    guard let waiting else { return false }
    try writing { () throws(IndexFileError) in try waiting.append(feature) }
    return true
  }

  // MARK: Points that a query can match

  private mutating func begin(_ question: PlaceRequest, _ source: inout FeatureInput) {
    sift = PointPreFilter(question)
    filter = question.filter
    let isDecidedByWords = filter.kind != nil || filter.country?.rule == .column
    if isDecidedByWords, let names = source.propertyNames {
      wantedNames = Set(names.map { name in renames.first { $0.property == name }?.role ?? name })
    } else if !isDecidedByWords {
      deciding = (nil, nil)
    }
    needsProperties = !question.countsOnly || isDecidedByWords
    tell(&source)
  }

  /// Passes the current row filter and projection to the reader.
  private mutating func tell(_ source: inout FeatureInput) {
    guard let sieve = sift?.sieve else { return }
    var wish = RowRequest()
    wish.sieve = sieve
    if !needsProperties, hasPointsOnly { wish.properties = [] }
    source.want(wish)
  }

  /// Keeps, counts or drops a point.
  private mutating func take(_ feature: GeoFeature, at place: Coordinate) throws(Failure) {
    guard sift != nil else {
      if try !wait(feature) { features.append(feature) }
      return
    }
    let (passes, isExact) = (passes(feature, at: place), hasPointsOnly)
    guard let (fate, distance) = sift?.judge(place, passes: passes, isExact: isExact) else {
      return
    }
    switch fate {
    case .left: features.note(namesOf: feature)
    case .counted:
      features.note(namesOf: feature)
      countedPoints += 1
    case .kept:
      if waiting != nil {
        features.note(namesOf: feature)
        _ = try wait(feature)
        return
      }
      while distances.count < features.count { distances.append(0) }
      distances.append(distance)
      features.append(feature)
      if features.count >= nextLook { forget() }
    }
  }

  /// Whether a point's properties match the wanted kind and country; nil while it is not known
  /// which properties hold them.
  private mutating func passes(_ feature: GeoFeature, at place: Coordinate) -> Bool? {
    if deciding == nil, let wantedNames, wantedNames.isSubset(of: features.propertyNames) {
      let roles = PlaceRoles(features.propertyNames)
      deciding = (roles[.kind].map { roles.names[$0] }, roles[.country].map { roles.names[$0] })
    }
    guard let deciding else { return nil }
    if let kind = filter.kind {
      guard let word = deciding.kind.flatMap({ feature.properties[$0] }),
        word.cell.lowercased() == kind.lowercased()
      else { return false }
    }
    guard let country = filter.country, country.rule == .column else { return true }
    return country.accepts(
      word: deciding.country.flatMap { feature.properties[$0] }?.cell, at: place)
  }

  /// Drops the points that nearer ones have made superfluous.
  private mutating func forget() {
    if let sift, geometries.isEmpty {
      features.keep { sift.keeps(distances[$0]) }
      distances.removeAll { !sift.keeps($0) }
    }
    nextLook = 2 * features.count + 4_096
  }

  /// A feature with the properties that the command line chose for name, country, kind and
  /// population renamed to these words.
  private func named(_ feature: GeoFeature) -> GeoFeature {
    var feature = feature
    for (property, role) in renames {
      let value = feature.properties[property]
      if value != nil { feature.properties[property] = nil }
      // Another property already has that name.
      if let other = feature.properties[role] {
        var names = PlaceNames(feature.properties.names)
        feature.properties[role] = nil
        feature.properties[names.rename(role)] = other
      }
      if let value { feature.properties[role] = value }
    }
    return feature
  }

  private func report(
    _ source: borrowing FeatureInput, _ console: inout Console
  ) throws(Failure) {
    let report = FeatureReport(input.command, of: input.title)
    try report.write(source.columns, to: &console)
    let (bad, count) = (source.badRowCount, source.count)
    let all = Text.grouped(input.policy == .null ? count : count + bad)
    let verb = bad == 1 ? "has" : "have"
    let fate = input.policy == .skip ? ", left out" : ""
    try report.write(
      "\(report.name): \(Text.grouped(bad)) of \(all) rows \(verb) no valid coordinate\(fate)",
      bad, source.badRows.map(\.description), to: &console)
    try report.write(source.longRows, to: &console)
    if otherCount > 0 {
      let what =
        otherCount == 1 ? "is a line or an area, not a place" : "are lines or areas, not places"
      try report.write(
        "\(report.name): \(Text.grouped(otherCount)) of \(Text.grouped(count)) \(what)",
        to: &console)
    }
    if let empty = linesAndAreas?.emptyCount, empty > 0 {
      let (what, verb) = empty == 1 ? ("line or area", "is") : ("lines and areas", "are")
      try report.write(
        "\(report.name): \(Text.grouped(empty)) \(what) of \(Text.grouped(geometries.count)) \(verb) "
          + "not indexed: without an interior, or with an invalid position",
        to: &console)
    }
    var leftOut = source.leftOut
    leftOut.add(lost)
    try report.write(source.encoding, leftOut, to: &console)
    if source.isUnreadable { throw .unreadable(report.name) }
  }
}
