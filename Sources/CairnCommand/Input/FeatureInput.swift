internal import CairnFeatures
internal import CairnFormats
internal import CairnIndex

/// The features of a file in any format, one after the other, and what was wrong with some.
struct FeatureInput: ~Copyable {
  /// The format: what the command line says, else what the file's name and beginning tell.
  let format: FileFormat
  /// The file, as a message calls it.
  let name: String
  /// The columns of a table.
  let columns: PlaceColumns?
  /// How many features have come, those that could not be read not among them.
  var count: Int { givenCount + source.passedCount }
  /// Whether the file can be read again from its beginning.
  var isRepeatable: Bool { file.isRepeatable }
  /// How much of the file has been read.
  var progress: Progress.Amount { .bytes(file.position, of: file.size) }
  /// Whether an error may advise to name columns by `--columns`.
  private let takesColumns: Bool
  /// Properties that were chosen by name and that no feature has had so far.
  private var unseen: Set<String> = []
  /// The names of properties that have come, while a chosen one is looked for; up to a hundred or
  /// so.
  private var seenNames: Set<String> = []
  private var unseenOption = "--columns"
  private let chosen: [PlaceColumns.Role: String]
  private var source: FeatureSource
  private var file: InputFile
  private var hasEnded = false
  private var givenCount = 0

  /// Opens a file, or the standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - format: its format; nil to find it out.
  ///   - columns: the columns of a table by what they hold.
  ///   - hasHeader: whether the first row of a table names the columns; nil to find out.
  ///   - badRows: what becomes of a feature that cannot be read.
  /// - Returns: the features, of which none has been read.
  /// - Throws: a ``Failure`` for a file that cannot be read, or is in no known format.
  static func open(
    _ path: String, format: FileFormat?, columns: [PlaceColumns.Role: String],
    hasHeader: Bool? = nil, badRows: BadRowPolicy
  ) throws(Failure) -> FeatureInput {
    // No initialiser: one that delegates to another destroys a value that is not there yet, in
    // release builds of Swift 6.3.1, since the type cannot be copied.
    var file = try InputFile(path)
    let start = try file.next(atMost: FileFormat.detectionLength)
    return try FeatureInput(
      file, start: start, of: path, name: path == "-" ? "the input" : nil, format: format,
      columns: columns, hasHeader: hasHeader, badRows: badRows)
  }

  /// Goes on with a file of which the start has been read.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - start: what has been read of it: ``FileFormat/detectionLength`` bytes, or all.
  ///   - path: its path.
  ///   - name: what messages call it; nil for its path in backquotes, or the input.
  ///   - format: its format; nil to find it out.
  ///   - columns: the columns of a table by what they hold; nil for a command without `--columns`.
  ///   - hasHeader: whether the first row of a table names the columns; nil to find out.
  ///   - badRows: what becomes of a feature that cannot be read.
  /// - Throws: a ``Failure`` for a file in no known format.
  init(
    _ file: consuming InputFile, start: [UInt8], of path: String, name: String? = nil,
    format: FileFormat? = nil, columns: [PlaceColumns.Role: String]? = nil,
    hasHeader: Bool? = nil, badRows: BadRowPolicy
  ) throws(Failure) {
    let name = name ?? (path == "-" ? "the input" : Spelling.quoted(path))
    let known: FileFormat
    do throws(FormatError) {
      known = try FileFormat.of(path, start: start, given: format)
    } catch {
      throw Failure(code: .data, message: "\(name), \(error)")
    }
    unseen = try Self.checked(columns ?? [:], known, name)
    self.format = known
    self.name = name
    self.columns = Self.columns(
      ofTable: known, start: start, chosen: columns ?? [:], hasHeader: hasHeader)
    takesColumns = columns != nil
    chosen = columns ?? [:]
    let reader: any FeatureReader =
      known == .kml
      ? KMLReader(documents: file.documentNames, in: nil)
      : known.reader(.init(columns: columns ?? [:], hasHeader: hasHeader))
    source = FeatureSource(reader, badRows: badRows)
    self.file = file
    take(start)
  }

  /// The columns of a table by its start; nil in any other format.
  private static func columns(
    ofTable format: FileFormat, start: [UInt8], chosen: [PlaceColumns.Role: String],
    hasHeader: Bool?
  ) -> PlaceColumns? {
    guard format == .csv || format == .tsv else { return nil }
    // Another reader looks ahead at the header.
    var table = TableReader(
      delimiter: format == .tsv ? 0x09 : nil, hasHeader: hasHeader, columns: chosen)
    table.append(start)
    if start.count < FileFormat.detectionLength { table.finish() }
    _ = try? table.next()
    return table.columns
  }

