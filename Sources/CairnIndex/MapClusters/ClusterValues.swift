/// A value of each cluster, put together from those of its places: the best rating under a pin,
/// a sum, how many are open.
///
/// ```swift
/// let best = clusters.values { index.elements[$0].rating } combining: { $0 = max($0, $1) }
/// for pin in clusters.clusters(in: viewport, zoom: 5) {
///   show(pin, rating: best[pin])
/// }
/// ```
///
/// Made by ``MapClusters/values(ofPlaceAt:combining:)``, which is what others call map and reduce.
public struct ClusterValues<Value> {
  /// By the number of the cluster.
  private let values: ContiguousArray<Value>

  fileprivate init(_ values: ContiguousArray<Value>) {
    self.values = values
  }

  /// The value of a cluster, or of a single place.
  ///
  /// - Parameter cluster: one of the clusters that the values were made for; another has the value
  ///   of any.
  /// - Returns: nil for a cluster whose number these clusters do not have.
  /// - Complexity: O(1).
  public subscript(cluster: MapCluster) -> Value? {
    values.indices.contains(cluster.id) ? values[cluster.id] : nil
  }
}

extension ClusterValues: Sendable where Value: Sendable {}

extension MapClusters {
  /// A value for each cluster of each zoom, put together from those of its places.
  ///
  /// A cluster's value is that of its first child, with those of its other children combined into
  /// it in order: the order of ``children(of:)``. For a mean keep a sum and a count. Where only
  /// what a tap shows is needed, the places of one cluster are ``leaves(of:startingAt:limit:)``.
  ///
  /// - Parameters:
  ///   - value: the value of a place, by its offset in the index; asked once for each place.
  ///   - combine: puts the value of one part into that of the parts before it.
  /// - Returns: the values, for as long as these clusters are shown.
  /// - Throws: what `value` or `combine` throws.
  /// - Complexity: O(n) for n places: a value for each, and fewer than that again for clusters.
  public func values<Value, Failure: Error>(
    ofPlaceAt value: (_ offset: Int) throws(Failure) -> Value,
    combining combine: (_ whole: inout Value, _ part: Value) throws(Failure) -> Void
  ) throws(Failure) -> ClusterValues<Value> {
    var values: ContiguousArray<Value> = []
    values.reserveCapacity(forest.nodes.count)
    // A cluster comes after its children.
    for node in forest.nodes {
      let children = forest.children(of: node)
      guard let first = children.first else {
        values.append(try value(Int(node.first)))
        continue
      }
      var whole = values[Int(first)]
      for child in children.dropFirst() { try combine(&whole, values[Int(child)]) }
      values.append(whole)
    }
    return ClusterValues(values)
  }
}
