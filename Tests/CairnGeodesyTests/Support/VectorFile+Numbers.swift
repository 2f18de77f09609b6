import TestSupport

extension VectorFile {
  /// The rows as numbers; a cell that is not a number, such as a class name, is NaN.
  var numbers: [[Double]] {
    rows.map { row in row.map { Double($0) ?? .nan } }
  }
}
