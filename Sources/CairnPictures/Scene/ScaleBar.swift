internal import CairnGeodesy

/// A bar with a round length that is true where it stands.
internal struct ScaleBar: Sendable {
  /// The left end of the bar.
  var start: PlanePoint
  /// How long it is in the picture, in pixels.
  var width: Double
  /// How long it is on the Earth.
  var metres: Double
  var text: String

  /// The bar at a place of a map.
  ///
  /// Where there is no Earth below the bar, as in the corners of a map of the world, it is true
  /// in the middle of the map and says so. `nil` for a map on which no length can be measured.
  ///
  /// - Parameters:
  ///   - frame: the map.
  ///   - start: its left end.
  ///   - limit: how wide it may be.
  ///   - unit: the unit of its length.
  init?(on frame: MapFrame, at start: PlanePoint, limit: Double, unit: LengthUnit) {
    let isOnMap =
      frame.coordinate(at: start) != nil
      && frame.coordinate(at: PlanePoint(x: start.x + limit, y: start.y)) != nil
    let middle = PlanePoint(x: frame.box.center.x - limit / 2, y: frame.box.center.y)
    let place = isOnMap ? start : middle
    guard let origin = frame.coordinate(at: place) else { return nil }
    func length(_ width: Double) -> Double? {
      frame.coordinate(at: PlanePoint(x: place.x + width, y: place.y)).map(origin.distance)
    }
    guard let longest = length(limit) else { return nil }
    let chosen = unit.drawn(metres: longest)
    guard let count = Self.round(chosen.value(fromMetres: longest)) else { return nil }
    let metres = chosen.metres(count)
    var low = 0.0
    var high = limit
    for _ in 0..<50 {
      let half = (low + high) / 2
      if (length(half) ?? .infinity) < metres { low = half } else { high = half }
    }
    self.start = start
    width = high
    self.metres = metres
    text =
      decimalText(count, digits: 3, trimsZeros: true) + " \(chosen.symbol)"
      + (isOnMap ? "" : " in the middle of the map")
  }

  /// The greatest of 1, 2 and 5 times a power of ten that is not above a length.
  static func round(_ length: Double) -> Double? {
    guard length.isFinite, length > 1e-3 else { return nil }
    var power = 1e-3
    while power * 10 <= length { power *= 10 }
    let whole = [5.0, 2, 1].first { $0 * power <= length } ?? 1
    return power < 1 ? whole / (1 / power).rounded() : whole * power.rounded()
  }
}

extension LengthUnit {
  /// The unit in which a length is written beside others in this one: less than a kilometre in
  /// metres, less than a mile in feet.
  internal func drawn(metres: Double) -> LengthUnit {
    switch self {
    case .kilometres: metres < 1000 ? .metres : self
    case .miles: metres < inMetres ? .feet : self
    case .metres, .nauticalMiles, .feet, .yards: self
    }
  }

  /// The unit of heights beside lengths in this one.
  internal var ofHeights: LengthUnit {
    switch self {
    case .miles, .feet, .yards: .feet
    case .metres, .kilometres, .nauticalMiles: .metres
    }
  }

  /// A length in metres as text: with a digit behind the point below a hundred.
  internal func text(metres: Double) -> String {
    let unit = drawn(metres: metres)
    let value = unit.value(fromMetres: metres)
    let digits = value < 100 && unit != .metres && unit != .feet ? 1 : 0
    return decimalText(value, digits: digits) + " \(unit.symbol)"
  }
}
