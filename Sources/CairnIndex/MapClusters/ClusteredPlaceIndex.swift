public import CairnGeodesy

/// A dynamic index with map clusters that are updated with each change.
///
/// ```swift
/// var taxis = ClusteredPlaceIndex<String, Taxi>(id: \.plate, coordinate: \.position)
/// try taxis.insert(taxi)
/// try taxis.move("W-1", to: position)
/// let pins = taxis.clusters(in: viewport, zoom: 11)
/// let free = taxis.values(of: pins) { $0.isFree ? 1 : 0 } combining: { $0 += $1 }
/// ```
///
/// A change costs one change of a ``DynamicPlaceIndex`` and one of ``DynamicMapClusters``, a cell
/// per zoom; nothing is rebuilt. See ``DynamicMapClusters`` for how clusters are formed. The index
/// is a value, and a copy is a snapshot; the first change after a copy copies the cells.
public struct ClusteredPlaceIndex<ID: Hashable & Sendable, Element: Sendable>: Sendable {
  /// The underlying index, for all other queries.
  public private(set) var index: DynamicPlaceIndex<ID, Element>
  private var map: DynamicMapClusters

  /// Creates an empty index.
  ///
  /// - Parameters:
  ///   - id: a key path or closure that returns the ID of an element.
  ///   - coordinate: a key path or closure that returns the coordinate of an element; called at
  ///     insertion.
  ///   - options: the clustering options.
  public init(
    id: @escaping @Sendable (Element) -> ID,
    coordinate: @escaping @Sendable (Element) -> Coordinate,
    options: DynamicMapClusters.Options = .init()
  ) {
    self.init(DynamicPlaceIndex(id: id, coordinate: coordinate), options: options)
  }

  /// Creates clusters of the places of an index.
  ///
  /// - Parameters:
  ///   - index: the places.
  ///   - options: the clustering options.
  /// - Complexity: O(n) per zoom for n places.
  public init(
    _ index: DynamicPlaceIndex<ID, Element>, options: DynamicMapClusters.Options = .init()
  ) {
    self.index = index
    map = DynamicMapClusters(options: options)
    for slot in index._core.slotsInOrder() {
      map.insert(slot, at: index._core.coordinate(inSlot: slot))
    }
  }

  /// The clustering options.
  public var options: DynamicMapClusters.Options { map.options }

  /// Inserts an element, or replaces the one that has its ID.
  ///
  /// - Parameter element: the element.
  /// - Returns: the replaced element, nil if the ID is new.
  /// - Throws: ``PlaceIndexError`` if the coordinate is invalid; the index is then unchanged.
  @discardableResult
  public mutating func insert(_ element: Element) throws(PlaceIndexError) -> Element? {
    let (slot, old, before) = try index.place(element, offset: 0)
    follow(slot, from: before, to: index._core.coordinate(inSlot: slot))
    return old
  }

  /// Moves the element with an ID to another coordinate; the element itself is unchanged.
  ///
  /// - Parameters:
  ///   - id: the ID of the element.
  ///   - coordinate: the new coordinate.
  /// - Returns: the previous coordinate, nil if no element has that ID.
  /// - Throws: ``PlaceIndexError`` if the coordinate is invalid; the index is then unchanged.
  @discardableResult
  public mutating func move(
    _ id: ID, to coordinate: Coordinate
  ) throws(PlaceIndexError) -> Coordinate? {
    guard let slot = index.slot(of: id), let before = try index.move(id, to: coordinate) else {
      return nil
    }
    follow(slot, from: before, to: coordinate)
    return before
  }

  /// Removes the element with an ID.
  ///
  /// - Parameter id: the ID of the element.
  /// - Returns: the element, nil if no element has that ID.
  @discardableResult
  public mutating func remove(_ id: ID) -> Element? {
    guard let slot = index.slot(of: id) else { return nil }
    map.remove(slot, at: index._core.coordinate(inSlot: slot))
    return index.remove(id)
  }

  private mutating func follow(_ slot: Int, from before: Coordinate?, to after: Coordinate) {
    guard before != after else { return }
    if let before { map.remove(slot, at: before) }
    map.insert(slot, at: after)
  }
}

// MARK: Queries

extension ClusteredPlaceIndex {
  /// The number of places.
  public var count: Int { index.count }

  /// Returns the clusters to show in a box; see ``DynamicMapClusters/clusters(in:zoom:)``.
  public func clusters(in box: BoundingBox, zoom: Int) -> [DynamicMapCluster] {
    map.clusters(in: box, zoom: zoom)
  }

  /// Returns a box that contains all places of a cluster, to zoom a map to.
  public func boundingBox(of cluster: DynamicMapCluster) -> BoundingBox {
    map.boundingBox(of: cluster)
  }

  /// Returns the place of a cluster that consists of a single place.
  ///
  /// - Parameter cluster: a cluster of this index, before any further change.
  /// - Returns: the place; nil for a cluster of several.
  public func element(of cluster: DynamicMapCluster) -> Element? {
    cluster.number.flatMap { $0 < index._core.slotLimit ? index.element(inSlot: $0) : nil }
  }

  /// Returns the places of a cluster.
  ///
  /// - Parameter cluster: a cluster of this index, before any further change.
  /// - Returns: the places, in insertion order.
  /// - Complexity: O(k) for k places in the bounding box of the cluster.
  public func elements(of cluster: DynamicMapCluster) -> [Element] {
    index.elements(of: cluster, in: map)
  }

  /// Returns a value for each of some clusters, combined from the values of their places.
  ///
  /// For example the best rating, a sum, or the number of open places; for a mean, keep a sum and a
  /// count.
  ///
  /// - Parameters:
  ///   - clusters: clusters of this index, before any further change, for example those of the
  ///     viewport.
  ///   - value: returns the value of a place; called once for each place of each cluster.
  ///   - combine: combines the value of the next place, in insertion order, into that of the places
  ///     before it.
  /// - Returns: the values, in the order of the clusters; nil for a cluster without remaining
  ///   places.
  /// - Throws: any error that `value` or `combine` throws.
  /// - Complexity: O(k) for k places in the bounding boxes of the clusters.
  public func values<Value, Failure: Error>(
    of clusters: [DynamicMapCluster], place value: (Element) throws(Failure) -> Value,
    combining combine: (_ whole: inout Value, _ part: Value) throws(Failure) -> Void
  ) throws(Failure) -> [Value?] {
    var values: [Value?] = []
    for cluster in clusters {
      var whole: Value?
      for element in elements(of: cluster) {
        let part = try value(element)
        if var sum = whole {
          try combine(&sum, part)
          whole = sum
        } else {
          whole = part
        }
      }
      values.append(whole)
    }
    return values
  }
}

extension DynamicPlaceIndex {
  /// Returns the elements of a cluster, in insertion order.
  package func elements(
    of cluster: DynamicMapCluster, in clusters: DynamicMapClusters
  ) -> [Element] {
    var tags: [Int] = []
    _core.forEachTag(in: clusters.boundingBox(of: cluster)._outline) { tag in
      let place = _core.coordinate(inSlot: _DynamicCore.slot(inTag: tag))
      if clusters.contains(place, in: cluster) { tags.append(tag) }
      return true
    }
    return tags.sorted().compactMap { element(inSlot: _DynamicCore.slot(inTag: $0)) }
  }
}
