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
///
/// Styles and views are passed over, and so are overlays, links, models and tours, which are
/// counted in ``leftOut``. A point without coordinates is no geometry. Prefixes of names do not matter. A KMZ file
/// must be unzipped first. Memory is bounded by the placemark in progress. What is wrong within a
/// placemark is an error, and the next call goes on behind the placemark; ill-formed XML ends the
/// input.
public struct KMLReader: FeatureReader {
  /// What an open element is.
  private enum Context {
    case root, container, folder, placemark, shape, boundary, leaf, extendedData, data, schemaData
    case schema, time, tree, ignored
  }

  /// What was left out so far though nothing is wrong with it.
  public private(set) var leftOut = LeftOut()

  private var xml = XMLReader()
  private var meanings: [KMLElement] = []
  private var contexts: [Context] = []
  private var text: [UInt8] = []
  private var leaf = KMLElement.unknown
  private var leafName = ""
  private var folders: [String] = []

  private var feature = GeoFeature(geometry: nil)
  private var isBad = false
  private var shapes: [KMLShape] = []
  private var dataName = ""
  private var tree = XMLTree()
  private var schema = ""
  /// Types by the name of a schema and of a field, with a space between.
  private var types: [String: String] = [:]

  /// How many fields of schemas are kept.
  private static let typeLimit = 10_000

