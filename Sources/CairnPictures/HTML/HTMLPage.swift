internal import CairnGeodesy

extension MapPicture {
  /// Returns the picture as one HTML page to pan and zoom.
  ///
  /// The page is self-contained: it includes the map, its style and a short script, and needs no
  /// network, no other file and no library. One finger or the mouse moves the map; two fingers, the
  /// wheel, a double click, the buttons or the keys `+` and `-` zoom; the arrow keys move it, and
  /// `0` shows the whole map again. The first 20,000 places show their name, category and details
  /// when the user points at or taps them; so do stops, clusters and tracks. A table below the map
  /// lists the places, including for screen readers, to which the drawing is a single element; it
  /// shows a page of rows at a time. Symbols and letters keep their size when zooming, names appear
  /// where there is room, and clusters split. Without scripts the page is a static picture.
  ///
  /// Outlines are drawn three times as finely as in ``svg()``, and beyond the extent of the
  /// picture, so that a window of any shape is filled.
  ///
  /// - Returns: the page in UTF-8; the same bytes for the same picture.
  public func html() -> [UInt8] {
    var bytes: [UInt8] = []
    html { bytes += $0 }
    return bytes
  }

  /// Passes the picture as an HTML page to a closure; with very many places, in chunks.
  package func html(_ send: ([UInt8]) -> Void) {
    withoutActuallyEscaping(send) { send in
      var page = HTMLPage(self, send)
      page.write()
      send(page.drawing.writer.bytes)
    }
  }
}

/// Writes a picture as an HTML page to pan and zoom.
internal struct HTMLPage {
  let picture: MapPicture
  /// The part that is displayed first, in the units of the drawing.
  private let content: PixelBox
  /// The cluster level that suits the picture's own size.
  private static let plainLevel = 2
  private let frame: MapFrame
  var drawing: SVGDrawing

  /// The number of units of the drawing for each pixel of the picture.
  static let detail = 3.0
  /// The magnification for which the features of a base layer are chosen.
  static let baseZoom = 2.0
  /// The maximum number of places with names and details.
  private static let namedLimit = 20_000

  init(_ picture: MapPicture, _ send: @escaping ([UInt8]) -> Void) {
    self.picture = picture
    let placed = Self.frame(of: picture)
    (content, frame) = (placed.content, placed.frame)
    let side = frame.box.width
    drawing = SVGDrawing(
      MapDrawing(
        picture, frame, tolerance: 0.3,
        waters: .page(pixelsPerMeter: frame.scale / Self.detail, detail: Self.detail),
        unitsPerPixel: Self.detail, zoom: Self.baseZoom),
      picture.furniture.contains(.graticule)
        ? Graticule(MapTracer(frame, tolerance: 0.5), spacing: side / 12) : nil,
      theme: nil, scale: picture.colorScale, send: send)
  }

  /// The part that is displayed first, and the position of the map, which extends beyond the
  /// picture to fill both portrait and landscape windows.
  static func frame(of picture: MapPicture) -> (content: PixelBox, frame: MapFrame) {
    let size = picture.size
    let whole = PixelBox(
      left: 0, top: 0, right: size.width * Self.detail, bottom: size.height * Self.detail)
    let hasSymbols = picture.hasMarkers || !picture.tours.isEmpty
    let inset = min(whole.width, whole.height) * (hasSymbols ? 0.08 : 0.06)
    let fitted = MapFrame(fitting: picture, into: whole, inset: inset)
    let side = max(whole.width, whole.height) * (picture.extent == .world ? 1.02 : 1.4)
    let box = PixelBox(
      left: whole.center.x - side / 2, top: whole.center.y - side / 2,
      right: whole.center.x + side / 2, bottom: whole.center.y + side / 2)
    return (fitted.shown.expanded(by: inset * 0.8), fitted.widened(to: box))
  }

  /// Writes the whole page.
  mutating func write() {
    let title = picture.title.isEmpty ? "Map" : picture.title
    let hasWaters = drawing.shapes.hasWaters || picture.base != nil || picture.showsSeaNames
    let waters = hasWaters ? SVGStyle.waterSheet(picture.theme) : ""
    drawing.writer.raw(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        + "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>")
    drawing.writer.text(title)
    let base = picture.base == nil ? "" : SVGStyle.baseSheet(picture.theme)
    let scale = picture.colorScale == nil ? "" : SVGStyle.quantitySheet(picture.theme)
    drawing.writer.raw(
      "</title>\n<style>\(SVGStyle.sheet(picture.theme))\(waters)\(base)\(scale)\n")
    drawing.writer.raw("\(Self.style)</style>\n</head>\n")
    drawing.writer.raw("<body class=\"cairn\">\n")
    header()
    drawing.writer.raw(
      "<main id=\"view\" tabindex=\"0\" role=\"application\" "
        + "aria-label=\"Map. Arrow keys move it, plus and minus zoom, 0 shows all.\">\n")
    map(title)
    drawing.writer.raw(Self.controls)
    drawing.writer.raw("</main>\n")
    profile()
    drawing.writer.raw(Self.table)
    drawing.writer.raw("<footer>")
    drawing.writer.text(picture.attribution)
    drawing.writer.raw("</footer>\n")
    data()
    drawing.writer.raw("<script>\n\(HTMLScript.text)</script>\n</body>\n</html>\n")
  }

