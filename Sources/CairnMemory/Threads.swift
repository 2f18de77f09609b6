// The only place where threads are started.

/// Runs `body` for shares of `0..<count` that together cover it, on up to `threads` threads, each
/// of which takes the next share when it has done one: for work that is not spread evenly.
///
/// One thread does all in one share. See ``inParts(_:threads:_:)``.
///
/// - Parameters:
///   - count: how much there is to do.
///   - threads: how many threads may work.
///   - least: a share is at least so large, unless that is all.
///   - body: does a share; shares are numbered in the order of their ranges.
@usableFromInline
package func inShares(
  _ count: Int, threads: Int, least: Int = 32, _ body: (_ share: Int, Range<Int>) -> Void
) {
  let threads = min(max(threads, 1), 256)
  // The last share begins when the others are nearly done: small ones leave little to wait for.
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

/// Runs `body` for parts of `0..<count` that together cover it, on up to `threads` threads.
///
/// The calling thread takes the first part and returns when all are done. Plain threads rather
/// than tasks: a query stays a function that any code may call, and the pool of an application's
/// tasks is not blocked. Where there are no such threads everything runs on the caller's.
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
  /// What one thread does.
  private final class ThreadJob {
    let run: () -> Void

    init(_ run: @escaping () -> Void) {
      self.run = run
    }

    /// Starts a thread; gives what waits for its end, or nil when there is none to be had.
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
