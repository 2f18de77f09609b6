public import CairnGeodesy
internal import CairnIndex

// The state of one mover and its updates; not generic, so that it is compiled only once.

/// The state of a mover: its fences with entry times, and how far it may move before that could
/// change.
@usableFromInline
struct _FenceState: Sendable {
  /// The fences that it is in, in fence order.
  var stays: [Stay] = []
  /// The last position.
  private var last = Coordinate(latitude: .nan, longitude: .nan)
  @usableFromInline var time = -Double.infinity
  /// The time at which the next stay becomes long enough to be reported.
  @usableFromInline var nextReport = Double.infinity

  // Nothing changes within the reach of the anchor. The distance is bounded without trigonometry: a
  // path that is straight in degrees is no shorter than the great circle, and its parallels are no
  // longer than the longest one within reach.
  private var anchor = Coordinate(latitude: .nan, longitude: .nan)
  private var squaredReach = -1.0
  private var longestParallel = 1.0

  struct Stay: Sendable {
    let tag: Int
    let since: Double
    var isReported = false
  }

  @usableFromInline
  init() {}

  /// Whether a mover at a place is certainly in the same fences as before.
  @usableFromInline @inline(__always)
  func isSettled(at place: Coordinate) -> Bool {
    let north = place.latitude - anchor.latitude
    let east = (place.longitude - anchor.longitude) * longestParallel
    return north * north + east * east <= squaredReach
  }

  /// Records a ping that changes nothing.
  @usableFromInline @inline(__always)
  mutating func note(_ place: Coordinate, time: Double) {
    last = place
    self.time = time
  }

  /// Returns the distance from the last position in meters; infinite for the first ping.
  func longestStep(to place: Coordinate) -> Double {
    let step = last.distance(to: place)
    return step.isNaN ? .infinity : step
  }

  /// Records that nothing changes within a distance in meters of a place.
  mutating func settle(at place: Coordinate, meters: Double) {
    anchor = place
    guard meters > 0 else {
      squaredReach = -1
      return
    }
    let degrees = min(meters / Sphere.mean.radius * (180 / .pi), 180)
    squaredReach = degrees * degrees
    longestParallel = sineAndCosine(degrees: max(place.latitude.magnitude - degrees, 0)).cosine
  }
}

/// A fence that a mover has entered, left or stayed in.
@usableFromInline
struct _FenceChange: Sendable {
  @usableFromInline let kind: GeofenceEventKind
  @usableFromInline let tag: Int
}

/// The fences of a tracker and its rules.
@usableFromInline
struct _FenceMonitor: Sendable {
  let core: _ShapeCore
  @usableFromInline let margin: Double
  @usableFromInline let dwell: Double
  /// The distance in meters outside a fence up to which a mover is still in it; includes the
  /// border, whose computed distance may be a few nanometers.
  private let limit: Double
  /// The fences whose bounds contain a place; stored to reuse its memory.
  private var candidates: [Int] = []

  /// A margin in meters, far greater than the error of a computed distance.
  private static let slack = 0.01
  /// Borders are measured only if the nearest other bounds are more than this number of steps away.
  private static let leastSteps = 2.0

  @usableFromInline
  init(core: _ShapeCore, margin: Double, dwell: Double) {
    self.core = core
    self.margin = margin > 0 ? margin : 0
    limit = self.margin + PreparedShape.touch
    self.dwell = dwell >= 0 ? dwell : 0
  }

  /// Updates the state of a mover at a place.
  @usableFromInline
  mutating func advance(
    _ state: inout _FenceState, to place: Coordinate, time: Double,
    _ changes: inout [_FenceChange]
  ) {
    candidates.removeAll(keepingCapacity: true)
    var safe = core.survey(place.unitVector.rounded, &candidates)
    if candidates.count > 1 { candidates.sort() }
    // Borders are measured only if that is likely to save the next search.
    let measures =
      !candidates.isEmpty && safe > Self.leastSteps * state.longestStep(to: place)
    if !measures, !candidates.isEmpty { safe = 0 }
    var stays: [_FenceState.Stay] = []
    // Candidates and old stays are both sorted by tag, so they are merged in one pass.
    let old = state.stays
    var next = 0
    for tag in candidates {
      while next < old.count, old[next].tag < tag {
        settle(beyondBounds: old[next], place, &safe, &stays, &changes)
        next += 1
      }
      var stay: _FenceState.Stay?
      if next < old.count, old[next].tag == tag {
        stay = old[next]
        next += 1
      }
      guard let shape = core.prepared(tag) else { continue }
      let isInside = shape.contains(place)
      let mayLinger = !isInside && stay != nil
      let toBorder = measures || mayLinger ? shape.distance(toBorderFrom: place) : 0
      let isIn = isInside || (mayLinger && toBorder <= limit)
      if measures {
        safe = min(safe, isInside ? toBorder + margin : isIn ? margin - toBorder : toBorder)
      }
      if isIn {
        stays.append(stay ?? .init(tag: tag, since: time))
        if stay == nil { changes.append(_FenceChange(kind: .entered, tag: tag)) }
      } else if stay != nil {
        changes.append(_FenceChange(kind: .left, tag: tag))
      }
    }
    for stay in old[next...] { settle(beyondBounds: stay, place, &safe, &stays, &changes) }
    if changes.count > 1 { changes.sort { ($0.kind, $0.tag) < ($1.kind, $1.tag) } }
    state.stays = stays
    state.settle(at: place, meters: safe - Self.slack)
    state.note(place, time: time)
    report(&state, time: time, &changes)
  }

  /// Keeps or ends a stay in a fence whose bounds no longer contain the place.
  private func settle(
    beyondBounds stay: _FenceState.Stay, _ place: Coordinate, _ safe: inout Double,
    _ stays: inout [_FenceState.Stay], _ changes: inout [_FenceChange]
  ) {
    // Bounds are wider than the touch distance, so without a margin the mover has left.
    if margin > 0, let shape = core.prepared(stay.tag) {
      let distance = shape.distance(to: place)
      if distance <= limit {
        stays.append(stay)
        safe = min(safe, margin - distance)
        return
      }
    }
    changes.append(_FenceChange(kind: .left, tag: stay.tag))
  }

  /// Reports the fences that a mover has been in for long enough, once each.
  @usableFromInline
  func report(_ state: inout _FenceState, time: Double, _ changes: inout [_FenceChange]) {
    state.nextReport = .infinity
    for index in state.stays.indices where !state.stays[index].isReported {
      let due = state.stays[index].since + dwell
      if time >= due, dwell < .infinity {
        state.stays[index].isReported = true
        changes.append(_FenceChange(kind: .stayed, tag: state.stays[index].tag))
      } else {
        state.nextReport = min(state.nextReport, due)
      }
    }
  }

  /// The fences that a mover is in.
  @usableFromInline
  func tags(_ state: _FenceState?) -> [Int] { state?.stays.map(\.tag) ?? [] }
}

extension _ShapeCore {
  /// Appends the shapes whose bounds contain a place, and returns a lower bound of the distance in
  /// meters to all others.
  fileprivate func survey(_ place: SIMD3<Float>, _ candidates: inout [Int]) -> Double {
    var nearest = SIMD8<Float>(repeating: .infinity)
    for tree in trees {
      tree.forEach(
        where: { node in
          let squared = node.squaredChords(to: place)
          let holds = squared .<= SIMD8<Float>()
          nearest = nearest.replacing(with: squared, where: (squared .< nearest) .& .!holds)
          return laneBits(holds)
        },
        { tag in
          candidates.append(Int(tag))
          return true
        })
    }
    return ChordBound.meters(nearest.min())
  }
}
