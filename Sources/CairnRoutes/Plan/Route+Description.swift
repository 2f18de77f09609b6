internal import CairnGeodesy

extension Trip: CustomStringConvertible {
  /// The kind of trip and its fixed ends: `round trip`, `round trip from 0`, `open trip`, `open
  /// trip from 0 to 5`.
  public var description: String {
    (isRound ? "round trip" : "open trip") + (start.map { " from \($0)" } ?? "")
      + (end.map { " to \($0)" } ?? "")
  }
}

extension Route: CustomStringConvertible {
  /// The trip, the number of stops, the length, and the proven bound: `round trip of 12 stops, 345
  /// km, at most 1.2 % above the shortest`.
  public var description: String {
    let proof =
      isOptimal
      ? ", the shortest"
      : gap.isFinite
        ? ", at most \(decimalText(gap * 100, digits: 1)) % above the shortest" : ""
    return "\(trip) of \(order.count) \(order.count == 1 ? "stop" : "stops"), "
      + DistanceFormat.metric.string(fromMeters: length) + proof
  }
}

extension Route.Leg: CustomStringConvertible {
  /// Both ends and the distance: `0 to 3, 12.5 km`.
  public var description: String {
    "\(from) to \(to), " + DistanceFormat.metric.string(fromMeters: distance)
  }
}
