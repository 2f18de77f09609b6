internal import CairnMemory

/// An error in the text of a coordinate: what was found, where, and what was expected.
///
/// Thrown by `init(parsing:)` of ``Coordinate`` and ``GeodeticPosition`` for the first error in the
/// text. Show its description to the user. Text that may mean two places is rejected
/// (``Kind-swift.enum/ambiguous``), because a wrong guess would go unnoticed: let the user choose
/// between the two readings that ``expected`` names.
///
/// ```swift
/// do {
///   _ = try Coordinate(parsing: "48°61'N 2°17'E")
/// } catch {
///   print(error)   // minutes 61 at character 4: expected a number in 0..<60
/// }
/// ```
public struct CoordinateParsingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Kind: Hashable, Sendable {
    /// The text has no number, or ends before a coordinate is complete.
    case incomplete
    /// A character or a word with which no part of a coordinate begins.
    case unexpectedCharacter
    /// A malformed number, or a number where something else is expected.
    case unexpectedNumber
    /// Minutes or seconds outside 0..<60, or a fraction before the last part.
    case malformedAngle
    /// A latitude beyond 90 or a longitude beyond 360 degrees.
    case outOfRange
    /// Two latitudes or two longitudes, or a hemisphere letter that contradicts a sign.
    case contradictoryHemisphere
    /// A reference system other than WGS 84.
    case unsupportedReferenceSystem
    /// The text may mean two places; ``CoordinateParsingError/expected`` names both.
    case ambiguous
    /// A link without a coordinate, such as a short link.
    case linkWithoutCoordinate
  }

  /// The kind of the error.
  public let kind: Kind
  /// The number of Unicode scalars before the error.
  public let position: Int
  /// The text found there; empty at the end of the text.
  public let found: String
  /// The text that would be valid there.
  public let expected: String

  /// Creates an error.
  public init(kind: Kind, position: Int, found: String, expected: String) {
    self.kind = kind
    self.position = position
    self.found = found
    self.expected = expected
  }

  /// One line with what was found, where, and what was expected.
  public var description: String {
    let what = found.isEmpty ? "end of text" : found
    return "\(what) at character \(position + 1): expected \(expected)"
  }
}

extension CoordinateParsingError {
  /// Creates an error about a range of bytes; the position counts bytes.
  internal init(_ kind: Kind, _ range: Range<Int>, of bytes: UnsafeByteSpan, expected: String) {
    let end = min(range.upperBound, range.lowerBound + 60)
    self.init(
      kind: range.isEmpty && kind != .ambiguous ? .incomplete : kind, position: range.lowerBound,
      found: range.isEmpty ? "" : bytes.text(in: range.lowerBound..<end), expected: expected)
  }

  /// The same error with a position that counts Unicode scalars instead of bytes.
  internal func countingScalars(of bytes: UnsafeByteSpan) -> CoordinateParsingError {
    var scalars = 0
    for index in 0..<min(position, bytes.count) where bytes[index] & 0xC0 != 0x80 { scalars += 1 }
    return CoordinateParsingError(kind: kind, position: scalars, found: found, expected: expected)
  }
}
