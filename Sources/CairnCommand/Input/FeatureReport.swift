internal import CairnFormats

/// The notes on standard error about a file and the features that were left out.
struct FeatureReport {
  /// The command that reports.
  let command: String
  /// The name of the file in the notes.
  let name: String

  init(_ command: String, of name: String) {
    self.command = command
    self.name = Text.line(name)
  }

  /// Reports the roles of a table's columns.
  func write(_ columns: PlaceColumns?, to console: inout Console) throws(Failure) {
    guard let columns, columns.location != nil else { return }
    try write("\(name): \(Text.line(columns.description))", to: &console)
    try console.errors.flush()
  }

  /// Reports the encoding, if it is not UTF-8, and the content that was left out, a line each.
  func write(
    _ encoding: TextEncoding, _ leftOut: LeftOut = LeftOut(), to console: inout Console
  ) throws(Failure) {
    if let line = Text.encoding(encoding) {
      try write("\(name): not UTF-8; \(line)", to: &console)
    }
    if !leftOut.isEmpty { try write("\(name): left out: \(leftOut)", to: &console) }
    try console.errors.flush()
  }

  /// Reports how many rows have more fields than the header, and which.
  func write(_ rows: LongRows, to console: inout Console) throws(Failure) {
    guard rows.count > 0 else { return }
    let verb = rows.count == 1 ? "row has" : "rows have"
    try write(
      "\(name): \(Text.grouped(rows.count)) \(verb) more fields than the header"
        + Text.lines(rows.lines, of: rows.count)
        + "; a field that holds the delimiter needs quotes", to: &console)
    try console.errors.flush()
  }

  /// Reports the number of features that are left out because they are not points.
  func write(others count: Int, to console: inout Console) throws(Failure) {
    guard count > 0 else { return }
    let noun = count == 1 ? "feature that is not a point" : "features that are not points"
    try write("\(name): \(Text.grouped(count)) \(noun), left out", to: &console)
    try console.errors.flush()
  }

  /// Reports the number of errors and the first three reasons.
  ///
  /// - Parameters:
  ///   - summary: the line with the counts.
  ///   - count: the number of errors; writes nothing if it is 0.
  ///   - reasons: the reasons of the first errors.
  ///   - console: receives the lines.
  /// - Throws: a ``Failure`` if standard error cannot be written.
  func write(
    _ summary: String, _ count: Int, _ reasons: [String], to console: inout Console
  ) throws(Failure) {
    guard count > 0 else { return }
    try write(summary, to: &console)
    for reason in reasons.prefix(3) { try console.errors.write("  \(Text.line(reason))\n") }
    if count > 3 { try console.errors.write("  and \(Text.grouped(count - 3)) more\n") }
    try console.errors.flush()
  }

  /// Writes a line.
  func write(_ line: String, to console: inout Console) throws(Failure) {
    try console.errors.write("cairn \(command): \(line)\n")
  }
}

extension Failure {
  /// The failure for a file with features, none of which is a point.
  static func noPoints(_ name: String, _ command: String) -> Failure {
    Failure(
      code: .data,
      message: "\(name) has no points, which `cairn \(command)` needs, only lines or areas")
  }

  /// The failure for a file that cannot be read, which suggests an option or another command that
  /// reads it.
  static func reading(_ name: String, _ error: FormatError) -> Failure {
    var cure = ""
    if case .unknownColumn(let column, let found) = error.reason {
      return unknownColumn(name, column, among: found)
    }
    switch error.reason {
    case .missingColumn, .severalLocations:
      cure = "; name them with --columns latitude=NAME,longitude=NAME"
    default: cure = error.remedy
    }
    return Failure(code: .data, message: "\(name), \(error)\(cure)")
  }

  /// The failure for a chosen column that does not exist, with a suggestion.
  static func unknownColumn(
    _ file: String, _ column: String, among names: [String], option: String = "--columns"
  ) -> Failure {
    let hint = Spelling.suggestion(for: column, among: names)
    let list = names.isEmpty ? "" : "; there are \(Spelling.quoted(names.joined(separator: ", ")))"
    return Failure(
      code: .data,
      message: "\(file) has no column \(Spelling.quoted(column)), which \(option) names"
        + (hint.isEmpty ? list : hint))
  }

  /// The failure for a file that has content, none of which can be read.
  static func unreadable(_ name: String) -> Failure {
    Failure(code: .data, message: "no feature of \(name) can be read")
  }
}

extension FormatError {
  /// The option or the command that reads a file of another format, after a semicolon; empty if
  /// there is none.
  var remedy: String {
    guard case .expected(let wanted, let found) = reason else { return "" }
    switch FileFormat.OtherFile(rawValue: found) {
    case .photo, .picture: return "; read its position with cairn photos FILE"
    case .index: return "; write its places as text with cairn convert FILE --to csv"
    case .roads: return "; search it with cairn roads near FILE ..."
    case .extract: return "; read it with cairn places FILE or cairn roads build FILE OUT"
    case nil:
      let formats = FileFormat.allCases
      guard formats.contains(where: { $0.title == wanted }),
        let format = formats.first(where: { $0.title == found })
      else { return "" }
      return "; read it with --from \(format.rawValue)"
    }
  }
}

extension FileFormat {
  /// The format of a file: as given on the command line, else as detected from its name and start.
  static func of(
    _ path: String, start: [UInt8], given: FileFormat?
  ) throws(FormatError) -> FileFormat {
    if let given { return given }
    return try detect(start, fileName: path == "-" ? nil : path).format
  }
}
