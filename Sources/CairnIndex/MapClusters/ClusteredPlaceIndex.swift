public import CairnGeodesy

/// A dynamic index and the pins of a map over it, which follow each change.
///
/// ```swift
/// var taxis = ClusteredPlaceIndex<String, Taxi>(id: \.plate, coordinate: \.position)
/// try taxis.insert(taxi)
/// try taxis.move("W-1", to: position)
/// let pins = taxis.clusters(in: viewport, zoom: 11)
/// let free = taxis.values(of: pins) { $0.isFree ? 1 : 0 } combining: { $0 += $1 }
/// ```
///
/// A change costs what it costs in the two: that of ``DynamicPlaceIndex`` and a cell at each zoom
/// of ``DynamicMapClusters``, which also says what the clusters are. Nothing is built again. Like
/// both it is a value, and a copy is a snapshot; the first change after it copies the cells.
public struct ClusteredPlaceIndex<ID: Hashable & Sendable, Element: Sendable>: Sendable {
  /// The places, for every other question.
  public private(set) var index: DynamicPlaceIndex<ID, Element>
  private var map: DynamicMapClusters

  /// Makes an index without places.
  ///
  /// - Parameters:
  ///   - id: the ID of an element: a key path or a closure.
  ///   - coordinate: where an element is when it is inserted: a key path or a closure.
  ///   - options: how places are grouped.
  public init(
    id: @escaping @Sendable (Element) -> ID,
    coordinate: @escaping @Sendable (Element) -> Coordinate,
    options: DynamicMapClusters.Options = .init()
  ) {
    self.init(DynamicPlaceIndex(id: id, coordinate: coordinate), options: options)
  }

  /// Groups the places of an index.
  ///
  /// - Parameters:
  ///   - index: the places.
  ///   - options: how they are grouped.
  /// - Complexity: O(n) for n places and each zoom.
  public init(
    _ index: DynamicPlaceIndex<ID, Element>, options: DynamicMapClusters.Options = .init()
  ) {
    self.index = index
    map = DynamicMapClusters(options: options)
    for slot in index._core.slotsInOrder() {
      map.insert(slot, at: index._core.coordinate(inSlot: slot))
    }
  }

  /// How places are grouped.
  public var options: DynamicMapClusters.Options { map.options }

  /// Inserts an element, or replaces the one that has its ID.
  ///
  /// - Parameter element: the element.
  /// - Returns: the element that was replaced, nil when the ID is new.
  /// - Throws: ``PlaceIndexError`` when the coordinate is invalid; nothing changes then.
  @discardableResult
  public mutating func insert(_ element: Element) throws(PlaceIndexError) -> Element? {
    let (slot, old, before) = try index.place(element, offset: 0)
    follow(slot, from: before, to: index._core.coordinate(inSlot: slot))
    return old
  }

  /// Moves the element with an ID to another coordinate; it stays as it is itself.
  ///
  /// - Parameters:
  ///   - id: which element.
  ///   - coordinate: where it is from now on.
  /// - Returns: where it was, nil when there is no element with that ID.
  /// - Throws: ``PlaceIndexError`` when the coordinate is invalid; nothing changes then.
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
  /// - Parameter id: which element.
  /// - Returns: the element, nil when there is none with that ID.
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

// MARK: Questions

extension ClusteredPlaceIndex {
  /// The number of places.
  public var count: Int { index.count }

  /// The pins that a map shows; see ``DynamicMapClusters/clusters(in:zoom:)``.
  public func clusters(in box: BoundingBox, zoom: Int) -> [DynamicMapCluster] {
    map.clusters(in: box, zoom: zoom)
  }

  /// A box with all places of a cluster in it: where a map should zoom to.
  public func boundingBox(of cluster: DynamicMapCluster) -> BoundingBox {
    map.boundingBox(of: cluster)
  }

  /// The place that a cluster of one is.
  ///
  /// - Parameter cluster: a cluster of this value, before a further change.
  /// - Returns: the place; nil for a cluster of several.
  public func element(of cluster: DynamicMapCluster) -> Element? {
    cluster.number.flatMap { $0 < index._core.slotLimit ? index.element(inSlot: $0) : nil }
  }

  /// The places of a cluster.
  ///
  /// - Parameter cluster: a cluster of this value, before a further change.
  /// - Returns: the places, in the order in which they came.
  /// - Complexity: O(the places in the box around the cluster).
  public func elements(of cluster: DynamicMapCluster) -> [Element] {
    index.elements(of: cluster, in: map)
  }

  /// A value for each of some clusters, put together from those of its places.
  ///
  /// The best rating, a sum, how many are open; for a mean keep a sum and a count.
  ///
  /// - Parameters:
  ///   - clusters: clusters of this value, before a further change: those of the viewport.
  ///   - value: the value of a place; asked once for each place of each cluster.
  ///   - combine: puts the value of a further place, in the order in which they came, into that of
  ///     those before it.
  /// - Returns: the values, in the order of the clusters; nil where no place is left of one.
  /// - Throws: what `value` or `combine` throws.
  /// - Complexity: O(the places in the boxes around the clusters).
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
  /// The elements whose places make up a cluster, in the order in which they came.
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
