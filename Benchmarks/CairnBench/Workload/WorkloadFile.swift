internal import CairnFormats
internal import CairnGeodesy

/// The file format that passes places and queries to the peers.
///
/// Little-endian: the eight bytes `CAIRNSET`, the count of places and the count of queries as
/// 64-bit integers, then latitude and longitude of each place and each query as doubles.
enum WorkloadFile {
  private static let magic = Array("CAIRNSET".utf8)

  static func encode(_ workload: Workload) -> [UInt8] {
    var bytes = magic
    bytes.reserveCapacity(24 + 16 * (workload.places.count + workload.queries.count))
    bytes.append(littleEndian: UInt64(workload.places.count))
    bytes.append(littleEndian: UInt64(workload.queries.count))
    for coordinate in workload.places + workload.queries {
      bytes.append(littleEndian: coordinate.latitude)
      bytes.append(littleEndian: coordinate.longitude)
    }
    return bytes
  }

  /// The places and queries of a file, or nil if the bytes have another format.
  static func decode(_ bytes: [UInt8]) -> (places: [Coordinate], queries: [Coordinate])? {
    guard bytes.count >= 24, Array(bytes[..<8]) == magic else { return nil }
    func word(_ offset: Int) -> UInt64 {
      bytes[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    let stored = (bytes.count - 24) / 16
    guard let places = Int(exactly: word(8)), let queries = Int(exactly: word(16)),
      places <= stored, queries == stored - places, (bytes.count - 24).isMultiple(of: 16)
    else { return nil }
    let coordinates = (0..<stored).map { number in
      Coordinate(
        latitude: Double(bitPattern: word(24 + 16 * number)),
        longitude: Double(bitPattern: word(32 + 16 * number)))
    }
    return (Array(coordinates[..<places]), Array(coordinates[places...]))
  }

  /// The places as text with a header, for programs that do not read the binary format.
  static func text(_ workload: Workload) -> [UInt8] {
    var csv = CSVWriter()
    csv.field("name")
    csv.field("latitude")
    csv.field("longitude")
    csv.endRow()
    for (number, place) in workload.places.enumerated() {
      csv.field("place \(number)")
      csv.field(place.latitude)
      csv.field(place.longitude)
      csv.endRow()
    }
    return csv.drain()
  }
}

extension [UInt8] {
  /// Appends the bytes of an integer in little-endian order.
  mutating func append(littleEndian word: some FixedWidthInteger) {
    for shift in stride(from: 0, to: word.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: word &>> shift))
    }
  }

  /// Appends the eight bytes of a double in little-endian order.
  mutating func append(littleEndian number: Double) {
    append(littleEndian: number.bitPattern)
  }
}
