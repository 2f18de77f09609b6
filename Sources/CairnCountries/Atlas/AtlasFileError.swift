internal import CairnMemory

/// The reason why an atlas file cannot be opened.
public enum AtlasFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file cannot be read or mapped; the code is the system's error number.
  case system(path: String, code: Int32)
  /// The file does not begin as an atlas file does.
  case notAnAtlasFile
  /// The file was written by another version of the format; build it again.
  case unsupportedVersion(found: UInt32, supported: UInt32)
  /// The file is truncated, or longer than its header states.
  case wrongLength(expected: UInt64, found: UInt64)
  /// The checksum does not match.
  case damaged
  /// A value is impossible: an area or an arc, by its number, and the reason.
  case malformed(element: String, number: Int, reason: String)

  /// The cause and the remedy on one line.
  public var description: String {
    switch self {
    case .system(let path, let code): "`\(path)`: \(System.Problem(number: code).message)"
    case .notAnAtlasFile:
      "not an atlas file; `Data/build-boundaries` builds one from an OpenStreetMap extract"
    case .unsupportedVersion(let found, let supported):
      "version \(found) of the atlas file is not supported, only \(supported); build it again"
    case .wrongLength(let expected, let found):
      "the atlas file has \(found) bytes instead of \(expected); copy it again"
    case .damaged: "the atlas file is damaged; build it again"
    case .malformed(let element, let number, let reason):
      "the atlas file is invalid (\(element) \(number): \(reason)); build it again"
    }
  }
}
