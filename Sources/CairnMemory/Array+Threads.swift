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
        unsafe Self.fill(buffer, range, failure, making: value)
      }
      initialized = unsafe Self.madeCount(of: buffer, failure)
    }
    if let error = failure.first { throw error }
  }

  /// An array of values that several threads make, each from one of some lists.
  ///
  /// - Parameters:
  ///   - lists: what the values are made from, one list after another; a thread takes whole lists.
  ///   - threads: how many threads may work.
  ///   - value: makes a value; called once for each, on any of the threads, and for no more once it
  ///     has thrown.
  /// - Throws: what `value` throws for the first for which it does.
  @inlinable
  package init<Source, E: Error>(
    joining lists: [[Source]], threads: Int, making value: (Source) throws(E) -> Element
  ) throws(E) {
    let failure = FirstFailure<E>()
    var starts = [0]
    for list in lists { starts.append(starts[starts.count - 1] + list.count) }
    unsafe self.init(unsafeUninitializedCapacity: starts[lists.count]) { buffer, initialized in
      inShares(lists.count, threads: threads, least: 1) { _, share in
        for number in share {
          let list = lists[number]
          let start = starts[number]
          unsafe Self.fill(buffer, start..<(start + list.count), failure) { index throws(E) in
            try value(list[index - start])
          }
        }
      }
      initialized = unsafe Self.madeCount(of: buffer, failure)
    }
    if let error = failure.first { throw error }
  }

  /// Makes the values of a range, which nothing else touches.
  @inlinable @inline(__always)
  internal static func fill<E: Error>(
    _ buffer: UnsafeMutableBufferPointer<Element>, _ range: Range<Int>, _ failure: FirstFailure<E>,
    making value: (Int) throws(E) -> Element
  ) {
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

  /// How many values of a buffer are there in the end: all, or none after a failure.
  @inlinable
  internal static func madeCount<E: Error>(
    of buffer: UnsafeMutableBufferPointer<Element>, _ failure: FirstFailure<E>
  ) -> Int {
    guard failure.first != nil else { return buffer.count }
    for range in failure.made {
      unsafe (buffer.baseAddress.unsafelyUnwrapped + range.lowerBound).deinitialize(
        count: range.count)
    }
    return 0
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
