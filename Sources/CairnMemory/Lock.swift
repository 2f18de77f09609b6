/// A mutex that protects a value.
///
/// `Mutex` of the standard library is equivalent, but requires Apple systems of 2024 or later. This
/// type uses `os_unfair_lock` on Apple platforms, a POSIX mutex elsewhere,
/// and nothing without threads. Not reentrant.
@safe
package final class Lock<Value: ~Copyable>: @unchecked Sendable {
  // Both are allocated separately: a lock must not move, and a value outside the object avoids
  // exclusivity checks, which the lock makes redundant.
  #if hasFeature(Embedded)
  #elseif canImport(Darwin)
    private let system: UnsafeMutablePointer<os_unfair_lock_s>
  #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
    private let system: UnsafeMutablePointer<pthread_mutex_t>
  #endif
  private let value: UnsafeMutablePointer<Value>

  /// Creates a lock that protects a value.
  package init(_ value: consuming sending Value) {
    #if hasFeature(Embedded)
    #elseif canImport(Darwin)
      unsafe system = .allocate(capacity: 1)
      unsafe system.initialize(to: os_unfair_lock_s())
    #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
      unsafe system = .allocate(capacity: 1)
      let result = unsafe pthread_mutex_init(system, nil)
      precondition(result == 0, "cannot create a lock")
    #endif
    unsafe self.value = .allocate(capacity: 1)
    unsafe self.value.initialize(to: value)
  }

  /// Calls a closure with exclusive access to the value; other threads wait.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock()
    defer { unlock() }
    return try unsafe body(&value.pointee)
  }

  @inline(__always)
  private func lock() {
    #if hasFeature(Embedded)
    #elseif canImport(Darwin)
      unsafe os_unfair_lock_lock(system)
    #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
      _ = unsafe pthread_mutex_lock(system)
    #endif
  }

  @inline(__always)
  private func unlock() {
    #if hasFeature(Embedded)
    #elseif canImport(Darwin)
      unsafe os_unfair_lock_unlock(system)
    #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
      _ = unsafe pthread_mutex_unlock(system)
    #endif
  }

  deinit {
    unsafe value.deinitialize(count: 1)
    unsafe value.deallocate()
    #if hasFeature(Embedded)
    #elseif canImport(Darwin)
      unsafe system.deallocate()
    #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
      _ = unsafe pthread_mutex_destroy(system)
      unsafe system.deallocate()
    #endif
  }
}
