internal import CairnGeodesy
internal import CairnText

extension MapPicture {
  /// Returns the picture as text for a terminal: outlines in Braille dots, places as symbols.
  ///
  /// ```swift
  /// print(MapPicture(title: "Italy", extent: .country(.italy)).text(columns: 60))
  /// ```
  ///
  /// Land and large lakes are outlined, borders between countries are dotted. Places are shown by
  /// the symbols of their categories, stops of a route by their numbers, clusters by their counts.
  /// The legend, a scale that is exact in the middle of the map, and the attribution are below the
  /// map.
  ///
  /// - Parameters:
  ///   - columns: the width of the map in characters, clamped to 10...400.
  ///   - rows: the height of the map in lines, without the lines above and below it, clamped to
  ///     4...200; `nil` to choose it by the width.
  ///   - usesColor: whether to use escape codes for a terminal with 256 colors.
  /// - Returns: lines of at most `columns` columns, each with a line break at its end.
  public func text(columns: Int = 80, rows: Int? = nil, usesColor: Bool = false) -> String {
    namedText(columns: columns, rows: rows, usesColor: usesColor).text
  }

  /// The picture as text, with the number of names on it.
  package func namedText(
    columns: Int, rows: Int?, usesColor: Bool
  ) -> (text: String, names: NameCount) {
    let size = textSize(columns: columns, rows: rows)
    let map = TextMap(self, columns: size.columns, rows: size.rows)
    return (map.text(usesColor: usesColor), map.names)
  }

  /// The size of a text map, in characters.
  internal func textSize(columns: Int, rows: Int?) -> (columns: Int, rows: Int) {
    let columns = min(max(columns, 10), 400)
    return (columns, min(max(rows ?? (extent == .world ? columns / 4 : columns * 3 / 10), 4), 200))
  }
}

/// A picture on a canvas of characters.
internal struct TextMap: Sendable {
  private let picture: MapPicture
  private let frame: MapFrame
  private var canvas: BrailleCanvas
  /// The number of places with and without names.
  private(set) var names = MapPicture.NameCount()
  /// The symbols of the categories.
  private static let symbols = Array("●■▲◆★○□△")

  /// The symbols of quantities, fuller for larger ones, and that of places without a number.
  private static let quantitySymbols = Array("·○◎◉●×")

  /// The symbol and the color of a category.
  private func look(of category: Int) -> (symbol: Character, color: UInt8) {
    guard let scale = picture.colorScale else {
      return (Self.symbols[category], UInt8(PicturePalette.terminal[category]))
    }
    let number = scale.color(ofCategory: category) ?? Self.quantitySymbols.count - 1
    return (Self.quantitySymbols[number], UInt8(PicturePalette.terminalQuantities[number]))
  }

  /// The maximum number of symbols with names; with more, no names are shown.
  private static let namedLimit = 400

  private static let coast: UInt8 = 245
  private static let border: UInt8 = 240
  private static let highlight: UInt8 = 178
  private static let circle: UInt8 = 33
  private static let route: UInt8 = 208
  private static let shape: UInt8 = 36

  init(_ picture: MapPicture, columns: Int, rows: Int) {
    self.picture = picture
    canvas = BrailleCanvas(columns: columns, rows: rows)
    frame = Self.frame(of: picture, on: canvas)
    let drawing = MapDrawing(
      picture, frame, tolerance: 0.3, waters: .text(dotsPerMeter: frame.scale))
    draw(drawing)
    let (canvas, columns) = (canvas, columns)
    put(
      PictureSymbols(
        picture, frame, spacing: 14,
        cell: { canvas.cell(at: $0).map { $0.row * columns + $0.column } },
        namedLimit: Self.namedLimit))
    if !picture.hasMarkers, picture.tours.isEmpty { putSurroundings(drawing.base) }
  }

  /// Writes the names of countries, seas and towns on a map without places, such as one of a track,
  /// where there is room.
  private mutating func putSurroundings(_ base: BaseDrawing) {
    guard picture.furniture.contains(.names), let atlas = picture.atlas else { return }
    func put(_ text: String, at point: PlanePoint, _ color: UInt8, isBeside: Bool = false) {
      let width = DisplayWidth.of(text)
      guard let cell = canvas.cell(at: point) else { return }
      let first = isBeside ? cell.column : cell.column - width / 2
      guard canvas.isFree(column: first - 1, row: cell.row, width: width + 2) else { return }
      self.put(" \(text) ", first - 1, cell.row, color)
    }
    let countries = CountryLabels(atlas, picture.highlighted, frame).names
    for name in countries
    where countries.count == 1 || name.width >= 2 * Double(DisplayWidth.of(name.text)) {
      put(name.text, at: name.point, Self.coast)
    }
    if picture.showsSeaNames {
      for name in SeaNames(atlas, frame, unitsPerPixel: 0.2).names {
        guard let point = name.points.first,
          name.width >= 2 * Double(DisplayWidth.of(name.text))
        else { continue }
        put(name.text, at: point, Self.water)
      }
    }
    for town in base.named.filter({ $0.kind.form == .point })
      .sorted(by: { $0.importance > $1.importance }).prefix(8)
    {
      guard let point = town.lines.first?.first else { continue }
      put("·" + Self.plain(town.name), at: point, Self.coast, isBeside: true)
    }
  }

