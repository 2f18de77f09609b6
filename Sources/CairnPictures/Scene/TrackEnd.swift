internal import CairnGeodesy

/// The start or the end of a track, with its label.
internal struct TrackEnd: Sendable {
  var point: PlanePoint
  var isStart: Bool
  var text: String

  /// The maximum number of tracks whose ends are shown; with more, they could not be distinguished.
  static let limit = 3
  /// The radius of a symbol.
  static let radius = 5.0

  /// The ends of a picture's tracks that are on the map.
  static func ends(of picture: MapPicture, _ frame: MapFrame) -> [TrackEnd] {
    guard picture.tracks.count <= limit else { return [] }
    return picture.tracks.flatMap { track -> [TrackEnd] in
      let way = track.valid.map(\.coordinate)
      guard let first = way.first, let last = way.last else { return [] }
      let meters = track.length
      let length = picture.unit.text(meters: meters)
      let isRound = first.distance(to: last) < max(meters * 0.01, 1)
      let ends =
        isRound
        ? [(first, true, "Start and end, \(length)")]
        : [(first, true, "Start"), (last, false, "End, \(length)")]
      return ends.compactMap { place, isStart, text in
        let point = frame.pixel(of: place)
        guard point.isFinite, frame.box.contains(point) else { return nil }
        return TrackEnd(point: point, isStart: isStart, text: text)
      }
    }
  }
}

extension MapPicture.Track {
  /// The valid coordinates with their elevations.
  internal var valid: [(coordinate: Coordinate, height: Double?)] {
    coordinates.indices.filter { coordinates[$0].isValid }.map { number in
      let height = heights.indices.contains(number) ? heights[number] : nil
      return (coordinates[number], height.flatMap { $0.isFinite ? $0 : nil })
    }
  }

  /// The length in meters.
  internal var length: Double { GeoPath(valid.map(\.coordinate)).length() }
}

extension SVGDrawing {
  /// Writes the ends of tracks: a ring for the start, a square for the end.
  mutating func ends(_ ends: [TrackEnd]) {
    for end in ends {
      if end.isStart {
        circle("start", end.point, TrackEnd.radius, title: end.text)
      } else {
        let (x, y, r) = (end.point.x, end.point.y, TrackEnd.radius)
        let box = PixelBox(left: x - r, top: y - r, right: x + r, bottom: y + r)
        path("finish", [box.corners], isClosed: true)
      }
    }
  }
}
