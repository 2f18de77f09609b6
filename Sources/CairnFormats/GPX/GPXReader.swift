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
/// - A waypoint becomes a point; a route becomes a line with the property `_gpxType` of `rte`; a
///   track becomes a line, or a multi-line if it has several segments. `ele` becomes the elevation.
/// - `name`, `desc`, `cmt`, `src`, `sym`, `type`, `time` and the like become properties with these
///   names; `link` (in GPX 1.0 `url` and `urlname`) becomes `links`, an array of objects with
///   `href`, `text` and `type`. A number that a double cannot represent with all its digits stays a
///   string.
/// - The times of a line's points are stored in `coordTimes`, one for each position (in an array
///   for each segment of a multi-line), null for points without one. Other values of the points
///   (`hr`, `sat`, `name`) are stored in `coordinateProperties`, an object of such arrays. Elements
///   of Garmin's TrackPointExtension and elements without a namespace are named without a prefix;
///   other extension elements keep theirs, which `@xmlns:` and the prefix declares there. Elements
///   with attributes or nested elements are kept as objects. Texts become numbers if all of a line
///   are numbers and nothing is lost.
/// - `extensions` become an object with that name; see ``GPXWriter`` for the inverse.
/// - Members of the whole file (`metadata`, in GPX 1.0 `name`, `desc` and the like) are stored in
///   ``foreignMembers``.
///
/// The input is UTF-8, or declared UTF-16 or Latin-1; namespace prefixes are not significant.
/// Memory is bounded by the feature in progress: a whole track is buffered, with 32 bytes per point
/// and its values, before it is returned. A malformed point of a line is an error, and the line
/// continues without it; after any other error in a feature the feature is omitted. An elevation
/// that is not a number is counted in ``leftOut``, and its position is kept. Ill-formed XML ends
/// the input. The per-point values are columns of the line, at most 100, so a point costs
/// O(columns).
public struct GPXReader: FeatureReader {
  internal var walk = XMLReaderState<GPXElement, GPXRole>()

  /// Members of the whole file.
  public private(set) var foreignMembers = Properties()

  /// Counts of valid content omitted so far.
  public private(set) var leftOut = LeftOut()

  internal var identifier: PropertyValue?
  /// The link address and name of GPX 1.0, for the feature and for the point of a line.
  internal var oldLink = LegacyLink()
  private var pointLegacyLink = LegacyLink()

  internal struct LegacyLink {
    var address = ""
    var name: String?
  }

  internal var feature = Properties()
  private var featureIsBad = false
  internal var point = GPXPoint()
  internal var segments: [GPXLine] = []
  private var link = Properties()
  /// The names of the columns of the line in progress, for all its segments.
  private var lineColumns: Set<String> = []
  /// The prefixes and namespaces of the extensions of the points of a line.
  internal var declarations: [(prefix: String, name: String)] = []
  private var extensions = Properties()

