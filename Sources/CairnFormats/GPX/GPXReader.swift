internal import CairnGeodesy

/// Reads the waypoints, routes and tracks of GPX 1.0 and 1.1.
///
/// ```swift
/// var reader = GPXReader()
/// let file = #"<gpx><wpt lat="47.42" lon="10.98"><name>Zugspitze</name></wpt></gpx>"#
/// reader.append(Array(file.utf8))
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
///   stands in `coordinateProperties`, an object of such arrays; of its extensions those with
///   attributes as a whole.
/// - `extensions` become an object of the same name; see ``GPXWriter`` for the way back.
/// - What the file says of itself (`metadata`, in GPX 1.0 `name`, `desc` and the like) stands in
///   ``foreignMembers``.
///
/// The input comes as UTF-8, or as UTF-16 or Latin-1 that says so; prefixes of names do not
/// matter. Memory is bounded by the feature in progress: a track is held as a whole, with 32 bytes
/// a point and what else is known about each, before it is returned. A wrong point of a line is an
/// error, and the line goes on without it; any other error in a feature leaves the feature out.
/// Ill-formed XML ends the input. The values that points have besides their times are columns of
/// the line, at most 100, so that a point costs O(columns).
public struct GPXReader: FeatureReader {
  internal var walk = XMLWalk<GPXElement, GPXRole>()

  /// What the file says of itself.
  public private(set) var foreignMembers = Properties()

  private var feature = Properties()
  private var featureIsBad = false
  private var point = GPXPoint()
  private var segments: [GPXLine] = []
  private var link = Properties()
  private var extensions = Properties()

  /// Makes a reader without input.
  public init() {}

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) { walk.xml.append(piece) }

  /// Says that no more input comes.
  public mutating func finish() { walk.xml.finish() }

  /// The next waypoint, route or track, or nil when the input so far holds no further whole one.
  public mutating func next() throws(FormatError) -> GeoFeature? { try nextFeature() }
}

extension GPXReader: XMLFeatureReader {
  // MARK: Starts

