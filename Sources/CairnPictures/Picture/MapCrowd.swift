package import CairnGeodesy

/// Very many places of a picture, which need not be in memory: they are gone through as often as a
/// picture needs it, and those that are told by name are asked for.
package protocol MapCrowd: Sendable {
  /// The categories in the order in which they first come, ``CrowdPoint/categoryCount`` at most.
  var categories: [String] { get }

  /// Goes through all places in their order.
  func forEach(_ body: (CrowdPoint) -> Void)

  /// The places with some numbers, which ascend.
  func markers(at numbers: [Int]) -> [MapPicture.Marker]
}

/// A place of a ``MapCrowd``, without what it is called.
package struct CrowdPoint: Sendable {
  package var coordinate: Coordinate
  package var importance: Double
  /// Which of the places it is; numbers ascend.
  package var number: Int
  /// The number of its category among ``MapCrowd/categories``; ``categoryCount`` for one that is
  /// not there.
  package var category: Int

  package init(_ coordinate: Coordinate, importance: Double, number: Int, category: Int) {
    self.coordinate = coordinate
    self.importance = importance
    self.number = number
    self.category = category
  }

  /// So many categories tell what the legend of a picture has.
  package static let categoryCount = PicturePalette.categories.count + 2
}

/// Markers in memory that are too many to be drawn one by one.
internal struct MarkerCrowd: MapCrowd {
  let markers: [MapPicture.Marker]
  let categories: [String]

  func forEach(_ body: (CrowdPoint) -> Void) {
    var numbers: [String: Int] = [:]
    for (number, category) in categories.enumerated() { numbers[category] = number }
    for (number, marker) in markers.enumerated() {
      body(
        CrowdPoint(
          marker.coordinate, importance: marker.importance, number: number,
          category: numbers[marker.category] ?? CrowdPoint.categoryCount))
    }
  }

  func markers(at numbers: [Int]) -> [MapPicture.Marker] { numbers.map { markers[$0] } }
}

extension MapPicture {
  /// The markers as a crowd, where they are too many to be drawn one by one.
  internal var manyMarkers: (any MapCrowd)? {
    if let crowd { return crowd }
    guard markers.count > PictureScene.singleLimit, !clustersMarkers, greatestMagnitude == nil
    else { return nil }
    return MarkerCrowd(markers: markers, categories: firstCategories)
  }
}

/// The places of a crowd that are seen where several would lie on each other, in the order of
/// their importance.
internal struct CrowdWinners {
  /// A place, where it is on the map, and its category in the legend.
  struct Winner {
    var number: Int
    var point: PlanePoint
    var category: Int
  }

  /// How many places of the crowd are on the map.
  private(set) var count = 0
  /// The first of each cell.
  private(set) var winners: [Winner] = []

  private struct Best {
    var importance: Double
    var number: UInt32
  }

  /// - Parameters:
  ///   - crowd: the places.
  ///   - legend: the number of a category in the legend by that in the crowd.
  ///   - pixel: where a place is on the map; nil for one outside.
  ///   - cell: places with the same cell lie on each other; nil for one that is not drawn.
  init(
    of crowd: any MapCrowd, _ legend: [Int], at pixel: (Coordinate) -> PlanePoint?,
    cell: (PlanePoint, Int) -> Int64?
  ) {
    // Where they are is found anew for those that win: there may be a million cells.
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
    // The places come by their numbers.
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
internal struct CrowdLeaders {
  private var places: [(importance: Double, number: Int)] = []
  private let limit: Int
  /// The least importance of those that are kept, when there are enough of them.
  private var least = -Double.infinity
  private var isFull = false

  init(limit: Int) { self.limit = limit }

  /// Takes the next place; numbers ascend.
  mutating func take(_ place: CrowdPoint) {
    // Of equal importance the first ones stay.
    guard !isFull || place.importance > least else { return }
    places.append((place.importance, place.number))
    if places.count >= 2 * limit { select() }
  }

  /// Forgets those beyond the limit.
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

extension MapCrowd {
  /// The places with some numbers, in the order of the numbers, which is any.
  internal func markers(inOrder numbers: [Int]) -> [MapPicture.Marker] {
    let ranks = numbers.indices.sorted { numbers[$0] < numbers[$1] }
    let found = markers(at: ranks.map { numbers[$0] })
    var markers = [MapPicture.Marker?](repeating: nil, count: numbers.count)
    for (rank, marker) in zip(ranks, found) { markers[rank] = marker }
    return markers.compactMap { $0 }
  }
}
