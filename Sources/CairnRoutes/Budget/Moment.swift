internal import CairnMemory

/// A point in time on a monotonic clock that keeps running while the machine sleeps.
@usableFromInline
internal struct Moment: Comparable, Sendable {
  private let nanoseconds: Int64

  private init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  @usableFromInline
  static var now: Moment { Moment(nanoseconds: Clock.nanoseconds) }

  @usableFromInline
  static func < (a: Moment, b: Moment) -> Bool { a.nanoseconds < b.nanoseconds }

  static func - (a: Moment, b: Moment) -> Duration { .nanoseconds(a.nanoseconds - b.nanoseconds) }

  /// Cannot overflow: a time limit is at most a year.
  static func + (moment: Moment, time: Duration) -> Moment {
    let (seconds, attoseconds) = time.components
    return Moment(
      nanoseconds: moment.nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