  static func frame(of picture: MapPicture, on canvas: BrailleCanvas) -> MapFrame {
    MapFrame(fitting: picture, into: canvas.box, inset: picture.extent == .world ? 0 : 5)
  }

  private static let water: UInt8 = 67
  private static let road: UInt8 = 242

  /// Draws waters, roads and railways; areas on land are left out.
  private mutating func draw(_ base: BaseDrawing) {
    for layer in base.layers {
      switch layer.kind {
      case .sea, .water:
        for ring in layer.lines {
          canvas.draw(ring + ring.prefix(1), color: Self.water, rank: 2)
        }
      case .river: for line in layer.lines { canvas.draw(line, color: Self.water, rank: 2) }
      case .mainRoad, .motorway:
        for line in layer.lines { canvas.draw(line, color: Self.road, rank: 3) }
      case .minorRoad, .street, .railway:
        for line in layer.lines { canvas.draw(line, color: Self.border, rank: 1, gap: 1) }
      case .border:
        for line in layer.lines { canvas.draw(line, color: Self.border, rank: 1, gap: 2) }
      default: break
      }
    }
  }

  private mutating func draw(_ drawing: MapDrawing) {
    draw(drawing.base)
    func closed(_ rings: [[PlanePoint]]) -> [[PlanePoint]] { rings.map { $0 + $0.prefix(1) } }
    for line in drawing.outline { canvas.draw(line, color: Self.border, rank: 0) }
    for line in closed(drawing.land) { canvas.draw(line, color: Self.coast, rank: 2) }
    for line in closed(drawing.lakes) { canvas.draw(line, color: Self.coast, rank: 2) }
    for line in drawing.borders { canvas.draw(line, color: Self.border, rank: 1, gap: 1) }
    for line in closed(drawing.highlight) { canvas.draw(line, color: Self.highlight, rank: 3) }
    for speck in drawing.specks {
      canvas.draw(
        [speck, PlanePoint(x: speck.x + 0.1, y: speck.y)], color: Self.highlight, rank: 3)
    }
    for polygon in drawing.polygons {
      for line in polygon.edge { canvas.draw(line, color: Self.shape, rank: 4) }
    }
    for circle in drawing.circles {
      for line in circle.edge { canvas.draw(line, color: Self.circle, rank: 5, gap: 1) }
    }
    for line in drawing.paths + drawing.tracks.joined() {
      canvas.draw(line, color: Self.shape, rank: 6)
    }
    for line in drawing.legs.joined().flatMap(\.lines) {
      canvas.draw(line, color: Self.route, rank: 7)
    }
  }

  /// Writes the symbols, then the names for which there is room.
  private mutating func put(_ symbols: PictureSymbols) {
    var names: [(text: String, column: Int, row: Int, width: Int)] = []
    for stop in symbols.stops {
      guard let cell = canvas.cell(at: stop.point) else { continue }
      let number = String(stop.number)
      let column = min(cell.column, canvas.columns - number.count)
      guard canvas.isFree(column: column, row: cell.row, width: number.count) else { continue }
      put(number, column, cell.row, Self.route)
      names.append((stop.name, column, cell.row, number.count))
    }
    for cluster in symbols.clusters {
      guard let cell = canvas.cell(at: cluster.point) else { continue }
      let count = SVGDrawing.short(cluster.count)
      let column = max(0, min(cell.column - count.count / 2, canvas.columns - count.count))
      guard canvas.isFree(column: max(column - 1, 0), row: cell.row, width: count.count + 1)
      else { continue }
      put(count, column, cell.row, Self.circle)
    }
    for symbol in symbols.places {
      guard let cell = canvas.cell(at: symbol.point),
        canvas.isFree(column: cell.column, row: cell.row, width: 1)
      else { continue }
      let look = look(of: symbol.category)
      put(String(look.symbol), cell.column, cell.row, look.color)
      names.append((symbol.name, cell.column, cell.row, 1))
    }
    // At most 60 names, so that the map stays visible.
    guard picture.furniture.contains(.names) else { return }
    self.names.omitted = symbols.namedCount
    for name in names.count <= Self.namedLimit ? names.prefix(60) : [] where !name.text.isEmpty {
      let text = DisplayWidth.truncated(Self.plain(name.text), to: 24)
      let width = DisplayWidth.of(text)
      // A space at each side separates a name from the dots.
      let places = [name.column + name.width, name.column - width - 2]
      if let free = places.first(where: {
        canvas.isFree(column: $0, row: name.row, width: width + 2)
      }) {
        put(" \(text) ", free, name.row, nil)
        self.names.shown += 1
        self.names.omitted = max(self.names.omitted - 1, 0)
      }
    }
  }

