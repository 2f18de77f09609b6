internal import CairnGeodesy

/// The coordinates that a picture must show; those of a crowd are gone through and not kept.
internal struct ShownCoordinates {
  private let coordinates: [Coordinate]
  private let crowd: (any MapCrowd)?
  private let first: Coordinate?

  init(_ coordinates: [Coordinate], _ crowd: (any MapCrowd)? = nil) {
    self.coordinates = coordinates
    self.crowd = crowd
    var first: Coordinate?
    crowd?.forEach { if first == nil, $0.coordinate.isValid { first = $0.coordinate } }
    self.first = first ?? coordinates.first
  }

  var isEmpty: Bool { first == nil }

  /// The first of them, where no other one is ten metres away.
  var onlyPlace: Coordinate? {
    guard let first else { return nil }
    var isAlone = true
    forEach { if isAlone { isAlone = $0.distance(to: first) < 10 } }
    return isAlone ? first : nil
  }

  func forEach(_ body: (Coordinate) -> Void) {
    crowd?.forEach { if $0.coordinate.isValid { body($0.coordinate) } }
    coordinates.forEach(body)
  }

  /// The smallest box around them.
  var boundingBox: BoundingBox {
    guard crowd != nil else { return BoundingBox(enclosing: coordinates) }
    for count in [1 << 12, 1 << 20] {
      let box = BoundingBox(enclosing: outermost(inStrips: count))
      // Within a strip no gap in longitude is wider than the strip.
      if 360 - box.longitudeSpan > 1.001 * 360 / Double(count) { return box }
    }
    var all: [Coordinate] = []
    forEach { all.append($0) }
    return BoundingBox(enclosing: all)
  }

  /// Coordinates among which those are that lie farthest north and south, and of each of some
  /// strips between two meridians those that lie farthest west and east.
  private func outermost(inStrips count: Int) -> [Coordinate] {
    var west = [Double](repeating: .infinity, count: count)
    var east = [Double](repeating: -.infinity, count: count)
    var (south, north) = (first, first)
    var pole: Coordinate?
    var latitude: Double?
    forEach { place in
      if let lowest = south, place.latitude < lowest.latitude { south = place }
      if let highest = north, place.latitude > highest.latitude { north = place }
      guard place.latitude.magnitude < 90 else {
        pole = place
        return
      }
      latitude = place.latitude
      // As a box has it: less than 180.
      let isPlain = place.longitude >= -180 && place.longitude < 180
      let longitude = isPlain ? place.longitude : BoundingBox(enclosing: [place]).west
      let strip = min(max(Int((longitude + 180) * Double(count) / 360), 0), count - 1)
      west[strip] = min(west[strip], longitude)
      east[strip] = max(east[strip], longitude)
    }
    var found = [south, north].compactMap { $0 }
    if let latitude {
      for (west, east) in zip(west, east) where west <= east {
        found.append(Coordinate(latitude: latitude, longitude: west))
        if west < east { found.append(Coordinate(latitude: latitude, longitude: east)) }
      }
    }
    return found + [pole].compactMap { $0 }
  }
}
