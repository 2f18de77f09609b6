// In unspecialized generic code, reading an element of an array copies it and retains its
// references; accessing it in place costs nothing.

extension Array {
  /// Calls a closure with each element in place, and its offset.
  package func forEachInPlace(_ body: (_ offset: Int, _ element: Element) -> Void) {
    unsafe withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress else { return }
      for offset in 0..<elements.count { unsafe body(offset, first[offset]) }
    }
  }
}

#if !hasFeature(Embedded)
  extension Array {
    /// Calls a closure with the value of each element at a key path, in order.
    ///
    /// A stored property is read in place, without the key path, which takes many times as long.
    ///
    /// - Parameters:
    ///   - path: a key path to a value that is not a function, which might be stored in another
    ///     representation.
    ///   - body: called with each value.
    package func forEachValue<Value>(
      at path: KeyPath<Element, Value>, _ body: (_ value: Value) -> Void
    ) {
      guard let byteOffset = MemoryLayout<Element>.offset(of: path) else {
        return forEachInPlace { body($1[keyPath: path]) }
      }
      unsafe withUnsafeBufferPointer { elements in
        guard let first = elements.baseAddress else { return }
        var place = unsafe UnsafeRawPointer(first) + byteOffset
        for _ in 0..<elements.count {
          unsafe body(place.assumingMemoryBound(to: Value.self).pointee)
          unsafe place += MemoryLayout<Element>.stride
        }
      }
    }
  }
#endif
