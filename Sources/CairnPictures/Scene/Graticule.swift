internal import CairnGeodesy

/// The meridians and parallels of a map, with the positions of their labels.
internal struct Graticule: Sendable {
  /// The label of a line.
  struct Mark: Sendable {
    var text: String
    /// The point where the line leaves the picture or the map.
    var point: PlanePoint
    var isMeridian: Bool
  }

  private(set) var lines: [[PlanePoint]] = []
  private(set) var marks: [Mark] = []

  /// Creates the graticule of a map, with lines at least about `spacing` pixels apart.
  init(_ tracer: MapTracer, spacing: Double) {
    let frame = tracer.frame
    let degree = frame.scale * Sphere.mean.radius * (.pi / 180)
    let seen = Seen(frame)
    guard let middle = seen.middle else { return }
    // A few kilometers from a pole a degree of longitude is less than a pixel wide.
    let stretch = max(sineAndCosine(degrees: seen.nearestToEquator).cosine, 1e-9)
    let latitudes = Step(atLeast: spacing / degree, limit: 30)
    let longitudes = Step(atLeast: spacing / (degree * stretch), limit: 30)
    let south = seen.hasPole(-90) ? -90 : latitudes.below(seen.south)
    let north = seen.hasPole(90) ? 90 : -latitudes.below(-seen.north)
    addMeridians(tracer, seen, longitudes, latitudes, south...max(south, north), middle)
    let span = seen.isAround ? -180...180 : seen.west - 1...seen.east + 1
    for number in latitudes.numbers(from: south, to: north) {
      let latitude = latitudes.degrees(number)
      guard latitude.magnitude < 90 else { continue }
      // Eight parts, so that the shorter direction between corners is along the parallel.
      let path = stride(from: 0.0, through: 8, by: 1).map { part in
        Coordinate(
          latitude: latitude,
          longitude: middle + span.lowerBound + (span.upperBound - span.lowerBound) * part / 8)
      }
      add(tracer, path, text: latitudes.text(latitude, "N", "S"), isMeridian: false)
    }
  }

  private mutating func addMeridians(
    _ tracer: MapTracer, _ seen: Seen, _ longitudes: Step, _ latitudes: Step,
    _ range: ClosedRange<Double>, _ middle: Double
  ) {
    let west = seen.isAround ? middle - 180 : middle + seen.west
    let east = seen.isAround ? middle + 180 - 1e-6 : middle + seen.east
    for number in longitudes.numbers(from: west, to: east) {
      let longitude = longitudes.degrees(number).remainder(dividingBy: 360)
      let isCut = tracer.frame.projection.isCutAlongMeridian
      // The meridian of the cut is already drawn as the edge of the map.
      let fromMiddle = (longitude - tracer.frame.projection.center.longitude)
        .remainder(dividingBy: 360)
      if isCut, fromMiddle.magnitude > 179.999 { continue }
      // Only four meridians reach a pole, so that the lines do not merge into a blot.
      let isLong = longitudes.degrees(number).remainder(dividingBy: 90) == 0
      let cutsPole = !isLong && !isCut
      let top = range.upperBound == 90 && cutsPole ? 90 - latitudes.size : range.upperBound
      let bottom = range.lowerBound == -90 && cutsPole ? latitudes.size - 90 : range.lowerBound
      guard bottom < top else { continue }
      let path = stride(from: 0.0, through: 4, by: 1).map { part in
        Coordinate(latitude: bottom + (top - bottom) * part / 4, longitude: longitude)
      }
      add(tracer, path, text: longitudes.text(longitude, "E", "W"), isMeridian: true)
    }
  }

