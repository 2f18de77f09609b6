internal import CairnCountries
internal import CairnGeodesy

/// The layout of a picture: every shape, symbol and text with its position in pixels.
internal struct PictureScene: Sendable {
  let layout: PictureLayout
  let drawing: MapDrawing
  let graticule: Graticule?
  let scaleBar: ScaleBar?
  let symbols: PictureSymbols
  /// The ends of tracks.
  let ends: [TrackEnd]
  let profile: ElevationProfile?
  let northArrow: NorthArrow?
  private(set) var labels: [PictureLabel] = []

  /// The radius of the symbol of a place, in pixels.
  static let symbolRadius = 4.5
  /// The radius of the symbol of a stop, in pixels.
  let stopRadius: Double

  static let labelSize = 12.0
  static let degreeSize = 10.0

  /// The maximum number of places drawn individually; more are drawn as dots in common paths.
  static let singleLimit = 2_000

  /// Lays out a picture.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - tolerance: the maximum deviation of outlines, in pixels.
  init(_ picture: MapPicture, tolerance: Double) {
    let heights = ElevationProfile.Heights(picture)
    let (layout, frame) = Self.frame(of: picture, hasProfile: heights != nil)
    self.layout = layout
    if let heights, let box = layout.profile {
      profile = ElevationProfile(heights, in: box)
    } else {
      profile = nil
    }
    // Symbols first: the temporary memory of a crowd is freed before the boundaries are drawn.
    symbols = PictureSymbols(picture, frame, spacing: 46, radius: Self.radius)
    drawing = MapDrawing(
      picture, frame, tolerance: tolerance, waters: .picture(pixelsPerMeter: frame.scale))
    let spacing = max(72, min(layout.map.width, layout.map.height) / 6)
    graticule =
      picture.furniture.contains(.graticule)
      ? Graticule(MapTracer(frame, tolerance: tolerance), spacing: spacing) : nil
    let barStart = PlanePoint(x: layout.map.left + 12, y: layout.map.bottom - 12)
    scaleBar =
      picture.furniture.contains(.scaleBar) && layout.map.width > 120
      ? ScaleBar(
        on: frame, at: barStart, limit: min(160, layout.map.width * 0.3), unit: picture.unit)
      : nil
    ends = TrackEnd.ends(of: picture, frame)
    northArrow = picture.furniture.contains(.northArrow) ? NorthArrow(on: frame) : nil
    let stopCount = picture.tours.map(\.stops.count).max() ?? 0
    stopRadius = stopCount > 150 ? 3.5 : stopCount > 60 ? 7 : 9
    addLabels(picture)
  }

  /// The layout of a picture and the position of its map.
  static func frame(
    of picture: MapPicture, hasProfile: Bool
  ) -> (layout: PictureLayout, frame: MapFrame) {
    let names = picture.categories
    // A single category needs no legend: the title describes it.
    let showsLegend = picture.furniture.contains(.legend) && !picture.clustersMarkers
    let kinds = names.count > 1 ? names.enumerated().map { PictureLayout.Row($0, $1) } : []
    let layout = PictureLayout(
      size: picture.size, title: picture.title,
      legend: showsLegend ? kinds + picture.sizeRows : [],
      attribution: picture.attribution, hasProfile: hasProfile, margin: picture.margin)
    let hasSymbols =
      picture.hasMarkers || !picture.tours.isEmpty || !picture.tracks.isEmpty
    let inset = max(hasSymbols ? 20 : 8, min(layout.map.width, layout.map.height) * 0.06)
    return (layout, MapFrame(fitting: picture, into: layout.map, inset: inset))
  }

  /// Whether the whole edge of the Earth is in the picture, so that the map needs no frame.
  var showsWholeEarth: Bool {
    drawing.outline.count == 1 && drawing.outline.allSatisfy { $0.allSatisfy(layout.map.contains) }
  }

  /// The radius of a cluster by its number of places: 1.35 pixels more for each doubling.
  static func radius(ofCount count: Int) -> Double {
    min(8 + 1.35 * Double(count.bitWidth - count.leadingZeroBitCount), 26)
  }

