internal import CairnGeodesy
internal import CairnMemory

/// The nearest of the candidates whose chords are equal in single precision.
///
/// Seen from far away, places within meters of each other have equal squared chords, and a search
/// would keep all of them. Above a number of candidates they are measured exactly instead, in
/// batches, and only the wanted ones are kept: each candidate then costs a tenth of
/// `Coordinate.distance(to:)`, however many there are.
struct MeasuredNearest: ~Copyable {
  private let center: Coordinate
  private let query: SearchCenter
  private let wanted: Int
  /// Up to this number of wanted points are kept in order, which costs less than sorting them
  /// after each batch and excludes later points at once.
  private static let fewWanted = 32
  /// The nearest points: in order and at most as many as are wanted, if these are few; otherwise
  /// unordered and at most twice the wanted number plus one batch.
  private var hits: [Hit] = []
  /// The farthest of the wanted points so far; points after it are not wanted.
  private var last: Hit
  /// A chord beyond which every point is farther than ``last``; infinite until the wanted
  /// number of points has been measured.
  private(set) var chord = Double.infinity

  /// - Parameters:
  ///   - wanted: the wanted number of points, at least 1.
  ///   - center: the center of the search.
  ///   - query: the center as a vector.
  ///   - radius: the maximum distance in meters.
  init(wanted: Int, from center: Coordinate, _ query: SearchCenter, within radius: Double) {
    self.wanted = wanted
    self.center = center
    self.query = query
    last = Hit(tag: .max, distance: radius)
  }

  /// Whether no point has been measured.
  @inline(__always)
  var isEmpty: Bool { hits.isEmpty }

  /// The number of points kept.
  var count: Int { hits.count }

  /// Measures some points, and keeps those that may be among the nearest.
  ///
  /// - Parameters:
  ///   - positions: the positions of the points.
  ///   - tree: the tree with the points.
  ///   - areLast: whether no others follow, so that ``chord`` need not be updated.
  @inline(never)
  mutating func measure(
    _ positions: UnsafeBuffer<UInt32>, of tree: some SearchTree, areLast: Bool = false
  ) {
    let batch = 64
    let isOrdered = wanted <= Self.fewWanted
    if hits.isEmpty { hits.reserveCapacity(isOrdered ? wanted + 1 : min(2 * wanted, 192) + batch) }
    withScratch(of: Coordinate.self, count: batch) { places in
      withScratch(of: Double.self, count: batch) { distances in
        var start = 0
        while start < positions.count {
          let count = min(batch, positions.count &- start)
          for index in 0..<count {
            places[index] = tree.degrees[Int(truncatingIfNeeded: positions[start &+ index])]
          }
          center.writeDistances(to: places[0..<count], into: distances[0..<count])
          for index in 0..<count where distances[index] <= last.distance {
            let position = Int(truncatingIfNeeded: positions[start &+ index])
            let hit = Hit(tag: tree.tag(at: position), distance: distances[index])
            guard Hit.precedes(hit, last) else { continue }
            if isOrdered { insert(hit) } else { hits.append(hit) }
          }
          if hits.count >= 2 * wanted + batch { prune() }
          start &+= count
        }
      }
    }
    guard !areLast else { return }
    if isOrdered { updateChord() } else if hits.count > wanted { prune() }
  }

  /// Inserts a point in order, and removes the last one if there are more than wanted.
  @inline(__always)
  private mutating func insert(_ hit: Hit) {
    let wanted = wanted
    hits.append(hit)
    let count = hits.withUnsafeBuffer { hits in
      var place = hits.count &- 1
      while place > 0, Hit.precedes(hit, hits[place &- 1]) {
        hits[place] = hits[place &- 1]
        place &-= 1
      }
      hits[place] = hit
      return hits.count
    }
    if count > wanted { hits.removeLast() }
    if count >= wanted { last = hits[wanted - 1] }
  }

  /// Keeps only the wanted points.
  private mutating func prune() {
    hits.withUnsafeBuffer { $0.sortHits() }
    hits.removeLast(max(0, hits.count - wanted))
    if hits.count == wanted, let last = hits.last { self.last = last }
    updateChord()
  }

  /// Updates the chord once the wanted number of points has been measured.
  private mutating func updateChord() {
    guard hits.count == wanted else { return }
    let halfAngle = min(last.distance / (2 * Sphere.mean.radius), .pi / 2)
    chord = 2 * sine(halfAngle) + 2 * ChordSlack.exact
  }

  /// Appends the kept points to a list, unordered.
  func append(to list: inout GrowableArray<Hit>) {
    list.reserve(hits.count)
    for hit in hits { list.appendReserved(hit) }
  }

  /// Returns the lanes of a leaf that may be among the nearest; all of them while fewer points than
  /// wanted have been measured.
  ///
  /// The chords are computed in double precision, so that points stored in the frame of a small
  /// node are distinguished at any distance. By ``ChordSlack``, the error of the stored differences
  /// is less than the slack of the frame, and that of the double-precision computations less than
  /// its reserve.
  @inline(__always)
  func nearLanes(_ lanes: UInt32, of leaf: Int, _ tree: PackedTree) -> UInt32 {
    chord < .infinity ? lanesWithinChord(lanes, of: leaf, tree) : lanes
  }

  @inline(never)
  private func lanesWithinChord(_ lanes: UInt32, of leaf: Int, _ tree: PackedTree) -> UInt32 {
    let points = tree.points.part(
      at: tree.rows(ofNode: leaf, atLevel: 0), width: PackedLayout.leafFloats)
    let frame = tree.frame(ofNode: leaf, atLevel: 0)
    let limit = (chord + Double(frame.slack)) * (1 + 0x1p-40)
    let squaredLimit = limit * limit
    let x = query.vector.x - frame.origin.x
    let y = query.vector.y - frame.origin.y
    let z = query.vector.z - frame.origin.z
    var near: UInt32 = 0
    var rest = lanes & 0xFFFF
    while rest != 0 {
      let lane = rest.trailingZeroBitCount & 15
      rest &= rest &- 1
      let dx = Double(points[lane]) - x
      let dy = Double(points[PointRow.y &+ lane]) - y
      let dz = Double(points[PointRow.z &+ lane]) - z
      if dx * dx + dy * dy + dz * dz <= squaredLimit { near |= 1 &<< UInt32(lane) }
    }
    return near
  }
}
