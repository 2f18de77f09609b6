// The only place where threads are started.

/// Runs `body` for shares that cover `0..<count`, on up to `threads` threads, each of which takes
/// the next share when it has finished one; for unevenly distributed work.
///
/// A single thread processes everything in one share. See ``inParts(_:threads:_:)``.
///
/// - Parameters:
///   - count: the number of items.
///   - threads: the maximum number of threads.
///   - least: the minimum size of a share, unless `count` is smaller.
///   - body: processes a share; shares are numbered in the order of their ranges.
@usableFromInline
package func inShares(
  _ count: Int, threads: Int, least: Int = 32, _ body: (_ share: Int, Range<Int>) -> Void
) {
  let threads = min(max(threads, 1), 256)
  // Small shares reduce the wait for the last one.
  let shares = threads == 1 ? 1 : min(max(count / max(least, 1), 1), 64 * threads)
  let next = AtomicNumber(0)
  inParts(min(threads, shares), threads: threads) { _, _ in
    while true {
      let share = next.add(1)
      guard share < shares else { return }
      body(share, (count * share / shares)..<(count * (share + 1) / shares))
    }
  }
}

/// Runs `body` for parts that cover `0..<count`, on up to `threads` threads.
///
/// The calling thread processes the first part and returns when all are done. Uses plain threads
/// rather than tasks, so that a query remains a synchronous function and does not block the thread
/// pool of the application's tasks. Without POSIX threads everything runs on the calling thread.
package func inParts(_ count: Int, threads: Int, _ body: (_ part: Int, Range<Int>) -> Void) {
  let parts = min(max(threads, 1), max(count, 1), 256)
  func range(_ part: Int) -> Range<Int> {
    (count * part / parts)..<(count * (part + 1) / parts)
  }
  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    withoutActuallyEscaping(body) { body in
      var joins: [() -> Void] = []
      for part in 1..<max(parts, 1) {
        let range = range(part)
        let job = ThreadJob { body(part, range) }
        if let join = job.start() {
          joins.append(join)
        } else {
          job.run()
        }
      }
      body(0, range(0))
      for join in joins { join() }
    }
  #else
    for part in 0..<parts { body(part, range(part)) }
  #endif
}

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  /// The work of one thread.
  private final class ThreadJob {
    let run: () -> Void

    init(_ run: @escaping () -> Void) {
      self.run = run
    }

    /// Starts a thread; returns a closure that waits for its end, or nil if it cannot be started.
    func start() -> (() -> Void)? {
      let argument = unsafe Unmanaged.passRetained(self)
      #if canImport(Darwin)
        var thread: pthread_t?
        let result = unsafe pthread_create(
          &thread, nil,
          { argument in
            unsafe Unmanaged<ThreadJob>.fromOpaque(argument).takeRetainedValue().run()
            return nil
          }, argument.toOpaque())
        guard result == 0, let thread = unsafe thread else {
          unsafe argument.release()
          return nil
        }
        return { unsafe pthread_join(thread, nil) }
      #else
        var thread = pthread_t()
        let result = unsafe pthread_create(
          &thread, nil,
          { argument in
            if let argument = unsafe argument {
              unsafe Unmanaged<ThreadJob>.fromOpaque(argument).takeRetainedValue().run()
            }
            return nil
          }, argument.toOpaque())
        guard result == 0 else {
          unsafe argument.release()
          return nil
        }
        return { [thread] in _ = pthread_join(thread, nil) }
      #endif
    }
  }
#endif
