package import CairnMemory

/// An error in writing, opening or reading an index file.
///
/// Thrown when an index is saved or opened, and by every query of a mapped index, since each page
/// is verified before its first use: a damaged file causes this error and never a wrong result.
/// Rebuild a damaged, truncated or outdated file from its source.
/// ``MappedPlaceIndex/checkEverything()`` verifies all pages at once.
///
/// ```swift
/// do {
///   let index = try MappedPlaceIndex(opening: path)
///   print(try index.count(within: 500, of: here))
/// } catch {
///   print(error)   // damaged index file: the checksum of page 1 (tree) does not match
/// }
/// ```
public enum IndexFileError: Error, Hashable, Sendable {
  /// The sections of an index file, as named in errors.
  public enum Section: String, Hashable, Sendable {
    /// Magic, version, lengths and the table of sections.
    case header
    /// The index: boxes, points, degrees and offsets.
    case tree
    /// The lengths of the element records.
    case recordLengths = "record lengths"
    /// The element records.
    case records
    /// The checksums of all pages.
    case checksums
  }

  /// A file operation failed; `code` is the `errno`.
  case system(operation: String, path: String, code: Int32)
  /// The file does not start with the magic bytes of an index file.
  case notAnIndexFile
  /// The file was written by another version of the format; rebuild it.
  case unsupportedVersion(found: UInt32, supported: UInt32)
  /// The length of the file differs from its header, often because a copy was interrupted.
  case wrongLength(expected: UInt64, found: UInt64)
  /// The checksum of a page does not match; pages are numbered from 0.
  case damaged(section: Section, page: Int)
  /// The checksums match, but the contents are invalid: this library did not write them.
  case malformed(section: Section, reason: String)
  /// The number of elements or record bytes exceeds the format or the address space.
  case tooLarge(section: Section)
}

extension IndexFileError: CustomStringConvertible {
  /// A description of the error and its location.
  public var description: String {
    switch self {
    case .system(let operation, let path, let code):
      "cannot \(operation) \(path): \(Self.words(code))"
    case .notAnIndexFile:
      "not an index file: it does not begin with the magic bytes of one"
    case .unsupportedVersion(let found, let supported):
      "index file of version \(found); this library reads version \(supported)"
    case .wrongLength(let expected, let found):
      "index file of \(found) bytes; its header says \(expected)"
    case .damaged(let section, let page):
      "damaged index file: the checksum of page \(page) (\(section.rawValue)) does not match"
    case .malformed(let section, let reason):
      "malformed index file: \(section.rawValue): \(reason)"
    case .tooLarge(let section):
      "too large for an index file: \(section.rawValue)"
    }
  }
}

extension IndexFileError {
  /// The system's message for an `errno`.
  private static func words(_ code: Int32) -> String {
    #if hasFeature(Embedded)
      "errno \(code)"
    #else
      System.Problem(number: code).message
    #endif
  }

  /// Converts a file error.
  package init(_ error: FileError) {
    switch (error.operation, error.code) {
    case (.map, FileError.tooLarge): self = .tooLarge(section: .header)
    case (let operation, let code):
      self = .system(operation: operation.rawValue, path: error.path, code: code)
    }
  }
}
