public import CairnGeodesy
internal import CairnMemory

/// Clusters, for every zoom of a map, of places that would overlap on the screen.
///
/// ```swift
/// let clusters = MapClusters(index)
/// for pin in clusters.clusters(in: viewport, zoom: 5) {
///   // a bubble with pin.count at pin.center, or a pin for index.elements[pin.offset!]
/// }
/// ```
///
/// They are computed once, from the maximum zoom down: places within ``Options/radius`` of each
/// other on the screen become a cluster at their centroid, and clusters merge with their neighbors
/// at the next smaller zoom. So the clusters of a zoom do not depend on the viewport and keep their
/// ``MapCluster/id`` while the map is moved, and a cluster at one zoom consists of whole clusters
/// of the next greater one. Every place is in exactly one cluster of each zoom.
///
/// Distances are measured on a Web Mercator map, the projection of MapKit, MapLibre and others; the
/// world is ``Options/worldSize`` points wide at zoom 0 and doubles with each zoom. Clusters form
/// across the antimeridian as anywhere else; places beyond 85.05° latitude are shown at the map's
/// edge.
///
/// Building takes about O(n) per zoom, 75 ms for 100,000 places on one core of 2026; the time to
/// find the clusters of a viewport depends only on their number, 5 µs for forty.
public struct MapClusters: Sendable {
  /// The clustering options.
  public struct Options: Hashable, Sendable {
    /// The minimum distance between two pins, in points on the screen.
    public var radius: Double
    /// The width of the whole world at zoom 0, in points: 256 for MapKit and raster tiles, 512 for
    /// vector tiles.
    public var worldSize: Double
    /// The zooms with clusters; at greater zooms every place is shown.
    public var zooms: ClosedRange<Int>
    /// The minimum number of places in a cluster; fewer are shown separately.
    public var minimumCount: Int

    /// Creates options.
    ///
    /// - Parameters:
    ///   - radius: the minimum distance between two pins, in points; positive.
    ///   - worldSize: the width of the world at zoom 0, in points; positive.
    ///   - zooms: the zooms with clusters, within 0...24.
    ///   - minimumCount: the minimum number of places in a cluster, at least 2.
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

  /// The clustering options.
  public let options: Options
  let forest: ClusterForest

  /// Computes the clusters of an index.
  ///
  /// - Parameters:
  ///   - index: an index of any kind. For a ``DynamicPlaceIndex``, offsets are those in its
  ///     ``DynamicPlaceIndex/elements``.
  ///   - options: the minimum distance of pins and the zooms.
  /// - Precondition: the options satisfy the requirements of
  ///   ``Options/init(radius:worldSize:zooms:minimumCount:)``.
  /// - Throws: any error of the index: ``IndexFileError`` for a file, all of which is verified.
  public init<Places: SearchablePlaces>(
    _ index: Places, options: Options = Options()
  ) throws(Places.Failure) {
    precondition(options.radius > 0 && options.worldSize > 0, "lengths must be positive")
    precondition(
      options.zooms.lowerBound >= 0 && options.zooms.upperBound <= 24, "zooms must be in 0...24")
    precondition(options.minimumCount >= 2, "minimumCount must be at least 2")
    self.options = options
    forest = ClusterForest(try index._packed().tree, options)
  }

  /// Returns the zoom at which a box fills a width on the screen.
  ///
  /// - Parameters:
  ///   - box: the visible box.
  ///   - width: the width of the map in points.
  /// - Returns: the zoom, rounded down, at least 0; 24 for a box without width.
  public func zoom(showing box: BoundingBox, width: Double) -> Int {
    let world = 360 / box.longitudeSpan * width / options.worldSize
    guard world >= 1 else { return 0 }
    return world < 0x1p24 ? Int(world.exponent) : 24
  }
}

extension MapClusters {
  /// Returns the clusters to show: all clusters of a zoom whose center is in a box.
  ///
  /// Pins have an extent, so pass a box somewhat larger than the viewport.
  ///
  /// - Parameters:
  ///   - box: the box; it may cross the antimeridian.
  ///   - zoom: any zoom; above ``Options/zooms`` every place is shown separately, and below it the
  ///     clusters of the least zoom are returned.
  /// - Returns: the clusters, in an order that depends only on the places and the options.
  /// - Complexity: O(k) for k clusters in and near the box.
  public func clusters(in box: BoundingBox, zoom: Int) -> [MapCluster] {
    var found: [MapCluster] = []
    guard !box.isEmpty else { return found }
    let zoom = max(zoom, options.zooms.lowerBound)
    let window = ClusterBox(box)
    var open = Array(forest.roots.reversed())
    while let number = open.popLast() {
      let node = forest.nodes[Int(number)]
      guard window.mayMeet(node) else { continue }
      if Int(node.zoom) >= zoom || node.childCount == 0 {
        let cluster = cluster(Int(number))
        if box.contains(cluster.center) { found.append(cluster) }
      } else {
        open.append(contentsOf: forest.children(of: node).reversed())
      }
    }
    return found
  }

  /// Returns the parts that a cluster is divided into at its ``expansionZoom(of:)``.
  ///
  /// - Returns: two or more clusters; empty for a single place.
  public func children(of cluster: MapCluster) -> [MapCluster] {
    guard let node = forest.node(cluster) else { return [] }
    return forest.children(of: node).map { self.cluster(Int($0)) }
  }

