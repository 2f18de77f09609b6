internal import CairnGeodesy
internal import CairnIndex

/// The encoding of a shape as a record.
///
/// ```
/// kind        1 byte: 1 point, 2 box, 3 cap, 4 path, 5 polygon, 6 several polygons
/// point       latitude, longitude
/// box         south, west, north, east
/// cap         latitude, longitude, radius
/// path        as a ring
/// polygon     number of rings, UInt32; the rings
/// polygons    number of polygons, UInt32; each as a polygon
/// ring        its interior, 1 byte: 0 the smaller side, 1 the left; number of vertices, UInt32;
///             the vertices
/// ```
///
/// Numbers are Float64 except for counts, and little-endian.
enum ShapeRecord {
  private static let codes: (point: UInt8, box: UInt8, cap: UInt8) = (1, 2, 3)
  private static let lines: (path: UInt8, polygon: UInt8, polygons: UInt8) = (4, 5, 6)

  /// Returns the bytes of a shape.
  static func bytes(of shape: GeoShape) -> [UInt8] {
    var bytes: [UInt8] = []
    switch shape {
    case .point(let place):
      bytes.append(codes.point)
      bytes.append(place)
    case .box(let box):
      bytes.append(codes.box)
      for degrees in [box.south, box.west, box.north, box.east] { bytes.append(number: degrees) }
    case .cap(let cap):
      bytes.append(codes.cap)
      bytes.append(cap.center)
      bytes.append(number: cap.radius)
    case .path(let path):
      bytes.append(lines.path)
      bytes.append(ring: path.coordinates, .smallerSide)
    case .polygon(let polygon):
      bytes.append(lines.polygon)
      bytes.append(polygon)
    case .multiPolygon(let region):
      bytes.append(lines.polygons)
      bytes.append(littleEndian: region.polygons.count, bytes: 4)
      for polygon in region.polygons { bytes.append(polygon) }
    }
    return bytes
  }

  /// Returns the shape of bytes; nil if they are invalid.
  static func shape(_ bytes: [UInt8]) -> GeoShape? {
    var cursor = ByteReader(bytes)
    let shape: GeoShape?
    switch cursor.byte() {
    case codes.point: shape = cursor.place().map { .point($0) }
    case codes.box:
      guard let south = cursor.number(), let west = cursor.number(), let north = cursor.number(),
        let east = cursor.number()
      else { return nil }
      shape = .box(BoundingBox(south: south, west: west, north: north, east: east))
    case codes.cap:
      guard let center = cursor.place(), let radius = cursor.number() else { return nil }
      shape = .cap(Cap(center: center, radius: radius))
    case lines.path: shape = cursor.ring().map { .path(GeoPath($0.ring)) }
    case lines.polygon: shape = cursor.polygon().map { .polygon($0) }
    case lines.polygons:
      guard let count = cursor.count(ofBytes: 4) else { return nil }
      var polygons: [GeoPolygon] = []
      for _ in 0..<count {
        guard let polygon = cursor.polygon() else { return nil }
        polygons.append(polygon)
      }
      shape = .multiPolygon(GeoMultiPolygon(polygons))
    default: return nil
    }
    return cursor.isAtEnd ? shape : nil
  }
}

extension [UInt8] {
  mutating func append(number: Double) {
    let bits = number.bitPattern
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      append(UInt8(truncatingIfNeeded: bits >> shift))
    }
  }

  fileprivate mutating func append(_ place: Coordinate) {
    append(number: place.latitude)
    append(number: place.longitude)
  }

  fileprivate mutating func append(ring: [Coordinate], _ interior: GeoPolygon.Interior) {
    append(interior == .leftOfRing ? 1 : 0)
    append(littleEndian: ring.count, bytes: 4)
    for place in ring { append(place) }
  }

  fileprivate mutating func append(_ polygon: GeoPolygon) {
    append(littleEndian: polygon.holes.count + 1, bytes: 4)
    append(ring: polygon.outer, polygon.interior)
    for (hole, interior) in zip(polygon.holes, polygon.holeInteriors) {
      append(ring: hole, interior)
    }
  }
}

/// Reads numbers from bytes in order; returns nil at the end.
struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func byte() -> UInt8? { bits(bytes: 1).map { UInt8(truncatingIfNeeded: $0) } }

  /// Reads a little-endian unsigned integer.
  mutating func bits(bytes count: Int) -> UInt64? {
    guard bytes.count - position >= count else { return nil }
    var bits: UInt64 = 0
    for index in 0..<count {
      bits |= UInt64(bytes[position + index]) << UInt64(truncatingIfNeeded: 8 * index)
    }
    position += count
    return bits
  }

  mutating func number() -> Double? { bits(bytes: 8).map(Double.init(bitPattern:)) }

  /// Reads a count of items of a minimum size; nil if the remaining bytes do not suffice.
  mutating func count(ofBytes size: Int) -> Int? {
    guard let count = bits(bytes: 4), count <= UInt64((bytes.count - position) / size) else {
      return nil
    }
    return Int(truncatingIfNeeded: count)
  }

  fileprivate mutating func place() -> Coordinate? {
    guard let latitude = number(), let longitude = number() else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  fileprivate mutating func ring() -> (ring: [Coordinate], interior: GeoPolygon.Interior)? {
    guard let side = byte(), side <= 1, let count = count(ofBytes: 16) else { return nil }
    var ring: [Coordinate] = []
    ring.reserveCapacity(count)
    for _ in 0..<count {
      guard let place = place() else { return nil }
      ring.append(place)
    }
    return (ring, side == 1 ? .leftOfRing : .smallerSide)
  }

  fileprivate mutating func polygon() -> GeoPolygon? {
    guard let count = count(ofBytes: 5), count > 0, let outer = ring() else { return nil }
    var holes: [(ring: [Coordinate], interior: GeoPolygon.Interior)] = []
    for _ in 1..<count {
      guard let hole = ring() else { return nil }
      holes.append(hole)
    }
    return GeoPolygon(outer, holes: holes)
  }
}
