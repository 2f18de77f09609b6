internal import CairnGeodesy

#if !hasFeature(Embedded)
  extension GeoShape: Codable {
    private enum CodingKeys: String, CodingKey {
      case type
      case coordinates
      case bbox
      case radius
    }

    /// Reads a geometry of GeoJSON (RFC 7946): a `Point`, a `LineString`, a `Polygon` or a
    /// `MultiPolygon`; or what GeoJSON has no form for: an object with a `bbox`, which is a box, or
    /// one with a `center` and a `radius` in metres, which is a cap.
    ///
    /// Edges are great circles, heights are not kept, as of `GeoPolygon` itself.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for another geometry or an object that is none of
    ///   these, and what the kinds of shapes throw.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      guard let type = try container.decodeIfPresent(String.self, forKey: .type) else {
        if let box = try container.decodeIfPresent(BoundingBox.self, forKey: .bbox) {
          self = .box(box)
        } else if container.contains(.radius) {
          self = .cap(try Cap(from: decoder))
        } else {
          throw DecodingError.dataCorrupted(
            .init(
              codingPath: container.codingPath,
              debugDescription: "a shape has a type, a bbox, or a center and a radius"))
        }
        return
      }
      switch type {
      case "Point":
        let numbers = try container.decode([Double].self, forKey: .coordinates)
        guard numbers.count >= 2 else {
          throw DecodingError.dataCorruptedError(
            forKey: .coordinates, in: container,
            debugDescription: "a position is longitude and latitude, not \(numbers)")
        }
        do throws(CoordinateValidationError) {
          self = .point(try Coordinate(validLatitude: numbers[1], longitude: numbers[0]))
        } catch {
          throw DecodingError.dataCorruptedError(
            forKey: .coordinates, in: container, debugDescription: "\(error)")
        }
      case "LineString": self = .path(try GeoPath(from: decoder))
      case "Polygon": self = .polygon(try GeoPolygon(from: decoder))
      case "MultiPolygon": self = .multiPolygon(try GeoMultiPolygon(from: decoder))
      default:
        throw DecodingError.dataCorruptedError(
          forKey: .type, in: container,
          debugDescription: "Point, LineString, Polygon or MultiPolygon is wanted, not \(type)")
      }
    }

    /// Writes a geometry of GeoJSON, or for a box an object with its `bbox`, for a cap one with
    /// `center` and `radius`.
    public func encode(to encoder: any Encoder) throws {
      switch self {
      case .point(let place):
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("Point", forKey: .type)
        try container.encode([place.longitude, place.latitude], forKey: .coordinates)
      case .box(let box):
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(box, forKey: .bbox)
      case .cap(let cap): try cap.encode(to: encoder)
      case .path(let path): try path.encode(to: encoder)
      case .polygon(let polygon): try polygon.encode(to: encoder)
      case .multiPolygon(let region): try region.encode(to: encoder)
      }
    }
  }
#endif
