// The clock that `_Concurrency` brings elsewhere. Who runs the program says what the time is.
@_extern(c, "cairn_clock")
func systemClock() -> Double

@usableFromInline
struct ContinuousClock: Sendable {
  @usableFromInline
  struct Instant: Comparable, Sendable {
    /// Milliseconds since some moment.
    let time: Double

    @usableFromInline static var now: Instant { Instant(time: systemClock()) }

    @usableFromInline static func < (a: Instant, b: Instant) -> Bool { a.time < b.time }

    static func - (a: Instant, b: Instant) -> Duration {
      .nanoseconds(Int64((a.time - b.time) * 1e6))
    }

    static func + (a: Instant, b: Duration) -> Instant {
      Instant(time: a.time + b / .milliseconds(1))
    }
  }

  @usableFromInline static var now: Instant { .now }
}
