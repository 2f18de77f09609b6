/// A value that is computed at its first use, by one thread for all.
///
/// Later uses read it without a lock, so that many threads may ask at once.
@safe
package final class Once<Value: Sendable>: @unchecked Sendable {
  // The value lies outside of the object, since exclusivity checks know nothing of the flag.
  private let value: UnsafeMutablePointer<Value?>
  /// Not 0 when the value is there.
  private let isMade: UnsafeMutablePointer<UInt32>
  private let making = Lock(())

  /// Creates an empty box.
  package init() {
    unsafe value = .allocate(capacity: 1)
    unsafe value.initialize(to: nil)
    unsafe isMade = .allocate(capacity: 1)
    unsafe isMade.initialize(to: 0)
  }

  /// Computes the value if it is missing, while other threads wait for it.
  ///
  /// - Parameter make: makes the value; it must not ask for this value itself.
  /// - Returns: the value.
  package func callAsFunction(_ make: () -> Value) -> Value {
    if unsafe isMade.loadAcquiring() != 0, let value = unsafe value.pointee { return value }
    return making.withLock { _ in
      if let value = unsafe value.pointee { return value }
      let made = make()
      unsafe value.pointee = made
      unsafe isMade.storeReleasing(1)
      return made
    }
  }

  deinit {
    unsafe value.deinitialize(count: 1)
    unsafe value.deallocate()
    unsafe isMade.deallocate()
  }
}
