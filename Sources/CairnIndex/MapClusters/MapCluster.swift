public import CairnGeodesy

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
