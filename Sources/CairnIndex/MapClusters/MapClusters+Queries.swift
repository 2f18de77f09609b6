public import CairnGeodesy

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
