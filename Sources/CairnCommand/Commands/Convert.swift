internal import CairnCountries
internal import CairnCountrySearch
internal import CairnFormats

extension Command {
  /// The names of all formats, on two lines.
  private static let formats: String = {
    let names = FormatWord.written
    let half = (names.count + 1) / 2
    return [names[..<half], names[half...]].map { $0.joined(separator: ", ") }
      .joined(separator: ",\n  ")
  }()

  /// `cairn convert`: converts between all formats.
  static let convert = Command(
    name: "convert",
    summary: "convert a file of places, lines or areas to another format",
    operands: "[<in> [<out>]]",
    discussion: """
      Reads and writes, feature by feature:
        \(formats).
      It also reads NMEA 0183 (nmea), whose positions become a track, GeoNames (geonames), and
      index files.
      Without <out>, or for `-`, it writes to standard output; without <in>, or for `-`, it reads
      from standard input. The format is detected from the name of the file, otherwise from its
      start; gzip and KMZ are decompressed, and written if <out> ends with .gz (places.csv.gz) or
      .kmz. Properties are kept if the format can hold them.
      Features that cannot be read or written are counted, with examples, on standard error. <out>
      is replaced when the new file is complete, and may be the same file as <in>.

      From a table with a header to a table, the columns keep their names and order, and the fields
      their text. From any other format, the header has the properties of all features; a file with
      more than 10,000 features is therefore read twice. For standard input the header has the properties of the
      first 10,000 features; further properties of later features are left out and counted. A
      property with the name of a coordinate column (latitude, longitude, elevation, wkt, id)
      becomes NAME_property. In CSV a text that is empty or looks like a number is quoted, so that it
      is read back as text (exact); in TSV only a text that would break the table is quoted (least).
      """,
    options: [
      Option(
        name: "from", value: "FORMAT",
        help: "the format of <in>, if it is not the one that its name and start suggest",
        choices: FormatWord.all),
      Option(
        name: "to", value: "FORMAT", help: "the output format (default by the name of <out>)",
        choices: FormatWord.written + ["ndjson"]),
      Option(name: "out", value: "FILE", help: "the file to write, in place of <out>"),
      .columns, .noHeader,
      Option(
        name: "delimiter", value: "CHARACTER",
        help: "the separator of the table <in>, or of <out> if <in> is none, such as ; or tab"),
      Option(
        name: "to-delimiter", value: "CHARACTER",
        help: "the separator of the table <out> (default a comma, a tab for tsv)"),
      .encoding,
      .salvage,
      Option(
        name: "null", value: "WORD",
        help: "the word for null in a table (default an empty field), such as \\N"),
      Option(
        name: "quotes", value: "WHICH",
        help: "which texts of a table are quoted: exact (default), least (default with tabs)",
        choices: ["exact", "least"]),
      Option(
        name: "precision", value: "N", help: "decimal places of degrees, 0 to 15"),
      Option(name: "country", value: "COUNTRY", help: "only features in this country"),
      .countryBy,
      Option(
        name: "on-error", value: "POLICY",
        help: "features that cannot be read or written: skip (default), null, fail",
        choices: ["skip", "null", "fail"]),
    ],
    examples: [
      ("cairn convert places.csv --to kml", "places for a globe"),
      ("cairn convert places.csv --to geojson --precision 5", "places for the web"),
      ("cairn convert places.csv --to wkt --country AT", "places in Austria, for a database"),
    ],
    run: { (arguments, console) throws(Failure) in
      var conversion = try Conversion(arguments)
      try conversion.run(&console)
    })
}

/// The names of formats on the command line.
enum FormatWord {
  /// All names, including the alias `ndjson`.
  static let all = FileFormat.allCases.map(\.rawValue) + ["ndjson"]
  /// The formats that can be written.
  static let written = FileFormat.allCases.filter { $0 != .nmea && $0 != .geoNames }
    .map(\.rawValue)

  /// The formats that can be written for the extension of a file's name, the usual one first.
  static func formats(of ending: String) -> [FileFormat] {
    if ending == "json" { return [.geoJSON, .geoJSONSequence] }
    return FileFormat(word: ending).map { written.contains($0.rawValue) ? [$0] : [] } ?? []
  }
}

/// A run of `cairn convert`.
struct Conversion {
  private let input: String
  private let output: OutputName
  private let from: FileFormat?
  let to: FileFormat
  private let columns: [PlaceColumns.Role: String]
  private let hasHeader: Bool?
  let delimiters: (input: UInt8?, output: UInt8?)
  let country: CountryFilter?
  let policy: BadRowPolicy
  private(set) var options = FileFormat.WriterOptions()
  /// The encoding of the input; nil to detect it.
  private let encoding: NamedEncoding?
  /// Whether a damaged file is converted as far as it can be read.
  private let salvages: Bool

  /// Whether programs show the property `name` of the output.
  private var showsNames: Bool { to == .gpx || to == .kml }
  private var naming = PlaceNaming()
  private var times = ConvertedTimes()

