/// A value that is computed once, at its first use.
///
/// Later uses read it without a lock, so threads may access it concurrently.
@safe @usableFromInline
package final class Once<Value: Sendable>: @unchecked Sendable {
  // The value is allocated separately, since exclusivity checks do not account for the flag.
  @usableFromInline
  internal let value: UnsafeMutablePointer<Value?>
  /// Nonzero if the value has been computed.
  @usableFromInline
  internal let isMade: UnsafeMutablePointer<UInt32>
  private let making = Lock(())

  /// Creates an empty box.
  package init() {
    unsafe value = .allocate(capacity: 1)
    unsafe value.initialize(to: nil)
    unsafe isMade = .allocate(capacity: 1)
    unsafe isMade.initialize(to: 0)
  }

  /// Returns the value, computing it first if necessary; other threads wait meanwhile.
  ///
  /// - Parameter make: computes the value; it must not access this value.
  /// - Returns: the value.
  @inlinable @inline(__always)
  package func callAsFunction(_ make: () -> Value) -> Value {
    if unsafe isMade.loadAcquiring() != 0, let value = unsafe value.pointee { return value }
    return made(by: make)
  }

  /// The value if it has been computed.
  package var existing: Value? {
    unsafe isMade.loadAcquiring() != 0 ? unsafe value.pointee : nil
  }

  @usableFromInline
  internal func made(by make: () -> Value) -> Value {
    making.withLock { _ in
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
