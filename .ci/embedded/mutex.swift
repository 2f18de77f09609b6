// A lock that does nothing, for targets without threads and without one of the library's.
final class MutexBox<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}

struct Mutex<Value>: ~Copyable, @unchecked Sendable {
  private let box: MutexBox<Value>
  init(_ value: Value) { box = MutexBox(value) }

  borrowing func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(&box.value)
  }
}
