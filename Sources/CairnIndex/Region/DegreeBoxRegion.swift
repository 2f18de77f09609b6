internal import CairnGeodesy
internal import CairnMemory

/// The points of a box of latitudes and longitudes, tested with the degrees of nodes and points
/// that a packed tree stores: see ``NodeDegrees``.
///
/// A dynamic tree stores none and uses ``BoxRegion``.
struct DegreeBoxRegion: WalkedRegion {
  static var readsDegrees: Bool { true }

  private let box: BoundingBox
  /// The southern and western, and the northern and eastern bounds, with longitudes from -180.
  private let least: SIMD2<Double>
  private let greatest: SIMD2<Double>
  private let isCrossing: Bool
  /// The same with longitudes from 0.
  private let leastFromZero: SIMD2<Double>
  private let greatestFromZero: SIMD2<Double>
  private let isCrossingFromZero: Bool
  /// All lanes if the box spans all longitudes, otherwise 0.
  private let ring: UInt32

  /// Returns nil if the box is empty.
  init?(_ box: BoundingBox) {
    guard !box.isEmpty else { return nil }
    self.box = box
    least = SIMD2(box.south, box.west)
    greatest = SIMD2(box.north, box.east)
    isCrossing = box.west > box.east
    leastFromZero = SIMD2(box.south, DegreeSpan.fromZero(box.west))
    greatestFromZero = SIMD2(box.north, DegreeSpan.fromZero(box.east))
    // Decided by the signs, since two bounds just west of 0 may both round to 360.
    let isWest = (box.west < 0, box.east < 0)
    isCrossingFromZero = isWest.0 == isWest.1 ? isCrossing : isWest.0
    ring = box.spansAllLongitudes ? 0xFFFF : 0
  }

  @inline(__always)
  func seen(in frame: NodeFrame) -> LocalDegrees {
    let degrees = frame.degrees
    let isFromZero = degrees.isFromZero
    let low = degrees.steps(isFromZero ? leastFromZero : least)
    let high = degrees.steps(isFromZero ? greatestFromZero : greatest)
    return LocalDegrees(
      south: SIMD16(repeating: low.latitude), west: SIMD16(repeating: low.longitude),
      north: SIMD16(repeating: high.latitude), east: SIMD16(repeating: high.longitude),
      isCrossing: isFromZero ? isCrossingFromZero : isCrossing, unusual: degrees.unusual)
  }

  @inline(__always)
  func classify(boxes: UnsafeBuffer<Float>, at start: Int, _ seen: LocalDegrees) -> ChildMasks {
    let rows = boxes.part(at: start &+ DegreeRow.south, width: DegreeRow.floats)
    let south = rows[bytes: 0]
    let north = rows[bytes: DegreeRow.north &- DegreeRow.south]
    let west = rows[bytes: DegreeRow.west &- DegreeRow.south]
    let east = rows[bytes: DegreeRow.east &- DegreeRow.south]
    let beyond = ((seen.south .> north) .| (south .> seen.north)).laneBits
    let (beyondWest, beyondEast) = ((seen.west .> east).laneBits, (west .> seen.east).laneBits)
    let aside = seen.isCrossing ? beyondWest & beyondEast : beyondWest | beyondEast
    let possible = ~(beyond | aside & ~ring) & 0xFFFF
    let within = ((south .> seen.south) .& (seen.north .> north)).laneBits
    let (withinWest, withinEast) = ((west .> seen.west).laneBits, (seen.east .> east).laneBits)
    let between = seen.isCrossing ? withinWest | withinEast : withinWest & withinEast
    return ChildMasks(possible: possible, whole: within & (between | ring) & possible)
  }

  @inline(__always)
  func lanes(
    of points: UnsafeBuffer<Float>, at row: Int, degrees: UnsafeBuffer<Coordinate>, at start: Int,
    _ seen: LocalDegrees
  ) -> UInt32 {
    let leaf = UInt32(truncatingIfNeeded: start &>> PackedLayout.fanOutShift) & 15
    guard seen.unusual &>> leaf & 1 == 0, start &+ PackedLayout.fanOut <= degrees.count else {
      return containedEach(degrees, at: start)
    }
    guard isCrossing else {
      return Self.lanes(of: degrees, at: start, from: least, to: greatest)
    }
    return Self.lanes(of: degrees, at: start, from: least, to: SIMD2(box.north, 180))
      | Self.lanes(of: degrees, at: start, from: SIMD2(box.south, -180), to: greatest)
  }

  /// The points of a full leaf between two latitudes and two longitudes, as bits.
  @inline(__always)
  private static func lanes(
    of degrees: UnsafeBuffer<Coordinate>, at start: Int, from least: SIMD2<Double>,
    to greatest: SIMD2<Double>
  ) -> UInt32 {
    let leaf = degrees[start..<(start &+ PackedLayout.fanOut)]
    // Bits of the points whose latitude, and of those whose longitude, is within the bounds.
    var between = SIMD2<Int64>()
    forEachQuad { quad in
      for lane in (4 &* quad)..<(4 &* quad &+ 4) {
        let place = leaf.pair(lane)
        let nearest = lesser(greater(place, least), greatest)
        between |= SIMD2<Int64>().replacing(
          with: SIMD2(repeating: 1 &<< Int64(truncatingIfNeeded: lane)), where: nearest .== place)
      }
    }
    return UInt32(truncatingIfNeeded: between.x & between.y)
  }

  /// The points of a leaf that the box contains, tested one by one.
  @inline(never)
  private func containedEach(_ degrees: UnsafeBuffer<Coordinate>, at start: Int) -> UInt32 {
    let count = UInt32(truncatingIfNeeded: min(PackedLayout.fanOut, degrees.count &- start))
    return degrees.lanes(1 &<< count &- 1, at: start) { box.contains($0) }
  }
}

/// A box of degrees, quantized to the steps of a node.
struct LocalDegrees {
  let south: SIMD16<Int8>
  let west: SIMD16<Int8>
  let north: SIMD16<Int8>
  let east: SIMD16<Int8>
  /// Whether the box contains the longitudes west of its eastern bound or east of its western
  /// bound.
  let isCrossing: Bool
  /// See ``NodeDegrees/unusual``.
  let unusual: UInt32
}

extension UnsafeBuffer where Value == Coordinate {
  /// Latitude and longitude at an index.
  @inline(__always)
  func pair(_ index: Int) -> SIMD2<Double> {
    let place = self[index]
    return SIMD2(place.latitude, place.longitude)
  }
}
