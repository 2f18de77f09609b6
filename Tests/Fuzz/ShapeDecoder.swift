import CairnGeodesy
import CairnShapes

/// Decodes numbers, places and shapes from bytes; returns zeros after their end.
struct ShapeDecoder {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }

  mutating func byte() -> Int {
    guard position < bytes.count else { return 0 }
    position += 1
    return Int(bytes[position - 1])
  }

  /// A number in 0..<1 from two bytes.
  private mutating func share() -> Double { Double(byte() << 8 | byte()) / 65_536 }

  /// A place shared by many shapes, a place anywhere, a pole, or a place on the antimeridian.
  mutating func place() -> Coordinate {
    switch byte() & 7 {
    case 0: Coordinate(latitude: share() * 180 - 90, longitude: share() * 360 - 180)
    case 1: Coordinate(latitude: 90, longitude: share() * 360)
    case 2: Coordinate(latitude: share() - 0.5, longitude: 180)
    case 3: Coordinate(latitude: -90, longitude: 0)
    case 4: Coordinate(latitude: Double(byte()), longitude: Double(byte()))
    default:
      // On a grid, so that places are exactly on corners and edges.
      Coordinate(latitude: Double(byte() & 15) / 8, longitude: Double(byte() & 15) / 8)
    }
  }

  mutating func meters() -> Double { [0, 1, 1_000, 13_899.4, 2e5, 5e6, 3e7, -1][byte() & 7] }

  mutating func shape() -> GeoShape {
    switch byte() % 7 {
    case 0: return .point(place())
    case 1: return .cap(Cap(center: place(), radius: meters()))
    case 2:
      let (a, b) = (place(), place())
      return .box(
        BoundingBox(
          south: min(a.latitude, b.latitude), west: a.longitude,
          north: max(a.latitude, b.latitude), east: b.longitude))
    case 3: return .path(GeoPath((0..<byte() & 7).map { _ in place() }))
    case 4: return .polygon(GeoPolygon((0..<byte() & 7).map { _ in place() }))
    case 5:
      return .multiPolygon(
        GeoMultiPolygon(
          (0..<byte() & 7).map { _ in GeoPolygon((0..<3).map { _ in place() }) }))
    default:
      let corner = place()
      return .polygon(
        GeoPolygon(
          [(0.0, 0.0), (0, 1), (1, 1), (1, 0)].map {
            Coordinate(latitude: corner.latitude + $0.0, longitude: corner.longitude + $0.1)
          }))
    }
  }
}

/// Ends the run with a message, which `precondition` omits in release.
func demand(_ isRight: Bool, _ message: @autoclosure () -> String) {
  if !isRight { fatalError(message()) }
}
