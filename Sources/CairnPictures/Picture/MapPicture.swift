public import CairnCountries
public import CairnGeodesy

/// A map of countries, with places, search circles, routes, paths and areas.
///
/// ```swift
/// var map = MapPicture(title: "Airports near Sydney")
/// let sydney = Coordinate(latitude: -33.87, longitude: 151.21)
/// map.circles = [Cap(center: sydney, radius: 100_000)]
/// for place in places { map.markers.append(MapPicture.Marker(place)) }
/// let bytes = map.svg()         // a picture for a page or a document
/// let page = map.html()         // one file to pan and zoom, without a network
/// print(map.text(columns: 80))  // for a terminal
/// ```
///
/// A picture is a value: nothing is drawn until ``svg()``, ``html()`` or
/// ``text(columns:rows:usesColor:)`` is called, and equal values give equal bytes. The extent
/// decides the projection: Equal Earth for the world, Lambert's azimuthal equal-area projection
/// around the middle of a country, the azimuthal equidistant projection for a city. All shapes are
/// cut exactly along the cut of the projection, so maps across 180 degrees and of the poles are
/// drawn correctly.
///
/// Markers and vertices with invalid coordinates are left out; an empty picture shows the world.
/// Names are placed where there is room, the most important ones first. The cost is that of the
/// outlines in the picture, up to a tenth of a second for the world, with memory in proportion.
/// More than 2,000 markers are drawn as dots in a single path; for tens of thousands consider
/// ``clustersMarkers``.
///
/// Streets, waters and built-up areas are drawn if ``base`` has them. It is not a map for
/// navigation: there are no tiles and no camera.
public struct MapPicture: Sendable {
  /// The part of the Earth that a picture shows.
  public enum Extent: Hashable, Sendable {
    /// The contents of the picture, with a margin; the world if none exist.
    case contents
    /// The whole Earth.
    case world
    /// A box, which may cross 180 degrees (`west > east`); an empty one counts as ``contents``.
    case box(BoundingBox)
    /// A circle; an empty one counts as ``contents``.
    case circle(Cap)
    /// A country, by default its contiguous main part.
    case country(Country, ZoomExtent = .mainland)
  }

  /// A place on a map.
  public struct Marker: Hashable, Sendable {
    /// The location of the place.
    public var coordinate: Coordinate
    /// The name, drawn where there is room, and shown when the user points at the place.
    public var name: String
    /// The category, which has a color and a row in the legend.
    public var category: String
    /// The importance of the name, such as the population of a city.
    ///
    /// Names are placed by descending importance, and in order of the markers if it is equal. If it
    /// is negative, the name is shown only when the user points at the place.
    public var importance: Double
    /// The quantity that the area of the symbol represents, such as the visitors of a museum; `nil`
    /// for a symbol of the usual size.
    ///
    /// The largest symbol of a picture is 36 pixels wide; a magnitude that is negative or not
    /// finite counts as 0.
    public var magnitude: Double?
    /// Further details, shown on a page when the user points at the place.
    public var details: [Detail]

    /// Creates a marker.
    ///
    /// - Parameters:
    ///   - coordinate: the location; an invalid one is not drawn.
    ///   - name: the name.
    ///   - category: the category.
    ///   - importance: the importance of the name, such as the population of a city.
    ///   - magnitude: the quantity that the area of the symbol represents; nil for the usual size.
    ///   - details: further details, shown when the user points at the place.
    public init(
      _ coordinate: Coordinate, name: String = "", category: String = "", importance: Double = 0,
      magnitude: Double? = nil, details: [Detail] = []
    ) {
      self.coordinate = coordinate
      self.name = name
      self.category = category
      self.importance = importance
      self.magnitude = magnitude
      self.details = details
    }
  }

  /// A labeled value of a place or a line, such as a column of a table and its cell.
  public struct Detail: Hashable, Sendable {
    /// The label, such as "Opening hours".
    public var label: String
    /// The value as text.
    public var value: String

    /// Creates a detail.
    ///
    /// - Parameters:
    ///   - label: the label.
    ///   - value: the value as text.
    public init(_ label: String, _ value: String) {
      self.label = label
      self.value = value
    }
  }

