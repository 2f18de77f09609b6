internal import CairnGeodesy

extension PictureScene {
  /// The least meters per pixel of maps on which towns have dots.
  private static let leastScaleOfDots = 20.0

  /// Places the names of the base layer where there is room: towns, waters, woods, roads.
  static func baseNames(
    _ base: BaseDrawing, isBackground: Bool, _ placement: inout LabelPlacement
  ) -> [PictureLabel] {
    var labels: [PictureLabel] = []
    for town in base.named(.point) {
      guard let point = town.lines.first?.first else { continue }
      // Smaller than the names of the places on the map.
      let isWithin = town.kind == .city && base.metersPerPixel < Self.leastScaleOfDots
      let size = town.kind.labelSize * (isBackground && !isWithin ? 0.82 : 1)
      let text = TextWidth.truncated(town.name, to: 200, size: size)
      let isLarge = town.kind == .city
      // On a map of a town the name is on its houses.
      if base.metersPerPixel >= Self.leastScaleOfDots {
        if let label = placement.place(text, besideDotAt: point, size: size, isLarge: isLarge) {
          labels.append(label)
        }
        continue
      }
      if let label = placement.place(text, on: point, size: size, role: .town, isLarge: isLarge) {
        labels.append(label)
      }
    }
    // A river or a street consists of many lines.
    var names: [String: Int] = [:]
    var rivers: Set<String> = []
    for line in base.joinedLines() where line.kind.namesLines(atMetersPerPixel: base.metersPerPixel)
    {
      let key = "\(line.kind.rawValue) \(line.name)"
      guard names[key, default: 0] < 3 else { continue }
      let role = line.kind.isRoad || line.kind == .path ? PictureLabel.Role.road : .waters
      if let label = placement.place(
        line.name, along: line.lines[0], size: line.kind.labelSize, role: role)
      {
        names[key, default: 0] += 1
        labels.append(label)
        if role == .waters { rivers.insert(line.name) }
      }
    }
    var besideCount = 0
    for area in base.named(.area) {
      let size = area.kind.labelSize
      // The line of a river and its area have the same name.
      guard !rivers.contains(area.name), let room = LabelRoom(area.lines) else { continue }
      let role = area.kind == .water || area.kind == .sea ? PictureLabel.Role.waters : .leaf
      if TextWidth.of(area.name, size: size) < room.width,
        let label = placement.place(area.name, on: room.middle, size: size, role: role, slack: 0)
      {
        labels.append(label)
      } else if area.kind == .water, besideCount < Self.besideLimit,
        let label = placement.place(area.name, besideLake: area.lines, room)
      {
        besideCount += 1
        labels.append(label)
      }
    }
    return labels
  }

  /// The maximum number of lakes whose names are not within their shores.
  private static let besideLimit = 12
}

extension MapPicture.BaseFeature.Kind {
  /// The size of the letters of a name, in pixels.
  fileprivate var labelSize: Double {
    switch self {
    case .city: 14
    case .town: 12
    case .village, .sea, .water, .river: 10.5
    case .motorway, .mainRoad: 10
    default: 9.5
    }
  }

  /// Whether lines of this kind have names at a scale; smaller roads would be hidden by theirs.
  fileprivate func namesLines(atMetersPerPixel metersPerPixel: Double) -> Bool {
    switch self {
    case .river: metersPerPixel < 200
    case .stream: metersPerPixel < 6
    case .motorway: metersPerPixel < 80
    case .mainRoad: metersPerPixel < 25
    case .minorRoad: metersPerPixel < 9
    case .street, .service, .path: metersPerPixel < 4
    default: false
    }
  }
}

extension BaseDrawing {
  /// The names of towns and areas on a page, which hides those without room, and the width within
  /// which each must fit.
  var pageNames: [(text: String, point: PlanePoint, width: Double, style: String)] {
    // A town may be smaller than its name.
    let towns = named(.point).compactMap { town in
      town.lines.first?.first.map { (town.name, $0, 1e6, "town") }
    }
    let areas = named(.area).compactMap { area in
      LabelRoom(area.lines).map { room in
        let isWater = area.kind == .water || area.kind == .sea
        return (area.name, room.middle, room.width, isWater ? "waters" : "leaf")
      }
    }
    return Array((towns + areas).prefix(400))
  }

  /// The names of lakes and rivers on a page, each at its longest line or widest part.
  var waterPageNames: [(text: String, point: PlanePoint, width: Double, style: String)] {
    var known: Set<String> = []
    let rivers = joinedLines().compactMap { river -> (String, PlanePoint, Double, String)? in
      guard known.insert(river.name).inserted else { return nil }
      let walk = LineWalk(river.lines[0])
      return (river.name, walk.point(at: walk.length / 2), walk.length * 0.8, "waters")
    }
    return Array((pageNames + rivers).prefix(400))
  }

