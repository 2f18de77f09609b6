internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy

extension Command {
  /// `cairn stats`: the contents of a file.
  static let stats = Command(
    name: "stats",
    summary: "count features, kilometers and days by country, and print the extent",
    operands: "[<file> ...]",
    discussion: """
      Reads files in any format, photos, or standard input, and prints the number of features by geometry,
      the box around them (across 180 degrees if that is smaller), their countries (land and
      waters), their categories, and the errors.

      A line counts in each country that it passes through, with the length there, several points in
      one feature in each of their countries, and an area where its centroid is. If the file has times (tracks, visits of Google Timeline, points with a
      time, photos), the days of each country are counted: those on which a track has a point there, and every
      day from the first to the last time of a visit. Times that cannot be read, and times that run
      backward along a track, are reported.
      """,
    options: [
      Option(
        name: "from", value: "FORMAT",
        help: "the format of the files, if it is not the one that name and start suggest",
        choices: FormatWord.all),
      .columns, .noHeader, .encoding, .salvage,
      Option(
        name: "category", value: "NAME",
        help: "the property with the category (category, kind, type, sym ...)"),
      .countryByPlace,
      Option(
        name: "limit", value: "N",
        help: "the maximum number of countries and categories to print (20 in a table, 0 for all)"),
      Option(
        name: "on-error", value: "POLICY",
        help: "features that cannot be read: skip (default), null, fail",
        choices: ["skip", "null", "fail"]),
      .utcOffset, .unit, .format(["table", "json", "csv"]),
    ],
    examples: [
      ("cairn stats places.csv", "the number of places by country"),
      ("cairn stats year.gpx", "kilometers and days in each country"),
      ("cairn stats Timeline.json --format csv", "visits and days from Google Timeline"),
      ("cairn stats places.csv --format json", "for another program"),
    ],
    run: { (arguments, console) throws(Failure) in
      try StatsQuery(arguments).answer(to: &console)
    })
}

/// A run of `cairn stats`.
private struct StatsQuery {
  private let paths: [String]
  private let from: FileFormat?
  private let columns: [PlaceColumns.Role: String]
  private let hasHeader: Bool?
  private let encoding: NamedEncoding?
  private let policy: BadRowPolicy
  private let salvages: Bool
  private let limit: Int
  private let category: String?
  private let atlas: CountryAtlas
  private let utcOffset: Double?
  private let unit: LengthUnit
  private let format: String?

  init(_ arguments: Arguments) throws(Failure) {
    paths = try arguments.operands.isEmpty ? ["-"] : Photo.files(in: arguments.operands)
    guard paths.count(where: { $0 == "-" }) <= 1 else {
      throw .usage("`-` is given more than once; give it once")
    }
    // A program that reads JSON or CSV should not miss countries.
    let isTable = (arguments["format"] ?? "table") == "table"
    limit = try arguments.count("limit", default: isTable ? 20 : 0, in: 0...1_000_000)
    policy = arguments["on-error"].flatMap(BadRowPolicy.init(rawValue:)) ?? .skip
    salvages = arguments.has("salvage")
    columns = try PlaceInput.columns(arguments["columns"] ?? "")
    from = arguments["from"].flatMap { FileFormat(word: $0) }
    hasHeader = arguments.tableHasHeader
    encoding = try arguments.encoding
    category = arguments["category"]
    atlas = arguments.countryRule.atlas
    utcOffset = try arguments.utcOffset
    unit = arguments.unit
    format = arguments["format"]
  }