  /// The members of the file that precede its first feature, for a format that has them there.
  private var headMembers = Properties()

  private var failures: [String] = []
  private var failureCount = 0

  /// The number of features read ahead to find the columns of a table.
  private static let headerFeatures = 10_000

  init(_ arguments: Arguments) throws(Failure) {
    guard arguments.operands.count < 3 else {
      throw .usage(
        "one file to read and one to write are expected; a name with a space needs quotes")
    }
    input = arguments.operands.first ?? "-"
    if arguments.operands.count > 1, arguments.has("out") {
      throw .usage(
        "\(Spelling.quoted(arguments.operands[1])) and --out both name the output; "
          + "give one of them")
    }
    let output = arguments["out"] ?? arguments.operands.dropFirst().first ?? "-"
    from = arguments["from"].flatMap { FileFormat(word: $0) }
    let name = OutputName(output, mayCompress: true)
    self.output = name
    let word = arguments["to"]
    let chosen = word.flatMap { word in FileFormat(word: word).map { (word: word, format: $0) } }
    to = try Self.format(name, chosen)
    options.separatesRecords = ["geojsonseq", "geojsons"].contains(word ?? name.ending)
    policy = arguments["on-error"].flatMap(BadRowPolicy.init(rawValue:)) ?? .skip
    columns = try PlaceInput.columns(arguments["columns"] ?? "")
    hasHeader = arguments.tableHasHeader
    salvages = arguments.has("salvage")
    encoding = try arguments.encoding
    delimiters = try Self.delimiters(arguments, writing: to)
    if let word = arguments["null"] { options.nullText = word }
    switch arguments["quotes"] {
    case "exact": options.quoting = .exact
    case "least": options.quoting = .least
    default: break
    }
    country = try arguments.countryFilter
    if arguments.has("precision") {
      options.fractionDigits = try arguments.count("precision", default: 6, in: 0...15)
    }
  }

  mutating func run(_ console: inout Console) throws(Failure) {
    var features = try open()
    if let columns = features.columns {
      try country?.check(hasColumn: columns[.country] != nil, of: features.name)
    }
    if delimiters.input != nil, features.columns == nil, to != .csv, to != .tsv {
      throw .usage("--delimiter is for a table, but \(features.name) is \(features.format.title)")
    }
    var target = try ResultFile(output.path, console, compression: output.compression)
    if let columns = features.columns, copiesTable(columns) {
      return try copyTable(&features, columns, to: &target, &console)
    }
    options.tableDelimiter =
      delimiters.output ?? (features.columns == nil ? delimiters.input : nil)
    var progress = Progress(console)
    defer { progress.end() }

    var first = to == .csv || to == .tsv ? try findColumns(&features, &progress) : []
    var writer = to.writer(options)
    var count = 0
    if to == .gpx || to == .kml {
      // The title of the file precedes its features.
      if let feature = try next(&features) {
        first.append(feature)
        if ConvertedTimes.needsOrder(feature), features.isRepeatable {
          var all = try open()
          while let feature = try next(&all) { times.note(feature) }
        }
      }
      headMembers = features.foreignMembers
      writer.take(foreignMembers: headMembers)
    }
    for feature in first {
      try write(feature, features.name, &writer)
      count += 1
      // Flush every 64 features: rows of many columns are long.
      if count & 63 == 0 { try target.write(writer.drain(), &console) }
    }
    first = []
    try target.write(writer.drain(), &console)
    let copiesRows = country == nil && features.hasPointsOnly
    while true {
      if copiesRows, features.writeRows(to: &writer) > 0 { count = 63 }
      guard let feature = try next(&features) else { break }
      try write(feature, features.name, &writer)
      count += 1
      if count & 63 == 0 {
        try target.write(writer.drain(), &console)
        progress.say("converting", features.progress, "\(Text.grouped(features.count)) features")
      }
    }
    // In GPX the extensions of the file are at its end.
    if to == .geoJSON || to == .gpx { writer.take(foreignMembers: features.foreignMembers) }
    do throws(FormatError) {
      try writer.end()
    } catch {
      throw Failure(code: .data, message: "\(features.name), \(error)")
    }
    try target.write(writer.drain(), &console)
    if !features.isUnreadable { try target.close(&console) }
    progress.end()
    try report(features, writer, &console)
    if features.isUnreadable { throw .unreadable(features.name) }
    if let failure = features.partialFailure { throw failure }
  }

  /// Finds the columns of the table to be written.
  ///
  /// - Returns: the features that were read and must be written first.
  private mutating func findColumns(
    _ features: inout FeatureInput, _ progress: inout Progress
  ) throws(Failure) -> [GeoFeature] {
    var first: [GeoFeature] = []
    while first.count < Self.headerFeatures, let feature = try next(&features) {
      first.append(feature)
    }
    var columns = TableColumns()
    for feature in first { columns.note(feature) }
    // Text in a column of elevations becomes a property.
    let mayHaveTexts = features.columns?[.elevation] != nil && features.isRepeatable
    if first.count == Self.headerFeatures, features.hasPointsOnly, !mayHaveTexts {
      // The header of the table, or the format, determines the columns of its rows.
      if features.columns?[.elevation] != nil || features.format == .geoNames {
        columns.noteElevation()
      }
      for name in features.propertyNames ?? [] { columns.note(name) }
    } else if first.count == Self.headerFeatures, features.isRepeatable {
      while let feature = try next(&features) {
        columns.note(feature)
        progress.say("looking for columns", features.progress, Text.grouped(features.count))
      }
      first = []
      features = try open()
    }
    columns.set(&options)
    return first
  }

