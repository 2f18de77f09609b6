#if !hasFeature(Embedded)
  extension System {
    /// Returns how far the clocks of a time zone are ahead of UTC.
    ///
    /// The system's time zone data is used, in `/usr/share/zoneinfo`. The environment variable `TZ`
    /// is changed during the call, so no other thread may read the environment except through this
    /// method.
    ///
    /// - Parameters:
    ///   - zone: the identifier in the IANA database, such as `Europe/Lisbon`.
    ///   - instant: seconds since 1970-01-01T00:00 in UTC.
    /// - Returns: seconds; nil if the system has no data of this zone.
    package static func utcOffset(ofTimeZone zone: String, at instant: Int) -> Int? {
      #if canImport(WASILibc)
        return nil
      #else
        // An unknown zone would count as UTC.
        guard !zone.isEmpty, !zone.contains(".."),
          let file = try? open(Array("/usr/share/zoneinfo/\(zone)".utf8CString))
        else { return nil }
        close(file)
        return environmentLock.withLock { _ in utcOffset(ofKnownZone: zone, at: instant) }
      #endif
    }

    /// Held while the environment is changed.
    private static let environmentLock = Lock(())

    #if !canImport(WASILibc)
      private static func utcOffset(ofKnownZone zone: String, at instant: Int) -> Int? {
        let previous = environment("TZ")
        _ = unsafe setenv("TZ", zone, 1)
        tzset()
        defer {
          if let previous {
            _ = unsafe setenv("TZ", previous, 1)
          } else {
            _ = unsafe unsetenv("TZ")
          }
          tzset()
        }
        var seconds = time_t(instant)
        var parts = unsafe tm()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return nil }
        return unsafe Int(parts.tm_gmtoff)
      }
    #endif
  }
#endif
