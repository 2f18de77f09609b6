internal import CairnGeodesy

/// The coordinates that a picture must show; those of a crowd are gone through and not kept.
internal struct ShownCoordinates {
  private let coordinates: [Coordinate]
  private let crowd: (any MapCrowd)?
  private let first: Coordinate?

  init(_ coordinates: [Coordinate], _ crowd: (any MapCrowd)? = nil) {
    self.coordinates = coordinates
    self.crowd = crowd
    var first: Coordinate?
    crowd?.forEach { if first == nil, $0.coordinate.isValid { first = $0.coordinate } }
    self.first = first ?? coordinates.first
  }

  var isEmpty: Bool { first == nil }

  /// The first of them, where no other one is ten metres away.
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
    var lines = Meridians()
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

  /// A longitude as a box has it: from -180 on, and less than 180.
  private static func longitude(of place: Coordinate) -> Double {
    let isPlain = place.longitude >= -180 && place.longitude < 180
    return isPlain ? place.longitude : BoundingBox(enclosing: [place]).west
  }
}

/// Finds the widest gap between any number of longitudes in two passes and little memory.
///
/// The first pass notes in which of eight million strips there are some. The widest gap is where
/// the strips are empty in the longest row, or in one that is two strips shorter; of those rows the
/// second pass finds the ends.
private struct Meridians {
  private var words = [UInt64](repeating: 0, count: count / 64)
  /// The ends of a gap, by the last strip before it and by the first one behind it.
  private var starts: [Int: Double] = [:]
  private var ends: [Int: Double] = [:]
  private var gaps: [(before: Int, behind: Int)] = []
  private var first = Double.infinity
  private var last = -Double.infinity

  private static let count = 1 << 23
  /// Of more gaps that are about as wide as the widest one, all longitudes are compared.
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

  /// Calls back with the strips in which there are some, in order.
  private func forEachStrip(_ body: (Int) -> Void) {
    for (index, word) in words.enumerated() where word != 0 {
      var rest = word
      while rest != 0 {
        body(index << 6 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }

  /// Finds the rows of empty strips that may be the widest gap.
  ///
  /// - Returns: false where that takes all longitudes: there are none, or too many rows.
  mutating func findGaps() -> Bool {
    guard first <= last else { return false }
    var longest = 0
    var before: Int?
    forEachStrip { strip in
      longest = max(longest, strip - (before ?? strip))
      before = strip
    }
    // All other longitudes may lie close together.
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
    // Within a strip there may be a gap that is as wide as one between two neighbours.
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

  /// The western and the eastern end of what is left; of equally wide gaps the one across 180
  /// degrees is left out, then the westernmost.
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
