internal import CairnMemory

/// Why an index file cannot be written, opened or trusted.
///
/// It comes when an index is saved or opened, and from every question to a mapped one, since a page
/// is looked at before its first use: a damaged file is this error and never another answer. Build
/// a damaged, cut or older file again from its source; ``MappedPlaceIndex/checkEverything()`` looks
/// at all pages at once.
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
  /// The parts of an index file, as errors name them.
  public enum Section: String, Hashable, Sendable {
    /// Magic, version, lengths and the table of sections.
    case header
    /// The index: boxes, points, degrees and offsets.
    case tree
    /// How long the records of the elements are.
    case recordLengths = "record lengths"
    /// The records of the elements.
    case records
    /// The checksums of all pages.
    case checksums
  }

  /// The system refused an operation on a file; `code` is its `errno`.
  case system(operation: String, path: String, code: Int32)
  /// The bytes do not begin as an index file does.
  case notAnIndexFile
  /// The file was written by another version of this format; build it again.
  case unsupportedVersion(found: UInt32, supported: UInt32)
  /// The file is shorter or longer than its header says: often a copy that did not end.
  case wrongLength(expected: UInt64, found: UInt64)
  /// The bytes of a page are not those that were written; pages are counted from 0.
  case damaged(section: Section, page: Int)
  /// The checksums are right, but no writer of this library can have written the contents.
  case malformed(section: Section, reason: String)
  /// There are more elements or record bytes than the format, or this system's memory, can hold.
  case tooLarge(section: Section)
}

extension IndexFileError: CustomStringConvertible {
  /// One sentence that says what is wrong and where.
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
  /// What the system says of an `errno`.
  private static func words(_ code: Int32) -> String {
    #if hasFeature(Embedded)
      "errno \(code)"
    #else
      System.Problem(number: code).message
    #endif
  }

  /// What the system refused, as an error of an index file.
  internal init(_ error: FileError) {
    switch (error.operation, error.code) {
    case (.map, FileError.tooLarge): self = .tooLarge(section: .header)
    case (let operation, let code):
      self = .system(operation: operation.rawValue, path: error.path, code: code)
    }
  }
}
