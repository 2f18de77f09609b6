internal import CairnGeodesy
internal import CairnMemory

/// Places of which the nearest to a place can be found and removed.
///
/// A k-d tree finds the candidates and ``Coordinate/distance(to:)`` decides between them, so the
/// answers are those of a loop over the places that are left.
///
/// Source: J. L. Bentley, "K-d trees for semidynamic point sets", Sixth Annual Symposium on
/// Computational Geometry (1990), doi:10.1145/98524.98564.
struct RemainingPlaces: ~Copyable {
  private let places: [Coordinate]
  private let vectors: [UnitVector]
  private let tree: PointTree
  /// The index in the tree of each place.
  private let indices: FixedArray<Int32>
  private let isRemoved: FixedArray<Bool>
  /// For each index that is the middle of an inner node, the number of its places that are left.
  private let counts: FixedArray<Int32>

  /// A place that is left, and its distance in meters from the center of a search.
  struct Found: BitwiseCopyable {
    var distance: Double
    var number: Int32

    static func < (a: Found, b: Found) -> Bool { (a.distance, a.number) < (b.distance, b.number) }
  }

  /// Builds the tree.
  ///
  /// - Returns: nil if the time does not suffice.
  /// - Complexity: O(*n* log *n*).
  init?(_ places: [Coordinate], until watch: inout SearchWatch) {
    self.places = places
    vectors = places.map { $0.unitVector }
    tree = PointTree(vectors.map { SIMD4($0.x, $0.y, $0.z, 0) }, until: &watch)
    indices = FixedArray(repeating: 0, count: places.count)
    isRemoved = FixedArray(repeating: false, count: places.count)
    counts = FixedArray(repeating: 0, count: places.count)
    guard watch.end == nil else { return nil }
    for index in 0..<places.count { indices[Int(tree.number(index))] = Int32(index) }
    count(0, places.count)
  }

  private func count(_ low: Int, _ high: Int) {
    guard high - low > PointTree.leaf else { return }
    let middle = (low + high) / 2
    counts[middle] = Int32(high - low)
    count(low, middle)
    count(middle, high)
  }

  /// Removes a place.
  ///
  /// - Complexity: O(log *n*).
  func remove(_ number: Int) {
    let index = Int(indices[number])
    guard !isRemoved[index] else { return }
    isRemoved[index] = true
    var (low, high) = (0, places.count)
    while high - low > PointTree.leaf {
      let middle = (low + high) / 2
      counts[middle] -= 1
      if index < middle { high = middle } else { low = middle }
    }
  }

  /// Finds the remaining places nearest to a place on the sphere.
  ///
  /// - Parameters:
  ///   - number: the place to search from.
  ///   - wanted: how many places to find, at least 1.
  /// - Returns: the places, nearest first; equally distant ones in order of their numbers.
  /// - Complexity: O(log *n*) on average for evenly distributed places, and O(*k*) for *k* places
  ///   within some meters, which the floats of the tree do not separate.
  func nearest(to number: Int, wanted: Int) -> [Found] {
    var search = Search(
      center: places[number], vector: vectors[number], wanted: wanted,
      point: tree.points[Int(indices[number])])
    visit(0, places.count, &search)
    return search.found
  }

  private struct Search {
    let center: Coordinate
    let vector: UnitVector
    let wanted: Int
    let point: PointTree.Point
    var found: [Found] = []
    /// A squared chord that no place closer than the last of `found` exceeds.
    var bound = Double.infinity

    mutating func insert(_ candidate: Found) {
      var rank = found.count
      while rank > 0, candidate < found[rank - 1] { rank -= 1 }
      guard rank < wanted else { return }
      if found.count == wanted { found.removeLast() }
      found.insert(candidate, at: rank)
      guard found.count == wanted else { return }
      // The distance is accurate to a few units in the last place, and so are the vectors.
      let angle = found[wanted - 1].distance / Sphere.mean.radius
      let chord = 2 * sine(min(angle, .pi) / 2) * (1 + 1e-12) + 1e-14
      bound = chord * chord
    }
  }

  /// The error of the difference between two coordinates of the tree, which are floats up to 2.
  private static var slack: Double { 0x1p-21 }

  private func visit(_ low: Int, _ high: Int, _ search: inout Search) {
    if high - low <= PointTree.leaf {
      for index in low..<high where !isRemoved[index] {
        let number = tree.number(index)
        guard vectors[Int(number)].squaredChord(to: search.vector) <= search.bound else { continue }
        let distance = search.center.distance(to: places[Int(number)])
        search.insert(Found(distance: distance, number: number))
      }
      return
    }
    let middle = (low + high) / 2
    guard counts[middle] > 0 else { return }
    let beyond = tree.beyond(middle, search.point)
    let least = max(0, Double(beyond.magnitude) - Self.slack)
    if beyond > 0 {
      visit(low, middle, &search)
      if least * least <= search.bound { visit(middle, high, &search) }
    } else {
      visit(middle, high, &search)
      if least * least <= search.bound { visit(low, middle, &search) }
    }
  }
}