  private mutating func header() {
    let categories = picture.categories
    let showsLegend = picture.furniture.contains(.legend) && !picture.clustersMarkers
    let sizes = showsLegend ? picture.sizeRows : []
    let hasLegend = showsLegend && (categories.count > 1 || !sizes.isEmpty)
    guard !picture.title.isEmpty || hasLegend else { return }
    drawing.writer.raw("<header>")
    if !picture.title.isEmpty {
      drawing.writer.raw("<h1>")
      drawing.writer.text(picture.title)
      drawing.writer.raw("</h1>")
    }
    if hasLegend {
      drawing.writer.raw("<ul>")
      for row in categories.count > 1 ? picture.categoryRows(categories) : [] {
        drawing.writer.raw("<li>")
        if let number = row.category {
          let color = drawing.color(number)
          drawing.writer.raw("<i class=\"\(color == "qm" ? "ring" : color)\"></i>")
        }
        drawing.writer.text(row.text)
        drawing.writer.raw("</li>")
      }
      for row in sizes {
        drawing.writer.raw("<li><i class=\"ring\" style=\"width:")
        drawing.writer.number(2 * row.radius, leadingZero: true)
        drawing.writer.raw("px;height:")
        drawing.writer.number(2 * row.radius, leadingZero: true)
        drawing.writer.raw("px\"></i>")
        drawing.writer.text(row.text)
        drawing.writer.raw("</li>")
      }
      drawing.writer.raw("</ul>")
    }
    drawing.writer.raw("</header>\n")
  }

  private mutating func map(_ title: String) {
    drawing.writer.raw("<svg id=\"svg\" role=\"img\" aria-label=\"")
    drawing.writer.text(title)
    drawing.writer.raw("\" viewBox=\"")
    for (number, value) in [content.left, content.top, content.width, content.height].enumerated() {
      if number > 0 { drawing.writer.raw(" ") }
      drawing.writer.number(value)
    }
    drawing.writer.raw("\">\n<g id=\"map\" aria-hidden=\"true\">\n")
    drawing.map()
    for (number, lines) in drawing.shapes.tracks.enumerated() where !lines.isEmpty {
      // A line is thin, so an invisible wider one receives the pointer.
      drawing.writer.raw("<path class=\"hit\" data-n=\"\(number)\" d=\"")
      drawing.writer.path(lines, isClosed: false)
      drawing.writer.raw("\"/>\n")
    }
    let levels = clusterLevels
    for (number, symbols) in levels.enumerated() {
      // Only one level is visible at a time, even without a script.
      let isSeen = number == min(Self.plainLevel, levels.count - 1)
      drawing.writer.raw("<g class=\"level\"\(isSeen ? "" : " style=\"display:none\"")>\n")
      for end in TrackEnd.ends(of: picture, frame) {
        drawing.mark(end.point, TrackEnd.radius, end.isStart ? "start" : "finish", name: end.text)
      }
      drawing.marks(symbols)
      drawing.writer.raw("</g>\n")
    }
    countryNames()
    townNames()
    drawing.writer.raw("</g>\n</svg>\n")
  }

  /// The symbols for each doubling of the scale; a single level without clusters.
  private var clusterLevels: [PictureSymbols] {
    var levels: [PictureSymbols] = []
    var zoom = picture.clustersMarkers ? 0.25 : 1
    while levels.count < (picture.clustersMarkers ? 9 : 1) {
      let unit = Self.detail / zoom
      let symbols = PictureSymbols(picture, frame, spacing: 46 * unit) { count in
        PictureScene.radius(ofCount: count) * unit
      }
      let count = symbols.clusters.count + symbols.placeCount
      if picture.clustersMarkers, levels.count > Self.plainLevel, count > PictureScene.singleLimit {
        break
      }
      levels.append(symbols)
      zoom *= 2
    }
    return levels
  }

