internal import CairnGeodesy
internal import CairnMemory

/// The latitudes and longitudes below a node, for searches with boxes of degrees.
///
/// The bounds of each child are stored as steps of 1/250 of the extent of the node, one byte each.
/// The same monotonic function converts degrees to steps, for bounds of children and of boxes
/// alike. So a smaller or greater step implies smaller or greater degrees, and equal steps are
/// undecided; no further analysis of rounding is needed.
///
/// Longitudes are counted from -180 or from 0, whichever makes the node narrower, so a node at the
/// antimeridian has two bounds like any other. A child that contains a pole spans all longitudes.
/// Counted from -180, so does a child with a place on the antimeridian, which is at both ends.
struct NodeDegrees: Equatable, BitwiseCopyable {
  /// The southern and western bounds of the node, the origin of the steps.
  var origin: SIMD2<Float>
  /// The northern and eastern bounds of the node.
  var end: SIMD2<Float>
  /// Steps per degree of latitude and of longitude.
  var scale: SIMD2<Float>
  /// Whether longitudes are in 0..<360 and not in -180..<180.
  var isFromZero: Bool
  /// The leaves below a node of level 1 that contain a pole or a longitude that is not strictly
  /// between -180 and 180 as given, one bit each.
  ///
  /// For these, comparing degrees is not sufficient, and `BoundingBox.contains(_:)` decides.
  var unusual: UInt32

  /// The number of steps in the extent of a node.
  static let steps = 250.0
  /// The minimum extent in degrees, so that the scale is finite.
  private static let leastExtent = 0x1p-20

  /// The degrees of an empty node.
  init() {
    origin = SIMD2()
    end = SIMD2()
    scale = SIMD2()
    isFromZero = false
    unusual = 0
  }

  /// Converts a latitude and longitude to steps of the node, from -125 to 125; ±126 outside the
  /// node.
  @inline(__always)
  func steps(_ degrees: SIMD2<Double>) -> (latitude: Int8, longitude: Int8) {
    let steps = (degrees - SIMD2<Double>(origin)) * SIMD2<Double>(scale) - Self.steps / 2
    let bounded = lesser(
      greater(steps, SIMD2(repeating: -Self.steps / 2 - 1)), SIMD2(repeating: Self.steps / 2 + 1))
    // Adding 1.5 · 2⁵² rounds to an integer, which is then in the lowest bits.
    let bits = (bounded + SIMD2(repeating: 0x1.8p52)).bits
    return (Int8(truncatingIfNeeded: bits.x), Int8(truncatingIfNeeded: bits.y))
  }
}

/// The offsets of the step rows of a node, in floats from its first box; sixteen bytes each, one
/// per child.
enum DegreeRow {
  static let south = PackedLayout.nodeFloats + NodeFrame.floats
  static let west = south + 4
  static let north = south + 8
  static let east = south + 12
  /// The size of all four rows in floats.
  static let floats = 16
  /// The bounds of a child that does not exist.
  static let none: (least: Int8, greatest: Int8) = (127, -128)
}

extension NodeDegrees {
  /// Reads the degrees from the frame of a node; `frame` is the index of its first float.
  @inline(__always)
  init(_ rows: UnsafeBuffer<Float>, at frame: Int) {
    let third = rows[quad: frame &+ 8]
    let fourth = rows[quad: frame &+ 12]
    origin = fourth.lowHalf
    scale = fourth.highHalf
    end = third.highHalf
    unusual = third.bits.x &>> 16
    isFromZero = third.bits.y != 0
  }

  /// Writes the degrees to the frame of a node, together with the bits of repeating children.
  func write(_ rows: UnsafeBuffer<Float>, at frame: Int, repeats: UInt32) {
    rows[quad: frame + 8] = SIMD4(
      lowHalf: SIMD4(bits: SIMD4(repeats | unusual << 16, isFromZero ? 1 : 0, 0, 0)).lowHalf,
      highHalf: end)
    rows[quad: frame + 12] = SIMD4(lowHalf: origin, highHalf: scale)
  }
}

