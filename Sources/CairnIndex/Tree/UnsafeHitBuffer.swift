internal import CairnMemory

/// Tags of some points that a search met, at most ``mostCount``, in memory that is valid while the
/// search's caller looks at them.
@safe
public struct _TagRun {
  static var mostCount: Int { 64 }

  @usableFromInline
  internal let base: UnsafeMutablePointer<Int>
  @usableFromInline
  internal let count: Int

  init(_ tags: Slab<Int>) {
    unsafe base = tags.buffer.baseAddress.unsafelyUnwrapped
    count = tags.count
  }

  @inlinable @inline(__always)
  subscript(index: Int) -> Int {
    precondition(index >= 0 && index < count)
    return unsafe base[index]
  }

  /// Which tags satisfy a condition, one bit each, the first lowest.
  @inlinable @inline(__always)
  func included(where isIncluded: (Int) -> Bool) -> UInt64 {
    var bits: UInt64 = 0
    for index in 0..<count where isIncluded(self[index]) {
      bits |= 1 &<< UInt64(truncatingIfNeeded: index)
    }
    return bits
  }

  /// How many tags satisfy a condition.
  @inlinable @inline(__always)
  func count(where isIncluded: (Int) -> Bool) -> Int {
    var found = 0
    for index in 0..<count where isIncluded(self[index]) { found &+= 1 }
    return found
  }

  /// Asks a closure about one tag after the other until it gives false.
  @inlinable @inline(__always)
  func allSatisfy(_ body: (Int) -> Bool) -> Bool {
    for index in 0..<count where !body(self[index]) { return false }
    return true
  }
}

/// The results of a query, in memory that is valid while the query's caller looks at them.
@safe
public struct _HitBuffer {
  @usableFromInline
  internal let base: UnsafeMutablePointer<Hit>
  @usableFromInline
  internal let count: Int

  init(_ hits: Slab<Hit>) {
    unsafe base = hits.buffer.baseAddress.unsafelyUnwrapped
    count = hits.count
  }

  @inlinable
  subscript(index: Int) -> Hit {
    precondition(index >= 0 && index < count)
    return unsafe base[index]
  }

  /// How many elements ahead memory is asked for.
  @inlinable @inline(__always)
  static var ahead: Int { 12 }

  /// An array with one value for each hit, the memory for which may be asked for ahead.
  @inlinable
  func map<Value>(prefetching prefetch: (Hit) -> Void, _ value: (Hit) -> Value) -> [Value] {
    unsafe [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<min(count, _HitBuffer.ahead) { unsafe prefetch(base[index]) }
      for index in 0..<count {
        if index &+ _HitBuffer.ahead < count { unsafe prefetch(base[index &+ _HitBuffer.ahead]) }
        unsafe buffer.initializeElement(at: index, to: value(base[index]))
      }
      initialized = count
    }
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
  /// likely to be far from the one before, so the loop that reads them is kept as short as
  /// possible: the processor then asks memory for many of them at a time. Where an element refers
  /// to objects, whose counts must go up, it waits for each; so that comes afterwards, and the
  /// objects are asked for some elements ahead.
  @inlinable
  func neighbors<Element>(_ elements: [Element]) -> [Neighbor<Element>] {
    unsafe elements.withUnsafeBufferPointer { elements in
      unsafe [Neighbor<Element>](unsafeUninitializedCapacity: count) { buffer, initialized in
        initialized = count
        guard count > 0 else { return }
        assert((0..<count).allSatisfy { unsafe elements.indices.contains(base[$0].tag) })
        let isLent = unsafe UnsafeBufferPointer<Element>.isLent
        let elements = unsafe elements.baseAddress.unsafelyUnwrapped
        let found = unsafe buffer.baseAddress.unsafelyUnwrapped
        if isLent {
          for index in 0..<count {
            // The element is the first of what a neighbour holds.
            unsafe UnsafeMutableRawPointer(found + index).copyMemory(
              from: elements + base[index].tag, byteCount: MemoryLayout<Element>.size)
          }
        }
        for index in 0..<count {
          if isLent, index &+ _HitBuffer.ahead < count {
            unsafe prefetchObjects(found + (index &+ _HitBuffer.ahead), MemoryLayout<Element>.size)
          }
          let hit = unsafe base[index]
          let place = unsafe found + index
          let source =
            unsafe isLent
            ? UnsafeRawPointer(place).assumingMemoryBound(to: Element.self)
            : elements + hit.tag
          unsafe place.initialize(
            to: Neighbor(element: source.pointee, offset: hit.tag, distance: hit.distance))
        }
      }
    }
  }
}