  private mutating func countryNames() {
    guard let atlas = picture.atlas, picture.furniture.contains(.countryNames) else { return }
    let names = CountryLabels(atlas, picture.highlighted, frame)
    for name in names.names {
      areaName(name.text, at: name.point, width: name.width, style: "country")
    }
  }

  /// Writes the name of an area, which the script hides if it is wider than the area.
  mutating func areaName(_ text: String, at point: PlanePoint, width: Double, style: String) {
    drawing.writer.raw("<g class=\"c\" transform=\"translate(")
    drawing.writer.number(point.x)
    drawing.writer.raw(" ")
    drawing.writer.number(point.y)
    drawing.writer.raw(")\" data-w=\"")
    drawing.writer.number(width)
    drawing.writer.raw("\"><text class=\"\(style)\">")
    drawing.writer.text(text)
    drawing.writer.raw("</text></g>\n")
  }

  /// Writes the data for the script: the boxes, the scale, and the places.
  private mutating func data() {
    drawing.writer.raw("<script type=\"application/json\" id=\"data\">{\"box\":[")
    numbers([frame.box.left, frame.box.top, frame.box.width, frame.box.height])
    drawing.writer.raw("],\"view\":[")
    numbers([content.left, content.top, content.width, content.height])
    drawing.writer.raw("],\"unit\":\(Int(Self.detail)),\"level\":\(Self.plainLevel),\"scale\":[")
    scales()
    drawing.writer.raw("],\"kinds\":[")
    for (number, category) in picture.categories.enumerated() {
      if number > 0 { drawing.writer.raw(",") }
      drawing.writer.json(category)
    }
    drawing.writer.raw("],\"places\":[")
    var columns = Columns()
    let symbols = PictureSymbols(named: picture, frame, limit: Self.namedLimit)
    let stops = symbols.stops.map { stop in
      (point: stop.point, category: -1, marker: stop.marker, title: "\(stop.number). \(stop.name)")
    }
    let places = symbols.places.map { place in
      (point: place.point, category: place.category, marker: place.marker, title: place.name)
    }
    for (number, place) in (stops + places).prefix(Self.namedLimit).enumerated() {
      drawing.writer.raw(number > 0 ? ",\n[" : "[")
      numbers([place.point.x, place.point.y])
      drawing.writer.raw(",\(place.category),")
      drawing.writer.json(place.title)
      details(place.marker.details, &columns)
      drawing.writer.raw("]")
      drawing.writer.sendIfLarge()
    }
    drawing.writer.raw("],\"lines\":[")
    for (number, track) in picture.tracks.enumerated() {
      drawing.writer.raw(number > 0 ? ",\n[" : "[")
      drawing.writer.json(track.name)
      drawing.writer.raw(",")
      drawing.writer.json(picture.unit.text(meters: track.length))
      details(track.details, &columns)
      drawing.writer.raw("]")
    }
    drawing.writer.raw("],\"columns\":[")
    for (number, name) in columns.names.enumerated() {
      if number > 0 { drawing.writer.raw(",") }
      drawing.writer.json(name)
    }
    drawing.writer.raw("]}</script>\n")
  }

  /// The labels of details, each written once.
  private struct Columns {
    private(set) var names: [String] = []
    private var numbers: [String: Int] = [:]

    mutating func number(of name: String) -> Int {
      if let number = numbers[name] { return number }
      numbers[name] = names.count
      names.append(name)
      return names.count - 1
    }
  }

  /// Writes details as pairs of a column number and a text.
  private mutating func details(_ details: [MapPicture.Detail], _ columns: inout Columns) {
    for detail in details {
      drawing.writer.raw(",\(columns.number(of: detail.label)),")
      drawing.writer.json(detail.value)
    }
  }

  /// Writes the elevation profile of tracks.
  private mutating func profile() {
    guard let heights = ElevationProfile.Heights(picture) else { return }
    let box = PixelBox(left: 8, top: 4, right: 1192, bottom: 106)
    let profile = ElevationProfile(heights, in: box)
    let texts = profile.labels.map(\.text)
    drawing.writer.raw("<svg id=\"profile\" viewBox=\"0 0 1200 110\" role=\"img\" aria-label=\"")
    drawing.writer.text("Heights along the track: " + texts.joined(separator: ", "))
    drawing.writer.raw("\">\n")
    drawing.profile(profile)
    drawing.writer.raw("</svg>\n")
  }

  private mutating func numbers(_ values: [Double]) {
    for (number, value) in values.enumerated() {
      if number > 0 { drawing.writer.raw(",") }
      drawing.writer.number(value, leadingZero: true)
    }
  }

