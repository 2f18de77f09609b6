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
  internal func lend<Result>(at index: Int, to body: (Element) -> Result) -> Result {
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
