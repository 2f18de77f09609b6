internal import CairnFormats

extension [Option] {
  /// The options of every command that appends columns to the rows of a table.
  static let appending: [Option] = [
    Option(name: "append", help: "read a table and write it with the answers appended"),
    .noHeader,
    Option(name: "lat", value: "COLUMN", help: "the column of the latitude, by name or number"),
    Option(name: "lon", value: "COLUMN", help: "the column of the longitude"),
    Option(name: "latlon", value: "COLUMN", help: "one column with both, as \"35.68,139.69\""),
    Option(
      name: "delimiter", value: "CHARACTER",
      help: "the field separator: a character, or tab, comma, semicolon, pipe"),
    .encoding,
    Option(name: "tsv", help: "tab-separated, no quoting, \\N is null"),
    Option(
      name: "fields", value: "COUNT",
      help: "the fields of a row: shorter rows are padded, a longer row is an error"),
    .column,
    Option(
      name: "on-error", value: "POLICY",
      help: "a row without a valid coordinate: null values (default), skip, fail",
      choices: ["null", "skip", "fail"]),
  ]
}

extension [Option] {
  /// The options of a command that needs a second coordinate of each row.
  static let secondPoint: [Option] = [
    Option(name: "to-lat", value: "COLUMN", help: "the column of the other place's latitude"),
    Option(name: "to-lon", value: "COLUMN", help: "the column of its longitude"),
    Option(name: "to-latlon", value: "COLUMN", help: "one column with both"),
  ]
}

extension Option {
  /// The name of the appended column.
  static let column = Option(
    name: "column", value: "NAME", help: "the header of the appended column")
}

extension TableAppender.Options {
  /// The options given on the command line.
  init(_ arguments: Arguments) throws(Failure) {
    self.init()
    hasHeader = arguments.has("no-header") ? false : nil
    isTSV = arguments.has("tsv")
    encoding = try arguments.encoding
    if let text = arguments["delimiter"] { delimiter = try Self.delimiter(text) }
    if isTSV, let delimiter, delimiter != UInt8(ascii: "\t") {
      throw .usage("--tsv means tabs; leave --delimiter out")
    }
    if isTSV { delimiter = UInt8(ascii: "\t") }
    if arguments["fields"] != nil {
      fieldCount = try arguments.count("fields", default: 1, in: 1...100_000)
    }
    badRows = arguments["on-error"].flatMap { BadRowPolicy(rawValue: $0) } ?? .null
    points = [
      Point(
        latitude: arguments["lat"], longitude: arguments["lon"], both: arguments["latlon"])
    ]
    try check(points[0], names: ("lat", "lon", "latlon"))
  }

  /// Reads a second coordinate of each row.
  mutating func addSecondPoint(_ arguments: Arguments) throws(Failure) {
    let point = Point(
      latitude: arguments["to-lat"], longitude: arguments["to-lon"], both: arguments["to-latlon"])
    guard point.isGiven else {
      throw .usage("the other place's columns are needed: --to-lat and --to-lon, or --to-latlon")
    }
    try check(point, names: ("to-lat", "to-lon", "to-latlon"))
    points.append(point)
  }

  /// Throws if the columns of a coordinate are incomplete or given twice.
  func check(_ point: Point, names: (String, String, String)) throws(Failure) {
    let (latitude, longitude, both) = names
    if point.both != nil, point.latitude != nil || point.longitude != nil {
      throw .usage(
        "--\(both) names one column for both; leave out --\(latitude) and --\(longitude)")
    }
    if (point.latitude == nil) != (point.longitude == nil) {
      throw .usage("--\(latitude) and --\(longitude) go together")
    }
  }

  /// The byte of a delimiter, given as a character or by a name such as `tab`.
  ///
  /// - Parameters:
  ///   - text: the value of an option.
  ///   - option: the option in messages.
  /// - Returns: the byte.
  /// - Throws: a ``Failure`` for any other text.
  static func delimiter(
    _ text: String, option: String = "--delimiter"
  ) throws(Failure) -> UInt8 {
    switch text {
    case "tab", "\\t": return UInt8(ascii: "\t")
    case "comma": return UInt8(ascii: ",")
    case "semicolon": return UInt8(ascii: ";")
    case "pipe": return UInt8(ascii: "|")
    default: break
    }
    let bytes = Array(text.utf8)
    guard bytes.count == 1, bytes[0] < 0x80, ![0, 0x0A, 0x0D, 0x22].contains(bytes[0]) else {
      throw .usage(
        "\(option) is one ASCII character, or tab, comma, semicolon or pipe, "
          + "not \(Spelling.quoted(text))")
    }
    return bytes[0]
  }
}
