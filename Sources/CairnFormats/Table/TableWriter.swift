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
/// A table has one header for all rows. Its properties are the given names or else those of the
/// first feature; what a later feature has beyond them is left out, see ``leftOutNames``; so is an
/// elevation or an identifier without a column, which ``leftOut`` counts. So where
/// features differ, go through them once to collect the names, or give the columns of the table
/// that they were read from.
///
/// A property that is named like a column of the place (`latitude`, `longitude`, `elevation`, `wkt`,
/// and `id` if features have identifiers), in any letter case, is written in a column
/// `NAME_property`, or `NAME_property_2` and so on if there is such a property. So are properties
/// such as `lat` and `lon`, or `x` and `y`, beside a column `wkt`, and those such as `lat_dir`, `EW`,
/// `hemisphere` or `lat_min` beside `latitude` and `longitude`, and `elevation`, `ele` or `altitude`
/// where the place has no column of elevations: readers would take them for the place.
/// ``renamedProperties`` has their names.
///
/// Numbers are the shortest that read back as the same bits, arrays and objects are JSON, null is
/// an empty field unless another word is given. A ``TableReader`` reads the same values back;
/// ``Quoting`` says how far.
///
/// A row costs its columns once, of which those without a value are one byte each.
public struct TableWriter: FeatureWriter {
  /// How a table says where a feature is.
  public enum Location: Hashable, Sendable {
    /// In columns `latitude`, `longitude` and, where the first feature has one or the writer is told
    /// so, `elevation`. Only points can be written.
    case degrees
    /// In a column `wkt` of well-known text, which takes any geometry.
    case wkt
    /// Points in the first way, all others in the second.
    case degreesAndWKT
  }

  /// Which fields stand in quotes.
  public enum Quoting: Hashable, Sendable {
    /// Those that would be read as something else without: texts with a delimiter, a quote, a
    /// line break or a space at an end, an empty text, and one that looks like a number or like
    /// the word for null.
    case exact
    /// Those alone that would break the row or lose a part: texts with a delimiter, a line break,
    /// a quote at the start or a space at an end, and one that looks like the word for null. An
    /// empty text is then null, and one that looks like a number is one.
    case least
  }

  /// Up to twenty names of properties that the header lacks.
  public private(set) var leftOutNames: [String] = []

  /// The properties that have another name in the header, because the place has a column of that
  /// name.
  public private(set) var renamedProperties: [RenamedProperty] = []

  /// How many bytes a row may have, 256 MB by default: as many as a reader takes.
  public var recordLimit = CSVReader.defaultRecordLimit

  /// What was left out of the features written so far, besides properties.
  public private(set) var leftOut = LeftOut()

  private var csv: CSVWriter
  private let location: Location?
  private let nullWord: String
  private let fractionDigits: Int?
  /// Which texts are quoted; nil for those that must be by RFC 4180.
  private let quoting: Quoting?
  private var names: [String]?
  private let hasElevation: Bool
  private let hasIdentifier: Bool
  private var hasCell: (elevation: Bool, identifier: Bool) = (true, true)
  private var cells: [TableCell]?
  /// The cell of each name, and those that hold more than a property.
  private var cellNumbers: [String: Int] = [:]
  private var ownCells: [Int] = []
  private var takesShapes = false
  private var hasHeader: Bool
  private var hasBegun = false
  /// The cells of a row that hold something, each with the member that it is of or -1.
  private var filled: [(cell: Int, member: Int)] = []

