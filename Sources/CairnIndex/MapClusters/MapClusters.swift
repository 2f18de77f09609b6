public import CairnGeodesy
internal import CairnMemory

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
  ///   - index: the places: of any kind of index. What is said here about offsets is, for a
  ///     ``DynamicPlaceIndex``, about the offsets in its ``DynamicPlaceIndex/elements``.
  ///   - options: how close pins may be, and for which zooms.
  /// - Precondition: the options are as ``Options/init(radius:worldSize:zooms:minimumCount:)``
  ///   says.
  /// - Throws: what the index throws: ``IndexFileError`` for a file, all of which is checked.
  public init<Places: SearchablePlaces>(
    _ index: Places, options: Options = Options()
  ) throws(Places.Failure) {
    precondition(options.radius > 0 && options.worldSize > 0, "lengths must be positive")
    precondition(
      options.zooms.lowerBound >= 0 && options.zooms.upperBound <= 24, "zooms must be in 0...24")
    precondition(options.minimumCount >= 2, "a cluster has two places or more")
    self.options = options
    do throws(IndexFileError) {
      forest = ClusterForest(try index._core.packed().tree, options)
    } catch {
      forest = ClusterForest(PackedTree([], offsets: nil, threads: 1), options)
    }
    try index._verify()
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

extension MapClusters {
  /// The pins that a map shows: all clusters of a zoom with their center in a box.
  ///
  /// A pin has an extent, so a map asks for a box somewhat larger than what it shows.
  ///
  /// - Parameters:
  ///   - box: what is shown; it may cross the antimeridian.
  ///   - zoom: any zoom; at those beyond ``Options/zooms`` every place is by itself, and those
  ///     below have the clusters of the least.
  /// - Returns: the pins, in an order that depends on nothing but the places and the options.
  /// - Complexity: O(k) for k clusters in the box, and a little more around it.
  public func clusters(in box: BoundingBox, zoom: Int) -> [MapCluster] {
    var found: [MapCluster] = []
    guard !box.isEmpty else { return found }
    let zoom = max(zoom, options.zooms.lowerBound)
    let window = ClusterWindow(box)
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

  /// The clusters that a cluster falls into where it is no longer shown as one.
  ///
  /// - Returns: two or more; none for a single place.
  public func children(of cluster: MapCluster) -> [MapCluster] {
    guard let node = forest.node(cluster) else { return [] }
    return forest.children(of: node).map { self.cluster(Int($0)) }
  }

  /// The least zoom at which a cluster is shown as its parts: where a tap on it should lead.
  ///
  /// - Returns: the zoom; nil for a single place, which has no parts.
  public func expansionZoom(of cluster: MapCluster) -> Int? {
    guard let node = forest.node(cluster), node.childCount > 0 else { return nil }
    return Int(node.zoom) + 1
  }

  /// The offsets in the index of the places of a cluster.
  ///
  /// - Parameters:
  ///   - cluster: one of these clusters.
  ///   - start: how many places to pass over, for pages of a list.
  ///   - limit: how many at most; nil for all.
  /// - Returns: offsets, in the order of the clusters below.
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

  /// The smallest box around all places of a cluster: where a map should zoom to.
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

  /// The node of a cluster, if it is one of this forest's.
  func node(_ cluster: MapCluster) -> Node? {
    guard nodes.indices.contains(cluster.id), nodes[cluster.id].count == cluster.count else {
      return nil
    }
    return nodes[cluster.id]
  }
}

/// A box on the map, for turning away nodes that have nothing in it.
private struct ClusterWindow {
  let west: Double
  let width: Double
  let north: Double
  let south: Double

  init(_ box: BoundingBox) {
    // The projection rounds; a billionth of the map is some centimetres.
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
    // The node begins inside the window, or the window begins inside the node.
    return offset <= width || offset + span >= 1
  }
}

/// One pin of a map at some zoom: a place, or several that are too close to be shown apart.
public struct MapCluster: Hashable, Sendable, Identifiable {
  /// The number of the cluster within its ``MapClusters``, the same at every zoom and viewport.
  public let id: Int
  /// Where to put the pin: the place itself, or the middle of all places on the map.
  public let center: Coordinate
  /// The number of places.
  public let count: Int
  /// The offset of the place in the index; nil for more than one.
  public let offset: Int?
}
