internal import CairnMemory
public import CairnOSM

/// An error of a road network: a damaged file, or a request without an answer.
public enum RoadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file cannot be read, mapped or written; the code is the system's error number.
  case system(path: String, code: Int32)
  /// The extract cannot be read.
  case extract(OSMError)
  /// The file does not begin as a file of roads does.
  case notARoadFile
  /// The file was written by another version of the format; build it again.
  case unsupportedVersion(found: UInt32, supported: UInt32)
  /// The file is truncated, or longer than its header states.
  case wrongLength(expected: UInt64, found: UInt64)
  /// The checksum of a section does not match.
  case damaged(section: String)
  /// A section contains an impossible value.
  case malformed(section: String, reason: String)
  /// The network has no profile of this name.
  case unknownProfile(String, available: [String])
  /// No usable road lies within the distance of a position.
  case noRoad(position: Int, radius: Double)
  /// No route leads from a position to the next one.
  case noRoute(from: Int, to: Int)
  /// The network is too large for 32-bit numbers.
  case tooLarge(String)

  /// The cause and the remedy on one line.
  public var description: String {
    switch self {
    case .system(let path, let code): "`\(path)`: \(System.Problem(number: code).message)"
    case .extract(let error): error.description
    case .notARoadFile:
      "not a file of roads; build one from an OpenStreetMap extract"
    case .unsupportedVersion(let found, let supported):
      "version \(found) of the file of roads is not supported, only \(supported); build it again"
    case .wrongLength(let expected, let found):
      "the file of roads has \(found) bytes instead of \(expected); copy it again"
    case .damaged(let section):
      "the file of roads is damaged (section \(section)); build it again"
    case .malformed(let section, let reason):
      "the file of roads is invalid (section \(section): \(reason)); build it again"
    case .unknownProfile(let name, let available):
      "no profile is called \(name); there is \(available.joined(separator: ", "))"
    case .noRoad(let position, let radius):
      "no usable road within \(Int(exactly: radius).map(String.init) ?? String(radius)) m of position "
        + "\(position + 1)"
    case .noRoute(let from, let to):
      "no route from position \(from + 1) to position \(to + 1)"
    case .tooLarge(let what): "the network is too large: \(what)"
    }
  }
}
