extension String {
  /// Creates a string from UTF-8 bytes; nil if they are invalid.
  ///
  /// `init(validating:as:)` of the standard library is equivalent, but requires Apple systems of
  /// 2024 or later.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  @inlinable
  package init?(valid bytes: some Collection<UInt8>) {
    // Invalid UTF-8 is replaced, so the resulting bytes differ.
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