  /// Returns the least zoom at which a cluster is shown as its parts, for example to zoom to after
  /// a tap.
  ///
  /// - Returns: the zoom; nil for a single place, which has no parts.
  public func expansionZoom(of cluster: MapCluster) -> Int? {
    guard let node = forest.node(cluster), node.childCount > 0 else { return nil }
    return Int(node.zoom) + 1
  }

  /// Returns the offsets in the index of the places of a cluster.
  ///
  /// - Parameters:
  ///   - cluster: one of these clusters.
  ///   - start: the number of places to skip, for paging.
  ///   - limit: the maximum number of places; nil for all.
  /// - Returns: offsets, in the order of the child clusters.
  /// - Complexity: O(start + limit).
  public func leaves(
    of cluster: MapCluster, startingAt start: Int = 0, limit: Int? = nil
  ) -> [Int] {
    var offsets: [Int] = []
    guard forest.node(cluster) != nil, limit ?? 1 > 0 else { return offsets }
    var rest = max(0, start)
    var open = [UInt32(cluster.id)]
    while let number = open.popLast() {
      let node = forest.nodes[Int(number)]
      if rest >= Int(node.count) {
        rest -= Int(node.count)
      } else if node.childCount == 0 {
        offsets.append(Int(node.first))
        if offsets.count == limit { break }
      } else {
        open.append(contentsOf: forest.children(of: node).reversed())
      }
    }
    return offsets
  }

  /// Returns the smallest box around all places of a cluster, to zoom a map to.
  ///
  /// - Complexity: O(k) for k places.
  public func boundingBox(of cluster: MapCluster) -> BoundingBox {
    var open = forest.node(cluster) == nil ? [] : [UInt32(cluster.id)]
    var coordinates: [Coordinate] = []
    while let number = open.popLast() {
      let node = forest.nodes[Int(number)]
      if node.childCount == 0 {
        coordinates.append(forest.tree.degrees[Int(number)])
      } else {
        open.append(contentsOf: forest.children(of: node))
      }
    }
    return BoundingBox(enclosing: coordinates)
  }

  private func cluster(_ number: Int) -> MapCluster {
    let node = forest.nodes[number]
    let isPlace = node.childCount == 0
    return MapCluster(
      id: number,
      center: isPlace
        ? forest.tree.degrees[number] : MercatorPoint(x: node.x, y: node.y).coordinate,
      count: Int(node.count), offset: isPlace ? Int(node.first) : nil)
  }
}

extension ClusterForest {
  func children(of node: Node) -> ContiguousArray<UInt32>.SubSequence {
    node.childCount == 0 ? [] : children[Int(node.first)..<Int(node.first + node.childCount)]
  }

  /// The node of a cluster, nil if it does not belong to this forest.
  func node(_ cluster: MapCluster) -> Node? {
    guard nodes.indices.contains(cluster.id), nodes[cluster.id].count == cluster.count else {
      return nil
    }
    return nodes[cluster.id]
  }
}

/// A box on the map, to reject nodes without places in it.
private struct ClusterBox {
  let west: Double
  let width: Double
  let north: Double
  let south: Double

  init(_ box: BoundingBox) {
    // The margin covers rounding of the projection; a billionth of the map's width is a few
    // centimeters.
    let margin = 1e-9
    west = MercatorPoint(Coordinate(latitude: 0, longitude: box.west)).x - margin
    width = box.longitudeSpan / 360 + 2 * margin
    north = MercatorPoint(Coordinate(latitude: box.north, longitude: 0)).y - margin
    south = MercatorPoint(Coordinate(latitude: box.south, longitude: 0)).y + margin
  }

  func mayMeet(_ node: ClusterForest.Node) -> Bool {
    guard node.y + Double(node.bounds.south) >= north, node.y + Double(node.bounds.north) <= south
    else { return false }
    let start = node.x + Double(node.bounds.west) - west
    let span = Double(node.bounds.east) - Double(node.bounds.west)
    let offset = start - start.rounded(.down)
    // Either the node starts inside the box, or the box starts inside the node.
    return offset <= width || offset + span >= 1
  }
}

/// A pin of a map at some zoom: a place, or several places too close to be shown separately.
public struct MapCluster: Hashable, Sendable, Identifiable {
  /// The ID of the cluster within its ``MapClusters``, the same at every zoom and viewport.
  public let id: Int
  /// The position of the pin: the place itself, or the centroid of all places on the map.
  public let center: Coordinate
  /// The number of places.
  public let count: Int
  /// The offset of a single place in the index; nil for several places.
  public let offset: Int?

  /// Creates a cluster.
  ///
  /// - Parameters:
  ///   - id: the ID of the cluster within its ``MapClusters``, the same at every zoom and viewport.
  ///   - center: the position of the pin: the place itself, or the centroid of all places on the
  ///     map.
  ///   - count: the number of places.
  ///   - offset: the offset of a single place in the index.
  public init(id: Int, center: Coordinate, count: Int, offset: Int? = nil) {
    self.id = id
    self.center = center
    self.count = count
    self.offset = offset
  }
}
