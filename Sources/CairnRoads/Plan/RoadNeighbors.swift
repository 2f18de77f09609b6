public import CairnGeodesy
internal import CairnHours
public import CairnIndex
internal import CairnMemory

/// A place and the time to it along roads.
public struct RoadNeighbor<Element> {
  /// The place.
  public var element: Element
  /// Its offset in the input of the index.
  public var offset: Int
  /// The travel time in milliseconds; exactly that of the route.
  public var milliseconds: Int

  /// Creates a neighbor.
  ///
  /// - Parameters:
  ///   - element: the place.
  ///   - offset: its offset in the input of the index.
  ///   - milliseconds: the travel time in milliseconds.
  public init(element: Element, offset: Int, milliseconds: Int) {
    self.element = element
    self.offset = offset
    self.milliseconds = milliseconds
  }

  /// The travel time in seconds.
  public var seconds: Double { Double(milliseconds) / 1000 }
}

extension RoadNeighbor: Sendable where Element: Sendable {}

extension PlaceIndex {
  /// The nearest places by travel time along roads.
  ///
  /// ```swift
  /// let near = try cafés.nearest(5, to: hotel, byTravelTime: roads, by: "foot") { $0.location }
  /// ```
  ///
  /// Places are examined by their straight-line distance, until no farther one can be faster.
  ///
  /// - Parameters:
  ///   - count: the maximum number of places.
  ///   - start: the start.
  ///   - roads: a road network.
  ///   - profile: the name of a profile.
  ///   - time: the maximum travel time, rounded to milliseconds; nil for any.
  ///   - radius: the maximum distance in meters between a position and its road.
  ///   - coordinate: returns the location of an element.
  /// - Returns: the places by travel time, and by offset for equal times. Places without a route
  ///   are left out.
  /// - Throws: ``RoadError/noRoad(position:radius:)`` if the start has no road, and other cases if
  ///   the profile is unknown or the file is damaged.
  public func nearest(
    _ count: Int, to start: Coordinate, byTravelTime roads: RoadNetwork, by profile: String,
    within time: Duration? = nil, snapRadius radius: Double = 1000,
    coordinate: (Element) -> Coordinate
  ) throws(RoadError) -> [RoadNeighbor<Element>] {
    let limit = time?.inMilliseconds ?? .max
    guard try roads.snap(start, by: profile, radius: radius) != nil else {
      throw .noRoad(position: 0, radius: radius)
    }
    guard count > 0 else { return [] }
    let metersPerMillisecond = try roads.greatestSpeed(profile) / 3600
    var found: [RoadNeighbor<Element>] = []
    var batch: [CairnIndex.Neighbor<Element>] = []
    var batchSize = max(16, min(count, 1 << 20) * 2)
    func examine() throws(RoadError) {
      let times = try roads.milliseconds(
        from: [start], to: batch.map { coordinate($0.element) }, by: profile, snapRadius: radius
      )[0]
      for (place, time) in zip(batch, times) {
        guard let time, time <= limit else { continue }
        found.append(
          RoadNeighbor(element: place.element, offset: place.offset, milliseconds: time))
      }
      found.sort { ($0.milliseconds, $0.offset) < ($1.milliseconds, $1.offset) }
      found.removeLast(max(0, found.count - count))
      batch.removeAll(keepingCapacity: true)
      batchSize *= 2
    }
    for place in nearest(to: start) {
      // Both ends may be as far as the radius from their roads; 1 % covers the figure of the Earth.
      let bound = found.count == count ? min(limit, found[count - 1].milliseconds) : limit
      let road = place.distance * 0.99 - 2 * radius
      if road > Double(bound) * metersPerMillisecond { break }
      batch.append(place)
      if batch.count >= batchSize { try examine() }
    }
    if !batch.isEmpty { try examine() }
    return found
  }
}

extension RoadNetwork {
  /// The maximum speed of a profile in km/h.
  func greatestSpeed(_ profile: String) throws(RoadError) -> Double {
    let graph = try graph()
    let index = try profileIndex(profile)
    var greatest = 0.0
    for number in 0..<storage.layout.classCount {
      let first = 2 * (number * graph.profileCount + index)
      greatest = max(greatest, graph.classSpeeds[first], graph.classSpeeds[first + 1])
    }
    return greatest
  }
}
