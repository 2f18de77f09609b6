internal import CairnFeatures
internal import CairnFormats
internal import CairnIndex

/// The features of a file in any format, read one after the other, and the errors of the bad ones.
struct FeatureInput: ~Copyable {
  /// The format: as given on the command line, else as detected from the file's name and start.
  let format: FileFormat
  /// The name of the file in messages.
  let name: String
  /// The columns of a table.
  let columns: PlaceColumns?
  /// The byte between the fields of a table.
  let delimiter: UInt8?
  /// The number of features read so far, without those that could not be read.
  var count: Int { givenCount + source.passedCount }
  /// Whether the file can be read again from its beginning.
  var isRepeatable: Bool { file.isRepeatable }
  /// The part of the file that has been read.
  var progress: Progress.Amount { .bytes(file.position, of: file.size) }
  /// Whether error messages may suggest `--columns`.
  private let takesColumns: Bool
  /// Properties that were chosen by name and that no feature has had so far.
  private var unseen: Set<String> = []
  /// Names of properties seen while a chosen one is still missing; about a hundred at most.
  private var seenNames: Set<String> = []
  private var unseenOption = "--columns"
  private let chosen: [PlaceColumns.Role: String]
  private var source: FeatureSource
  private var file: InputFile
  private var hasEnded = false
  private var givenCount = 0
  /// Whether a damaged file is read up to the damage.
  var salvages = false
  /// The damage at which reading has ended.
  private(set) var damage: Failure?

  /// Opens a file, or the standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - format: its format; nil to detect it.
  ///   - columns: the columns of a table by their roles.
  ///   - hasHeader: whether the first row of a table is a header; nil to detect it.
  ///   - delimiter: the byte between the fields of a table; nil to detect it.
  ///   - encoding: the encoding of a text; nil to detect it.
  ///   - badRows: the policy for features that cannot be read.
  /// - Returns: the input, from which no feature has been read yet.
  /// - Throws: a ``Failure`` if the file cannot be read or is in an unknown format.
  static func open(
    _ path: String, format: FileFormat?, columns: [PlaceColumns.Role: String],
    hasHeader: Bool? = nil, delimiter: UInt8? = nil, encoding: NamedEncoding? = nil,
    badRows: BadRowPolicy
  ) throws(Failure) -> FeatureInput {
    // A static method, not an initializer: in release builds of Swift 6.3.1 a delegating
    // initializer of a noncopyable type destroys a value that does not exist yet.
    var file = try InputFile(path, encoding: encoding, readsIndexFiles: true, readsPhotos: true)
    let start = try file.next(atMost: FileFormat.detectionLength)
    return try FeatureInput(
      file, start: start, of: path, name: path == "-" ? "the input" : nil, format: format,
      columns: columns, hasHeader: hasHeader, delimiter: delimiter, badRows: badRows)
  }

  /// Continues with a file whose start has been read.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - start: the bytes read so far: ``FileFormat/detectionLength`` bytes, or the whole file.
  ///   - path: its path.
  ///   - name: its name in messages; nil for the path in backquotes, or "the input".
  ///   - format: its format; nil to detect it.
  ///   - columns: the columns of a table by their roles; nil for a command without `--columns`.
  ///   - hasHeader: whether the first row of a table is a header; nil to detect it.
  ///   - delimiter: the byte between the fields of a table; nil to detect it.
  ///   - badRows: the policy for features that cannot be read.
  /// - Throws: a ``Failure`` if the format is unknown.
  init(
    _ file: consuming InputFile, start: [UInt8], of path: String, name: String? = nil,
    format: FileFormat? = nil, columns: [PlaceColumns.Role: String]? = nil,
    hasHeader: Bool? = nil, delimiter: UInt8? = nil, badRows: BadRowPolicy
  ) throws(Failure) {
    let name = name ?? (path == "-" ? "the input" : Spelling.quoted(path))
    let known: FileFormat
    do throws(FormatError) {
      known = try FileFormat.of(path, start: start, given: format)
    } catch {
      throw Failure(code: .data, message: "\(name), \(error)\(error.remedy)")
    }
    unseen = try Self.checked(columns ?? [:], known, name)
    var start = start
    let table = try Self.table(
      known, .init(columns: columns ?? [:], hasHeader: hasHeader, delimiter: delimiter), &start,
      &file)
    self.format = known
    self.name = name
    self.columns = table?.columns
    self.delimiter = table?.fieldDelimiter
    takesColumns = columns != nil
    chosen = columns ?? [:]
    let reader: any FeatureReader =
      known == .kml
      ? KMLReader(documents: file.documentNames, in: nil)
      : known.reader(
        .init(columns: columns ?? [:], hasHeader: hasHeader, delimiter: delimiter))
    source = FeatureSource(reader, badRows: badRows)
    self.file = file
    take(start)
  }

