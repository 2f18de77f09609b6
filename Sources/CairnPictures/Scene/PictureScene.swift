internal import CairnCountries
internal import CairnGeodesy

/// The layout of a picture: every shape, symbol and text with its position in pixels.
internal struct PictureScene: Sendable {
  private(set) var layout: PictureLayout
  let drawing: MapDrawing
  let graticule: Graticule?
  let scaleBar: ScaleBar?
  let symbols: PictureSymbols
  /// The ends of tracks.
  let ends: [TrackEnd]
  let profile: ElevationProfile?
  let northArrow: NorthArrow?
  private(set) var labels: [PictureLabel] = []
  /// The number of places with and without names.
  private(set) var names = MapPicture.NameCount()

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
    ends = TrackEnd.ends(of: picture, frame)
    scaleBar =
      picture.furniture.contains(.scaleBar) && layout.map.width > 120
      ? Self.scaleBar(on: frame, avoiding: symbols, ends, unit: picture.unit) : nil
    northArrow = picture.furniture.contains(.northArrow) ? NorthArrow(on: frame) : nil
    let stopCount = picture.tours.map(\.stops.count).max() ?? 0
    stopRadius = stopCount > 150 ? 3.5 : stopCount > 60 ? 7 : 9
    addLabels(picture)
  }

  /// The scale bar in the lower left corner, or in the right one if only that has no symbols.
  private static func scaleBar(
    on frame: MapFrame, avoiding symbols: PictureSymbols, _ ends: [TrackEnd], unit: LengthUnit
  ) -> ScaleBar? {
    let map = frame.box
    let limit = min(160, map.width * 0.3)
    let points =
      symbols.places.map(\.point) + symbols.stops.map(\.point) + symbols.clusters.map(\.point)
      + ends.map(\.point)
    func bar(_ left: Double) -> ScaleBar? {
      ScaleBar(on: frame, at: PlanePoint(x: left, y: map.bottom - 12), limit: limit, unit: unit)
    }
    let usual = bar(map.left + 12)
    guard let box = usual?.box.expanded(by: symbolRadius),
      points.contains(where: box.contains) || symbols.dots?.field.touches(box) ?? false
    else { return usual }
    guard let other = bar(map.right - 12 - limit) else { return usual }
    let isFree =
      !points.contains(where: other.box.expanded(by: symbolRadius).contains)
      && !(symbols.dots?.field.touches(other.box) ?? false)
    return isFree && map.contains(other.box) ? other : usual
  }

  /// The layout of a picture and the position of its map.
  static func frame(
    of picture: MapPicture, hasProfile: Bool
  ) -> (layout: PictureLayout, frame: MapFrame) {
    let names = picture.categories
    // A single category needs no legend: the title describes it.
    let showsLegend = picture.furniture.contains(.legend) && !picture.clustersMarkers
    let kinds = names.count > 1 ? picture.categoryRows(names) : []
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
    if let scaleBar { placement.take(scaleBar.box) }
    if let northArrow { placement.take(northArrow.box) }
    for end in ends { placement.reserveSymbol(end.point, radius: TrackEnd.radius) }
    placement.reserveLines(drawing.paths + drawing.tracks.joined())
    placement.reserveLines(drawing.legs.joined().flatMap(\.lines))
    for symbol in symbols.places {
      placement.reserveSymbol(
        symbol.point, radius: symbol.radius, importance: symbol.marker.importance)
    }
    placement.field = symbols.dots?.field
    for stop in symbols.stops { placement.reserveSymbol(stop.point, radius: stopRadius) }
    for cluster in symbols.clusters {
      placement.reserveSymbol(cluster.point, radius: cluster.radius)
    }
    if picture.furniture.contains(.names) {
      addNames(namedStops(), &placement)
      let tips = ends.map {
        NameSolver.Name(point: $0.point, text: $0.text, radius: TrackEnd.radius, count: 0, shown: 0)
      }
      addNames(tips, &placement)
      // Limited to 400 clusters: more names would hide the map.
      let groups = symbols.clusters.filter { !$0.name.isEmpty }.prefix(400).map {
        NameSolver.Name(
          point: $0.point, text: $0.name, radius: $0.radius,
          importance: $0.best.first?.importance ?? 0, count: 0, shown: 0)
      }
      addNames(
        groups.sorted { $0.importance > $1.importance }, &placement, hasLines: false)
      addPlaceNames(picture, &placement)
    }
    addDegrees(&placement)
    if picture.furniture.contains(.countryNames), let atlas = picture.atlas,
      !drawing.base.isStreetMap
    {
      // Countries have room elsewhere; the name of a street would be missing.
      var careful = placement
      careful.reserveLines((drawing.polygons + drawing.circles).flatMap(\.edge))
      let count = labels.count
      addCountryNames(atlas, picture.highlighted, &careful)
      for label in labels.dropFirst(count) { placement.take(label.box) }
    }
    if picture.showsSeaNames, let atlas = picture.atlas, !drawing.base.isStreetMap {
      labels += SeaNames(atlas, drawing.frame).placed(&placement)
    }
    if picture.furniture.contains(.names) {
      labels += Self.baseNames(
        drawing.base, isBackground: picture.hasMarkers || !picture.tours.isEmpty, &placement)
      labels += Self.baseNames(drawing.waterNames, isBackground: true, &placement)
    }
    if names.omitted > 0 { layout.addNote(names.note) }
  }

  /// The maximum number of places that are all named, and of those named on a map with more.
  private static let (namedLimit, chosenLimit) = (600, 150)

  /// The stops that are named: all, or of too many the most important ones, as for places.
  private mutating func namedStops() -> [NameSolver.Name] {
    var named = symbols.stops.filter { !$0.name.isEmpty }
    if symbols.stops.count > Self.namedLimit {
      names.omitted += named.count
      named = Array(
        named.filter { $0.marker.importance > 0 }
          .sorted { $0.marker.importance > $1.marker.importance }.prefix(Self.chosenLimit))
      names.omitted -= named.count
    }
    return named.map { NameSolver.Name(point: $0.point, text: $0.name, radius: stopRadius) }
  }

  /// Places the names of places.
  private mutating func addPlaceNames(
    _ picture: MapPicture, _ placement: inout LabelPlacement
  ) {
    var named = namedPlaces
    names.omitted += picture.namedCount(among: symbols, on: drawing.frame)
    if symbols.placeCount > Self.namedLimit {
      // With too many places there is room for names only in sparse areas, where the places matter
      // least, so only the most important ones are named.
      let rest = named.drop { $0.importance > 0 }
      names.omitted += rest.reduce(0) { $0 + $1.count }
      named.removeLast(rest.count)
      let others = named.dropFirst(Self.chosenLimit)
      names.omitted += others.reduce(0) { $0 + $1.count }
      named = Array(named.prefix(Self.chosenLimit))
    }
    // Among many symbols a line from a name to its symbol would be long and ambiguous.
    addNames(named, &placement, hasLines: symbols.placeCount <= Self.singleLimit)
  }

  /// The places with their names; places at the same position share a label.
  private var namedPlaces: [NameSolver.Name] {
    var names: [NameSolver.Name] = []
    var numbers: [PlanePoint: Int] = [:]
    var more: [Int: Int] = [:]
    for place in symbols.places where place.marker.importance >= 0 && !place.name.isEmpty {
      let pixel = PlanePoint(x: place.point.x.rounded(), y: place.point.y.rounded())
      guard let number = numbers[pixel] else {
        numbers[pixel] = names.count
        names.append(
          NameSolver.Name(
            point: place.point, text: place.name, radius: place.radius,
            importance: place.marker.importance))
        continue
      }
      names[number].count += 1
      // The name of a city is enough for its districts.
      guard !names[number].outranks(place.marker.importance) else { continue }
      more[number, default: 1] += 1
      guard names[number].shown < 3 else { continue }
      names[number].shown += 1
      names[number].text += ", " + place.name
    }
    for (number, count) in more where count > 3 { names[number].text += " + \(count - 3)" }
    return names
  }

  private mutating func addNames(
    _ all: [NameSolver.Name], _ placement: inout LabelPlacement, hasLines: Bool = true
  ) {
    let all = all.map { name in
      var name = name
      name.text = TextWidth.truncated(name.text, to: 220, size: Self.labelSize)
      return name
    }
    var solver = NameSolver(all, placement, size: Self.labelSize)
    for (name, label) in zip(all, solver.solve(hasLines: hasLines)) {
      names.shown += label == nil ? 0 : name.shown
      names.omitted += name.count - (label == nil ? 0 : name.shown)
      guard let label else { continue }
      labels.append(label)
      placement.take(label.box)
    }
    for box in solver.lineBoxes { placement.take(box) }
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
        // Labels of degrees are never so close that they could be read as one number.
        let wide = box.widened(by: 4)
        let isClear = !labels.contains { $0.role == .degree && $0.box.intersects(wide) }
        if isClear, placement.reserveIfFree(box, avoidsLines: true) {
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
    let names = CountryLabels(atlas, highlighted, drawing.frame)
    var rest = names.names
    // Full names first, within their borders if possible; then short names for the countries
    // without room for the full name. Lines are covered only if there is no other room.
    for (isShort, avoidsLines) in [(false, true), (false, false), (true, true), (true, false)]
    where !avoidsLines || placement.hasLines {
      for room in CountryLabels.Room.onLand {
        rest.removeAll { name in
          guard let text = isShort ? name.short : name.text,
            let found = names.labels(
              text, of: name, placement, in: room, avoidsLines: avoidsLines)
          else { return false }
          for label in found { placement.take(label.box) }
          labels += found
          return true
        }
      }
    }
    for name in rest {
      let found = names.labels(name.text, of: name, placement, in: .beside, avoidsLines: true)
      for label in found ?? [] { placement.take(label.box) }
      labels += found ?? []
    }
  }
}

