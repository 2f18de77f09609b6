internal import CairnMemory

extension UnsafeBufferPointer {
  /// Whether copying an element retains references and the element is bitwise takable, which
  /// excludes weak references, since their address matters.
  @inlinable @inline(__always)
  internal static var isBorrowed: Bool {
    #if hasFeature(Embedded)
      return false
    #else
      return !_isPOD(Element.self) && _isBitwiseTakable(Element.self)
    #endif
  }

  /// Calls a closure with an element without copying it.
  ///
  /// To pass an element of an array to a closure, the compiler copies it, because the array might
  /// change during the call. A copy retains the references in the element, which writes to every
  /// object that it refers to; for elements that contain a string, that is most of the time of a
  /// search. Here the array cannot change, so the closure borrows the bits of the element.
  ///
  /// - Parameters:
  ///   - index: the index of the element.
  ///   - body: the closure.
  /// - Returns: the result of the closure.
  @inlinable @inline(__always)
  internal func withBorrowedElement<Result>(at index: Int, _ body: (Element) -> Result) -> Result {
    precondition(index >= 0 && index < count)
    guard unsafe Self.isBorrowed, let baseAddress else { return unsafe body(self[index]) }
    return unsafe withUnsafeTemporaryAllocation(of: Element.self, capacity: 1) { copy in
      guard let place = copy.baseAddress else { return unsafe body(self[index]) }
      unsafe UnsafeMutableRawPointer(place).copyMemory(
        from: baseAddress + index, byteCount: MemoryLayout<Element>.size)
      let element = unsafe place.move()
      let result = body(element)
      // Move the element back without releasing it; the array still owns it.
      unsafe place.initialize(to: consume element)
      return result
    }
  }
}

extension Array {
  /// Calls a closure with an element without copying it.
  @inlinable @inline(__always)
  package func withBorrowedElement<Result>(at index: Int, _ body: (Element) -> Result) -> Result {
    unsafe withUnsafeBufferPointer { unsafe $0.withBorrowedElement(at: index, body) }
  }
}

extension ContiguousArray {
  /// Calls a closure with an element without copying it.
  @inlinable @inline(__always)
  internal func withBorrowedElement<Result>(at index: Int, _ body: (Element) -> Result) -> Result {
    unsafe withUnsafeBufferPointer { unsafe $0.withBorrowedElement(at: index, body) }
  }
}

extension ContiguousArray {
  /// Prefetches an element; the index may be beyond the last one.
  @inlinable @inline(__always)
  internal func prefetch(_ index: Int) {
    unsafe withUnsafeBufferPointer { elements in
      if let first = elements.baseAddress { unsafe prefetchLine(first + index) }
    }
  }

  /// Prefetches the objects that an element refers to.
  @inlinable @inline(__always)
  internal func prefetchObjects(_ index: Int) {
    precondition(index >= 0 && index < count)
    unsafe withUnsafeBufferPointer { elements in
      guard unsafe UnsafeBufferPointer<Element>.isBorrowed, let first = elements.baseAddress else {
        return
      }
      unsafe CairnIndex.prefetchObjects(first + index, MemoryLayout<Element>.size)
    }
  }

  /// Requests large pages for the reserved capacity, before it is filled.
  @inlinable
  internal mutating func preferLargePages() {
    let byteCount = capacity * MemoryLayout<Element>.stride
    unsafe withUnsafeMutableBufferPointer { elements in
      guard let first = elements.baseAddress else { return }
      unsafe adviseLargePages(
        UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(first), count: byteCount))
    }
  }
}

extension Array {
  /// The values of a function of the elements, in order, in large pages.
  @inlinable
  internal func mapInLargePages<Value>(_ value: (Element) -> Value) -> [Value] {
    unsafe [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
      unsafe adviseLargePages(UnsafeMutableRawBufferPointer(buffer))
      for element in self {
        unsafe buffer.initializeElement(at: initialized, to: value(element))
        initialized &+= 1
      }
    }
  }
}

// Entry points for raw memory operations in inlinable code.

@unsafe @usableFromInline
internal func prefetchLine(_ address: UnsafeRawPointer) {
  unsafe prefetch(address)
}

/// Prefetches the objects that a value refers to.
///
/// Every word that may be an address is treated as one, after masking the tag bits of strings and
/// enums; a false positive only costs a little time.
@unsafe @usableFromInline
internal func prefetchObjects(_ value: UnsafeRawPointer, _ byteCount: Int) {
  let stride = MemoryLayout<UInt>.stride
  for offset in Swift.stride(from: 0, to: min(byteCount, 8 * stride) - stride + 1, by: stride) {
    let word = unsafe value.loadUnaligned(fromByteOffset: offset, as: UInt.self)
    let address = word & (UInt.max >> 8)
    guard address >> 48 == 0, address & 7 == 0, address >= 1 << 16,
      let pointer = unsafe UnsafeRawPointer(bitPattern: address)
    else { continue }
    unsafe prefetch(pointer)
  }
}

@unsafe @usableFromInline
internal func adviseLargePages(_ bytes: UnsafeMutableRawBufferPointer) {
  unsafe preferLargePages(bytes)
}
