internal import CairnCountries
internal import CairnGeodesy

extension MapFrame {
  /// Creates the frame of a picture: chooses the projection by its extent, and fits the extent into
  /// a box.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - box: the pixels that the map fills.
  ///   - inset: the margin around places and shapes, in pixels.
  init(fitting picture: MapPicture, into box: PixelBox, inset: Double) {
    var shown = picture.shownCoordinates
    var inset = inset
    if case .box = picture.extent { inset = 2 }
    // A single place is shown with its surroundings.
    if let place = shown.onlyPlace {
      let radius = picture.radiusOfSinglePlace
      let bounded = radius.isFinite ? min(max(radius, 10), 20_000_000) : 25_000
      shown = VisibleCoordinates(Cap(center: place, radius: bounded).rim(count: 36))
    }
    if shown.isEmpty || picture.extent == .world {
      let projection = picture.projection ?? .equalEarth()
      self.init(wholeOf: projection, box: box, inset: min(inset, 14))
      return
    }
    var projection = picture.projection ?? MapProjection(suiting: shown)
    var fit = Fit(shown, projection)
    if picture.projection == nil, !projection.isCutAlongMeridian,
      let middle = projection.coordinate(at: fit.middle), projection.center.latitude.magnitude < 89
    {
      projection = projection.recentered(middle)
      fit = Fit(shown, projection)
    }
    let room = box.expanded(by: -min(inset, box.width / 4, box.height / 4))
    let scale = min(room.width / max(fit.width, 1e-3), room.height / max(fit.height, 1e-3))
    guard scale.isFinite, scale > 0, fit.middle.isFinite else {
      self.init(wholeOf: .equalEarth(), box: box, inset: inset)
      return
    }
    let middle = Self.middle(fit, projection, scale: scale, box, room)
    let (aside, above) = (
      (middle.x - fit.middle.x).magnitude, (middle.y - fit.middle.y).magnitude
    )
    // At least 20 meters are shown.
    self = MapFrame(
      projection: projection, box: box, scale: min(scale, room.width / 20), middle: middle
    ).showing(width: max(fit.width + 2 * aside, 20), height: max(fit.height + 2 * above, 20))
  }

  /// The middle of some coordinates, moved so that a map cut along a meridian has no more empty
  /// space beyond the edge of the Earth than necessary.
  private static func middle(
    _ fit: Fit, _ projection: MapProjection, scale: Double, _ box: PixelBox, _ room: PixelBox
  ) -> PlanePoint {
    guard projection.isCutAlongMeridian else { return fit.middle }
    func bounded(_ middle: Double, _ earth: Double, _ pixels: Double, _ inset: Double) -> Double {
      // The Earth and its margin beyond half of the map.
      let rest = max(earth + inset / scale - pixels / 2 / scale, 0)
      return min(max(middle, -rest), rest)
    }
    return PlanePoint(
      x: bounded(
        fit.middle.x, MapProjection.equalEarth(eastward: 180, latitude: 0).x, box.width,
        room.left - box.left),
      y: bounded(
        fit.middle.y, MapProjection.equalEarth(eastward: 0, latitude: 90).y, box.height,
        room.top - box.top))
  }

  /// Creates the frame of a whole projection.
  private init(wholeOf projection: MapProjection, box: PixelBox, inset: Double) {
    let plain = MapFrame(
      projection: projection, box: box, scale: 1, middle: PlanePoint(x: 0, y: 0))
    let width: Double
    let height: Double
    if projection.isCutAlongMeridian {
      width = 2 * MapProjection.equalEarth(eastward: 180, latitude: 0).x
      height = 2 * MapProjection.equalEarth(eastward: 0, latitude: 90).y
    } else {
      width = 2 * projection.distance(ofAngle: plain.projection.reach)
      height = width
    }
    let room = box.expanded(by: -min(inset, box.width / 4, box.height / 4))
    self = MapFrame(
      projection: projection, box: box, scale: min(room.width / width, room.height / height),
      middle: PlanePoint(x: 0, y: 0)
    ).showing(width: width, height: height)
  }

  /// The bounds of coordinates on the plane, in meters.
  private struct Fit {
    var west = Double.infinity
    var east = -Double.infinity
    var south = Double.infinity
    var north = -Double.infinity

    init(_ coordinates: VisibleCoordinates, _ projection: MapProjection) {
      coordinates.forEach { coordinate in
        let point = projection.point(of: coordinate)
        guard point.isFinite else { return }
        west = min(west, point.x)
        east = max(east, point.x)
        south = min(south, point.y)
        north = max(north, point.y)
      }
    }

    var width: Double { east - west }
    var height: Double { north - south }
    var middle: PlanePoint { PlanePoint(x: (west + east) / 2, y: (south + north) / 2) }
  }
}

