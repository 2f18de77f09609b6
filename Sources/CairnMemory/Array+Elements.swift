// Elements of a type that the compiler does not know are copied, and what they hold is counted,
// when they are taken out of an array; where they lie they can be looked at for nothing.

extension Array {
  /// Calls a closure with each element where it lies, and its offset.
  package func forEachInPlace(_ body: (_ offset: Int, _ element: Element) -> Void) {
    unsafe withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress else { return }
      for offset in 0..<elements.count { unsafe body(offset, first[offset]) }
    }
  }
}

#if !hasFeature(Embedded)
  extension Array {
    /// Calls a closure with what each element has at a key path, in order.
    ///
    /// A stored property is read where it lies, without the key path, which takes many times as long.
    ///
    /// - Parameters:
    ///   - path: a path to a value that is no function, which might lie there in another form.
    ///   - body: gets the values.
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
