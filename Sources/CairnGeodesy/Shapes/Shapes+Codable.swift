// Shapes are encoded as GeoJSON (RFC 7946) if it has a form for them. Embedded Swift does not
// support Codable.
#if !hasFeature(Embedded)
  extension BoundingBox: Codable {
    /// Decodes a GeoJSON `bbox`: west, south, east and north in degrees.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for fewer or more numbers, for degrees out of range,
    ///   and for a southern bound north of the northern one, unless it is that of ``empty``.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let edges = try container.decode([Double].self)
      if edges == Self.empty.edges {
        self = .empty
        return
      }
      guard edges.count == 4, abs(edges[0]) <= 180, abs(edges[2]) <= 180,
        -90 <= edges[1], edges[1] <= edges[3], edges[3] <= 90
      else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "a box is west, south, east and north in degrees, not \(edges)")
      }
      self.init(south: edges[1], west: edges[0], north: edges[3], east: edges[2])
    }

    /// Encodes a GeoJSON `bbox`: west, south, east and north in degrees.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(edges)
    }

    private var edges: [Double] { [west, south, east, north] }
  }

  extension Cap: Codable {
    private enum CodingKeys: String, CodingKey {
      case center
      case radius
    }

    /// Decodes an object with the `center` and the `radius` in meters.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for an invalid coordinate or a radius that is NaN.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let radius = try container.decode(Double.self, forKey: .radius)
      guard !radius.isNaN else {
        throw DecodingError.dataCorruptedError(
          forKey: .radius, in: container,
          debugDescription: "a radius is a number of meters, not NaN")
      }
      self.init(center: try container.decode(Coordinate.self, forKey: .center), radius: radius)
    }

    /// Encodes an object with the `center` and the `radius` in meters.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(center, forKey: .center)
      try container.encode(radius, forKey: .radius)
    }
  }

  extension GeodeticPosition: Codable {
    private enum CodingKeys: String, CodingKey {
      case height
    }

    /// Decodes an object with `latitude`, `longitude` and, if known, `height` in meters.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for an invalid coordinate.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        try Coordinate(from: decoder),
        height: try container.decodeIfPresent(Double.self, forKey: .height))
    }

    /// Encodes an object with `latitude`, `longitude` and, if known, `height` in meters.
    public func encode(to encoder: any Encoder) throws {
      try coordinate.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(height, forKey: .height)
    }
  }

  extension GeoPath: Codable {
    /// Decodes a GeoJSON `LineString`; heights are not kept.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for another geometry or an invalid position.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(of: "LineString")
      self.init(
        try container.decode([GeoJSONPosition].self, forKey: .coordinates).map(\.coordinate))
    }

    /// Encodes a GeoJSON `LineString`.
    public func encode(to encoder: any Encoder) throws {
      var container = try encoder.container(of: "LineString")
      try container.encode(coordinates.map(GeoJSONPosition.init), forKey: .coordinates)
    }
  }

  extension GeoPolygon: Codable {
    /// Decodes a GeoJSON `Polygon` whose edges are great circles.
    ///
    /// Heights are not kept, and rings lose their closing positions.
    ///
    /// If the interior of a ring is not the smaller side for every ring, an array `interiors` gives
    /// the side of each; it is the only member that GeoJSON does not have. For the polygons in
    /// files, with straight edges in degrees, use ``init(straightInDegrees:holes:tolerance:)``.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for another geometry, no ring, a ring that is not
    ///   closed, or an invalid position.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(of: "Polygon")
      self = try GeoJSONRings(
        rings: try container.decode([[GeoJSONPosition]].self, forKey: .coordinates),
        interiors: try container.decodeIfPresent([Interior].self, forKey: .interiors)
      ).polygon(in: container)
    }

    /// Encodes a GeoJSON `Polygon`, its rings closed and in their given order.
    public func encode(to encoder: any Encoder) throws {
      let rings = GeoJSONRings(self)
      var container = try encoder.container(of: "Polygon")
      try container.encode(rings.rings, forKey: .coordinates)
      try container.encodeIfPresent(rings.interiors, forKey: .interiors)
    }
  }

  extension GeoMultiPolygon: Codable {
    /// Decodes a GeoJSON `MultiPolygon`, each polygon like ``GeoPolygon/init(from:)``.
    ///
    /// - Throws: `DecodingError.dataCorrupted` in the same cases.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(of: "MultiPolygon")
      let all = try container.decode([[[GeoJSONPosition]]].self, forKey: .coordinates)
      let interiors = try container.decodeIfPresent(
        [[GeoPolygon.Interior]?].self, forKey: .interiors)
      self.init(
        try all.enumerated().map { number, rings in
          try GeoJSONRings(
            rings: rings,
            interiors: interiors.flatMap { number < $0.count ? $0[number] : nil }
          ).polygon(in: container)
        })
    }

    /// Encodes a GeoJSON `MultiPolygon`.
    public func encode(to encoder: any Encoder) throws {
      let all = polygons.map { GeoJSONRings($0) }
      var container = try encoder.container(of: "MultiPolygon")
      try container.encode(all.map(\.rings), forKey: .coordinates)
      if all.contains(where: { $0.interiors != nil }) {
        try container.encode(all.map(\.interiors), forKey: .interiors)
      }
    }
  }

  extension GeoPolygon.Interior: Codable {}
  extension LengthUnit: Codable {}

  // MARK: GeoJSON

  private enum GeometryKeys: String, CodingKey {
    case type
    case coordinates
    case interiors
  }

  extension Decoder {
    /// The members of a geometry, which must have the given type.
    fileprivate func container(
      of type: String
    ) throws -> KeyedDecodingContainer<GeometryKeys> {
      let container = try container(keyedBy: GeometryKeys.self)
      let found = try container.decode(String.self, forKey: .type)
      guard found == type else {
        throw DecodingError.dataCorruptedError(
          forKey: .type, in: container, debugDescription: "expected \(type), found \(found)")
      }
      return container
    }
  }

  extension Encoder {
    fileprivate func container(
      of type: String
    ) throws -> KeyedEncodingContainer<GeometryKeys> {
      var container = container(keyedBy: GeometryKeys.self)
      try container.encode(type, forKey: .type)
      return container
    }
  }

  /// A position: longitude, latitude, and optionally more numbers.
  private struct GeoJSONPosition: Codable {
    var coordinate: Coordinate

    init(_ coordinate: Coordinate) { self.coordinate = coordinate }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let numbers = try container.decode([Double].self)
      guard numbers.count >= 2 else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "a position is longitude and latitude, not \(numbers)")
      }
      do throws(CoordinateValidationError) {
        coordinate = try Coordinate(validLatitude: numbers[1], longitude: numbers[0])
      } catch {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode([coordinate.longitude, coordinate.latitude])
    }
  }

  /// The closed rings of a polygon, and their interiors unless all are the default.
  private struct GeoJSONRings {
    var rings: [[GeoJSONPosition]]
    var interiors: [GeoPolygon.Interior]?

    init(rings: [[GeoJSONPosition]], interiors: [GeoPolygon.Interior]?) {
      self.rings = rings
      self.interiors = interiors
    }

    init(_ polygon: GeoPolygon) {
      rings = ([polygon.outer] + polygon.holes).map { ring in
        let isClosed = ring.count > 1 && ring.first == ring.last
        return (isClosed ? ring : ring + ring.prefix(1)).map(GeoJSONPosition.init)
      }
      let all = [polygon.interior] + polygon.holeInteriors
      interiors = all.allSatisfy { $0 == .smallerSide } ? nil : all
    }

    func polygon(in container: KeyedDecodingContainer<GeometryKeys>) throws -> GeoPolygon {
      var all: [(ring: [Coordinate], interior: GeoPolygon.Interior)] = []
      for (number, ring) in rings.enumerated() {
        let open = ring.map(\.coordinate).dropLast()
        guard ring.first?.coordinate == ring.last?.coordinate else {
          throw DecodingError.dataCorruptedError(
            forKey: .coordinates, in: container,
            debugDescription: "ring \(number) does not end where it begins")
        }
        let interior = interiors.flatMap { number < $0.count ? $0[number] : nil }
        all.append((Array(open), interior ?? .smallerSide))
      }
      guard let outer = all.first else {
        throw DecodingError.dataCorruptedError(
          forKey: .coordinates, in: container, debugDescription: "a polygon has a ring")
      }
      return GeoPolygon(outer, holes: Array(all.dropFirst()))
    }
  }
#endif
