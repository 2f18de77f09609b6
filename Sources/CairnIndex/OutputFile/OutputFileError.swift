/// Why a file cannot be written.
package struct OutputFileError: Error, Hashable, Sendable {
  /// What the system refused.
  package enum Operation: String, Hashable, Sendable {
    /// To open what is there: it may not be written, is a folder, links to itself.
    case open
    /// To make a file in that folder.
    case create
    /// To make a draft beside a file that is there and could be written.
    case draft = "make a draft beside"
    /// To take the bytes, or to have them on the disk.
    case write
    /// To let the draft take the name of the file.
    case replace
  }

  /// What the system refused.
  package var operation: Operation
  /// The file, as it was named.
  package var path: String
  /// The `errno` of the system.
  package var code: Int32

  /// Makes an error.
  package init(operation: Operation, path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }
}

extension IndexFileError {
  init(_ error: OutputFileError) {
    self = .system(operation: error.operation.rawValue, path: error.path, code: error.code)
  }
}
