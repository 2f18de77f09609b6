internal import CairnMemory

extension UnsafeBufferPointer {
  /// Whether a copy of an element counts references, and its bits are the element wherever they
  /// are: a weak reference is known by where it lies.
  @inlinable @inline(__always)
  internal static var isLent: Bool {
    #if hasFeature(Embedded)
      return false
    #else
      return !_isPOD(Element.self) && _isBitwiseTakable(Element.self)
    #endif
  }

  /// Lends an element to a closure.
  ///
  /// To hand an element of an array to a closure, the compiler copies it: the array might change
  /// meanwhile. A copy counts the references in the element, and that is to write to every object
  /// that it refers to, which for elements that hold a text is most of the time of a search. Here
  /// nothing can change, so the closure gets the bits of the element and hands them back.
  ///
  /// - Parameters:
  ///   - index: where the element is.
  ///   - body: what is done with it.
  /// - Returns: what the closure returns.
  @inlinable @inline(__always)
  internal func lend<Result>(at index: Int, to body: (Element) -> Result) -> Result {
    precondition(index >= 0 && index < count)
    guard unsafe Self.isLent, let baseAddress else { return unsafe body(self[index]) }
    return unsafe withUnsafeTemporaryAllocation(of: Element.self, capacity: 1) { loan in
      guard let place = loan.baseAddress else { return unsafe body(self[index]) }
      unsafe UnsafeMutableRawPointer(place).copyMemory(
        from: baseAddress + index, byteCount: MemoryLayout<Element>.size)
      let element = unsafe place.move()
      let result = body(element)
      // Back it goes unchanged, and from there nowhere: the array still owns it.
      unsafe place.initialize(to: consume element)
      return result
    }
  }
}

extension Array {
  /// Lends an element to a closure.
  @inlinable @inline(__always)
  package func lend<Result>(at index: Int, to body: (Element) -> Result) -> Result {
    unsafe withUnsafeBufferPointer { unsafe $0.lend(at: index, to: body) }
  }
}

extension ContiguousArray {
  /// Lends an element to a closure.
  @inlinable @inline(__always)
  internal func lend<Result>(at index: Int, to body: (Element) -> Result) -> Result {
    unsafe withUnsafeBufferPointer { unsafe $0.lend(at: index, to: body) }
  }
}

extension ContiguousArray {
  /// Asks for the memory of an element ahead of its use; the index may be beyond the last one.
  @inlinable @inline(__always)
  internal func prefetch(_ index: Int) {
    unsafe withUnsafeBufferPointer { elements in
      if let first = elements.baseAddress { unsafe prefetchLine(first + index) }
    }
  }

  /// Asks for the memory of the objects that an element refers to.
  @inlinable @inline(__always)
  internal func prefetchObjects(_ index: Int) {
    precondition(index >= 0 && index < count)
    unsafe withUnsafeBufferPointer { elements in
      guard unsafe UnsafeBufferPointer<Element>.isLent, let first = elements.baseAddress else {
        return
      }
      unsafe CairnIndex.prefetchObjects(first + index, MemoryLayout<Element>.size)
    }
  }

  /// Asks the system for large pages for the room that there is, before it is filled.
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

// The doors to the room of raw memory for what is compiled into clients.

@unsafe @usableFromInline
internal func prefetchLine(_ address: UnsafeRawPointer) {
  unsafe prefetch(address)
}

/// Asks for the memory of the objects that a value refers to.
///
/// Whatever in it may be an address is taken for one, without the bits by which a text or an enum is
/// told: what is none costs a little time.
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
