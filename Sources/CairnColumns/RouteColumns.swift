#if compiler(>=6.3)
  internal import CairnGeodesy
  internal import CairnMemory
  internal import CairnRoutes

  /// A stop takes about a kilobyte and at least a microsecond.
  private let greatestStopCount = 1_000_000

  /// Finds a short order in which to visit all rows, on the mean sphere.
  ///
  /// - Parameters:
  ///   - count: the number of rows, at most a million.
  ///   - latitudes: degrees north, in -90...90; every row must have a valid place.
  ///   - longitudes: degrees east; any finite number.
  ///   - isRound: 1 for a round trip, 0 for an open trip.
  ///   - start: the row to begin at; -1 for any.
  ///   - end: the row to end at, for an open trip; -1 for any.
  ///   - order: receives all rows in the order of the visit.
  ///   - meters: receives the length of the whole trip in meters; NULL for none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_route)
  public func cairnRoute(
    _ count: Int64, _ latitudes: UnsafeRawPointer?, _ longitudes: UnsafeRawPointer?,
    _ isRound: Int32, _ start: Int64, _ end: Int64, _ order: UnsafeMutablePointer<Int64>?,
    _ meters: UnsafeMutablePointer<Double>?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let rows = try checked(count)
      let columns = try ForeignPlaceColumns(latitudes, longitudes, rows: rows)
      let order = try buffer(order, rows, "order")
      let meters = try optionalBuffer(meters, 1, "meters")
      guard rows <= greatestStopCount else {
        throw ColumnFault(.tooLarge, "count: a route has at most \(greatestStopCount) stops")
      }
      let trip = try trip(isRound, from: start, to: end)
      do throws(RouteError) {
        let route = try RoutePlanner().plan(columns.all(rows), trip: trip)
        for position in 0..<rows { order[position] = Int64(route.order[position]) }
        meters?[0] = route.length
      } catch {
        throw ColumnFault(error)
      }
    }
  }

  private func trip(_ isRound: Int32, from start: Int64, to end: Int64) throws(ColumnFault) -> Trip
  {
    guard let from = Int(exactly: start), let to = Int(exactly: end), from >= -1, to >= -1 else {
      throw .invalid("start, end: rows, or -1 for any, not \(start) and \(end)")
    }
    switch (isRound, from, to) {
    case (1, -1, -1): return .roundTrip
    case (1, _, -1): return .roundTrip(from: from)
    case (1, _, _): throw .invalid("end: a round trip ends where it begins; pass -1")
    case (0, -1, -1): return .open
    case (0, _, -1): return .open(from: from)
    case (0, -1, _): return .open(to: to)
    case (0, _, _): return .open(from: from, to: to)
    default: throw .invalid("is_round: \(isRound) is neither 0 nor 1")
    }
  }
#endif
