internal import CairnGeodesy

/// Places the names of symbols so that they cover no other name, symbol or leader line.
///
/// The names are placed by descending rank, each at the best of twelve positions beside its symbol.
/// If all of them are taken, at most two names placed before are moved to other positions (an
/// ejection chain of length one); if that fails, the name is placed nearby and connected with its
/// symbol by a leader line. A name for which no position exists is left out.
///
/// The rank is the importance, but a symbol close to one that is four times as important, such as
/// a suburb beside its city, ranks after all others and has no leader line, unless it is among the
/// most important tenth of the names.
///
/// The positions beside a symbol and the greedy order follow J. Christensen, J. Marks and S.
/// Shieber, "An empirical study of algorithms for point-feature label placement" (1995),
/// doi:10.1145/212332.212334.
internal struct NameSolver {
  /// A symbol with its name.
  struct Name: Sendable {
    var point: PlanePoint
    var text: String
    /// The radius of the symbol, in pixels.
    var radius: Double
    var importance = 0.0
    /// The number of places with this name's symbol, and of those in the text.
    var count = 1
    var shown = 1

    /// The distance of the name from the point, in pixels.
    var gap: Double { radius + 3 }

    /// Whether this is a city compared with a satellite of an importance.
    func outranks(_ importance: Double) -> Bool {
      self.importance > 0 && self.importance >= NameSolver.satelliteShare * importance
    }
  }

  /// A position of a name.
  private struct Position {
    var label: PictureLabel
    var box: PixelBox
  }

  /// A placed name: its position, and the boxes along its leader line.
  private struct Placed {
    var position: Position
    var line: [PixelBox] = []
  }

  private let names: [Name]
  private let fixed: LabelPlacement
  private let size: Double
  private var placed: [Placed?]
  /// The placed names and lines, by the cells of a grid.
  private var grid = BoxGrid<Int>()
  private var lineCount = 0

  /// The maximum number of names moved to make room for another one.
  private static let moveLimit = 2
  /// The maximum length of a leader line, in pixels; twice that for the most important names.
  private static let lineLimit = 90.0
  /// The minimum factor by which a city is more important than its satellites.
  fileprivate static let satelliteShare = 4.0
  /// The area of a map for each leader line, in square pixels: more lines would hide it.
  private static let areaOfLine = 9_000.0

  /// - Parameters:
  ///   - names: the names, the most important ones first.
  ///   - fixed: everything that the names must not cover, with all symbols.
  ///   - size: the font size.
  init(_ names: [Name], _ fixed: LabelPlacement, size: Double) {
    self.names = names
    self.fixed = fixed
    self.size = size
    placed = Array(repeating: nil, count: names.count)
  }

  /// Places the names.
  ///
  /// - Parameter hasLines: whether leader lines may be drawn.
  /// - Returns: the label of each name; nil for names without room.
  /// - Complexity: O(*n*) positions, each compared with the boxes nearby.
  mutating func solve(hasLines: Bool) -> [PictureLabel?] {
    let satellites = satellites
    let area = fixed.bounds.width * fixed.bounds.height
    let lineLimit = hasLines ? max(6, Int(area / Self.areaOfLine)) : 0
    let main = names.indices.filter { !satellites.contains($0) }
    // Names of equal importance are all placed beside their symbols before any gets a line.
    let extremes = [main.first, main.last].map { $0.map { names[$0].importance } }
    let areRanked = extremes[0] != extremes[1]
    for number in main where !placeBeside(number) && areRanked && lineCount < lineLimit {
      placeWithLine(number, limit: Self.lineLimit * (number < 10 ? 2 : 1))
    }
    if !areRanked {
      for number in main where placed[number] == nil && lineCount < lineLimit {
        placeWithLine(number, limit: Self.lineLimit)
      }
    }
    for number in satellites.sorted() { placeBeside(number) }
    // Moves may have freed positions; a position on a track or route is the last resort.
    for number in names.indices where placed[number] == nil {
      placeBeside(number, coversLines: true)
    }
    return placed.map { $0?.position.label }
  }

  /// The boxes along the leader lines.
  var lineBoxes: [PixelBox] { placed.flatMap { $0?.line ?? [] } }

  /// The symbols within 16 pixels of one at least four times as important, except the most
  /// important tenth of all.
  private var satellites: Set<Int> {
    let reach = 16.0
    var centers = BoxGrid<Int>()
    var found: Set<Int> = []
    for (number, name) in names.enumerated() {
      let box = PixelBox(around: name.point, radius: reach)
      let isNear = centers.values(near: box).contains { other in
        names[other].outranks(name.importance)
          && names[other].point.distance(to: name.point) < reach
      }
      if isNear, number >= names.count / 10 { found.insert(number) }
      centers.insert(number, in: PixelBox(around: name.point, radius: 0))
    }
    return found
  }

