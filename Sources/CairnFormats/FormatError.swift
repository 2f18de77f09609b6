/// What is wrong with an input, and where.
///
/// It comes from every reader and writer of this module, and `description` is one line for people.
/// A bad row does not end the input unless ``endsInput`` says so: the reader stands behind it, and
/// the next call goes on. ``FeatureSource`` does that by itself, as its `badRows` says, and counts.
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
///     print(error)   // line 2, field 2 (lat): "abc" is no number
///     if error.endsInput { break }
///   }
/// }
/// ```
public struct FormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// A field that must hold a number holds this.
    case notANumber(String)
    /// A latitude beyond 90 degrees, or a longitude beyond 540 degrees.
    case outOfRange(Double)
    /// A latitude beyond 90 degrees beside a longitude within: the two may be swapped. Say which
    /// column is which, or exchange them where the file is made.
    case swapped(Double)
    /// The row has too few fields.
    case missingField
    /// A quoted field is not closed before the input ends.
    case unclosedQuote
    /// Something other than a delimiter follows a closing quote.
    case textAfterQuote
    /// A record is longer than the reader may hold, in bytes: often a quote that is never closed.
    case recordTooLong(limit: Int)
    /// The header names no column of this kind; the columns it has. Say which it is by the
    /// reader's `columns`.
    case missingColumn(PlaceColumns.Role, found: [String])
    /// There is no column of this name, which was chosen; the columns there are.
    case unknownColumn(String, found: [String])
    /// More than one pair of columns may say where a place is: these, and none was chosen. Choose
    /// by the reader's `columns`.
    case severalLocations([String])
    /// The input holds nothing.
    case empty
    /// Something else stands where the format wants this.
    case expected(String, found: String)
    /// The input ends in the middle of this.
    case endsWithin(String)
    /// The bytes are no UTF-8.
    case brokenText
    /// A number is beyond the range of a double.
    case numberTooLarge(String)
    /// Values are nested deeper than the reader follows.
    case tooDeep(limit: Int)
    /// The format cannot hold this: an area in GPX, say. Leave the feature out, or write another
    /// format.
    case notRepresentable(String)
  }

  /// What is wrong.
  public var reason: Reason
  /// The line it starts on, counted from 1; 0 for what is written, not read, and where only the
  /// byte is known.
  public var line: Int
  /// The field of the row, counted from 1, or nil when the whole row or file is meant.
  public var field: Int?
  /// The name of the field's column, where a header gives one.
  public var column: String?
  /// The byte of the input at which it stands, counted from 0, where the format has no fields.
  public var byte: Int?

  /// Whether nothing can be read behind it, whatever becomes of bad rows.
  public var endsInput: Bool

  /// Makes an error; of a reason that leaves no way on, it ends the input.
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

  /// One line that says where and what.
  public var description: String {
    var place = line > 0 ? "line \(line)" : ""
    if let field { place += ", field \(field)" }
    if let column { place += " (\(column))" }
    if let byte { place += place.isEmpty ? "byte \(byte)" : ", byte \(byte)" }
    if place.isEmpty { return reason.description }
    return "\(place): \(reason)"
  }
}

extension FormatError.Reason: CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .notANumber(let text): "\"\(text)\" is no number"
    case .outOfRange(let value): "\(value) degrees is out of range"
    case .swapped(let value):
      "latitude \(value) is beyond 90 degrees; latitude and longitude may be swapped"
    case .missingField: "the field is missing"
    case .unclosedQuote: "a quoted field is not closed"
    case .textAfterQuote: "text follows a closing quote"
    case .recordTooLong(let limit): "the record is longer than \(limit) bytes"
    case .missingColumn(let role, let found):
      "no column for the \(role); the columns are \(found.joined(separator: ", "))"
    case .unknownColumn(let name, let found):
      "there is no column \"\(name)\"; the columns are \(found.joined(separator: ", "))"
    case .severalLocations(let pairs):
      "each of several pairs of columns may say where: \(pairs.joined(separator: "; "))"
    case .empty: "there is no header"
    case .expected(let wanted, let found): "\(wanted) is wanted, not \(found)"
    case .endsWithin(let what): "the input ends within \(what)"
    case .brokenText: "the text is no UTF-8"
    case .numberTooLarge(let text): "\(text) is beyond the range of a double"
    case .tooDeep(let limit): "values are nested deeper than \(limit)"
    case .notRepresentable(let what): "the format cannot hold \(what)"
    }
  }
}

extension FormatError.Reason {
  /// Whether no reader can go on behind it.
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
