extension TableAppender {
  /// Options for reading a table.
  public struct Options: Hashable, Sendable {
    /// The columns of a coordinate, by name or by number counted from 1.
    public struct Point: Hashable, Sendable {
      /// The column of the latitude.
      public var latitude: String?
      /// The column of the longitude.
      public var longitude: String?
      /// A single column with both numbers, latitude first.
      public var both: String?

      /// Creates a choice of columns; nil columns are identified by the first row.
      public init(latitude: String? = nil, longitude: String? = nil, both: String? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.both = both
      }

      /// Whether any column is chosen.
      package var isGiven: Bool { latitude != nil || longitude != nil || both != nil }
    }

    /// Whether the first row is a header; nil to detect it.
    public var hasHeader: Bool?
    /// Whether the table is tab-separated without quoting, with `\N` for null.
    public var isTSV = false
    /// The delimiter; nil to detect it.
    public var delimiter: UInt8?
    /// The maximum number of fields of a row; nil for any number.
    ///
    /// Shorter rows are padded. A longer row is an error that ends the input, since its values
    /// would end up in the wrong column.
    public var fieldCount: Int?
    /// The treatment of a row without a valid coordinate: null appends empty values, skip omits the
    /// row, fail throws.
    public var badRows = BadRowPolicy.null
    /// The maximum number of buffered bytes of an incomplete row, 256 MiB by default: an unclosed
    /// quote would otherwise consume the rest of the table.
    public var recordLimit = 1 << 28
    /// The columns of the coordinates: one, or two for columns that need two.
    public var points = [Point()]
    /// The encoding of the table; nil to detect it.
    package var encoding: NamedEncoding?
    /// The number of lines before the first row, such as comments; nil to detect it.
    package var skippedLineCount: Int?

    /// Creates options; by default they detect everything.
    ///
    /// - Parameters:
    ///   - hasHeader: whether the first row is a header; nil to detect it.
    ///   - isTSV: whether the table is tab-separated without quoting.
    ///   - delimiter: the delimiter; nil to detect it.
    ///   - fieldCount: the maximum number of fields of a row; nil for any number.
    ///   - badRows: how a row without a valid coordinate is treated.
    ///   - recordLimit: the maximum number of buffered bytes of an incomplete row.
    ///   - points: the columns of the coordinates.
    public init(
      hasHeader: Bool? = nil, isTSV: Bool = false, delimiter: UInt8? = nil,
      fieldCount: Int? = nil, badRows: BadRowPolicy = .null, recordLimit: Int = 1 << 28,
      points: [Point] = [Point()]
    ) {
      self.hasHeader = hasHeader
      self.isTSV = isTSV
      self.delimiter = delimiter
      self.fieldCount = fieldCount
      self.badRows = badRows
      self.recordLimit = recordLimit
      self.points = points
    }
  }
}

extension TableAppender.Options {
  /// The chosen columns of the first coordinate.
  internal var chosenColumns: [PlaceColumns.Role: String] {
    var columns: [PlaceColumns.Role: String] = [:]
    columns[.latitude] = points.first?.latitude
    columns[.longitude] = points.first?.longitude
    columns[.coordinate] = points.first?.both
    return columns
  }

  /// The columns of a table, from its first row.
  internal func columns(_ firstRow: [String], _ dialect: TableDialect) -> PlaceColumns {
    PlaceColumns(
      firstRow: firstRow, commaIsPoint: dialect.commaIsPoint, hasHeader: hasHeader,
      overrides: chosenColumns, takesWholeDegrees: hasHeader == false)
  }
}

extension TableAppender {
  /// Counts of rows and errors.
  public struct Report: Hashable, Sendable {
    /// The number of rows processed, excluding blank lines.
    public internal(set) var rowCount = 0
    /// The number of rows without a valid coordinate.
    public internal(set) var badCount = 0
    /// The number of rows with more fields than the header.
    public private(set) var longCount = 0
    /// The lines on which the first three of these start.
    public private(set) var longLines: [Int] = []
    /// The errors of the first three bad rows.
    public internal(set) var errors: [FormatError] = []

    private static let errorLimit = 3

    internal mutating func addLongRow(line: Int) {
      longCount += 1
      if longLines.count < Self.errorLimit { longLines.append(line) }
    }

    /// Whether the error of the next bad row is recorded.
    internal var wantsError: Bool { errors.count < Self.errorLimit }
  }
}

/// A reason why a table cannot be processed, or not to its end.
///
/// Thrown by ``TableAppender/append(_:)`` and ``TableAppender/finish()`` if the options do not
/// match the first row, if the table is damaged, or at a bad row if
/// ``TableAppender/Options/badRows`` is ``BadRowPolicy/fail``. The rows before it are processed and
/// can be drained.
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
  /// The table has an error at a position.
  case table(FormatError)
  /// The header lacks a chosen column; the columns it has.
  case missingColumn(String, header: [String])
  /// A chosen column number exceeds the number of columns.
  case missingColumnNumber(Int, columnCount: Int)
  /// A column was chosen by name, but there is no header.
  case nameWithoutHeader(String)
  /// A chosen column number exceeds the given number of fields.
  case columnBeyondFieldCount(column: Int, fieldCount: Int)
  /// The number of fields in the header differs from the given number.
  case headerFieldCount(Int, fieldCount: Int)
  /// Several pairs of columns could be the location, and none was chosen.
  case severalLocations([String])
  /// No columns are recognized as the location; the header, if there is one.
  case missingLocation(header: [String]?)
  /// A column cannot be computed for a row; a description.
  case answer(String)

  /// A one-line description.
  public var description: String {
    switch self {
    case .table(let error): error.description
    case .missingColumn(let name, let header):
      "the table has no column \"\(name)\", only \(header.listed())"
    case .missingColumnNumber(let number, let count):
      "there is no column \(number); columns are numbered from 1 to \(count)"
    case .nameWithoutHeader(let name):
      "without a header columns have numbers, not names such as \"\(name)\""
    case .columnBeyondFieldCount(let column, let count):
      "rows of \(count) fields have no column \(column)"
    case .headerFieldCount(let found, let count):
      "the header has \(found) fields, not \(count)"
    case .severalLocations(let pairs):
      "several pairs of columns may be the location: \(pairs.listed(separator: "; "))"
    case .missingLocation(let header):
      header.map { "the header has no coordinate columns: \($0.listed())" }
        ?? "the first row does not identify the coordinate columns"
    case .answer(let reason): reason
    }
  }
}
