internal import CairnGeodesy

/// Reads the placemarks of KML.
///
/// ```swift
/// var reader = KMLReader()
/// reader.append(bytes)
/// reader.finish()
/// while let feature = try reader.next() { print(feature.properties["name"]?.text ?? "") }
/// ```
///
/// - `Point`, `LineString`, `LinearRing` (a line), `Polygon` with its holes, `MultiGeometry` (of
///   one kind a geometry of many, else a collection), `gx:Track` and `gx:MultiTrack` become
///   geometries; the times of tracks stand in `coordTimes`, one for each position. A placemark
///   without geometry is a feature without one; the `id` is its identifier.
/// - `name`, `description` and the like become properties of these names, `TimeStamp` becomes
///   `time`, `TimeSpan` `begin` and `end`. `ExtendedData` gives properties of its own names:
///   texts, and numbers and truth values where a `Schema` says so.
/// - The names of the folders around it stand in `folder`: a text, or an array from the outermost
///   on.
/// - A style, its own or one of the file that stands before it, becomes the properties of
///   simplestyle (`stroke`, `stroke-opacity`, `stroke-width`, `fill`, `fill-opacity`,
///   `marker-color`) and, for what that lacks, `icon`, `icon-scale`, `icon-heading`,
///   `icon-opacity`, `icon-offset`, `icon-offset-units`, `label-color`, `label-opacity`,
///   `label-scale`. A `styleUrl` of another file stays a property.
///
/// Views are skipped, and so are overlays, links, models, tours and what else a style says, which
/// are counted in ``leftOut``. A point without coordinates is no geometry. Prefixes of names do not
/// matter. A KMZ file must be unzipped first, as `Decompressor` of `CairnInflate` does. Memory is
/// bounded by the placemark in progress. The first error within a placemark is thrown, and the next
/// call goes on behind the placemark; ill-formed XML ends the input.
public struct KMLReader: FeatureReader {
  /// What was left out so far though nothing is wrong with it.
  public private(set) var leftOut = LeftOut()

  internal var walk = XMLWalk<KMLElement, KMLRole>()

  private var folders: [String] = []

  private var feature = GeoFeature(geometry: nil)
  private var isBad = false
  private var shapes: [KMLShape] = []
  private var dataName = ""
  private var schema = ""
  /// Types by the name of a schema and of a field, with a space between.
  private var types: [String: String] = [:]
  private var styles = KMLStyles()

  /// How many fields of schemas are kept.
  private static let typeLimit = 10_000

  /// Makes a reader without input.
  public init() {}

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) { walk.xml.append(piece) }

  /// Says that no more input comes.
  public mutating func finish() { walk.xml.finish() }

  /// The next placemark, or nil when the input so far holds no further whole one.
  public mutating func next() throws(FormatError) -> GeoFeature? { try nextFeature() }
}

extension KMLReader: XMLFeatureReader {
  internal mutating func markInvalid() -> Bool {
    let isFirst = !isBad
    isBad = walk.roles.contains(.placemark)
    return isFirst
  }

  // MARK: Starts

  internal mutating func start(
    _ element: KMLElement, in parent: KMLRole
  ) throws(FormatError) {
    switch (parent, element) {
    case (.root, .container), (.container, .container), (.folder, .container):
      walk.roles.append(.container)
    case (.root, .folder), (.container, .folder), (.folder, .folder):
      walk.roles.append(.folder)
      folders.append("")
    case (.root, .placemark), (.container, .placemark), (.folder, .placemark):
      walk.roles.append(.placemark)
      feature = GeoFeature(geometry: nil)
      isBad = false
      shapes.removeAll()
      try keepingGoing { reader throws(FormatError) in
        reader.feature.identifier = try reader.walk.xml.attribute(named: "id").map { .string($0) }
      }
    case (.placemark, .point), (.placemark, .line), (.placemark, .ring), (.placemark, .polygon),
      (.placemark, .multiGeometry), (.placemark, .track), (.placemark, .multiTrack):
      startShape(element)
    case (.shape, .point), (.shape, .line), (.shape, .ring), (.shape, .polygon),
      (.shape, .multiGeometry), (.shape, .track), (.shape, .multiTrack):
      let holder = shapes.last?.element
      if holder == .multiGeometry || holder == .multiTrack {
        startShape(element)
      } else {
        walk.roles.append(.ignored)
      }
    case (.shape, .boundary):
      walk.roles.append(.boundary)
    case (.boundary, .ring):
      startShape(.ring)
    case (_, .style), (_, .styleMap), (_, .pair), (.pair, .key), (.pair, .styleURL),
      (.placemark, .styleURL), (.style, _), (.stylePart, _), (.icon, _):
      try startStyle(element, in: parent)
    case (.shape, .coordinates), (.shape, .coordinate), (.shape, .when),
      (.placemark, .name), (.placemark, .text), (.folder, .name), (.data, .value),
      (.time, .when), (.time, .begin), (.time, .end):
      walk.openLeaf(element)
    case (.placemark, .timeStamp), (.placemark, .timeSpan):
      walk.roles.append(.time)
    case (.placemark, .extendedData):
      walk.roles.append(.extendedData)
    case (.extendedData, .data):
      walk.roles.append(.data)
      try keepingGoing { reader throws(FormatError) in
        reader.dataName = try reader.walk.xml.attribute(named: "name") ?? ""
      }
    case (.extendedData, .schemaData):
      walk.roles.append(.schemaData)
      try keepingGoing { reader throws(FormatError) in
        let url = try reader.walk.xml.attribute(named: "schemaUrl") ?? ""
        reader.schema = url.split(separator: "#").last.map(String.init) ?? ""
      }
    case (.schemaData, .simpleData):
      walk.openLeaf(element)
      try keepingGoing { reader throws(FormatError) in
        reader.dataName = try reader.walk.xml.attribute(named: "name") ?? ""
      }
    case (.container, .schema), (.folder, .schema), (.root, .schema):
      walk.roles.append(.schema)
      schema = (try? walk.xml.attribute(named: "id")) ?? ""
    case (.schema, .simpleField):
      walk.roles.append(.ignored)
      if let name = try? walk.xml.attribute(named: "name"),
        let type = try? walk.xml.attribute(named: "type"),
        types.count < Self.typeLimit
      {
        types["\(schema) \(name)"] = type
      }
    case (.extendedData, .unknown)
    where walk.xml.element.namespace == .properties && walk.xml.localName == "type":
      walk.roles.append(.ignored)
      try keepingGoing { reader throws(FormatError) in try reader.takeType() }
    case (.root, .overlay), (.container, .overlay), (.folder, .overlay):
      pass(.overlay)
    case (.root, .networkLink), (.container, .networkLink), (.folder, .networkLink):
      pass(.networkLink)
    case (.root, .tour), (.container, .tour), (.folder, .tour):
      pass(.tour)
    case (.placemark, .model), (.shape, .model):
      pass(.model)
    case (.extendedData, _):
      try openTree()
    default:
      walk.roles.append(.ignored)
    }
  }