extension MapProjection {
  /// Chooses a projection for some coordinates: an azimuthal one around their middle if they are on
  /// less than half of the Earth, otherwise Equal Earth.
  fileprivate init(suiting coordinates: VisibleCoordinates) {
    let box = coordinates.boundingBox
    let isAround = box.longitudeSpan > 180
    var center = box.center
    // Coordinates around a pole are shown with the pole in the middle.
    if isAround, box.south > 10 || box.north < -10 {
      center = Coordinate(latitude: box.south > 0 ? 90 : -90, longitude: 0)
    }
    var radius = 0.0
    coordinates.forEach { radius = max(radius, center.distance(to: $0)) }
    if radius > 8_500_000 || isAround && center.latitude.magnitude < 90 && radius > 6_000_000 {
      let middle = isAround && box.longitudeSpan > 300 ? 0 : box.center.longitude
      self = .equalEarth(centralMeridian: middle)
    } else if radius > 400_000 {
      self = .azimuthalEqualArea(center: center)
    } else {
      self = .azimuthalEquidistant(center: center)
    }
  }

  /// The same projection with another center.
  fileprivate func recentered(_ center: Coordinate) -> MapProjection {
    switch kind {
    case .equalEarth: .equalEarth(centralMeridian: center.longitude)
    case .azimuthalEqualArea: .azimuthalEqualArea(center: center)
    case .azimuthalEquidistant: .azimuthalEquidistant(center: center)
    case .orthographic: .orthographic(center: center)
    }
  }
}

extension MapPicture {
  /// The coordinates that must be visible; empty for the whole world.
  fileprivate var shownCoordinates: VisibleCoordinates {
    switch extent {
    case .world: return VisibleCoordinates([])
    case .contents: return contents
    case .box(let box): return box.isEmpty ? contents : VisibleCoordinates(box.rim)
    case .circle(let cap): return cap.isEmpty ? contents : VisibleCoordinates(cap.rim(count: 72))
    case .country(let country, let zoom):
      let atlas = atlas ?? .world
      let region = country.zoomBox(zoom, margin: 0, in: atlas)
      // The land takes less room than its bounding box, especially at high latitudes.
      let land = atlas.rings(around: [country]).joined().filter { region.contains($0) }
      return VisibleCoordinates(land.isEmpty ? region.rim : Array(land))
    }
  }

  private var contents: VisibleCoordinates {
    var found = markers.map(\.coordinate)
    for circle in circles where !circle.isEmpty { found += circle.rim(count: 72) }
    for polygon in polygons {
      let ring = polygon.outer
      for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        found += MapEdge.samples(start, end, .greatCircle)
      }
    }
    let ways = tracks.map { $0.valid.map(\.coordinate) }
    for line in paths.map(\.coordinates) + tours.map(\.line) + ways {
      found += line.prefix(1)
      for (start, end) in zip(line, line.dropFirst()) {
        found += MapEdge.samples(start, end, .greatCircle)
      }
    }
    found.removeAll { !$0.isValid }
    let shown = VisibleCoordinates(found, crowd)
    if shown.isEmpty, let base, !base.extent.isEmpty { return VisibleCoordinates(base.extent.rim) }
    if shown.isEmpty, !highlighted.isEmpty {
      let region = (atlas ?? .world).zoomBox(of: highlighted)
      return VisibleCoordinates(region.rim)
    }
    return shown
  }
}

extension MapPicture.Tour {
  /// The corners of its line.
  internal var line: [Coordinate] {
    let line = stops.map(\.coordinate).filter(\.isValid)
    return isRoundTrip && line.count > 2 ? line + line.prefix(1) : line
  }
}

extension MapEdge {
  /// Eight coordinates on an edge, including its end.
  fileprivate static func samples(
    _ start: Coordinate, _ end: Coordinate, _ kind: Kind
  ) -> [Coordinate] {
    guard start.isValid, end.isValid else { return [] }
    let edge = MapEdge(start, end, kind)
    return (1...8).map { edge.coordinate(at: Double($0) / 8) }
  }
}

extension BoundingBox {
  /// Coordinates along the edges of the box.
  fileprivate var rim: [Coordinate] {
    guard !isEmpty else { return [] }
    let steps = 16
    var found: [Coordinate] = []
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      let longitude = west + longitudeSpan * share
      let latitude = south + latitudeSpan * share
      found.append(Coordinate(latitude: south, longitude: longitude))
      found.append(Coordinate(latitude: north, longitude: longitude))
      found.append(Coordinate(latitude: latitude, longitude: west))
      found.append(Coordinate(latitude: latitude, longitude: east))
    }
    return found
  }
}

extension Cap {
  /// Coordinates around the edge of the circle, enough to keep the great circles between them
  /// within a tenth of a pixel of it.
  ///
  /// The chord of one of *n* parts deviates from a circle of radius r by r (π / n)² / 2.
  internal func rim(atPixelsPerMeter scale: Double) -> [Coordinate] {
    let count = Double.pi * (radius * scale / 0.2).squareRoot()
    return rim(count: Int(min(max(count, 72), 10_000)))
  }

  /// Coordinates around the edge of the circle, at its radius from the center.
  internal func rim(count: Int) -> [Coordinate] {
    guard !isEmpty else { return [] }
    // No point is farther than the antipode.
    let radius = min(radius, Sphere.mean.radius * .pi)
    return (0..<count).map { number in
      center.destination(bearing: Double(number) * 360 / Double(count), distance: radius)
    }
  }
}
