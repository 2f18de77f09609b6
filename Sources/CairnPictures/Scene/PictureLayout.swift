internal import CairnGeodesy

/// The positions of the parts of a picture: the title and the legend above the map, the attribution
/// below it, so that nothing covers the map.
internal struct PictureLayout: Sendable {
  /// The content of a row of the legend: the color of a category, or the size of a symbol.
  struct Row: Sendable {
    var category: Int?
    var text: String
    var radius = 5.0

    init(_ category: Int?, _ text: String) {
      self.category = category
      self.text = text
    }
  }

  /// A row of the legend.
  struct Entry: Sendable {
    var row: Row
    var text: String
    /// The middle of its symbol.
    var point: PlanePoint
  }

  let size: PixelBox
  /// The part that the map fills.
  let map: PixelBox
  /// The part below the map for an elevation profile.
  let profile: PixelBox?
  let title: [(text: String, point: PlanePoint)]
  let legend: [Entry]
  let attribution: [(text: String, point: PlanePoint)]
  /// A text to the left of the attribution.
  private(set) var note: (text: String, point: PlanePoint)?

  static let titleSize = 20.0
  static let legendSize = 13.0
  static let noteSize = 11.0

  /// The margin at the sides, and that below the attribution.
  private static func margins(
    _ size: PixelBox, _ wanted: Double?, narrow: Double
  ) -> (side: Double, below: Double) {
    guard let wanted, wanted.isFinite else { return (narrow, narrow * 0.9) }
    let wide = min(max(wanted, 0), min(200, size.width / 6, size.height / 6))
    return (wide, wide)
  }

  /// Lays out the parts around the map.
  init(
    size: PixelBox, title: String, legend rows: [Row], attribution text: String,
    hasProfile: Bool = false, margin: Double? = nil
  ) {
    self.size = size
    let narrow = min(14, size.width / 24)
    let (margin, below) = Self.margins(size, margin, narrow: narrow)
    let room = size.width - 2 * margin
    // On a small picture the map has priority.
    let isSmall = size.height < 240 || size.width < 240
    let titleSize = size.width < 520 ? 16 : Self.titleSize
    var y = margin
    let lines =
      title.isEmpty ? [] : TextWidth.lines(of: title, width: room, size: titleSize * 1.12, limit: 2)
    self.title = lines.prefix(isSmall ? 1 : 2).map { line in
      y += titleSize * 1.25
      return (line, PlanePoint(x: margin, y: y - titleSize * 0.35))
    }
    if !rows.isEmpty, !isSmall {
      // Rows are as high as the largest symbol.
      let high = max(rows.map(\.radius).max() ?? 5, 5)
      y += max(Self.legendSize * (lines.isEmpty ? 0.6 : 1), high + 2)
      legend = Self.entries(rows, from: y, size, margin, lineHeight: 2 * high + 3)
      y = (legend.last?.point.y ?? y) + max(Self.legendSize * 0.6, high + 1)
    } else {
      legend = []
    }
    if y > margin { y += narrow * 0.6 }
    let notes =
      text.isEmpty || isSmall
      ? [] : TextWidth.lines(of: text, width: room, size: Self.noteSize, limit: 3)
    let bottom = size.bottom - (notes.isEmpty ? margin : Double(notes.count) * 14 + below)
    attribution = notes.enumerated().map { number, line in
      (line, PlanePoint(x: size.right - margin, y: bottom + 14 * Double(number + 1)))
    }
    var mapBottom = bottom
    if hasProfile, size.height >= 320, size.width >= 240 {
      let high = min(max(size.height * 0.17, 64), 150)
      profile = PixelBox(
        left: margin, top: bottom - high, right: size.right - margin, bottom: bottom)
      mapBottom -= high + 10
    } else {
      profile = nil
    }
    map = PixelBox(
      left: margin, top: y, right: size.right - margin, bottom: max(mapBottom, y + 32))
  }

