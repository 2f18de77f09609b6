public import CairnCountries
public import CairnGeodesy

/// A map: countries, and on them places, search circles, a route, paths and areas.
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
/// A picture is a value: nothing is drawn until one of its forms is asked for, and the same value
/// gives the same bytes every time. The extent decides the projection: Equal Earth for the world,
/// Lambert's azimuthal equal-area projection about the middle of a country, the azimuthal
/// equidistant one for a city. Everything is cut exactly where the projection is, so that 180
/// degrees and the poles look like any other place.
///
/// Markers and vertices with invalid coordinates are left out; without anything on it a picture
/// shows the world. Names stand where there is room, the most important ones first. Drawing costs
/// the outlines that are in the picture, up to a tenth of a second for those of the world, and
/// takes memory in proportion; more than 2,000 markers become dots of one shape, and for tens of
/// thousands ``clustersMarkers`` is what a reader wants.
///
/// Do not take it for a map to navigate by, with streets, tiles or a camera: it is a drawing.
public struct MapPicture: Sendable {
  /// The part of the Earth that a picture shows.
  public enum Extent: Hashable, Sendable {
    /// What is in the picture, with a margin; the world where there is nothing.
    case contents
    /// The whole Earth.
    case world
    /// A box, which may cross 180 degrees (`west > east`); an empty one counts as ``contents``.
    case box(BoundingBox)
    /// A circle; an empty one counts as ``contents``.
    case circle(Cap)
    /// A country, the part of it that lies together.
    case country(Country, ZoomExtent = .mainland)
  }

  /// A place of a picture.
  public struct Marker: Hashable, Sendable {
    /// Where it is.
    public var coordinate: Coordinate
    /// What it is called; drawn where there is room, and shown when one points at it.
    public var name: String
    /// What it is; each category has a colour and a row of the legend.
    public var category: String
    /// How much it matters that its name is seen, as the number of people in a city.
    ///
    /// Names are placed from the greatest on, and in their order where it is the same. Below 0 the
    /// name is told only when one points at the place.
    public var importance = 0.0
    /// What the area of its symbol stands for, as the visitors of a museum; `nil` for the usual
    /// symbol.
    ///
    /// The greatest of a picture is as wide as 36 pixels; a negative one, or one that is not
    /// finite, counts as 0.
    public var magnitude: Double?
    /// What else is known of it, told on a page when one points at it.
    public var details: [Detail] = []

    /// Makes a marker.
    ///
    /// - Parameters:
    ///   - coordinate: where it is; an invalid one is not drawn.
    ///   - name: what it is called.
    ///   - category: what it is.
    public init(_ coordinate: Coordinate, name: String = "", category: String = "") {
      self.coordinate = coordinate
      self.name = name
      self.category = category
    }
  }

  /// Something that is known of a place or a line: a column of a table and what it holds.
  public struct Detail: Hashable, Sendable {
    /// What it is, as "Opening hours".
    public var label: String
    /// What is known, as text.
    public var value: String

    /// Makes a detail.
    ///
    /// - Parameters:
    ///   - label: what it is.
    ///   - value: what is known, as text.
    public init(_ label: String, _ value: String) {
      self.label = label
      self.value = value
    }
  }

  /// A way that was gone or is planned, with its ends, its length and its heights.
  ///
  /// Up to three tracks have their start, their end and their length on the map; where they have
  /// heights, a profile of these stands below it. Of more only the lines are drawn.
  public struct Track: Hashable, Sendable {
    /// The way; it leads along great circles.
    public var coordinates: [Coordinate]
    /// The height at each of the coordinates, in metres; `nil` where it is not known.
    ///
    /// Heights that are lacking at the end count as not known.
    public var heights: [Double?]
    /// What it is called, told on a page when one points at it.
    public var name: String
    /// What else is known of it, told on a page when one points at it.
    public var details: [Detail] = []

    /// Makes a track.
    ///
    /// - Parameters:
    ///   - coordinates: the way; invalid ones are left out.
    ///   - heights: the height at each of the coordinates, in metres.
    ///   - name: what it is called.
    public init(_ coordinates: [Coordinate], heights: [Double?] = [], name: String = "") {
      self.coordinates = coordinates
      self.heights = heights
      self.name = name
    }
  }

  /// A route in the order of its stops.
  public struct Tour: Hashable, Sendable {
    /// The places where it stops; they are numbered from 1.
    public var stops: [Marker]
    /// Whether it leads back from the last stop to the first.
    public var isRoundTrip: Bool

    /// Makes a route.
    ///
    /// - Parameters:
    ///   - stops: the places where it stops, in order.
    ///   - isRoundTrip: whether it leads back to the first.
    public init(_ stops: [Marker], isRoundTrip: Bool = false) {
      self.stops = stops
      self.isRoundTrip = isRoundTrip
    }
  }

