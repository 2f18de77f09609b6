internal import CairnGeodesy

extension LabelPlacement {
  /// Finds room for a name at a point, preferably in the middle; near the edge of the map it moves
  /// inward.
  ///
  /// - Parameters:
  ///   - text: the name.
  ///   - point: the middle of the named object.
  ///   - size: the size of the letters.
  ///   - role: the kind of the label.
  ///   - slack: the maximum distance from the point, in letters.
  ///   - isLarge: whether the object is so large that its name may also be beside it.
  /// - Returns: the label; nil if there is no room.
  mutating func place(
    _ text: String, on point: PlanePoint, size: Double, role: PictureLabel.Role,
    slack: Double = 1.6, isLarge: Bool = false
  ) -> PictureLabel? {
    let wide = TextWidth.of(text, size: size) / 2
    let near = [(0.0, 0.0), (0, -1), (0, 1), (0.5, -1), (-0.5, -1), (0.5, 1), (-0.5, 1)]
    let far = [
      (1.0, -1.0), (-1, -1), (1, 1), (-1, 1), (1.3, 0), (-1.3, 0), (0, -2), (0, 2), (0.7, -2),
      (-0.7, -2), (0.7, 2), (-0.7, 2),
    ]
    // The box has a margin of 1.5 pixels.
    let (first, last) = (bounds.left + wide + 2, bounds.right - wide - 2)
    let isInside = point.x >= bounds.left && point.x <= bounds.right && first <= last
    // A city that fills the map may have its name farther away.
    let farther =
      isLarge
      ? (3...9).flatMap { ring in
        [(0.0, -1.0), (0, 1), (0.8, 0), (-0.8, 0), (0.8, -1), (-0.8, -1), (0.8, 1), (-0.8, 1)].map {
          (x: $0.0 * Double(ring), y: $0.1 * Double(ring))
        }
      } : []
    for (x, y) in isLarge ? near + far + farther : near {
      var place = PlanePoint(
        x: point.x + x * wide * min(slack, 1), y: point.y + size * (0.35 + y * slack))
      if isInside, slack > 0 { place.x = min(max(place.x, first), last) }
      if slack == 0, x != 0 || y != 0 { break }
      let box = PictureLabel.box(text, at: place, .middle, size: size)
      if reserveIfFree(box.expanded(by: 1.5), avoidsLines: true) {
        return PictureLabel(text: text, point: place, anchor: .middle, role: role, size: size)
      }
    }
    return nil
  }

  /// Finds room for a name on a line, where the line is almost straight, near its middle.
  ///
  /// - Returns: a rotated label; nil if the line is too short, too curved or covered.
  mutating func place(
    _ text: String, along line: [PlanePoint], size: Double, role: PictureLabel.Role
  ) -> PictureLabel? {
    let width = TextWidth.of(text, size: size)
    let whole = length(of: line)
    guard whole > width * 1.1 else { return nil }
    let step = max(width / 6, (whole - width) / 60)
    let starts = stride(from: 0, through: whole - width, by: step)
      .sorted { ($0 - (whole - width) / 2).magnitude < ($1 - (whole - width) / 2).magnitude }
    let walk = LineWalk(line)
    // The name of a river that winds everywhere is across its bends.
    let bends = [(1.0, 0.96, 0.4), (1, 0.85, 0.9), (1.2, 0.96, 0.9), (1.4, 0.96, 0.9)]
    for (stretch, straightness, bulge) in bends.prefix(role == .waters ? 4 : 1) {
      for start in starts where start + width * stretch <= whole {
        let first = walk.point(at: start)
        let last = walk.point(at: start + width * stretch)
        let chord = first.distance(to: last)
        let middle = walk.point(at: start + width * stretch / 2)
        let center = first.interpolated(to: last, fraction: 0.5)
        guard chord > straightness * width, middle.distance(to: center) < size * bulge else {
          continue
        }
        let (left, right) = first.x <= last.x ? (first, last) : (last, first)
        let boxes = Self.boxes(from: left, to: right, size: size)
        guard boxes.allSatisfy({ isFree($0, avoidsLines: true) }) else { continue }
        for box in boxes { take(box) }
        let (dx, dy) = ((right.x - left.x) / chord, (right.y - left.y) / chord)
        // The baseline is below the middle of the letters.
        let base = PlanePoint(x: center.x - dy * size * 0.34, y: center.y + dx * size * 0.34)
        var label = PictureLabel(text: text, point: base, anchor: .middle, role: role, size: size)
        label.angle = polarAngle(degreesOfX: dx, y: dy)
        return label
      }
    }
    return nil
  }

  /// Boxes that cover a line of text from one end of its middle line to the other.
  private static func boxes(
    from left: PlanePoint, to right: PlanePoint, size: Double
  ) -> [PixelBox] {
    let count = max(1, Int((left.distance(to: right) / (size * 0.8)).rounded(.up)))
    return (0...count).map { number in
      let point = left.interpolated(to: right, fraction: Double(number) / Double(count))
      return PixelBox(around: point, radius: size * 0.6)
    }
  }

  /// Reserves the pixels near lines, so that names are placed beside them if possible.
  mutating func reserveLines(_ lines: some Sequence<[PlanePoint]>) {
    let spacing = 6.0
    for line in lines {
      let walk = LineWalk(line)
      for distance in stride(from: 0, through: walk.length, by: spacing) {
        let point = walk.point(at: distance)
        reserveLine(PixelBox(around: point, radius: 3))
      }
    }
  }
}

/// A line with the distances of its corners from its start.
internal struct LineWalk {
  private let line: [PlanePoint]
  private let distances: [Double]

  init(_ line: [PlanePoint]) {
    self.line = line
    var distances = [0.0]
    distances.reserveCapacity(line.count)
    for (start, end) in zip(line, line.dropFirst()) {
      distances.append(distances[distances.count - 1] + start.distance(to: end))
    }
    self.distances = distances
  }

  var length: Double { distances[distances.count - 1] }

  /// The point at a distance from the start, in O(log *n*); the last one beyond the end.
  func point(at distance: Double) -> PlanePoint {
    var (low, high) = (0, distances.count)
    while low < high {
      let middle = (low + high) / 2
      if distances[middle] < distance { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return line.first ?? PlanePoint(x: 0, y: 0) }
    guard low < line.count else { return line[line.count - 1] }
    let step = distances[low] - distances[low - 1]
    let share = step > 0 ? (distance - distances[low - 1]) / step : 0
    return line[low - 1].interpolated(to: line[low], fraction: share)
  }
}
