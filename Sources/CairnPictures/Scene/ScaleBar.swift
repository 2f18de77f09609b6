internal import CairnGeodesy

/// A scale bar with a round length that is exact at its position.
internal struct ScaleBar: Sendable {
  /// The left end of the bar.
  var start: PlanePoint
  /// The length in the picture, in pixels.
  var width: Double
  /// The length on the Earth, in meters.
  var meters: Double
  var text: String

  /// Creates the scale bar at a position on a map.
  ///
  /// If the bar is beyond the edge of the Earth, as in the corners of a map of the world, its
  /// length is that in the middle of the map, and the text states this. Returns `nil` if no length
  /// can be measured on the map.
  ///
  /// - Parameters:
  ///   - frame: the map.
  ///   - start: its left end.
  ///   - limit: its maximum width in pixels.
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
    let chosen = unit.drawn(meters: longest)
    guard let count = Self.round(chosen.value(fromMeters: longest)) else { return nil }
    let meters = chosen.meters(count)
    var low = 0.0
    var high = limit
    for _ in 0..<50 {
      let half = (low + high) / 2
      if (length(half) ?? .infinity) < meters { low = half } else { high = half }
    }
    self.start = start
    width = high
    self.meters = meters
    text =
      grouped(decimalText(count, digits: 3, trimsZeros: true)) + " \(chosen.symbol)"
      + (isOnMap ? "" : " in the middle of the map")
  }

  /// The part of the map that the bar and its text cover.
  var box: PixelBox {
    let right = start.x + max(width, 3 + TextWidth.of(text, size: PictureScene.degreeSize + 1))
    return PixelBox(left: start.x - 4, top: start.y - 22, right: right, bottom: start.y + 6)
  }

  /// The greatest number of the form 1, 2 or 5 times a power of ten that is at most a length.
  static func round(_ length: Double) -> Double? {
    roundParts(length).flatMap { Double("\($0.digit)e\($0.exponent)") }
  }

  /// The digit and the power of ten of the round number; nil if the length is not positive.
  static func roundParts(_ length: Double) -> (digit: Int, exponent: Int)? {
    guard length.isFinite, length > 0 else { return nil }
    // Parsed, because repeated multiplication would accumulate rounding errors.
    func value(_ digit: Int, _ exponent: Int) -> Double { Double("\(digit)e\(exponent)") ?? 0 }
    var exponent = 0
    while value(1, exponent) > length { exponent -= 1 }
    while value(1, exponent + 1) <= length { exponent += 1 }
    return ([5, 2, 1].first { value($0, exponent) <= length } ?? 1, exponent)
  }
}

/// A positive decimal number with a comma between groups of three digits before the point.
internal func grouped(_ number: String) -> String {
  let whole = number.prefix { $0.isNumber }
  var text = ""
  for (index, digit) in whole.enumerated() {
    if index > 0, (whole.count - index) % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return text + number.dropFirst(whole.count)
}

extension LengthUnit {
  /// The unit for a length if this unit is chosen: meters below a kilometer, feet below a mile.
  internal func drawn(meters: Double) -> LengthUnit {
    switch self {
    case .kilometers: meters < 1000 ? .meters : self
    case .miles: meters < inMeters ? .feet : self
    case .meters, .nauticalMiles, .feet, .yards: self
    }
  }

  /// The unit of elevations if lengths are in this unit.
  internal var ofHeights: LengthUnit {
    switch self {
    case .miles, .feet, .yards: .feet
    case .meters, .kilometers, .nauticalMiles: .meters
    }
  }

  /// Formats a length in meters; with one decimal below 100, except in meters and feet.
  package func text(meters: Double) -> String {
    let unit = drawn(meters: meters)
    let value = unit.value(fromMeters: meters)
    let digits = value < 100 && unit != .meters && unit != .feet ? 1 : 0
    return grouped(decimalText(value, digits: digits)) + " \(unit.symbol)"
  }
}
