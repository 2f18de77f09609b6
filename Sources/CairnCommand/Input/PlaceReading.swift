internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy

/// Reads a file of places to its end, and reports on standard error what was left out.
struct PlaceReading {
  private let input: PlaceInput
  private let names: RoleNames
  /// The points that a query can match; nil to keep all.
  private var selection: PointSelection?
  private(set) var features: CollectedFeatures
  /// All features, if some are lines or areas.
  private(set) var linesAndAreas: LinesAndAreas?
  /// The number of points that match a query for a count only.
  private(set) var countedPoints = 0
  /// Whether the file has any place, whether or not it matches the query.
  private(set) var hasPlaces = false
  /// The content that an index file cannot store.
  private var lost = LeftOut()
  /// The number of lines and areas that were left out.
  private var otherCount = 0

  init(
    _ input: PlaceInput, _ source: inout FeatureInput, into features: CollectedFeatures,
    for query: PlaceRequest?, _ console: inout Console
  ) throws(Failure) {
    self.input = input
    self.features = features
    names = RoleNames(input.columns, source)
    if let query {
      selection = PointSelection(query, names, source)
      selection?.narrow(&source)
    }
    let isIndexed = features.handling == .features && query == nil
    var progress = Progress(console)
    defer { progress.end() }
    while true {
      if names.isEmpty { try self.features.appendRows(of: &source) }
      guard let feature = try source.next() else { break }
      if isIndexed {
        lost.addMembersAndMeasures(feature)
        lost.addHeights(feature)
      }
      try take(names.renamed(feature))
      if selection?.isNarrower == true { selection?.narrow(&source) }
      progress.say("reading", source.progress, "\(Text.grouped(source.count)) places")
    }
    progress.end()
    if isIndexed { lost.addMembers(source.foreignMembers) }
    linesAndAreas = self.features.linesAndAreas()
    try report(source, &console)
  }

  private mutating func take(_ feature: GeoFeature) throws(Failure) {
    let isEmptyPoint = feature.geometry?.isEmptyPoint ?? true
    if !isEmptyPoint, case .point(let position)? = feature.geometry {
      hasPlaces = true
      return try take(feature, at: position.coordinate)
    }
    if try features.append(shape: feature) { return }
    if !isEmptyPoint { otherCount += 1 }
    // Keeps the row numbers of the other places.
    guard input.policy == .null else { return }
    hasPlaces = true
    if selection == nil { try features.append(feature) } else { features.note(namesOf: feature) }
  }

  /// Keeps, counts or drops a point.
  private mutating func take(_ feature: GeoFeature, at place: Coordinate) throws(Failure) {
    guard
      let (fate, distance) = selection?.judge(
        feature, at: place, names: features.propertyNames),
      let selection
    else { return try features.append(feature) }
    switch fate {
    case .left: features.note(namesOf: feature)
    case .counted:
      features.note(namesOf: feature)
      countedPoints += 1
    case .kept:
      try features.append(feature, distance: distance, whilePruning: selection.keeps)
    }
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
    try linesAndAreas?.tolerance.report(report.name, to: &console)
    if let empty = linesAndAreas?.emptyCount, empty > 0 {
      let (verb, subject) = empty == 1 ? ("is", "it has") : ("are", "they have")
      try report.write(
        "\(report.name): \(Text.grouped(empty)) of \(Text.grouped(features.shapeCount)) lines and "
          + "areas \(verb) not indexed: \(subject) no interior or an invalid position",
        to: &console)
    }
    var leftOut = source.leftOut
    leftOut.add(lost)
    try report.write(source.encoding, leftOut, to: &console)
    if source.isUnreadable { throw .unreadable(report.name) }
    console.damage = console.damage ?? source.partialFailure
  }
}
