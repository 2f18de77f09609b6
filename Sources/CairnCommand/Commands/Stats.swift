internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy

extension Command {
  /// `cairn stats`: the contents of a file.
  static let stats = Command(
    name: "stats",
    summary: "count the features of a file by country and category, and print their extent",
    operands: "[<file>]",
    discussion: """
      Reads a file in any format, or standard input, and prints the number of features by geometry,
      the box around them (across 180 degrees if that is smaller), their countries by coordinate (a
      line or an area by its first position; land and waters), their categories, and the errors.
      """,
    options: [
      Option(
        name: "from", value: "FORMAT",
        help: "the format of <file>, if it is not the one that its name and start suggest",
        choices: FormatWord.all),
      .columns, .noHeader,
      Option(
        name: "category", value: "NAME",
        help: "the property with the category (category, kind, type, sym ...)"),
      .countryByPlace,
      Option(
        name: "limit", value: "N",
        help: "the maximum number of countries and categories to print (20, 0 for all)"),
      Option(
        name: "on-error", value: "POLICY",
        help: "features that cannot be read: skip (default), null, fail",
        choices: ["skip", "null", "fail"]),
      .format(["table", "json", "csv"]),
    ],
    examples: [
      ("cairn stats places.csv", "the number of places by country"),
      ("cairn stats places.csv --format json", "for another program"),
    ],
    run: { (arguments, console) throws(Failure) in
      guard arguments.operands.count < 2 else {
        throw .usage("one file is expected; a name with a space needs quotes")
      }
      let limit = try arguments.count("limit", default: 20, in: 0...1_000_000)
      let policy = arguments["on-error"].flatMap(BadRowPolicy.init(rawValue:)) ?? .skip
      let columns = try PlaceInput.columns(arguments["columns"] ?? "")
      var features = try FeatureInput.open(
        arguments.operands.first ?? "-", format: arguments["from"].flatMap { FileFormat(word: $0) },
        columns: columns, hasHeader: arguments.tableHasHeader, badRows: policy)
      var progress = Progress(console)
      defer { progress.end() }
      if let category = arguments["category"] {
        try features.require(category, option: "--category")
      }
      let kind = columns[.kind].flatMap { _ in features.property(.kind, chosen: columns) }
      var counts = FeatureCounts(
        category: arguments["category"] ?? kind, atlas: arguments.countryRule.atlas)
      var takesRows = features.hasPointsOnly
      if let names = features.propertyNames, !counts.isDecided(names) {
        // The first feature with one of them decides the property.
        var request = RowRequest()
        request.properties = counts.wantedProperties(of: names)
        features.request(request)
        takesRows = false
      }
      while true {
        if takesRows {
          features.forEachPlainPoint(with: counts.categoryName) { counts.add($0, category: $1) }
        }
        guard let feature = try features.next() else { break }
        counts.add(feature)
        if !takesRows, features.hasPointsOnly, counts.categoryName != nil {
          features.request(RowRequest())
          takesRows = true
        }
        progress.say("counting", features.progress, "\(Text.grouped(features.count)) features")
      }
      counts.finish(features)
      progress.end()
      let report = FeatureReport("stats", of: features.name)
      try report.write(features.columns, to: &console)
      try report.write(features.longRows, to: &console)
      let stats = StatsFormat(counts: counts, format: features.format, limit: limit)
      switch arguments["format"] {
      case "json": try console.output.write(stats.json)
      case "csv": try console.output.write(stats.csv)
      default: try stats.writeTable(&console)
      }
      try report.write(features.encoding, features.leftOut, to: &console)
      if features.isUnreadable {
        try console.output.flush()
        throw .unreadable(features.name)
      }
    })
}

/// The output of the counts of a file.
struct StatsFormat {
  let counts: FeatureCounts
  let format: FileFormat
  /// The maximum number of countries and categories printed; 0 for all.
  let limit: Int

  private func shown<Element>(_ rows: [Element]) -> ArraySlice<Element> {
    limit == 0 ? rows[...] : rows.prefix(limit)
  }

  // MARK: Table

