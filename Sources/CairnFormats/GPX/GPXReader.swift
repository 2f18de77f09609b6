internal import CairnGeodesy

/// Reads the waypoints, routes and tracks of GPX 1.0 and 1.1.
///
/// ```swift
/// var reader = GPXReader()
/// reader.append(Array(#"<gpx><wpt lat="47.42" lon="10.98"><name>Zugspitze</name></wpt></gpx>"#.utf8))
/// reader.finish()
/// try reader.next()?.properties["name"]     // Zugspitze
/// ```
///
/// - A waypoint becomes a point, a route a line whose property `_gpxType` is `rte`, a track a line
///   or, with more segments than one, a multiple line. `ele` is the elevation.
/// - `name`, `desc`, `cmt`, `src`, `sym`, `type`, `time` and the like become properties of these
///   names; `link` becomes `links`, objects with `href`, `text` and `type`.
/// - The times of a line's points stand in `coordTimes`, one for each position (for each segment
///   in a multiple line), null where one has none. What else its points say (`hr`, `sat`, `name`)
///   stands in `coordinateProperties`, an object of such arrays.
/// - `extensions` become an object of the same name; see ``GPXWriter`` for the way back.
///
/// The input comes as UTF-8, or as UTF-16 or Latin-1 that says so; prefixes of names do not
/// matter. Memory is bounded by the feature in progress. A wrong point of a line is an error, and
/// the line goes on without it; any other error in a feature leaves the feature out. Ill-formed
/// XML ends the input.
public struct GPXReader: FeatureReader {
  /// What an open element is.
  private enum Context {
    case root, waypoint, route, track, segment, point, leaf, link, linkLeaf, extensions, tree
    case ignored
  }

  private var xml = XMLReader()
  private var meanings: [GPXElement] = []
  private var contexts: [Context] = []
  private var text: [UInt8] = []
  private var leaf = GPXElement.unknown
  private var leafName = ""

  private var feature = Properties()
  private var featureIsBad = false
  private var point = GPXPoint()
  private var segments: [GPXLine] = []
  private var link = Properties()
  private var tree = XMLTree()
  private var extensions = Properties()