  /// Creates a reader without input.
  public init() {}

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) { walk.xml.append(piece) }

  /// Marks the end of the input.
  public mutating func finish() { walk.xml.finish() }

  /// Returns the next waypoint, route or track, or nil if the input so far contains no further
  /// complete one.
  public mutating func next() throws(FormatError) -> GeoFeature? { try nextFeature() }

  /// Not public API: the complete points of the line in progress.
  public mutating func _salvage() -> GeoFeature? {
    let isRoute = walk.roles.contains(.route)
    guard isRoute || walk.roles.contains(.track), !featureIsBad else { return nil }
    walk.roles = []
    segments.removeAll { $0.positions.isEmpty }
    return segments.isEmpty ? nil : lineFeature(isRoute: isRoute)
  }
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
      try recovering { reader throws(FormatError) in
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
      // GPX 1.0 has no extensions: foreign elements are direct children.
      let isForeign = !GPXElement.includes(walk.xml.element.namespace)
      if isForeign { try openTree() } else { walk.roles.append(.ignored) }
    default:
      walk.roles.append(.ignored)
    }
  }

  private mutating func startFeature() {
    feature = Properties()
    identifier = nil
    featureIsBad = false
    oldLink = LegacyLink()
    segments.removeAll(keepingCapacity: true)
    declarations = []
    lineColumns = []
    point = GPXPoint()
  }

  private mutating func startPoint() throws(FormatError) {
    point = GPXPoint()
    pointLegacyLink = LegacyLink()
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
    // A fault within a point of a line affects only that point.
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
      add(pointLegacyLink, toPoint: true)
      let new = Set(point.values.map(\.name).filter { !lineColumns.contains($0) })
      guard lineColumns.count + new.count <= GPXLine.columnLimit, segments[last].append(point)
      else {
        throw walk.xml.error(
          .expected("points with at most \(GPXLine.columnLimit) kinds of values", found: "more"),
          at: walk.xml.eventStart)
      }
      lineColumns.formUnion(new)
    case .link: endLink()
    case .extensions: endExtensions()
    case .waypoint:
      if point.isBad || featureIsBad { return nil }
      add(oldLink, toPoint: false)
      return GeoFeature(
        geometry: .point(point.position), properties: feature, identifier: identifier)
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
    add(link: link, toPoint: walk.roles.contains(.point))
  }

  /// Adds the link given by `url` and `urlname` of GPX 1.0, if there is an address.
  internal mutating func add(_ old: LegacyLink, toPoint: Bool) {
    guard !old.address.isEmpty else { return }
    var link: Properties = ["href": .string(old.address)]
    if let name = old.name { link["text"] = .string(name) }
    add(link: link, toPoint: toPoint)
  }

  private mutating func add(link: Properties, toPoint: Bool) {
    if toPoint {
      if let index = point.values.firstIndex(where: { $0.name == "links" }),
        case .array = point.values[index].value
      {
        point.values[index].value.gather(.object(link))
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
      guard let meters = DecimalNumber.parse(walk.text, in: range) else {
        leftOut.add(.height)
        return
      }
      point.position.elevation = meters
      return
    }
    // Names and the like keep their white space; numbers and times have none.
    var text = try walk.leafText()
    if leaf != .text { text = text.trimmingBlanks }
    if leaf == .time, text.isEmpty { return }
    let isOfPoint = walk.roles.last == .point
    if leaf == .time, isOfPoint {
      point.time = text
      return
    }
    if leaf == .text, walk.leafName == "url" || walk.leafName == "urlname" {
      var link = isOfPoint ? pointLegacyLink : oldLink
      if walk.leafName == "url" { link.address = text.trimmingBlanks } else { link.name = text }
      if isOfPoint { pointLegacyLink = link } else { oldLink = link }
      return
    }
    let value = leaf == .number ? PropertyValue(exactly: text, zerosMatter: false) : .string(text)
    if isOfPoint {
      point.add(walk.leafName, value)
    } else {
      feature[walk.leafName] = value
    }
  }

  internal mutating func endTree(_ tree: XMLTree.Result) throws(FormatError) {
    if walk.roles == [.root] {
      try foreignMembers.add(tree.name, tree.value, &walk.xml)
    } else if walk.roles.contains(.point) {
      if tree.kind == .foreign {
        addToPoint(tree.name, tree.value)
      } else if tree.name == "time", let time = tree.value.text {
        point.time = time
      } else {
        point.add(tree.name, tree.value)
      }
    } else if tree.kind == .identifier {
      identifier = tree.value
    } else if tree.kind == .property {
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
      // Keeps the value uniquely referenced while it grows, to avoid a copy.
      feature["extensions"] = .null
      all = first
      for (name, value) in extensions.members {
        // Other segments of the track may have the same extension with another value.
        if let index = all.members.firstIndex(where: { $0.name == name }) {
          if all.members[index].value != value { all.members[index].value.gather(value) }
        } else {
          all[name] = value
        }
      }
    }
    feature["extensions"] = .object(all)
    extensions = Properties()
  }
}