extension MapPicture {
  /// The categories of the markers in order of first occurrence; those beyond the size of the
  /// palette are combined.
  internal var categories: [String] {
    var found = firstCategories
    if let colorScale {
      let isComplete = found.allSatisfy(colorScale.categories.contains)
      return found.isEmpty ? [] : colorScale.categories + (isComplete ? [] : [ColorScale.missing])
    }
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

  /// The rows of the legend for the colors, with the number of places without a number.
  internal func categoryRows(_ categories: [String]) -> [PictureLayout.Row] {
    var rows = categories.enumerated().map { PictureLayout.Row($0, $1) }
    guard let colorScale else { return rows }
    if categories.count > colorScale.categories.count {
      rows[rows.count - 1].text += " (\(grouped(String(missingCount(colorScale)))))"
    }
    if !colorScale.title.isEmpty {
      var title = PictureLayout.Row(nil, colorScale.title)
      title.radius = 0
      rows.insert(title, at: 0)
    }
    return rows
  }

  /// The number of valid places whose category is not one of a scale.
  private func missingCount(_ scale: ColorScale) -> Int {
    guard let crowd else {
      return markers.count { $0.coordinate.isValid && !scale.categories.contains($0.category) }
    }
    let isKnown = crowd.categories.map(scale.categories.contains)
    var count = 0
    crowd.forEach { place in
      let isMissing = place.category >= isKnown.count || !isKnown[place.category]
      if isMissing, place.coordinate.isValid { count += 1 }
    }
    return count
  }

  /// The indices in ``categories``, by the category numbers of a crowd.
  internal func legend(_ categories: [String]) -> [Int] {
    firstCategories.map { Self.number(ofCategory: $0, among: categories) }
      + Array(repeating: max(categories.count - 1, 0), count: MarkerPoint.categoryCount + 1)
  }

  /// The sources of the data, on one line.
  internal var attribution: String {
    let boundaries =
      atlas == nil ? [] : ["Boundaries: Natural Earth, country-coder, IGN, ISTAT, BKG"]
    return (boundaries + attributions).joined(separator: " · ")
  }
}
