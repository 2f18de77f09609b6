internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy
internal import CairnMemory

/// A file that has been read to its end: its bytes and its features.
///
/// The features of a table are its rows, without blank lines, in order; a row without a valid
/// coordinate is a feature without a geometry.
struct WholeFile {
  let format: FileFormat
  /// The name of the file in messages.
  let name: String
  /// The bytes of the file, decompressed; of an archive, those of its first document.
  private(set) var bytes: [UInt8]
  /// The columns of a table.
  private(set) var columns: PlaceColumns?
  /// The properties and the coordinates of the features.
  private(set) var packed = PackedFeatures()
  /// The complete features; of a table only those that are not points, by row.
  private var features: [Int: GeoFeature] = [:]
  /// The property that holds the elevations of points, which readers turn into a part of the
  /// position; nil if no point has one.
  private(set) var elevationName: String?
  /// The members of the file besides its features.
  private(set) var foreignMembers = Properties()
  private(set) var badRowCount = 0
  private(set) var badRows: [FormatError] = []
  private(set) var encoding = TextEncoding.utf8
  private(set) var longRows = LongRows()
  /// The columns that were chosen by their roles.
  private var chosen: [PlaceColumns.Role: String] = [:]

  /// Whether the file is a table, whose rows can be written again as they are.
  var isTable: Bool { columns != nil && (format == .csv || format == .tsv) }

  /// Reads a file, or the standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - option: the option that names its columns.
  ///   - arguments: its options: --from and --encoding, that option, --no-header.
  /// - Throws: a ``Failure`` if the file cannot be read.
  init(
    _ path: String, columns option: String = "columns", _ arguments: Arguments
  ) throws(Failure) {
    name = path == "-" ? "the input" : Spelling.quoted(path)
    // The options of the format are those of the first file.
    let isFirst = option == "columns"
    var file = try InputFile(
      path, encoding: isFirst ? arguments.encoding : nil, readsIndexFiles: true,
      readsPhotos: true)
    bytes = try file.rest()
    do throws(FormatError) {
      format = try FileFormat.of(
        path, start: bytes, given: isFirst ? arguments.inputFormat : nil)
    } catch {
      throw Failure(code: .data, message: "\(name), \(error)\(error.remedy)")
    }
    chosen = try PlaceInput.columns(arguments[option] ?? "")
    let isTable = format == .csv || format == .tsv
    let reader: any FeatureReader =
      format == .kml
      ? KMLReader(documents: file.documentNames, in: nil)
      : format.reader(.init(columns: chosen, hasHeader: arguments.tableHasHeader))
    var source = FeatureSource(reader, badRows: isTable ? .null : .skip)
    var documents = [bytes]
    while format == .kml, file.nextDocument() { documents.append(try file.rest()) }
    for (number, document) in documents.enumerated() {
      if number > 0 { source.goOn(with: KMLReader(documents: file.documentNames, in: nil)) }
      source.append(document)
      source.finish()
      do throws(FormatError) {
        while let feature = try source.next() { append(feature, isTable: isTable) }
      } catch {
        throw .reading(name, error)
      }
    }
    columns = source.columns
    nameElevations()
    foreignMembers = source.foreignMembers
    badRowCount = source.badRowCount
    badRows = source.badRows
    encoding = source.encoding
    longRows = source.longRows
  }

  /// A table made of the features of a file.
  init(table: [UInt8], of file: WholeFile) throws(Failure) {
    format = .csv
    name = file.name
    bytes = table
    var source = FeatureSource(TableReader(hasHeader: true), badRows: .null)
    source.append(table)
    source.finish()
    do throws(FormatError) {
      while let feature = try source.next() { append(feature, isTable: true) }
    } catch {
      throw .reading(name, error)
    }
    columns = source.columns
    nameElevations()
  }

  private mutating func append(_ feature: GeoFeature, isTable: Bool) {
    var isPoint = feature.geometry == nil
    if case .point(let position)? = feature.geometry {
      isPoint = true
      if position.elevation != nil { elevationName = "elevation" }
    }
    if !isTable || !isPoint { features[packed.count] = feature }
    packed.append(feature)
  }

  /// Sets the name of the elevations, if there are any: that of the table, or one that no property
  /// has.
  private mutating func nameElevations() {
    guard var name = elevationName else { return }
    if let columns, let column = columns[.elevation] {
      name = columns.hasHeader ? columns.names[column] : "column \(column + 1)"
    } else {
      while packed.propertyNames.contains(name) { name += "_m" }
    }
    elevationName = name
  }

  /// The complete feature at a position.
  func feature(at position: Int) -> GeoFeature { features[position] ?? packed[position] }

  /// The names of all properties, with that of the elevations last.
  var propertyNames: [String] {
    let names = packed.propertyNames
    guard let elevationName, !names.contains(elevationName) else { return names }
    return names + [elevationName]
  }

