internal import CairnGeodesy

/// The position and scale of a projection in a picture.
internal struct MapFrame: Sendable {
  let projection: MapProjection
  /// The part of the picture that the map fills.
  let box: PixelBox
  /// Pixels per meter of the plane.
  let scale: Double
  /// The pixel of the plane's origin.
  let origin: PlanePoint
  /// The part that must be visible, in pixels; by default the whole box.
  private(set) var shown: PixelBox

  init(projection: MapProjection, box: PixelBox, scale: Double, middle: PlanePoint) {
    self.projection = projection
    self.box = box
    self.scale = scale
    shown = box
    let center = box.center
    origin = PlanePoint(x: center.x - middle.x * scale, y: center.y + middle.y * scale)
  }

  /// The same map, with the size of the part around its middle that must be visible, in meters.
  func showing(width: Double, height: Double) -> MapFrame {
    var frame = self
    let center = box.center
    let (dx, dy) = (width / 2 * scale, height / 2 * scale)
    frame.shown = PixelBox(
      left: center.x - dx, top: center.y - dy, right: center.x + dx, bottom: center.y + dy)
    return frame
  }

  /// The same map, extended to another box.
  func widened(to box: PixelBox) -> MapFrame {
    let center = self.box.center
    return MapFrame(
      projection: projection, box: box, scale: scale,
      middle: PlanePoint(x: (center.x - origin.x) / scale, y: (origin.y - center.y) / scale))
  }

  func pixel(_ plane: PlanePoint) -> PlanePoint {
    PlanePoint(x: origin.x + plane.x * scale, y: origin.y - plane.y * scale)
  }

  /// The pixel of a coordinate; NaN if it is not on the map.
  func pixel(of coordinate: Coordinate) -> PlanePoint {
    pixel(projection.point(of: coordinate))
  }

  /// The coordinate at a pixel; `nil` beyond the edge of the map.
  func coordinate(at pixel: PlanePoint) -> Coordinate? {
    projection.coordinate(
      at: PlanePoint(x: (pixel.x - origin.x) / scale, y: (origin.y - pixel.y) / scale))
  }

  /// The angular radius of the disc that is drawn to fill the box, in degrees: well beyond the
  /// corners, but short of the antipode, where the smallest circle would be as wide as the map.
  var reach: Double {
    let corner = box.corners.map { $0.distance(to: origin) }.max() ?? 0
    let limit = min(projection.reach, 179.5)
    guard let angle = projection.angle(ofDistance: corner / scale) else { return limit }
    return min(angle * 1.25 + 1e-9, limit)
  }
}
