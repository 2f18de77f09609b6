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
