extension String {
  /// The text of some bytes in UTF-8; nil for bytes that are none.
  ///
  /// `init(validating:as:)` of the library is the same, on Apple's systems of 2024 and later only.
  ///
  /// - Complexity: O(bytes).
  @inlinable
  package init?(valid bytes: some Collection<UInt8>) {
    // What is no UTF-8 is replaced, so that other bytes come out.
    self.init(decoding: bytes, as: UTF8.self)
    let isSame = bytes.withContiguousStorageIfAvailable { bytes in
      unsafe utf8.withContiguousStorageIfAvailable { text in unsafe areSame(text, bytes) }
    }
    guard (isSame ?? nil) ?? utf8.elementsEqual(bytes) else { return nil }
  }
}

@usableFromInline
internal func areSame(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
  guard a.count == b.count, let a = a.baseAddress, let other = b.baseAddress else {
    return a.count == b.count
  }
  return unsafe memcmp(a, other, b.count) == 0
}
