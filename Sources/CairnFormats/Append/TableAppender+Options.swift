extension TableAppender {
  /// How a table is read.
  public struct Options: Hashable, Sendable {
    /// Where a coordinate stands: columns by name, or by number counted from 1.
    public struct Point: Hashable, Sendable {
      /// The column of the latitude.
      public var latitude: String?
      /// The column of the longitude.
      public var longitude: String?
      /// The only column, with both, latitude first.
      public var both: String?

      /// Makes a choice of columns; what is nil is found by the first row.
      public init(latitude: String? = nil, longitude: String? = nil, both: String? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.both = both
      }

      /// Whether any column is chosen.
      package var isGiven: Bool { latitude != nil || longitude != nil || both != nil }
    }

    /// Whether the first row names the columns; nil to find out.
    public var hasHeader: Bool?
    /// Whether tabs stand between fields, quotes mean nothing and `\N` is the word for nothing.
    public var isTSV = false
    /// The byte between fields; nil to find out.
    public var delimiter: UInt8?
    /// How many fields a row has at most; nil for any count.
    ///
    /// A shorter row is padded. A longer one is an error that nothing is read behind, since its
    /// answer would stand in the column of another.
    public var fieldCount: Int?
    /// What becomes of a row without a valid coordinate: null, which is an empty answer, skip,
    /// which leaves the row out, or fail.
    public var badRows = BadRowPolicy.null
    /// How many bytes of an unfinished row are kept before it is an error, 256 MB by default: a quote
    /// that never closes would otherwise take in the rest of the table.
    public var recordLimit = 1 << 28
    /// Where the coordinates stand: one, and a second one for what needs two.
    public var points = [Point()]

    /// Makes options that find everything out.
    public init() {}
  }
}

extension TableAppender.Options {
  /// The columns of the first coordinate, as far as they are chosen.
  internal var chosenColumns: [PlaceColumns.Role: String] {
    var columns: [PlaceColumns.Role: String] = [:]
    columns[.latitude] = points.first?.latitude
    columns[.longitude] = points.first?.longitude
    columns[.coordinate] = points.first?.both
    return columns
  }

  /// The columns of a table by its first row.
  internal func columns(_ firstRow: [String], _ dialect: TableDialect) -> PlaceColumns {
    PlaceColumns(
      firstRow: firstRow, commaIsPoint: dialect.commaIsPoint, hasHeader: hasHeader,
      overrides: chosenColumns, takesWholeDegrees: hasHeader == false)
  }
}

extension TableAppender {
  /// What an appender met on the way: how many rows, and what was wrong with some.
  public struct Report: Hashable, Sendable {
    /// How many rows were answered, blank lines not among them.
    public internal(set) var rowCount = 0
    /// How many of them have no valid coordinate.
    public internal(set) var badCount = 0
    /// How many have more fields than the header.
    public private(set) var longCount = 0
    /// The lines on which the first three of these begin.
    public private(set) var longLines: [Int] = []
    /// What was wrong with the first three bad rows.
    public internal(set) var errors: [FormatError] = []

    private static let errorLimit = 3

    internal mutating func addLongRow(line: Int) {
      longCount += 1
      if longLines.count < Self.errorLimit { longLines.append(line) }
    }

    /// Whether the next bad row is to be looked at closely.
    internal var wantsError: Bool { errors.count < Self.errorLimit }
  }
}

/// Why a table cannot be answered, or not to its end.
///
/// It comes from ``TableAppender/append(_:)`` and ``TableAppender/finish()``: for what the options
/// say at the first row, for the table itself where it is damaged, or at a bad row where
/// ``TableAppender/Options/badRows`` says to end there. Rows before it are answered, and can be
/// drained.
///
/// ```swift
/// var appender = TableAppender([.country(.world)])
/// do {
///   try appender.append(piece)
///   try appender.finish()
/// } catch .missingLocation(let header) {
///   print("which of these says where?", header ?? [])
/// } catch {
///   print(error)
/// }
/// ```
public enum TableAppenderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The table is wrong, at a place.
  case table(FormatError)
  /// The header has no such column; those it has.
  case missingColumn(String, header: [String])
  /// There are fewer columns than the number that was chosen.
  case missingColumnNumber(Int, columnCount: Int)
  /// A column was chosen by name where there is no header.
  case nameWithoutHeader(String)
  /// A column was chosen beyond the number of fields that a row was said to have.
  case columnBeyondFieldCount(column: Int, fieldCount: Int)
  /// The header has another number of fields than rows were said to have.
  case headerFieldCount(Int, fieldCount: Int)
  /// Several pairs of columns may say where a place is: these, and none was chosen.
  case severalLocations([String])
  /// The columns do not say where a place is; the header where there is one.
  case missingLocation(header: [String]?)
  /// A column has no answer for a row; in words.
  case answer(String)

  /// One line that says what is wrong.
  public var description: String {
    switch self {
    case .table(let error): error.description
    case .missingColumn(let name, let header):
      "the table has no column \"\(name)\", only \(header.joined(separator: ", "))"
    case .missingColumnNumber(let number, let count):
      "columns are numbered from 1 to \(count); there is none of number \(number)"
    case .nameWithoutHeader(let name):
      "without a header columns have numbers, not names such as \"\(name)\""
    case .columnBeyondFieldCount(let column, let count):
      "rows of \(count) fields have no column \(column)"
    case .headerFieldCount(let found, let count):
      "the header has \(found) fields, not \(count)"
    case .severalLocations(let pairs):
      "each of several pairs of columns may say where: \(pairs.joined(separator: "; "))"
    case .missingLocation(let header):
      header.map { "the header names no coordinate: \($0.joined(separator: ", "))" }
        ?? "the first row does not tell the columns of the coordinate"
    case .answer(let reason): reason
    }
  }
}