  // MARK: Beside the symbol

  /// The free positions of a name beside its symbol, the best ones first: not on a track or route,
  /// and not so close to another symbol that the name could seem to be that symbol's.
  private func positions(of name: Name, coversLines: Bool) -> [Position] {
    let (gap, middle) = (name.gap, size * 0.35)
    let wide = TextWidth.of(name.text, size: size)
    let below = gap + size * 0.85
    let choices: [(x: Double, y: Double, anchor: PictureLabel.Anchor)] = [
      (gap, middle, .start), (-gap, middle, .end), (0, -gap - 1, .middle), (0, below, .middle),
      (gap * 0.7, -gap * 0.7, .start), (gap * 0.7, gap * 0.7 + size * 0.7, .start),
      (-gap * 0.7, -gap * 0.7, .end), (-gap * 0.7, gap * 0.7 + size * 0.7, .end),
      (wide * 0.25, -gap - 1, .middle), (-wide * 0.25, -gap - 1, .middle),
      (wide * 0.25, below, .middle), (-wide * 0.25, below, .middle),
    ]
    var ranked: [(cost: Int, position: Position)] = []
    for (number, choice) in choices.enumerated() {
      let point = PlanePoint(x: name.point.x + choice.x, y: name.point.y + choice.y)
      let box = PictureLabel.box(name.text, at: point, choice.anchor, size: size)
      guard fixed.isFree(box, avoidsLines: !coversLines) else { continue }
      let isClear = fixed.isFree(box.expanded(by: 3), avoidsLines: true, except: name.point)
      let cost = number + (isClear ? 0 : fixed.isFree(box, avoidsLines: true) ? 6 : 20)
      let label = PictureLabel(
        text: name.text, point: point, anchor: choice.anchor, role: .marker, size: size)
      ranked.append((cost, Position(label: label, box: box)))
    }
    return ranked.sorted { $0.cost < $1.cost }.map(\.position)
  }

  /// Places a name beside its symbol; returns false if there is no room.
  @discardableResult
  private mutating func placeBeside(_ number: Int, coversLines: Bool = false) -> Bool {
    guard !names[number].text.isEmpty else { return true }
    let positions = positions(of: names[number], coversLines: coversLines)
    for position in positions where blockers(of: position.box).isEmpty {
      put(Placed(position: position), number)
      return true
    }
    for position in positions {
      let others = blockers(of: position.box)
      if others.count <= Self.moveLimit, move(others, for: position, number) { return true }
    }
    return false
  }

  /// Moves other names to make room for a name; returns false and moves none if that is impossible.
  private mutating func move(_ others: Set<Int>, for position: Position, _ number: Int) -> Bool {
    let old = others.sorted().map { (number: $0, placed: placed[$0]) }
    // Names with a line stay.
    guard old.allSatisfy({ $0.placed?.line.isEmpty == true }) else { return false }
    for other in old { remove(other.number) }
    put(Placed(position: position), number)
    for other in old {
      let next = positions(of: names[other.number], coversLines: false).first {
        blockers(of: $0.box).isEmpty
      }
      guard let next else {
        for moved in old where placed[moved.number] != nil { remove(moved.number) }
        remove(number)
        for other in old { if let placed = other.placed { put(placed, other.number) } }
        return false
      }
      put(Placed(position: next), other.number)
    }
    return true
  }

  private func blockers(of box: PixelBox) -> Set<Int> {
    Set(grid.values(near: box).filter { placed[$0].map { Self.covers($0, box) } ?? false })
  }

  private static func covers(_ name: Placed, _ box: PixelBox) -> Bool {
    name.position.box.intersects(box) || name.line.contains { $0.intersects(box) }
  }

  private mutating func put(_ name: Placed, _ number: Int) {
    placed[number] = name
    for box in [name.position.box] + name.line { grid.insert(number, in: box) }
  }

  private mutating func remove(_ number: Int) {
    guard let name = placed[number] else { return }
    placed[number] = nil
    for box in [name.position.box] + name.line { grid.remove(number, in: box) }
  }

  // MARK: Leader lines

