import CairnColumns
import CairnGeodesy
import TestSupport
import Testing

/// Memory of a caller in another language, followed by guard values that must not change.
///
/// It is never deallocated, since a pointer does not keep its owner alive.
@safe final class Memory<Value: BitwiseCopyable & Equatable> {
  let start: UnsafeMutablePointer<Value>
  let count: Int
  private let guardian: [Value]

  /// Allocates `count` values, filled with a value that no result has.
  init(_ count: Int, of filler: Value) {
    self.count = count
    guardian = Array(repeating: filler, count: 16)
    unsafe start = .allocate(capacity: count + 16)
    unsafe start.initialize(repeating: filler, count: count + 16)
  }

  subscript(index: Int) -> Value {
    get { unsafe start[index] }
    set { unsafe start[index] = newValue }
  }

  var values: [Value] { (0..<count).map { self[$0] } }

  /// Whether nothing was written beyond the end.
  var isIntact: Bool {
    (0..<16).allSatisfy { guardian[$0] == self[count + $0] }
  }
}

/// A column with its description.
@safe final class Column {
  private let bytes: UnsafeMutableRawPointer
  private let bits: Memory<UInt8>
  private let words = Memory<Int64>(4, of: 0)

  /// Creates a column in memory.
  ///
  /// - Parameters:
  ///   - values: a value for each row.
  ///   - stride: the bytes from one value to the next; 0 for a single value.
  ///   - shift: the offset of the values from an aligned address, in bytes.
  ///   - nulls: the rows that are null.
  ///   - offset: the validity bit of the first row; nil for no validity bits if there are no nulls.
  init(
    _ values: [Double], stride: Int = 8, shift: Int = 0, nulls: Set<Int> = [], offset: Int? = nil
  ) {
    let room = max(values.count, 1) * max(abs(stride), 8) + 64
    unsafe bytes = .allocate(byteCount: room, alignment: 16)
    let first = (stride < 0 ? (values.count - 1) * -stride : 0) + shift
    for (row, value) in values.enumerated() {
      unsafe bytes.storeBytes(of: value, toByteOffset: first + row * stride, as: Double.self)
    }
    bits = Memory((offset ?? 0) / 8 + values.count / 8 + 2, of: 0xA5)
    for row in values.indices {
      let bit = (offset ?? 0) + row
      let mask = UInt8(1) << UInt8(bit % 8)
      bits[bit / 8] = nulls.contains(row) ? bits[bit / 8] & ~mask : bits[bit / 8] | mask
    }
    words[0] = Int64(unsafe Int(bitPattern: bytes) + first)
    words[1] = Int64(stride)
    if offset != nil || !nulls.isEmpty {
      words[2] = Int64(unsafe Int(bitPattern: bits.start))
      words[3] = Int64(offset ?? 0)
    }
  }

  /// Changes a word of the description.
  func describe(_ word: Int, as value: Int64) { words[word] = value }

  var description: UnsafeRawPointer { unsafe UnsafeRawPointer(words.start) }
}

/// The message of the last failed call.
func lastError() -> String {
  let room = Memory<CChar>(1024, of: 1)
  let count = unsafe Int(cairnLastError(room.start, 1024))
  return String(decoding: room.values.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// The validity bits as an array.
func bits(_ memory: Memory<UInt8>, _ count: Int) -> [Bool] {
  (0..<count).map { memory[$0 / 8] >> UInt8($0 % 8) & 1 == 1 }
}

/// Places of every kind: anywhere, at the poles and the antimeridian, with longitudes beyond 180
/// degrees, and invalid ones.
func places(_ count: Int, seed: UInt64) -> [Coordinate] {
  var random = SeededGenerator(seed: seed)
  let odd: [Double] = [
    0, -0.0, 90, -90, 180, -180, 540, -1e9, 1e300, .nan, .infinity, -.infinity, 90.000001, 45,
    .leastNonzeroMagnitude, .greatestFiniteMagnitude,
  ]
  return (0..<count).map { _ in
    guard random.unit() < 0.1 else { return random.coordinate() }
    return Coordinate(
      latitude: odd[random.integer(in: 0...15)], longitude: odd[random.integer(in: 0...15)])
  }
}

/// Row counts around the sizes of blocks and bytes.
let rowCounts = [0, 1, 7, 8, 9, 511, 512, 513, 1024, 2048, 2049]

func latitudes(_ places: [Coordinate]) -> Column { Column(places.map(\.latitude)) }
func longitudes(_ places: [Coordinate]) -> Column { Column(places.map(\.longitude)) }