  /// Passes over an element that is counted.
  private mutating func pass(_ kind: LeftOut.Kind) {
    leftOut.add(kind)
    walk.roles.append(.ignored)
  }

  /// Takes what belongs to a style.
  private mutating func startStyle(
    _ element: KMLElement, in parent: KMLRole
  ) throws(FormatError) {
    switch (parent, element) {
    case (.root, .style), (.container, .style), (.folder, .style), (.placemark, .style),
      (.pair, .style):
      walk.roles.append(.style)
      styles.start(walk.xml.text(ofAttribute: "id"), inPair: parent == .pair)
    case (.root, .styleMap), (.container, .styleMap), (.folder, .styleMap),
      (.placemark, .styleMap):
      walk.roles.append(.styleMap)
      styles.startMap(walk.xml.text(ofAttribute: "id"))
    case (.styleMap, .pair):
      walk.roles.append(.pair)
      styles.startPair()
    case (.pair, .key), (.pair, .styleURL), (.placemark, .styleURL), (.stylePart, .styleText),
      (.icon, .styleText):
      walk.openLeaf(element)
    case (.style, .iconStyle), (.style, .labelStyle), (.style, .lineStyle),
      (.style, .polygonStyle):
      walk.roles.append(.stylePart)
      styles.part = element
    case (.stylePart, .icon): walk.roles.append(.icon)
    case (.stylePart, .hotSpot):
      walk.roles.append(.ignored)
      styles.takeHotSpot(
        ["x", "y", "xunits", "yunits"].map { walk.xml.text(ofAttribute: $0) })
    case (.style, .otherStyle): pass(.styleDetail)
    default: walk.roles.append(.ignored)
    }
  }

  private mutating func startShape(_ element: KMLElement) {
    walk.roles.append(.shape)
    shapes.append(KMLShape(element))
  }

  /// Takes this module's word for the type of a property.
  private mutating func takeType() throws(FormatError) {
    guard let name = try walk.xml.attribute(named: "name"),
      let type = try walk.xml.attribute(named: "is"),
      let text = feature.properties[name]?.text
    else { return }
    feature.properties[name] = PropertyValue(xmlType: type, text: text)
  }

  // MARK: Ends

  internal mutating func end(_ role: KMLRole) throws(FormatError) -> GeoFeature? {
    switch role {
    case .folder:
      folders.removeLast()
    case .placemark:
      let style = styles.endPlacemark()
      guard !isBad else { return nil }
      for (name, value) in style.members where feature.properties[name] == nil {
        feature.properties[name] = value
      }
      if folders.count == 1 {
        feature.properties["folder"] = .string(folders[0])
      } else if !folders.isEmpty {
        feature.properties["folder"] = .array(folders.map { .string($0) })
      }
      return feature
    case .shape:
      try keepingGoing { reader throws(FormatError) in try reader.endShape() }
    case .style: styles.end(isOfPlacemark: walk.roles.last == .placemark)
    case .pair: if !styles.endPair() { leftOut.add(.styleDetail) }
    case .styleMap: styles.endMap(isOfPlacemark: walk.roles.last == .placemark)
    default: break
    }
    return nil
  }

