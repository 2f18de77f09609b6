internal import CairnGeodesy

/// Places that are too many to be drawn one by one: of those of a category in a pixel one.
internal struct SymbolDots: Sendable {
  /// A point in tenths of pixels.
  struct Dot: Sendable {
    var x: Int32
    var y: Int32

    init(_ point: PlanePoint) {
      x = Int32(SVGWriter.tenths(point.x))
      y = Int32(SVGWriter.tenths(point.y))
    }
  }

  /// How many places there are on the map.
  let count: Int
  /// For each category its dots, those of the most important places first.
  private(set) var dots: [[Dot]]
  /// Where the symbols of all of them would stand.
  let field: SymbolField

  /// - Parameters:
  ///   - crowd: the places.
  ///   - frame: the map.
  ///   - legend: the number of a category in the legend by that in the crowd.
  ///   - categoryCount: how many categories the legend has.
  ///   - pixel: where a place is on the map; nil for one outside.
  init(
    _ crowd: any MapCrowd, _ frame: MapFrame, _ legend: [Int], _ categoryCount: Int,
    at pixel: (Coordinate) -> PlanePoint?
  ) {
    var taken = TakenPixels(frame.box, categoryCount)
    var found = [[Dot]](repeating: [], count: max(categoryCount, 1))
    var order = DotOrder()
    repeat {
      order.begin()
      crowd.forEach { place in
        guard order.wants(place), let point = pixel(place.coordinate) else { return }
        let category = legend[place.category]
        if !taken.contains(point, category) { order.take(place, point, category) }
      }
      for next in order.chosen() where taken.insert(next.point, next.category) {
        found[next.category].append(Dot(next.point))
      }
    } while order.hasMore
    // Lists that grew have room for as many again.
    dots = found.map(\.withoutRoom)
    found = []
    var count = 0
    field = SymbolField(frame.box, radius: PictureScene.symbolRadius) { take in
      count = 0
      crowd.forEach { place in
        guard let point = pixel(place.coordinate) else { return }
        count += 1
        if place.importance >= 0 { take(point) }
      }
    }
    self.count = count
  }

  /// - Parameters:
  ///   - places: the places, the most important ones first.
  ///   - frame: the map.
  ///   - categoryCount: how many categories there are.
  init(_ places: [PictureSymbols.Symbol], _ frame: MapFrame, _ categoryCount: Int) {
    count = places.count
    dots = Array(repeating: [], count: max(categoryCount, 1))
    var taken = TakenPixels(frame.box, categoryCount)
    for place in places where taken.insert(place.point, place.category) {
      dots[place.category].append(Dot(place.point))
    }
    field = SymbolField(frame.box, radius: PictureScene.symbolRadius) { take in
      for place in places where place.marker.importance >= 0 { take(place.point) }
    }
  }
}

/// In which pixels there is a dot of which category.
private struct TakenPixels {
  private let left: Int
  private let top: Int
  private let columns: Int
  private let categories: Int
  private var words: [UInt64]

  init(_ box: PixelBox, _ categories: Int) {
    left = Int(box.left.rounded())
    top = Int(box.top.rounded())
    columns = Int(box.right.rounded()) - left + 1
    self.categories = max(categories, 1)
    let rows = Int(box.bottom.rounded()) - top + 1
    words = Array(repeating: 0, count: (columns * rows * self.categories + 63) / 64)
  }

  private func number(_ point: PlanePoint, _ category: Int) -> Int {
    let (column, row) = (Int(point.x.rounded()) - left, Int(point.y.rounded()) - top)
    return (row * columns + column) * categories + category
  }

  func contains(_ point: PlanePoint, _ category: Int) -> Bool {
    let number = number(point, category)
    return words[number >> 6] & 1 << UInt64(number & 63) != 0
  }

  /// Takes a pixel, unless it is taken.
  mutating func insert(_ point: PlanePoint, _ category: Int) -> Bool {
    let number = number(point, category)
    let bit = UInt64(1) << UInt64(number & 63)
    defer { words[number >> 6] |= bit }
    return words[number >> 6] & bit == 0
  }
}

/// Hands over places in the order of their importance, so many at a time that they are in memory
/// only then: each time those that come behind the last ones.
private struct DotOrder {
  struct Place {
    var importance: Double
    var number: Int
    var point: PlanePoint
    var category: Int
  }

  private var places: [Place] = []
  /// Behind which of them the next ones come.
  private var last: (importance: Double, number: Int)?
  /// The least important one that is still wanted, when there are enough.
  private var least = -Double.infinity
  private var isFull = false
  /// Whether there may be more behind those that were handed over.
  var hasMore: Bool { isFull }

  private static let limit = 1 << 16

  mutating func begin() {
    least = -.infinity
    isFull = false
  }

  /// Whether the next place is one of those that are collected; numbers ascend.
  func wants(_ place: CrowdPoint) -> Bool {
    if let last {
      let isBefore =
        place.importance > last.importance
        || place.importance == last.importance && place.number <= last.number
      if isBefore { return false }
    }
    return !isFull || place.importance > least
  }

  mutating func take(_ place: CrowdPoint, _ point: PlanePoint, _ category: Int) {
    places.append(
      Place(
        importance: place.importance, number: place.number, point: point, category: category))
    if places.count >= 2 * Self.limit { select() }
  }

  private mutating func select() {
    places.sort { ($1.importance, $0.number) < ($0.importance, $1.number) }
    guard places.count >= Self.limit else { return }
    places.removeLast(places.count - Self.limit)
    isFull = true
    least = places.last?.importance ?? least
  }

  /// The next places in their order.
  mutating func chosen() -> [Place] {
    select()
    last = places.last.map { ($0.importance, $0.number) } ?? last
    defer { places.removeAll(keepingCapacity: hasMore) }
    return places
  }
}

extension Array {
  /// The same elements in no more memory than they take.
  internal var withoutRoom: [Element] {
    var copy: [Element] = []
    copy.reserveCapacity(count)
    for element in self { copy.append(element) }
    return copy
  }
}