  /// What is drawn around the map to read it by.
  public struct Furniture: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: Int

    /// Makes a set from its bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Meridians and parallels with their degrees.
    public static let graticule = Furniture(rawValue: 1)
    /// A bar with its length, true where it stands.
    public static let scaleBar = Furniture(rawValue: 2)
    /// The colours of the categories.
    public static let legend = Furniture(rawValue: 4)
    /// The names of markers and stops.
    public static let names = Furniture(rawValue: 8)
    /// The names of countries.
    public static let countryNames = Furniture(rawValue: 16)
    /// All of them.
    public static let all: Furniture = [.graticule, .scaleBar, .legend, .names, .countryNames]
  }

  /// What stands above the map; empty for nothing.
  public var title: String
  /// The part of the Earth that is shown.
  public var extent: Extent
  /// The width in pixels, 64 to 16,384; others count as the nearest of these.
  public var width: Double
  /// The height in pixels, 64 to 16,384; others count as the nearest of these.
  public var height: Double
  /// The projection; `nil` for one that suits the extent.
  public var projection: MapProjection?
  /// The boundaries that are drawn; `nil` for none.
  public var atlas: CountryAtlas? = .world
  /// Whether lakes are drawn on the land, and rivers where the map shows no more than a continent.
  ///
  /// They are those of Natural Earth 1:10 million, the larger ones first: a map of the world has
  /// some dozens of lakes, one of a country those of some square kilometres. They are pictures of
  /// waters, a few hundred metres from the true shore; a text map has the lakes that are seen there
  /// and no rivers, and nothing is drawn without an ``atlas``.
  public var showsWaters = true
  /// Thin lines on the land, such as the borders of the provinces of a country: straight in
  /// degrees, drawn below the borders of countries.
  public var innerBorders: [[Coordinate]] = []
  /// The unit of the scale and of the lengths of tracks.
  ///
  /// Short lengths are in metres with kilometres and in feet with miles; heights are in feet with
  /// miles, feet and yards, else in metres.
  public var unit = LengthUnit.kilometres
  /// What helps to read the map.
  public var furniture: Furniture = .all
  /// The sources of what is shown, besides the boundaries.
  public var attributions: [String] = []

  /// The countries that stand out from the others.
  public var highlighted: Set<Country> = []
  /// Places; where many lie close together, those of the greatest importance are named first.
  public var markers: [Marker] = []
  /// Places in place of the markers, where they are too many to be in memory.
  package var crowd: (any MapCrowd)?
  /// Whether places that are close together are drawn as one circle with their number.
  public var clustersMarkers = false
  /// What the magnitudes of markers are, for the legend of their sizes.
  public var magnitudeTitle = ""
  /// Circles on the sphere, such as the radius of a search.
  public var circles: [Cap] = []
  /// Lines along great circles.
  public var paths: [GeoPath] = []
  /// Ways with ends, lengths and heights.
  public var tracks: [Track] = []
  /// Areas with edges along great circles.
  public var polygons: [GeoPolygon] = []
  /// Routes with numbered stops.
  public var tours: [Tour] = []

  /// Makes a picture of a part of the Earth, without anything on it yet.
  ///
  /// - Parameters:
  ///   - title: what stands above the map.
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

  /// Whether there are places, wherever they are.
  internal var hasMarkers: Bool { !markers.isEmpty || crowd != nil }

  internal var size: PixelBox {
    func bounded(_ length: Double, _ preset: Double) -> Double {
      length.isNaN ? preset : min(max(length.rounded(), 64), 16_384)
    }
    return PixelBox(left: 0, top: 0, right: bounded(width, 1200), bottom: bounded(height, 800))
  }
}

extension MapPicture.Marker {
  /// A marker of a place: its name, its kind as the category, and its people as its importance.
  public init(_ place: Place) {
    self.init(place.coordinate, name: place.name, category: place.kind.rawValue)
    importance = Double(max(place.population ?? 0, 0))
  }
}

extension MapPicture.Tour {
  /// A route through elements of any kind.
  ///
  /// ```swift
  /// let route = try RoutePlanner().plan(cities, coordinate: \.coordinate)
  /// map.tours = [.init(route.ordered(cities), coordinate: \.coordinate, name: \.name)]
  /// ```
  ///
  /// - Parameters:
  ///   - stops: the elements in the order of the visits.
  ///   - isRoundTrip: whether it leads back to the first.
  ///   - coordinate: where an element is.
  ///   - name: what an element is called.
  @inlinable
  public init<Stop>(
    _ stops: some Sequence<Stop>, isRoundTrip: Bool = false, coordinate: (Stop) -> Coordinate,
    name: (Stop) -> String
  ) {
    self.init(
      stops.map { MapPicture.Marker(coordinate($0), name: name($0)) }, isRoundTrip: isRoundTrip)
  }
}