  /// Refuses columns for the place in a format that says itself where places are.
  ///
  /// - Returns: the properties that a feature must have; none for a table, whose reader has its
  ///   header.
  private static func checked(
    _ chosen: [PlaceColumns.Role: String], _ format: FileFormat, _ file: String
  ) throws(Failure) -> Set<String> {
    guard format != .csv, format != .tsv else { return [] }
    var unseen: Set<String> = []
    let places = [PlaceColumns.Role.latitude, .longitude, .coordinate, .geometry, .elevation]
    for role in PlaceColumns.Role.allCases {
      guard let name = chosen[role] else { continue }
      if places.contains(role) {
        guard format == .jsonObjects else {
          throw .usage(
            "--columns \(role)=\(Text.line(name)): \(format.title) says itself where places are; "
              + "leave it out")
        }
        if role == .elevation { unseen.insert(name) }
      } else if format == .geoNames {
        guard GeoNamesReader.propertyNames.contains(name) else {
          throw .unknownColumn(file, name, among: GeoNamesReader.propertyNames)
        }
      } else {
        unseen.insert(name)
      }
    }
    return unseen
  }

  /// Refuses a property that an option names and the file does not have; of a file without a header
  /// that is known at its end.
  mutating func require(_ name: String, option: String) throws(Failure) {
    guard let names = propertyNames else {
      unseen.insert(name)
      unseenOption = option
      return
    }
    guard names.contains(name) else {
      throw .unknownColumn(self.name, name, among: names, option: option)
    }
  }

  /// Looks for chosen properties that have not come yet.
  private mutating func look(at feature: GeoFeature) {
    for name in unseen where feature.properties[name] != nil { unseen.remove(name) }
    if let name = chosen[.elevation], case .point(let position)? = feature.geometry,
      position.elevation != nil
    {
      // It is a property no more.
      unseen.remove(name)
    }
    if seenNames.count < 100 { for name in feature.properties.names { seenNames.insert(name) } }
  }

  /// Complains of a property that was chosen and that no feature has.
  private func checkUnseen() throws(Failure) {
    let places = [PlaceColumns.Role.latitude, .longitude, .coordinate, .geometry]
    if givenCount > 0, let name = unseen.min() {
      throw .unknownColumn(self.name, name, among: seenNames.sorted(), option: unseenOption)
    }
    if format == .jsonObjects, givenCount == 0, badRowCount > 0 {
      for role in places {
        if let name = chosen[role] { throw .unknownColumn(self.name, name, among: []) }
      }
    }
  }

  /// Whether every feature that has a place is a point.
  var hasPointsOnly: Bool {
    // A row without degrees may have well-known text.
    if let columns, case .degrees? = columns.location { return columns[.geometry] == nil }
    return format == .geoNames
  }

  /// The names that the properties of a table have by its header; nil where they come to light one
  /// by one.
  var propertyNames: [String]? {
    columns?.ownPropertyNames ?? (format == .geoNames ? GeoNamesReader.propertyNames : nil)
  }

  /// Says what is wanted of the features that come; others may be passed over.
  mutating func want(_ wish: RowWish) { source.want(wish) }

  /// Writes the next rows of a table straight to a writer of GeoJSON, as many as are at hand and
  /// need no second look; they count as given.
  ///
  /// - Returns: how many were written.
  mutating func writeRows(to writer: inout any FeatureWriter) -> Int {
    let written = source.writeRows(to: &writer)
    givenCount += written
    return written
  }

  /// Adds the next rows of a table to features that wait elsewhere, as many as are at hand and need
  /// no second look; they count as given.
  mutating func appendRows(to features: any FeatureStore) throws(IndexFileError) {
    givenCount += try features.appendRows(of: &source)
  }

  /// Hands over where the points of the next rows of a table are and one of their properties, as
  /// many as are at hand and need no second look; they count as given.
  mutating func takePoints(
    with property: String?, _ body: (GeoFeature.Position, PropertyValue?) -> Void
  ) {
    givenCount += source.takePoints(with: property, body)
  }

