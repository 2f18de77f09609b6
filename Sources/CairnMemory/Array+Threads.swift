extension Array {
  /// An array of values that several threads make.
  ///
  /// - Parameters:
  ///   - count: how many values there are, at least 0.
  ///   - threads: how many threads may work.
  ///   - least: a thread takes at least so many at a time, and for fewer than four times as many
  ///     none begins; 1,024 for values that are made in nanoseconds.
  ///   - value: makes the value at an offset; called once for each, on any of the threads, and for
  ///     no more once it has thrown.
  /// - Throws: what `value` throws for the least offset for which it does.
  @inlinable
  package init<E: Error>(
    count: Int, threads: Int, least: Int = 1 << 10, making value: (Int) throws(E) -> Element
  ) throws(E) {
    let failure = FirstFailure<E>()
    unsafe self.init(unsafeUninitializedCapacity: count) { buffer, initialized in
      inShares(count, threads: count / 4 < least ? 1 : threads, least: least) { _, range in
        for index in range {
          do throws(E) {
            let made = try value(index)
            unsafe (buffer.baseAddress.unsafelyUnwrapped + index).initialize(to: made)
          } catch {
            failure.note(error, made: range.lowerBound..<index, at: index)
            return
          }
        }
        failure.note(made: range)
      }
      initialized = count
      guard failure.first != nil else { return }
      for range in failure.made {
        unsafe (buffer.baseAddress.unsafelyUnwrapped + range.lowerBound).deinitialize(
          count: range.count)
      }
      initialized = 0
    }
    if let error = failure.first { throw error }
  }
}

/// What of an array has been made before something failed.
@usableFromInline
internal final class FirstFailure<E: Error>: Sendable {
  private struct State {
    var error: E?
    var offset = Int.max
    var made: [Range<Int>] = []
  }

  private let state = Lock(State())

  @usableFromInline
  internal init() {}

  @usableFromInline
  internal func note(made range: Range<Int>) {
    state.withLock { $0.made.append(range) }
  }

  @usableFromInline
  internal func note(_ error: E, made range: Range<Int>, at offset: Int) {
    state.withLock { state in
      state.made.append(range)
      guard offset < state.offset else { return }
      state.offset = offset
      state.error = error
    }
  }

  @usableFromInline
  internal var first: E? { state.withLock { $0.error } }

  @usableFromInline
  internal var made: [Range<Int>] { state.withLock { $0.made } }
}