/// The latitudes and longitudes of a child of a node: two parallels, and two meridians in each of
/// the two ways to count longitudes.
struct DegreeSpan: BitwiseCopyable {
  private(set) var south: Double
  private(set) var north: Double
  private(set) var fromMinus180: LongitudeInterval
  private(set) var fromZero: LongitudeInterval
  /// Whether coordinates must be tested one by one: see ``NodeDegrees/unusual``.
  private(set) var isUnusual = false

  /// Longitudes from west to east, in degrees; empty if `west` is greater than `east`.
  struct LongitudeInterval: BitwiseCopyable {
    var west: Double
    var east: Double

    var width: Double { east - west }

    mutating func add(_ longitude: Double) {
      west = min(west, longitude)
      east = max(east, longitude)
    }

    mutating func add(_ other: LongitudeInterval) {
      west = min(west, other.west)
      east = max(east, other.east)
    }

    static let none = LongitudeInterval(west: .infinity, east: -.infinity)
    static let allFromMinus180 = LongitudeInterval(west: -180, east: 180)
    static let allFromZero = LongitudeInterval(west: 0, east: 360)
  }

  /// Creates the span of coordinates, at least one.
  init(_ places: UnsafeBuffer<Coordinate>) {
    var least = places.pair(0)
    var greatest = least
    for index in 1..<max(places.count, 1) {
      let place = places.pair(index)
      least.replace(with: place, where: place .< least)
      greatest.replace(with: place, where: place .> greatest)
    }
    south = least.x
    north = greatest.x
    fromMinus180 = LongitudeInterval(west: least.y, east: greatest.y)
    fromZero = Self.fromZero(fromMinus180)
    if greatest.y - least.y <= 180, least.y > -180, greatest.y < 180, south > -90, north < 90 {
      return
    }
    isUnusual = !(least.y > -180 && greatest.y < 180 && south > -90 && north < 90)
    fromMinus180 = .none
    fromZero = .none
    for index in 0..<places.count { add(places[index]) }
  }

  /// Adds the longitude of a place.
  private mutating func add(_ place: Coordinate) {
    guard place.latitude.magnitude < 90 else {
      fromMinus180 = .allFromMinus180
      fromZero = .allFromZero
      return
    }
    let longitude = place.longitude.remainder(dividingBy: 360)
    if longitude.magnitude == 180 {
      fromMinus180 = .allFromMinus180
      fromZero.add(180)
    } else {
      fromMinus180.add(longitude)
      fromZero.add(Self.fromZero(longitude))
    }
  }

  /// Creates the span of everything below a node.
  init(_ node: NodeDegrees) {
    south = Double(node.origin.x)
    north = Double(node.end.x)
    let meridians = LongitudeInterval(west: Double(node.origin.y), east: Double(node.end.y))
    if node.isFromZero {
      fromZero = meridians
      fromMinus180 =
        meridians.east < 180
        ? meridians
        : meridians.west > 180
          ? LongitudeInterval(west: meridians.west - 360, east: meridians.east - 360)
          : .allFromMinus180
    } else {
      fromMinus180 = meridians
      fromZero = Self.fromZero(meridians)
    }
  }

  /// Converts a longitude in -180..<180 to one counted from 0; monotonic except at 0.
  static func fromZero(_ longitude: Double) -> Double {
    longitude < 0 ? longitude + 360 : longitude
  }

  private static func fromZero(_ meridians: LongitudeInterval) -> LongitudeInterval {
    meridians.west >= 0 || meridians.east < 0
      ? LongitudeInterval(west: fromZero(meridians.west), east: fromZero(meridians.east))
      : .allFromZero
  }

  /// Extends the span by another.
  mutating func add(_ other: DegreeSpan) {
    south = min(south, other.south)
    north = max(north, other.north)
    fromMinus180.add(other.fromMinus180)
    fromZero.add(other.fromZero)
  }
}

/// The degrees of a node with the rows of its children, as stored.
struct NodeDegreeRows: Equatable {
  private(set) var degrees = NodeDegrees()
  private(set) var south = SIMD16<Int8>(repeating: DegreeRow.none.least)
  private(set) var west = SIMD16<Int8>(repeating: DegreeRow.none.least)
  private(set) var north = SIMD16<Int8>(repeating: DegreeRow.none.greatest)
  private(set) var east = SIMD16<Int8>(repeating: DegreeRow.none.greatest)

