internal import CairnCountries

/// A picture laid out: every shape, symbol and text with its pixels.
internal struct PictureScene: Sendable {
  let layout: PictureLayout
  let drawing: MapDrawing
  let graticule: Graticule?
  let scaleBar: ScaleBar?
  let symbols: PictureSymbols
  private(set) var labels: [PictureLabel] = []

  /// The radius of the symbol of a place and of a stop, in pixels.
  static let symbolRadius = 4.5
  let stopRadius: Double

  static let labelSize = 12.0
  static let degreeSize = 10.0

  /// At most this many places are drawn one by one; more are dots of a common shape.
  static let singleLimit = 2_000

  /// Lays out a picture.
  ///
  /// - Parameters:
  ///   - picture: what is laid out.
  ///   - tolerance: by how many pixels outlines may deviate.
  init(_ picture: MapPicture, tolerance: Double) {
    let names = picture.categories
    // One colour needs no legend: the title says what it is.
    let showsLegend = picture.furniture.contains(.legend) && names.count > 1
    layout = PictureLayout(
      size: picture.size, title: picture.title,
      legend: showsLegend && !picture.clustersMarkers
        ? names.enumerated().map { ($0.offset, $0.element.isEmpty ? "other" : $0.element) } : [],
      attribution: picture.attribution)
    let hasSymbols = !picture.markers.isEmpty || !picture.tours.isEmpty
    let inset = max(hasSymbols ? 20 : 8, min(layout.map.width, layout.map.height) * 0.06)
    let frame = MapFrame(fitting: picture, into: layout.map, inset: inset)
    drawing = MapDrawing(picture, frame, tolerance: tolerance)
    let spacing = max(72, min(layout.map.width, layout.map.height) / 6)
    graticule =
      picture.furniture.contains(.graticule)
      ? Graticule(MapTracer(frame, tolerance: tolerance), spacing: spacing) : nil
    let barStart = PlanePoint(x: layout.map.left + 12, y: layout.map.bottom - 12)
    scaleBar =
      picture.furniture.contains(.scaleBar) && layout.map.width > 120
      ? ScaleBar(on: frame, at: barStart, limit: min(160, layout.map.width * 0.3)) : nil
    symbols = PictureSymbols(picture, frame, spacing: 46, radius: Self.radius)
    let stopCount = picture.tours.map(\.stops.count).max() ?? 0
    stopRadius = stopCount > 150 ? 3.5 : stopCount > 60 ? 7 : 9
    addLabels(picture)
  }

  /// Whether the edge of the Earth is all in the picture, so that the map needs no frame.
  var showsWholeEarth: Bool {
    drawing.outline.count == 1 && drawing.outline.allSatisfy { $0.allSatisfy(layout.map.contains) }
  }

  /// The radius of a circle for a number of places: two pixels more for each doubling.
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
    func take(_ point: PlanePoint, _ radius: Double) {
      placement.takeSymbol(
        PixelBox(left: point.x, top: point.y, right: point.x, bottom: point.y)
          .expanded(by: radius))
    }
    for symbol in symbols.places { take(symbol.point, Self.symbolRadius) }
    for stop in symbols.stops { take(stop.point, stopRadius) }
    for cluster in symbols.clusters { take(cluster.point, cluster.radius) }
    if picture.furniture.contains(.names) {
      addNames(symbols.stops.map { ($0.point, $0.name) }, gap: stopRadius + 4, &placement)
      // Where there are too many, names would stand only where places are of least interest.
      if symbols.places.count <= 600 {
        addNames(
          symbols.places.map { ($0.point, $0.name) }, gap: Self.symbolRadius + 3, &placement)
      }
    }
    addDegrees(&placement)
    if picture.furniture.contains(.countryNames), let atlas = picture.atlas {
      addCountryNames(atlas, picture.highlighted, &placement)
    }
  }

  private mutating func addNames(
    _ names: [(point: PlanePoint, text: String)], gap: Double, _ placement: inout LabelPlacement
  ) {
    for (number, name) in names.enumerated() where !name.text.isEmpty {
      let text = TextWidth.truncated(name.text, to: 220, size: Self.labelSize)
      var label = placement.place(
        text, around: name.point, gap: gap, size: Self.labelSize, role: .marker)
      // The first place is the one of most interest: its name may cover other symbols.
      if label == nil, number == 0 {
        label = placement.place(
          text, around: name.point, gap: gap, size: Self.labelSize, role: .marker,
          onSymbols: true)
      }
      if let label { labels.append(label) }
    }
  }

  private mutating func addDegrees(_ placement: inout LabelPlacement) {
    let map = layout.map
    for mark in graticule?.marks ?? [] {
      let isAtEdge =
        mark.isMeridian ? mark.point.y > map.bottom - 1 : mark.point.x < map.left + 1
      let choices: [(PlanePoint, PictureLabel.Anchor)] =
        mark.isMeridian
        ? [
          (PlanePoint(x: mark.point.x + 3, y: mark.point.y - 4), .start),
          (PlanePoint(x: mark.point.x - 3, y: mark.point.y - 4), .end),
        ]
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
        if placement.takeIfFree(box) {
          labels.append(
            PictureLabel(text: mark.text, point: point, anchor: anchor, role: .degree))
          break
        }
      }
    }
  }

  /// Names countries where they are drawn large enough, those with the most people first.
  private mutating func addCountryNames(
    _ atlas: CountryAtlas, _ highlighted: Set<Country>, _ placement: inout LabelPlacement
  ) {
    let names = CountryNames(atlas, highlighted, drawing.frame)
    for name in names.names where names.fits(name, size: Self.labelSize) {
      let place = PlanePoint(x: name.point.x, y: name.point.y + Self.labelSize * 0.35)
      let box = PictureLabel.box(name.text, at: place, .middle, size: Self.labelSize)
      if placement.takeIfFree(box) {
        labels.append(
          PictureLabel(text: name.text, point: place, anchor: .middle, role: .country))
      }
    }
  }
}

extension MapPicture {
  /// The categories of the markers in the order in which they first occur; those beyond the size
  /// of the palette are one.
  internal var categories: [String] {
    var found: [String] = []
    var known: Set<String> = []
    for marker in markers where known.insert(marker.category).inserted {
      found.append(marker.category)
      if found.count > PicturePalette.categories.count { break }
    }
    guard found.count > PicturePalette.categories.count else { return found }
    return Array(found.prefix(PicturePalette.categories.count - 1)) + ["other"]
  }

  /// The sources of the data, in a line.
  internal var attribution: String {
    let boundaries = atlas == nil ? [] : ["Boundaries: Natural Earth, country-coder"]
    return (boundaries + attributions).joined(separator: " · ")
  }
}
