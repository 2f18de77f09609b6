/// Why a text is no coordinate: what was found, where, and what would be right.
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
    /// A character that no part of a coordinate begins with.
    case unexpectedCharacter
    /// A number that is malformed or where none belongs.
    case unexpectedNumber
    /// Minutes or seconds that are not in 0..<60, or a fraction before the last part.
    case malformedAngle
    /// A latitude beyond 90 or a longitude beyond 360 degrees.
    case outOfRange
    /// Two latitudes or two longitudes, or a hemisphere letter that contradicts a sign.
    case contradictoryHemisphere
    /// An ISO 6709 text with a reference system other than WGS 84.
    case unsupportedReferenceSystem
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
