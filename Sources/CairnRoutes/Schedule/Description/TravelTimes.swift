public import CairnGeodesy

/// Travel times between places, in seconds.
///
/// Times may differ between the two directions.
public struct TravelTimes: Sendable {
  enum Kind: Sendable {
    case speed(metersPerSecond: Double, detour: Double, surface: Surface)
    case table(rows: [[Double]])
    case measured(@Sendable ([Coordinate]) -> [[Double]])
    /// The times that were measured, with the row of each coordinate.
    case rows([Coordinate: Int], [[Double]])
  }

  let kind: Kind

  /// Travel times at a constant speed along great circles or geodesics; the places are coordinates.
  ///
  /// - Parameters:
  ///   - metersPerSecond: the speed, more than 0: about 1.3 on foot, 4 by bicycle, 7 by car in
  ///     town.
  ///   - detour: the ratio of the path length to the straight-line distance, 1 or more: about 1.3
  ///     in towns.
  ///   - surface: the figure of the Earth on which distances are measured.
  /// - Returns: symmetric travel times.
  public static func speed(
    metersPerSecond: Double, detour: Double = 1, on surface: Surface = .sphere
  ) -> TravelTimes {
    TravelTimes(
      kind: .speed(metersPerSecond: metersPerSecond, detour: detour, surface: surface))
  }

  /// Travel times from a square table; the places are its rows, ``VisitPlace/row(_:)``.
  ///
  /// - Parameter rows: the seconds from the place of the row to the place of the column, 0 or more;
  ///   infinity if there is no connection. The diagonal is ignored.
  /// - Returns: the travel times, which are validated when they are used in a plan.
  public static func table(_ rows: [[Double]]) -> TravelTimes {
    TravelTimes(kind: .table(rows: rows))
  }

  /// Travel times from a square table computed by a closure; the places are its rows.
  ///
  /// - Parameters:
  ///   - count: the number of places; a negative count is treated as 0.
  ///   - seconds: the seconds from one place to another; called once for each ordered pair.
  /// - Returns: the travel times, which are validated when they are used in a plan.
  public static func table(
    count: Int, seconds: (_ from: Int, _ to: Int) -> Double
  ) -> TravelTimes {
    let places = 0..<max(0, count)
    return .table(places.map { from in places.map { from == $0 ? 0 : seconds(from, $0) } })
  }

  /// Travel times that a closure computes for all coordinates of a plan at once, such as those
  /// along roads; the places are coordinates.
  ///
  /// - Parameter seconds: returns a row per coordinate with the seconds to each coordinate, 0 or
  ///   more; infinity if there is no connection. It is called once per plan, with distinct valid
  ///   coordinates.
  /// - Returns: the travel times, which are validated when they are used in a plan.
  public static func measured(
    _ seconds: @escaping @Sendable (_ coordinates: [Coordinate]) -> [[Double]]
  ) -> TravelTimes {
    TravelTimes(kind: .measured(seconds))
  }

  /// The same times, measured between all coordinates of a plan.
  func measured(_ stops: [VisitStop], _ days: [TripDay]) -> TravelTimes {
    guard case .measured(let seconds) = kind else { return self }
    var numbers: [Coordinate: Int] = [:]
    var coordinates: [Coordinate] = []
    func add(_ place: VisitPlace?) {
      guard case .at(let coordinate)? = place, coordinate.isValid, numbers[coordinate] == nil
      else { return }
      numbers[coordinate] = coordinates.count
      coordinates.append(coordinate)
    }
    for stop in stops {
      add(stop.place)
      add(stop.exit)
    }
    for day in days {
      add(day.start)
      add(day.end)
    }
    return TravelTimes(kind: .rows(numbers, seconds(coordinates)))
  }
}
