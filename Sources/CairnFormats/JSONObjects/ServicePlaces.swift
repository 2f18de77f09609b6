internal import CairnGeodesy
internal import CairnMemory

/// Reads the objects of services whose location is not recognized by member names alone.
///
/// - Overpass: nodes, ways and relations, with `tags` as properties; the middle of the bounds if
///   there is no other location.
/// - Elasticsearch and OpenSearch: hits, with `_source` as properties.
/// - ArcGIS: features and addresses, with `attributes` as properties and `geometry` or `location`
///   in degrees or in meters of Web Mercator.
/// - JSON:API: resources, with `attributes` as properties.
/// - Google Places: `displayName` as the name. Foursquare: the main one of the `geocodes`.
/// - Google Timeline: see ``TimelinePlaces``.
///
/// Members that are not part of the location stay properties.
internal enum ServicePlaces {
  /// A place of a service; `geometry` is nil for an object of a service without a location.
  struct Found {
    var geometry: GeoFeature.Geometry?
    var properties: Properties
  }

  /// The place of an object; nil if it is of no such service.
  ///
  /// - Parameters:
  ///   - members: the object.
  ///   - reference: the code of the reference system of the response, if it has one.
  /// - Returns: the place, or an object of a known service without a location.
  static func place(of members: Properties, reference: Int? = nil) -> Found? {
    if let found = overpassElement(members) { return found }
    if let found = arcGISFeature(members, reference) { return found }
    if let found = geocoded(members) { return found }
    return TimelinePlaces.place(of: members)
  }

  /// The object with the members of an inner object as its own; a name that both have gets a
  /// number.
  static func flattening(_ inner: String, of members: Properties) -> Properties {
    guard case .object(let object)? = members[inner] else { return members }
    var flat = members
    flat[inner] = nil
    for (name, value) in object.members { flat[flat.freeName(name)] = value }
    return flat
  }

  // MARK: Services

  /// The object of a hit with its document as properties, a resource of JSON:API with its
  /// attributes, the name of a Google place as `name`; the object itself for others.
  static func plain(_ members: Properties) -> Properties {
    var members = members
    if members["_source"]?.object != nil, members["_id"] != nil || members["_index"] != nil {
      members = flattening("_source", of: members)
    }
    if members["attributes"]?.object != nil, members["type"]?.text != nil, members["id"] != nil,
      members["geometry"] == nil
    {
      members = flattening("attributes", of: members)
    }
    if case .object(var title)? = members["displayName"], let text = title["text"],
      members["location"] != nil
    {
      title["text"] = nil
      members["displayName"] = title.isEmpty ? nil : .object(title)
      let name = members["name"] == nil ? "name" : "displayName text"
      members[members.freeName(name)] = text
    }
    return members
  }

  private static func overpassElement(_ members: Properties) -> Found? {
    guard let type = members["type"]?.text, ["node", "way", "relation"].contains(type),
      members["id"]?.number != nil
    else { return nil }
    var rest = members
    var geometry: GeoFeature.Geometry?
    if let position = position(members, "lat", "lon") {
      geometry = .point(position)
      (rest["lat"], rest["lon"]) = (nil, nil)
    } else if case .array(let values)? = members["geometry"],
      let line = positions(values), line.count > 1
    {
      geometry = .lineString(line)
      rest["geometry"] = nil
    } else if case .object(let center)? = members["center"],
      let position = position(center, "lat", "lon")
    {
      geometry = .point(position)
      rest["center"] = nil
    } else if case .object(let bounds)? = members["bounds"] {
      // The point that Overpass returns as the center; the bounds stay a property.
      geometry = middle(of: bounds).map { .point($0) }
    }
    return Found(geometry: geometry, properties: flattening("tags", of: rest))
  }

  /// The middle of the bounds of an Overpass element, which cross the antimeridian if the western
  /// longitude is greater.
  private static func middle(of bounds: Properties) -> GeoFeature.Position? {
    guard let southwest = position(bounds, "minlat", "minlon")?.coordinate,
      let northeast = position(bounds, "maxlat", "maxlon")?.coordinate
    else { return nil }
    let box = BoundingBox(
      south: southwest.latitude, west: southwest.longitude, north: northeast.latitude,
      east: northeast.longitude)
    return box.isEmpty ? nil : .init(box.center)
  }

  private static func positions(_ values: [PropertyValue]) -> [GeoFeature.Position]? {
    var positions: [GeoFeature.Position] = []
    for value in values {
      guard let object = value.object, let position = position(object, "lat", "lon") else {
        return nil
      }
      positions.append(position)
    }
    return positions
  }

  /// The position in two members in degrees; nil if they are missing or out of range.
  static func position(
    _ members: Properties, _ latitude: String, _ longitude: String
  ) -> GeoFeature.Position? {
    guard let north = members[latitude]?.number, let east = members[longitude]?.number else {
      return nil
    }
    return position(latitude: north, longitude: east)
  }

  static func position(latitude: Double, longitude: Double) -> GeoFeature.Position? {
    guard FormatError.Reason(latitude: latitude, longitude: longitude) == nil else { return nil }
    return .init(Coordinate(latitude: latitude, longitude: longitude))
  }

