internal import CairnGeodesy

/// An arrow that points to the north, in the upper right corner of a map.
internal struct NorthArrow: Sendable {
  /// The middle of the arrow.
  let point: PlanePoint
  /// The direction in degrees, clockwise from the right.
  let direction: Double

  static let length = 26.0

  /// Returns nil if the corner is beyond the edge of the Earth.
  init?(on frame: MapFrame) {
    point = PlanePoint(x: frame.box.right - 26, y: frame.box.top + 34)
    guard let place = frame.coordinate(at: point), place.latitude.magnitude < 89.9 else {
      return nil
    }
    let north = frame.pixel(
      of: Coordinate(latitude: place.latitude + 0.01, longitude: place.longitude))
    guard north.isFinite else { return nil }
    direction = polarAngle(degreesOfX: north.x - point.x, y: north.y - point.y)
  }

  /// The area that it covers.
  var box: PixelBox {
    PixelBox(left: point.x, top: point.y, right: point.x, bottom: point.y).expanded(by: 24)
  }

  /// A point in front of the middle, and to the right of it.
  func point(ahead: Double, right: Double) -> PlanePoint {
    let (sine, cosine) = sineAndCosine(degrees: direction)
    return PlanePoint(
      x: point.x + ahead * cosine - right * sine, y: point.y + ahead * sine + right * cosine)
  }
}

extension SVGDrawing {
  /// Writes an arrow with the letter N at its tip.
  mutating func northArrow(_ arrow: NorthArrow) {
    let half = NorthArrow.length / 2
    let corners = [(half, 0.0), (-half, 6), (-half * 0.6, 0), (-half, -6)].map {
      arrow.point(ahead: $0.0, right: $0.1)
    }
    path("north", [corners], isClosed: true)
    let tip = arrow.point(ahead: half + 8, right: 0)
    text(
      "N", "note", PlanePoint(x: tip.x, y: tip.y + 4), PictureLayout.noteSize, anchor: .middle,
      halo: "halo")
  }
}
