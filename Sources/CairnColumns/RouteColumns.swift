#if compiler(>=6.3)
  internal import CairnGeodesy
  internal import CairnMemory
  internal import CairnRoutes

  /// A stop takes about a kilobyte, and a microsecond at the very least.
  private let greatestStopCount = 1_000_000

  /// Finds a short order in which to visit all rows, on the mean sphere.
  ///
  /// - Parameters:
  ///   - count: how many rows there are, at most a million.
  ///   - latitudes: degrees north, in -90...90; every row must have a valid place.
  ///   - longitudes: degrees east, in any turn.
  ///   - isRound: 1 for a trip that ends where it begins, 0 for one that does not.
  ///   - start: the row to begin at; -1 for any.
  ///   - end: the row to end at, for a trip that is not round; -1 for any.
  ///   - order: room for all rows in the order of the visit.
  ///   - metres: room for the length of the whole trip; NULL for none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_route)
  public func cairnRoute(
    _ count: Int64, _ latitudes: UnsafeRawPointer?, _ longitudes: UnsafeRawPointer?,
    _ isRound: Int32, _ start: Int64, _ end: Int64, _ order: UnsafeMutablePointer<Int64>?,
    _ metres: UnsafeMutablePointer<Double>?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let rows = try checked(count)
      let columns = try PlaceColumns(latitudes, longitudes, rows: rows)
      let order = try room(order, rows, "order")
      let metres = try optionalRoom(metres, 1, "metres")
      guard rows <= greatestStopCount else {
        throw ColumnFault(.tooLarge, "count: a route has at most \(greatestStopCount) stops")
      }
      let trip = try trip(isRound, from: start, to: end)
      do throws(RouteError) {
        let route = try RoutePlanner().plan(columns.all(rows), trip: trip)
        for position in 0..<rows { order[position] = Int64(route.order[position]) }
        metres?[0] = route.length
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
    case (1, _, _): throw .invalid("end: a round trip ends where it begins; -1 is right")
    case (0, -1, -1): return .open
    case (0, _, -1): return .open(from: from)
    case (0, -1, _): return .open(to: to)
    case (0, _, _): return .open(from: from, to: to)
    default: throw .invalid("is_round: \(isRound) is neither 0 nor 1")
    }
  }
#endif