  /// Places a name near its symbol with a leader line, as short as possible.
  ///
  /// Short lines are tried first, and each length first without crossing symbols of satellites. A
  /// line across tracks and routes is the last resort.
  private mutating func placeWithLine(_ number: Int, limit: Double) {
    let name = names[number]
    guard !name.text.isEmpty else { return }
    let least = name.importance > 0 ? (name.importance / Self.satelliteShare).nextUp : -.infinity
    let short = min(limit, name.radius + 40)
    let tries: [(limit: Double, avoidsLines: Bool, importance: Double)] = [
      (short, true, -.infinity), (short, true, least), (limit, true, -.infinity),
      (limit, true, least), (limit, false, least),
    ]
    for attempt in tries {
      var length = name.radius + 8
      while length <= attempt.limit {
        for (sine, cosine) in Self.directions {
          let end = PlanePoint(x: name.point.x + cosine * length, y: name.point.y + sine * length)
          var position = position(name.text, at: end, right: cosine, down: sine)
          guard fixed.isFree(position.box.expanded(by: 1), avoidsLines: true),
            blockers(of: position.box.expanded(by: 1)).isEmpty
          else { continue }
          let start = PlanePoint(
            x: name.point.x + cosine * name.radius, y: name.point.y + sine * name.radius)
          let line = PictureLabel.Leader(start: start, end: end)
          let boxes = Self.boxes(along: line)
          let isFree = fixed.isFree(
            line, in: boxes, avoidsLines: attempt.avoidsLines, except: name.point,
            crossingBelow: attempt.importance)
          guard isFree, boxes.allSatisfy({ blockers(of: $0).isEmpty }) else { continue }
          position.label.leader = line
          put(Placed(position: position, line: boxes), number)
          lineCount += 1
          return
        }
        length *= 1.25
      }
    }
  }

  /// The sines and cosines of 24 directions, those to the right and upward first.
  private static let directions: [(sine: Double, cosine: Double)] = (0..<24).map { number in
    let turn = number % 2 == 0 ? number / 2 : -(number + 1) / 2
    return sineAndCosine(degrees: -30 + 15 * Double(turn))
  }

  /// The position of a text at the end of a line in a direction.
  private func position(
    _ text: String, at end: PlanePoint, right: Double, down: Double
  ) -> Position {
    let space = 2.0
    let anchor: PictureLabel.Anchor = right > 0.3 ? .start : right < -0.3 ? .end : .middle
    var point = PlanePoint(x: end.x, y: end.y + size * 0.35)
    switch anchor {
    case .start: point.x += space
    case .end: point.x -= space
    case .middle: point.y = down > 0 ? end.y + space + size * 0.85 : end.y - space - size * 0.25
    }
    let box = PictureLabel.box(text, at: point, anchor, size: size)
    let label = PictureLabel(text: text, point: point, anchor: anchor, role: .marker, size: size)
    return Position(label: label, box: box)
  }

  /// Boxes that cover a line, each around a piece of it.
  private static func boxes(along line: PictureLabel.Leader) -> [PixelBox] {
    let (start, end) = (line.start, line.end)
    let count = max(1, Int((start.distance(to: end) / 4).rounded(.up)))
    return (0..<count).map { number in
      let a = start.interpolated(to: end, fraction: Double(number) / Double(count))
      let b = start.interpolated(to: end, fraction: Double(number + 1) / Double(count))
      return PixelBox(
        left: min(a.x, b.x), top: min(a.y, b.y), right: max(a.x, b.x), bottom: max(a.y, b.y)
      ).expanded(by: 1)
    }
  }
}

/// Values in boxes of a picture, by the cells of a grid.
internal struct BoxGrid<Value: Equatable & Sendable>: Sendable {
  private var cells: [Int: [Value]] = [:]
  private static var side: Double { 48 }

  mutating func insert(_ value: Value, in box: PixelBox) {
    for key in Self.keys(of: box) { cells[key, default: []].append(value) }
  }

  /// Removes a value once from each cell that a box touches.
  mutating func remove(_ value: Value, in box: PixelBox) {
    for key in Self.keys(of: box) {
      if let place = cells[key]?.firstIndex(of: value) { cells[key]?.remove(at: place) }
    }
  }

  /// The values in the cells that a box touches; a value may occur several times.
  func values(near box: PixelBox) -> [Value] { Self.keys(of: box).flatMap { cells[$0] ?? [] } }

  /// Whether a value in the cells that a box touches fulfills a condition.
  func contains(near box: PixelBox, where condition: (Value) -> Bool) -> Bool {
    Self.keys(of: box).contains { cells[$0]?.contains(where: condition) ?? false }
  }

  /// The keys of the cells that a box touches.
  private static func keys(of box: PixelBox) -> [Int] {
    func cell(_ x: Double) -> Int { Int((min(max(x, -1e6), 1e6) / side).rounded(.down)) }
    var keys: [Int] = []
    for row in cell(box.top)...max(cell(box.top), cell(box.bottom)) {
      for column in cell(box.left)...max(cell(box.left), cell(box.right)) {
        keys.append(row << 24 + column)
      }
    }
    return keys
  }
}
