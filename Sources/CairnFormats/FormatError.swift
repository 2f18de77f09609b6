/// A fault in the input and its position.
///
/// Every reader and writer of this module throws it; `description` is a one-line message. A bad row
/// does not end the input unless ``endsInput`` is true: the next call continues after it.
/// ``FeatureSource`` does that by its `badRows` policy, and counts.
///
/// ```swift
/// var reader = TableReader()
/// reader.append(Array("name,lat,lon\nVienna,abc,16.4\nGraz,47.1,15.4\n".utf8))
/// reader.finish()
/// while true {
///   do {
///     guard let feature = try reader.next() else { break }
///     print(feature.properties["name"] ?? .null)
///   } catch {
///     print(error)   // line 2, field 2 (lat): "abc" is not a number
///     if error.endsInput { break }
///   }
/// }
/// ```
public struct FormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault.
  public enum Reason: Hashable, Sendable {
    /// A field that must be a number contains this text.
    case notANumber(String)
    /// A latitude beyond 90 degrees, or a longitude beyond 540 degrees.
    case outOfRange(Double)
    /// A latitude beyond 90 degrees while the longitude is within: the two may be swapped. Specify
    /// which column is which, or exchange them in the source.
    case swapped(Double)
    /// The row has too few fields.
    case missingField
    /// A quoted field is not closed before the input ends.
    case unclosedQuote
    /// Something other than a delimiter follows a closing quote.
    case textAfterQuote
    /// A record exceeds the reader's limit, in bytes: often because of an unclosed quote.
    case recordTooLong(limit: Int)
    /// The header has no column for this role; the columns it has. Specify one by the reader's
    /// `columns`.
    case missingColumn(PlaceColumns.Role, found: [String])
    /// A chosen column does not exist; the columns that do.
    case unknownColumn(String, found: [String])
    /// Several pairs of columns could be the location, and none was chosen. Choose by the reader's
    /// `columns`.
    case severalLocations([String])
    /// The input is empty.
    case empty
    /// The input contains something else than the format requires.
    case expected(String, found: String)
    /// The input ends in the middle of an item.
    case endsWithin(String)
    /// The bytes are not valid UTF-8.
    case brokenText
    /// A number exceeds the range of a double.
    case numberTooLarge(String)
    /// Values are nested deeper than the reader allows.
    case tooDeep(limit: Int)
    /// The format cannot represent this, such as an area in GPX. Omit the feature or choose another
    /// format.
    case notRepresentable(String)
  }

  /// The kind of fault.
  public var reason: Reason
  /// The line on which the faulty item starts, counted from 1; 0 when writing, or if only the byte
  /// is known.
  public var line: Int
  /// The field of the row, counted from 1; nil if the fault concerns the whole row or file.
  public var field: Int?
  /// The name of the field's column, if the header names it.
  public var column: String?
  /// The byte offset of the fault in the input, counted from 0, for formats without fields.
  public var byte: Int?

  /// Whether reading cannot continue after it, under any bad-row policy.
  public var endsInput: Bool

  /// Creates an error; it ends the input if no reader can recover from the reason.
  public init(
    _ reason: Reason, line: Int, field: Int? = nil, column: String? = nil, byte: Int? = nil,
    endsInput: Bool = false
  ) {
    self.reason = reason
    self.line = line
    self.field = field
    self.column = column
    self.byte = byte
    self.endsInput = endsInput || reason.endsInput
  }

  /// The position and the reason on one line.
  public var description: String {
    var place = line > 0 ? "line \(line)" : ""
    if let field { place += ", field \(field)" }
    if let column { place += " (\([column].listed()))" }
    if let byte { place += place.isEmpty ? "byte \(byte)" : ", byte \(byte)" }
    if place.isEmpty { return reason.description }
    return "\(place): \(reason)"
  }
}

extension FormatError.Reason: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .notANumber(let text): "\"\(text)\" is not a number"
    case .outOfRange(let value) where 2_000...50_000_000 ~= value.magnitude:
      "\(value) degrees is out of range; coordinates in meters need conversion first, such as by "
        + "ogr2ogr -s_srs EPSG:NUMBER -t_srs EPSG:4326 OUT IN"
    case .outOfRange(let value): "\(value) degrees is out of range"
    case .swapped(let value):
      "latitude \(value) is beyond 90 degrees; latitude and longitude may be swapped"
    case .missingField: "the field is missing"
    case .unclosedQuote: "a quoted field is not closed"
    case .textAfterQuote: "text follows a closing quote"
    case .recordTooLong(let limit): "the record is longer than \(limit) bytes"
    case .missingColumn(let role, let found):
      "no column for the \(role); the columns are \(found.listed())"
    case .unknownColumn(let name, let found):
      "there is no column \"\(name)\"; the columns are \(found.listed())"
    case .severalLocations(let pairs):
      "several pairs of columns may be the location: \(pairs.listed(separator: "; "))"
    case .empty: "there is no header"
    case .expected(let wanted, let found): "expected \(wanted), found \(found)"
    case .endsWithin(let what): "the input ends within \(what)"
    case .brokenText: "the text is not valid UTF-8"
    case .numberTooLarge(let text): "\(text) is beyond the range of a double"
    case .tooDeep(let limit): "values are nested deeper than \(limit)"
    case .notRepresentable(let what): "the format cannot hold \(what)"
    }
  }
}

extension FormatError.Reason {
  /// Whether no reader can continue after it.
  fileprivate var endsInput: Bool {
    switch self {
    case .unclosedQuote, .recordTooLong, .missingColumn, .unknownColumn, .severalLocations, .empty,
      .endsWithin:
      true
    case .notANumber, .outOfRange, .swapped, .missingField, .textAfterQuote, .expected,
      .brokenText, .numberTooLarge, .tooDeep, .notRepresentable:
      false
    }
  }
}
