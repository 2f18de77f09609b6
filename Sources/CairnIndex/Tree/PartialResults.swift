internal import CairnMemory

/// Collects the results of threads and returns them in the order of the parts.
final class PartialResults<Value: Sendable>: Sendable {
  private let values = Lock<[(part: Int, value: Value)]>([])

  /// Stores the result of a part.
  func set(_ part: Int, _ value: Value) {
    // Inserted in order: there are few parts, and a sort of each type of values would be large
    // code.
    values.withLock { values in
      let place = values.firstIndex { $0.part > part } ?? values.count
      values.insert((part, value), at: place)
    }
  }

  /// The results in the order of the parts.
  var inOrder: [Value] {
    values.withLock { $0.map { $0.value } }
  }
}
