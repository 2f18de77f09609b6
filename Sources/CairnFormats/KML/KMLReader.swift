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
/// - `Point`, `LineString`, `LinearRing` (as a line), `Polygon` with its holes, `MultiGeometry` (a
///   multi-geometry if its members have one kind, otherwise a collection), `gx:Track` and
///   `gx:MultiTrack` become geometries. The times of tracks are stored in `coordTimes`, one for
///   each position; in `coordinateProperties` their `gx:angles` (heading, tilt, roll) as `angles`
///   and each `gx:SimpleArrayData` by its name. A placemark without geometry becomes a feature
///   without geometry; its `id` is the identifier.
/// - Drawing rules become properties with KML's names: `altitudeMode` (including
///   `gx:altitudeMode`), `extrude`, `tessellate`, `drawOrder`, `altitudeOffset`; if the members of
///   a geometry differ, an array with a value for each. As in other formats, heights other than 0
///   without `altitudeMode` are relative to sea level: the mode `absolute` is not stored, and
///   heights without a mode, which KML ignores, get `clampToGround`.
/// - `name`, `description` and the like become properties with these names, `TimeStamp` becomes
///   `time`, `TimeSpan` becomes `begin` and `end`. `ExtendedData` becomes properties with its own
///   names: strings, or numbers and Booleans if a `Schema` declares them.
/// - The names of the enclosing folders become `folder`: a string, or an array from the outermost
///   to the innermost.
/// - An inline style, or a shared style defined earlier in the file, becomes the simplestyle
///   properties (`stroke`, `stroke-opacity`, `stroke-width`, `fill`, `fill-opacity`,
///   `marker-color`) and, for parts that simplestyle lacks, `icon`, `icon-scale`, `icon-heading`,
///   `icon-opacity`, `icon-offset`, `icon-offset-units`, `label-color`, `label-opacity`,
///   `label-scale`. A `styleUrl` that refers to another file is kept as a property.
///
/// Views are ignored. Overlays, links, models, tours and other parts of styles are skipped and
/// counted in ``leftOut``. A point without coordinates is not a geometry. A height that is not a
/// number is counted, and its position is kept. Namespace prefixes are not significant.
///
/// A KMZ file must be unzipped first, for example with `Decompressor` of `CairnInflate`. Memory is
/// bounded by the placemark in progress. The first error within a placemark is thrown, and the next
/// call continues after the placemark; ill-formed XML ends the input.
public struct KMLReader: FeatureReader {
  /// Counts of valid content omitted so far.
  public private(set) var leftOut = LeftOut()

  internal var walk = XMLReaderState<KMLElement, KMLRole>()

  private var folders: [String] = []

  private var feature = GeoFeature(geometry: nil)
  private var isBad = false
  private var shapes: [KMLGeometryBuilder] = []
  private var details = KMLGeometryBuilder.Details()
  private var dataName = ""
  /// The values of the data array in progress.
  private var array: [PropertyValue] = []
  /// The names of the arrays that belong to the placemark itself.
  private var placemarkArrays: [String] = []
  /// The other documents of the archive that are read.
  private var documents = KMLDocuments()
  /// Whether the link in progress refers to one of them.
  private var linksToDocument = false
  private var schema = ""
  /// The field types, by the identifier of the schema and the field name, separated by a space.
  private var types: [String: String] = [:]
  private var styles = KMLStyles()

  /// The greatest number of schema fields kept.
  private static let typeLimit = 10_000

  /// Creates a reader without input.
  public init() {}

