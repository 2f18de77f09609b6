internal import CairnGeodesy
internal import CairnMemory

/// The keys by which points are divided: degrees in steps of 2⁻²³, about a centimeter.
struct SplitKeys: BitwiseCopyable {
  let latitude: Int32
  let longitude: Int32

  /// Creates the keys of a valid place.
  @inline(__always)
  init(_ place: Coordinate) {
    latitude = Int32(place.latitude * 0x1p23)
    let longitude =
      place.longitude.magnitude <= 180
      ? place.longitude : place.longitude.remainder(dividingBy: 360)
    self.longitude = Int32(longitude * 0x1p23)
  }

  /// The key along an axis: 0 for latitude, 1 for longitude.
  @inline(__always)
  subscript(axis: Int) -> Int32 { axis == 0 ? latitude : longitude }
}

/// The extent of keys.
struct KeyExtent: BitwiseCopyable {
  private var least = SIMD2<Int32>(repeating: .max)
  private var greatest = SIMD2<Int32>(repeating: .min)

  @inline(__always)
  mutating func add(_ keys: SplitKeys) {
    let keys = SIMD2(keys.latitude, keys.longitude)
    least = least.replacing(with: keys, where: keys .< least)
    greatest = greatest.replacing(with: keys, where: keys .> greatest)
  }

  mutating func add(_ other: KeyExtent) {
    least = least.replacing(with: other.least, where: other.least .< least)
    greatest = greatest.replacing(with: other.greatest, where: other.greatest .> greatest)
  }

  /// The axis along which the places are farther apart.
  ///
  /// The cosine of the latitude is replaced by a parabola, which is the same on every platform.
  var longestAxis: Int {
    guard least.x <= greatest.x else { return 0 }
    let height = Double(greatest.x) - Double(least.x)
    let width = Double(greatest.y) - Double(least.y)
    let nearest = least.x > 0 ? least.x : greatest.x < 0 ? greatest.x : 0
    let latitude = Double(nearest) * (0x1p-23 / 90)
    return width * (1 - latitude * latitude) > height ? 1 : 0
  }
}

/// An extent for each of some numbers and threads.
struct ExtentTable {
  private let memory: PackedMemory
  private let extents: UnsafeBuffer<KeyExtent>
  private let threads: Int
  private let rowCount: Int

  init(threads: Int, count: Int) {
    self.threads = threads
    // Threads must not share cache lines.
    rowCount = count + 8
    let total = threads * rowCount
    memory = PackedMemory(byteCount: total * MemoryLayout<KeyExtent>.stride)
    unsafe extents = UnsafeBuffer(memory, byteOffset: 0, count: total)
    for index in 0..<total { extents[index] = KeyExtent() }
  }

  @inline(__always)
  func add(_ keys: SplitKeys, _ number: Int, _ thread: Int) {
    extents[thread &* rowCount &+ number].add(keys)
  }

  func total(_ number: Int) -> KeyExtent {
    var total = KeyExtent()
    for thread in 0..<threads { total.add(extents[thread * rowCount + number]) }
    return total
  }
}

/// A histogram for each of some numbers and threads.
struct BinTable {
  private let memory: PackedMemory
  private let bins: UnsafeBuffer<UInt32>
  private let threads: Int
  private let rowCount: Int
  private static let width = 1 << 16

  init(threads: Int, count: Int) {
    self.threads = threads
    rowCount = count * Self.width
    memory = PackedMemory(zeros: threads * rowCount * 4)
    unsafe bins = UnsafeBuffer(memory, byteOffset: 0, count: threads * rowCount)
  }

  @inline(__always)
  func add(_ bin: Int, _ number: Int, _ thread: Int) {
    bins[thread &* rowCount &+ number &* Self.width &+ bin] &+= 1
  }

  func total(_ bin: Int, _ number: Int) -> Int {
    var sum = 0
    var at = number * Self.width + bin
    while at < bins.count {
      sum += Int(bins[at])
      at += rowCount
    }
    return sum
  }

  /// Returns the bin of the value with a rank, counted from 1, and the number of values before the
  /// bin.
  func find(_ rank: Int, _ number: Int) -> (bin: Int, before: Int) {
    var before = 0
    for bin in 0..<Self.width {
      let count = total(bin, number)
      if before + count >= rank { return (bin, before) }
      before += count
    }
    return (Self.width - 1, before)
  }
}