  /// The cell of a property, or of the elevation, of a feature; nil if the feature has none.
  func cell(_ name: String, of feature: GeoFeature) -> String? {
    if let value = feature.properties[name] { return value.cell }
    guard name == elevationName, case .point(let position)? = feature.geometry else { return nil }
    return position.elevation.map { PropertyValue.number($0).cell }
  }

  /// The positions of the features; NaN for a feature that is not a point.
  var coordinates: [Coordinate] { (0..<packed.count).map { packed.coordinate(at: $0) } }

  /// The cells of a property, one per feature; an empty text if a feature has none.
  ///
  /// - Throws: a ``Failure`` if no feature has the property.
  func cells(_ name: String, option: String) throws(Failure) -> [String] {
    // Without a header a column is given by its number.
    let columnNumber = columns?.hasHeader == false ? Int(name).map { "column \($0)" } : nil
    let property = columnNumber ?? name
    if property == elevationName {
      return packed.map { cell(property, of: $0) ?? "" }
    }
    guard let number = packed.propertyNames.firstIndex(of: property) else {
      if columns?.names.contains(name) == true {
        throw .usage("\(option): \(Spelling.quoted(name)) holds the position; name another column")
      }
      throw .unknownColumn(self.name, name, among: propertyNames, option: option)
    }
    return (0..<packed.count).map { packed.value(ofProperty: number, at: $0)?.cell ?? "" }
  }

  /// Reports on standard error the columns of a table, the encoding, and the rows without a valid
  /// coordinate.
  ///
  /// - Parameters:
  ///   - command: the command that reports.
  ///   - fate: what happens to those rows, such as `, kept`.
  ///   - console: receives the lines.
  /// - Throws: a ``Failure`` if standard error cannot be written.
  func report(_ command: String, fate: String, to console: inout Console) throws(Failure) {
    let report = FeatureReport(command, of: name)
    try report.write(columns, to: &console)
    let verb = badRowCount == 1 ? "has" : "have"
    let all = Text.grouped(columns == nil ? packed.count + badRowCount : packed.count)
    try report.write(
      "\(report.name): \(Text.grouped(badRowCount)) of \(all) rows \(verb) no valid coordinate"
        + fate, badRowCount, badRows.map(\.description), to: &console)
    try report.write(longRows, to: &console)
    try report.write(encoding, to: &console)
  }

  /// Passes the rows of a table to a closure, with each field as its text; a row without a valid
  /// coordinate has no geometry.
  func forEachText(_ body: (Int, GeoFeature) throws(Failure) -> Void) throws(Failure) {
    var reader = TableReader(
      delimiter: columns?.delimiter, hasHeader: columns?.hasHeader, columns: chosen, verbatim: true)
    reader.append(bytes)
    var source = FeatureSource(reader, badRows: .null)
    source.finish()
    var row = 0
    while true {
      let feature: GeoFeature?
      do throws(FormatError) { feature = try source.next() } catch { throw .reading(name, error) }
      guard let feature else { return }
      try body(row, feature)
      row += 1
    }
  }

  /// The first lines of the file, with their line breaks.
  func firstLines(_ count: Int) -> [UInt8] {
    var rest = bytes[...]
    for _ in 0..<count {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return [] }
      rest = rest[(end + 1)...]
    }
    return Array(bytes[..<rest.startIndex])
  }

  /// Writes the table with the rows and fields of a column that repeats rows.
  ///
  /// - Parameters:
  ///   - column: the column.
  ///   - target: receives the table.
  ///   - console: receives the table if it is written to standard output.
  /// - Throws: a ``Failure`` if the table is damaged or cannot be written.
  func writeRows(
    _ column: AppendedColumn, to target: inout ResultFile, _ console: inout Console
  ) throws(Failure) {
    var options = TableAppender.Options()
    options.hasHeader = columns?.hasHeader
    if let columns {
      // The rows are those of the first reading, so nothing is recognized again.
      options.skippedLineCount = columns.skippedLineCount
      options.delimiter = columns.delimiter
      func number(_ role: PlaceColumns.Role) -> String? { columns[role].map { String($0 + 1) } }
      options.points = [
        number(.latitude) != nil
          ? .init(latitude: number(.latitude), longitude: number(.longitude))
          : .init(both: number(.coordinate) ?? number(.geometry))
      ]
    }
    var appender = TableAppender([column], options: options)
    var rest = bytes[...]
    var piece: [UInt8]
    repeat {
      piece = Array(rest.prefix(1 << 16))
      rest = rest.dropFirst(piece.count)
      appender.hold(piece)
      // A row may have any number of matches, so the output is drained after each batch.
      if let failure = try TableRun.answer(
        &appender, isLast: piece.isEmpty, to: &target, &console)
      {
        throw failure
      }
    } while !piece.isEmpty
  }
}