  /// Creates a reader for one document of an archive; links to the other documents are not counted
  /// as omitted.
  ///
  /// - Parameters:
  ///   - documents: the names of the documents that are read.
  ///   - name: the name of this document; nil for the main one, the first in the list.
  package init(documents: [String], in name: String?) {
    self.documents = KMLDocuments(documents, in: name ?? documents.first ?? "")
  }

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) { walk.xml.append(piece) }

  /// Marks the end of the input.
  public mutating func finish() { walk.xml.finish() }

  /// Returns the next placemark, or nil if the input so far contains no further complete one.
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
      details = KMLGeometryBuilder.Details()
      placemarkArrays = []
      try recovering { reader throws(FormatError) in
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
    case (.shape, .coordinates), (.shape, .coordinate), (.shape, .when), (.shape, .angles),
      (.shape, .drawing), (.simpleArrayData, .value), (.link, .styleText),
      (.placemark, .name), (.placemark, .text), (.folder, .name), (.data, .value),
      (.time, .when), (.time, .begin), (.time, .end):
      walk.openLeaf(element)
    case (.placemark, .timeStamp), (.placemark, .timeSpan):
      walk.roles.append(.time)
    case (.placemark, .extendedData), (.shape, .extendedData):
      walk.roles.append(.extendedData)
    case (.extendedData, .data):
      walk.roles.append(.data)
      try recovering { reader throws(FormatError) in
        reader.dataName = try reader.walk.xml.attribute(named: "name") ?? ""
      }
    case (.extendedData, .schemaData):
      walk.roles.append(.schemaData)
      try recovering { reader throws(FormatError) in
        let url = try reader.walk.xml.attribute(named: "schemaUrl") ?? ""
        reader.schema = url.split(separator: "#").last.map(String.init) ?? ""
      }
    case (.schemaData, .simpleArrayData):
      walk.roles.append(.simpleArrayData)
      array = []
      try recovering { reader throws(FormatError) in
        reader.dataName = try reader.walk.xml.attribute(named: "name") ?? ""
      }
    case (.schemaData, .simpleData):
      walk.openLeaf(element)
      try recovering { reader throws(FormatError) in
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
      try recovering { reader throws(FormatError) in try reader.takeType() }
    case (.root, .overlay), (.container, .overlay), (.folder, .overlay):
      pass(.overlay)
    case (.root, .networkLink), (.container, .networkLink), (.folder, .networkLink):
      walk.roles.append(.networkLink)
      linksToDocument = false
    case (.networkLink, .link):
      walk.roles.append(.link)
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

  /// Skips an element and counts it.
  private mutating func pass(_ kind: LeftOut.Kind) {
    leftOut.add(kind)
    walk.roles.append(.ignored)
  }

  /// Handles an element of a style.
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
    var shape = KMLGeometryBuilder(element)
    if let holder = shapes.last {
      shape.outerMode = holder.drawing["altitudeMode"] ?? holder.outerMode
    }
    shapes.append(shape)
  }

  /// Applies a property type recorded by ``KMLWriter``.
  private mutating func takeType() throws(FormatError) {
    guard let name = try walk.xml.attribute(named: "name"),
      let type = try walk.xml.attribute(named: "is")
    else { return }
    if let shape = shapes.indices.last {
      guard type == "numbers" else { return }
      let arrays = shapes[shape].track.arrays
      for index in arrays.indices where arrays[index].name == name {
        shapes[shape].track.arrays[index].values = arrays[index].values.map { value in
          value.text.map { PropertyValue(exactly: $0) } ?? value
        }
      }
      return
    }
    guard let text = feature.properties[name]?.text else { return }
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
      endDetails()
      if folders.count == 1 {
        feature.properties["folder"] = .string(folders[0])
      } else if !folders.isEmpty {
        feature.properties["folder"] = .array(folders.map { .string($0) })
      }
      return feature
    case .shape:
      try recovering { reader throws(FormatError) in try reader.endShape() }
    case .networkLink: if !linksToDocument { leftOut.add(.networkLink) }
    case .simpleArrayData: try recovering { reader throws(FormatError) in try reader.endArray() }
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
    guard var shape = shapes.popLast() else { return }
    if walk.roles.last == .boundary {
      if let holder = shapes.indices.last { shapes[holder].rings.append(shape.positions) }
      return
    }
    guard let whole = shape.finish() else { return leftOut.add(.emptyPoint) }
    leftOut.add(.positionValue, whole.lost)
    if let holder = shapes.indices.last {
      shapes[holder].members.append(whole.geometry)
      shapes[holder].memberDetails.append(whole.details)
    } else if feature.geometry == nil {
      feature.geometry = whole.geometry
      details = whole.details
    } else {
      leftOut.add(.geometry)
    }
  }

  /// Adds a data array: per-position values of a track, or otherwise a property.
  private mutating func endArray() throws(FormatError) {
    let values = array
    array = []
    if let shape = shapes.indices.last, shapes[shape].element == .track {
      shapes[shape].track.arrays.append((dataName, values))
    } else {
      try feature.properties.add(dataName, .array(values), &walk.xml)
      placemarkArrays.append(dataName)
    }
  }

  /// Adds the per-position values and the drawing rules of the geometry to the properties.
  private mutating func endDetails() {
    if let times = details.times { feature.properties["coordTimes"] = times }
    if case .lineString(let line)? = feature.geometry, details.times != nil {
      // Arrays of the placemark with a value for each position of its track are per-position
      // values.
      for name in placemarkArrays {
        guard case .array(let values)? = feature.properties[name], values.count == line.count,
          details.columns[name] == nil
        else { continue }
        details.columns.append(new: name, .array(values))
        feature.properties[name] = nil
      }
    }
    if !details.columns.isEmpty {
      var columns = details.columns
      if case .object(let others)? = feature.properties["coordinateProperties"] {
        for (name, value) in others.members where columns[name] == nil { columns[name] = value }
      }
      feature.properties["coordinateProperties"] = .object(columns)
    }
    for (name, value) in details.drawing.members {
      if feature.properties[name] == nil {
        feature.properties[name] = value
      } else if feature.properties[name] != value {
        leftOut.add(.drawing)
      }
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
      // The numbers of a track position are separated by white space instead of commas.
      let comma = UInt8(ascii: ",")
      walk.text = Array(walk.text[walk.text.trimmingBlanks(in: walk.text.indices)])
      var text: [UInt8] = []
      for byte in walk.text {
        if !byte.isBlank { text.append(byte) } else if text.last != comma { text.append(comma) }
      }
      walk.text = text
      let positions = try positions()
      if positions.isEmpty { leftOut.add(.emptyPoint) }
      shapes[shape].track.add(position: positions.first)
      return
    default: break
    }
    let whole = try walk.leafText()
    let value = whole.trimmingBlanks
    switch walk.leaf {
    case .when:
      if let shape = shapes.indices.last {
        shapes[shape].track.add(time: value.isEmpty ? .null : .string(value))
      } else {
        feature.properties["time"] = .string(value)
      }
    case .angles:
      if let shape = shapes.indices.last { shapes[shape].track.add(angles: Self.angles(value)) }
    case .drawing:
      if let shape = shapes.indices.last, !value.isEmpty {
        let isSecond = shapes[shape].drawing[walk.leafName] != nil
        // `gx:altitudeMode` takes precedence; `altitudeMode` beside it is a fallback for other
        // programs.
        if !isSecond || walk.leafNamespace == .kmlExtension {
          shapes[shape].drawing[walk.leafName] = KMLDrawingRules.value(walk.leafName, value)
        }
      }
    case .styleText where walk.roles.last == .link:
      if walk.leafName == "href", documents.contains(value) { linksToDocument = true }
    case .value where walk.roles.last == .simpleArrayData:
      let type = Self.types[types["\(schema) \(dataName)"] ?? ""] ?? "string"
      let text = type == "string" ? whole : value
      array.append(text.isEmpty ? .null : PropertyValue(xmlType: type, text: text))
    case .key: styles.pairKey = value
    case .styleURL where walk.roles.last == .pair: styles.pairURL = value
    case .styleURL: styles.url = value
    case .styleText:
      if !styles.take(walk.leafName, value, isOfIcon: walk.roles.last == .icon) {
        leftOut.add(.styleDetail)
      }
    case .text where walk.leafName == "visibility":
      feature.properties["visibility"] = PropertyValue(exactly: value)
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

  /// The schema field types as types of ``PropertyValue``.
  private static let types = [
    "int": "integer", "uint": "integer", "short": "integer", "ushort": "integer",
    "float": "number", "double": "number", "bool": "bool",
  ]

  /// The end of a word such as a unit that follows an altitude and optional white space; nil if
  /// there is none.
  private static func endOfUnit(_ text: [UInt8], behind index: Int) -> Int? {
    var start = index
    while start < text.count, text[start].isBlank { start += 1 }
    guard start < text.count, text[start].isLetter else { return nil }
    var end = start
    while end < text.count, !text[end].isBlank {
      if text[end] == UInt8(ascii: ",") { return nil }
      end += 1
    }
    return end
  }

  /// The angles of a track position: heading, tilt and roll as numbers, or the text if it is
  /// malformed.
  private static func angles(_ text: String) -> PropertyValue {
    guard !text.isEmpty else { return .null }
    let numbers = text.utf8.split(whereSeparator: \.isBlank).map {
      PropertyValue(exactly: String(decoding: $0, as: UTF8.self), zerosMatter: false)
    }
    return numbers.allSatisfy { $0.number != nil } ? .array(numbers) : .string(text)
  }

  /// Parses positions separated by white space: longitude, latitude and an optional altitude,
  /// separated by commas.
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
      var hasWrongHeight = false
      while found < 3 {
        let start = index
        while index < count, text[index] != comma, !text[index].isBlank { index += 1 }
        guard let number = DecimalNumber.parse(text, in: start..<index) else {
          // The altitude may be missing after its comma, and a malformed one does not invalidate
          // the position.
          if found == 2 {
            if start < index { hasWrongHeight = true }
            while index < count, !text[index].isBlank { index += 1 }
            break
          }
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
        // KML allows nothing after an altitude, but some writers add values.
        let rest = index
        while index < count, !text[index].isBlank { index += 1 }
        if index > rest { leftOut.add(.measure) }
      } else if found == 3, let end = Self.endOfUnit(text, behind: index) {
        index = end
        hasWrongHeight = true
      }
      if hasWrongHeight {
        leftOut.add(.height)
        found = 2
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
