/// What the elements of KML 2.2 mean to a reader.
internal enum KMLElement: XMLVocabulary {
  case kml, container, folder, placemark
  case point, line, ring, polygon, boundary, multiGeometry, track, multiTrack
  case coordinates, coordinate, when
  case extendedData, data, value, schemaData, simpleData, schema, simpleField
  case timeStamp, timeSpan, begin, end
  /// An element whose text becomes a property of its name.
  case text
  case name
  case overlay, networkLink, model, tour
  case style, styleMap, pair, key, styleURL
  case iconStyle, labelStyle, lineStyle, polygonStyle, otherStyle, icon, hotSpot
  /// An element whose text is a part of a style.
  case styleText
  case unknown

  internal static let rootName = "kml"
  internal var isRoot: Bool { self == .kml }

  internal static func includes(_ namespace: XMLNamespace) -> Bool {
    namespace == .kml || namespace == .kmlExtension || namespace == .none
  }

  internal init(_ localName: String) {
    switch localName {
    case "kml": self = .kml
    case "Document": self = .container
    case "Folder": self = .folder
    case "Placemark": self = .placemark
    case "Point": self = .point
    case "LineString": self = .line
    case "LinearRing": self = .ring
    case "Polygon": self = .polygon
    case "outerBoundaryIs", "innerBoundaryIs": self = .boundary
    // The others are names that writers take from other formats.
    case "MultiGeometry", "MultiPoint", "MultiLineString", "MultiPolygon": self = .multiGeometry
    case "Track": self = .track
    case "MultiTrack": self = .multiTrack
    case "coordinates": self = .coordinates
    case "coord": self = .coordinate
    case "when": self = .when
    case "ExtendedData": self = .extendedData
    case "Data": self = .data
    case "value": self = .value
    case "SchemaData": self = .schemaData
    case "SimpleData": self = .simpleData
    case "Schema": self = .schema
    case "SimpleField": self = .simpleField
    case "TimeStamp": self = .timeStamp
    case "TimeSpan": self = .timeSpan
    case "begin": self = .begin
    case "end": self = .end
    case "name": self = .name
    case "GroundOverlay", "ScreenOverlay", "PhotoOverlay": self = .overlay
    case "NetworkLink": self = .networkLink
    case "Model": self = .model
    case "Tour": self = .tour
    case "description", "address", "phoneNumber", "Snippet", "snippet", "visibility": self = .text
    case "Style": self = .style
    case "StyleMap": self = .styleMap
    case "Pair": self = .pair
    case "key": self = .key
    case "styleUrl": self = .styleURL
    case "IconStyle": self = .iconStyle
    case "LabelStyle": self = .labelStyle
    case "LineStyle": self = .lineStyle
    case "PolyStyle": self = .polygonStyle
    case "BalloonStyle", "ListStyle": self = .otherStyle
    case "Icon": self = .icon
    case "hotSpot": self = .hotSpot
    case "color", "colorMode", "width", "scale", "heading", "fill", "outline", "href":
      self = .styleText
    default: self = .unknown
    }
  }
}

/// The role of an open element in a KML file.
internal enum KMLRole: XMLRole {
  case root, container, folder, placemark, shape, boundary, extendedData, data, schemaData, schema
  case time, style, styleMap, pair, stylePart, icon, leaf, tree, ignored
}

/// A geometry of KML that is being read.
internal struct KMLShape: Sendable {
  internal let element: KMLElement
  internal var positions: [GeoFeature.Position] = []
  internal var times: [PropertyValue] = []
  internal var rings: [[GeoFeature.Position]] = []
  internal var members: [GeoFeature.Geometry] = []
  /// The times of each member, null for one without.
  internal var memberTimes: [PropertyValue] = []

  internal init(_ element: KMLElement) { self.element = element }

  /// Adds a geometry that stands within, with its times.
  internal mutating func add(_ geometry: GeoFeature.Geometry, _ times: PropertyValue?) {
    members.append(geometry)
    memberTimes.append(times ?? .null)
  }

  /// The geometry as a whole; nil for a point without a position.
  internal var geometry: GeoFeature.Geometry? {
    switch element {
    case .point: positions.first.map { .point($0) }
    // Without an outer ring it is empty; a hole that is empty is none.
    case .polygon: .polygon(rings.first?.isEmpty ?? true ? [] : rings.filter { !$0.isEmpty })
    case .multiGeometry, .multiTrack: Self.joined(members, isTrack: element == .multiTrack)
    default: .lineString(positions)
    }
  }

  /// The times of its positions, where any has one.
  internal var coordinateTimes: PropertyValue? {
    switch element {
    case .track:
      guard times.contains(where: { $0 != .null }) else { return nil }
      let missing = max(0, positions.count - times.count)
      return .array(
        Array(times.prefix(positions.count)) + Array(repeating: .null, count: missing))
    case .multiGeometry, .multiTrack:
      guard memberTimes.contains(where: { $0 != .null }),
        case .multiLineString(let lines)? = geometry
      else { return nil }
      return .array(
        zip(lines, memberTimes).map { line, times in
          times == .null ? .array(Array(repeating: .null, count: line.count)) : times
        })
    default: return nil
    }
  }

  /// Members of one kind as a geometry of many, others as a collection.
  private static func joined(
    _ members: [GeoFeature.Geometry], isTrack: Bool
  ) -> GeoFeature.Geometry {
    var points: [GeoFeature.Position] = []
    var lines: [[GeoFeature.Position]] = []
    var polygons: [[[GeoFeature.Position]]] = []
    for member in members {
      switch member {
      case .point(let position): points.append(position)
      case .lineString(let line): lines.append(line)
      case .polygon(let rings): polygons.append(rings)
      default: break
      }
    }
    if members.isEmpty { return isTrack ? .multiLineString([]) : .collection([]) }
    if points.count == members.count { return .multiPoint(points) }
    if lines.count == members.count { return .multiLineString(lines) }
    if polygons.count == members.count { return .multiPolygon(polygons) }
    return .collection(members)
  }
}
