/// A point on a plane map: meters from the middle of the projection, or pixels of a picture.
public struct PlanePoint: Hashable, Sendable {
  /// The coordinate to the right; in the middle of a projection this is eastward.
  public var x: Double
  /// The coordinate upward in a projection (northward in its middle), or downward in a picture.
  public var y: Double

  /// Creates a point.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  internal var isFinite: Bool { x.isFinite && y.isFinite }

  internal func distance(to other: PlanePoint) -> Double {
    let dx = other.x - x
    let dy = other.y - y
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The point at a fraction of the line to another point.
  internal func interpolated(to other: PlanePoint, fraction: Double) -> PlanePoint {
    PlanePoint(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
  }
}

/// A rectangle of a picture in pixels, y downward.
internal struct PixelBox: Hashable, Sendable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  init(left: Double, top: Double, right: Double, bottom: Double) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// The square around a point whose sides are twice a radius long.
  init(around point: PlanePoint, radius: Double) {
    self.init(
      left: point.x - radius, top: point.y - radius, right: point.x + radius,
      bottom: point.y + radius)
  }

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

  /// The box grown by a margin at the left and at the right.
  func widened(by margin: Double) -> PixelBox {
    PixelBox(left: left - margin, top: top, right: right + margin, bottom: bottom)
  }

  var corners: [PlanePoint] {
    [
      PlanePoint(x: left, y: top), PlanePoint(x: right, y: top), PlanePoint(x: right, y: bottom),
      PlanePoint(x: left, y: bottom),
    ]
  }
}
