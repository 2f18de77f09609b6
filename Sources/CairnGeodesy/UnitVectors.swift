/// Many points of the unit sphere, laid out for a fast scan: all x, all y, all z.
///
/// A scan compares squared chords, which takes three multiplications a point and no
/// trigonometry; it is the quickest way to filter some thousand places without an index.
///
/// ```swift
/// let vectors = UnitVectors(places)
/// let bound = Sphere.mean.squaredChord(ofDistance: 10_000)
/// vectors.offsets(within: bound, of: home.unitVector)  // the places within 10 km
/// ```
///
/// Chords of rounded vectors decide, so a place within 2 nm of the bound may fall on either side
/// (0.2 m near the antipode); ``Coordinate/distance(to:)`` decides exactly.
public struct UnitVectors: Hashable, Sendable {
  private let xs: [Double]
  private let ys: [Double]
  private let zs: [Double]

  /// Makes the unit vectors of places.
  ///
  /// - Parameter places: any number; invalid ones become NaN, which nothing is near to.
  /// - Complexity: O(*n*).
  public init(_ places: [Coordinate]) {
    let vectors = places.map(\.unitVector)
    xs = vectors.map(\.x)
    ys = vectors.map(\.y)
    zs = vectors.map(\.z)
  }

  /// The number of points.
  public var count: Int { xs.count }

  /// The point at an offset in 0..<count.
  public subscript(offset: Int) -> UnitVector {
    UnitVector(x: xs[offset], y: ys[offset], z: zs[offset])
  }

  /// How many points lie within a squared chord of another.
  ///
  /// - Parameters:
  ///   - squaredChord: the bound, which is inside; see ``Sphere/squaredChord(ofDistance:)``.
  ///   - center: where to measure from.
  /// - Complexity: O(*n*).
  public func count(within squaredChord: Double, of center: UnitVector) -> Int {
    unsafe withBuffers { xs, ys, zs in
      var inside = 0
      for offset in 0..<xs.count {
        let point = unsafe UnitVector(x: xs[offset], y: ys[offset], z: zs[offset])
        inside &+= point.squaredChord(to: center) <= squaredChord ? 1 : 0
      }
      return inside
    }
  }

  /// The offsets of the points within a squared chord of another, ascending.
  ///
  /// - Parameters:
  ///   - squaredChord: the bound, which is inside; see ``Sphere/squaredChord(ofDistance:)``.
  ///   - center: where to measure from.
  /// - Complexity: O(*n*).
  public func offsets(within squaredChord: Double, of center: UnitVector) -> [Int] {
    unsafe withBuffers { xs, ys, zs in
      var inside: [Int] = []
      for offset in 0..<xs.count {
        let point = unsafe UnitVector(x: xs[offset], y: ys[offset], z: zs[offset])
        if point.squaredChord(to: center) <= squaredChord { inside.append(offset) }
      }
      return inside
    }
  }

  /// Calls a function with the components, which have equal counts.
  @inline(__always)
  private func withBuffers<Result>(
    _ body: (
      UnsafeBufferPointer<Double>, UnsafeBufferPointer<Double>, UnsafeBufferPointer<Double>
    ) -> Result
  ) -> Result {
    unsafe xs.withUnsafeBufferPointer { xs in
      unsafe ys.withUnsafeBufferPointer { ys in
        unsafe zs.withUnsafeBufferPointer { zs in
          unsafe body(xs, ys, zs)
        }
      }
    }
  }
}
