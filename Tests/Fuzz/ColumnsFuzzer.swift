// A libFuzzer target for the C interface; `Tests/Fuzz/run` builds and starts it.
//
// The bytes are the arguments and the values of the columns. For all inputs there is no trap,
// nothing is written outside the buffer of an answer (checked by the address sanitizer), a status
// other than 0 has a message, and every answer fits into its buffer.

import CairnColumns
import CairnGeodesy

private struct Reader {
  var bytes: ArraySlice<UInt8>

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  /// A number that is usually small, sometimes negative, and occasionally huge.
  mutating func number() -> Int64 {
    let first = byte()
    switch first {
    case 255: return .max
    case 254: return .min
    case 253: return -1
    case 252: return 1 << 32
    default: return Int64(first % 24)
    }
  }

  /// A coordinate, or a number that is invalid as one.
  mutating func value() -> Double {
    let first = byte()
    switch first {
    case 255: return .nan
    case 254: return .infinity
    case 253: return -.infinity
    case 252: return 1e300
    case 251: return -180
    default: return Double(first) - 125 + Double(byte()) / 256
    }
  }
}

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzColumns(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  var reader = Reader(bytes: ArraySlice(UnsafeBufferPointer(start: data, count: size)))
  let rows = Int(reader.byte() % 20)
  var latitudes: [Double] = []
  var longitudes: [Double] = []
  for _ in 0..<rows {
    latitudes.append(reader.value())
    longitudes.append(reader.value())
  }
  var validBits = [UInt8](repeating: reader.byte(), count: 8)
  while !reader.bytes.isEmpty {
    latitudes.withUnsafeMutableBytes { latitudes in
      longitudes.withUnsafeMutableBytes { longitudes in
        validBits.withUnsafeMutableBytes { bits in
          callOne(
            &reader, rows: rows, UnsafeRawBufferPointer(latitudes),
            UnsafeRawBufferPointer(longitudes), UnsafeRawBufferPointer(bits))
        }
      }
    }
  }
  return 0
}

/// Builds the description of a column: the address, the stride, the validity bits, their offset.
private func description(
  _ values: UnsafeRawBufferPointer, _ bits: UnsafeRawBufferPointer, _ choice: UInt8
) -> [Int] {
  [
    Int(bitPattern: values.baseAddress), choice & 1 == 0 ? 8 : 0,
    choice & 2 == 0 ? 0 : Int(bitPattern: bits.baseAddress), choice & 2 == 0 ? 0 : Int(choice >> 4),
  ]
}

private func callOne(
  _ reader: inout Reader, rows: Int, _ latitudes: UnsafeRawBufferPointer,
  _ longitudes: UnsafeRawBufferPointer, _ bits: UnsafeRawBufferPointer
) {
  let choice = reader.byte()
  let first = description(latitudes, bits, choice)
  let second = description(longitudes, bits, choice)
  // The caller guarantees the rows; an impossible count must be rejected.
  let count = choice & 4 == 0 ? Int64(rows) : min(reader.number(), Int64(rows))
  let room = max(rows, 1) * 12
  var integers = [Int64](repeating: 77, count: room)
  var others = [Int64](repeating: 77, count: room)
  var cells = [UInt64](repeating: 77, count: room)
  var doubles = [Double](repeating: 77, count: room)
  var moreDoubles = [Double](repeating: 77, count: room)
  var shorts = [Int16](repeating: 77, count: room)
  var letters = [UInt8](repeating: 77, count: room)
  var validity = [UInt8](repeating: 77, count: room)
  var answered: Int64 = 0
  var needed: Int64 = 0
  var found: Int64 = 0
  let argument = Int32(truncatingIfNeeded: reader.number())
  let radius = choice & 8 == 0 ? reader.value().magnitude * 1e5 : reader.value()
  let capacity = min(reader.number(), Int64(room))
  var status: Int32
  switch reader.byte() % 16 {
  case 0: status = cairnCountry(count, first, second, argument, &shorts, &validity)
  case 1: status = cairnRegion(count, first, second, &shorts, &validity)
  case 2: status = cairnTimeZone(count, first, second, &shorts, &validity)
  case 3: status = cairnGeohashInteger(count, first, second, argument, &cells, &validity)
  case 4:
    status = cairnGeohash(count, first, second, min(argument, 12), &letters, &validity)
  case 5:
    status = cairnGeohashCover(
      count, first, second, min(radius, 1e4), argument, capacity, &integers, &cells, &found,
      &answered, &needed)
    precondition(status != 0 || (0...capacity).contains(found), "more cells than room")
  case 6, 7, 8, 9:
    var index: Int64 = 0
    status = cairnIndexBuild(count, first, second, &index)
    if status == 0 {
      var places: Int64 = -1
      precondition(cairnIndexCount(index, &places) == 0 && places >= 0 && places <= count)
      switch reader.byte() % 4 {
      case 0:
        let wanted = reader.number()
        if wanted < 1 || wanted >= 1 << 31 || wanted <= Int64(room) / max(count, 1) {
          status = cairnNearest(
            index, count, first, second, wanted, radius, &integers, &doubles, &validity)
        }
      case 1: status = cairnCount(index, count, first, second, radius, &integers, &validity)
      case 2:
        status = cairnWithin(
          index, count, first, second, radius, capacity, &others, &integers, &doubles, &answered,
          &needed, &validity)
        precondition(status != 0 || (0...count).contains(answered), "more rows than there are")
      default:
        status = cairnJoin(
          index, count, first, second, radius, capacity, &integers, &others, &doubles, &found,
          &answered, &needed)
        precondition(status != 0 || (0...capacity).contains(found), "more pairs than room")
      }
      precondition(cairnIndexFree(index) == 0)
      precondition(cairnIndexFree(index) != 0, "freed twice")
    }
  case 10:
    status = cairnDistance(count, first, second, second, first, argument, &doubles, &validity)
  case 11:
    status = cairnBearing(count, first, second, second, first, argument, &doubles, &validity)
  case 12:
    status = cairnDestination(
      count, first, second, second, first, argument, &doubles, &moreDoubles, &validity)
  case 13:
    status = cairnRoute(
      count, first, second, argument, reader.number(), reader.number(), &integers, &doubles)
    if status == 0 {
      let order = integers.prefix(Int(count)).sorted()
      precondition(order == (0..<count).map { $0 }, "an order that is none")
    }
  case 14:
    var text = [CChar](repeating: 0, count: room)
    status = cairnNames(argument, &text, capacity, &needed)
  default: status = cairnIndexFree(reader.number() &* 1_000_003)
  }
  if status != 0 {
    var text = [CChar](repeating: 0, count: 200)
    precondition(cairnLastError(&text, 200) > 0, "status \(status) without a sentence")
  }
}