  /// Opens the file at its beginning.
  private func open() throws(Failure) -> FeatureInput {
    var features = try FeatureInput.open(
      input, format: from, columns: columns, hasHeader: hasHeader, delimiter: delimiters.input,
      encoding: encoding, badRows: policy)
    var request = RowRequest()
    request.namesPlaces = showsNames
    if let region = country?.region, features.hasPointsOnly {
      request.area = BoundingBoxFilter(region.boundingBox) { region.contains($0) }
    }
    features.request(request)
    features.salvages = salvages
    return features
  }

  /// Reads the next feature in the chosen country.
  mutating func next(_ features: inout FeatureInput) throws(Failure) -> GeoFeature? {
    while let feature = try features.next() {
      guard let country else { return feature }
      if country.accepts(feature, word: countryWord(of: feature, features.columns)) {
        return feature
      }
    }
    return nil
  }

  private mutating func write(
    _ feature: GeoFeature, _ name: String, _ writer: inout any FeatureWriter
  ) throws(Failure) {
    var feature = feature
    if showsNames {
      naming.apply(to: &feature.properties)
      times.apply(to: &feature)
    }
    do throws(FormatError) {
      try writer.write(feature)
    } catch {
      let label = feature.properties["name"]?.text.map { " \(Spelling.quoted($0))" } ?? ""
      if policy == .fail {
        throw Failure(code: .data, message: "\(name), feature\(label): \(error)")
      }
      failureCount += 1
      if failures.count < 3 { failures.append("feature\(label): \(error)") }
      guard policy == .null else { return }
      feature.geometry = nil
      try? writer.write(feature)
    }
  }

  /// The country that a feature names in a property.
  private func countryWord(of feature: GeoFeature, _ table: PlaceColumns?) -> String? {
    if let table, let number = table[.country] {
      return feature.properties[table.names[number]]?.cell
    }
    if let column = columns[.country] { return feature.properties[column]?.cell }
    let names = feature.properties.names
    return PlaceColumns(names: names)[.country].flatMap { feature.properties[names[$0]]?.cell }
  }

  /// Reports the columns and the features that cannot be read.
  func reportInput(
    _ features: borrowing FeatureInput, _ console: inout Console
  ) throws(Failure) -> FeatureReport {
    let report = FeatureReport("convert", of: features.name)
    try report.write(features.columns, to: &console)
    let (count, bad) = (features.count, features.badRowCount)
    let all = policy == .null ? count : count + bad
    let fate = policy == .null ? "" : ", left out"
    try report.write(
      "\(Text.grouped(bad)) of \(Text.grouped(all)) features cannot be read\(fate)",
      bad, features.badRows.map(\.description), to: &console)
    return report
  }

  /// Reports the columns, the encoding, and the content that was left out or renamed.
  private func report(
    _ features: borrowing FeatureInput, _ writer: any FeatureWriter, _ console: inout Console
  ) throws(Failure) {
    let report = try reportInput(features, &console)
    let (count, fate) = (features.count, policy == .null ? "" : ", left out")
    try report.write(
      "\(Text.grouped(failureCount)) of \(Text.grouped(count)) features cannot be written "
        + "as \(to.title)\(fate)",
      failureCount, failures, to: &console)
    try report.write(features.longRows, to: &console)
    if let note = times.note { try report.write("\(report.name): \(note)", to: &console) }
    let renamed = writer.renamedProperties
    if !renamed.isEmpty {
      let names = renamed.prefix(10).map {
        "\(Spelling.quoted($0.name)) to \(Spelling.quoted($0.title))"
      }
      let (what, verb) = renamed.count == 1 ? ("property", "is") : ("properties", "are")
      try report.write(
        "\(renamed.count) \(what) with the name of a place's column \(verb) renamed: "
          + names.joined(separator: ", ") + (renamed.count > 10 ? " ..." : ""), to: &console)
    }
    if !writer.omittedNames.isEmpty {
      let names = writer.omittedNames.map { Spelling.quoted($0) }.listed()
      try report.write("properties that the header lacks, left out: \(names)", to: &console)
    }
    var leftOut = features.leftOut
    leftOut.add(writer.leftOut)
    if to != .geoJSON {
      var members = features.foreignMembers
      // The writer counts those that it does not write.
      for name in headMembers.names { members[name] = nil }
      if to == .gpx { members["extensions"] = nil }
      leftOut.addMembers(members)
    }
    try report.write(features.encoding, leftOut, to: &console)
  }
}