  internal mutating func start(
    _ element: GPXElement, in parent: GPXRole
  ) throws(FormatError) {
    switch (parent, element) {
    case (.segment, .trackPoint), (.route, .routePoint):
      walk.roles.append(.point)
      try startPoint()
    case (.root, .waypoint):
      startFeature()
      walk.roles.append(.waypoint)
      try startPoint()
    case (.root, .route):
      startFeature()
      segments = [GPXLine()]
      walk.roles.append(.route)
    case (.root, .track):
      startFeature()
      walk.roles.append(.track)
    case (.track, .segment):
      segments.append(GPXLine())
      walk.roles.append(.segment)
    case (.waypoint, .link), (.route, .link), (.track, .link), (.point, .link):
      walk.roles.append(.link)
      link = Properties()
      try keepingGoing { reader throws(FormatError) in
        if let target = try reader.walk.xml.attribute(named: "href") {
          reader.link["href"] = .string(target)
        }
      }
    case (.link, .text), (.link, .unknown),
      (.waypoint, .elevation), (.waypoint, .time), (.waypoint, .text), (.waypoint, .number),
      (.point, .elevation), (.point, .time), (.point, .text), (.point, .number),
      (.route, .text), (.route, .number), (.track, .text), (.track, .number):
      walk.openLeaf(element)
    case (.waypoint, .extensions), (.route, .extensions), (.track, .extensions),
      (.segment, .extensions), (.point, .extensions):
      walk.roles.append(.extensions)
      extensions = Properties()
    case (.extensions, _), (.root, .metadata), (.root, .text), (.root, .time), (.root, .extensions):
      try openTree()
    case (.waypoint, .unknown), (.route, .unknown), (.track, .unknown):
      // In GPX 1.0, which has no extensions, elements of other vocabularies stand beside its own.
      let isForeign = !GPXElement.includes(walk.xml.element.namespace)
      if isForeign { try openTree() } else { walk.roles.append(.ignored) }
    default:
      walk.roles.append(.ignored)
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
        throw walk.xml.error(reason, at: walk.xml.eventStart)
      }
      point.position.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    } catch {
      point.isBad = true
      throw error
    }
  }

  private mutating func degrees(_ name: String, _ words: String) throws(FormatError) -> Double {
    guard let range = walk.xml.attribute(name) else {
      throw walk.xml.error(
        .expected("a \(words) (\(name))", found: "none"), at: walk.xml.eventStart)
    }
    let trimmed = walk.xml.bytes.trimmingBlanks(in: range)
    guard let number = DecimalNumber.parse(walk.xml.bytes, in: trimmed) else {
      throw walk.xml.error(.notANumber(walk.xml.bytes.excerpt(range)), at: range.lowerBound)
    }
    return number
  }

  internal mutating func markInvalid() -> Bool {
    // A fault within a point of a line costs that point alone.
    let isOfPoint = walk.roles.contains(.point)
    let isFirst = isOfPoint ? !point.isBad : !featureIsBad
    if isOfPoint { point.isBad = true } else { featureIsBad = true }
    return isFirst
  }

  // MARK: Ends

  internal mutating func end(_ role: GPXRole) throws(FormatError) -> GeoFeature? {
    switch role {
    case .point:
      guard !point.isBad, let last = segments.indices.last else { break }
      guard segments[last].append(point) else {
        throw walk.xml.error(
          .expected("points with at most \(GPXLine.columnLimit) kinds of values", found: "more"),
          at: walk.xml.eventStart)
      }
    case .link: endLink()
    case .extensions: endExtensions()
    case .waypoint:
      let isBad = point.isBad || featureIsBad
      return isBad ? nil : GeoFeature(geometry: .point(point.position), properties: feature)
    case .route:
      return featureIsBad ? nil : lineFeature(isRoute: true)
    case .track:
      return featureIsBad ? nil : lineFeature(isRoute: false)
    case .segment:
      if segments.last?.positions.isEmpty == true { segments.removeLast() }
    case .root, .leaf, .tree, .ignored: break
    }
    return nil
  }

  private mutating func endLink() {
    if walk.roles.contains(.point) {
      if let index = point.values.firstIndex(where: { $0.name == "links" }),
        case .array(let earlier) = point.values[index].value
      {
        point.values[index].value = .array(earlier + [.object(link)])
      } else {
        point.values.append(("links", .array([.object(link)])))
      }
      return
    }
    var links: [PropertyValue] = []
    if case .array(let earlier)? = feature["links"] {
      feature["links"] = nil
      links = earlier
    }
    links.append(.object(link))
    feature["links"] = .array(links)
  }

  internal mutating func endLeaf() throws(FormatError) {
    if walk.roles.last == .link {
      link[walk.leafName] = .string(try walk.leafText())
      return
    }
    let leaf = walk.leaf
    if leaf == .elevation {
      let range = walk.text.trimmingBlanks(in: walk.text.indices)
      guard !range.isEmpty else { return }
      guard let metres = DecimalNumber.parse(walk.text, in: range) else {
        throw walk.xml.error(.notANumber(walk.text.excerpt(range)), at: walk.xml.eventStart)
      }
      point.position.elevation = metres
      return
    }
    // Names and the like keep their spaces, numbers and times have none.
    var text = try walk.leafText()
    if leaf != .text { text = text.trimmingBlanks }
    if leaf == .time, text.isEmpty { return }
    let isOfPoint = walk.roles.last == .point
    if leaf == .time, isOfPoint {
      point.time = text
      return
    }
    let value = leaf == .number ? PropertyValue(numberOrText: text) : .string(text)
    if isOfPoint {
      point.values.append((walk.leafName, value))
    } else {
      feature[walk.leafName] = value
    }
  }

  internal mutating func endTree(_ tree: XMLTree.Result) throws(FormatError) {
    if walk.roles == [.root] {
      try foreignMembers.add(tree.name, tree.value, &walk.xml)
    } else if walk.roles.contains(.point) {
      if tree.isProperty, tree.name == "time", let time = tree.value.text {
        point.time = time
      } else if tree.isProperty {
        point.values.append((tree.name, tree.value))
      } else {
        addToPoint(tree.name, tree.value, [])
      }
    } else if tree.isProperty {
      feature[tree.name] = tree.value
    } else {
      try extensions.add(tree.name, tree.value, &walk.xml)
      if walk.roles.last != .extensions { endExtensions() }
    }
  }

  /// Adds the extensions read so far to the feature.
  private mutating func endExtensions() {
    guard !extensions.isEmpty else { return }
    var all = extensions
    if case .object(let first)? = feature["extensions"] {
      all = first
      for (name, value) in extensions.members {
        // Another segment of the same track has its own.
        if let earlier = all[name], earlier != value {
          var values = [earlier]
          if case .array(let several) = earlier { values = several }
          all[name] = .array(values + [value])
        } else {
          all[name] = value
        }
      }
    }
    feature["extensions"] = .object(all)
    extensions = Properties()
  }

  /// Takes the texts within the extensions of a point as values of its own; an element that has
  /// attributes as a whole.
  ///
  /// - Parameters:
  ///   - name: the element's name.
  ///   - value: what it holds.
  ///   - scopes: the declarations of prefixes around it.
  private mutating func addToPoint(
    _ name: String, _ value: PropertyValue, _ scopes: [Properties.Member]
  ) {
    if name.hasPrefix("@") { return }
    switch value {
    case .object(let members):
      let declarations = members.members.filter { $0.name.hasPrefix("@xmlns") }
      let content = members.members.filter { !$0.name.hasPrefix("@xmlns") }
      if content.count == 1, content[0].name == "#text" {
        return addToPoint(name, content[0].value, scopes)
      }
      if content.contains(where: { $0.name.hasPrefix("@") || $0.name == "#text" }) {
        // Whoever reads it finds the prefixes within.
        var whole = members
        let prefixes = scopes.filter { members[$0.name] == nil }
        for (name, value) in prefixes { whole[name] = value }
        return addValue(name, name, .object(whole))
      }
      let inner = scopes.filter { members[$0.name] == nil } + declarations
      for (name, value) in members.members { addToPoint(name, value, inner) }
    case .array(let values):
      for value in values { addToPoint(name, value, scopes) }
    case .string(let text):
      let local = name.split(separator: ":").last.map(String.init) ?? name
      addValue(local, name, PropertyValue(numberOrText: text))
    default: addValue(name, name, value)
    }
  }

  /// Adds a value of the point under its own name, or under the one with a prefix where it has
  /// another value of that name; several of one name become an array.
  private mutating func addValue(_ name: String, _ qualified: String, _ value: PropertyValue) {
    func index(_ name: String) -> Int? { point.values.firstIndex { $0.name == name } }
    guard let known = index(name) else { return point.values.append((name, value)) }
    if name != qualified, index(qualified) == nil, point.values[known].value != value {
      return point.values.append((qualified, value))
    }
    let place = index(qualified) ?? known
    if case .array(let earlier) = point.values[place].value {
      point.values[place].value = .array(earlier + [value])
    } else {
      point.values[place].value = .array([point.values[place].value, value])
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
