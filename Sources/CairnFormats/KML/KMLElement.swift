/// The KML 2.2 elements that the reader distinguishes.
internal enum KMLElement: XMLVocabulary {
  case kml, container, folder, placemark
  case point, line, ring, polygon, boundary, multiGeometry, track, multiTrack
  case coordinates, coordinate, when, angles
  /// An element with a drawing rule of a geometry, see ``KMLDrawingRules``.
  case drawing
  case extendedData, data, value, schemaData, simpleData, simpleArrayData, schema, simpleField
  case timeStamp, timeSpan, begin, end
  /// An element whose text becomes a property with the element's name.
  case text
  case name
  case overlay, networkLink, link, model, tour
  case style, styleMap, pair, key, styleURL
  case iconStyle, labelStyle, lineStyle, polygonStyle, otherStyle, icon, hotSpot
  /// An element whose text is part of a style.
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
    // The other names occur in files of writers that mix up formats.
    case "MultiGeometry", "MultiPoint", "MultiLineString", "MultiPolygon": self = .multiGeometry
    case "Track": self = .track
    case "MultiTrack": self = .multiTrack
    case "coordinates": self = .coordinates
    case "coord": self = .coordinate
    case "when": self = .when
    case "angles": self = .angles
    case "altitudeMode", "extrude", "tessellate", "drawOrder", "altitudeOffset", "interpolate":
      self = .drawing
    case "ExtendedData": self = .extendedData
    case "Data": self = .data
    case "value": self = .value
    case "SchemaData": self = .schemaData
    case "SimpleData": self = .simpleData
    case "Schema": self = .schema
    case "SimpleField", "SimpleArrayField": self = .simpleField
    case "SimpleArrayData": self = .simpleArrayData
    case "TimeStamp": self = .timeStamp
    case "TimeSpan": self = .timeSpan
    case "begin": self = .begin
    case "end": self = .end
    case "name": self = .name
    case "GroundOverlay", "ScreenOverlay", "PhotoOverlay": self = .overlay
    case "NetworkLink": self = .networkLink
    case "Link", "Url": self = .link
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
  case simpleArrayData, networkLink, link
  case time, style, styleMap, pair, stylePart, icon, leaf, tree, ignored
}
