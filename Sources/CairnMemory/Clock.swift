/// A monotonic clock.
package enum Clock {
  #if canImport(WASILibc)
    private static let start = ContinuousClock.now

    /// Nanoseconds since an unspecified moment, including the time the machine sleeps.
    package static var nanoseconds: Int64 {
      let time = (ContinuousClock.now - start).components
      return time.seconds * 1_000_000_000 + time.attoseconds / 1_000_000_000
    }
  #else
    /// Nanoseconds since an unspecified moment, including the time the machine sleeps.
    ///
    /// `ContinuousClock` reads the same clock, but is part of the concurrency library, which would
    /// add 0.7 MB to a statically linked library that uses no tasks.
    package static var nanoseconds: Int64 {
      #if canImport(Darwin)
        let clock = CLOCK_MONOTONIC
      #else
        let clock = CLOCK_BOOTTIME
      #endif
      var time = timespec()
      unsafe clock_gettime(clock, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
  #endif
}