  private mutating func take(_ piece: [UInt8]) {
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
          givenCount += 1
          if !unseen.isEmpty { look(at: feature) }
          return feature
        }
      } catch {
        let name = file.documentName.map { "\(self.name) (\(Text.line($0)))" } ?? self.name
        throw takesColumns
          ? .reading(name, error) : Failure(code: .data, message: "\(name), \(error)")
      }
      if hasEnded {
        // An archive may have another document.
        guard format == .kml, file.nextDocument() else {
          try checkUnseen()
          return nil
        }
        hasEnded = false
        source.goOn(with: KMLReader(documents: file.documentNames, in: file.documentName))
      }
      take(try file.next())
    }
  }

  /// How many features could not be read, and the first of them.
  var badRowCount: Int { source.badRowCount }
  var badRows: [FormatError] { source.badRows }

  /// What was left out though nothing is wrong with it, and how the file is written.
  var leftOut: LeftOut { source.leftOut }
  var encoding: TextEncoding { source.encoding }

  /// The rows of a table that have more fields than its header.
  var longRows: LongRows { source.longRows }

  /// What the file says of itself beside its features, as far as it has come.
  var foreignMembers: Properties { source.foreignMembers }

  /// Whether there was something, and none of it could be read.
  var isUnreadable: Bool { count == 0 && (badRowCount > 0 || !leftOut.isEmpty) }

  /// The property that was chosen for a role, by its name or as a column's number.
  func property(
    _ role: PlaceColumns.Role, chosen: [PlaceColumns.Role: String]
  ) -> String? {
    // Without a header no name of a property tells what it is.
    if let columns, !columns.hasHeader { return columns[role].map { "column \($0 + 1)" } }
    guard let word = chosen[role] else { return nil }
    guard let columns else { return word }
    return columns[role].map { columns.names[$0] }
  }
}

/// What is said on the standard error of a file and of features that were left out.
struct FeatureReport {
  /// The command in whose name it is said.
  let command: String
  /// The file, as the lines call it.
  let name: String

  init(_ command: String, of name: String) {
    self.command = command
    self.name = Text.line(name)
  }

  /// Says which columns of a table were taken for what.
  func write(_ columns: PlaceColumns?, to console: inout Console) throws(Failure) {
    guard let columns, columns.location != nil else { return }
    try write("\(name): \(Text.line(columns.description))", to: &console)
    try console.errors.flush()
  }

  /// Says in one line each how a file is written, if not as UTF-8, and what was left out.
  func write(
    _ encoding: TextEncoding, _ leftOut: LeftOut = LeftOut(), to console: inout Console
  ) throws(Failure) {
    if let line = Text.encoding(encoding) {
      try write("\(name): no UTF-8; \(line)", to: &console)
    }
    if !leftOut.isEmpty { try write("\(name): left out: \(leftOut)", to: &console) }
    try console.errors.flush()
  }

  /// Says how many rows have more fields than the header, and which.
  func write(_ rows: LongRows, to console: inout Console) throws(Failure) {
    guard rows.count > 0 else { return }
    let verb = rows.count == 1 ? "row has" : "rows have"
    try write(
      "\(name): \(Text.grouped(rows.count)) \(verb) more fields than the header"
        + Text.lines(rows.lines, of: rows.count)
        + "; a field that holds the delimiter needs quotes", to: &console)
    try console.errors.flush()
  }

  /// Says how many were wrong, and why the first three were.
  ///
  /// - Parameters:
  ///   - summary: says how many of how many.
  ///   - count: how many; nothing is said of none.
  ///   - reasons: why the first of them were.
  ///   - console: where it is said.
  /// - Throws: a ``Failure`` where the standard error cannot be written.
  func write(
    _ summary: String, _ count: Int, _ reasons: [String], to console: inout Console
  ) throws(Failure) {
    guard count > 0 else { return }
    try write(summary, to: &console)
    for reason in reasons.prefix(3) { try console.errors.write("  \(Text.line(reason))\n") }
    if count > 3 { try console.errors.write("  and \(Text.grouped(count - 3)) more\n") }
    try console.errors.flush()
  }

  /// Says a line.
  func write(_ line: String, to console: inout Console) throws(Failure) {
    try console.errors.write("cairn \(command): \(line)\n")
  }
}

extension Failure {
  /// Says what is wrong with a file, and how to say which columns are meant where that is it.
  static func reading(_ name: String, _ error: FormatError) -> Failure {
    var cure = ""
    if case .unknownColumn(let column, let found) = error.reason {
      return unknownColumn(name, column, among: found)
    }
    switch error.reason {
    case .missingColumn, .severalLocations:
      cure = "; name them with --columns latitude=NAME,longitude=NAME"
    default: break
    }
    return Failure(code: .data, message: "\(name), \(error)\(cure)")
  }

  /// Says that a column was chosen that does not exist, and which one may be meant.
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

  /// Says that a file holds something, but nothing that can be read.
  static func unreadable(_ name: String) -> Failure {
    Failure(code: .data, message: "nothing of \(name) can be read")
  }
}

extension FileFormat {
  /// The format of a file: what the command line says, else what its name and beginning tell.
  static func of(
    _ path: String, start: [UInt8], given: FileFormat?
  ) throws(FormatError) -> FileFormat {
    if let given { return given }
    return try detect(start, fileName: path == "-" ? nil : path).format
  }
}
