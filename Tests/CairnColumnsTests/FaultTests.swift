import CairnColumns
import CairnGeodesy
import TestSupport
import Testing

@Suite("Invalid arguments")
struct FaultTests {
  private let column = Column([1, 2, 3, 4, 5, 6, 7, 8])
  private let numbers = Memory<Int16>(8, of: 0)
  private let doubles = Memory<Double>(8, of: 0)

  @safe private func country(
    rows: Int64 = 8, _ south: UnsafeRawPointer?, _ west: UnsafeRawPointer?
  ) -> Int32 {
    unsafe cairnCountry(rows, south, west, 0, numbers.start, nil)
  }

  @Test("Counts")
  func counts() {
    for count in [-1, .min, .max, 1 << 60, 1 << 48] as [Int64] {
      #expect(country(rows: count, unsafe column.description, unsafe column.description) == 1)
      #expect(lastError().hasPrefix("count"))
    }
    // Without rows only the descriptions are needed.
    let empty = Column([])
    empty.describe(0, as: 0)
    #expect(unsafe cairnCountry(0, empty.description, empty.description, 0, nil, nil) == 0)
    #expect(unsafe cairnGeohash(0, empty.description, empty.description, 7, nil, nil) == 0)
    let order = Memory<Int64>(1, of: 0)
    #expect(
      unsafe cairnRoute(0, empty.description, empty.description, 1, -1, -1, order.start, nil) == 0)
  }

  @Test("Addresses")
  func addresses() {
    #expect(country(nil, unsafe column.description) == 1)
    #expect(lastError() == "latitudes: there is no memory at its address")
    #expect(country(unsafe column.description, nil) == 1)
    #expect(lastError() == "longitudes: there is no memory at its address")
    for address in [0, 1, 4095, -1, .min, .max] as [Int64] {
      let broken = Column([1, 2, 3, 4, 5, 6, 7, 8])
      broken.describe(0, as: address)
      #expect(country(unsafe broken.description, unsafe column.description) == 1)
      #expect(lastError().hasPrefix("latitudes: "))
      if address != 0 {
        let badBits = Column([1, 2, 3, 4, 5, 6, 7, 8])
        badBits.describe(2, as: address)
        #expect(country(unsafe column.description, unsafe badBits.description) == 1)
        #expect(lastError().hasPrefix("longitudes: "))
      }
    }
    #expect(unsafe cairnCountry(8, column.description, column.description, 0, nil, nil) == 1)
    #expect(lastError().hasPrefix("numbers: "))
    let odd = unsafe UnsafeMutableRawPointer(doubles.start).advanced(by: 1)
      .assumingMemoryBound(to: Double.self)
    #expect(
      unsafe cairnDistance(
        4, column.description, column.description, column.description, column.description, 0, odd,
        nil) == 1)
    #expect(lastError() == "meters: its address is not a multiple of 8")
  }

  @Test("Strides and bits")
  func strides() {
    for stride in [.min, .max, 1 << 60, -(1 << 60), 1 << 56, .max / 7] as [Int64] {
      let wild = Column([1, 2, 3, 4, 5, 6, 7, 8])
      wild.describe(1, as: stride)
      #expect(country(unsafe wild.description, unsafe column.description) == 1)
      #expect(lastError() == "latitudes: a stride of \(stride) bytes leads outside of memory")
    }
    for bit in [-1, .min, .max, .max - 8] as [Int64] {
      let wild = Column([1, 2, 3, 4, 5, 6, 7, 8], offset: 0)
      wild.describe(3, as: bit)
      #expect(country(unsafe wild.description, unsafe column.description) == 1)
      #expect(lastError().hasPrefix("latitudes: "))
    }
  }

  @Test("Undefined numbers")
  func undefinedNumbers() {
    let (south, west) = unsafe (column.description, column.description)
    #expect(unsafe cairnCountry(8, south, west, 2, numbers.start, nil) == 1)
    #expect(lastError().hasPrefix("land_only"))
    let letters = Memory<UInt8>(8 * 13, of: 0)
    let cells = Memory<UInt64>(8, of: 0)
    for number in [0, 13, -1, .max, .min] as [Int32] {
      #expect(unsafe cairnGeohash(8, south, west, number, letters.start, nil) == 1)
      #expect(lastError().hasPrefix("precision"))
    }
    for number in [0, 65, -1, .max, .min] as [Int32] {
      #expect(unsafe cairnGeohashInteger(8, south, west, number, cells.start, nil) == 1)
      #expect(lastError().hasPrefix("bits"))
    }
    for number in [2, -1, .max] as [Int32] {
      #expect(
        unsafe cairnDistance(8, south, west, south, west, number, doubles.start, nil) == 1)
      #expect(lastError().hasPrefix("surface"))
    }
    let index = Memory<Int64>(1, of: 0)
    #expect(unsafe cairnIndexBuild(8, south, west, nil) == 1)
    #expect(lastError().hasPrefix("index"))
    #expect(unsafe cairnIndexBuild(8, south, west, index.start) == 0)
    let offsets = Memory<Int64>(8, of: 0)
    for wanted in [0, -1, .min, .max, 1 << 31, (1 << 31) - 1] as [Int64] {
      #expect(
        unsafe cairnNearest(index[0], 1 << 40, south, west, wanted, 1, offsets.start, nil, nil)
          == 1)
    }
    #expect(unsafe cairnCount(index[0], 8, south, west, .nan, offsets.start, nil) == 1)
    #expect(lastError().hasPrefix("radius"))
    for capacity in [-1, .max] as [Int64] {
      #expect(
        unsafe cairnJoin(
          index[0], 8, south, west, 1, capacity, offsets.start, offsets.start, nil, offsets.start,
          offsets.start, nil) == 1)
      #expect(lastError().hasPrefix("capacity"))
    }
    #expect(cairnIndexFree(index[0]) == 0)
  }

  @Test("The last error is truncated to the capacity, and each thread has its own")
  func lastErrors() async {
    #expect(country(rows: -77, nil, nil) == 1)
    let whole = lastError()
    let length = Int64(whole.utf8.count)
    #expect(cairnLastError(nil, 0) == length)
    #expect(cairnLastError(nil, .max) == length)
    let room = Memory<CChar>(6, of: 9)
    #expect(unsafe cairnLastError(room.start, 6) == length)
    #expect(room.values == "count".utf8.map { CChar(bitPattern: $0) } + [0] && room.isIntact)
    for capacity in [0, -1, .min] as [Int64] {
      let none = Memory<CChar>(2, of: 9)
      #expect(unsafe cairnLastError(none.start, capacity) == length)
      #expect(none.values == [9, 9])
    }
    #expect(cairnInterfaceVersion() == 1)
  }

  @Test("Routes")
  func routes() {
    let places = (0..<30).map { Coordinate(latitude: Double($0 * 7 % 30), longitude: Double($0)) }
    let (south, west) = (latitudes(places), longitudes(places))
    let order = Memory<Int64>(30, of: -1)
    let meters = Memory<Double>(1, of: -1)
    for (round, start, end) in [
      (1, -1, -1), (1, 4, -1), (0, -1, -1), (0, 3, -1), (0, -1, 5), (0, 3, 8),
    ]
      as [(Int32, Int64, Int64)]
    {
      #expect(
        unsafe cairnRoute(
          30, south.description, west.description, round, start, end, order.start, meters.start)
          == 0)
      #expect(order.values.sorted() == (0..<30).map { Int64($0) } && order.isIntact)
      #expect(start < 0 || order[0] == start)
      #expect(end < 0 || order[29] == end)
      let stops = order.values.map { places[Int($0)] } + (round == 1 ? [places[Int(order[0])]] : [])
      let length = zip(stops, stops.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
      #expect(abs(length - meters[0]) <= 1e-9 * length)
    }
    for (round, start, end) in [
      (2, -1, -1), (-1, -1, -1), (1, -2, -1), (0, 30, -1), (0, -1, 30), (1, 0, 0), (0, .max, .min),
    ]
      as [(Int32, Int64, Int64)]
    {
      #expect(
        unsafe cairnRoute(
          30, south.description, west.description, round, start, end, order.start, nil) == 1)
    }
    let same = Column([1], stride: 0)
    #expect(
      unsafe cairnRoute(
        1_000_001, same.description, same.description, 1, -1, -1,
        Memory<Int64>(1_000_001, of: 0).start, nil) == 5)
    #expect(lastError().contains("1000000"))
    let broken = Column(places.enumerated().map { $0 == 12 ? .nan : $1.latitude })
    #expect(
      unsafe cairnRoute(30, broken.description, west.description, 1, -1, -1, order.start, nil) == 1)
    #expect(lastError().contains("stop 12"))
  }
}