  /// Writes the meters in a hundred units to the right, on a grid over the map; 0 beyond its edge.
  private mutating func scales() {
    let steps = 16
    for row in 0...steps {
      for column in 0...steps {
        let start = PlanePoint(
          x: frame.box.left + frame.box.width * Double(column) / Double(steps) - 50,
          y: frame.box.top + frame.box.height * Double(row) / Double(steps))
        let end = PlanePoint(x: start.x + 100, y: start.y)
        var meters = 0.0
        if let first = frame.coordinate(at: start), let last = frame.coordinate(at: end) {
          meters = first.distance(to: last)
        }
        if row + column > 0 { drawing.writer.raw(",") }
        // Enough digits for both a street and the world.
        drawing.writer.raw(decimalText(meters, digits: meters < 1000 ? 4 : 0, trimsZeros: true))
      }
    }
  }

  private static let controls = """
    <div id="zoom"><button id="in" aria-label="Zoom in">+</button>\
    <button id="out" aria-label="Zoom out">−</button>\
    <button id="all" aria-label="Show all">⤢</button></div>
    <div id="bar" aria-hidden="true"></div>
    <div id="tip" role="status" hidden></div>

    """

  private static let table = """
    <details id="list" hidden><summary>Table</summary>
    <div id="rows"></div>
    <p><button id="before">Back</button> <span id="page" role="status"></span>
    <button id="next">More</button></p>
    </details>

    """

  private static let style = """
    html,body{margin:0;height:100%}
    body{display:flex;flex-direction:column;height:100dvh;background:var(--page);color:var(--ink);
      font-size:15px}
    header{padding:.5rem .8rem .4rem;display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;
      align-items:baseline}
    h1{font-size:1.15rem;line-height:1.25;margin:0}
    ul{display:flex;flex-wrap:wrap;gap:.1rem 1rem;list-style:none;margin:0;padding:0;
      color:var(--soft)}
    li i{display:inline-block;width:.7em;height:.7em;border-radius:50%;background:var(--k);
      margin-right:.4em}
    main{flex:1;min-height:0;position:relative;overflow:hidden;touch-action:none;cursor:grab;
      outline-offset:-3px;user-select:none;-webkit-user-select:none}
    main:active{cursor:grabbing}
    #svg{position:absolute;inset:0;width:100%;height:100%}
    #profile{width:100%;max-height:18vh;flex:none}
    .hit{fill:none;stroke:transparent;stroke-width:14;pointer-events:stroke}
    li .ring{border:1.2px solid var(--soft);background:none;box-sizing:border-box;
      vertical-align:middle}
    #map path{vector-effect:non-scaling-stroke}
    #map text{font-size:12px}#map .count{font-size:11px}
    .m,.c text{transform:scale(var(--i,\(detailText)))}
    .c text{text-anchor:middle;dominant-baseline:central}
    #zoom{position:absolute;right:.7rem;top:.7rem;display:flex;flex-direction:column;gap:.3rem}
    #zoom button{width:2.4rem;height:2.4rem;font-size:1.25rem;line-height:1;border:1px solid var(--coast);
      border-radius:.5rem;background:var(--page);color:var(--ink);cursor:pointer}
    #bar{position:absolute;left:.8rem;bottom:.7rem;border:solid var(--soft);
      border-width:0 1.6px 1.6px;padding:0 .3rem;font-size:12px;color:var(--ink);
      text-shadow:0 0 3px var(--halo),0 0 3px var(--halo);box-sizing:border-box;white-space:nowrap;
      pointer-events:none}
    #tip{position:absolute;left:0;top:0;max-width:20rem;max-height:80%;overflow:hidden;
      padding:.3rem .55rem;border-radius:.4rem;overflow-wrap:anywhere;
      background:var(--ink);color:var(--page);font-size:14px;pointer-events:none}
    #tip dl{display:grid;grid-template-columns:auto 1fr;gap:.1rem .6rem;margin:.2rem 0 0;
      font-size:12px}
    #tip dt{opacity:.75}#tip dd{margin:0}
    #list{flex:none;padding:.2rem .8rem;color:var(--ink)}
    #list summary{cursor:pointer;color:var(--soft);font-size:13px}
    #rows{max-height:32vh;overflow:auto}
    table{border-collapse:collapse;font-size:13px}
    th,td{text-align:left;padding:.1rem .8rem .1rem 0;border-bottom:1px solid var(--line);
      vertical-align:top}
    td button,#list p button{font:inherit;color:inherit;background:none;border:1px solid var(--line);
      border-radius:.3rem;cursor:pointer}
    #list p{margin:.3rem 0 0;font-size:13px}
    footer{padding:.25rem .8rem .4rem;font-size:12px;color:var(--soft);text-align:right}

    """

  private static let detailText = "3"
}
