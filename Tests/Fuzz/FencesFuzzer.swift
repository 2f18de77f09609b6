// A libFuzzer target for `GeofenceTracker`; `Tests/Fuzz/run` builds and starts it.
//
// The bytes are fences and pings of a few movers. The events must equal those of a loop over all
// fences.

import CairnGeodesy
import CairnShapes

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFences(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  var input = ShapeDecoder(Array(UnsafeBufferPointer(start: data, count: min(size, 2_000))))
  let fences = (0..<input.byte() & 31).map { _ in input.shape() }
  let margin = [0, 0, 1, 500, 20_000, 1e6, .infinity, .nan][input.byte() & 7]
  let dwell = [.infinity, 0, 3, 10][input.byte() & 3]
  var tracker = GeofenceTracker<Int, Int>(
    ShapeIndex(fences.indices) { fences[$0] }, margin: margin, dwell: dwell)
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

/// The expected events, computed only from the fences that contain a mover.
private struct Model {
  let fences: [GeoShape]
  let margin: Double
  let dwell: Double
  var stays: [Int: [(fence: Int, since: Double, isReported: Bool)]] = [:]
  var times: [Int: Double] = [:]

  /// Nil if a distance is so close to the margin that rounding decides.
  mutating func update(_ mover: Int, _ place: Coordinate, _ time: Double) -> [String]? {
    guard place.isValid else { return [] }
    // A mover is known from its first ping with a valid place.
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
