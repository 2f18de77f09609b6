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
/// first feature; what a later feature has beyond them is left out, see ``leftOutNames``. So where
/// features differ, go through them once to collect the names, or give the columns of the table
/// that they were read from.
///
/// Numbers are the shortest that read back as the same bits, arrays and objects are JSON, null is
/// an empty field unless another word is given.
public struct TableWriter: FeatureWriter {
  /// How a table says where a feature is.
  public enum Location: Hashable, Sendable {
    /// In columns `latitude`, `longitude` and, where the first feature has one, `elevation`. Only
    /// points can be written.
    case degrees
    /// In a column `wkt` of well-known text, which takes any geometry.
    case wkt
    /// Points in the first way, all others in the second.
    case degreesAndWKT
  }

  /// Up to twenty names of properties that the header lacks.
  public private(set) var leftOutNames: [String] = []

  private var csv: CSVWriter
  private let location: Location?
  private let nullWord: String
  private var names: [String]?
  private var cells: [TableCell]?
  private var hasHeader: Bool
  private var hasBegun = false

  /// Makes a writer with nothing written.
  ///
  /// - Parameters:
  ///   - delimiter: the byte between fields.
  ///   - names: the properties of the header; nil for those of the first feature.
  ///   - location: how features say where they are; nil for `.degrees` when the first one is a
  ///     point or nowhere, else `.wkt`.
  ///   - nullWord: what stands for null.
  public init(
    delimiter: UInt8 = UInt8(ascii: ","), names: [String]? = nil, location: Location? = nil,
    nullWord: String = ""
  ) {
    csv = CSVWriter(delimiter: delimiter)
    self.names = names
    self.location = location
    self.nullWord = nullWord
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
    self.init(delimiter: delimiter, nullWord: nullWord)
    cells = TableCell.cells(of: columns)
    hasHeader = columns.hasHeader
  }

  /// Writes the row of a feature, and the header before the first one.
  ///
  /// - Throws: ``FormatError`` for a line or an area where there is no column of well-known text.
  public mutating func write(_ feature: GeoFeature) throws(FormatError) {
    let cells = begin(feature)
    try check(feature.geometry, cells)
    var member = 0
    var found = 0
    for cell in cells {
      let value = feature.properties.value(of: cell.name, near: &member)
      if value != nil { found += 1 }
      write(value ?? cell.value(of: feature), isAlone: cells.count == 1)
    }
    csv.endRow()
    if found < feature.properties.members.count { noteLeftOut(feature.properties, cells) }
  }

  /// Writes the header where there was no feature and the columns were given.
  public mutating func end() throws(FormatError) {
    if !hasBegun, names != nil || cells != nil { _ = begin(GeoFeature(geometry: nil)) }
  }

  /// Hands over what has been written since the start or the last drain.
  public mutating func drain() -> [UInt8] { csv.drain() }

  /// The cells of a row; writes the header where that has not been done.
  private mutating func begin(_ feature: GeoFeature) -> [TableCell] {
    let cells = cells ?? TableCell.cells(for: feature, names, location)
    self.cells = cells
    if !hasBegun, hasHeader {
      for cell in cells { write(.string(cell.title), isAlone: cells.count == 1) }
      csv.endRow()
    }
    hasBegun = true
    return cells
  }

  private func check(
    _ geometry: GeoFeature.Geometry?, _ cells: [TableCell]
  ) throws(FormatError) {
    switch geometry {
    case nil, .point: return
    default: break
    }
    if !cells.contains(where: { [.wkt, .otherWKT].contains($0.content) }) {
      throw FormatError(
        .notRepresentable("a \(geometry?.name ?? "") without a column of well-known text"), line: 0)
    }
  }

  private mutating func write(_ value: PropertyValue, isAlone: Bool) {
    switch value {
    case .null: text(nullWord, isAlone)
    case .bool(let truth): csv.field(truth ? "true" : "false")
    case .integer(let number): csv.field(number)
    case .number(let number): csv.field(number)
    case .string(let string): text(string, isAlone)
    case .array, .object:
      var json = JSONWriter()
      json.value(value)
      csv.field(String(decoding: json.drain(), as: UTF8.self))
    }
  }

  /// A line of nothing would be no row.
  private mutating func text(_ text: String, _ isAlone: Bool) {
    if isAlone, text.isEmpty { csv.emptyQuotedField() } else { csv.field(text) }
  }

  private mutating func noteLeftOut(_ properties: Properties, _ cells: [TableCell]) {
    guard leftOutNames.count < 20 else { return }
    for (name, _) in properties.members
    where !cells.contains(where: { $0.name == name }) && !leftOutNames.contains(name) {
      leftOutNames.append(name)
    }
  }
}
