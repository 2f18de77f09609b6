internal import CairnGeodesy

// The ends of elements: the geometries and the properties of placemarks.

extension KMLReader {
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
    case (.coordinates, let shape?): return try endCoordinates(ofShape: shape)
    case (.coordinate, let shape?): return try endCoordinate(ofTrack: shape)
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
        // `gx:altitudeMode` takes precedence; `altitudeMode` next to it is a fallback for other
        // programs.
        if !isSecond || walk.leafNamespace == .kmlExtension {
          shapes[shape].drawing[walk.leafName] = KMLDrawingRules.value(walk.leafName, value)
        }
      }
    case .styleText where walk.roles.last == .link:
      if walk.leafName == "href", documents.contains(value) { linksToDocument = true }
    case .key: styles.pairKey = value
    case .styleURL where walk.roles.last == .pair: styles.pairURL = value
    case .styleURL: styles.url = value
    case .styleText:
      if !styles.take(walk.leafName, value, isOfIcon: walk.roles.last == .icon) {
        leftOut.add(.styleDetail)
      }
    case .name where isDocument, .text where isDocument:
      // Elements of the document other than its name and description are ignored.
      if ["name", "description"].contains(walk.leafName), foreignMembers[walk.leafName] == nil,
        !value.isEmpty
      {
        foreignMembers[walk.leafName] = .string(value)
      }
    case .text where walk.leafName == "visibility":
      feature.properties["visibility"] = PropertyValue(exactly: value)
    case .name where walk.roles.last == .folder:
      folders[folders.count - 1] = value
    case .value where walk.roles.last == .simpleArrayData:
      array.append((dataType == "string" ? whole : value).isEmpty ? .null : typed(whole))
    case .value:
      try feature.properties.add(dataName, .string(whole), &walk.xml)
    case .simpleData:
      try feature.properties.add(dataName, typed(whole), &walk.xml)
    default:
      feature.properties[walk.leafName] = .string(value)
    }
  }

  /// The type of the data in progress, by its schema.
  private var dataType: String { Self.types[types["\(schema) \(dataName)"] ?? ""] ?? "string" }

  /// A text of the data in progress as a value of its type.
  private func typed(_ text: String) -> PropertyValue {
    let type = dataType
    return PropertyValue(xmlType: type, text: type == "string" ? text : text.trimmingBlanks)
  }

  private mutating func endCoordinates(ofShape shape: Int) throws(FormatError) {
    let positions = try walk.kmlPositions(&leftOut)
    if shapes[shape].positions.isEmpty {
      shapes[shape].positions = positions
    } else {
      shapes[shape].positions += positions
    }
  }

  /// Adds a position of a track, whose numbers are separated by white space instead of commas.
  private mutating func endCoordinate(ofTrack shape: Int) throws(FormatError) {
    let comma = UInt8(ascii: ",")
    walk.text = Array(walk.text[walk.text.trimmingBlanks(in: walk.text.indices)])
    var text: [UInt8] = []
    for byte in walk.text {
      if !byte.isBlank { text.append(byte) } else if text.last != comma { text.append(comma) }
    }
    walk.text = text
    let positions = try walk.kmlPositions(&leftOut)
    if positions.isEmpty { leftOut.add(.emptyPoint) }
    shapes[shape].track.add(position: positions.first)
  }

  /// The schema field types as types of ``PropertyValue``.
  private static let types = [
    "int": "integer", "uint": "integer", "short": "integer", "ushort": "integer",
    "float": "number", "double": "number", "bool": "bool",
  ]

  /// The angles of a track position: heading, tilt and roll as numbers, or the text if it is
  /// malformed.
  private static func angles(_ text: String) -> PropertyValue {
    guard !text.isEmpty else { return .null }
    let numbers = text.utf8.split(whereSeparator: \.isBlank).map {
      PropertyValue(exactly: String(decoding: $0, as: UTF8.self), zerosMatter: false)
    }
    return numbers.allSatisfy { $0.number != nil } ? .array(numbers) : .string(text)
  }
}