  func writeTable(_ console: inout Console) throws(Failure) {
    var facts = TerminalTable([.init(title: ""), .init(title: "", minimum: 16)])
    facts.append(["format", format.title])
    facts.append(["features", Text.grouped(counts.count)])
    facts.append(["positions", Text.grouped(counts.positionCount)])
    if let extent {
      facts.append(["south, west", "\(degrees(extent.south)), \(degrees(extent.west))"])
      facts.append(["north, east", "\(degrees(extent.north)), \(degrees(extent.east))"])
      if extent.crossesAntimeridian { facts.append(["", "across 180 degrees"]) }
    }
    if let elevations = counts.elevations {
      facts.append([
        "elevation", "\(degrees(elevations.lowerBound)) to \(degrees(elevations.upperBound)) m",
      ])
    }
    if counts.badCount > 0 { facts.append(["cannot be read", Text.grouped(counts.badCount)]) }
    // Remove the empty titles.
    let text = facts.text(width: console.width, usesStyles: false)
    try console.output.write(String(text.drop { $0 == "\n" || $0 == " " }))

    try write("geometry", counts.kinds.map { ($0.name, $0.count) }, &console)
    let countries = shown(counts.countries).map { row in
      (row.country.map { "\($0.flag) \($0.name)" } ?? "no country", row.count)
    }
    try write("country", countries, of: counts.countries.count, &console)
    if let name = counts.categoryName {
      let categories = shown(counts.categories).map { ($0.name ?? "none", $0.count) }
      try write(name, categories, of: counts.categories.count, &console)
    }
    guard !counts.badReasons.isEmpty else { return }
    try write(
      "cannot be read (of the first 20)", counts.badReasons.map { ($0.reason, $0.count) }, &console)
    for reason in counts.badReasons.prefix(3) {
      try console.output.write("  \(Text.line(reason.first))\n")
    }
  }

  private func write(
    _ title: String, _ rows: [(String, Int)], of all: Int? = nil, _ console: inout Console
  ) throws(Failure) {
    guard !rows.isEmpty else { return }
    var table = TerminalTable([
      .init(title: "count", isAlignedRight: true), .init(title: title, minimum: 16),
    ])
    for (name, count) in rows { table.append([Text.grouped(count), Text.line(name)]) }
    try console.output.write("\n")
    try console.output.write(table.text(width: console.width, usesStyles: console.usesStyles))
    if let all, all > rows.count {
      try console.output.write("and \(Text.grouped(all - rows.count)) more\n")
    }
  }

  private var extent: BoundingBox? { counts.extent.isEmpty ? nil : counts.extent }

  private func degrees(_ number: Double) -> String {
    decimalText(number, digits: 6, trimsZeros: true)
  }

  // MARK: JSON and CSV

  var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject(onLines: true)
    json.member("format", format.rawValue)
    json.member("features", counts.count)
    json.member("positions", counts.positionCount)
    if let extent {
      // In the order of RFC 7946, so west > east across 180 degrees.
      json.member("bbox", [extent.west, extent.south, extent.east, extent.north]) { $0.value($1) }
    }
    if let elevations = counts.elevations {
      json.key("elevation_m")
      json.beginArray()
      json.value(elevations.lowerBound)
      json.value(elevations.upperBound)
      json.endArray()
    }
    Self.object("geometries", counts.kinds.map { ($0.name, $0.count) }, &json)
    Self.object(
      "countries", shown(counts.countries).map { ($0.country?.alpha2 ?? "", $0.count) }, &json)
    json.member("category_property", counts.categoryName)
    Self.object("categories", shown(counts.categories).map { ($0.name ?? "", $0.count) }, &json)
    json.member("bad", counts.badCount)
    Self.object("bad_reasons", counts.badReasons.map { ($0.reason, $0.count) }, &json)
    json.endObject()
    return json.bytes + [UInt8(ascii: "\n")]
  }

  private static func object(
    _ name: String, _ rows: [(String, Int)], _ json: inout JSONWriter
  ) {
    json.key(name)
    json.beginObject()
    for (name, count) in rows { json.member(name, count) }
    json.endObject()
  }

  var csv: [UInt8] {
    var csv = CSVWriter()
    func row(_ what: String, _ value: String, _ count: Int) {
      csv.field(what)
      csv.field(value)
      csv.field(count)
      csv.endRow()
    }
    for title in ["what", "value", "count"] { csv.field(title) }
    csv.endRow()
    row("features", "", counts.count)
    row("positions", "", counts.positionCount)
    if let extent {
      for (name, number) in [
        ("south", extent.south), ("west", extent.west), ("north", extent.north),
        ("east", extent.east),
      ] {
        row(name, degrees(number), counts.positionCount)
      }
    }
    for kind in counts.kinds { row("geometry", kind.name, kind.count) }
    for country in shown(counts.countries) {
      row("country", country.country?.alpha2 ?? "", country.count)
    }
    for category in shown(counts.categories) where counts.categoryName != nil {
      row("category", category.name ?? "", category.count)
    }
    row("bad", "", counts.badCount)
    for reason in counts.badReasons { row("bad_reason", reason.reason, reason.count) }
    return csv.bytes
  }
}
