import TestSupport

extension VectorFile {
  /// The rows as numbers; what is not a number, such as a class name, is NaN.
  var numbers: [[Double]] {
    rows.map { row in row.map { Double($0) ?? .nan } }
  }
}
