internal import CairnMemory

/// A moment on the clock that does not stand still while the machine sleeps.
@usableFromInline
internal struct Moment: Comparable, Sendable {
  private let nanoseconds: Int64

  private init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  @usableFromInline
  static var now: Moment { Moment(nanoseconds: Clock.nanoseconds) }

  @usableFromInline
  static func < (a: Moment, b: Moment) -> Bool { a.nanoseconds < b.nanoseconds }

  static func - (a: Moment, b: Moment) -> Duration { .nanoseconds(a.nanoseconds - b.nanoseconds) }

  /// A limit of time is a year at most, far below the overflow.
  static func + (moment: Moment, time: Duration) -> Moment {
    let (seconds, attoseconds) = time.components
    return Moment(
      nanoseconds: moment.nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
