// A libFuzzer target for `GeofenceTracker`; `Tests/Fuzz/run` builds and starts it.
//
// The bytes are fences and pings of a few movers. Each event must be that of a loop over all fences.

import CairnGeodesy
import CairnShapes

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFences(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  var input = Decoder(Array(UnsafeBufferPointer(start: data, count: min(size, 2_000))))
  let fences = (0..<input.byte() & 31).map { _ in input.shape() }
  let margin = [0, 0, 1, 500, 20_000, 1e6, .infinity, .nan][input.byte() & 7]
  let dwell = [.infinity, 0, 3, 10][input.byte() & 3]
  var tracker = GeofenceTracker<Int, Int>(
    RegionIndex(fences.indices) { fences[$0] }, margin: margin, dwell: dwell)
  var model = Model(fences: fences, margin: margin > 0 ? margin : 0, dwell: dwell)
  var time = 0.0
  while !input.isAtEnd {
    let choice = input.byte()
    let mover = choice & 3
    if choice >> 4 == 15 {
      demand(tracker.remove(mover) == (model.stays.removeValue(forKey: mover) != nil), "remove")
      model.times[mover] = nil
      continue
    }
    time += Double(choice >> 2 & 3) - (choice >> 4 == 14 ? 5 : 0)
    let place = input.place()
    let expected = model.update(mover, place, time)
    let found = tracker.update(mover, at: place, time: time)
    guard let expected else { return 0 }
    demand(
      found.map { "\($0.kind) \($0.fence)" } == expected,
      "\(place) at \(time): \(found), not \(expected); \(fences), \(margin) m, \(dwell) s")
    demand(
      tracker.fenceOffsets(of: mover) == model.stays[mover, default: []].map(\.fence), "\(fences)")
  }
  return 0
}

/// What a tracker says, without any memory but the fences that a mover is in.
private struct Model {
  let fences: [GeoShape]
  let margin: Double
  let dwell: Double
  var stays: [Int: [(fence: Int, since: Double, isReported: Bool)]] = [:]
  var times: [Int: Double] = [:]

  /// Nil where a distance is so near to the margin that rounding decides.
  mutating func update(_ mover: Int, _ place: Coordinate, _ time: Double) -> [String]? {
    guard place.isValid else { return [] }
    // A mover is known from its first ping on that has a place.
    let old = stays[mover] ?? []
    guard time >= times[mover] ?? -.infinity else { return [] }
    times[mover] = time
    var now: [(fence: Int, since: Double, isReported: Bool)] = []
    var events: [(rank: Int, fence: Int, text: String)] = []
    for (fence, shape) in fences.enumerated() where !shape.isEmpty {
      let stay = old.first { $0.fence == fence }
      let isInside = shape.contains(place)
      if !isInside, stay != nil {
        let distance = shape.distance(to: place)
        if (distance - margin).magnitude < 1e-5, distance > 1e-7 { return nil }
      }
      let isIn = isInside || stay != nil && shape.distance(to: place) <= margin + 1e-6
      if !isIn, stay != nil { events.append((0, fence, "left \(fence)")) }
      guard isIn else { continue }
      var next = stay ?? (fence, time, false)
      if stay == nil { events.append((1, fence, "entered \(fence)")) }
      if !next.isReported, time >= next.since + dwell, dwell < .infinity {
        next.isReported = true
        events.append((2, fence, "stayed \(fence)"))
      }
      now.append(next)
    }
    stays[mover] = now
    return events.sorted { ($0.rank, $0.fence) < ($1.rank, $1.fence) }.map(\.text)
  }
}

/// Takes numbers, places and shapes from bytes; zeros when they are used up.
private struct Decoder {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }

  mutating func byte() -> Int {
    guard position < bytes.count else { return 0 }
    position += 1
    return Int(bytes[position - 1])
  }

  /// A number in 0..<1 of two bytes.
  private mutating func share() -> Double { Double(byte() << 8 | byte()) / 65_536 }

  /// A place that many shapes have in common, or one anywhere, a pole or one of the antimeridian.
  mutating func place() -> Coordinate {
    switch byte() & 7 {
    case 0: Coordinate(latitude: share() * 180 - 90, longitude: share() * 360 - 180)
    case 1: Coordinate(latitude: 90, longitude: share() * 360)
    case 2: Coordinate(latitude: share() - 0.5, longitude: 180)
    case 3: Coordinate(latitude: -90, longitude: 0)
    case 4: Coordinate(latitude: Double(byte()), longitude: Double(byte()))
    default:
      // On a grid, so that corners and edges are hit exactly.
      Coordinate(latitude: Double(byte() & 15) / 8, longitude: Double(byte() & 15) / 8)
    }
  }

  mutating func metres() -> Double { [0, 1, 1_000, 13_899.4, 2e5, 5e6, 3e7, -1][byte() & 7] }

  mutating func shape() -> GeoShape {
    switch byte() % 7 {
    case 0: return .point(place())
    case 1: return .cap(Cap(center: place(), radius: metres()))
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

/// Ends the run with a message, which `precondition` leaves out in release.
private func demand(_ isRight: Bool, _ message: @autoclosure () -> String) {
  if !isRight { fatalError(message()) }
}
