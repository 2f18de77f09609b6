/// A value that one thread at a time may use.
///
/// `Mutex` of the library is the same, but on Apple's systems of 2024 and later only. Here it is the
/// system's own lock: `os_unfair_lock` of Apple's, else that of POSIX threads;
/// where there are no threads it is nothing. Who holds it must not ask for it again.
@safe
package final class Lock<Value>: @unchecked Sendable {
  // Both stay where they are: to move a lock would break it. The value lies outside of the object,
  // so that nothing checks again what the lock sees to, that one at a time changes it.
  #if hasFeature(Embedded)
  #elseif canImport(Darwin)
    private let system: UnsafeMutablePointer<os_unfair_lock_s>
  #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
    private let system: UnsafeMutablePointer<pthread_mutex_t>
  #endif
  private let value: UnsafeMutablePointer<Value>

  /// Puts a value behind a lock.
  package init(_ value: consuming sending Value) {
    #if hasFeature(Embedded)
    #elseif canImport(Darwin)
      unsafe system = .allocate(capacity: 1)
      unsafe system.initialize(to: os_unfair_lock_s())
    #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
      unsafe system = .allocate(capacity: 1)
      let result = unsafe pthread_mutex_init(system, nil)
      precondition(result == 0, "There is no memory for a lock.")
    #endif
    unsafe self.value = .allocate(capacity: 1)
    unsafe self.value.initialize(to: value)
  }

  /// Uses the value while no other thread does; a thread that comes meanwhile waits.
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
