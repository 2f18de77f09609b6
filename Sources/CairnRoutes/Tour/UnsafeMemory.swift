// The only place of the routes where memory is touched without Swift's own checks. What is built
// on it reads as plain indexing; bounds are asserted in debug builds.

/// Room for a fixed number of values, owned by whoever holds it.
@safe
struct WorkArray<Element: BitwiseCopyable>: ~Copyable {
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  init(repeating value: Element, count: Int) {
    precondition(count >= 0)
    unsafe base = .allocate(capacity: max(count, 1))
    unsafe base.initialize(repeating: value, count: count)
    self.count = count
  }

  init(_ values: [Element]) {
    unsafe base = .allocate(capacity: max(values.count, 1))
    for (index, value) in values.enumerated() {
      unsafe (base + index).initialize(to: value)
    }
    count = values.count
  }

  deinit {
    unsafe base.deallocate()
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      assert(index >= 0 && index < count)
      return unsafe base[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count)
      unsafe base[index] = newValue
    }
  }

  /// The values as an array.
  var values: [Element] {
    unsafe Array(UnsafeBufferPointer(start: base, count: count))
  }
}

extension WorkArray where Element == Int32 {
  /// The value at the place that another array's value names.
  @inline(__always)
  subscript(city: Int32) -> Int32 {
    get { self[Int(truncatingIfNeeded: city)] }
    nonmutating set { self[Int(truncatingIfNeeded: city)] = newValue }
  }
}

/// Values that never change, shared by all copies and read without Swift's own checks.
@safe
struct SharedArray<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  @safe
  private final class Owner {
    let base: UnsafeMutablePointer<Element>

    init(_ values: [Element]) {
      unsafe base = .allocate(capacity: max(values.count, 1))
      unsafe values.withUnsafeBufferPointer { buffer in
        guard let first = buffer.baseAddress else { return }
        unsafe base.initialize(from: first, count: buffer.count)
      }
    }

    /// Copies until the time is over; what comes behind is not to be read.
    init(_ values: [Element], until watch: inout SearchWatch) {
      unsafe base = .allocate(capacity: max(values.count, 1))
      let run = SearchWatch.interval
      unsafe values.withUnsafeBufferPointer { buffer in
        guard let first = buffer.baseAddress else { return }
        for low in stride(from: 0, to: buffer.count, by: run) {
          guard watch.goesOn(run) else { return }
          let count = min(run, buffer.count - low)
          unsafe (base + low).initialize(from: first + low, count: count)
        }
      }
    }

    deinit {
      unsafe base.deallocate()
    }
  }

  private let owner: Owner
  private let base: UnsafePointer<Element>
  let count: Int

  init(_ values: [Element]) {
    owner = Owner(values)
    unsafe base = UnsafePointer(owner.base)
    count = values.count
  }

  /// The same, or nil when the time does not suffice to copy the values.
  init?(_ values: [Element], until watch: inout SearchWatch) {
    owner = Owner(values, until: &watch)
    unsafe base = UnsafePointer(owner.base)
    count = values.count
    if watch.end != nil { return nil }
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    assert(index >= 0 && index < count)
    return unsafe base[index]
  }

  /// The values as an array.
  var values: [Element] {
    defer { extendLifetime(owner) }
    return unsafe Array(UnsafeBufferPointer(start: base, count: count))
  }
}
