internal import CairnGeodesy

/// Writes features as the rows of a table of separated values (RFC 4180).
///
/// ```swift
/// var writer = TableWriter()
/// try writer.write(
///   GeoFeature(
///     geometry: .point(.init(Coordinate(latitude: 47.421, longitude: 10.985))),
///     properties: ["name": "Zugspitze"]))
/// String(decoding: writer.drain(), as: UTF8.self)
/// // latitude,longitude,name
/// // 47.421,10.985,Zugspitze
/// ```
///
/// A table has a single header. Its properties are the given names, or else those of the first
/// feature; further properties of later features are omitted, see ``omittedNames``, as are an
/// elevation or an identifier without a column, which ``leftOut`` counts. If features differ,
/// traverse them once to collect the names, or use the columns of the table that they were read
/// from.
///
/// A property with the same name as a location column (`latitude`, `longitude`, `elevation`, `wkt`,
/// or `id` if features have identifiers), ignoring case, is written in a column `NAME_property`, or
/// `NAME_property_2` and so on if that name is taken. The same applies to properties that readers
/// would take for the location: `lat` and `lon`, or `x` and `y`, next to a column `wkt`; `lat_dir`,
/// `EW`, `hemisphere` or `lat_min` next to `latitude` and `longitude`; and `elevation`.
/// ``renamedProperties`` contains their names.
///
/// Properties such as `ele` or `altitude` keep their names. A column `elevation` then precedes
/// them, even if no place has an elevation, so that readers do not take them for the elevation.
///
/// Numbers are the shortest that read back as the same bits, arrays and objects are written as
/// JSON, null is an empty field unless another text is chosen. A ``TableReader`` reads back the
/// same values; see ``Quoting`` for the limits.
///
/// The cost of a row is linear in its columns; a column without a value costs one byte.
public struct TableWriter: FeatureWriter {
  /// The columns for the location of a feature.
  public enum Location: Hashable, Sendable {
    /// In columns `latitude`, `longitude` and, if the first feature has one or the writer is
    /// configured so, `elevation`. Only points can be written.
    case degrees
    /// In a column `wkt` of well-known text, for any geometry.
    case wkt
    /// Points as `degrees`, all others as `wkt`.
    case degreesAndWKT
  }

  /// The fields that are quoted.
  public enum Quoting: Hashable, Sendable {
    /// Fields that would be read as something else without quotes: texts with a delimiter, a quote,
    /// a line break or a space at an end, an empty text, and a text that looks like a number or the
    /// null text.
    case exact
    /// Only fields that would break the row or lose a part: texts with a delimiter, a line break, a
    /// quote at the start or a space at an end, and a text equal to the null text. An empty text is
    /// then read as null, and a text that looks like a number as a number.
    case least
  }

  /// The names of properties that the header lacks, at most twenty.
  public private(set) var omittedNames: [String] = []

  /// The properties that have another name in the header because a location column has their name.
  public private(set) var renamedProperties: [RenamedProperty] = []

  /// The maximum length of a row in bytes, 256 MiB by default, which is the limit of readers.
  public var recordLimit = CSVReader.defaultRecordLimit

  /// Counts of content omitted from the features written so far, except properties.
  public private(set) var leftOut = LeftOut()

  private var csv: CSVWriter
  private let location: Location?
  private let nullText: String
  private let fractionDigits: Int?
  /// The texts that are quoted; nil for those for which RFC 4180 requires it.
  private let quoting: Quoting?
  private var names: [String]?
  private let hasElevation: Bool
  private let hasIdentifier: Bool
  private var hasCell: (elevation: Bool, identifier: Bool) = (true, true)
  private var cells: [TableCell]?
  /// The cell of each name, and the cells that contain a part of the location or the identifier.
  private var cellNumbers: [String: Int] = [:]
  private var ownCells: [Int] = []
  private var takesShapes = false
  private var hasHeader: Bool
  private var hasBegun = false
  /// The nonempty cells of a row, each with the index of its property or -1.
  private var filled: [(cell: Int, member: Int)] = []

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - delimiter: the byte between fields.
  ///   - names: the properties of the header; nil for those of the first feature.
  ///   - location: how the location is stored; nil for `.degrees` if the first feature is a point
  ///     or has no geometry, otherwise `.wkt`.
  ///   - nullText: the text written for null.
  ///   - quoting: which texts are quoted.
  ///   - fractionDigits: digits after the decimal point of degrees and meters, 0 to 15; nil for the
  ///     shortest numbers that read back as the same bits.
  ///   - hasElevation: whether there is an elevation column even if the first feature has no
  ///     elevation.
  ///   - hasIdentifier: whether there is an identifier column even if the first feature has none.
  public init(
    delimiter: UInt8 = UInt8(ascii: ","), names: [String]? = nil, location: Location? = nil,
    nullText: String = "", quoting: Quoting = .exact, fractionDigits: Int? = nil,
    hasElevation: Bool = false, hasIdentifier: Bool = false
  ) {
    self.init(
      CSVWriter(delimiter: delimiter), names, location, nullText, quoting, fractionDigits,
      hasElevation, hasIdentifier)
  }

