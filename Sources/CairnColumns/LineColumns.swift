#if compiler(>=6.3)
  internal import CairnGeodesy
  internal import CairnMemory

  /// The figure of the Earth that lines are measured on.
  @c
  public enum CairnSurface: Int32 {
    /// The mean sphere, of a radius of 6,371,008.8 metres.
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

  /// Answers a call with a number for each pair of places, NaN where one is null or not valid.
  @safe @inline(__always)
  private func answerPairs(
    _ count: Int64, _ latitudes: UnsafeRawPointer?, _ longitudes: UnsafeRawPointer?,
    _ endLatitudes: UnsafeRawPointer?, _ endLongitudes: UnsafeRawPointer?, _ surface: Int32,
    _ results: UnsafeMutablePointer<Double>?, _ name: String,
    _ validity: UnsafeMutablePointer<UInt8>?,
    write: (Window<Coordinate>, Window<Coordinate>, Surface, Slab<Double>) -> Void
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let rows = try checked(count)
      let starts = try PlaceColumns(latitudes, longitudes, rows: rows)
      let ends = try PlaceColumns(
        endLatitudes, endLongitudes, rows: rows, names: ("end_latitudes", "end_longitudes"))
      let surface = try CairnSurface.surface(surface)
      let results = try room(results, rows, name)
      let validity = try ValidityRoom(validity, rows: rows)
      try forEachBlock(rows) { (first, places, others) throws(ColumnFault) in
        starts.read(first, places)
        ends.read(first, others)
        let found = results[first..<first + places.count]
        write(places.window, others.window, surface, found)
        validity.write(first, places.count) { !found[$0].isNaN }
      }
    }
  }

  /// Measures the shortest line between the two places of each row, in metres.
  ///
  /// - Parameters:
  ///   - count: how many rows there are.
  ///   - latitudes: where each line begins: degrees north, in -90...90.
  ///   - longitudes: degrees east, in any turn.
  ///   - endLatitudes: where it ends; a column with a stride of 0 is one place for all rows.
  ///   - endLongitudes: degrees east, in any turn.
  ///   - surface: `CAIRN_SURFACE_SPHERE` or `CAIRN_SURFACE_WGS84`.
  ///   - metres: room for a distance of each row; NaN where a place is null or not valid.
  ///   - validity: room for a bit of each row: 0 where a place is null or not valid; NULL for none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_distance)
  public func cairnDistance(
    _ count: Int64, _ latitudes: UnsafeRawPointer?, _ longitudes: UnsafeRawPointer?,
    _ endLatitudes: UnsafeRawPointer?, _ endLongitudes: UnsafeRawPointer?, _ surface: Int32,
    _ metres: UnsafeMutablePointer<Double>?, _ validity: UnsafeMutablePointer<UInt8>?
  ) -> Int32 {
    answerPairs(
      count, latitudes, longitudes, endLatitudes, endLongitudes, surface, metres, "metres",
      validity
    ) { Coordinate.writeDistances(from: $0, to: $1, on: $2, into: $3) }
  }

  /// Finds the bearing in which the shortest line between the two places of each row begins.
  ///
  /// - Parameters:
  ///   - count: how many rows there are.
  ///   - latitudes: where each line begins: degrees north, in -90...90.
  ///   - longitudes: degrees east, in any turn.
  ///   - endLatitudes: where it ends; a column with a stride of 0 is one place for all rows.
  ///   - endLongitudes: degrees east, in any turn.
  ///   - surface: `CAIRN_SURFACE_SPHERE` or `CAIRN_SURFACE_WGS84`.
  ///   - degrees: room for a bearing of each row: degrees clockwise from north, in 0..<360; 0 for
  ///     equal places, and NaN where one is null or not valid.
  ///   - validity: room for a bit of each row: 0 where a place is null or not valid; NULL for none.
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

  /// Finds the place at which the shortest line of each row ends.
  ///
  /// - Parameters:
  ///   - count: how many rows there are.
  ///   - latitudes: where each line begins: degrees north, in -90...90.
  ///   - longitudes: degrees east, in any turn.
  ///   - bearings: in which direction it begins: degrees clockwise from north.
  ///   - distances: its length in metres; a negative one leads backwards.
  ///   - surface: `CAIRN_SURFACE_SPHERE` or `CAIRN_SURFACE_WGS84`.
  ///   - endLatitudes: room for a latitude of each row; NaN where a number is null or not valid.
  ///   - endLongitudes: room for a longitude of each row, in -180..<180, or NaN.
  ///   - validity: room for a bit of each row: 0 where one is null or not valid; NULL for none.
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
      let starts = try PlaceColumns(latitudes, longitudes, rows: rows)
      let lines = try PlaceColumns(
        bearings, distances, rows: rows, names: ("bearings", "distances"))
      let surface = try CairnSurface.surface(surface)
      let endLatitudes = try room(endLatitudes, rows, "end_latitudes")
      let endLongitudes = try room(endLongitudes, rows, "end_longitudes")
      let validity = try ValidityRoom(validity, rows: rows)
      try forEachBlock(rows) { (first, places, others) throws(ColumnFault) in
        starts.read(first, places)
        lines.read(first, others)
        for row in 0..<places.count {
          // The pair of a line: its bearing, and its length.
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
