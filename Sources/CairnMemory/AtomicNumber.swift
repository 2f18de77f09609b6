internal import Builtin

// Atomic words. `Atomic` of the standard library compiles to the same instructions, but requires
// Apple systems of 2024 or later; these builtins have no such requirement. They are not visible
// outside this module.

/// An integer that any number of threads may read and change concurrently.
@safe
package final class AtomicNumber: @unchecked Sendable {
  private let word: UnsafeMutablePointer<Int>

  /// Creates an atomic number.
  package init(_ value: Int) {
    unsafe word = .allocate(capacity: 1)
    unsafe word.initialize(to: value)
  }

  /// The current value, loaded with relaxed memory order.
  package var value: Int {
    Int(Builtin.atomicload_monotonic_Word(unsafe word._rawValue))
  }

  /// Changes the value if it equals the expected one.
  package func change(from expected: Int, to desired: Int) {
    _ = Builtin.cmpxchg_monotonic_monotonic_Word(
      unsafe word._rawValue, expected._builtinWordValue, desired._builtinWordValue)
  }

  /// Adds a number, wrapping on overflow, and returns the previous value.
  package func add(_ summand: Int) -> Int {
    Int(
      Builtin.atomicrmw_add_monotonic_Word(
        unsafe word._rawValue, summand._builtinWordValue))
  }

  deinit { unsafe word.deallocate() }
}

/// A Boolean flag for any number of threads and for signal handlers.
///
/// All operations are sequentially consistent.
@safe
package struct AtomicSwitch: @unchecked Sendable {
  // Never deallocated, since a signal may arrive at any time.
  private let word: UnsafeMutablePointer<Int>

  /// Creates a switch that lasts until the process ends.
  package init() {
    unsafe word = .allocate(capacity: 1)
    unsafe word.initialize(to: 0)
  }

  /// Whether the switch is on.
  package var isOn: Bool {
    Int(Builtin.atomicload_seqcst_Word(unsafe word._rawValue)) != 0
  }

  /// Sets the switch, and returns its previous value.
  @discardableResult
  package func turn(on: Bool) -> Bool {
    Int(
      Builtin.atomicrmw_xchg_seqcst_Word(
        unsafe word._rawValue, (on ? 1 : 0)._builtinWordValue)) != 0
  }
}

extension UnsafeMutablePointer where Pointee == UInt32 {
  /// Loads the word with acquire order: the reader sees everything written before it was stored.
  @inlinable @inline(__always)
  internal func loadAcquiring() -> UInt32 {
    UInt32(Builtin.atomicload_acquire_Int32(_rawValue))
  }

  /// Stores the word with release order, after all earlier writes.
  @inline(__always)
  internal func storeReleasing(_ value: UInt32) {
    Builtin.atomicstore_release_Int32(_rawValue, value._value)
  }
}

extension UnsafeMutablePointer where Pointee == UInt64 {
  /// Loads the word with relaxed order.
  @inlinable @inline(__always)
  internal func loadRelaxed() -> UInt64 {
    UInt64(Builtin.atomicload_monotonic_Int64(_rawValue))
  }

  /// Stores the word with relaxed order.
  @inlinable @inline(__always)
  internal func storeRelaxed(_ value: UInt64) {
    Builtin.atomicstore_monotonic_Int64(_rawValue, value._value)
  }

  /// Sets bits of the word with relaxed order.
  @inline(__always)
  internal func formUnionRelaxed(_ bits: UInt64) {
    _ = Builtin.atomicrmw_or_monotonic_Int64(_rawValue, bits._value)
  }
}