  private mutating func put(_ text: String, _ column: Int, _ row: Int, _ color: UInt8?) {
    canvas.put(
      text.map { ($0, DisplayWidth.of($0)) }, column: column, row: row, color: color)
  }

  /// A text without control characters, which a terminal would interpret.
  private static func plain(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: scalars.append(" ")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  /// The map with the title above it and the legend and notes below it.
  func text(usesColor: Bool) -> String {
    var lines: [String] = []
    if !picture.title.isEmpty {
      let title = DisplayWidth.truncated(Self.plain(picture.title), to: canvas.columns)
      lines.append(usesColor ? "\u{1B}[1m\(title)\u{1B}[0m" : title)
    }
    lines += canvas.lines(usesColor: usesColor)
    if picture.furniture.contains(.legend), !picture.clustersMarkers {
      lines += legend(usesColor: usesColor)
    }
    lines += notes
    return lines.joined(separator: "\n") + "\n"
  }

  private func legend(usesColor: Bool) -> [String] {
    let categories = picture.categories
    guard categories.count > 1 || categories.first?.isEmpty == false else { return [] }
    var lines: [String] = []
    var line = ""
    var width = 0
    for row in picture.categoryRows(categories) {
      let category = row.text
      let look = row.category.map(look)
      let name = DisplayWidth.truncated(
        Self.plain(category.isEmpty ? "other" : category), to: canvas.columns - 4)
      let entry = DisplayWidth.of(name) + (look == nil ? 0 : 2)
      if width > 0, width + 3 + entry > canvas.columns {
        lines.append(line)
        line = ""
        width = 0
      }
      line += width > 0 ? "   " : ""
      width += (width > 0 ? 3 : 0) + entry
      if let look {
        line += usesColor ? "\u{1B}[38;5;\(look.color)m\(look.symbol)\u{1B}[0m " : "\(look.symbol) "
      }
      line += name
    }
    return lines + [line]
  }

  /// The scale and the attribution, on one line if both fit.
  private var notes: [String] {
    var scale = ""
    let room = max(min(40, canvas.columns) - 14, min(canvas.columns - 8, 6))
    let middle = frame.box.center
    let start = PlanePoint(x: middle.x - Double(room), y: middle.y)
    if picture.furniture.contains(.scaleBar),
      let bar = ScaleBar(on: frame, at: start, limit: Double(2 * room), unit: picture.unit)
    {
      let width = max(2, Int((bar.width / 2).rounded()))
      let text = "├" + String(repeating: "─", count: width - 2) + "┤ " + bar.text
      if DisplayWidth.of(text) <= canvas.columns { scale = text }
    }
    let sources = sourceLines
    let parts = [scale, sources.first ?? ""].filter { !$0.isEmpty }
    let line = parts.joined(separator: "   ")
    let fits = sources.count < 2 && DisplayWidth.of(line) <= canvas.columns
    return fits ? [line].filter { !$0.isEmpty } : parts + sources.dropFirst()
  }

  /// The attribution in lines of whole sources, because licenses require that each is named.
  ///
  /// A source that is longer than a line is wrapped by its words. On maps of less than 40 columns,
  /// the attribution is truncated to one line.
  private var sourceLines: [String] {
    let text = Self.plain(picture.attribution)
    guard canvas.columns >= 40 else {
      return [DisplayWidth.truncated(text, to: canvas.columns)].filter { !$0.isEmpty }
    }
    var lines: [String] = []
    func append(_ part: String, after separator: String) {
      if let last = lines.last, DisplayWidth.of(last + separator + part) <= canvas.columns {
        lines[lines.count - 1] += separator + part
      } else {
        lines.append(DisplayWidth.truncated(part, to: canvas.columns))
      }
    }
    for source in text.split(separator: " · ").map(String.init) {
      let isWhole = DisplayWidth.of(source) <= canvas.columns
      let parts = isWhole ? [source] : source.split(separator: " ").map(String.init)
      for (number, part) in parts.enumerated() { append(part, after: number == 0 ? " · " : " ") }
    }
    return lines
  }
}
