/// How time passes.
package enum Clock {
  #if canImport(WASILibc)
    private static let start = ContinuousClock.now

    /// Nanoseconds since some moment, on the clock that goes on while the machine sleeps.
    package static var nanoseconds: Int64 {
      let time = (ContinuousClock.now - start).components
      return time.seconds * 1_000_000_000 + time.attoseconds / 1_000_000_000
    }
  #else
    /// Nanoseconds since some moment, on the clock that goes on while the machine sleeps.
    ///
    /// `ContinuousClock` reads the same one, but stands in the library of tasks, which is 0.7 MB of
    /// a library that carries its runtime with it and has no task.
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
