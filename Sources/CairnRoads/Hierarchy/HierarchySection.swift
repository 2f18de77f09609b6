package import CairnMemory

/// An array of a hierarchy: numbers in its own memory, or in a part of a mapped file.
///
/// A stored section is verified as a whole before it is used.
package struct HierarchySection: Sendable {
  /// Keeps the values alive.
  private let memory: PackedMemory
  /// The values; valid as long as this section.
  package let values: UnsafeSpan<UInt32>

  /// Copies the values of an array.
  package init(_ values: [UInt32]) {
    memory = PackedMemory(byteCount: values.count * MemoryLayout<UInt32>.stride)
    let buffer = unsafe UnsafeBuffer<UInt32>(memory, byteOffset: 0, count: values.count)
    values.withUnsafeSpan { buffer.copy($0, to: 0) }
    self.values = buffer.span
  }

  /// Uses values at an offset of memory, which must be a multiple of 4.
  package init(_ memory: PackedMemory, byteOffset: Int, count: Int) {
    self.memory = memory
    values = unsafe UnsafeBuffer<UInt32>(memory, byteOffset: byteOffset, count: count).span
  }

  package var count: Int { values.count }

  @inline(__always)
  internal subscript(index: Int) -> UInt32 { values[index] }

  /// The values as an array.
  internal var array: [UInt32] { [UInt32](count: count) { values[$0] } }
}