  /// The rows of a node without children.
  private init() {}

  /// Creates the rows of a node from the spans of its children, at least one.
  init(_ children: UnsafeBuffer<DegreeSpan>) {
    var all = children[0]
    for lane in 1..<max(children.count, 1) { all.add(children[lane]) }
    degrees.isFromZero = all.fromZero.width < all.fromMinus180.width
    let meridians = degrees.isFromZero ? all.fromZero : all.fromMinus180
    degrees.setBounds(
      least: SIMD2(all.south, meridians.west), greatest: SIMD2(all.north, meridians.east))
    for lane in 0..<children.count {
      let span = children[lane]
      let meridians = degrees.isFromZero ? span.fromZero : span.fromMinus180
      (south[lane], west[lane]) = degrees.steps(SIMD2(span.south, meridians.west))
      (north[lane], east[lane]) = degrees.steps(SIMD2(span.north, meridians.east))
      if span.isUnusual { degrees.unusual |= 1 << UInt32(lane) }
    }
  }

  /// Reads the rows of a node; `start` is the index of its first box float.
  init(_ rows: UnsafeBuffer<Float>, at start: Int) {
    degrees = NodeDegrees(rows, at: start + PackedLayout.nodeFloats)
    south = rows[bytes: start + DegreeRow.south]
    west = rows[bytes: start + DegreeRow.west]
    north = rows[bytes: start + DegreeRow.north]
    east = rows[bytes: start + DegreeRow.east]
  }

  /// Whether the rows are plausible for a node above level 1, regardless of its children.
  func mayContain(children: Int) -> Bool {
    let none = NodeDegreeRows()
    return degrees.unusual == 0 && degrees.scale.x > 0 && degrees.scale.y > 0
      && max(degrees.scale.x, degrees.scale.y) < .infinity
      && (children..<PackedLayout.fanOut).allSatisfy { bounds($0) == none.bounds($0) }
  }

  /// Whether the bounds of a child match a span, and the bounds of the node contain it.
  func holds(_ span: DegreeSpan, lane: Int) -> Bool {
    let meridians = degrees.isFromZero ? span.fromZero : span.fromMinus180
    let (least, greatest) = (
      SIMD2(span.south, meridians.west), SIMD2(span.north, meridians.east)
    )
    let (first, last) = (degrees.steps(least), degrees.steps(greatest))
    return bounds(lane) == SIMD4(first.latitude, first.longitude, last.latitude, last.longitude)
      && Double(degrees.origin.x) <= least.x && Double(degrees.origin.y) <= least.y
      && Double(degrees.end.x) >= greatest.x && Double(degrees.end.y) >= greatest.y
  }

  /// The bounds of a child.
  private func bounds(_ lane: Int) -> SIMD4<Int8> {
    SIMD4(south[lane], west[lane], north[lane], east[lane])
  }

  /// Writes the rows to a node, together with the bits of repeating children.
  func write(_ rows: UnsafeBuffer<Float>, at start: Int, repeats: UInt32) {
    degrees.write(rows, at: start + PackedLayout.nodeFloats, repeats: repeats)
    rows[bytes: start + DegreeRow.south] = south
    rows[bytes: start + DegreeRow.west] = west
    rows[bytes: start + DegreeRow.north] = north
    rows[bytes: start + DegreeRow.east] = east
  }
}

extension NodeDegrees {
  /// Sets the bounds, the origin and the scale.
  fileprivate mutating func setBounds(least: SIMD2<Double>, greatest: SIMD2<Double>) {
    for axis in 0..<2 {
      let first = Float(least[axis])
      origin[axis] = Double(first) > least[axis] ? first.nextDown : first
      let last = Float(greatest[axis])
      end[axis] = Double(last) < greatest[axis] ? last.nextUp : last
      let extent = max(greatest[axis] - Double(origin[axis]), Self.leastExtent)
      scale[axis] = Float(Self.steps / extent)
    }
  }
}
