public import CairnGeodesy

/// How long it takes from place to place, in seconds.
///
/// The way there may take longer than the way back.
public struct TravelTimes: Sendable {
  enum Kind: Sendable {
    case speed(metresPerSecond: Double, detour: Double, surface: Surface)
    case table(rows: [[Double]])
  }

  let kind: Kind

  /// Travel in a straight line, or nearly, at one speed; the places are coordinates.
  ///
  /// - Parameters:
  ///   - metresPerSecond: the speed, more than 0: about 1.3 on foot, 4 by bicycle, 7 by car in
  ///     town.
  ///   - detour: by what factor ways are longer than the straight line, 1 or more: about 1.3 in
  ///     towns.
  ///   - surface: the figure of the Earth on which distances are measured.
  /// - Returns: times that are the same both ways.
  public static func speed(
    metresPerSecond: Double, detour: Double = 1, on surface: Surface = .sphere
  ) -> TravelTimes {
    TravelTimes(
      kind: .speed(metresPerSecond: metresPerSecond, detour: detour, surface: surface))
  }

  /// A square table; the places are its rows, ``VisitPlace/row(_:)``.
  ///
  /// - Parameter rows: the seconds from the place of the row to the place of the column, 0 or more,
  ///   infinity where there is no way. The diagonal is not read.
  /// - Returns: the times of the table, which is validated when it is planned with.
  public static func table(_ rows: [[Double]]) -> TravelTimes {
    TravelTimes(kind: .table(rows: rows))
  }

  /// A square table made by a function; the places are its rows.
  ///
  /// - Parameters:
  ///   - count: how many places there are; a negative count is 0.
  ///   - seconds: the seconds from one place to another, asked once for each pair.
  /// - Returns: the times, which are validated when they are planned with.
  public static func table(
    count: Int, seconds: (_ from: Int, _ to: Int) -> Double
  ) -> TravelTimes {
    let places = 0..<max(0, count)
    return .table(places.map { from in places.map { from == $0 ? 0 : seconds(from, $0) } })
  }
}