  internal mutating func endTree(_ tree: XMLTree.Result) throws(FormatError) {
    try feature.properties.add(tree.name, tree.value, &walk.xml)
  }

  private mutating func endShape() throws(FormatError) {
    guard let shape = shapes.popLast() else { return }
    if walk.roles.last == .boundary {
      if let holder = shapes.indices.last { shapes[holder].rings.append(shape.positions) }
      return
    }
    guard let geometry = shape.geometry else { return leftOut.add(.emptyPoint) }
    if let holder = shapes.indices.last {
      shapes[holder].add(geometry, shape.coordinateTimes)
    } else if feature.geometry == nil {
      feature.geometry = geometry
      if let times = shape.coordinateTimes { feature.properties["coordTimes"] = times }
    } else {
      leftOut.add(.geometry)
    }
  }

  internal mutating func endLeaf() throws(FormatError) {
    switch (walk.leaf, shapes.indices.last) {
    case (.coordinates, let shape?):
      let positions = try positions()
      if shapes[shape].positions.isEmpty {
        shapes[shape].positions = positions
      } else {
        shapes[shape].positions += positions
      }
      return
    case (.coordinate, let shape?):
      // The numbers of a track stand apart, not behind commas.
      let comma = UInt8(ascii: ",")
      for index in walk.text.indices where walk.text[index].isBlank { walk.text[index] = comma }
      while walk.text.last == comma { walk.text.removeLast() }
      while walk.text.first == comma { walk.text.removeFirst() }
      shapes[shape].positions += try positions()
      return
    default: break
    }
    let whole = try walk.leafText()
    let value = whole.trimmingBlanks
    switch walk.leaf {
    case .when:
      if let shape = shapes.indices.last {
        shapes[shape].times.append(value.isEmpty ? .null : .string(value))
      } else {
        feature.properties["time"] = .string(value)
      }
    case .key: styles.pairKey = value
    case .styleURL where walk.roles.last == .pair: styles.pairURL = value
    case .styleURL: styles.url = value
    case .styleText:
      if !styles.take(walk.leafName, value, isOfIcon: walk.roles.last == .icon) {
        leftOut.add(.styleDetail)
      }
    case .text where walk.leafName == "visibility":
      feature.properties["visibility"] = PropertyValue(numberOrText: value)
    case .name where walk.roles.last == .folder:
      folders[folders.count - 1] = value
    case .value:
      try feature.properties.add(dataName, .string(whole), &walk.xml)
    case .simpleData:
      let type = Self.types[types["\(schema) \(dataName)"] ?? ""] ?? "string"
      let typed = PropertyValue(xmlType: type, text: type == "string" ? whole : value)
      try feature.properties.add(dataName, typed, &walk.xml)
    default:
      feature.properties[walk.leafName] = .string(value)
    }
  }

  /// The types of fields as ``PropertyValue`` has them.
  private static let types = [
    "int": "integer", "uint": "integer", "short": "integer", "ushort": "integer",
    "float": "number", "double": "number", "bool": "bool",
  ]

  /// The positions of a text: longitude, latitude and perhaps an altitude with commas between,
  /// and white space between positions.
  private mutating func positions() throws(FormatError) -> [GeoFeature.Position] {
    let text = walk.text
    var positions: [GeoFeature.Position] = []
    let comma = UInt8(ascii: ",")
    var index = 0
    let count = text.count
    positions.reserveCapacity(count / 24)
    while true {
      while index < count, text[index].isBlank { index += 1 }
      guard index < count else { return positions }
      var numbers = (0.0, 0.0, 0.0)
      var found = 0
      while found < 3 {
        let start = index
        while index < count, text[index] != comma, !text[index].isBlank { index += 1 }
        guard let number = DecimalNumber.parse(text, in: start..<index) else {
          // An altitude may be left away behind its comma.
          if found == 2, start == index { break }
          throw walk.xml.error(.notANumber(text.excerpt(start..<index)), at: walk.xml.eventStart)
        }
        switch found {
        case 0: numbers.0 = number
        case 1: numbers.1 = number
        default: numbers.2 = number
        }
        found += 1
        while index < count, text[index].isBlank { index += 1 }
        guard index < count, text[index] == comma else { break }
        index += 1
        while found < 3, index < count, text[index].isBlank { index += 1 }
      }
      if found == 3, text[index - 1] == comma {
        // KML has nothing behind an altitude, other writers have.
        let rest = index
        while index < count, !text[index].isBlank { index += 1 }
        if index > rest { leftOut.add(.measure) }
      }
      guard found > 1 else {
        throw walk.xml.error(
          .expected("longitude,latitude", found: "a single number"), at: walk.xml.eventStart)
      }
      if let reason = FormatError.Reason(latitude: numbers.1, longitude: numbers.0) {
        throw walk.xml.error(reason, at: walk.xml.eventStart)
      }
      positions.append(
        GeoFeature.Position(
          Coordinate(latitude: numbers.1, longitude: numbers.0),
          elevation: found == 3 ? numbers.2 : nil))
    }
  }
}
