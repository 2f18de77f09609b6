internal import CairnMemory

/// Many points on the unit sphere, laid out for a fast scan: all x, all y, all z.
///
/// A scan compares squared chords, which takes three multiplications per point and no trigonometry,
/// eight points at a time; it is the fastest way to filter a few thousand places without an index.
///
/// ```swift
/// let vectors = UnitVectors(places)
/// let bound = Sphere.mean.squaredChord(ofDistance: 10_000)
/// vectors.offsets(within: bound, of: home.unitVector)  // the places within 10 km
/// ```
///
/// Chords of rounded vectors decide, so a place within 2 nm of the bound may fall on either side
/// (0.2 m near the antipode); ``Coordinate/distance(to:)`` decides exactly.
///
/// Every query scans all points. From a few thousand places on, and for more than a few queries, a
/// `PlaceIndex` of the module `CairnIndex` is faster, and exact.
public struct UnitVectors: Hashable, Sendable {
  private let xs: [Double]
  private let ys: [Double]
  private let zs: [Double]

  /// Creates the unit vectors of places.
  ///
  /// - Parameter places: any number; invalid ones become NaN, which matches no query.
  /// - Complexity: O(*n*).
  public init(_ places: [Coordinate]) {
    let vectors = places.map { $0.unitVector }
    xs = vectors.map { $0.x }
    ys = vectors.map { $0.y }
    zs = vectors.map { $0.z }
  }

  /// The number of points.
  public var count: Int { xs.count }

  /// The point at an offset in 0..<count.
  public subscript(offset: Int) -> UnitVector {
    UnitVector(x: xs[offset], y: ys[offset], z: zs[offset])
  }

  /// The number of points within a squared chord of another.
  ///
  /// - Parameters:
  ///   - squaredChord: the inclusive bound; see ``Sphere/squaredChord(ofDistance:)``.
  ///   - center: the point from which to measure.
  /// - Returns: the number of points, 0 for a bound that is negative or NaN.
  /// - Complexity: O(*n*).
  public func count(within squaredChord: Double, of center: UnitVector) -> Int {
    withUnsafeSpans { xs, ys, zs in
      let middle = EightVectors(repeating: center)
      let bound = SIMD8(repeating: squaredChord)
      let zero = SIMD8<Int64>(repeating: 0)
      let one = SIMD8<Int64>(repeating: 1)
      var lanes = zero
      var offset = 0
      while offset <= count &- 8 {
        let squares = EightVectors(xs, ys, zs, at: offset).squaredChords(to: middle)
        lanes = lanes &+ zero.replacing(with: one, where: squares .<= bound)
        offset &+= 8
      }
      let four = lanes.lowHalf &+ lanes.highHalf
      let two = four.lowHalf &+ four.highHalf
      var inside = Int(two.x &+ two.y)
      while offset < count {
        inside &+= self[offset].squaredChord(to: center) <= squaredChord ? 1 : 0
        offset &+= 1
      }
      return inside
    }
  }

  /// The offsets of the points within a squared chord of another, ascending.
  ///
  /// - Parameters:
  ///   - squaredChord: the inclusive bound; see ``Sphere/squaredChord(ofDistance:)``.
  ///   - center: the point from which to measure.
  /// - Returns: offsets in 0..<count.
  /// - Complexity: O(*n*).
  public func offsets(within squaredChord: Double, of center: UnitVector) -> [Int] {
    withUnsafeSpans { xs, ys, zs in
      let middle = EightVectors(repeating: center)
      let bound = SIMD8(repeating: squaredChord)
      let zero = SIMD8<Int64>(repeating: 0)
      let bits = SIMD8<Int64>(1, 2, 4, 8, 16, 32, 64, 128)
      var inside: [Int] = []
      var offset = 0
      while offset <= count &- 8 {
        let squares = EightVectors(xs, ys, zs, at: offset).squaredChords(to: middle)
        let eight = zero.replacing(with: bits, where: squares .<= bound)
        let four = eight.lowHalf | eight.highHalf
        let two = four.lowHalf | four.highHalf
        var rest = two.x | two.y
        while rest != 0 {
          inside.append(offset &+ rest.trailingZeroBitCount)
          rest &= rest &- 1
        }
        offset &+= 8
      }
      while offset < count {
        if self[offset].squaredChord(to: center) <= squaredChord { inside.append(offset) }
        offset &+= 1
      }
      return inside
    }
  }

  /// Calls a function with unsafe buffers of the components.
  @inline(__always)
  private func withUnsafeSpans<Result>(
    _ body: (UnsafeSpan<Double>, UnsafeSpan<Double>, UnsafeSpan<Double>) -> Result
  ) -> Result {
    xs.withUnsafeSpan { xs in
      ys.withUnsafeSpan { ys in
        zs.withUnsafeSpan { zs in
          // All have the same count.
          body(xs.prefix(count), ys.prefix(count), zs.prefix(count))
        }
      }
    }
  }
}

/// Eight vectors in lanes; each lane performs the operations of ``UnitVector``, so the bits are the
/// same.
private struct EightVectors {
  let x: SIMD8<Double>
  let y: SIMD8<Double>
  let z: SIMD8<Double>

  @inline(__always)
  init(repeating vector: UnitVector) {
    x = SIMD8(repeating: vector.x)
    y = SIMD8(repeating: vector.y)
    z = SIMD8(repeating: vector.z)
  }

  /// Loads the vectors from an offset on; there must be eight.
  @inline(__always)
  init(_ xs: UnsafeSpan<Double>, _ ys: UnsafeSpan<Double>, _ zs: UnsafeSpan<Double>, at offset: Int)
  {
    // The spans have the same count, and the callers' loops end eight values before it.
    unsafe x = xs.lanes(uncheckedAt: offset)
    unsafe y = ys.lanes(uncheckedAt: offset)
    unsafe z = zs.lanes(uncheckedAt: offset)
  }

  @inline(__always)
  func squaredChords(to other: EightVectors) -> SIMD8<Double> {
    let dx: SIMD8<Double> = x - other.x
    let dy: SIMD8<Double> = y - other.y
    let dz: SIMD8<Double> = z - other.z
    return dx * dx + dy * dy + dz * dz
  }
}
