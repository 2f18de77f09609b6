public import CairnGeodesy

/// Tracks movers against fixed fences and reports who has entered, left or stayed.
///
/// ```swift
/// var tracker = GeofenceTracker<String, Zone>(
///   ShapeIndex(zones, shape: \.outline), margin: 30, dwell: 300)
/// for event in tracker.update("van 7", at: here, time: now) {
///   print(event.mover, event.kind, event.fence.name)     // van 7 entered Depot
/// }
/// let events = tracker.update(pings)                     // many at once
/// ```
///
/// ## Rules
/// - A mover has **entered** a fence at its first ping inside, as decided by
///   ``GeoShape/contains(_:)``.
/// - It has **left** at its first ping more than `margin` meters outside, to a micrometer: a ping
///   exactly on a border or corner does not end a stay. A margin greater than the position error
///   (hysteresis) prevents repeated enter and leave events at a border.
/// - It has **stayed** at its first ping at least `dwell` seconds after it entered, once per stay.
///
/// Movement between two pings is unknown: a fence crossed in between is not reported. At its first
/// ping, a mover enters the fences that it is in.
///
/// A ping that is older than the last one of its mover, or that has an invalid place or a time that
/// is not finite, is skipped and counted by ``skippedCount``. Lines have no interior; use a polygon
/// around a line as a fence.
///
/// ## Costs
/// Most pings need no search: each search records the distance to the nearest relevant border,
/// within which nothing can change, and a ping within it costs a lookup by ID and some arithmetic.
/// Memory is about 150 bytes per mover and 24 for each fence that it is in. Inactive movers are
/// kept until ``remove(_:)``.
///
/// ## When not to use it
/// For single positions without history use `keys(containing:)` of ``ShapeIndex``. If fences
/// change, create a new tracker, which starts without movers.
public struct GeofenceTracker<Mover: Hashable, Fence> {
  /// The fences; events refer to them by element and offset.
  public let fences: ShapeIndex<Fence>
  /// The number of skipped pings: out of order or invalid.
  public private(set) var skippedCount = 0
  @usableFromInline internal var watch: _FenceMonitor
  @usableFromInline internal var states: [Mover: _FenceState] = [:]
  @usableFromInline internal var changes: [_FenceChange] = []

  /// Creates a tracker without movers.
  ///
  /// - Parameters:
  ///   - fences: the fences: boxes, circles, polygons; they may overlap.
  ///   - margin: the distance in meters outside a fence up to which a mover is still in it;
  ///     negative values and NaN count as 0.
  ///   - dwell: the time in seconds after which a mover in a fence has stayed; infinite for never.
  ///     Negative values and NaN count as 0.
  public init(_ fences: ShapeIndex<Fence>, margin: Double = 0, dwell: Double = .infinity) {
    self.fences = fences
    watch = _FenceMonitor(core: fences._core, margin: margin, dwell: dwell)
  }

  /// The distance in meters outside a fence up to which a mover is still in it.
  public var margin: Double { watch.margin }

  /// The time in seconds after which a mover in a fence has stayed.
  public var dwell: Double { watch.dwell }

  /// The number of movers.
  @inlinable
  public var moverCount: Int { states.count }

  /// Updates the position of a mover.
  ///
  /// - Parameters:
  ///   - mover: the mover.
  ///   - place: its position.
  ///   - time: the time in seconds since a fixed moment, the same for all pings.
  /// - Returns: the events: fences left, then entered, then stayed in, each in fence order; usually
  ///   none.
  /// - Complexity: O(1) for most pings of a mover that moves little relative to the fences,
  ///   otherwise O(log *n* + *k* log *k*) for *k* fences whose bounds contain the place, or that
  ///   the mover was in.
  @inlinable
  public mutating func update(
    _ mover: Mover, at place: Coordinate, time: Double
  ) -> [GeofenceEvent<Mover, Fence>] {
    var events: [GeofenceEvent<Mover, Fence>] = []
    take(GeofencePing(mover: mover, place: place, time: time), &events)
    return events
  }

  /// Updates the positions of many movers, in order.
  ///
  /// - Parameter pings: the positions, those of each mover in chronological order.
  /// - Returns: the events, in the order of the pings.
  @inlinable
  public mutating func update(
    _ pings: some Sequence<GeofencePing<Mover>>
  ) -> [GeofenceEvent<Mover, Fence>] {
    var events: [GeofenceEvent<Mover, Fence>] = []
    for ping in pings { take(ping, &events) }
    return events
  }