  private mutating func add(
    _ tracer: MapTracer, _ path: [Coordinate], text: String, isMeridian: Bool
  ) {
    let parts = tracer.lines(path, .degrees)
    lines += parts
    let box = tracer.frame.box
    let ends = parts.flatMap { clipped(line: $0, to: box) }
      .flatMap { [$0.first, $0.last].compactMap { $0 } }
    // On a map of the world lines end at the edge of the Earth.
    let isCut = tracer.frame.projection.isCutAlongMeridian
    // Meridians are labeled only at the bottom; parallels at the left, otherwise at the right.
    if isMeridian {
      guard let end = ends.max(by: { $0.y < $1.y }), isCut || end.y > box.bottom - 0.01 else {
        return
      }
      guard !marks.contains(where: { $0.isMeridian && $0.text == text }) else { return }
      marks.append(Mark(text: text, point: end, isMeridian: true))
      return
    }
    let isLeft = { (point: PlanePoint) in isCut || point.x < box.left + 0.01 }
    if let end = ends.filter(isLeft).min(by: { $0.x < $1.x })
      ?? ends.filter({ $0.x > box.right - 0.01 }).max(by: { $0.x < $1.x })
    {
      marks.append(Mark(text: text, point: end, isMeridian: false))
    }
  }

  /// A distance between lines that divides 360 degrees.
  struct Step: Sendable {
    /// The number of steps in `whole` degrees.
    private let parts: Int
    private let whole: Int

    /// The smallest step of at least a number of degrees.
    init(atLeast degrees: Double, limit: Int) {
      let fine = [1000, 500, 200, 100, 50, 20, 10, 5, 2].map { (parts: $0, whole: 1) }
      let coarse = [1, 2, 5, 10, 15, 30].map { (parts: 1, whole: $0) }
      let steps = (fine + coarse).filter { $0.whole <= limit }
      let step = steps.first { Double($0.whole) / Double($0.parts) >= degrees }
      (parts, whole) = step ?? (1, limit)
    }

    var size: Double { Double(whole) / Double(parts) }

    func degrees(_ number: Int) -> Double { Double(number * whole) / Double(parts) }

    func below(_ degrees: Double) -> Double { (degrees / size).rounded(.down) * size }

    func numbers(from first: Double, to last: Double) -> ClosedRange<Int> {
      let low = Int((first / size - 1e-9).rounded(.up))
      return low...max(low, Int((last / size + 1e-9).rounded(.down)))
    }

    func text(_ degrees: Double, _ positive: String, _ negative: String) -> String {
      let number = decimalText(degrees.magnitude, digits: 3, trimsZeros: true)
      if degrees == 0 || degrees.magnitude == 180 { return number + "°" }
      return number + "°" + (degrees > 0 ? positive : negative)
    }
  }

  /// The range of latitudes and longitudes in a picture.
  private struct Seen {
    var south = 90.0
    var north = -90.0
    /// Degrees from the meridian in the middle.
    var west = 0.0
    var east = 0.0
    var middle: Double?
    private var poles: Set<Double> = []

    init(_ frame: MapFrame) {
      let projection = frame.projection
      middle = frame.coordinate(at: frame.box.center)?.longitude ?? projection.center.longitude
      let steps = 32
      for column in 0...steps {
        for row in 0...steps {
          let pixel = PlanePoint(
            x: frame.box.left + frame.box.width * Double(column) / Double(steps),
            y: frame.box.top + frame.box.height * Double(row) / Double(steps))
          guard let seen = frame.coordinate(at: pixel) else { continue }
          south = min(south, seen.latitude)
          north = max(north, seen.latitude)
          let eastward = (seen.longitude - (middle ?? 0)).remainder(dividingBy: 360)
          west = min(west, eastward)
          east = max(east, eastward)
        }
      }
      for pole in [-90.0, 90] {
        let pixel = frame.pixel(of: Coordinate(latitude: pole, longitude: middle ?? 0))
        if pixel.isFinite, frame.box.contains(pixel) { poles.insert(pole) }
      }
    }

    func hasPole(_ latitude: Double) -> Bool { poles.contains(latitude) }

    var isAround: Bool { !poles.isEmpty || east - west > 300 }

    /// The latitude nearest to the equator, where degrees of longitude are longest.
    var nearestToEquator: Double {
      south <= 0 && north >= 0 ? 0 : min(south.magnitude, north.magnitude)
    }
  }
}
