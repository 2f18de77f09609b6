/// Places labels within a box so that they cover neither each other nor symbols.
internal struct LabelPlacement: Sendable {
  private let bounds: PixelBox
  /// The boxes of texts and of symbols, by the cells of a grid.
  private var texts: [Int: [PixelBox]] = [:]
  private var symbols: [Int: [Symbol]] = [:]
  /// Further symbols, without importance.
  var field: SymbolIndex?
  private static let cell = 48.0

  /// The box of a symbol.
  private struct Symbol {
    var box: PixelBox
    var importance: Double
  }

  init(in bounds: PixelBox) {
    self.bounds = bounds
  }

  /// Reserves the box of a text, whether it is free or not.
  mutating func take(_ box: PixelBox) {
    for key in keys(of: box) { texts[key, default: []].append(box) }
  }

  /// Reserves the box of a symbol, which may cover others.
  mutating func reserveSymbol(_ box: PixelBox, importance: Double = .infinity) {
    for key in keys(of: box) {
      symbols[key, default: []].append(Symbol(box: box, importance: importance))
    }
  }

  /// Reserves a box if it is within the bounds and covers no text and no symbol of at least an
  /// importance; returns whether it did.
  mutating func reserveIfFree(_ box: PixelBox, onSymbolsBelow importance: Double = 0) -> Bool {
    guard isFree(box, onSymbolsBelow: importance) else { return false }
    take(box)
    return true
  }

  /// Whether a box is within the bounds and covers only symbols below an importance.
  func isFree(_ box: PixelBox, onSymbolsBelow importance: Double = 0) -> Bool {
    guard bounds.contains(box) else { return false }
    if importance <= 0, field?.touches(box) ?? false { return false }
    return !keys(of: box).contains { key in
      texts[key]?.contains { $0.intersects(box) } ?? false
        || symbols[key]?.contains { $0.importance >= importance && $0.box.intersects(box) } ?? false
    }
  }

  /// The keys of the grid cells that a box touches.
  private func keys(of box: PixelBox) -> [Int] {
    func cell(_ x: Double) -> Int { Int((min(max(x, -1e6), 1e6) / Self.cell).rounded(.down)) }
    var keys: [Int] = []
    for row in cell(box.top)...max(cell(box.top), cell(box.bottom)) {
      for column in cell(box.left)...max(cell(box.left), cell(box.right)) {
        keys.append(row << 24 + column)
      }
    }
    return keys
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

  var text: String
  /// The point on the baseline.
  var point: PlanePoint
  var anchor: Anchor
  var role: Role
  /// The size of the font, in pixels.
  var size: Double
  /// The rotation around the point, in degrees, clockwise.
  var angle = 0.0

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

extension LabelPlacement {
  /// Finds room for the name of a symbol, preferably to its right.
  mutating func place(
    _ text: String, around point: PlanePoint, gap: Double, size: Double, role: PictureLabel.Role,
    onSymbolsBelow importance: Double = 0
  ) -> PictureLabel? {
    let middle = size * 0.35
    let positions: [(x: Double, y: Double, anchor: PictureLabel.Anchor)] = [
      (gap, middle, .start), (-gap, middle, .end), (0, -gap - 1, .middle),
      (0, gap + size * 0.85, .middle), (gap * 0.7, -gap * 0.7, .start),
      (gap * 0.7, gap * 0.7 + size * 0.7, .start), (-gap * 0.7, -gap * 0.7, .end),
      (-gap * 0.7, gap * 0.7 + size * 0.7, .end),
    ]
    for position in positions {
      let place = PlanePoint(x: point.x + position.x, y: point.y + position.y)
      let box = PictureLabel.box(text, at: place, position.anchor, size: size)
      if reserveIfFree(box, onSymbolsBelow: importance) {
        return PictureLabel(
          text: text, point: place, anchor: position.anchor, role: role, size: size)
      }
    }
    return nil
  }
}
