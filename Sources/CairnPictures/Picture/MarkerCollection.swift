package import CairnGeodesy

/// A large number of places of a map, which need not be in memory.
///
/// Drawing iterates over them several times, and requests the full markers only of the places that
/// are labeled.
package protocol MarkerCollection: Sendable {
  /// The categories in order of first occurrence, at most ``MarkerPoint/categoryCount``.
  var categories: [String] { get }

  /// Calls a closure with all places, in order.
  func forEach(_ body: (MarkerPoint) -> Void)

  /// The places with the given numbers, which are in ascending order.
  func markers(at numbers: [Int]) -> [MapPicture.Marker]
}

/// A place of a ``MarkerCollection``, without its name and details.
package struct MarkerPoint: Sendable {
  package var coordinate: Coordinate
  package var importance: Double
  /// The number of the place; numbers ascend during iteration.
  package var number: Int
  /// The index of its category in ``MarkerCollection/categories``; ``categoryCount`` if it is not
  /// listed.
  package var category: Int

  package init(_ coordinate: Coordinate, importance: Double, number: Int, category: Int) {
    self.coordinate = coordinate
    self.importance = importance
    self.number = number
    self.category = category
  }

  /// The number of categories that is enough to determine the legend of a map.
  package static let categoryCount = PicturePalette.categories.count + 2
}

/// Markers in memory, too many to be drawn individually.
internal struct InMemoryMarkers: MarkerCollection {
  let markers: [MapPicture.Marker]
  let categories: [String]

  func forEach(_ body: (MarkerPoint) -> Void) {
    var numbers: [String: Int] = [:]
    for (number, category) in categories.enumerated() { numbers[category] = number }
    for (number, marker) in markers.enumerated() {
      body(
        MarkerPoint(
          marker.coordinate, importance: marker.importance, number: number,
          category: numbers[marker.category] ?? MarkerPoint.categoryCount))
    }
  }

  func markers(at numbers: [Int]) -> [MapPicture.Marker] { numbers.map { markers[$0] } }
}

extension MapPicture {
  /// The markers as a crowd, if they are too many to be drawn individually; otherwise nil.
  internal var largeMarkerCollection: (any MarkerCollection)? {
    if let crowd { return crowd }
    guard markers.count > PictureScene.singleLimit, !clustersMarkers, greatestMagnitude == nil
    else { return nil }
    return InMemoryMarkers(markers: markers, categories: firstCategories)
  }
}

/// The most important place of a crowd in each cell of the map, in order of importance.
internal struct TopMarkersByCell {
  /// A place, its point on the map, and its category in the legend.
  struct Winner {
    var number: Int
    var point: PlanePoint
    var category: Int
  }

  /// The number of places of the crowd on the map.
  private(set) var count = 0
  /// The most important place of each cell.
  private(set) var winners: [Winner] = []

  private struct Best {
    var importance: Double
    var number: UInt32
  }

  /// - Parameters:
  ///   - crowd: the places.
  ///   - legend: the number of a category in the legend, by its number in the crowd.
  ///   - pixel: the point of a place on the map; nil if it is outside of the map.
  ///   - cell: the cell of a point, of which only one place is kept; nil to skip the place.
  init(
    of crowd: any MarkerCollection, _ legend: [Int], at pixel: (Coordinate) -> PlanePoint?,
    cell: (PlanePoint, Int) -> Int64?
  ) {
    // To save memory for up to a million cells, the points of the winners are computed again in a
    // second pass.
    var cells: [Int64: Best] = [:]
    var seen = 0
    crowd.forEach { place in
      guard let point = pixel(place.coordinate) else { return }
      seen += 1
      guard let key = cell(point, legend[place.category]) else { return }
      let number = UInt32(truncatingIfNeeded: place.number)
      let next = Best(importance: place.importance, number: number)
      if let best = cells[key], !(next.importance > best.importance) { return }
      cells[key] = next
    }
    count = seen
    var order = Array(cells.values)
    cells = [:]
    order.sort { ($1.importance, $0.number) < ($0.importance, $1.number) }
    // The second pass visits the places in order of their numbers.
    let ranks = order.indices.sorted { order[$0].number < order[$1].number }
    let numbers = ranks.map { order[$0].number }
    order = []
    let none = Winner(number: 0, point: PlanePoint(x: 0, y: 0), category: 0)
    var found = [Winner](repeating: none, count: ranks.count)
    var next = 0
    crowd.forEach { place in
      guard next < numbers.count, UInt32(truncatingIfNeeded: place.number) == numbers[next],
        let point = pixel(place.coordinate)
      else { return }
      found[ranks[next]] = Winner(
        number: place.number, point: point, category: legend[place.category])
      next += 1
    }
    winners = found
  }
}

/// The numbers of the most important places of a crowd, up to a limit, in that order.
internal struct TopMarkers {
  private var places: [(importance: Double, number: Int)] = []
  private let limit: Int
  /// The least importance of the places kept, once the limit is reached.
  private var least = -Double.infinity
  private var isFull = false

  init(limit: Int) { self.limit = limit }

  /// Adds the next place; numbers ascend.
  mutating func take(_ place: MarkerPoint) {
    // Among places of equal importance the first ones are kept.
    guard !isFull || place.importance > least else { return }
    places.append((place.importance, place.number))
    if places.count >= 2 * limit { select() }
  }

  /// Drops the places beyond the limit.
  private mutating func select() {
    places.sort { ($1.importance, $0.number) < ($0.importance, $1.number) }
    places.removeLast(max(places.count - limit, 0))
    isFull = places.count == limit
    least = places.last?.importance ?? least
  }

  /// The numbers, the most important one first.
  mutating func numbers() -> [Int] {
    select()
    return places.map(\.number)
  }
}

extension MarkerCollection {
  /// The places with the given numbers, which may be in any order, in that order.
  internal func markers(inOrder numbers: [Int]) -> [MapPicture.Marker] {
    let ranks = numbers.indices.sorted { numbers[$0] < numbers[$1] }
    let found = markers(at: ranks.map { numbers[$0] })
    var markers = [MapPicture.Marker?](repeating: nil, count: numbers.count)
    for (rank, marker) in zip(ranks, found) { markers[rank] = marker }
    return markers.compactMap { $0 }
  }
}