  /// A recorded or planned path, with its ends, length and elevations.
  ///
  /// For up to three tracks the start, the end and the length are marked on the map, and an
  /// elevation profile is drawn below it if there are elevations. For more tracks only the lines
  /// are drawn.
  public struct Track: Hashable, Sendable {
    /// The vertices of the path, which follows great circles.
    public var coordinates: [Coordinate]
    /// The elevation at each coordinate, in meters; `nil` if it is unknown.
    ///
    /// Missing elements at the end count as unknown.
    public var heights: [Double?]
    /// The name, shown on a page when the user points at the track.
    public var name: String
    /// Further details, shown on a page when the user points at the track.
    public var details: [Detail]

    /// Creates a track.
    ///
    /// - Parameters:
    ///   - coordinates: the vertices of the path; invalid ones are left out.
    ///   - heights: the elevation at each coordinate, in meters.
    ///   - name: the name.
    ///   - details: further details, shown when the user points at the track.
    public init(
      _ coordinates: [Coordinate], heights: [Double?] = [], name: String = "",
      details: [Detail] = []
    ) {
      self.coordinates = coordinates
      self.heights = heights
      self.name = name
      self.details = details
    }
  }

  /// A route with numbered stops.
  public struct Tour: Hashable, Sendable {
    /// The stops in order; they are numbered from 1.
    public var stops: [Marker]
    /// Whether the route returns from the last stop to the first.
    public var isRoundTrip: Bool

    /// Creates a route.
    ///
    /// - Parameters:
    ///   - stops: the stops in order.
    ///   - isRoundTrip: whether the route returns to the first stop.
    public init(_ stops: [Marker], isRoundTrip: Bool = false) {
      self.stops = stops
      self.isRoundTrip = isRoundTrip
    }
  }

