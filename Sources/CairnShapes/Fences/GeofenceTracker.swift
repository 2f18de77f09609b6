public import CairnGeodesy

/// Positions that move against fences that stay: who has entered, who has left, who has stayed.
///
/// ```swift
/// var tracker = GeofenceTracker<String, Zone>(
///   RegionIndex(zones, shape: \.outline), margin: 30, dwell: 300)
/// for event in tracker.update("van 7", at: here, time: now) {
///   print(event.mover, event.kind, event.fence.name)     // van 7 entered Depot
/// }
/// let events = tracker.update(pings)                     // many at once
/// ```
///
/// ## Rules
/// - A mover has **entered** a fence at its first ping inside, as ``GeoShape/contains(_:)`` says.
/// - It has **left** at its first ping that is more than `margin` metres outside, to a micrometre:
///   a ping exactly on a border, a corner included, ends no stay. With a margin above what
///   positions are wrong by, one that stands at a border does not enter and leave all the time.
/// - It has **stayed** at its first ping `dwell` seconds or more after it entered, once each time.
///
/// What happens between two pings is not known: a fence that is crossed on the way is not noticed.
/// A mover is new with its first ping, and enters the fences that it is in.
///
/// A ping that is older than the last one of its mover, or that has an invalid place or a time that
/// is not a number, changes nothing; ``skippedCount`` counts them. Lines have no inside: as a fence
/// take the polygon around one.
///
/// ## Costs
/// Most pings need no search. With each look goes a distance, to the nearest border that matters,
/// within which nothing can change; a ping within that costs a look-up by ID and some arithmetic.
/// Memory is some 150 bytes a mover and 24 for each fence that it is in. Movers that are gone are
/// kept until ``remove(_:)``.
///
/// ## When not to use it
/// For positions without a past take ``RegionIndex`` and its `keys(containing:)`. Fences that
/// change need a new tracker, which begins without movers.
public struct GeofenceTracker<Mover: Hashable, Fence> {
  /// The fences; events name them by their elements and offsets.
  public let fences: RegionIndex<Fence>
  /// How many pings were left out: older than the last, or invalid.
  public private(set) var skippedCount = 0
  @usableFromInline internal var watch: _FenceWatch
  @usableFromInline internal var states: [Mover: _FenceState] = [:]
  @usableFromInline internal var changes: [_FenceChange] = []

  /// Makes a tracker without movers.
  ///
  /// - Parameters:
  ///   - fences: the fences: boxes, circles, polygons; they may overlap.
  ///   - margin: metres outside of a fence up to which a mover is still in it; a negative one and
  ///     NaN are 0.
  ///   - dwell: seconds after which a mover in a fence has stayed; infinite for never. A negative
  ///     one and NaN are 0.
  public init(_ fences: RegionIndex<Fence>, margin: Double = 0, dwell: Double = .infinity) {
    self.fences = fences
    watch = _FenceWatch(core: fences._core, margin: margin, dwell: dwell)
  }

  /// Metres outside of a fence up to which a mover is still in it.
  public var margin: Double { watch.margin }

  /// Seconds after which a mover in a fence has stayed.
  public var dwell: Double { watch.dwell }

  /// How many movers there are.
  @inlinable
  public var moverCount: Int { states.count }

  /// Takes the position of a mover.
  ///
  /// - Parameters:
  ///   - mover: which one.
  ///   - place: where it is.
  ///   - time: seconds since any moment that is the same for all pings.
  /// - Returns: what has happened: fences left, then entered, then stayed in, each in their order;
  ///   mostly nothing.
  /// - Complexity: O(1) for most pings of a mover that moves little beside the fences, else
  ///   O(log *n* + *k* log *k*) for *k* fences whose bounds hold the place, or that the mover was
  ///   in.
  @inlinable
  public mutating func update(
    _ mover: Mover, at place: Coordinate, time: Double
  ) -> [GeofenceEvent<Mover, Fence>] {
    var events: [GeofenceEvent<Mover, Fence>] = []
    take(GeofencePing(mover: mover, place: place, time: time), &events)
    return events
  }

  /// Takes the positions of many movers, one after the other.
  ///
  /// - Parameter pings: the positions, those of one mover by their time.
  /// - Returns: what has happened, in the order of the pings.
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

  /// Offsets of the fences that a mover is in, ascending; none for one that is not known.
  @inlinable
  public func fenceOffsets(of mover: Mover) -> [Int] { watch.tags(states[mover]) }

  /// The fences that a mover is in, in their order; none for one that is not known.
  @inlinable
  public func fences(of mover: Mover) -> [Fence] {
    fenceOffsets(of: mover).map { fences.elements[$0] }
  }

  /// Forgets a mover, without an event; its next ping is its first.
  ///
  /// - Parameter mover: which one.
  /// - Returns: whether it was known.
  @inlinable
  @discardableResult
  public mutating func remove(_ mover: Mover) -> Bool {
    states.removeValue(forKey: mover) != nil
  }
}

extension _FenceState {
  /// Takes a position; false for one that is older than the last.
  @inlinable @inline(__always)
  mutating func take(
    _ place: Coordinate, time: Double, _ watch: inout _FenceWatch,
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
  /// Which mover.
  public let mover: Mover
  /// Where it is.
  public let place: Coordinate
  /// Seconds since any moment that is the same for all pings.
  public let time: Double

  /// Makes a ping.
  ///
  /// - Parameters:
  ///   - mover: which mover.
  ///   - place: where it is.
  ///   - time: seconds since any moment that is the same for all pings.
  @inlinable
  public init(mover: Mover, place: Coordinate, time: Double) {
    self.mover = mover
    self.place = place
    self.time = time
  }
}

extension GeofencePing: Sendable where Mover: Sendable {}

/// What has happened between a mover and a fence.
public enum GeofenceEventKind: String, Hashable, Sendable, Comparable {
  /// The mover is outside now.
  case left
  /// The mover is inside now.
  case entered
  /// The mover has been inside for as long as a tracker waits for.
  case stayed

  /// The order in which the events of one ping come: left, entered, stayed.
  public static func < (a: GeofenceEventKind, b: GeofenceEventKind) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .left: 0
    case .entered: 1
    case .stayed: 2
    }
  }
}

/// A mover has entered or left a fence, or stayed in it.
public struct GeofenceEvent<Mover: Hashable, Fence> {
  /// What has happened.
  public let kind: GeofenceEventKind
  /// Who.
  public let mover: Mover
  /// The fence.
  public let fence: Fence
  /// Where the fence stood in the sequence that the index of fences was built from.
  public let offset: Int
  /// Where the mover was at the ping that tells.
  public let place: Coordinate
  /// When that was.
  public let time: Double

  @inlinable
  internal init(
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
