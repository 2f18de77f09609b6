internal import CairnGeodesy

#if !hasFeature(Embedded)
  extension GeoShape: Codable {
    private enum CodingKeys: String, CodingKey {
      case type
      case coordinates
      case bbox
      case radius
    }

    /// Decodes a GeoJSON geometry (RFC 7946): a `Point`, `LineString`, `Polygon` or `MultiPolygon`;
    /// or, as an extension, an object with a `bbox`, a box, or one with a `center` and a `radius`
    /// in meters, a cap.
    ///
    /// Edges are great circles and elevations are discarded, as by `GeoPolygon`.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for any other geometry or object, and the errors of
    ///   decoding each kind of shape.
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
          debugDescription: "expected Point, LineString, Polygon or MultiPolygon, found \(type)")
      }
    }

    /// Encodes a GeoJSON geometry, or for a box an object with its `bbox`, for a cap an object with
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
