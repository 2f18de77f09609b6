/// The occupied parts of a map: texts, symbols, and lines that are covered only if necessary.
internal struct LabelPlacement: Sendable {
  let bounds: PixelBox
  private var texts = BoxGrid<PixelBox>()
  private var symbols = BoxGrid<Symbol>()
  private var lines = BoxGrid<PixelBox>()
  /// Further symbols.
  var field: SymbolIndex?

  /// A round symbol.
  private struct Symbol: Equatable, Sendable {
    var center: PlanePoint
    var radius: Double
    var importance: Double
    var box: PixelBox { PixelBox(around: center, radius: radius) }

    /// Whether the symbol is at a point, within rounding.
    func isAt(_ point: PlanePoint?) -> Bool { point.map { $0.distance(to: center) < 1.5 } ?? false }
  }

  init(in bounds: PixelBox) {
    self.bounds = bounds
  }

  /// Reserves the box of a text, whether it is free or not.
  mutating func take(_ box: PixelBox) { texts.insert(box, in: box) }

  /// Reserves a symbol, which may cover others.
  mutating func reserveSymbol(_ center: PlanePoint, radius: Double, importance: Double = .infinity)
  {
    let symbol = Symbol(center: center, radius: radius, importance: importance)
    symbols.insert(symbol, in: symbol.box)
  }

  /// Reserves a piece of a track or route.
  mutating func reserveLine(_ box: PixelBox) {
    lines.insert(box, in: box)
    hasLines = true
  }

  /// Whether lines are reserved.
  private(set) var hasLines = false

  /// Reserves a box if it is free; returns whether it did.
  mutating func reserveIfFree(_ box: PixelBox, avoidsLines: Bool = false) -> Bool {
    guard isFree(box, avoidsLines: avoidsLines) else { return false }
    take(box)
    return true
  }

  /// Whether a box is within the bounds and covers no text and no symbol.
  ///
  /// - Parameters:
  ///   - box: the box.
  ///   - avoidsLines: whether it may not cover tracks and routes either.
  ///   - own: the center of symbols that it may cover.
  /// - Returns: whether it is free.
  func isFree(_ box: PixelBox, avoidsLines: Bool = false, except own: PlanePoint? = nil) -> Bool {
    guard bounds.contains(box), !(field?.touches(box) ?? false) else { return false }
    func covers(_ other: PixelBox) -> Bool { other.intersects(box) }
    return !texts.contains(near: box, where: covers)
      && !symbols.contains(near: box) { covers($0.box) && !$0.isAt(own) }
      && !(avoidsLines && lines.contains(near: box, where: covers))
  }

  /// Whether a leader line crosses no text and no symbol.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - boxes: boxes that cover it.
  ///   - avoidsLines: whether it may not cross tracks and routes either.
  ///   - own: the center of symbols that it may cross.
  ///   - importance: that of symbols that it may not cross, at least.
  /// - Returns: whether it is free.
  func isFree(
    _ line: PictureLabel.Leader, in boxes: [PixelBox], avoidsLines: Bool, except own: PlanePoint,
    crossingBelow importance: Double
  ) -> Bool {
    boxes.allSatisfy { box in
      func covers(_ other: PixelBox) -> Bool { other.intersects(box) }
      return bounds.contains(box) && !(field?.touches(box) ?? false)
        && !texts.contains(near: box, where: covers)
        && !(avoidsLines && lines.contains(near: box, where: covers))
        && !symbols.contains(near: box.expanded(by: 2)) { symbol in
          symbol.importance >= importance && !symbol.isAt(own)
            && line.distance(to: symbol.center) < symbol.radius + 1.5
        }
    }
  }
}

/// A text on a map.
internal struct PictureLabel: Sendable {
  /// The part of the text that is at its point.
  enum Anchor: String, Sendable {
    case start, middle, end
  }

  /// The kind of object that the text labels.
  enum Role: String, Sendable {
    case marker, country, degree, town, waters, leaf, road
  }

  /// A line from a symbol to its name.
  struct Leader: Sendable {
    /// The end at the edge of the symbol.
    var start: PlanePoint
    /// The end beside the name.
    var end: PlanePoint

    /// The distance of a point from the nearest point of the line.
    func distance(to point: PlanePoint) -> Double {
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let square = dx * dx + dy * dy
      let along = (point.x - start.x) * dx + (point.y - start.y) * dy
      let share = square > 0 ? min(max(along / square, 0), 1) : 0
      return start.interpolated(to: end, fraction: share).distance(to: point)
    }
  }

  var text: String
  /// The point on the baseline.
  var point: PlanePoint
  var anchor: Anchor
  var role: Role
  /// The size of the font, in pixels.
  var size: Double
  /// The rotation around the point, in degrees, clockwise.
  var angle = 0.0
  /// The line to the symbol; nil if the text is beside it.
  var leader: Leader?
  /// The dot of a town of the base layer, which is not a symbol of the map.
  var dot: PlanePoint?

  /// The box of the text, if it is not rotated.
  var box: PixelBox { Self.box(text, at: point, anchor, size: size) }

  /// The box of a text at a point.
  static func box(
    _ text: String, at point: PlanePoint, _ anchor: Anchor, size: Double
  ) -> PixelBox {
    let width = TextWidth.of(text, size: size)
    let left =
      switch anchor {
      case .start: point.x
      case .middle: point.x - width / 2
      case .end: point.x - width
      }
    return PixelBox(
      left: left, top: point.y - size * 0.85, right: left + width, bottom: point.y + size * 0.25)
  }
}