  private init(
    _ csv: CSVWriter, _ names: [String]?, _ location: Location?, _ nullText: String,
    _ quoting: Quoting?, _ fractionDigits: Int?, _ hasElevation: Bool = false,
    _ hasIdentifier: Bool = false
  ) {
    self.hasElevation = hasElevation
    self.hasIdentifier = hasIdentifier
    self.csv = csv
    self.names = names
    self.location = location
    self.nullText = nullText
    self.quoting = quoting
    self.fractionDigits = fractionDigits
    hasHeader = true
  }

  /// Creates a writer for the columns of a table that was read.
  ///
  /// If a property has the name of a location column, it is written there, otherwise the number
  /// from the location. A table that ``TableReader`` has read verbatim is therefore reproduced byte
  /// by byte, except for line breaks, unnecessary quotes and spaces around fields.
  ///
  /// - Parameters:
  ///   - columns: the columns of the table that was read.
  ///   - delimiter: the byte between fields.
  ///   - nullText: the text written for null.
  public init(
    columns: PlaceColumns, delimiter: UInt8 = UInt8(ascii: ","), nullText: String = ""
  ) {
    self.init(CSVWriter(delimiter: delimiter), nil, nil, nullText, nil, nil)
    take(TableCell.cells(of: columns))
    hasHeader = columns.hasHeader
  }

  /// Writes the row of a feature, and the header before the first one.
  ///
  /// - Throws: ``FormatError`` for a geometry other than a point if there is no column of
  ///   well-known text, and for a row of more than ``recordLimit`` bytes; nothing of the feature is
  ///   then written.
  public mutating func write(_ feature: GeoFeature) throws(FormatError) {
    let (feature, shortLines) = feature.withoutShortLines()
    begin(feature)
    try check(feature.geometry)
    guard let cells else { return }
    let start = csv.bytes.count
    find(feature.properties, cells)
    var next = 0
    for (cell, member) in filled {
      if cell > next { writeNulls(cell - next, isAlone: cells.count == 1) }
      if member >= 0 {
        write(feature.properties.members[member].value, isAlone: cells.count == 1)
      } else {
        writeOwn(cells[cell], feature, isAlone: cells.count == 1)
      }
      next = cell + 1
    }
    if next < cells.count { writeNulls(cells.count - next, isAlone: cells.count == 1) }
    csv.endRow()
    guard csv.bytes.count - start <= recordLimit else {
      csv.removeRow(at: start)
      throw FormatError(.recordTooLong(limit: recordLimit), line: 0)
    }
    leftOut.add(.shortLine, shortLines)
    leftOut.addMembersAndMeasures(feature, measures: !takesShapes)
    if !hasCell.identifier, feature.identifier != nil { leftOut.add(.identifier) }
    if !hasCell.elevation, case .point(let position) = feature.geometry, position.elevation != nil {
      leftOut.add(.height)
    }
  }

  /// Finds the nonempty cells of a row, in order.
  private mutating func find(_ properties: Properties, _ cells: [TableCell]) {
    filled.removeAll(keepingCapacity: true)
    for cell in ownCells where cells[cell].name.map({ properties[$0] == nil }) ?? true {
      filled.append((cell, -1))
    }
    // Usually the location comes first, and features have their properties in the order of the
    // header.
    var expected = filled.isEmpty ? 0 : (filled.last?.cell ?? 0) + 1
    var isSorted = true
    for (member, (name, _)) in properties.members.enumerated() {
      var cell = expected
      if cell >= cells.count || cells[cell].name != name {
        guard let found = cellNumbers[name] else {
          noteLeftOut(name)
          continue
        }
        cell = found
      }
      if cell < expected { isSorted = false }
      expected = cell + 1
      filled.append((cell, member))
    }
    if !isSorted { filled.sort { $0.cell < $1.cell } }
  }

  /// Writes the header if there was no feature and the columns are known.
  public mutating func end() throws(FormatError) {
    if !hasBegun, names != nil || cells != nil { begin(GeoFeature(geometry: nil)) }
  }

  /// Returns the bytes written since the start or the last drain.
  public mutating func drain() -> [UInt8] { csv.drain() }