  /// Makes a reader without input.
  public init() {}

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) { xml.append(piece) }

  /// Says that no more input comes.
  public mutating func finish() { xml.finish() }

  /// The next placemark, or nil when the input so far holds no further whole one.
  public mutating func next() throws(FormatError) -> GeoFeature? {
    while let event = try xml.next() {
      switch event {
      case .start: try start()
      case .text:
        try keepingGoing { reader throws(FormatError) in
          switch reader.contexts.last {
          case .leaf: try reader.xml.appendText(to: &reader.text)
          case .tree: try reader.tree.text(&reader.xml)
          default: break
          }
        }
      case .end: if let feature = try end() { return feature }
      }
    }
    return nil
  }

  /// Does what may throw; the first error of a placemark is thrown and leaves the placemark out.
  private mutating func keepingGoing(
    _ body: (inout KMLReader) throws(FormatError) -> Void
  ) throws(FormatError) {
    do throws(FormatError) {
      try body(&self)
    } catch {
      let isFirst = !isBad
      isBad = contexts.contains(.placemark)
      if isFirst { throw error }
    }
  }

  // MARK: Starts

  private mutating func meaning() -> KMLElement {
    let number = xml.element.name
    guard number < XMLNames.limit else { return KMLElement(xml.localName) }
    while meanings.count <= number { meanings.append(KMLElement(xml.names.local(meanings.count))) }
    return meanings[number]
  }

  private mutating func start() throws(FormatError) {
    let space = xml.element.namespace
    let isOwn = space == .kml || space == .kmlExtension || space == .none
    let element = isOwn ? meaning() : .unknown
    guard let parent = contexts.last else {
      guard element == .kml else {
        throw xml.giveUp(.expected("<kml>", found: "<\(xml.localName)>"), at: xml.eventStart)
      }
      contexts.append(.root)
      return
    }
    switch (parent, element) {
    case (.root, .container), (.container, .container), (.folder, .container):
      contexts.append(.container)
    case (.root, .folder), (.container, .folder), (.folder, .folder):
      contexts.append(.folder)
      folders.append("")
    case (.root, .placemark), (.container, .placemark), (.folder, .placemark):
      contexts.append(.placemark)
      feature = GeoFeature(geometry: nil)
      isBad = false
      shapes.removeAll()
      try keepingGoing { reader throws(FormatError) in
        reader.feature.identifier = try reader.xml.attribute(named: "id").map { .string($0) }
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
        contexts.append(.ignored)
      }
    case (.shape, .boundary):
      contexts.append(.boundary)
    case (.boundary, .ring):
      startShape(.ring)
    case (.shape, .coordinates), (.shape, .coordinate), (.shape, .when),
      (.placemark, .name), (.placemark, .text), (.folder, .name), (.data, .value),
      (.time, .when), (.time, .begin), (.time, .end):
      startLeaf(element)
    case (.placemark, .timeStamp), (.placemark, .timeSpan):
      contexts.append(.time)
    case (.placemark, .extendedData):
      contexts.append(.extendedData)
    case (.extendedData, .data):
      contexts.append(.data)
      try keepingGoing { reader throws(FormatError) in
        reader.dataName = try reader.xml.attribute(named: "name") ?? ""
      }
    case (.extendedData, .schemaData):
      contexts.append(.schemaData)
      try keepingGoing { reader throws(FormatError) in
        let url = try reader.xml.attribute(named: "schemaUrl") ?? ""
        reader.schema = url.split(separator: "#").last.map(String.init) ?? ""
      }
    case (.schemaData, .simpleData):
      startLeaf(element)
      try keepingGoing { reader throws(FormatError) in
        reader.dataName = try reader.xml.attribute(named: "name") ?? ""
      }
    case (.container, .schema), (.folder, .schema), (.root, .schema):
      contexts.append(.schema)
      schema = (try? xml.attribute(named: "id")) ?? ""
    case (.schema, .simpleField):
      contexts.append(.ignored)
      if let name = try? xml.attribute(named: "name"), let type = try? xml.attribute(named: "type"),
        types.count < Self.typeLimit
      {
        types["\(schema) \(name)"] = type
      }
    case (.extendedData, .unknown) where space == .properties && xml.localName == "type":
      contexts.append(.ignored)
      try keepingGoing { reader throws(FormatError) in try reader.takeType() }
    case (.root, .overlay), (.container, .overlay), (.folder, .overlay):
      pass(.overlay)
    case (.root, .networkLink), (.container, .networkLink), (.folder, .networkLink):
      pass(.networkLink)
    case (.root, .tour), (.container, .tour), (.folder, .tour):
      pass(.tour)
    case (.placemark, .model), (.shape, .model):
      pass(.model)
    case (.extendedData, _), (.tree, _):
      contexts.append(.tree)
      xml.skipsText = false
      try keepingGoing { reader throws(FormatError) in try reader.tree.start(&reader.xml) }
    default:
      contexts.append(.ignored)
    }
  }

  /// Passes over an element that is counted.
  private mutating func pass(_ kind: LeftOut.Kind) {
    leftOut.add(kind)
    contexts.append(.ignored)
  }

  private mutating func startShape(_ element: KMLElement) {
    contexts.append(.shape)
    shapes.append(KMLShape(element))
  }

  private mutating func startLeaf(_ element: KMLElement) {
    contexts.append(.leaf)
    leaf = element
    leafName = xml.localName
    text.removeAll(keepingCapacity: true)
    xml.skipsText = false
  }

  /// Takes this module's word for the type of a property.
  private mutating func takeType() throws(FormatError) {
    guard let name = try xml.attribute(named: "name"), let type = try xml.attribute(named: "is"),
      let text = feature.properties[name]?.text
    else { return }
    feature.properties[name] = PropertyValue(xmlType: type, text: text)
  }

  // MARK: Ends

  private mutating func end() throws(FormatError) -> GeoFeature? {
    switch contexts.popLast() {
    case .folder:
      folders.removeLast()
    case .placemark:
      guard !isBad else { return nil }
      if folders.count == 1 {
        feature.properties["folder"] = .string(folders[0])
      } else if !folders.isEmpty {
        feature.properties["folder"] = .array(folders.map { .string($0) })
      }
      return feature
    case .shape:
      try keepingGoing { reader throws(FormatError) in try reader.endShape() }
    case .leaf:
      xml.skipsText = true
      try keepingGoing { reader throws(FormatError) in try reader.endLeaf() }
    case .tree:
      if tree.depth == 1 { xml.skipsText = true }
      try keepingGoing { reader throws(FormatError) in
        guard let (name, value, _) = try reader.tree.end(&reader.xml) else { return }
        try reader.feature.properties.add(name, value, &reader.xml)
      }
    default: break
    }
    return nil
  }

  private mutating func endShape() throws(FormatError) {
    guard let shape = shapes.popLast() else { return }
    if contexts.last == .boundary {
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

  private mutating func endLeaf() throws(FormatError) {
    switch (leaf, shapes.indices.last) {
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
      for index in text.indices where text[index].isBlank { text[index] = UInt8(ascii: ",") }
      while text.last == UInt8(ascii: ",") { text.removeLast() }
      while text.first == UInt8(ascii: ",") { text.removeFirst() }
      shapes[shape].positions += try positions()
      return
    default: break
    }
    guard let whole = String(validating: text, as: UTF8.self) else {
      throw xml.error(.brokenText, at: xml.eventStart)
    }
    let value = whole.trimmingBlanks
    switch leaf {
    case .when:
      if let shape = shapes.indices.last {
        shapes[shape].times.append(value.isEmpty ? .null : .string(value))
      } else {
        feature.properties["time"] = .string(value)
      }
    case .name where contexts.last == .folder:
      folders[folders.count - 1] = value
    case .value:
      try feature.properties.add(dataName, .string(whole), &xml)
    case .simpleData:
      let type = Self.types[types["\(schema) \(dataName)"] ?? ""] ?? "string"
      let typed = PropertyValue(xmlType: type, text: type == "string" ? whole : value)
      try feature.properties.add(dataName, typed, &xml)
    default:
      feature.properties[leafName] = .string(value)
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
          throw xml.error(.notANumber(text.excerpt(start..<index)), at: xml.eventStart)
        }
        switch found {
        case 0: numbers.0 = number
        case 1: numbers.1 = number
        default: numbers.2 = number
        }
        found += 1
        while index < count, text[index].isBlank { index += 1 }
        guard found < 3, index < count, text[index] == comma else { break }
        index += 1
        while index < count, text[index].isBlank { index += 1 }
      }
      guard found > 1 else {
        throw xml.error(
          .expected("longitude,latitude", found: "a single number"), at: xml.eventStart)
      }
      if let reason = FormatError.Reason(latitude: numbers.1, longitude: numbers.0) {
        throw xml.error(reason, at: xml.eventStart)
      }
      positions.append(
        GeoFeature.Position(
          Coordinate(latitude: numbers.1, longitude: numbers.0),
          elevation: found == 3 ? numbers.2 : nil))
    }
  }
}
