/// A rectangle of a picture in pixels, y downwards.
internal struct PixelBox: Hashable, Sendable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  var width: Double { right - left }
  var height: Double { bottom - top }
  var center: PlanePoint { PlanePoint(x: (left + right) / 2, y: (top + bottom) / 2) }

  func contains(_ point: PlanePoint) -> Bool {
    point.x >= left && point.x <= right && point.y >= top && point.y <= bottom
  }

  func contains(_ other: PixelBox) -> Bool {
    other.left >= left && other.right <= right && other.top >= top && other.bottom <= bottom
  }

  func intersects(_ other: PixelBox) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  /// The box grown by a margin at each side.
  func expanded(by margin: Double) -> PixelBox {
    PixelBox(left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin)
  }

  var corners: [PlanePoint] {
    [
      PlanePoint(x: left, y: top), PlanePoint(x: right, y: top), PlanePoint(x: right, y: bottom),
      PlanePoint(x: left, y: bottom),
    ]
  }
}
