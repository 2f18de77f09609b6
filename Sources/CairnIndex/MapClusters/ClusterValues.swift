/// A value for each cluster, combined from the values of its places, such as the best rating, a
/// sum, or the number of open places.
///
/// ```swift
/// let best = clusters.values { index.elements[$0].rating } combining: { $0 = max($0, $1) }
/// for pin in clusters.clusters(in: viewport, zoom: 5) {
///   show(pin, rating: best[pin])
/// }
/// ```
///
/// Created by ``MapClusters/values(ofPlaceAt:combining:)``, like map and reduce in other libraries.
public struct ClusterValues<Value> {
  /// The values by cluster ID.
  private let values: ContiguousArray<Value>

  fileprivate init(_ values: ContiguousArray<Value>) {
    self.values = values
  }

  /// The value of a cluster, or of a single place.
  ///
  /// - Parameter cluster: one of the clusters that the values were created for; for any other
  ///   cluster the value is arbitrary.
  /// - Returns: nil for an unknown cluster ID.
  /// - Complexity: O(1).
  public subscript(cluster: MapCluster) -> Value? {
    values.indices.contains(cluster.id) ? values[cluster.id] : nil
  }
}

extension ClusterValues: Sendable where Value: Sendable {}

extension MapClusters {
  /// Returns a value for each cluster of each zoom, combined from the values of its places.
  ///
  /// A cluster's value is that of its first child, with those of its other children combined into
  /// it in order: the order of ``children(of:)``. For a mean, keep a sum and a count. If you need
  /// the places of only one cluster, for example after a tap, use ``leaves(of:startingAt:limit:)``.
  ///
  /// - Parameters:
  ///   - value: returns the value of a place by its offset in the index; called once per place.
  ///   - combine: combines the value of a part into that of the parts before it.
  /// - Returns: the values, valid for these clusters.
  /// - Throws: any error that `value` or `combine` throws.
  /// - Complexity: O(n) for n places: a value for each, and fewer than that again for clusters.
  public func values<Value, Failure: Error>(
    ofPlaceAt value: (_ offset: Int) throws(Failure) -> Value,
    combining combine: (_ whole: inout Value, _ part: Value) throws(Failure) -> Void
  ) throws(Failure) -> ClusterValues<Value> {
    var values: ContiguousArray<Value> = []
    values.reserveCapacity(forest.nodes.count)
    // A cluster follows its children.
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