  /// A second reader of a table, which looks ahead at its first row; nil in any other format.
  ///
  /// - Parameters:
  ///   - format: the format of the file.
  ///   - options: how a table is read.
  ///   - start: the bytes read so far; if they end before the first row does, more are added.
  ///   - file: the rest of the file.
  /// - Returns: the reader.
  /// - Throws: a ``Failure`` if the file cannot be read.
  private static func table(
    _ format: FileFormat, _ options: FileFormat.ReaderOptions, _ start: inout [UInt8],
    _ file: inout InputFile
  ) throws(Failure) -> TableReader? {
    guard format == .csv || format == .tsv else { return nil }
    var table = TableReader(
      delimiter: options.delimiter ?? (format == .tsv ? 0x09 : nil), hasHeader: options.hasHeader,
      columns: options.columns)
    table.append(start)
    var isWhole = start.count < FileFormat.detectionLength
    while true {
      if isWhole { table.finish() }
      do throws(FormatError) {
        _ = try table.next()
      } catch {
        // The reader of the features reports the error.
        return table
      }
      if isWhole || table.columns != nil { return table }
      let piece = try file.next()
      isWhole = piece.isEmpty
      start += piece
      table.append(piece)
    }
  }

  /// Throws if columns are chosen for the position in a format that stores positions itself.
  ///
  /// - Returns: the chosen properties, which features must have; empty for a table, whose reader
  ///   checks the header.
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
            "--columns \(role)=\(Text.line(name)): \(format.title) has its own coordinates; "
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

  /// Throws if the file has no property of the name that an option gives; without a header this is
  /// known only at the end of the file.
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

  /// Marks the chosen properties that a feature has as seen.
  private mutating func markSeen(in feature: GeoFeature) {
    for name in unseen where feature.properties[name] != nil { unseen.remove(name) }
    if let name = chosen[.elevation], case .point(let position)? = feature.geometry,
      position.elevation != nil
    {
      // The reader has turned the property into the elevation.
      unseen.remove(name)
    }
    if seenNames.count < 100 { for name in feature.properties.names { seenNames.insert(name) } }
  }