  /// The named features of a form, the most important first.
  fileprivate func named(_ form: Kind.Form) -> [Named] {
    named.enumerated().filter { $0.element.kind.form == form }
      .map { (order: Self.order($0.element), offset: $0.offset, named: $0.element) }
      .sorted { ($0.order.0, -$0.order.1, $0.offset) < ($1.order.0, -$1.order.1, $1.offset) }
      .map(\.named)
  }

  /// The rank of a name: by kind, then by importance, or by size for areas.
  private static func order(_ named: Named) -> (Int, Double) {
    if named.kind.form == .area {
      let size = named.lines.reduce(0) { $0 + area(of: $1).magnitude }
      return (named.kind == .water || named.kind == .sea ? 0 : 1, size)
    }
    return (named.kind.rawValue, named.importance)
  }

  /// The lines of the same name joined at their ends; motorways and rivers first, long lines before
  /// short ones.
  fileprivate func joinedLines() -> [Named] {
    var groups: [String: [Int]] = [:]
    var keys: [String] = []
    for (number, feature) in named.enumerated() where feature.kind.form == .line {
      let key = "\(feature.kind.rawValue) \(feature.name)"
      if groups[key] == nil { keys.append(key) }
      groups[key, default: []].append(number)
    }
    var joined: [(length: Double, named: Named)] = []
    for key in keys {
      guard let numbers = groups[key], let first = numbers.first else { continue }
      var feature = named[first]
      feature.importance = numbers.map { named[$0].importance }.max() ?? 0
      for line in Self.joined(numbers.flatMap { named[$0].lines }) {
        feature.lines = [line]
        joined.append((length(of: line), feature))
      }
    }
    func rank(_ kind: Kind) -> Int { kind == .river ? -Kind.motorway.rawValue : -kind.rawValue }
    return joined.enumerated().sorted { one, other in
      let (a, b) = (one.element, other.element)
      return (rank(a.named.kind), -a.named.importance, -a.length, one.offset)
        < (rank(b.named.kind), -b.named.importance, -b.length, other.offset)
    }.map(\.element.named)
  }

  /// Joins lines that have an end in common, in either direction.
  static func joined(_ lines: [[PlanePoint]]) -> [[PlanePoint]] {
    var ends: [PlanePoint: [Int]] = [:]
    for (number, line) in lines.enumerated().reversed() {
      for end in [line.first, line.last].compactMap({ $0 }) {
        ends[end, default: []].append(number)
      }
    }
    var isUsed = [Bool](repeating: false, count: lines.count)
    /// Extends a line at its end.
    func extend(_ line: inout [PlanePoint]) {
      while let end = line.last {
        var next: Int?
        while next == nil, let candidate = ends[end]?.popLast() {
          if !isUsed[candidate] { next = candidate }
        }
        guard let next else { return }
        isUsed[next] = true
        let part = lines[next]
        line += part.first == end ? part.dropFirst() : part.reversed().dropFirst()
      }
    }
    return lines.indices.compactMap { number in
      guard !isUsed[number], lines[number].count > 1 else { return nil }
      isUsed[number] = true
      var line = lines[number]
      extend(&line)
      line.reverse()
      extend(&line)
      return line
    }
  }
}

/// The length of a line in pixels.
internal func length(of line: [PlanePoint]) -> Double {
  zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
}

/// The place for the name of an area: the middle of the widest horizontal line through it.
internal struct LabelRoom {
  let middle: PlanePoint
  let width: Double

  /// Returns nil if the rings enclose nothing.
  init?(_ rings: [[PlanePoint]]) {
    let corners = rings.joined()
    guard let top = corners.map(\.y).min(), let bottom = corners.map(\.y).max(), bottom > top else {
      return nil
    }
    var best: (middle: PlanePoint, width: Double, score: Double)?
    let rows = 24
    for row in 1..<rows {
      let y = top + (bottom - top) * Double(row) / Double(rows)
      let spans = Self.spans(rings, y)
      // Rows near the middle are preferred: letters are high.
      let weight = 1 - 0.6 * (Double(row) / Double(rows) - 0.5).magnitude
      for (left, right) in spans where (right - left) * weight > best?.score ?? 0 {
        best = (PlanePoint(x: (left + right) / 2, y: y), right - left, (right - left) * weight)
      }
    }
    guard let best else { return nil }
    middle = best.middle
    width = best.width
  }

  /// The parts of a horizontal line in the area, by the even-odd rule.
  private static func spans(_ rings: [[PlanePoint]], _ y: Double) -> [(Double, Double)] {
    var crossings: [Double] = []
    for ring in rings {
      guard var before = ring.last else { continue }
      for corner in ring {
        if (corner.y > y) != (before.y > y) {
          crossings.append(
            before.x + (y - before.y) / (corner.y - before.y) * (corner.x - before.x))
        }
        before = corner
      }
    }
    crossings.sort()
    return stride(from: 0, to: crossings.count - 1, by: 2).map {
      (crossings[$0], crossings[$0 + 1])
    }
  }
}
