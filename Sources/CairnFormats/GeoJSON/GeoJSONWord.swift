/// The names of members and types that GeoJSON gives a meaning to.
internal enum GeoJSONWord: UInt8, Sendable {
  case other
  case type, id, bbox, crs, geometry, properties, features, coordinates, geometries
  case point, multiPoint, lineString, multiLineString, polygon, multiPolygon, geometryCollection
  case feature, featureCollection

  /// Whether it is the type of a geometry.
  internal var isGeometry: Bool {
    rawValue >= Self.point.rawValue && rawValue <= Self.geometryCollection.rawValue
  }
}

extension JSONCursor {
  /// The word that a string is.
  @inline(__always)
  internal func word(_ string: JSONString) -> GeoJSONWord {
    let range = string.range
    if string.hasEscapes { return unescapedWord(string) }
    switch range.count {
    case 2: return bytes.holds("id", in: range) ? .id : .other
    case 3: return bytes.holds("crs", in: range) ? .crs : .other
    case 4:
      if bytes.holds("type", in: range) { return .type }
      return bytes.holds("bbox", in: range) ? .bbox : .other
    case 5: return bytes.holds("Point", in: range) ? .point : .other
    case 7:
      if bytes.holds("Feature", in: range) { return .feature }
      return bytes.holds("Polygon", in: range) ? .polygon : .other
    case 8:
      if bytes.holds("geometry", in: range) { return .geometry }
      return bytes.holds("features", in: range) ? .features : .other
    case 10:
      if bytes.holds("properties", in: range) { return .properties }
      if bytes.holds("LineString", in: range) { return .lineString }
      if bytes.holds("MultiPoint", in: range) { return .multiPoint }
      return bytes.holds("geometries", in: range) ? .geometries : .other
    case 11: return bytes.holds("coordinates", in: range) ? .coordinates : .other
    case 12: return bytes.holds("MultiPolygon", in: range) ? .multiPolygon : .other
    case 15: return bytes.holds("MultiLineString", in: range) ? .multiLineString : .other
    case 17: return bytes.holds("FeatureCollection", in: range) ? .featureCollection : .other
    case 18: return bytes.holds("GeometryCollection", in: range) ? .geometryCollection : .other
    default: return .other
    }
  }

  @inline(never)
  private func unescapedWord(_ string: JSONString) -> GeoJSONWord {
    var text: [UInt8] = []
    append(string, to: &text)
    return text.withWindow { window in
      JSONCursor(window).word(JSONString(range: 0..<window.count, hasEscapes: false))
    }
  }
}
