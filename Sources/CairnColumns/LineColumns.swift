#if compiler(>=6.3)
  internal import CairnGeodesy
  internal import CairnMemory

  /// The figure of the Earth that lines are measured on.
  @c
  public enum CairnSurface: Int32 {
    /// The mean sphere, with a radius of 6,371,008.8 meters.
    case sphere = 0
    /// The ellipsoid WGS 84.
    case wgs84 = 1

    fileprivate static func surface(_ number: Int32) throws(ColumnFault) -> Surface {
      switch CairnSurface(rawValue: number) {
      case .sphere: .sphere
      case .wgs84: .wgs84
      case nil: throw .invalid("surface: \(number) is neither 0 (sphere) nor 1 (WGS 84)")
      }
    }
  }

  /// Runs a call that computes a number for each pair of places; NaN if one is null or not valid.
  @safe @inline(__always)
  private func answerPairs(
    _ count: Int64, _ latitudes: UnsafeRawPointer?, _ longitudes: UnsafeRawPointer?,
    _ endLatitudes: UnsafeRawPointer?, _ endLongitudes: UnsafeRawPointer?, _ surface: Int32,
    _ results: UnsafeMutablePointer<Double>?, _ name: String,
    _ validity: UnsafeMutablePointer<UInt8>?,
    write: (UnsafeSpan<Coordinate>, UnsafeSpan<Coordinate>, Surface, UnsafeBuffer<Double>) -> Void
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let rows = try checked(count)
      let starts = try ForeignPlaceColumns(latitudes, longitudes, rows: rows)
      let ends = try ForeignPlaceColumns(
        endLatitudes, endLongitudes, rows: rows, names: ("end_latitudes", "end_longitudes"))
      let surface = try CairnSurface.surface(surface)
      let results = try buffer(results, rows, name)
      let validity = try ValidityBuffer(validity, rows: rows)
      try forEachBlock(rows) { (first, places, others) throws(ColumnFault) in
        starts.read(first, places)
        ends.read(first, others)
        let found = results[first..<first + places.count]
        write(places.span, others.span, surface, found)
        validity.write(first, places.count) { !found[$0].isNaN }
      }
    }
  }

  /// Measures the shortest line between the two places of each row, in meters.
  ///
  /// - Parameters:
  ///   - count: the number of rows.
  ///   - latitudes: the start of each line: degrees north, in -90...90.
  ///   - longitudes: degrees east; any finite number.
  ///   - endLatitudes: the end of each line; a column with a stride of 0 is one value for all rows.
  ///   - endLongitudes: degrees east; any finite number.
  ///   - surface: `CAIRN_SURFACE_SPHERE` or `CAIRN_SURFACE_WGS84`.
  ///   - meters: receives a distance for each row; NaN if a place is null or not valid.
  ///   - validity: receives a bit for each row: 0 if a place is null or not valid; NULL for none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_distance)
  public func cairnDistance(
    _ count: Int64, _ latitudes: UnsafeRawPointer?, _ longitudes: UnsafeRawPointer?,
    _ endLatitudes: UnsafeRawPointer?, _ endLongitudes: UnsafeRawPointer?, _ surface: Int32,
    _ meters: UnsafeMutablePointer<Double>?, _ validity: UnsafeMutablePointer<UInt8>?
  ) -> Int32 {
    answerPairs(
      count, latitudes, longitudes, endLatitudes, endLongitudes, surface, meters, "meters",
      validity
    ) { Coordinate.writeDistances(from: $0, to: $1, on: $2, into: $3) }
  }

  /// Finds the initial bearing of the shortest line between the two places of each row.
  ///
  /// - Parameters:
  ///   - count: the number of rows.
  ///   - latitudes: the start of each line: degrees north, in -90...90.
  ///   - longitudes: degrees east; any finite number.
  ///   - endLatitudes: the end of each line; a column with a stride of 0 is one value for all rows.
  ///   - endLongitudes: degrees east; any finite number.
  ///   - surface: `CAIRN_SURFACE_SPHERE` or `CAIRN_SURFACE_WGS84`.
  ///   - degrees: receives a bearing for each row: degrees clockwise from north, in 0..<360; 0 for
  ///     equal places, and NaN if one is null or not valid.
  ///   - validity: receives a bit for each row: 0 if a place is null or not valid; NULL for none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_bearing)
  public func cairnBearing(
    _ count: Int64, _ latitudes: UnsafeRawPointer?, _ longitudes: UnsafeRawPointer?,
    _ endLatitudes: UnsafeRawPointer?, _ endLongitudes: UnsafeRawPointer?, _ surface: Int32,
    _ degrees: UnsafeMutablePointer<Double>?, _ validity: UnsafeMutablePointer<UInt8>?
  ) -> Int32 {
    answerPairs(
      count, latitudes, longitudes, endLatitudes, endLongitudes, surface, degrees, "degrees",
      validity
    ) { starts, ends, surface, bearings in
      for row in 0..<starts.count {
        bearings[row] = starts[row].initialBearing(to: ends[row], on: surface)
      }
    }
  }

  /// Finds the place at which the line of each row ends, given its start, bearing and length.
  ///
  /// - Parameters:
  ///   - count: the number of rows.
  ///   - latitudes: the start of each line: degrees north, in -90...90.
  ///   - longitudes: degrees east; any finite number.
  ///   - bearings: the initial direction of each line: degrees clockwise from north.
  ///   - distances: its length in meters; a negative one leads in the opposite direction.
  ///   - surface: `CAIRN_SURFACE_SPHERE` or `CAIRN_SURFACE_WGS84`.
  ///   - endLatitudes: receives a latitude for each row; NaN if a number is null or not valid.
  ///   - endLongitudes: receives a longitude for each row, in -180..<180, or NaN.
  ///   - validity: receives a bit for each row: 0 if a number is null or not valid; NULL for none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_destination)
  public func cairnDestination(
    _ count: Int64, _ latitudes: UnsafeRawPointer?, _ longitudes: UnsafeRawPointer?,
    _ bearings: UnsafeRawPointer?, _ distances: UnsafeRawPointer?, _ surface: Int32,
    _ endLatitudes: UnsafeMutablePointer<Double>?, _ endLongitudes: UnsafeMutablePointer<Double>?,
    _ validity: UnsafeMutablePointer<UInt8>?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let rows = try checked(count)
      let starts = try ForeignPlaceColumns(latitudes, longitudes, rows: rows)
      let lines = try ForeignPlaceColumns(
        bearings, distances, rows: rows, names: ("bearings", "distances"))
      let surface = try CairnSurface.surface(surface)
      let endLatitudes = try buffer(endLatitudes, rows, "end_latitudes")
      let endLongitudes = try buffer(endLongitudes, rows, "end_longitudes")
      let validity = try ValidityBuffer(validity, rows: rows)
      try forEachBlock(rows) { (first, places, others) throws(ColumnFault) in
        starts.read(first, places)
        lines.read(first, others)
        for row in 0..<places.count {
          // The second pair of columns holds the bearing and the length.
          let (bearing, distance) = (others[row].latitude, others[row].longitude)
          let end = places[row].destination(bearing: bearing, distance: distance, on: surface)
          endLatitudes[first + row] = end.isValid ? end.latitude : .nan
          endLongitudes[first + row] = end.isValid ? end.longitude : .nan
        }
        validity.write(first, places.count) { !endLatitudes[first + $0].isNaN }
      }
    }
  }
#endif
