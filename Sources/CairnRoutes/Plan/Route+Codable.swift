internal import CairnGeodesy

extension Trip: Codable {
  private enum CodingKeys: String, CodingKey {
    case isRound
    case start
    case end
  }

  /// Decodes an object with `isRound` and, for fixed ends, `start` and `end`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a round trip with an end, and for negative
  ///   offsets.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let isRound = try container.decode(Bool.self, forKey: .isRound)
    let start = try container.decodeIfPresent(Int.self, forKey: .start)
    let end = try container.decodeIfPresent(Int.self, forKey: .end)
    guard !(isRound && end != nil), start ?? 0 >= 0, end ?? 0 >= 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .end, in: container,
        debugDescription: "a round trip ends where it begins, and stops are counted from 0")
    }
    switch (isRound, start, end) {
    case (true, let start?, _): self = .roundTrip(from: start)
    case (true, nil, _): self = .roundTrip
    case (false, let start?, let end?): self = .open(from: start, to: end)
    case (false, let start?, nil): self = .open(from: start)
    case (false, nil, let end?): self = .open(to: end)
    case (false, nil, nil): self = .open
    }
  }

  /// Encodes an object with `isRound` and, for fixed ends, `start` and `end`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(isRound, forKey: .isRound)
    try container.encodeIfPresent(start, forKey: .start)
    try container.encodeIfPresent(end, forKey: .end)
  }
}

extension Route: Codable {
  private enum CodingKeys: String, CodingKey {
    case order
    case trip
    case legs
    case lowerBound
    case ending
  }

  /// Decodes the output of ``encode(to:)``; the length is recomputed from the legs.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the order does not contain each stop once, or if
  ///   the legs do not connect the stops in that order or have an invalid length.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let order = try container.decode([Int].self, forKey: .order)
    guard order.sorted() == Array(order.indices) else {
      throw DecodingError.dataCorruptedError(
        forKey: .order, in: container, debugDescription: "an order has each stop once, from 0")
    }
    let trip = try container.decode(Trip.self, forKey: .trip)
    let legs = try container.decode([Leg].self, forKey: .legs)
    let ways = zip(order, order.dropFirst() + (trip.isRound ? order.prefix(1) : []))
    let fits =
      legs.isEmpty && order.count < 2
      || legs.count == order.count - (trip.isRound ? 0 : 1)
        && zip(legs, ways).allSatisfy { $0.from == $1.0 && $0.to == $1.1 && $0.distance >= 0 }
    guard fits else {
      throw DecodingError.dataCorruptedError(
        forKey: .legs, in: container, debugDescription: "legs must connect the stops in order")
    }
    let lowerBound = try container.decode(Double.self, forKey: .lowerBound)
    let length = legs.reduce(into: CompensatedSum()) { $0.add($1.distance) }.value
    self.init(
      order: order, trip: trip, legs: legs, lowerBound: lowerBound, isTight: lowerBound == length,
      ending: try container.decode(Ending.self, forKey: .ending))
  }

  /// Encodes the order, the trip, the legs, the bound and why the search ended.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(order, forKey: .order)
    try container.encode(trip, forKey: .trip)
    try container.encode(legs, forKey: .legs)
    try container.encode(lowerBound, forKey: .lowerBound)
    try container.encode(ending, forKey: .ending)
  }
}

extension VisitStop.Lateness: Codable {
  private enum CodingKeys: String, CodingKey {
    case penalty
    case limit
  }

  /// Decodes an object with the `penalty` per second and optionally the `limit`; an empty object is
  /// ``VisitStop/Lateness/never``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let penalty = try container.decodeIfPresent(Double.self, forKey: .penalty) else {
      self = .never
      return
    }
    let limit = try container.decodeIfPresent(Double.self, forKey: .limit)
    self = .allowed(penalty: penalty, limit: limit ?? .infinity)
  }

  /// Encodes the penalty and, unless it is infinite, the limit; ``VisitStop/Lateness/never`` is
  /// empty.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    guard case .allowed(let penalty, let limit) = self else { return }
    try container.encode(penalty, forKey: .penalty)
    if limit < .infinity { try container.encode(limit, forKey: .limit) }
  }
}
