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
/// - The `name` and the `description` of the document are stored in ``foreignMembers``.
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
  public internal(set) var leftOut = LeftOut()

  /// Members of the whole file: the `name` and the `description` of the document.
  public internal(set) var foreignMembers = Properties()

  internal var walk = XMLReaderState<KMLElement, KMLRole>()

  internal var folders: [String] = []

  internal var feature = GeoFeature(geometry: nil)
  internal var isBad = false
  internal var shapes: [KMLGeometryBuilder] = []
  internal var details = KMLGeometryBuilder.Details()
  internal var dataName = ""
  /// The values of the data array in progress.
  internal var array: [PropertyValue] = []
  /// The names of the arrays that belong to the placemark itself.
  internal var placemarkArrays: [String] = []
  /// The other documents of the archive that are read.
  internal var documents = KMLDocuments()
  /// Whether the link in progress refers to one of them.
  internal var linksToDocument = false
  internal var schema = ""
  /// The field types, by the identifier of the schema and the field name, separated by a space.
  internal var types: [String: String] = [:]
  internal var styles = KMLStyles()

  /// The maximum number of schema fields kept.
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

  internal mutating func start(
    _ element: KMLElement, in parent: KMLRole
  ) throws(FormatError) {
    switch (parent, element) {
    case (_, .style), (_, .styleMap), (_, .pair), (.placemark, .styleURL), (.pair, _), (.style, _),
      (.stylePart, _), (.icon, _):
      try startStyle(element, in: parent)
    case (.root, _), (.container, _), (.folder, _): try startFeature(element, in: parent)
    case (.placemark, _), (.shape, _), (.boundary, _): try startPart(element, in: parent)
    case (.extendedData, _), (.data, _), (.schemaData, _), (.simpleArrayData, _):
      try startData(element, in: parent)
    case (.time, .when), (.time, .begin), (.time, .end), (.link, .styleText):
      walk.openLeaf(element)
    case (.networkLink, .link):
      walk.roles.append(.link)
    case (.schema, .simpleField):
      walk.roles.append(.ignored)
      if let name = try? walk.xml.attribute(named: "name"),
        let type = try? walk.xml.attribute(named: "type"),
        types.count < Self.typeLimit
      {
        types["\(schema) \(name)"] = type
      }
    default:
      walk.roles.append(.ignored)
    }
  }

  /// Whether the element in progress is the document itself.
  internal var isDocument: Bool { walk.roles == [.root, .container] }

  /// Handles an element of the document or of a folder.
  private mutating func startFeature(
    _ element: KMLElement, in parent: KMLRole
  ) throws(FormatError) {
    switch element {
    case .container:
      walk.roles.append(.container)
    case .folder:
      walk.roles.append(.folder)
      folders.append("")
    case .placemark:
      walk.roles.append(.placemark)
      feature = GeoFeature(geometry: nil)
      isBad = false
      shapes.removeAll()
      details = KMLGeometryBuilder.Details()
      placemarkArrays = []
      try recovering { reader throws(FormatError) in
        reader.feature.identifier = try reader.walk.xml.attribute(named: "id").map { .string($0) }
      }
    case .name where parent == .folder || isDocument, .text where isDocument:
      walk.openLeaf(element)
    case .schema:
      walk.roles.append(.schema)
      schema = (try? walk.xml.attribute(named: "id")) ?? ""
    case .overlay: pass(.overlay)
    case .tour: pass(.tour)
    case .networkLink:
      walk.roles.append(.networkLink)
      linksToDocument = false
    default:
      walk.roles.append(.ignored)
    }
  }

  /// Handles an element of a placemark or of a geometry.
  private mutating func startPart(
    _ element: KMLElement, in parent: KMLRole
  ) throws(FormatError) {
    switch (parent, element) {
    case (.placemark, .point), (.placemark, .line), (.placemark, .ring), (.placemark, .polygon),
      (.placemark, .multiGeometry), (.placemark, .track), (.placemark, .multiTrack),
      (.boundary, .ring):
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
    case (.shape, .coordinates), (.shape, .coordinate), (.shape, .when), (.shape, .angles),
      (.shape, .drawing), (.placemark, .name), (.placemark, .text):
      walk.openLeaf(element)
    case (.placemark, .timeStamp), (.placemark, .timeSpan):
      walk.roles.append(.time)
    case (.placemark, .extendedData), (.shape, .extendedData):
      walk.roles.append(.extendedData)
    case (.placemark, .model), (.shape, .model):
      pass(.model)
    default:
      walk.roles.append(.ignored)
    }
  }

  /// Handles an element of the data of a placemark or of a track.
  private mutating func startData(
    _ element: KMLElement, in parent: KMLRole
  ) throws(FormatError) {
    switch (parent, element) {
    case (.extendedData, .data):
      walk.roles.append(.data)
      try takeDataName()
    case (.extendedData, .schemaData):
      walk.roles.append(.schemaData)
      try recovering { reader throws(FormatError) in
        let url = try reader.walk.xml.attribute(named: "schemaUrl") ?? ""
        reader.schema = url.split(separator: "#").last.map(String.init) ?? ""
      }
    case (.schemaData, .simpleArrayData):
      walk.roles.append(.simpleArrayData)
      array = []
      try takeDataName()
    case (.schemaData, .simpleData):
      walk.openLeaf(element)
      try takeDataName()
    case (.data, .value), (.simpleArrayData, .value):
      walk.openLeaf(element)
    case (.extendedData, .unknown)
    where walk.xml.element.namespace == .properties && walk.xml.localName == "type":
      walk.roles.append(.ignored)
      try recovering { reader throws(FormatError) in try reader.takeType() }
    case (.extendedData, _):
      try openTree()
    default:
      walk.roles.append(.ignored)
    }
  }

  /// Reads the name of the data element that begins.
  private mutating func takeDataName() throws(FormatError) {
    try recovering { reader throws(FormatError) in
      reader.dataName = try reader.walk.xml.attribute(named: "name") ?? ""
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
}
