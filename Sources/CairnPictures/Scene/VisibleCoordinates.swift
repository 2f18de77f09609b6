internal import CairnGeodesy

/// The coordinates that a picture must show; those of a crowd are iterated over, not stored.
internal struct VisibleCoordinates {
  private let coordinates: [Coordinate]
  private let crowd: (any MarkerCollection)?
  private let first: Coordinate?

  init(_ coordinates: [Coordinate], _ crowd: (any MarkerCollection)? = nil) {
    self.coordinates = coordinates
    self.crowd = crowd
    var first: Coordinate?
    crowd?.forEach { if first == nil, $0.coordinate.isValid { first = $0.coordinate } }
    self.first = first ?? coordinates.first
  }

  var isEmpty: Bool { first == nil }

  /// The first coordinate if all others are within ten meters of it; otherwise nil.
  var onlyPlace: Coordinate? {
    guard let first else { return nil }
    var isAlone = true
    forEach { if isAlone { isAlone = $0.distance(to: first) < 10 } }
    return isAlone ? first : nil
  }

  func forEach(_ body: (Coordinate) -> Void) {
    crowd?.forEach { if $0.coordinate.isValid { body($0.coordinate) } }
    coordinates.forEach(body)
  }

  /// The smallest box around them.
  var boundingBox: BoundingBox {
    guard crowd != nil else { return BoundingBox(enclosing: coordinates) }
    var (south, north) = (90.0, -90.0)
    var lines = LongitudeGapFinder()
    forEach { place in
      south = min(south, place.latitude)
      north = max(north, place.latitude)
      if place.latitude.magnitude < 90 { lines.mark(Self.longitude(of: place)) }
    }
    guard lines.findGaps() else {
      var all: [Coordinate] = []
      forEach { all.append($0) }
      return BoundingBox(enclosing: all)
    }
    forEach { if $0.latitude.magnitude < 90 { lines.take(Self.longitude(of: $0)) } }
    let (west, east) = lines.outsideOfWidestGap
    return BoundingBox(south: south, west: west, north: north, east: east)
  }

  /// A longitude normalized to -180..<180, as in a bounding box.
  private static func longitude(of place: Coordinate) -> Double {
    let isPlain = place.longitude >= -180 && place.longitude < 180
    return isPlain ? place.longitude : BoundingBox(enclosing: [place]).west
  }
}

/// Finds the widest gap between any number of longitudes in two passes and with little memory.
///
/// The first pass marks which of eight million strips contain longitudes. The widest gap is in a
/// run of empty strips at most two strips shorter than the longest; the second pass finds the exact
/// ends of these runs.
private struct LongitudeGapFinder {
  private var words = [UInt64](repeating: 0, count: count / 64)
  /// The ends of the gaps, by the last strip before and the first strip after each.
  private var starts: [Int: Double] = [:]
  private var ends: [Int: Double] = [:]
  private var gaps: [(before: Int, behind: Int)] = []
  private var first = Double.infinity
  private var last = -Double.infinity

  private static let count = 1 << 23
  /// The maximum number of candidate gaps; with more, all longitudes are compared.
  private static let gapLimit = 50_000

  private static func strip(of longitude: Double) -> Int {
    min(max(Int((longitude + 180) * (Double(count) / 360)), 0), count - 1)
  }

  mutating func mark(_ longitude: Double) {
    let strip = Self.strip(of: longitude)
    words[strip >> 6] |= 1 << UInt64(strip & 63)
    first = min(first, longitude)
    last = max(last, longitude)
  }

  /// Calls a closure with the strips that contain longitudes, in order.
  private func forEachStrip(_ body: (Int) -> Void) {
    for (index, word) in words.enumerated() where word != 0 {
      var rest = word
      while rest != 0 {
        body(index << 6 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }

  /// Finds the runs of empty strips that may be the widest gap.
  ///
  /// - Returns: false if all longitudes must be compared: the candidates are too many or too
  ///   narrow, or there are no longitudes.
  mutating func findGaps() -> Bool {
    guard first <= last else { return false }
    var longest = 0
    var before: Int?
    forEachStrip { strip in
      longest = max(longest, strip - (before ?? strip))
      before = strip
    }
    // If the gap across 180 degrees is clearly the widest, no other gap matters.
    let strip = 360 / Double(Self.count)
    guard Double(longest + 1) * strip > 0.99 * (360 - (last - first)) else { return true }
    var found: [(before: Int, behind: Int)] = []
    before = nil
    forEachStrip { strip in
      if let before, strip - before >= longest - 2, found.count <= Self.gapLimit {
        found.append((before, strip))
      }
      before = strip
    }
    gaps = found
    // Within a strip there may be a gap as wide as one between two neighboring strips.
    guard longest > 2, gaps.count <= Self.gapLimit else { return false }
    for gap in gaps {
      starts[gap.before] = -.infinity
      ends[gap.behind] = .infinity
    }
    words = []
    return true
  }

  mutating func take(_ longitude: Double) {
    let strip = Self.strip(of: longitude)
    if let start = starts[strip], longitude > start { starts[strip] = longitude }
    if let end = ends[strip], longitude < end { ends[strip] = longitude }
  }

  /// The western and eastern ends of the longitudes outside of the widest gap.
  ///
  /// Among equally wide gaps the one across 180 degrees is chosen, then the westernmost.
  var outsideOfWidestGap: (west: Double, east: Double) {
    var widest = (start: last, end: first)
    var width = BoundingBox(south: 0, west: last, north: 0, east: first).longitudeSpan
    for gap in gaps {
      guard let start = starts[gap.before], let end = ends[gap.behind], end - start > width else {
        continue
      }
      width = end - start
      widest = (start, end)
    }
    return (widest.end, widest.start)
  }
}
