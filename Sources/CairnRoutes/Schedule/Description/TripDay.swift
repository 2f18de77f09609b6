public import CairnGeodesy

/// A day of a trip: when it may begin, when it has to be over, and where.
///
/// ```swift
/// let hotel = Coordinate(latitude: 48.8530, longitude: 2.3499)
/// let day = TripDay(.monday, from: ClockTime(9, 0), to: ClockTime(19, 0), start: hotel, end: hotel)
/// ```
public struct TripDay: Hashable, Sendable {
  /// The day of the week; needed where a stop's hours are not the same every day.
  public var weekday: Weekday?
  /// The earliest departure from the start.
  public var from: ClockTime
  /// The latest arrival at the end.
  public var to: ClockTime
  /// Where it starts; nil to start at its first stop.
  public var start: VisitPlace?
  /// Where it ends; nil to end at its last stop.
  public var end: VisitPlace?

  /// Makes a day between two places.
  public init(
    _ weekday: Weekday? = nil, from: ClockTime, to: ClockTime, startPlace: VisitPlace? = nil,
    endPlace: VisitPlace? = nil
  ) {
    self.weekday = weekday
    self.from = from
    self.to = to
    start = startPlace
    end = endPlace
  }

  /// Makes a day between two coordinates, such as those of hotels.
  public init(
    _ weekday: Weekday? = nil, from: ClockTime, to: ClockTime, start: Coordinate?,
    end: Coordinate?
  ) {
    self.init(
      weekday, from: from, to: to, startPlace: start.map { .at($0) },
      endPlace: end.map { .at($0) })
  }
}
