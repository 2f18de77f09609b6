internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy

extension Command {
  /// `cairn stats`: what is in a file.
  static let stats = Command(
    name: "stats",
    summary: "count what is in a file: by country, by category, and how far it reaches",
    operands: "[<file>]",
    discussion: """
      Reads a file in any format, or the standard input, and says how many features of which kind
      it has, the box around them (across 180 degrees where that is smaller), the countries they
      lie in by their coordinates (a line or an area by its first position; with the coasts, 25 km
      of sea), their categories, and what cannot be read.
      """,
    options: [
      Option(
        name: "from", value: "FORMAT",
        help: "the format of <file>, where its name and start mislead", choices: FormatWord.all),
      .columns, .noHeader,
      Option(
        name: "category", value: "NAME",
        help: "the property with the category (category, kind, type, sym ...)"),
      .countryByPlace,
      Option(
        name: "limit", value: "N",
        help: "how many countries and categories to print (20, 0 for all)"),
      Option(
        name: "on-error", value: "POLICY",
        help: "what cannot be read: skip (default), null, fail", choices: ["skip", "null", "fail"]),
      Option(
        name: "format", value: "FORMAT", help: "table (default), json or csv",
        choices: ["table", "json", "csv"]),
    ],
    examples: [
      ("cairn stats places.csv", "how many places in which country"),
      ("cairn stats places.csv --format json", "for another program"),
    ],
    run: { (arguments, console) throws(Failure) in
      guard arguments.operands.count < 2 else {
        throw .usage("one file is wanted; a name with a space needs quotes")
      }
      let limit = try arguments.count("limit", default: 20, in: 0...1_000_000)
      let policy = arguments["on-error"].flatMap(BadRowPolicy.init(rawValue:)) ?? .skip
      let columns = try PlaceInput.columns(arguments["columns"] ?? "")
      var features = try FeatureInput(
        arguments.operands.first ?? "-", format: arguments["from"].flatMap { FileFormat(word: $0) },
        columns: columns, hasHeader: arguments.tableHasHeader, badRows: policy)
      var progress = Progress(console)
      defer { progress.end() }
      var counts = FeatureCounts(
        category: arguments["category"] ?? columns[.kind], atlas: arguments.countryRule.atlas)
      while let feature = try features.next() {
        counts.add(feature)
        progress.say("counting: \(Text.grouped(features.count)) of \(features.byteCount >> 20) MB")
      }
      counts.finish(features)
      progress.end()
      try FeatureReport(command: "stats").write(features.columns, of: features.name, to: &console)
      let stats = StatsFormat(counts: counts, format: features.format, limit: limit)
      switch arguments["format"] {
      case "json": try console.output.write(stats.json)
      case "csv": try console.output.write(stats.csv)
      default: try stats.writeTable(&console)
      }
      try FeatureReport(command: "stats").write(
        features.encoding, features.leftOut, of: features.name, to: &console)
      if features.isUnreadable {
        try console.output.flush()
        throw Failure(code: .data, message: "nothing of \(features.name) can be read")
      }
    })
}
