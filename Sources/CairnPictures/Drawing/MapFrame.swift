internal import CairnGeodesy

/// Where a projection lies in a picture: what is in the middle of the box, and how large.
internal struct MapFrame: Sendable {
  let projection: MapProjection
  /// The part of the picture that the map fills.
  let box: PixelBox
  /// Pixels per metre of the plane.
  let scale: Double
  /// The pixel of the plane's zero.
  let origin: PlanePoint
  /// What must be seen, in pixels; the whole box where nothing is said.
  private(set) var shown: PixelBox

  init(projection: MapProjection, box: PixelBox, scale: Double, middle: PlanePoint) {
    self.projection = projection
    self.box = box
    self.scale = scale
    shown = box
    let center = box.center
    origin = PlanePoint(x: center.x - middle.x * scale, y: center.y + middle.y * scale)
  }

  /// The same map, with the part of the plane around its middle that must be seen, in metres.
  func showing(width: Double, height: Double) -> MapFrame {
    var frame = self
    let center = box.center
    let (dx, dy) = (width / 2 * scale, height / 2 * scale)
    frame.shown = PixelBox(
      left: center.x - dx, top: center.y - dy, right: center.x + dx, bottom: center.y + dy)
    return frame
  }

  /// The same map with another box around its middle.
  func widened(to box: PixelBox) -> MapFrame {
    let center = self.box.center
    return MapFrame(
      projection: projection, box: box, scale: scale,
      middle: PlanePoint(x: (center.x - origin.x) / scale, y: (origin.y - center.y) / scale))
  }

  func pixel(_ plane: PlanePoint) -> PlanePoint {
    PlanePoint(x: origin.x + plane.x * scale, y: origin.y - plane.y * scale)
  }

  /// The pixel of a coordinate; NaN where it is not on the map.
  func pixel(of coordinate: Coordinate) -> PlanePoint {
    pixel(projection.point(of: coordinate))
  }

  /// The coordinate at a pixel; `nil` beyond the edge of the map.
  func coordinate(at pixel: PlanePoint) -> Coordinate? {
    projection.coordinate(
      at: PlanePoint(x: (pixel.x - origin.x) / scale, y: (origin.y - pixel.y) / scale))
  }

  /// How far from the centre a disc must be drawn to fill the box, in degrees: well beyond its
  /// corners, but short of the antipode, where the smallest circle is drawn as wide as the map.
  var reach: Double {
    let corner = box.corners.map { $0.distance(to: origin) }.max() ?? 0
    let limit = min(projection.reach, 179.5)
    guard let angle = projection.angle(ofDistance: corner / scale) else { return limit }
    return min(angle * 1.25 + 1e-9, limit)
  }
}