  private mutating func addLabels(_ picture: MapPicture) {
    var placement = LabelPlacement(in: layout.map.expanded(by: -1))
    if let scaleBar {
      let width = max(scaleBar.width, TextWidth.of(scaleBar.text, size: Self.degreeSize + 1))
      placement.take(
        PixelBox(
          left: scaleBar.start.x - 4, top: scaleBar.start.y - 22, right: scaleBar.start.x + width,
          bottom: scaleBar.start.y + 6))
    }
    if let northArrow { placement.take(northArrow.box) }
    func take(_ point: PlanePoint, _ radius: Double, _ importance: Double = .infinity) {
      placement.reserveSymbol(
        PixelBox(left: point.x, top: point.y, right: point.x, bottom: point.y)
          .expanded(by: radius), importance: importance)
    }
    for end in ends { take(end.point, TrackEnd.radius) }
    placement.reserveLines(drawing.paths + drawing.tracks.joined())
    placement.reserveLines(drawing.legs.joined().flatMap(\.lines))
    for symbol in symbols.places { take(symbol.point, symbol.radius, symbol.marker.importance) }
    placement.field = symbols.dots?.field
    for stop in symbols.stops { take(stop.point, stopRadius) }
    for cluster in symbols.clusters { take(cluster.point, cluster.radius) }
    if picture.furniture.contains(.names) {
      addNames(symbols.stops.map { Named($0.point, $0.name, stopRadius + 4) }, &placement)
      addNames(ends.map { Named($0.point, $0.text, TrackEnd.radius + 4) }, &placement)
      // Limited to 400 clusters: more names would hide the map.
      addNames(
        symbols.clusters.prefix(400).map {
          Named($0.point, $0.name, $0.radius + 3, $0.best.first?.importance ?? 0)
        }.sorted { $0.importance > $1.importance }, &placement)
      // With too many places there is room for names only in sparse areas, where the places matter
      // least.
      if symbols.placeCount <= 600 {
        addNames(namedPlaces, &placement)
      }
    }
    addDegrees(&placement)
    if picture.furniture.contains(.countryNames), let atlas = picture.atlas,
      !drawing.base.isStreetMap
    {
      addCountryNames(atlas, picture.highlighted, &placement)
    }
    if picture.furniture.contains(.names) {
      labels += Self.baseNames(drawing.base, &placement)
    }
  }

  /// A symbol with its name.
  private struct Named {
    var point: PlanePoint
    var text: String
    /// The distance of the name from the point, in pixels.
    var gap: Double
    var importance: Double

    init(_ point: PlanePoint, _ text: String, _ gap: Double, _ importance: Double = 0) {
      self.point = point
      self.text = text
      self.gap = gap
      self.importance = importance
    }
  }

  /// The places with their names; places at the same position share a label.
  private var namedPlaces: [Named] {
    var names: [Named] = []
    var counts: [Int] = []
    var numbers: [PlanePoint: Int] = [:]
    for place in symbols.places where place.marker.importance >= 0 && !place.name.isEmpty {
      let pixel = PlanePoint(x: place.point.x.rounded(), y: place.point.y.rounded())
      guard let number = numbers[pixel] else {
        numbers[pixel] = names.count
        counts.append(1)
        names.append(
          Named(place.point, place.name, place.radius + 3, place.marker.importance))
        continue
      }
      counts[number] += 1
      if counts[number] <= 3 { names[number].text += ", " + place.name }
    }
    for (number, count) in counts.enumerated() where count > 3 {
      names[number].text += " + \(count - 3)"
    }
    return names
  }

  private mutating func addNames(_ names: [Named], _ placement: inout LabelPlacement) {
    for (number, name) in names.enumerated() where !name.text.isEmpty {
      let text = TextWidth.truncated(name.text, to: 220, size: Self.labelSize)
      // Beside tracks and routes if possible.
      var label = placement.place(
        text, around: name.point, gap: name.gap, size: Self.labelSize, role: .marker,
        onSymbolsBelow: LabelPlacement.lineImportance)
      if label == nil {
        label = placement.place(
          text, around: name.point, gap: name.gap, size: Self.labelSize, role: .marker)
      }
      // The name of the most important place may cover any symbol, and the name of a city may cover
      // symbols of less than half its importance, such as those of its suburbs.
      let limit = number == 0 ? .infinity : name.importance / 2
      if label == nil, limit > 0 {
        label = placement.place(
          text, around: name.point, gap: name.gap, size: Self.labelSize, role: .marker,
          onSymbolsBelow: limit.nextUp)
      }
      if let label { labels.append(label) }
    }
  }

