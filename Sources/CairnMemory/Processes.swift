#if !hasFeature(Embedded) && (canImport(Darwin) || canImport(Glibc) || canImport(Musl))
  /// A thread-local message: the error of the last call from another language.
  package enum ThreadMessage {
    private static let capacity = 1024

    /// The key of the thread-local buffers, each freed when its thread ends.
    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      // If no key is available, only the message is lost.
      _ = unsafe pthread_key_create(&key) { unsafe free($0) }
      return key
    }()

    /// The message of the calling thread.
    package static var text: String {
      get {
        guard let place = unsafe pthread_getspecific(key) else { return "" }
        return unsafe String(cString: place.assumingMemoryBound(to: CChar.self))
      }
      set {
        var place = unsafe pthread_getspecific(key)
        if unsafe place == nil {
          guard !newValue.isEmpty, let made = unsafe malloc(capacity),
            unsafe pthread_setspecific(key, made) == 0
          else { return }
          unsafe place = made
        }
        unsafe newValue.write(
          toForeign: place?.assumingMemoryBound(to: CChar.self), capacity: capacity)
      }
    }
  }

  /// Prevents the process from forking while one of its threads holds a lock.
  ///
  /// A fork copies locks but not the threads that hold them, so a held lock would stay locked
  /// forever in the child process. Code that may take a lock therefore runs inside ``pass(_:)``, on
  /// any number of threads concurrently, and a fork waits until none is inside.
  @safe
  package final class ForkGate: @unchecked Sendable {
    /// The shared gate of the process, active from its first use.
    package static let shared: ForkGate = {
      let gate = ForkGate()
      _ = pthread_atfork(
        { ForkGate.shared.close() }, { ForkGate.shared.open() }, { ForkGate.shared.renew() })
      return gate
    }()

    private let lock: UnsafeMutablePointer<pthread_rwlock_t>

    private init() {
      unsafe lock = .allocate(capacity: 1)
      renew()
    }

    /// Runs a closure that a fork waits for; it must be short and must not fork.
    @inline(__always)
    package func pass<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
      _ = unsafe pthread_rwlock_rdlock(lock)
      defer { _ = unsafe pthread_rwlock_unlock(lock) }
      return try body()
    }

    private func close() { _ = unsafe pthread_rwlock_wrlock(lock) }

    private func open() { _ = unsafe pthread_rwlock_unlock(lock) }

    private func renew() {
      var attributes = pthread_rwlockattr_t()
      _ = unsafe pthread_rwlockattr_init(&attributes)
      #if canImport(Glibc)
        // Prefer the writer, so that a fork is not starved by readers.
        _ = unsafe pthread_rwlockattr_setkind_np(
          &attributes, Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
      #endif
      _ = unsafe pthread_rwlock_init(lock, &attributes)
      _ = unsafe pthread_rwlockattr_destroy(&attributes)
    }
  }
#endif
