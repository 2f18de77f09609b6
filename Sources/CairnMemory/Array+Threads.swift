extension Array {
  /// Creates an array of values that several threads compute.
  ///
  /// - Parameters:
  ///   - count: the number of values, at least 0.
  ///   - threads: the maximum number of threads.
  ///   - least: the minimum number of values per share; with fewer than four times that number, no
  ///     thread is started. 1,024 suits values that take nanoseconds.
  ///   - value: computes the value at an offset; called once per offset, on any of the threads,
  ///     until it throws.
  /// - Throws: the error of `value` for the least offset that failed.
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

  /// Creates an array of values that several threads compute from the elements of lists.
  ///
  /// - Parameters:
  ///   - lists: the source elements, in consecutive lists; a thread processes whole lists.
  ///   - threads: the maximum number of threads.
  ///   - value: computes a value from a source element; called once per element, on any of the
  ///     threads, until it throws.
  /// - Throws: the error of `value` for the first element that failed.
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

  /// Computes the values of a range, which no other thread accesses.
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

  /// Returns the final number of values in a buffer: all, or 0 after a failure, when it
  /// deinitializes the others.
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

/// The initialized ranges of an array and its first error.
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
