internal import CairnGeodesy

/// The shorter great-circle arc between two coordinates, with a test whether it touches a cell.
///
/// Along an arc from (φ₁, λ₁) over s degrees of longitude to (φ₂, λ₁ + s) the latitude is
///
///     tan φ(λ₁ + t) = (tan φ₁ sin(s − t) + tan φ₂ sin t) / sin s
///
/// a sum of terms with nonnegative weights, and it has at most one extremum. So the latitudes of an
/// arc within the columns of a cell are between those at the ends of that run and the extremum, and
/// the arc touches the cell if they intersect its rows. Cells are enlarged by about a micrometer,
/// far more than the rounding errors.
internal struct GeohashArc: Sendable {
  private let west: Double
  private let span: Double
  private let firstTangent: Double
  private let lastTangent: Double
  private let inverseSine: Double
  /// The eastward distance to the extremum, in degrees; negative if none exists.
  private let extreme: Double
  private let lowest: Double
  private let highest: Double

  /// The arcs between two valid coordinates: two if the path crosses a pole, up one meridian and
  /// down the opposite one.
  static func arcs(from start: Coordinate, to end: Coordinate) -> [GeohashArc] {
    // A pole is on every meridian, so it takes the longitude of the other end.
    let startLongitude = abs(start.latitude) == 90 ? end.longitude : start.longitude
    let endLongitude = abs(end.latitude) == 90 ? startLongitude : end.longitude
    let from = startLongitude.remainder(dividingBy: 360)
    let to = endLongitude.remainder(dividingBy: 360)
    let width = (to - from).remainder(dividingBy: 360)
    if abs(width) == 180 {
      let pole = start.latitude + end.latitude >= 0 ? 90.0 : -90.0
      return [
        GeohashArc(west: from, span: 0, start.latitude, pole),
        GeohashArc(west: to, span: 0, pole, end.latitude),
      ]
    }
    return width >= 0
      ? [GeohashArc(west: from, span: width, start.latitude, end.latitude)]
      : [GeohashArc(west: to, span: -width, end.latitude, start.latitude)]
  }

  private init(west: Double, span: Double, _ first: Double, _ last: Double) {
    self.west = west
    self.span = span
    firstTangent = Trigonometry.tangent(degrees: first)
    lastTangent = Trigonometry.tangent(degrees: last)
    let (sine, cosine) = sineAndCosine(degrees: span)
    inverseSine = 1 / sine
    var low = min(first, last)
    var high = max(first, last)
    var extreme = -1.0
    if span > 0 {
      // The solution t of −tan φ₁ cos(s − t) + tan φ₂ cos t = 0 in 0..<180.
      let angle = polarAngle(
        degreesOfX: firstTangent * sine, y: lastTangent - firstTangent * cosine)
      let place = angle < 0 ? angle + 180 : angle
      if place > 0, place < span {
        extreme = place
        let tangent = GeohashArc.tangent(
          at: place, span: span, firstTangent, lastTangent, inverseSine)
        let latitude = polarAngle(degreesOfX: 1, y: tangent)
        low = min(low, latitude)
        high = max(high, latitude)
      }
    }
    self.extreme = extreme
    lowest = low
    highest = high
  }

  private static func tangent(
    at place: Double, span: Double, _ first: Double, _ last: Double, _ inverseSine: Double
  ) -> Double {
    if place <= 0 { return first }
    if place >= span { return last }
    return
      (first * Trigonometry.sine(degrees: span - place)
      + last * Trigonometry.sine(degrees: place)) * inverseSine
  }

  private func tangent(at place: Double) -> Double {
    GeohashArc.tangent(at: place, span: span, firstTangent, lastTangent, inverseSine)
  }

  /// The longitude of the extreme latitude; nil if that is at an end.
  var longitudeOfExtreme: Double? { extreme < 0 ? nil : west + extreme }

  /// Whether the arc touches a closed cell.
  func touches(_ cell: EnlargedCell) -> Bool {
    guard lowest <= cell.north, highest >= cell.south else { return false }
    // Close to a pole that the cell touches, the columns are too narrow to distinguish.
    if highest >= cell.northCorner || lowest <= cell.southCorner { return true }
    if cell.width >= 360 {
      return meetsRows(from: 0, to: span, of: cell)
    }
    // The western edge of the cell, eastward from the start of the arc, in 0..<360.
    let offset = (cell.west - west).remainder(dividingBy: 360)
    let start = offset < 0 ? offset + 360 : offset
    let end = start + cell.width
    if start <= span, meetsRows(from: start, to: min(span, end), of: cell) { return true }
    return end >= 360 && meetsRows(from: 0, to: min(span, end - 360), of: cell)
  }

  private func meetsRows(from start: Double, to end: Double, of cell: EnlargedCell) -> Bool {
    if span == 0 { return true }
    var low = tangent(at: start)
    var high = tangent(at: end)
    if low > high { swap(&low, &high) }
    if extreme > start, extreme < end {
      let value = tangent(at: extreme)
      low = min(low, value)
      high = max(high, value)
    }
    return low <= cell.northTangent && high >= cell.southTangent
  }
}

/// A slightly enlarged cell, for the comparison with arcs.
internal struct EnlargedCell {
  var south: Double
  var north: Double
  var southTangent: Double
  var northTangent: Double
  var west: Double
  var width: Double
  /// Beyond these latitudes an arc touches a cell that touches the pole; infinite otherwise.
  var northCorner: Double
  var southCorner: Double

  init(_ edges: GeohashEdges) {
    let slack = 1e-11
    south = edges.south - slack
    north = edges.north + slack
    southTangent = south <= -90 ? -.infinity : Trigonometry.tangent(degrees: south)
    northTangent = north >= 90 ? .infinity : Trigonometry.tangent(degrees: north)
    let height = edges.north - edges.south
    northCorner = edges.north == 90 ? 90 - 1e-4 * height : .infinity
    southCorner = edges.south == -90 ? -90 + 1e-4 * height : -.infinity
    // A micrometer spans more degrees of longitude near a pole: use the edge nearer to the pole, or
    // the other edge for a cell that touches the pole, since its corner is handled above.
    let nearest = max(
      edges.north == 90 ? edges.south : edges.north,
      edges.south == -90 ? edges.north : -edges.south)
    let widening =
      abs(nearest) >= 90 ? 360 : 1e-9 / sineAndCosine(degrees: min(abs(nearest), 90)).cosine
    west = edges.west - widening
    width = edges.east - edges.west + 2 * widening
  }
}
