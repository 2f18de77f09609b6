internal import CairnMemory

/// Collects the results of threads and returns them in the order of the parts.
final class PartialResults<Value: Sendable>: Sendable {
  private let values = Lock<[Int: Value]>([:])

  /// Stores the result of a part.
  func set(_ part: Int, _ value: Value) {
    values.withLock { $0[part] = value }
  }

  /// The results in the order of the parts.
  var inOrder: [Value] {
    values.withLock { $0.sorted { $0.key < $1.key }.map { $0.value } }
  }
}