  /// The elements that help to read the map.
  public struct Furniture: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Meridians and parallels, labeled in degrees.
    public static let graticule = Furniture(rawValue: 1)
    /// A scale bar, exact at its position.
    public static let scaleBar = Furniture(rawValue: 2)
    /// The colors of the categories.
    public static let legend = Furniture(rawValue: 4)
    /// The names of markers and stops.
    public static let names = Furniture(rawValue: 8)
    /// The names of countries.
    public static let countryNames = Furniture(rawValue: 16)
    /// An arrow to the north, in the upper right corner; not in ``all``.
    public static let northArrow = Furniture(rawValue: 32)
    /// All of them except ``northArrow``.
    public static let all: Furniture = [.graticule, .scaleBar, .legend, .names, .countryNames]
  }

  /// The title above the map; empty for none.
  public var title: String
  /// The part of the Earth that is shown.
  public var extent: Extent
  /// The radius in meters of the surroundings that are shown if the contents are a single place.
  public var radiusOfSinglePlace = 25_000.0
  /// The width in pixels, clamped to 64...16,384.
  public var width: Double
  /// The height in pixels, clamped to 64...16,384.
  public var height: Double
  /// The margin around the picture in pixels, clamped to 0...200; nil for a narrow one.
  public var margin: Double?
  /// The colors.
  public var theme = Theme.automatic
  /// The projection; `nil` to choose one by the extent.
  public var projection: MapProjection?
  /// The boundaries that are drawn; `nil` for none.
  public var atlas: CountryAtlas? = .world
  /// Whether lakes are drawn, and rivers if the map shows no more than a continent.
  ///
  /// The data is Natural Earth 1:10 million, the larger waters first: a map of the world has some
  /// dozens of lakes, a map of a country has lakes down to a few square kilometers. Shores are up
  /// to a few hundred meters off, so no rivers are drawn if a pixel is less than 25 m, and no
  /// waters of this data if a pixel is less than 100 m and ``base`` has its own. A text map has the
  /// visible lakes and no rivers. Without an ``atlas`` no waters are drawn. The names of seas are
  /// written with those of countries.
  public var showsWaters = true
  /// Thin lines on the land, such as the borders of the provinces of a country: straight in
  /// degrees, drawn below the borders of countries.
  public var innerBorders: [[Coordinate]] = []
  /// Roads, waters and built-up areas below the contents of the map; nil for none.
  public var base: BaseLayer?
  /// The unit of the scale bar and of the lengths of tracks.
  ///
  /// With kilometers, short lengths are in meters; with miles, in feet. Elevations are in feet with
  /// miles, feet and yards, otherwise in meters.
  public var unit = LengthUnit.kilometers
  /// The elements that help to read the map.
  public var furniture: Furniture = .all
  /// The sources of the data shown, besides the boundaries.
  public var attributions: [String] = []

  /// The highlighted countries.
  public var highlighted: Set<Country> = []
  /// The places; if there is not room for all names, the most important ones are shown.
  public var markers: [Marker] = []
  /// The places, instead of ``markers``, if they are too many for memory.
  package var crowd: (any MarkerCollection)?
  /// Whether places that are close together are drawn as one circle with a count.
  public var clustersMarkers = false
  /// The classes of numbers that decide the colors; nil to give each category a color.
  ///
  /// The categories of the markers are those of the scale; others count as ``ColorScale/missing``.
  public var colorScale: ColorScale?
  /// The quantity of the markers' magnitudes, for the legend of sizes.
  public var magnitudeTitle = ""
  /// Circles on the sphere, such as the radius of a search.
  public var circles: [Cap] = []
  /// Lines along great circles.
  public var paths: [GeoPath] = []
  /// Tracks with ends, lengths and elevations.
  public var tracks: [Track] = []
  /// Areas with edges along great circles.
  public var polygons: [GeoPolygon] = []
  /// The numbers of consecutive polygons that are parts of one area; those after them are areas of
  /// their own.
  package var partCounts: [Int] = []
  /// Routes with numbered stops.
  public var tours: [Tour] = []

  /// Creates an empty map of a part of the Earth.
  ///
  /// - Parameters:
  ///   - title: the title above the map.
  ///   - extent: the part of the Earth that is shown.
  ///   - width: the width in pixels.
  ///   - height: the height in pixels.
  public init(
    title: String = "", extent: Extent = .contents, width: Double = 1200, height: Double = 800
  ) {
    self.title = title
    self.extent = extent
    self.width = width
    self.height = height
  }

  /// The polygons, those that are parts of one area together.
  internal var areas: [ArraySlice<GeoPolygon>] {
    var rest = polygons[...]
    var found: [ArraySlice<GeoPolygon>] = []
    for count in partCounts where count > 0 && !rest.isEmpty {
      found.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return found + rest.indices.map { rest[$0...$0] }
  }

  /// Whether the names of seas are drawn, with those of countries and waters.
  internal var showsSeaNames: Bool {
    showsWaters && furniture.contains(.names) && furniture.contains(.countryNames)
  }

  /// Whether there are markers, in memory or in a crowd.
  internal var hasMarkers: Bool { !markers.isEmpty || crowd != nil }

  internal var size: PixelBox {
    func bounded(_ length: Double, _ preset: Double) -> Double {
      length.isNaN ? preset : min(max(length.rounded(), 64), 16_384)
    }
    return PixelBox(left: 0, top: 0, right: bounded(width, 1200), bottom: bounded(height, 800))
  }
}

extension MapPicture.Marker {
  /// Creates a marker of a place, with its kind as the category and its population as the
  /// importance.
  public init(_ place: Place) {
    self.init(place.coordinate, name: place.name, category: place.kind.rawValue)
    importance = Double(max(place.population ?? 0, 0))
  }
}

extension MapPicture.Tour {
  /// Creates a route through elements of any type.
  ///
  /// ```swift
  /// let route = try RoutePlanner().plan(cities, coordinate: \.coordinate)
  /// map.tours = [.init(route.ordered(cities), coordinate: \.coordinate, name: \.name)]
  /// ```
  ///
  /// - Parameters:
  ///   - stops: the elements in the order of the visits.
  ///   - isRoundTrip: whether the route returns to the first stop.
  ///   - coordinate: the coordinate of an element.
  ///   - name: the name of an element.
  @inlinable
  public init<Stop>(
    _ stops: some Sequence<Stop>, isRoundTrip: Bool = false, coordinate: (Stop) -> Coordinate,
    name: (Stop) -> String
  ) {
    self.init(
      stops.map { MapPicture.Marker(coordinate($0), name: name($0)) }, isRoundTrip: isRoundTrip)
  }
}
