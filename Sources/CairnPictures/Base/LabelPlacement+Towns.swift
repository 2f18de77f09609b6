internal import CairnGeodesy

extension LabelPlacement {
  /// The radius of the dot of a town, in pixels.
  static let dotRadius = 2.0

  /// Finds room for a dot and for a name beside it.
  ///
  /// - Parameters:
  ///   - text: the name.
  ///   - point: the middle of the town.
  ///   - size: the size of the letters.
  ///   - isLarge: whether a town whose dot has no room, as below a hotel, has its name nearby.
  /// - Returns: the label with its dot; nil if there is no room for both.
  mutating func place(
    _ text: String, besideDotAt point: PlanePoint, size: Double, isLarge: Bool
  ) -> PictureLabel? {
    let dot = PixelBox(around: point, radius: Self.dotRadius + 1.5)
    guard isFree(dot) else {
      return isLarge ? place(text, on: point, size: size, role: .town, isLarge: true) : nil
    }
    let (gap, middle, below) = (Self.dotRadius + 3, size * 0.35, Self.dotRadius + 2 + size * 0.85)
    let choices: [(x: Double, y: Double, anchor: PictureLabel.Anchor)] = [
      (gap, middle, .start), (-gap, middle, .end), (0, -gap - 1, .middle), (0, below, .middle),
      (gap, -2, .start), (-gap, -2, .end), (gap, below - 2, .start), (-gap, below - 2, .end),
    ]
    for choice in choices {
      let place = PlanePoint(x: point.x + choice.x, y: point.y + choice.y)
      // A gap to the next name, whose dot could be this one's.
      let box = PictureLabel.box(text, at: place, choice.anchor, size: size).expanded(by: 1.5)
        .widened(by: 3)
      guard reserveIfFree(box, avoidsLines: true) else { continue }
      take(dot)
      var label = PictureLabel(
        text: text, point: place, anchor: choice.anchor, role: .town, size: size)
      label.dot = point
      return label
    }
    return nil
  }

  /// Finds room for the name of a lake that is smaller than the name: across its shores, or beside
  /// it.
  ///
  /// - Parameters:
  ///   - text: the name.
  ///   - rings: the shores.
  ///   - room: the widest part of the lake.
  /// - Returns: the label; nil if the lake is too small or there is no room.
  mutating func place(
    _ text: String, besideLake rings: [[PlanePoint]], _ room: LabelRoom
  ) -> PictureLabel? {
    let size = 10.0
    // Of long lakes the area, of compact ones the extent.
    guard rings.reduce(0, { $0 + area(of: $1).magnitude }) >= 50 else { return nil }
    let corners = rings.joined()
    guard let left = corners.map(\.x).min(), let right = corners.map(\.x).max(),
      let top = corners.map(\.y).min(), let bottom = corners.map(\.y).max(),
      PlanePoint(x: left, y: top).distance(to: PlanePoint(x: right, y: bottom)) >= 24
    else { return nil }
    let middle = PlanePoint(x: (left + right) / 2, y: (top + bottom) / 2)
    let wide = TextWidth.of(text, size: size)
    var choices: [(PlanePoint, PictureLabel.Anchor)] = [
      (PlanePoint(x: middle.x, y: bottom + size), .middle),
      (PlanePoint(x: middle.x, y: top - 4), .middle),
      (PlanePoint(x: right + 3, y: middle.y + size * 0.35), .start),
      (PlanePoint(x: left - 3, y: middle.y + size * 0.35), .end),
    ]
    if room.width > wide * 0.5 {
      choices.insert(
        (PlanePoint(x: room.middle.x, y: room.middle.y + size * 0.35), .middle), at: 0)
    }
    for (point, anchor) in choices {
      let box = PictureLabel.box(text, at: point, anchor, size: size)
      if reserveIfFree(box.expanded(by: 1.5), avoidsLines: true) {
        return PictureLabel(text: text, point: point, anchor: anchor, role: .waters, size: size)
      }
    }
    return nil
  }
}
