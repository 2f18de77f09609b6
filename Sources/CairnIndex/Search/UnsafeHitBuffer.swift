/// The results of a query, in memory that is valid while the query's caller looks at them.
@usableFromInline @safe
struct HitBuffer {
  @usableFromInline
  internal let base: UnsafeMutablePointer<Hit>
  @usableFromInline
  let count: Int

  init(_ hits: Slab<Hit>) {
    unsafe base = hits.address
    count = hits.count
  }

  @inlinable
  subscript(index: Int) -> Hit {
    precondition(index >= 0 && index < count)
    return unsafe base[index]
  }

  /// An array with one value for each hit.
  @inlinable
  func map<Value>(_ value: (Hit) -> Value) -> [Value] {
    unsafe [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<count {
        unsafe buffer.initializeElement(at: index, to: value(base[index]))
      }
      initialized = count
    }
  }

  /// The elements that were hit, with their distances.
  ///
  /// Which elements those are has been checked when the index was built or opened. Each is
  /// likely to be far from the one before, so the loop is kept as short as possible: the
  /// processor then asks memory for many of them at a time.
  @inlinable
  func neighbors<Element>(_ elements: [Element]) -> [Neighbor<Element>] {
    unsafe elements.withUnsafeBufferPointer { elements in
      unsafe [Neighbor<Element>](unsafeUninitializedCapacity: count) { buffer, initialized in
        for index in 0..<count {
          let hit = unsafe base[index]
          assert(hit.offset >= 0 && hit.offset < elements.count)
          unsafe (buffer.baseAddress.unsafelyUnwrapped + index).initialize(
            to: Neighbor(
              element: elements.baseAddress.unsafelyUnwrapped[hit.offset],
              offset: hit.offset, distance: hit.distance))
        }
        initialized = count
      }
    }
  }

  /// An array with one value for each hit that has one.
  @inlinable
  func compactMap<Value>(_ value: (Hit) -> Value?) -> [Value] {
    unsafe [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<count {
        guard let value = unsafe value(base[index]) else { continue }
        unsafe buffer.initializeElement(at: initialized, to: value)
        initialized += 1
      }
    }
  }
}