  /// Lays out the legend, in lines that begin at most at 30 percent of the height.
  ///
  /// If there is no room for all rows, the last entry is the number of the others.
  private static func entries(
    _ rows: [Row], from top: Double, _ size: PixelBox, _ margin: Double, lineHeight: Double
  ) -> [Entry] {
    var entries: [Entry] = []
    var y = top
    /// Appends a row, on the next line if necessary; returns false if there is no room.
    func append(_ row: Row) -> Bool {
      let text = TextWidth.truncated(
        row.text, to: size.width - 2 * margin - 24, size: legendSize)
      func width(_ text: String, _ radius: Double) -> Double {
        TextWidth.of(text, size: legendSize) + 8 + 2 * radius
      }
      var x = margin
      if let last = entries.last, last.point.y == y {
        x = last.point.x - last.row.radius - 1 + width(last.text, last.row.radius) + 16
      }
      if x > margin, x + width(text, row.radius) > size.width - margin {
        x = margin
        let next = y + max(legendSize * 1.6, lineHeight)
        guard next <= size.height * 0.3 else { return false }
        y = next
      }
      entries.append(Entry(row: row, text: text, point: PlanePoint(x: x + row.radius + 1, y: y)))
      return true
    }
    guard let full = rows.firstIndex(where: { !append($0) }) else { return entries }
    var rest = Row(nil, "+ \(rows.count - full) more")
    rest.radius = 0
    while !append(rest), entries.popLast() != nil {
      y = entries.last?.point.y ?? top
      rest.text = "+ \(rows.count - entries.count) more"
    }
    return entries
  }

  /// Adds a text on a line of the attribution that has room for it, the first one if possible.
  mutating func addNote(_ text: String) {
    let width = TextWidth.of(text, size: Self.noteSize) + 16
    let line = attribution.first { line in
      line.point.x - TextWidth.of(line.text, size: Self.noteSize) - map.left >= width
    }
    guard let line else { return }
    note = (text, PlanePoint(x: map.left, y: line.point.y))
  }
}

extension MapPicture {
  /// The greatest magnitude; `nil` if all symbols have the same size.
  internal var greatestMagnitude: Double? {
    markers.lazy.compactMap(\.magnitude).filter(\.isFinite).max().map { max($0, 0) }
  }

  /// The least magnitude that is positive; nil if there is none.
  private var leastMagnitude: Double? {
    markers.lazy.compactMap(\.magnitude).filter { $0.isFinite && $0 > 0 }.min()
  }

  /// The rows of the legend for the sizes of symbols: a round magnitude and up to two smaller ones
  /// that are not below those on the map.
  internal var sizeRows: [PictureLayout.Row] {
    guard let greatest = greatestMagnitude, let round = ScaleBar.roundParts(greatest) else {
      return []
    }
    let least = leastMagnitude ?? 0
    // The round number, a fifth and a twentieth of it; or larger parts, such as 5, 3 and 2.
    let parts = [
      [100, 20, 5], [100, 50, 20], [100, 60, 40], [100, 80, 60], [100, 80], [100],
    ]
    let choices = parts.map { parts in
      parts.map { value(ofHundredths: $0, round) }
    }
    // Without a round number between the least and the greatest one, the greatest itself.
    let values = choices.first { $0.allSatisfy { $0 >= least } } ?? [greatest]
    return values.enumerated().map { number, value in
      let digits = value < 1e-9 ? nil : max(2 - round.exponent, 0)
      let text = digits.map { decimalText(value, digits: $0, trimsZeros: true) }
      var row = PictureLayout.Row(nil, grouped(text ?? value.description))
      row.radius = PictureSymbols.radius(of: value, greatest: greatest)
      if number == 0, !magnitudeTitle.isEmpty { row.text += " " + magnitudeTitle }
      return row
    }
  }

  /// A part of a round number in hundredths of it.
  private func value(
    ofHundredths hundredths: Int, _ round: (digit: Int, exponent: Int)
  ) -> Double {
    Double("\(round.digit * hundredths)e\(round.exponent - 2)") ?? 0
  }
}