  private mutating func addDegrees(_ placement: inout LabelPlacement) {
    let map = layout.map
    for mark in graticule?.marks ?? [] {
      let isAtEdge = mark.point.x < map.left + 1
      // Below the edge of the Earth if there is room, otherwise beside the line.
      let isOnEdge = mark.point.y > map.bottom - Self.degreeSize - 4
      let choices: [(PlanePoint, PictureLabel.Anchor)] =
        mark.isMeridian
        ? [
          isOnEdge
            ? (PlanePoint(x: mark.point.x + 3, y: mark.point.y - 4), .start)
            : (PlanePoint(x: mark.point.x, y: mark.point.y + Self.degreeSize + 2), .middle),
          (PlanePoint(x: mark.point.x - 3, y: mark.point.y - 4), .end),
        ]
        : mark.point.x > map.right - 1
          ? [(PlanePoint(x: mark.point.x - 4, y: mark.point.y - 3), .end)]
          : [
            (
              PlanePoint(
                x: mark.point.x + (isAtEdge ? 4 : -4), y: mark.point.y - (isAtEdge ? 3 : -3)),
              isAtEdge ? .start : .end
            ),
            (PlanePoint(x: mark.point.x + 4, y: mark.point.y - 3), .start),
          ]
      for (point, anchor) in choices {
        let box = PictureLabel.box(mark.text, at: point, anchor, size: Self.degreeSize)
        if placement.reserveIfFree(box) {
          labels.append(
            PictureLabel(
              text: mark.text, point: point, anchor: anchor, role: .degree, size: Self.degreeSize))
          break
        }
      }
    }
  }

  /// Places the names of countries that are drawn large enough, by descending population.
  private mutating func addCountryNames(
    _ atlas: CountryAtlas, _ highlighted: Set<Country>, _ placement: inout LabelPlacement
  ) {
    let names = CountryNames(atlas, highlighted, drawing.frame)
    var rest = names.names
    // Full names first, within their borders if possible; then short names for the countries
    // without room for the full name.
    for isShort in [false, true] {
      for room in CountryNames.Room.allCases {
        rest.removeAll { name in
          guard let text = isShort ? name.short : name.text,
            let found = names.labels(text, of: name, placement, in: room)
          else { return false }
          for label in found {
            placement.take(
              PictureLabel.box(label.text, at: label.point, label.anchor, size: label.size))
          }
          labels += found
          return true
        }
      }
    }
  }
}

extension MapPicture {
  /// The categories of the markers in order of first occurrence; those beyond the size of the
  /// palette are combined.
  internal var categories: [String] {
    var found = firstCategories
    guard found.count > 1 else { return found }
    // Markers without a category count as "other", which is listed only once.
    if let none = found.firstIndex(of: "") {
      if found.contains(Self.other) { found.remove(at: none) } else { found[none] = Self.other }
    }
    guard found.count > PicturePalette.categories.count else { return found }
    found.removeAll { $0 == Self.other }
    return Array(found.prefix(PicturePalette.categories.count - 1)) + [Self.other]
  }

  /// The first categories of the markers in order of occurrence, as many as ``categories`` needs.
  internal var firstCategories: [String] {
    if let crowd { return crowd.categories }
    var found: [String] = []
    var known: Set<String> = []
    for marker in markers where known.insert(marker.category).inserted {
      found.append(marker.category)
      if found.count == MarkerPoint.categoryCount { break }
    }
    return found
  }

  private static let other = "other"

  /// The index of a category in ``categories``; that of the last one for categories not listed.
  internal static func number(ofCategory category: String, among categories: [String]) -> Int {
    let name = category.isEmpty && !categories.contains("") ? other : category
    return categories.firstIndex(of: name) ?? max(categories.count - 1, 0)
  }

  /// The indices in ``categories``, by the category numbers of a crowd.
  internal func legend(_ categories: [String]) -> [Int] {
    firstCategories.map { Self.number(ofCategory: $0, among: categories) }
      + Array(repeating: max(categories.count - 1, 0), count: MarkerPoint.categoryCount + 1)
  }

  /// The greatest magnitude; `nil` if all symbols have the same size.
  internal var greatestMagnitude: Double? {
    markers.lazy.compactMap(\.magnitude).filter(\.isFinite).max().map { max($0, 0) }
  }

  /// The rows of the legend for the sizes of symbols: a round magnitude and two smaller ones.
  internal var sizeRows: [PictureLayout.Row] {
    guard let greatest = greatestMagnitude, let round = ScaleBar.round(greatest) else { return [] }
    return [round, round / 5, round / 20].enumerated().map { number, value in
      var row = PictureLayout.Row(nil, grouped(decimalText(value, digits: 3, trimsZeros: true)))
      row.radius = PictureSymbols.radius(of: value, greatest: greatest)
      if number == 0, !magnitudeTitle.isEmpty { row.text += " " + magnitudeTitle }
      return row
    }
  }

  /// The sources of the data, on one line.
  internal var attribution: String {
    let boundaries = atlas == nil ? [] : ["Boundaries: Natural Earth, country-coder"]
    return (boundaries + attributions).joined(separator: " · ")
  }
}
