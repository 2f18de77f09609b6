// A libFuzzer target for index files; `Tests/Fuzz/run` builds and starts it.
//
// Half of the inputs are files. Random bytes almost never have valid checksums, so
// the other half are edits of a valid file with recomputed checksums, as a hostile writer could
// make. The first inputs are the valid files and an edit of each word of their headers.

import CairnGeodesy
import CairnMemory

@testable import CairnIndex

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Called by libFuzzer at the start; writes the first inputs if a folder for them is given.
@_cdecl("LLVMFuzzerInitialize")
public func prepare(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  // Created here; otherwise the first input would appear slow.
  precondition(goodFiles.count == 14)
  guard let folder = getenv("CAIRN_FUZZ_SEEDS") else { return 0 }
  for (number, seed) in seeds().enumerated() {
    guard let file = fopen("\(String(cString: folder))/\(number)", "wb") else { exit(1) }
    fwrite(seed, 1, seed.count, file)
    guard fclose(file) == 0 else { exit(1) }
  }
  exit(0)
}

/// The valid files that are short enough, and edits of each word of a header and of the start of
/// each section.
private func seeds() -> [[UInt8]] {
  var seeds = goodFiles.map(\.bytes).filter { $0.count < 65_536 }.map { $0 + [0] }
  for (number, file) in goodFiles.enumerated() {
    let words = (0..<22).map { 8 * $0 }
    for place in words + file.layout.sections.map(\.bytes.lowerBound) {
      let bytes = [place >> 16, place >> 8, place].map { UInt8(truncatingIfNeeded: $0) }
      seeds.append(bytes + [0xFF, 0x01, UInt8(2 * number + 1)])
      seeds.append(bytes + [0x00, 0xFF, UInt8(2 * number + 1)])
    }
  }
  return seeds
}

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzIndexFile(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  var input = Array(UnsafeBufferPointer(start: data, count: size))
  guard let kind = input.popLast() else { return 0 }
  if kind & 1 == 0 {
    ask(input)
  } else {
    let base = goodFiles[Int(kind >> 1) % goodFiles.count]
    ask(edited(base.bytes, by: input, base.layout))
  }
  return 0
}

/// Opens a file and runs every query on it; any typed error is accepted, but no crash.
private func ask(_ bytes: [UInt8]) {
  guard let file = try? MappedPlaceIndex(bytes: bytes, decode: { Array($0) }) else { return }
  for center in [
    Coordinate(latitude: 10, longitude: 20), Coordinate(latitude: -90, longitude: 0),
    Coordinate(latitude: 0, longitude: 180),
  ] {
    for radius in [0, 100_000, 5_000_000, Double.infinity] {
      guard let found = try? file.within(radius, of: center) else { continue }
      precondition(found.count <= file.count)
      precondition(found.allSatisfy { $0.distance <= radius && $0.offset < file.elementCount })
      _ = try? file.count(within: radius, of: center)
    }
    _ = try? file.nearest(to: center, count: 5)
    var cursor = file.nearest(to: center).makeIterator()
    for _ in 0..<40 { guard (try? cursor.next()) != nil else { break } }
    let box = BoundingBox(south: -20, west: 150, north: 80, east: -100)
    if let found = try? file.elements(in: box) { precondition(found.count <= file.count) }
    _ = try? file.count(in: box)
    let away = Coordinate(latitude: 50, longitude: -60)
    let north = Coordinate(latitude: 70, longitude: 120)
    if let found = try? file.keys(in: GeoPolygon([center, away, north])) {
      precondition(found.allSatisfy { $0 < file.elementCount })
    }
    if let found = try? file.keys(within: 300_000, of: GeoPath([center, away])) {
      precondition(found.count <= file.count)
    }
  }
  for offset in 0..<min(file.elementCount, 50) { _ = try? file.element(at: offset) }
  // Decodes records to numbers, because many elements may share one long record.
  if let counts = try? MappedPlaceIndex(bytes: bytes, decode: { $0.count }).loaded() {
    precondition(counts.count == file.count && (try? file.checkEverything()) != nil)
  }
}

/// A valid file with replaced bytes; five bytes of input for each: an offset, a mask, a value.
private func edited(_ bytes: [UInt8], by input: [UInt8], _ layout: IndexFileLayout) -> [UInt8] {
  var bytes = bytes
  for start in stride(from: 0, to: input.count - 4, by: 5) {
    let place = input[start..<(start + 3)].reduce(0) { $0 << 8 | Int($1) } % bytes.count
    bytes[place] = bytes[place] & input[start + 3] ^ input[start + 4]
  }
  return RechecksummedFile.bytes(bytes, layout)
}

private struct GoodFile {
  let bytes: [UInt8]
  let layout: IndexFileLayout

  /// The storage of its records.
  enum Records: CaseIterable { case none, fixed, variable, shared }

  init?(count: Int, _ records: Records) {
    let places = (0..<count).map { (number: Int) -> Coordinate in
      let latitude = Double(number * 7919 % 180) - 89.5
      let longitude = Double(number * 104_729 % 360) - 180
      // Some elements are not in the tree.
      return Coordinate(latitude: number % 50 == 49 ? .nan : latitude, longitude: longitude)
    }
    guard
      let index = try? PlaceIndex(
        skippingInvalid: Array(places.indices), coordinate: { places[$0] }),
      let bytes = try? Self.bytes(index, records),
      let layout = try? PageVerifier(PackedMemory(copying: bytes)).layout
    else { return nil }
    self.bytes = bytes
    self.layout = layout
  }

  private static func bytes(
    _ index: PlaceIndex<Int>, _ records: Records
  ) throws(IndexFileError) -> [UInt8] {
    switch records {
    case .none: try index.encoded()
    case .fixed: try index.encoded(record: { "\(1_000_000 + $0)".utf8 })
    case .variable: try index.encoded(record: { "\($0)".utf8 })
    case .shared: try index.encoded(record: { "the same for every \($0 % 7)th element".utf8 })
    }
  }
}

private let goodFiles =
  GoodFile.Records.allCases.flatMap { records in
    [1, 17, 300].compactMap { GoodFile(count: $0, records) }
  } + [GoodFile(count: 0, .none), GoodFile(count: 5000, .variable)].compactMap { $0 }