  @inlinable
  internal mutating func take(
    _ ping: GeofencePing<Mover>, _ events: inout [GeofenceEvent<Mover, Fence>]
  ) {
    guard ping.place.isValid, ping.time.isFinite else { return skip() }
    let isTaken = states[ping.mover, default: _FenceState()].take(
      ping.place, time: ping.time, &watch, &changes)
    guard isTaken else { return skip() }
    guard !changes.isEmpty else { return }
    for change in changes {
      events.append(
        GeofenceEvent(
          kind: change.kind, mover: ping.mover, fence: fences.elements[change.tag],
          offset: change.tag, place: ping.place, time: ping.time))
    }
    changes.removeAll(keepingCapacity: true)
  }

  @usableFromInline
  internal mutating func skip() { skippedCount += 1 }

  /// Returns the offsets of the fences that a mover is in, in ascending order; empty for an unknown
  /// mover.
  @inlinable
  public func fenceOffsets(of mover: Mover) -> [Int] { watch.tags(states[mover]) }

  /// Returns the fences that a mover is in, in fence order; empty for an unknown mover.
  @inlinable
  public func fences(of mover: Mover) -> [Fence] {
    fenceOffsets(of: mover).map { fences.elements[$0] }
  }

  /// Removes a mover without an event; its next ping counts as its first.
  ///
  /// - Parameter mover: the mover.
  /// - Returns: whether it was known.
  @inlinable
  @discardableResult
  public mutating func remove(_ mover: Mover) -> Bool {
    states.removeValue(forKey: mover) != nil
  }
}

extension _FenceState {
  /// Updates the position; returns false if it is older than the last one.
  @inlinable @inline(__always)
  mutating func take(
    _ place: Coordinate, time: Double, _ watch: inout _FenceMonitor,
    _ changes: inout [_FenceChange]
  ) -> Bool {
    guard time >= self.time else { return false }
    guard isSettled(at: place) else {
      watch.advance(&self, to: place, time: time, &changes)
      return true
    }
    note(place, time: time)
    if time >= nextReport { watch.report(&self, time: time, &changes) }
    return true
  }
}

extension GeofenceTracker: Sendable where Mover: Sendable, Fence: Sendable {}

/// A position of a mover at a time.
public struct GeofencePing<Mover: Hashable>: Hashable {
  /// The mover.
  public let mover: Mover
  /// The position.
  public let place: Coordinate
  /// The time in seconds since a fixed moment, the same for all pings.
  public let time: Double

  /// Creates a ping.
  ///
  /// - Parameters:
  ///   - mover: the mover.
  ///   - place: its position.
  ///   - time: the time in seconds since a fixed moment, the same for all pings.
  @inlinable
  public init(mover: Mover, place: Coordinate, time: Double) {
    self.mover = mover
    self.place = place
    self.time = time
  }
}

extension GeofencePing: Sendable where Mover: Sendable {}

/// The kind of a geofence event.
public enum GeofenceEventKind: String, Hashable, Sendable, Comparable {
  /// The mover is now outside.
  case left
  /// The mover is now inside.
  case entered
  /// The mover has been inside for at least the dwell time.
  case stayed

  /// The order of the events of one ping: left, entered, stayed.
  public static func < (a: GeofenceEventKind, b: GeofenceEventKind) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .left: 0
    case .entered: 1
    case .stayed: 2
    }
  }
}

/// An event: a mover has entered, left or stayed in a fence.
public struct GeofenceEvent<Mover: Hashable, Fence> {
  /// The kind of event.
  public let kind: GeofenceEventKind
  /// The mover.
  public let mover: Mover
  /// The fence.
  public let fence: Fence
  /// The offset of the fence in the sequence that the index of fences was built from.
  public let offset: Int
  /// The position of the mover at the ping that caused the event.
  public let place: Coordinate
  /// The time of that ping.
  public let time: Double

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - kind: the kind of event.
  ///   - mover: the mover.
  ///   - fence: the fence.
  ///   - offset: the offset of the fence in the sequence that the index was built from.
  ///   - place: the position of the mover.
  ///   - time: the time of the ping that caused the event.
  @inlinable
  public init(
    kind: GeofenceEventKind, mover: Mover, fence: Fence, offset: Int, place: Coordinate,
    time: Double
  ) {
    self.kind = kind
    self.mover = mover
    self.fence = fence
    self.offset = offset
    self.place = place
    self.time = time
  }
}

extension GeofenceEvent: Equatable where Fence: Equatable {}
extension GeofenceEvent: Hashable where Fence: Hashable {}
extension GeofenceEvent: Sendable where Mover: Sendable, Fence: Sendable {}
