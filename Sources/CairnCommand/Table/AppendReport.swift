internal import CairnFormats

extension TableAppender.Report {
  /// The notes for standard error.
  ///
  /// - Parameter leavesOut: whether rows without a valid coordinate were left out.
  /// - Returns: the lines; empty if there is nothing to report.
  func summary(leavesOut: Bool) -> [String] {
    var lines: [String] = []
    if badCount > 0 {
      let verb = badCount == 1 ? "has" : "have"
      let fate = leavesOut ? ", left out" : ""
      lines.append(
        "\(Text.grouped(badCount)) of \(Text.grouped(rowCount)) rows \(verb) no valid coordinate"
          + fate)
      lines += errors.map { "  \($0)" }
      if badCount > errors.count {
        lines.append("  and \(Text.grouped(badCount - errors.count)) more")
      }
    }
    if longCount > 0 {
      let (what, whose) = longCount == 1 ? ("row has", "its") : ("rows have", "their")
      lines.append(
        "\(Text.grouped(longCount)) \(what) more fields than the header; \(whose) results come last"
          + Text.lines(longLines, of: longCount))
    }
    return lines
  }
}

extension TableAppender {
  /// A description of the chosen columns; nil before the first row has arrived.
  var choice: String? {
    table.map { table in
      (table.names == nil && options.hasHeader == nil ? "the table has no header; " : "")
        + table.columns.map { $0.description(table.names) }.joined(separator: "; ")
    }
  }
}

extension CoordinateColumns {
  /// "latitude is column 3 (lat), longitude column 4 (lon)".
  fileprivate func description(_ names: [String]?) -> String {
    func column(_ index: Int) -> String {
      "column \(index + 1)" + (names.map { " (\(Text.line($0[index])))" } ?? "")
    }
    switch self {
    case .pair(let latitude, let longitude):
      return "latitude is \(column(latitude)), longitude \(column(longitude))"
    case .both(let both, let notation):
      return "the coordinate is \(column(both))"
        + (notation.map { " as \($0.rawValue)" } ?? "")
    case .angles(let angles):
      func columns(_ axis: AngleColumns.Axis) -> String {
        ([axis.degrees] + axis.others).map(column).joined(separator: " with ")
      }
      return "latitude is \(columns(angles.latitude)), longitude \(columns(angles.longitude))"
    }
  }
}

extension Failure {
  /// The failure for a damaged table, or for options that do not match the table, with the remedy.
  init(_ error: TableAppenderError) {
    switch error {
    case .table(let error): self.init(code: .data, message: error.description)
    case .missingColumn(let column, let header):
      let hint = Spelling.suggestion(for: column, among: header)
      self.init(
        code: .data,
        message: "the table has no column \(Spelling.quoted(column))"
          + (hint.isEmpty ? ", only \(Spelling.quoted(header.joined(separator: ", ")))" : hint))
    case .missingColumnNumber: self = .usage(error.description)
    case .nameWithoutHeader(let column):
      self = .usage(
        "without a header columns have numbers, not names such as \(Spelling.quoted(column))")
    case .columnBeyondFieldCount(let column, let count):
      self = .usage("with --fields \(count) there is no column \(column)")
    case .headerFieldCount:
      self.init(code: .data, message: "\(error) as --fields says")
    case .severalLocations:
      self.init(code: .data, message: "\(error); name one with --lat and --lon")
    case .missingLocation(nil):
      self.init(
        code: .data,
        message: "the first row does not show which columns are latitude and longitude; "
          + "give their numbers with --lat and --lon")
    case .missingLocation(let header?):
      self.init(
        code: .data,
        message: "the header names no columns for latitude and longitude: "
          + "\(Spelling.quoted(header.joined(separator: ", "))); "
          + "name them with --lat and --lon, and add --no-header if there is no header")
    case .answer(let reason):
      self.init(
        code: .data,
        message: "\(reason); take a smaller --precision or a larger --limit")
    }
  }
}
