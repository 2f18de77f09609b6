internal import Builtin

// Words that several threads read and change. `Atomic` of the library does the same by the same
// instructions, but on Apple's systems of 2024 and later only; these are older than any of them.
// Nothing outside of this module sees the compiler's own names.

/// A whole number that any number of threads may ask and change at once.
@safe
package final class AtomicNumber: @unchecked Sendable {
  private let word: UnsafeMutablePointer<Int>

  /// Makes a number.
  package init(_ value: Int) {
    unsafe word = .allocate(capacity: 1)
    unsafe word.initialize(to: value)
  }

  /// The number now; it tells nothing about other memory.
  package var value: Int {
    Int(Builtin.atomicload_monotonic_Word(unsafe word._rawValue))
  }

  /// Changes the number if it is still the one that is expected; else it stays.
  package func change(from expected: Int, to desired: Int) {
    _ = Builtin.cmpxchg_monotonic_monotonic_Word(
      unsafe word._rawValue, expected._builtinWordValue, desired._builtinWordValue)
  }

  /// Adds a number, from the greatest on to the least, and gives what was there before.
  package func add(_ summand: Int) -> Int {
    Int(
      Builtin.atomicrmw_add_monotonic_Word(
        unsafe word._rawValue, summand._builtinWordValue))
  }

  deinit { unsafe word.deallocate() }
}

/// Whether something is so, for any number of threads and for what interrupts one.
///
/// All threads see all changes of all switches in the same order.
@safe
package struct AtomicSwitch: @unchecked Sendable {
  // It stays for ever, since a signal may come at any time.
  private let word: UnsafeMutablePointer<Int>

  /// Makes a switch that lasts until the process ends.
  package init() {
    unsafe word = .allocate(capacity: 1)
    unsafe word.initialize(to: 0)
  }

  /// Whether it is so.
  package var isOn: Bool {
    Int(Builtin.atomicload_seqcst_Word(unsafe word._rawValue)) != 0
  }

  /// Changes it, and tells whether it was so before.
  @discardableResult
  package func turn(on: Bool) -> Bool {
    Int(
      Builtin.atomicrmw_xchg_seqcst_Word(
        unsafe word._rawValue, (on ? 1 : 0)._builtinWordValue)) != 0
  }
}

extension UnsafeMutablePointer where Pointee == UInt32 {
  /// The word; who reads it sees all that was written before it was stored.
  @inlinable @inline(__always)
  internal func loadAcquiring() -> UInt32 {
    UInt32(Builtin.atomicload_acquire_Int32(_rawValue))
  }

  /// Changes the word after all that was written before.
  @inline(__always)
  internal func storeReleasing(_ value: UInt32) {
    Builtin.atomicstore_release_Int32(_rawValue, value._value)
  }
}

extension UnsafeMutablePointer where Pointee == UInt64 {
  /// The word; it tells nothing about other memory.
  @inlinable @inline(__always)
  internal func loadRelaxed() -> UInt64 {
    UInt64(Builtin.atomicload_monotonic_Int64(_rawValue))
  }

  /// Sets bits of the word.
  @inline(__always)
  internal func formUnionRelaxed(_ bits: UInt64) {
    _ = Builtin.atomicrmw_or_monotonic_Int64(_rawValue, bits._value)
  }
}