  /// Makes a reader without input.
  public init() {}

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) { xml.append(piece) }

  /// Says that no more input comes.
  public mutating func finish() { xml.finish() }

  /// The next waypoint, route or track, or nil when the input so far holds no further whole one.
  public mutating func next() throws(FormatError) -> GeoFeature? {
    while let event = try xml.next() {
      switch event {
      case .start: try start()
      case .text: try takeText()
      case .end: if let feature = try end() { return feature }
      }
    }
    return nil
  }

  // MARK: Starts

  private mutating func meaning() -> GPXElement {
    let number = xml.element.name
    guard number < XMLNames.limit else { return GPXElement(xml.localName) }
    while meanings.count <= number { meanings.append(GPXElement(xml.names.local(meanings.count))) }
    return meanings[number]
  }

  private mutating func start() throws(FormatError) {
    let isOwn = xml.element.namespace == .gpx || xml.element.namespace == .none
    let element = isOwn ? meaning() : .unknown
    guard let parent = contexts.last else {
      guard element == .gpx else {
        throw xml.giveUp(
          .expected("<gpx>", found: "<\(xml.localName)>"), at: xml.eventStart)
      }
      contexts.append(.root)
      return
    }
    switch (parent, element) {
    case (.segment, .trackPoint), (.route, .routePoint):
      contexts.append(.point)
      try startPoint()
    case (.root, .waypoint):
      startFeature()
      contexts.append(.waypoint)
      try startPoint()
    case (.root, .route):
      startFeature()
      segments = [GPXLine()]
      contexts.append(.route)
    case (.root, .track):
      startFeature()
      contexts.append(.track)
    case (.track, .segment):
      segments.append(GPXLine())
      contexts.append(.segment)
    case (.waypoint, .link), (.route, .link), (.track, .link):
      contexts.append(.link)
      link = Properties()
      try keepingGoing { reader throws(FormatError) in
        if let target = try reader.xml.attribute(named: "href") {
          reader.link["href"] = .string(target)
        }
      }
    case (.link, .text), (.link, .unknown):
      startLeaf(element, .linkLeaf)
    case (.waypoint, .elevation), (.waypoint, .time), (.waypoint, .text), (.waypoint, .number),
      (.point, .elevation), (.point, .time), (.point, .text), (.point, .number),
      (.route, .text), (.route, .number), (.track, .text), (.track, .number):
      startLeaf(element, .leaf)
    case (.waypoint, .extensions), (.route, .extensions), (.track, .extensions),
      (.point, .extensions):
      contexts.append(.extensions)
      extensions = Properties()
    case (.extensions, _), (.tree, _):
      contexts.append(.tree)
      xml.skipsText = false
      try keepingGoing { reader throws(FormatError) in try reader.tree.start(&reader.xml) }
    // GPX 1.0 has what others add beside its own elements.
    case (.waypoint, .unknown) where !isOwn, (.route, .unknown) where !isOwn,
      (.track, .unknown) where !isOwn:
      contexts.append(.tree)
      xml.skipsText = false
      try keepingGoing { reader throws(FormatError) in try reader.tree.start(&reader.xml) }
    default:
      contexts.append(.ignored)
    }
  }

  private mutating func startFeature() {
    feature = Properties()
    featureIsBad = false
    segments.removeAll(keepingCapacity: true)
    point = GPXPoint()
  }

  private mutating func startPoint() throws(FormatError) {
    point = GPXPoint()
    do throws(FormatError) {
      let latitude = try degrees("lat", "latitude")
      let longitude = try degrees("lon", "longitude")
      if let reason = FormatError.Reason(latitude: latitude, longitude: longitude) {
        throw xml.error(reason, at: xml.eventStart)
      }
      point.position.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    } catch {
      point.isBad = true
      throw error
    }
  }

  private mutating func degrees(_ name: String, _ words: String) throws(FormatError) -> Double {
    guard let range = xml.attribute(name) else {
      throw xml.error(.expected("a \(words) (\(name))", found: "none"), at: xml.eventStart)
    }
    var trimmed = range
    while let first = trimmed.first, xml.bytes[first].isBlank { trimmed.removeFirst() }
    while let last = trimmed.last, xml.bytes[last].isBlank { trimmed.removeLast() }
    guard let number = DecimalNumber.parse(xml.bytes, in: trimmed) else {
      throw xml.error(.notANumber(xml.bytes.excerpt(range)), at: range.lowerBound)
    }
    return number
  }

  private mutating func startLeaf(_ element: GPXElement, _ context: Context) {
    contexts.append(context)
    leaf = element
    leafName = xml.localName
    text.removeAll(keepingCapacity: true)
    xml.skipsText = false
  }

  /// Does what may throw; the point or the feature that it is about is left out then, and its
  /// first error is thrown.
  private mutating func keepingGoing(
    _ body: (inout GPXReader) throws(FormatError) -> Void
  ) throws(FormatError) {
    do throws(FormatError) {
      try body(&self)
    } catch {
      let isOfPoint = contexts.contains(.point)
      let isFirst = isOfPoint ? !point.isBad : !featureIsBad
      if isOfPoint { point.isBad = true } else { featureIsBad = true }
      if isFirst { throw error }
    }
  }

  private mutating func takeText() throws(FormatError) {
    switch contexts.last {
    case .leaf, .linkLeaf:
      try keepingGoing { reader throws(FormatError) in
        try reader.xml.appendText(to: &reader.text)
      }
    case .tree:
      try keepingGoing { reader throws(FormatError) in try reader.tree.text(&reader.xml) }
    default: break
    }
  }

  // MARK: Ends

  private mutating func end() throws(FormatError) -> GeoFeature? {
    switch contexts.popLast() {
    case .point:
      guard !point.isBad, let last = segments.indices.last else { break }
      guard segments[last].append(point) else {
        throw xml.error(
          .expected("points with at most \(GPXLine.columnLimit) kinds of values", found: "more"),
          at: xml.eventStart)
      }
    case .leaf:
      xml.skipsText = true
      try keepingGoing { reader throws(FormatError) in try reader.endLeaf() }
    case .linkLeaf:
      xml.skipsText = true
      try keepingGoing { reader throws(FormatError) in
        reader.link[reader.leafName] = .string(try reader.leafText())
      }
    case .link:
      if case .array(var links)? = feature["links"] {
        feature["links"] = nil
        links.append(.object(link))
        feature["links"] = .array(links)
      } else {
        feature["links"] = .array([.object(link)])
      }
    case .tree:
      if tree.depth == 1 { xml.skipsText = true }
      try keepingGoing { reader throws(FormatError) in
        try reader.endTree()
      }
    case .extensions:
      endExtensions()
    case .waypoint:
      let isBad = point.isBad || featureIsBad
      return isBad ? nil : GeoFeature(geometry: .point(point.position), properties: feature)
    case .route:
      return featureIsBad ? nil : lineFeature(isRoute: true)
    case .track:
      return featureIsBad ? nil : lineFeature(isRoute: false)
    case .segment:
      if segments.last?.positions.isEmpty == true { segments.removeLast() }
    case .root, .ignored, .none:
      break
    }
    return nil
  }

  private mutating func leafText() throws(FormatError) -> String {
    guard let value = String(validating: text, as: UTF8.self) else {
      throw xml.error(.brokenText, at: xml.eventStart)
    }
    return value
  }

  private mutating func endLeaf() throws(FormatError) {
    if leaf == .elevation {
      var range = text.indices
      while let first = range.first, text[first].isBlank { range.removeFirst() }
      while let last = range.last, text[last].isBlank { range.removeLast() }
      guard !range.isEmpty else { return }
      guard let metres = DecimalNumber.parse(text, in: range) else {
        throw xml.error(.notANumber(text.excerpt(range)), at: xml.eventStart)
      }
      point.position.elevation = metres
      return
    }
    // Names and the like keep their spaces, numbers and times have none.
    var value = try leafText()
    if leaf != .text { value = value.trimmingBlanks }
    if leaf == .time, value.isEmpty { return }
    if contexts.last == .point {
      if leaf == .time {
        point.time = value
      } else {
        point.values.append(
          (leafName, leaf == .number ? .init(numberOrText: value) : .string(value)))
      }
    } else {
      feature[leafName] = leaf == .number ? .init(numberOrText: value) : .string(value)
    }
  }

  /// Keeps an element of another vocabulary that has come to its end.
  private mutating func endTree() throws(FormatError) {
    guard let (name, value, isProperty) = try tree.end(&xml) else { return }
    if contexts.contains(.point) {
      if isProperty, name == "time", let time = value.text {
        point.time = time
      } else if isProperty {
        point.values.append((name, value))
      } else {
        addToPoint(name, value)
      }
    } else if isProperty {
      feature[name] = value
    } else {
      try extensions.add(name, value, &xml)
      if contexts.last != .extensions { endExtensions() }
    }
  }

  /// Gives what has been read of extensions to the feature.
  private mutating func endExtensions() {
    guard !extensions.isEmpty else { return }
    var all = extensions
    if case .object(let first)? = feature["extensions"] {
      all = first
      for (name, value) in extensions.members { all[name] = value }
    }
    feature["extensions"] = .object(all)
    extensions = Properties()
  }

  /// Takes the texts within the extensions of a point as values of its own.
  private mutating func addToPoint(_ name: String, _ value: PropertyValue) {
    if name.hasPrefix("@") { return }
    switch value {
    case .object(let members):
      for (name, value) in members.members { addToPoint(name, value) }
    case .string(let text):
      let local = name.split(separator: ":").last.map(String.init) ?? name
      point.values.append((local, PropertyValue(numberOrText: text)))
    default:
      point.values.append((name, value))
    }
  }

  private mutating func lineFeature(isRoute: Bool) -> GeoFeature {
    if isRoute { feature["_gpxType"] = "rte" }
    let isMultiple = segments.count > 1
    if segments.contains(where: { !$0.times.isEmpty }) {
      feature["coordTimes"] = gathered(isMultiple) { $0.times }
    }
    var columns = Properties()
    for segment in segments {
      for column in segment.columns where columns[column.name] == nil {
        let name = column.name
        columns[name] = gathered(isMultiple) { segment in
          segment.columns.first { $0.name == name }?.values ?? []
        }
      }
    }
    if !columns.isEmpty { feature["coordinateProperties"] = .object(columns) }
    let lines = segments.map(\.positions)
    segments.removeAll()
    let geometry: GeoFeature.Geometry =
      isMultiple ? .multiLineString(lines) : .lineString(lines.first ?? [])
    return GeoFeature(geometry: geometry, properties: feature)
  }

  /// A column of all segments; a segment without it has nulls.
  private func gathered(
    _ isMultiple: Bool, _ column: (GPXLine) -> [PropertyValue]
  ) -> PropertyValue {
    let columns = segments.map { segment in
      let values = column(segment)
      return values.isEmpty
        ? [PropertyValue](repeating: .null, count: segment.positions.count) : values
    }
    return .array(isMultiple ? columns.map { .array($0) } : columns.first ?? [])
  }
}