  /// Determines the columns and writes the header, unless that has been done.
  private mutating func begin(_ feature: GeoFeature) {
    if cells == nil {
      let found = TableCell.cells(for: model(of: feature), names, location)
      renamedProperties = found.renamed
      take(found.cells)
    }
    guard !hasBegun else { return }
    hasBegun = true
    guard hasHeader, let cells else { return }
    for cell in cells {
      if quoting == .least { leastQuoted(cell.title) } else { csv.field(cell.title) }
    }
    csv.endRow()
  }

  /// The feature that determines the columns: the first one, with the requested optional columns.
  private func model(of feature: GeoFeature) -> GeoFeature {
    var model = feature
    if hasIdentifier, model.identifier == nil { model.identifier = .null }
    guard hasElevation else { return model }
    switch model.geometry {
    case .point(var position):
      position.elevation = position.elevation ?? 0
      model.geometry = .point(position)
    case nil:
      model.geometry = .point(.init(Coordinate(latitude: 0, longitude: 0), elevation: 0))
    default: break
    }
    return model
  }

  private mutating func take(_ cells: [TableCell]) {
    self.cells = cells
    for (number, cell) in cells.enumerated() {
      if let name = cell.name, cellNumbers[name] == nil { cellNumbers[name] = number }
      if cell.content != .property { ownCells.append(number) }
    }
    takesShapes = cells.contains { [.wkt, .otherWKT].contains($0.content) }
    hasCell.elevation = cells.contains { [.elevation, .wkt].contains($0.content) }
    // The identifiers of a table that was read are among its own columns.
    hasCell.identifier = quoting == nil || cells.contains { $0.content == .identifier }
  }

  private func check(_ geometry: GeoFeature.Geometry?) throws(FormatError) {
    switch geometry {
    case nil: return
    case .point(let position):
      guard position.isNowhere || position.coordinate.isValid else {
        throw FormatError(.notRepresentable("the position \(position)"), line: 0)
      }
      return
    case let shape?:
      guard shape.isFinite else {
        throw FormatError(.notRepresentable("a coordinate that is not finite"), line: 0)
      }
    }
    if !takesShapes {
      throw FormatError(
        .notRepresentable("a \(geometry?.name ?? "") without a column of well-known text"), line: 0)
    }
  }

  // MARK: Fields

  private mutating func writeNulls(_ count: Int, isAlone: Bool) {
    if nullText.isEmpty {
      // An empty line would not be read as a row.
      if isAlone { csv.quotedField("") } else { csv.emptyFields(count) }
    } else {
      for _ in 0..<count { csv.field(nullText) }
    }
  }

  /// Writes the value of a cell for a feature without the property.
  private mutating func writeOwn(_ cell: TableCell, _ feature: GeoFeature, isAlone: Bool) {
    switch cell.value(of: feature, fractionDigits) {
    case .number(let number) where fractionDigits != nil && number.isFinite:
      csv.plainField(number, fractionDigits: fractionDigits)
    case .number(let number) where !number.isFinite:
      writeNulls(1, isAlone: isAlone)
    case let value: write(value, isAlone: isAlone)
    }
  }

  private mutating func write(_ value: PropertyValue, isAlone: Bool) {
    switch value {
    case .null: writeNulls(1, isAlone: isAlone)
    case .bool(let truth): csv.field(truth ? "true" : "false")
    case .integer(let number): csv.field(number)
    case .number(let number):
      if number.isFinite { csv.field(number) } else { writeNulls(1, isAlone: isAlone) }
    case .string(let string): text(string, isAlone)
    case .array, .object:
      var json = JSONWriter()
      json.value(value)
      text(String(decoding: json.drain(), as: UTF8.self), isAlone)
    }
  }

  private mutating func text(_ text: String, _ isAlone: Bool) {
    if text.isEmpty, isAlone || quoting == .exact { return csv.quotedField("") }
    switch quoting {
    case nil: csv.field(text)
    case .least: leastQuoted(text)
    case .exact:
      let isMistaken =
        isNullWord(text) || PlainNumber.isOne(text)
      if isMistaken { csv.quotedField(text) } else { csv.field(text) }
    }
  }

  private mutating func leastQuoted(_ text: String) {
    let space = UInt8(ascii: " ")
    let bytes = text.utf8
    let needsQuotes =
      bytes.first == UInt8(ascii: "\"") || bytes.first == space || bytes.last == space
      || bytes.contains { $0 == csv.delimiter || $0 == 0x0A || $0 == 0x0D } || isNullWord(text)
    if needsQuotes { csv.quotedField(text) } else { csv.plainField(text) }
  }

  /// Whether a text equals the null text of this table or of readers.
  private func isNullWord(_ text: String) -> Bool {
    !text.isEmpty && (text == nullText || csv.delimiter == TableDialect.tab && text == "\\N")
  }

  private mutating func noteLeftOut(_ name: String) {
    if omittedNames.count < 20, !omittedNames.contains(name) { omittedNames.append(name) }
  }
}
