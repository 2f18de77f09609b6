/// A grid of characters with eight dots each, two wide and four high, overlaid with text.
///
/// The dots of Unicode's Braille patterns (U+2800 to U+28FF) form a square grid if characters are
/// twice as high as wide, as in most terminals.
internal struct BrailleCanvas: Sendable {
  /// One of a terminal's 256 colors; `nil` for the default text color.
  typealias Color = UInt8?

  let columns: Int
  let rows: Int
  private var dots: [UInt8]
  /// The character of a cell, shown instead of its dots; "" in the cell after a wide character.
  private var characters: [String?]
  private var colors: [Color]
  /// The priority of a cell's color; the highest one wins.
  private var ranks: [Int]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    dots = [UInt8](repeating: 0, count: columns * rows)
    characters = [String?](repeating: nil, count: columns * rows)
    colors = [Color](repeating: nil, count: columns * rows)
    ranks = [Int](repeating: -1, count: columns * rows)
  }

  /// All dots as a box of pixels.
  var box: PixelBox {
    PixelBox(left: 0, top: 0, right: Double(2 * columns), bottom: Double(4 * rows))
  }

  /// The cell that contains a point.
  func cell(at point: PlanePoint) -> (column: Int, row: Int)? {
    guard point.x >= 0, point.y >= 0, point.x < box.right, point.y < box.bottom else { return nil }
    return (Int(point.x) / 2, Int(point.y) / 4)
  }

  /// Draws a line of dots.
  ///
  /// - Parameters:
  ///   - line: pixels; parts outside of the canvas are left out.
  ///   - color: the color of its dots.
  ///   - rank: the priority of the line's color among others in the same cell.
  ///   - gap: the number of dots left out after each dot.
  mutating func draw(_ line: [PlanePoint], color: Color, rank: Int, gap: Int = 0) {
    var step = 0
    for part in clipped(line: line, to: box.expanded(by: 1)) {
      for (start, end) in zip(part, part.dropFirst()) {
        let length = max((end.x - start.x).magnitude, (end.y - start.y).magnitude)
        let count = max(1, Int(length.rounded(.up)))
        for number in 0..<count {
          step += 1
          guard step % (gap + 1) == 0 else { continue }
          dot(start.interpolated(to: end, fraction: Double(number) / Double(count)), color, rank)
        }
      }
    }
  }

  private mutating func dot(_ point: PlanePoint, _ color: Color, _ rank: Int) {
    guard let cell = cell(at: point) else { return }
    let index = cell.row * columns + cell.column
    // The bits go down the left column for three dots, down the right one, then along the bottom.
    let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
    dots[index] |= bits[Int(point.y) % 4 * 2 + Int(point.x) % 2]
    if rank > ranks[index] {
      ranks[index] = rank
      colors[index] = color
    }
  }

  /// Whether some cells of a row are on the canvas and have no characters.
  func isFree(column: Int, row: Int, width: Int) -> Bool {
    guard row >= 0, row < rows, column >= 0, column + width <= columns else { return false }
    return (column..<column + width).allSatisfy { characters[row * columns + $0] == nil }
  }

  /// Puts characters into cells, each with its width in columns.
  mutating func put(
    _ text: [(character: Character, width: Int)], column: Int, row: Int, color: Color
  ) {
    var column = column
    for (character, width) in text {
      guard row >= 0, row < rows, column >= 0, column + width <= columns else { return }
      guard width > 0 else { continue }
      let index = row * columns + column
      characters[index] = String(character)
      for next in 1..<max(width, 1) where width > 1 { characters[index + next] = "" }
      for next in 0..<width {
        colors[index + next] = color
        ranks[index + next] = .max
      }
      column += width
    }
  }

  /// The lines of the canvas, without spaces at their ends.
  func lines(usesColor: Bool) -> [String] {
    (0..<rows).map { row in
      var cells = Array(row * columns..<(row + 1) * columns)
      while let last = cells.last, characters[last] == nil, dots[last] == 0 { cells.removeLast() }
      var line = ""
      var current: Color = nil
      for index in cells {
        if usesColor, current != colors[index], characters[index] != nil || dots[index] != 0 {
          current = colors[index]
          line += current.map { "\u{1B}[38;5;\($0)m" } ?? "\u{1B}[0m"
        }
        if let character = characters[index] {
          line += character
        } else if dots[index] == 0 {
          line += " "
        } else if let scalar = Unicode.Scalar(0x2800 + UInt32(dots[index])) {
          line.unicodeScalars.append(scalar)
        }
      }
      if current != nil { line += "\u{1B}[0m" }
      return line
    }
  }
}
