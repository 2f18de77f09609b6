internal import CairnMemory

/// A batch of at most ``mostCount`` tags of points found by a search; the memory is valid only
/// during the closure call.
@safe
public struct _TagBatch {
  static var mostCount: Int { 64 }

  @usableFromInline
  internal let base: UnsafeMutablePointer<Int>
  @usableFromInline
  internal let count: Int

  init(_ tags: UnsafeBuffer<Int>) {
    unsafe base = tags.buffer.baseAddress.unsafelyUnwrapped
    count = tags.count
  }

  @inlinable @inline(__always)
  subscript(index: Int) -> Int {
    precondition(index >= 0 && index < count)
    return unsafe base[index]
  }

  /// Returns which tags satisfy a condition, one bit each, the first lowest.
  @inlinable @inline(__always)
  func included(where isIncluded: (Int) -> Bool) -> UInt64 {
    var bits: UInt64 = 0
    for index in 0..<count where isIncluded(self[index]) {
      bits |= 1 &<< UInt64(truncatingIfNeeded: index)
    }
    return bits
  }

  /// Returns the number of tags that satisfy a condition.
  @inlinable @inline(__always)
  func count(where isIncluded: (Int) -> Bool) -> Int {
    var found = 0
    for index in 0..<count where isIncluded(self[index]) { found &+= 1 }
    return found
  }

  /// Calls a closure with each tag until it returns false.
  @inlinable @inline(__always)
  func allSatisfy(_ body: (Int) -> Bool) -> Bool {
    for index in 0..<count where !body(self[index]) { return false }
    return true
  }
}

/// The results of a query; the memory is valid only during the closure call.
@safe
public struct _HitBuffer {
  @usableFromInline
  internal let base: UnsafeMutablePointer<Hit>
  @usableFromInline
  internal let count: Int

  init(_ hits: UnsafeBuffer<Hit>) {
    unsafe base = hits.buffer.baseAddress.unsafelyUnwrapped
    count = hits.count
  }

  @inlinable
  subscript(index: Int) -> Hit {
    precondition(index >= 0 && index < count)
    return unsafe base[index]
  }

  /// The prefetch distance in elements.
  @inlinable @inline(__always)
  static var ahead: Int { 12 }

  /// Returns an array with one value per hit, calling `prefetch` for hits ahead.
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

  /// Returns an array with one value per hit.
  @inlinable
  func map<Value>(_ value: (Hit) -> Value) -> [Value] {
    unsafe [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<count {
        unsafe buffer.initializeElement(at: index, to: value(base[index]))
      }
      initialized = count
    }
  }

  /// Returns the elements of the hits, with their distances.
  ///
  /// The elements are likely to be far apart in memory, so the loop that reads them is kept as
  /// short as possible to overlap the loads. Retaining the objects of an element waits for each of
  /// them, so this happens in a second loop that prefetches the objects some elements ahead.
  @inlinable
  func neighbors<Element>(_ elements: [Element]) -> [Neighbor<Element>] {
    unsafe elements.withUnsafeBufferPointer { elements in
      unsafe [Neighbor<Element>](unsafeUninitializedCapacity: count) { buffer, initialized in
        initialized = count
        guard count > 0 else { return }
        let isBorrowed = unsafe UnsafeBufferPointer<Element>.isBorrowed
        let elementCount = elements.count
        let elements = unsafe elements.baseAddress.unsafelyUnwrapped
        let found = unsafe buffer.baseAddress.unsafelyUnwrapped
        if isBorrowed {
          for index in 0..<count {
            let tag = unsafe base[index].tag
            precondition(tag >= 0 && tag < elementCount)
            // The element is the first field of a neighbor.
            unsafe UnsafeMutableRawPointer(found + index).copyMemory(
              from: elements + tag, byteCount: MemoryLayout<Element>.size)
          }
        }
        for index in 0..<count {
          if isBorrowed, index &+ _HitBuffer.ahead < count {
            unsafe prefetchObjects(found + (index &+ _HitBuffer.ahead), MemoryLayout<Element>.size)
          }
          let hit = unsafe base[index]
          precondition(hit.tag >= 0 && hit.tag < elementCount)
          let place = unsafe found + index
          let source =
            unsafe isBorrowed
            ? UnsafeRawPointer(place).assumingMemoryBound(to: Element.self)
            : elements + hit.tag
          unsafe place.initialize(
            to: Neighbor(element: source.pointee, offset: hit.tag, distance: hit.distance))
        }
      }
    }
  }
}
