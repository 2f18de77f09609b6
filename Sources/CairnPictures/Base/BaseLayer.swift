public import CairnGeodesy

extension MapPicture {
  /// Roads, railways, waters, woods and built-up areas that are drawn below the contents of a map.
  ///
  /// The features are plain values from any source, such as an extract of OpenStreetMap. Features
  /// of a kind that is too small for the scale of the map are left out; see ``BaseFeature/Kind``.
  ///
  /// ```swift
  /// let river = MapPicture.BaseFeature(.river, [line], name: "Douro")
  /// map.base = MapPicture.BaseLayer(extent: box, features: [river])
  /// map.attributions = ["© OpenStreetMap contributors"]
  /// ```
  public struct BaseLayer: Hashable, Sendable {
    /// The area that the features describe.
    ///
    /// A map without other contents shows this area.
    public var extent: BoundingBox
    /// The features, in any order.
    public var features: [BaseFeature]
    /// Whether the land and the waters of ``MapPicture/atlas`` are replaced in ``extent``; if
    /// false, the features are drawn above them.
    public var replacesLand: Bool

    /// Creates a base layer.
    ///
    /// - Parameters:
    ///   - extent: the area that the features describe.
    ///   - features: the features.
    ///   - replacesLand: whether the land and the waters of the atlas are replaced.
    public init(
      extent: BoundingBox, features: [BaseFeature] = [], replacesLand: Bool = true
    ) {
      self.extent = extent
      self.features = features
      self.replacesLand = replacesLand
    }

    /// Whether there are lakes or rivers.
    internal var hasWaters: Bool {
      features.contains { $0.kind == .water || $0.kind == .river }
    }
  }

  /// A road, a river, a wood or the like; see ``BaseLayer``.
  public struct BaseFeature: Hashable, Sendable {
    /// The kind of a feature, which decides its color and the scales at which it is drawn.
    ///
    /// The limits are the maximum number of meters that a pixel may show, in the middle of the map.
    public enum Kind: Int, Hashable, Sendable, CaseIterable {
      /// Sea, drawn at all scales.
      case sea
      /// Houses and other buildings close together, such as residential areas: up to 300 m.
      case builtUp
      /// Parks, gardens, cemeteries and the like: up to 80 m.
      case park
      /// Woods and forests: up to 600 m.
      case wood
      /// Lakes, ponds and the areas of rivers, from a few square pixels on.
      case water
      /// A single building: up to 3.5 m.
      case building
      /// The line of a river: up to 600 m.
      case river
      /// The line of a stream or ditch: up to 15 m.
      case stream
      /// A footpath, cycle path or track: up to 6 m.
      case path
      /// A road to a house or through a parking lot: up to 6 m.
      case service
      /// A street, or a road of the least importance: up to 30 m.
      case street
      /// A road of regional importance: up to 160 m.
      case minorRoad
      /// A road of national importance: up to 700 m.
      case mainRoad
      /// A motorway: up to 2,500 m.
      case motorway
      /// A railway: up to 400 m.
      case railway
      /// A tram or underground line: up to 12 m.
      case tram
      /// The border of a country, drawn at all scales.
      case border
      /// The name of a city: up to 2,500 m.
      case city
      /// The name of a town: up to 400 m.
      case town
      /// The name of a village: up to 80 m.
      case village
      /// The name of a quarter or a hamlet: up to 20 m.
      case quarter
    }

    /// The kind.
    public var kind: Kind
    /// The geometry: a line; the rings of an area; or a single coordinate for a name.
    ///
    /// The sides are straight in degrees. Of an area, all outer rings go around in one direction,
    /// and all holes in the other.
    public var lines: [[Coordinate]]
    /// The name, drawn where it fits.
    public var name: String
    /// The importance of the name among others of its kind, such as the population of a town.
    public var importance: Double

    /// Creates a feature.
    ///
    /// - Parameters:
    ///   - kind: the kind.
    ///   - lines: the line, the rings of the area, or the coordinate of the name.
    ///   - name: the name.
    ///   - importance: the importance of the name.
    public init(
      _ kind: Kind, _ lines: [[Coordinate]], name: String = "", importance: Double = 0
    ) {
      self.kind = kind
      self.lines = lines
      self.name = name
      self.importance = importance
    }
  }
}

extension MapPicture.BaseFeature.Kind {
  /// The maximum number of meters that a pixel may show if a feature of this kind is drawn.
  package var limit: Double {
    switch self {
    case .sea, .border, .water: .infinity
    case .motorway, .city: 2_500
    case .mainRoad: 700
    case .wood, .river: 600
    case .railway, .town: 400
    case .builtUp: 300
    case .minorRoad: 160
    case .park, .village: 80
    case .street: 30
    case .quarter: 20
    case .stream: 15
    case .tram: 12
    case .service, .path: 6
    case .building: 3.5
    }
  }

  /// The geometry of the features of a kind.
  package enum Form: Sendable {
    case area, line, point
  }

  /// The geometry of the features of this kind.
  package var form: Form {
    switch self {
    case .sea, .builtUp, .park, .wood, .water, .building: .area
    case .city, .town, .village, .quarter: .point
    default: .line
    }
  }

  /// Whether features of this kind have a casing where they are drawn wide enough.
  var isRoad: Bool {
    switch self {
    case .service, .street, .minorRoad, .mainRoad, .motorway: true
    default: false
    }
  }

  /// The least area of a feature in square pixels.
  package var leastArea: Double {
    switch self {
    case .building: 2
    case .water: 3
    default: 6
    }
  }

  /// The width of a line in pixels.
  ///
  /// - Parameter metersPerPixel: the scale of the map.
  /// - Returns: the width, which grows with the square root of the scale, so that roads stay
  ///   distinguishable on small maps and do not hide the houses on large ones.
  func width(atMetersPerPixel metersPerPixel: Double) -> Double {
    // The width at ten meters per pixel.
    let (usual, least) =
      switch self {
      case .motorway: (4.0, 1.1)
      case .mainRoad: (3.2, 0.8)
      case .minorRoad: (2.4, 0.7)
      case .street: (1.5, 0.6)
      case .service: (0.9, 0.5)
      case .river: (2.2, 0.9)
      case .stream: (0.9, 0.6)
      default: (1, 1)
      }
    guard usual != least else { return usual }
    let scale = (10 / max(metersPerPixel, 0.01)).squareRoot()
    return min(max(usual * scale, least), usual * 3)
  }
}
