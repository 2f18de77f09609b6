/// The widest gap, measured eastward, between longitudes; among equal gaps the one across the
/// antimeridian, then the westernmost.
internal struct LongitudeGap {
  private(set) var start: Double
  private(set) var end: Double
  private(set) var width: Double

  /// Finds the widest gap between longitudes in -180...180, in any order; nil if none exist.
  init?(widestOf longitudes: inout [Double]) {
    if longitudes.count > Self.stripCount {
      var strips = LongitudeStrips(count: Self.stripCount)
      for longitude in longitudes { strips.add(longitude) }
      if let gap = strips.widestGap, gap.width > strips.width {
        self = gap
        return
      }
    }
    longitudes.sort()
    guard let first = longitudes.first, let last = longitudes.last else { return nil }
    self.init(from: last, to: first)
    for (start, end) in zip(longitudes, longitudes.dropFirst()) { take(start, end) }
  }

  private static let stripCount = 4_096

  /// Finds the widest gap between pairs of longitudes, each of which has no gap.
  fileprivate init(betweenPairsOf ends: [Double]) {
    self.init(from: ends[ends.count - 1], to: ends[0])
    for index in stride(from: 1, to: ends.count - 1, by: 2) { take(ends[index], ends[index + 1]) }
  }

  private init(from start: Double, to end: Double) {
    self.start = start
    self.end = end
    width = eastward(from: start, to: end)
  }

  private mutating func take(_ start: Double, _ end: Double) {
    guard end - start > width else { return }
    width = end - start
    self.start = start
    self.end = end
  }
}

/// The first and the last longitude of each of many strips.
internal struct LongitudeStrips {
  private var lows: [Double]
  private var highs: [Double]

  init(count: Int) {
    lows = [Double](repeating: .infinity, count: count)
    highs = [Double](repeating: -.infinity, count: count)
  }

  /// An upper bound of the width of a strip in degrees; no gap within one is wider.
  var width: Double { 1.001 * 360 / Double(lows.count) }

  /// Adds a longitude in -180...180.
  mutating func add(_ longitude: Double) {
    let strip = min(max(Int((longitude + 180) * (Double(lows.count) / 360)), 0), lows.count - 1)
    lows[strip] = min(lows[strip], longitude)
    highs[strip] = max(highs[strip], longitude)
  }

  /// The widest gap between strips; nil if there is no longitude.
  var widestGap: LongitudeGap? {
    var ends: [Double] = []
    for (low, high) in zip(lows, highs) where low <= high { ends += [low, high] }
    return ends.isEmpty ? nil : LongitudeGap(betweenPairsOf: ends)
  }
}

/// The bounds of coordinates that are added one by one, in memory that does not depend on their
/// number.
package struct EnclosingBounds: Sendable {
  private var low = 90.0
  private var high = -90.0
  private var longitudeOfPole = 0.0
  /// The longitudes while they are few, which need less memory and time than the strips.
  private var longitudes: [Double] = []
  private var strips: LongitudeStrips?
  private static let mostLongitudes = 4_096

  /// Creates the bounds of nothing.
  package init() {}

  /// Adds a coordinate; one that is not ``Coordinate/isValid`` is skipped.
  package mutating func add(_ coordinate: Coordinate) {
    guard coordinate.isValid else { return }
    low = min(low, coordinate.latitude)
    high = max(high, coordinate.latitude)
    let longitude = longitudeRange(coordinate.longitude)
    if abs(coordinate.latitude) < 90 {
      add(longitude)
    } else {
      longitudeOfPole = longitude
    }
  }

  private mutating func add(_ longitude: Double) {
    if strips == nil, longitudes.count < Self.mostLongitudes {
      longitudes.append(longitude)
      return
    }
    if strips == nil {
      var filled = LongitudeStrips(count: 1 << 20)
      for longitude in longitudes { filled.add(longitude) }
      longitudes = []
      strips = filled
    }
    strips?.add(longitude)
  }

  /// The widest gap, and whether no gap is wider; nil if there is no longitude.
  private var widestGap: (gap: LongitudeGap, isWidest: Bool)? {
    if let strips {
      return strips.widestGap.map { ($0, $0.width > strips.width) }
    }
    var sorted = longitudes
    return LongitudeGap(widestOf: &sorted).map { ($0, true) }
  }

  /// A box that contains all coordinates, and whether it is the smallest one, as of
  /// ``BoundingBox/init(enclosing:)``: true unless they leave no gap in longitude of 0.0004
  /// degrees.
  package var box: (box: BoundingBox, isSmallest: Bool) {
    guard low <= high else { return (.empty, true) }
    guard let (gap, isWidest) = widestGap else {
      let box = BoundingBox(
        south: low, west: longitudeOfPole, north: high, east: longitudeOfPole)
      return (box, true)
    }
    let box = BoundingBox(south: low, west: gap.end, north: high, east: gap.start)
    return (box, isWidest)
  }
}
