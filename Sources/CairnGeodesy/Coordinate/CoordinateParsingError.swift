internal import CairnMemory

/// What is wrong with the text of a coordinate: what was found, where, and what would be right.
///
/// It comes from `init(parsing:)` of ``Coordinate`` and ``GeodeticPosition``, and is of the first
/// mistake in the text. Show the description to who typed it. Text that may mean two places is
/// refused (``Kind-swift.enum/ambiguous``), since a guess would be wrong in silence: let the user
/// choose between the two that ``expected`` names.
///
/// ```swift
/// do {
///   _ = try Coordinate(parsing: "48°61'N 2°17'E")
/// } catch {
///   print(error)   // minutes 61 at character 4: expected a number in 0..<60
/// }
/// ```
public struct CoordinateParsingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of mistakes.
  public enum Kind: Hashable, Sendable {
    /// The text has no number, or ends before a coordinate is complete.
    case incomplete
    /// A character or a word that no part of a coordinate begins with.
    case unexpectedCharacter
    /// A malformed number, or one where something else is expected.
    case unexpectedNumber
    /// Minutes or seconds that are not in 0..<60, or a fraction before the last part.
    case malformedAngle
    /// A latitude beyond 90 or a longitude beyond 360 degrees.
    case outOfRange
    /// Two latitudes or two longitudes, or a hemisphere letter that contradicts a sign.
    case contradictoryHemisphere
    /// A reference system other than WGS 84.
    case unsupportedReferenceSystem
    /// The text may mean two places; ``CoordinateParsingError/expected`` names both.
    case ambiguous
    /// A link that holds no coordinate, such as a short one.
    case linkWithoutCoordinate
  }

  /// The kind of the mistake.
  public let kind: Kind
  /// Where it is: the number of Unicode scalars before it.
  public let position: Int
  /// What was found there; empty at the end of the text.
  public let found: String
  /// What would be right there.
  public let expected: String

  /// Makes an error.
  public init(kind: Kind, position: Int, found: String, expected: String) {
    self.kind = kind
    self.position = position
    self.found = found
    self.expected = expected
  }

  /// One line that says what was found, where, and what would be right.
  public var description: String {
    let what = found.isEmpty ? "end of text" : found
    return "\(what) at character \(position + 1): expected \(expected)"
  }
}

extension CoordinateParsingError {
  /// An error about a range of bytes, whose position still counts bytes.
  internal init(_ kind: Kind, _ range: Range<Int>, of bytes: ByteWindow, expected: String) {
    let end = min(range.upperBound, range.lowerBound + 60)
    self.init(
      kind: range.isEmpty && kind != .ambiguous ? .incomplete : kind, position: range.lowerBound,
      found: range.isEmpty ? "" : bytes.text(in: range.lowerBound..<end), expected: expected)
  }

  /// The same with a position that counts Unicode scalars instead of bytes.
  internal func countingScalars(of bytes: ByteWindow) -> CoordinateParsingError {
    var scalars = 0
    for index in 0..<min(position, bytes.count) where bytes[index] & 0xC0 != 0x80 { scalars += 1 }
    return CoordinateParsingError(kind: kind, position: scalars, found: found, expected: expected)
  }
}