  /// Makes a writer with nothing written.
  ///
  /// - Parameters:
  ///   - delimiter: the byte between fields.
  ///   - names: the properties of the header; nil for those of the first feature.
  ///   - location: how features say where they are; nil for `.degrees` when the first one is a
  ///     point or nowhere, else `.wkt`.
  ///   - nullWord: what stands for null.
  ///   - quoting: which texts stand in quotes.
  ///   - fractionDigits: digits behind the point of degrees and metres, 0 to 15; nil for the
  ///     shortest numbers that read back as the same bits.
  ///   - hasElevation: whether there is a column of elevations, even if the first feature has none.
  ///   - hasIdentifier: whether there is a column of identifiers, even if the first feature has none.
  public init(
    delimiter: UInt8 = UInt8(ascii: ","), names: [String]? = nil, location: Location? = nil,
    nullWord: String = "", quoting: Quoting = .exact, fractionDigits: Int? = nil,
    hasElevation: Bool = false, hasIdentifier: Bool = false
  ) {
    self.init(
      CSVWriter(delimiter: delimiter), names, location, nullWord, quoting, fractionDigits,
      hasElevation, hasIdentifier)
  }

  private init(
    _ csv: CSVWriter, _ names: [String]?, _ location: Location?, _ nullWord: String,
    _ quoting: Quoting?, _ fractionDigits: Int?, _ hasElevation: Bool = false,
    _ hasIdentifier: Bool = false
  ) {
    self.hasElevation = hasElevation
    self.hasIdentifier = hasIdentifier
    self.csv = csv
    self.names = names
    self.location = location
    self.nullWord = nullWord
    self.quoting = quoting
    self.fractionDigits = fractionDigits
    hasHeader = true
  }

  /// Makes a writer of the columns that a table has.
  ///
  /// A property named like a column of the place is written there as it is, else the place's own
  /// number: so a table that ``TableReader`` read verbatim comes out with the same bytes, but for
  /// line breaks, needless quotes and spaces around fields.
  ///
  /// - Parameters:
  ///   - columns: the columns of a table that was read.
  ///   - delimiter: the byte between fields.
  ///   - nullWord: what stands for null.
  public init(
    columns: PlaceColumns, delimiter: UInt8 = UInt8(ascii: ","), nullWord: String = ""
  ) {
    self.init(CSVWriter(delimiter: delimiter), nil, nil, nullWord, nil, nil)
    take(TableCell.cells(of: columns))
    hasHeader = columns.hasHeader
  }

  /// Writes the row of a feature, and the header before the first one.
  ///
  /// - Throws: ``FormatError`` for a line or an area if there is no column of well-known text, and
  ///   for a row of more than ``recordLimit`` bytes; nothing of the feature is then written.
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

  /// Finds the cells of a row that hold something, in order.
  private mutating func find(_ properties: Properties, _ cells: [TableCell]) {
    filled.removeAll(keepingCapacity: true)
    for cell in ownCells where cells[cell].name.map({ properties[$0] == nil }) ?? true {
      filled.append((cell, -1))
    }
    // Mostly the place stands in front, and features have their properties in the header's order.
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

  /// Writes the header where there was no feature and the columns were given.
  public mutating func end() throws(FormatError) {
    if !hasBegun, names != nil || cells != nil { begin(GeoFeature(geometry: nil)) }
  }

  /// Hands over what has been written since the start or the last drain.
  public mutating func drain() -> [UInt8] { csv.drain() }

  /// Finds the columns out and writes the header, where that has not been done.
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

  /// The feature that tells the columns: the first one, with what others have.
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
    // A table that was read has the identifiers of its rows among its own columns.
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
    if nullWord.isEmpty {
      // A line of nothing would be no row.
      if isAlone { csv.quotedField("") } else { csv.emptyFields(count) }
    } else {
      for _ in 0..<count { csv.field(nullWord) }
    }
  }

  /// Writes what a feature without the property has in a cell.
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

  /// Whether a text is what stands for null, to a reader or in this table.
  private func isNullWord(_ text: String) -> Bool {
    !text.isEmpty && (text == nullWord || csv.delimiter == TableDialect.tab && text == "\\N")
  }

  private mutating func noteLeftOut(_ name: String) {
    if leftOutNames.count < 20, !leftOutNames.contains(name) { leftOutNames.append(name) }
  }
}
