internal import CairnFormats

/// The features of a file in any format, one after the other, and what was wrong with some.
struct FeatureInput: ~Copyable {
  /// The format, and why it is taken for that.
  let format: FileFormat
  /// The file, as a message calls it.
  let name: String
  /// The columns of a table.
  let columns: PlaceColumns?
  /// How many features have come.
  private(set) var count = 0
  private var source: FeatureSource
  private var file: InputFile
  private var hasEnded = false
  private(set) var byteCount = 0

  /// Opens a file, or the standard input for `-`, and finds its format out unless it is given.
  init(
    _ path: String, format: FileFormat?, columns: [PlaceColumns.Role: String],
    hasHeader: Bool? = nil, badRows: BadRowPolicy
  ) throws(Failure) {
    let name = path == "-" ? "the input" : Spelling.quoted(path)
    var file = try InputFile(path)
    let start = try file.next(atMost: FileFormat.detectionLength)
    let known: FileFormat
    if let format {
      known = format
    } else {
      do {
        known = try FileFormat.detect(start, fileName: path == "-" ? nil : path).format
      } catch {
        throw Failure(code: .data, message: "\(name), \(error)")
      }
    }
    let reader = try FileReader(
      of: path, start: start, from: known, columns: columns, hasHeader: hasHeader)
    self.format = known
    self.name = name
    self.file = file
    self.columns = reader.columns
    source = FeatureSource(reader.features, badRows: badRows)
    take(start)
  }

  private mutating func take(_ piece: [UInt8]) {
    byteCount += piece.count
    if piece.isEmpty {
      hasEnded = true
      source.finish()
    } else {
      source.append(piece)
    }
  }

  /// The next feature, nil at the end.
  mutating func next() throws(Failure) -> GeoFeature? {
    while true {
      do throws(FormatError) {
        if let feature = try source.next() {
          count += 1
          return feature
        }
      } catch {
        throw .reading(name, error)
      }
      if hasEnded { return nil }
      take(try file.next())
    }
  }

  /// How many features could not be read, and the first of them.
  var badRowCount: Int { source.badRowCount }
  var badRows: [FormatError] { source.badRows }

  /// What was left out though nothing is wrong with it, and how the file is written.
  var leftOut: LeftOut { source.leftOut }
  var encoding: TextEncoding { source.encoding }

  /// Whether there was something, and none of it could be read.
  var isUnreadable: Bool { count == 0 && (badRowCount > 0 || !leftOut.isEmpty) }
}

/// What is said on the standard error of a file and of features that were left out.
struct FeatureReport {
  /// The command in whose name it is said.
  let command: String

  /// Says which columns of a table were taken for what.
  func write(
    _ columns: PlaceColumns?, of name: String, to console: inout Console
  ) throws(Failure) {
    guard let columns, columns.location != nil else { return }
    try console.errors.write("cairn \(command): \(Text.line("\(name): \(columns)"))\n")
    try console.errors.flush()
  }

  /// Says in one line each how a file is written, if not as UTF-8, and what was left out.
  func write(
    _ encoding: TextEncoding, _ leftOut: LeftOut, of name: String, to console: inout Console
  ) throws(Failure) {
    if let line = Text.encoding(encoding) {
      try console.errors.write("cairn \(command): \(Text.line(name)): no UTF-8; \(line)\n")
    }
    if !leftOut.isEmpty {
      try console.errors.write("cairn \(command): \(Text.line(name)): left out: \(leftOut)\n")
    }
    try console.errors.flush()
  }

  /// Says how many of how many were wrong, and names the first three.
  func write(
    _ count: Int, of all: Int, _ what: String, _ reasons: [String], to console: inout Console
  ) throws(Failure) {
    guard count > 0 else { return }
    try console.errors.write(
      "cairn \(command): \(Text.grouped(count)) of \(Text.grouped(all)) \(what)\n")
    for reason in reasons.prefix(3) { try console.errors.write("  \(Text.line(reason))\n") }
    if count > 3 { try console.errors.write("  and \(Text.grouped(count - 3)) more\n") }
    try console.errors.flush()
  }
}