  /// Throws if no feature has a chosen property.
  private func checkMissingProperties() throws(Failure) {
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

  /// Whether every feature with a position is a point.
  var hasPointsOnly: Bool {
    // A row without degrees may have well-known text.
    if let columns, case .degrees? = columns.location { return columns[.geometry] == nil }
    return format == .geoNames
  }

  /// The names of the properties, from the header of a table; nil if they are known only as the
  /// features are read.
  var propertyNames: [String]? {
    columns?.ownPropertyNames ?? (format == .geoNames ? GeoNamesReader.propertyNames : nil)
  }

  /// Sets the rows and the properties needed from here on; the reader may skip others.
  mutating func request(_ rows: RowRequest) { source.request(rows) }

  /// Writes the next rows of a table directly to a GeoJSON writer: the available ones that need no
  /// further checks.
  ///
  /// They are counted as read.
  ///
  /// - Returns: the number of rows written.
  mutating func writeRows(to writer: inout any FeatureWriter) -> Int {
    let written = source.writeRows(to: &writer)
    givenCount += written
    return written
  }

  /// Copies the next rows of a table to another one: the available ones that need no changes.
  ///
  /// They are counted as read.
  ///
  /// - Returns: the number of rows copied.
  mutating func copyRows(to copier: inout TableCopier) -> Int {
    let copied = source.copyRows(to: &copier)
    givenCount += copied
    return copied
  }

  /// Copies the row of a table that ``next()`` has returned as a feature.
  func copyRow(of feature: GeoFeature, to copier: inout TableCopier) {
    source.copyRow(to: &copier, isBad: feature.geometry == nil)
  }

  /// Appends the next rows of a table to a list: the available ones that need no further checks.
  ///
  /// They are counted as read.
  mutating func appendRows(to features: SpilledFeatures) throws(IndexFileError) {
    givenCount += try features.appendRows(of: &source)
  }

  /// Passes the position and one property of the next rows of a table to a closure: the available
  /// ones that need no further checks.
  ///
  /// They are counted as read.
  mutating func forEachPlainPoint(
    with property: String?, _ body: (GeoFeature.Position, PropertyValue?) -> Void
  ) {
    givenCount += source.forEachPlainPoint(with: property, body)
  }

  private mutating func take(_ piece: [UInt8]) {
    if piece.isEmpty {
      hasEnded = true
      source.finish()
    } else {
      source.append(piece)
    }
  }

  /// Reads the next feature; returns nil at the end, and with ``salvages`` at damage after
  /// features.
  mutating func next() throws(Failure) -> GeoFeature? {
    guard damage == nil else { return salvaged() }
    let failure: Failure
    do throws(Failure) {
      if let feature = try read() { return feature }
      guard salvages, let error = source.cutError else { return nil }
      failure = self.failure(error)
    } catch {
      guard salvages, error.code == .data else { throw error }
      failure = error
    }
    let feature = salvaged()
    guard count > 0 else { throw failure }
    damage = failure
    return feature
  }

  /// The complete part of the feature at which reading failed; nil if none is left.
  private mutating func salvaged() -> GeoFeature? {
    let feature = source.salvage()
    if feature != nil { givenCount += 1 }
    return feature
  }

  private func failure(_ error: FormatError) -> Failure {
    let name = file.documentName.map { "\(self.name) (\(Text.line($0)))" } ?? self.name
    return takesColumns
      ? .reading(name, error) : Failure(code: .data, message: "\(name), \(error)")
  }

  private mutating func read() throws(Failure) -> GeoFeature? {
    while true {
      do throws(FormatError) {
        if let feature = try source.next() {
          givenCount += 1
          if !unseen.isEmpty { markSeen(in: feature) }
          return feature
        }
      } catch {
        throw failure(error)
      }
      if hasEnded {
        // An archive may have another document.
        guard format == .kml, file.nextDocument() else {
          try checkMissingProperties()
          return nil
        }
        hasEnded = false
        source.goOn(with: KMLReader(documents: file.documentNames, in: file.documentName))
      }
      take(try file.next())
    }
  }

  /// The failure of a damaged file of which a part was read, after the answer.
  var partialFailure: Failure? {
    damage.map { damage in
      let features = count == 1 ? "1 feature" : "\(Text.grouped(count)) features"
      return Failure(
        code: .data, message: damage.message + "; the part before it was read: \(features)")
    }
  }

  /// The number of features that could not be read, and the errors of the first ones.
  var badRowCount: Int { source.badRowCount }
  var badRows: [FormatError] { source.badRows }

  /// The valid content that was left out, and the encoding of the file.
  var leftOut: LeftOut { source.leftOut }
  var encoding: TextEncoding { source.encoding }

  /// The rows of a table that have more fields than its header.
  var longRows: LongRows { source.longRows }

  /// The foreign members read so far: the file's content besides its features.
  var foreignMembers: Properties { source.foreignMembers }

  /// Whether the file has content, none of which could be read.
  var isUnreadable: Bool { count == 0 && (badRowCount > 0 || !leftOut.isEmpty) }

  /// The property chosen for a role, by name or column number.
  func property(
    _ role: PlaceColumns.Role, chosen: [PlaceColumns.Role: String]
  ) -> String? {
    // Without a header the properties are named by their columns' numbers.
    if let columns, !columns.hasHeader { return columns[role].map { "column \($0 + 1)" } }
    guard let word = chosen[role] else { return nil }
    guard let columns else { return word }
    return columns[role].map { columns.names[$0] }
  }
}
