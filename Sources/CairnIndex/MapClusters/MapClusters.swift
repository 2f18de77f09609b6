public import CairnGeodesy

/// The pins that a map shows instead of places that would cover each other, for every zoom.
///
/// ```swift
/// let clusters = MapClusters(index)
/// for pin in clusters.clusters(in: viewport, zoom: 5) {
///   // a bubble with pin.count at pin.center, or a pin for index.elements[pin.offset!]
/// }
/// ```
///
/// They are made once, from the greatest zoom down: places within ``Options/radius`` of each
/// other on the screen become a cluster at their middle, and clusters merge with their neighbours
/// at the next smaller zoom. So the clusters of a zoom do not depend on the viewport, keep their
/// ``MapCluster/id`` while the map is moved, and a cluster at one zoom consists of whole clusters
/// of the next. Every place is in exactly one cluster of each zoom.
///
/// Distances are those on a web Mercator map, the projection of MapKit, MapLibre and others, where
/// the world is ``Options/worldSize`` points wide at zoom 0 and twice that at each further one.
/// Clusters form across the antimeridian as anywhere else; what lies beyond 85.05° is shown at
/// the map's edge.
///
/// Making them takes about O(n) for each zoom, 75 ms for 100,000 places on one core of 2026; the
/// pins of a viewport are found in time that grows with their number only, 5 µs for forty.
public struct MapClusters: Sendable {
  /// How places are grouped.
  public struct Options: Hashable, Sendable {
    /// How close two pins may be, in points on the screen.
    public var radius: Double
    /// The width of the whole world at zoom 0, in points: 256 for MapKit and raster tiles, 512 for
    /// vector tiles.
    public var worldSize: Double
    /// The zooms at which there are clusters; at greater ones every place is shown.
    public var zooms: ClosedRange<Int>
    /// The least number of places that form a cluster; fewer are shown one by one.
    public var minimumCount: Int

    /// Makes options.
    ///
    /// - Parameters:
    ///   - radius: how close two pins may be, in points; positive.
    ///   - worldSize: the width of the world at zoom 0, in points; positive.
    ///   - zooms: the zooms with clusters, within 0...24.
    ///   - minimumCount: the least number of places in a cluster, 2 or more.
    public init(
      radius: Double = 60, worldSize: Double = 256, zooms: ClosedRange<Int> = 0...16,
      minimumCount: Int = 2
    ) {
      self.radius = radius
      self.worldSize = worldSize
      self.zooms = zooms
      self.minimumCount = minimumCount
    }
  }

  /// How places were grouped.
  public let options: Options
  let forest: ClusterForest

  /// Groups the places of an index.
  ///
  /// - Parameters:
  ///   - index: the places.
  ///   - options: how close pins may be, and for which zooms.
  /// - Precondition: the options are as ``Options/init(radius:worldSize:zooms:minimumCount:)``
  ///   says.
  public init<Element>(_ index: PlaceIndex<Element>, options: Options = Options()) {
    precondition(options.radius > 0 && options.worldSize > 0, "lengths must be positive")
    precondition(
      options.zooms.lowerBound >= 0 && options.zooms.upperBound <= 24, "zooms must be in 0...24")
    precondition(options.minimumCount >= 2, "a cluster has two places or more")
    self.options = options
    forest = ClusterForest(index.core.tree, options)
  }

  /// The zoom at which a box fills a width on the screen.
  ///
  /// - Parameters:
  ///   - box: what the map shows.
  ///   - width: the width of the map in points.
  /// - Returns: the zoom, rounded down, at least 0; 24 for a box without width.
  public func zoom(showing box: BoundingBox, width: Double) -> Int {
    let world = 360 / box.longitudeSpan * width / options.worldSize
    guard world >= 1 else { return 0 }
    return world < 0x1p24 ? Int(world.exponent) : 24
  }
}