  private static func geocoded(_ members: Properties) -> Found? {
    guard case .object(var geocodes)? = members["geocodes"],
      let name = geocodes["main"] != nil ? "main" : geocodes.names.first,
      case .object(var code)? = geocodes[name],
      let position = position(code, "latitude", "longitude")
    else { return nil }
    (code["latitude"], code["longitude"]) = (nil, nil)
    geocodes[name] = code.isEmpty ? nil : .object(code)
    var rest = members
    rest["geocodes"] = geocodes.isEmpty ? nil : .object(geocodes)
    return Found(geometry: .point(position), properties: rest)
  }

  // MARK: ArcGIS

  private static func arcGISFeature(_ members: Properties, _ reference: Int?) -> Found? {
    guard members["attributes"]?.object != nil else { return nil }
    // Addresses have a location.
    let isAddress = members["geometry"] == nil && members["address"] != nil
    let shapeName = isAddress ? "location" : "geometry"
    guard case .object(let shape)? = members[shapeName] else {
      guard members["geometry"] == nil || members["geometry"] == .null else { return nil }
      return Found(geometry: nil, properties: flattening("attributes", of: members))
    }
    guard ["x", "rings", "paths", "points"].contains(where: { shape[$0] != nil }) else {
      return nil
    }
    let own = code(ofReferenceIn: shape) ?? reference
    var rest = members
    let geometry = arcGISGeometry(shape, own)
    if geometry != nil { rest[shapeName] = nil }
    return Found(geometry: geometry, properties: flattening("attributes", of: rest))
  }

  /// The code of the reference system of a response or a geometry.
  static func code(ofReferenceIn members: Properties) -> Int? {
    guard case .object(let system)? = members["spatialReference"] else { return nil }
    return (system["latestWkid"] ?? system["wkid"])?.number.flatMap { Int(exactly: $0) }
  }

  /// The geometry of an ArcGIS feature; nil for an unknown reference system.
  private static func arcGISGeometry(
    _ shape: Properties, _ reference: Int?
  ) -> GeoFeature.Geometry? {
    let isMercator = [3_857, 102_100, 102_113, 900_913].contains(reference ?? 0)
    guard isMercator || [nil, 4_326, 4_269, 4_258].contains(reference) else { return nil }
    func position(_ x: Double, _ y: Double) -> GeoFeature.Position? {
      if !isMercator { return ServicePlaces.position(latitude: y, longitude: x) }
      return ServicePlaces.position(
        latitude: latitude(ofMercator: y / 6_378_137),
        longitude: x / 6_378_137 * 57.295_779_513_082_32)
    }
    func line(_ value: PropertyValue) -> [GeoFeature.Position]? {
      guard case .array(let points) = value else { return nil }
      let positions = points.compactMap { point -> GeoFeature.Position? in
        guard case .array(let numbers) = point, numbers.count >= 2, let x = numbers[0].number,
          let y = numbers[1].number
        else { return nil }
        return position(x, y)
      }
      return positions.count == points.count && !points.isEmpty ? positions : nil
    }
    func lines(_ name: String) -> [[GeoFeature.Position]]? {
      guard case .array(let parts)? = shape[name] else { return nil }
      let lines = parts.compactMap(line)
      return lines.count == parts.count && !parts.isEmpty ? lines : nil
    }
    if let x = shape["x"]?.number, let y = shape["y"]?.number {
      return position(x, y).map { point in
        var point = point
        if let z = shape["z"]?.number { point.elevation = z }
        return .point(point)
      }
    }
    if let points = shape["points"].flatMap(line) { return .multiPoint(points) }
    if let paths = lines("paths") {
      return paths.count == 1 ? .lineString(paths[0]) : .multiLineString(paths)
    }
    return lines("rings").map(polygon)
  }

  /// The polygons of rings: an outer ring is clockwise, and the others are holes of the ring
  /// before.
  private static func polygon(_ rings: [[GeoFeature.Position]]) -> GeoFeature.Geometry {
    var polygons: [[[GeoFeature.Position]]] = []
    for ring in rings {
      if polygons.isEmpty || isClockwise(ring) {
        polygons.append([ring])
      } else {
        polygons[polygons.count - 1].append(ring)
      }
    }
    return polygons.count == 1 ? .polygon(polygons[0]) : .multiPolygon(polygons)
  }

  private static func isClockwise(_ ring: [GeoFeature.Position]) -> Bool {
    var area = 0.0
    for (a, b) in zip(ring, ring.dropFirst()) {
      area +=
        (b.coordinate.longitude - a.coordinate.longitude)
        * (b.coordinate.latitude + a.coordinate.latitude)
    }
    return area > 0
  }

  /// The latitude in degrees of a distance from the equator on the Mercator map, in radians.
  private static func latitude(ofMercator distance: Double) -> Double {
    guard distance.isFinite, abs(distance) < 20 else { return .nan }
    if distance == 0 { return 0 }
    let hyperbolic = hyperbolicSineAndCosine(distance)
    let wanted = hyperbolic.sine / hyperbolic.cosine
    // The sine of the latitude is known; it increases with the latitude.
    var low = -Double.pi / 2
    var high = Double.pi / 2
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if sine(middle) < wanted { low = middle } else { high = middle }
    }
    return (low + high) / 2 * 57.295_779_513_082_32
  }
}

extension PropertyValue {
  /// The members of an object, nil for other values.
  internal var object: Properties? {
    if case .object(let members) = self { members } else { nil }
  }
}
