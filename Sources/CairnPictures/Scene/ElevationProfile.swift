internal import CairnGeodesy

/// The elevation profile of tracks, drawn below a map.
internal struct ElevationProfile: Sendable {
  /// The elevations along the tracks of a picture, one track after the other.
  struct Heights: Sendable {
    /// Distances from the start and elevations, in meters; a line for each part with known
    /// elevations.
    private(set) var lines: [[(distance: Double, height: Double)]] = []
    private(set) var length = 0.0
    private(set) var lowest = Double.infinity
    private(set) var highest = -Double.infinity
    let unit: LengthUnit

    /// Returns `nil` if there are no elevations, or too many tracks.
    init?(_ picture: MapPicture) {
      unit = picture.unit
      guard picture.tracks.count <= TrackEnd.limit else { return nil }
      for track in picture.tracks {
        var last: Coordinate?
        var line: [(distance: Double, height: Double)] = []
        for (place, height) in track.valid {
          length += last?.distance(to: place) ?? 0
          last = place
          if let height {
            line.append((length, height))
            lowest = min(lowest, height)
            highest = max(highest, height)
          } else {
            add(line)
            line = []
          }
        }
        add(line)
      }
      if lines.isEmpty || length <= 0 { return nil }
    }

    private mutating func add(_ line: [(distance: Double, height: Double)]) {
      if line.count > 1 { lines.append(line) }
    }
  }

  /// The lines of the profile.
  let lines: [[PlanePoint]]
  /// The areas between the lines and the axis.
  let areas: [[PlanePoint]]
  /// The horizontal lines at the lowest and the highest elevation.
  let axes: [[PlanePoint]]
  let labels: [PictureLabel]

  init(_ heights: Heights, in box: PixelBox) {
    let size = PictureScene.degreeSize + 1
    let unit = heights.unit.ofHeights
    func text(_ meters: Double) -> String {
      grouped(decimalText(unit.value(fromMeters: meters), digits: 0)) + " \(unit.symbol)"
    }
    let names = [text(heights.highest), text(heights.lowest)]
    let left = box.left + (names.map { TextWidth.of($0, size: size) }.max() ?? 0) + 8
    let (top, bottom) = (box.top + size * 0.6, box.bottom - size * 1.6)
    // A track that is level to the meter is a line in the middle.
    let isLevel = names[0] == names[1]
    let span = heights.highest - heights.lowest
    func point(_ distance: Double, _ height: Double) -> PlanePoint {
      let share = isLevel ? 0.5 : (height - heights.lowest) / span
      return PlanePoint(
        x: left + (box.right - left) * distance / heights.length,
        y: bottom - (bottom - top) * share)
    }
    lines = heights.lines.map { line in
      simplified(line: line.map { point($0.distance, $0.height) }, tolerance: 0.3)
    }
    areas = lines.compactMap { line in
      guard let first = line.first, let last = line.last else { return nil }
      return [PlanePoint(x: first.x, y: bottom)] + line + [PlanePoint(x: last.x, y: bottom)]
    }
    axes = (isLevel ? [bottom] : [top, bottom]).map { y in
      [PlanePoint(x: left, y: y), PlanePoint(x: box.right, y: y)]
    }
    func label(
      _ text: String, _ x: Double, _ y: Double, _ anchor: PictureLabel.Anchor
    ) -> PictureLabel {
      PictureLabel(
        text: text, point: PlanePoint(x: x, y: y), anchor: anchor, role: .degree, size: size)
    }
    let shown = isLevel ? [(names[0], (top + bottom) / 2)] : [(names[0], top), (names[1], bottom)]
    var labels = shown.map { label($0, left - 5, $1 + size * 0.35, .end) }
    labels.append(label("0", left, box.bottom - 1, .start))
    labels.append(label(heights.unit.text(meters: heights.length), box.right, box.bottom - 1, .end))
    self.labels = labels
  }
}

extension SVGDrawing {
  mutating func profile(_ profile: ElevationProfile) {
    path("axis", profile.axes)
    path("heights", profile.areas, isClosed: true)
    path("height", profile.lines)
    for label in profile.labels {
      text(label.text, "degree", label.point, label.size, anchor: label.anchor)
    }
  }
}