  func answer(to console: inout Console) throws(Failure) {
    var counts: FeatureCounts?
    var formats: [StatsFormat.Source] = []
    var notes: [(report: FeatureReport, encoding: TextEncoding, leftOut: LeftOut)] = []
    var unreadable: [String] = []
    for path in paths {
      if try count(photo: path, into: &counts, &formats, &console) { continue }
      var features = try FeatureInput.open(
        path, format: from, columns: columns, hasHeader: hasHeader, encoding: encoding,
        badRows: policy)
      features.salvages = salvages
      if let category { try features.require(category, option: "--category") }
      let kind = columns[.kind].flatMap { _ in features.property(.kind, chosen: columns) }
      var sum =
        counts
        ?? FeatureCounts(category: category ?? kind, atlas: atlas, utcOffset: utcOffset)
      try count(&features, into: &sum, console)
      sum.addErrors(of: features)
      sum.countColumnTimes()
      let unread = sum.unreadTimes
      sum.unreadTimes = UnreadTimes()
      counts = sum
      // It is read as a GeoJSON sequence.
      let source =
        try IndexFileStart.isOne(atPath: path)
        ? StatsFormat.Source(word: "cairn", title: "an index file")
        : StatsFormat.Source(word: features.format.rawValue, title: features.format.title)
      if !formats.contains(source) { formats.append(source) }
      let report = FeatureReport("stats", of: features.name)
      try report.write(features.columns, to: &console)
      try report.write(features.longRows, to: &console)
      try report.write(unread, to: &console)
      notes.append((report, features.encoding, features.leftOut))
      console.damage = console.damage ?? features.partialFailure
      if features.isUnreadable { unreadable.append(features.name) }
    }
    guard var counts else { return }
    counts.finish()
    let stats = StatsFormat(counts: counts, formats: formats, unit: unit, limit: limit)
    switch format {
    case "json": try console.output.write(stats.json)
    case "csv": try console.output.write(stats.csv)
    default: try stats.writeTable(&console)
    }
    for note in notes { try note.report.write(note.encoding, note.leftOut, to: &console) }
    if counts.count == 0, counts.badCount > 0 { unreadable += paths.prefix(1) }
    if let name = unreadable.first {
      try console.output.flush()
      throw .unreadable(name)
    }
  }

  /// Counts a photo, or a damaged one as an error; returns false for any other file.
  private func count(
    photo path: String, into counts: inout FeatureCounts?, _ formats: inout [StatsFormat.Source],
    _ console: inout Console
  ) throws(Failure) -> Bool {
    var sum = counts ?? FeatureCounts(category: category, atlas: atlas, utcOffset: utcOffset)
    do throws(Failure) {
      guard let photo = try Photo(path) else { return false }
      sum.add(photo.feature)
      let source = StatsFormat.Source(word: photo.format.rawValue.lowercased(), title: "photos")
      if !formats.contains(where: { $0.title == source.title }) { formats.append(source) }
      if let problem = photo.metadata.positionProblem {
        try FeatureReport("stats", of: path).write(
          "\(Text.line(path)): no position: \(problem)", to: &console)
        try console.errors.flush()
      }
    } catch {
      guard policy != .fail, error.code == .data, paths.count > 1 else { throw error }
      sum.add(error, reason: "damaged photo")
      if policy == .null { sum.add(GeoFeature(geometry: nil)) }
    }
    counts = sum
    return true
  }

  /// Counts the features of a file; the rows of a table are not turned into features if the file
  /// has no times.
  private func count(
    _ features: inout FeatureInput, into counts: inout FeatureCounts, _ console: Console
  ) throws(Failure) {
    var progress = Progress(console)
    defer { progress.end() }
    let names = features.propertyNames
    let times = FeatureCounts.timeProperties(of: names ?? [])
    let mayTakeRows = features.hasPointsOnly && times.isEmpty
    var takesRows = mayTakeRows
    if let names, !times.isEmpty || !counts.isDecided(names) {
      // The first feature with one of them decides the property.
      var request = RowRequest()
      request.properties = counts.wantedProperties(of: names).union(times)
      features.request(request)
      takesRows = false
    }
    while true {
      if takesRows {
        features.forEachPlainPoint(with: counts.categoryName) { counts.add($0, category: $1) }
      }
      guard let feature = try features.next() else { break }
      counts.add(feature)
      if !takesRows, mayTakeRows, counts.categoryName != nil {
        features.request(RowRequest())
        takesRows = true
      }
      progress.say("counting", features.progress, "\(Text.grouped(features.count)) features")
    }
  }
}
