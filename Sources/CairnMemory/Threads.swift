// The only place where threads are started.

/// The maximum number of threads of one call.
///
/// More than a computer has processors for nearly all of them, and few enough for tables with a row
/// for each.
package let greatestThreadCount = 256

/// Returns the number of threads that a call for some threads uses: at least 1, and at most
/// ``greatestThreadCount``.
///
/// Entry points use it before they compute anything from a number of threads, which a caller may
/// choose as large as `Int.max`.
package func usableThreads(_ threads: Int) -> Int {
  min(max(threads, 1), greatestThreadCount)
}

/// Returns the number of parts that ``inParts(_:threads:_:)`` divides some items into.
package func shareCount(of count: Int, threads: Int) -> Int {
  min(usableThreads(threads), max(count, 1))
}

/// Returns one of some parts that cover `0..<count`, in order.
@inline(__always)
package func shareRange(_ part: Int, of parts: Int, covering count: Int) -> Range<Int> {
  (count * part / parts)..<(count * (part + 1) / parts)
}

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
  let threads = usableThreads(threads)
  // Small shares reduce the wait for the last one.
  let shares = threads == 1 ? 1 : min(max(count / max(least, 1), 1), 64 * threads)
  let next = AtomicNumber(0)
  inParts(min(threads, shares), threads: threads) { _, _ in
    while true {
      let share = next.add(1)
      guard share < shares else { return }
      body(share, shareRange(share, of: shares, covering: count))
    }
  }
}

/// Runs `body` for parts that cover `0..<count`, on up to `threads` threads.
///
/// The calling thread processes the first part and returns when all are done. Uses plain threads
/// rather than tasks, so that a query remains a synchronous function and does not block the thread
/// pool of the application's tasks. Without POSIX threads everything runs on the calling thread.
package func inParts(_ count: Int, threads: Int, _ body: (_ part: Int, Range<Int>) -> Void) {
  let parts = shareCount(of: count, threads: threads)
  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    withoutActuallyEscaping(body) { body in
      var joins: [() -> Void] = []
      for number in 1..<max(parts, 1) {
        let range = shareRange(number, of: parts, covering: count)
        let job = ThreadJob { body(number, range) }
        if let join = job.start() {
          joins.append(join)
        } else {
          job.run()
        }
      }
      body(0, shareRange(0, of: parts, covering: count))
      for join in joins { join() }
    }
  #else
    for number in 0..<parts { body(number, shareRange(number, of: parts, covering: count)) }
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
