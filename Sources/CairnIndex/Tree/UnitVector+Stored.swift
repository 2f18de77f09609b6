package import CairnGeodesy
internal import CairnMemory

extension UnitVector {
  /// Creates the vector of a place as used by packed trees: accurate to 2⁻⁴⁹ in each component, in
  /// a third of the time of `Coordinate.unitVector`, and bit-identical on every platform.
  ///
  /// Trees are built and verified with it. Searches need not use it, since ``ChordSlack`` covers
  /// the difference. For many places see ``forEachStored(_:of:_:)``.
  @inline(__always)
  package init(stored place: Coordinate) {
    self.init(stored: place, StoredAngles(place))
  }

  @inline(__always)
  private init(stored place: Coordinate, _ angles: StoredAngles) {
    // The product in the angles has a relative error of 2⁻⁵³, and so does 1/90; full turns would
    // amplify it.
    guard place.longitude.magnitude <= 180 else {
      self = place.unitVector
      return
    }
    self = angles.vector
  }

  /// Calls a closure with the vector of each place of a range, in order.
  ///
  /// The series of a block are computed first: they end in stores of both lanes, without which the
  /// compiler computes latitude and longitude one after the other, in 1.5 times the time.
  ///
  /// - Parameters:
  ///   - range: the indices of the places.
  ///   - place: returns the place at an index; it is called twice for each.
  ///   - body: called with an index and its vector.
  @inline(__always)
  static func forEachStored(
    _ range: Range<Int>, of place: (Int) -> Coordinate, _ body: (Int, UnitVector) -> Void
  ) {
    withScratch(of: StoredAngles.self, count: 64) { block in
      var start = range.lowerBound
      while start < range.upperBound {
        let count = min(block.count, range.upperBound &- start)
        for offset in 0..<count { block[offset] = StoredAngles(place(start &+ offset)) }
        for offset in 0..<count {
          let index = start &+ offset
          body(index, UnitVector(stored: place(index), block[offset]))
        }
        start &+= count
      }
    }
  }
}

/// The sines and cosines of a latitude and a longitude, each less a number of quarter turns.
private struct StoredAngles: BitwiseCopyable {
  private let sines: SIMD2<Double>
  private let cosines: SIMD2<Double>
  /// The quarter turns, in the lowest bits.
  private let quarters: SIMD2<Double>

  @inline(__always)
  init(_ place: Coordinate) {
    let angles = SIMD2(place.latitude, place.longitude) * (1 / 90)
    quarters = angles + SIMD2(repeating: 0x1.8p52)
    let rest = angles - (quarters - SIMD2(repeating: 0x1.8p52))
    let square = rest * rest
    sines = rest * Self.sineSeries(square)
    cosines = Self.cosineSeries(square)
  }

  @inline(__always)
  var vector: UnitVector {
    let (z, radius) = Self.turned(sines.x, cosines.x, quarters.x)
    let (y, x) = Self.turned(sines.y, cosines.y, quarters.y)
    return UnitVector(x: radius * x, y: radius * y, z: z)
  }

  /// The series of sin(π/2 x) / x in x², to x¹⁵; accurate to 2⁻⁵³ within an eighth of a turn.
  @inline(__always)
  private static func sineSeries(_ square: SIMD2<Double>) -> SIMD2<Double> {
    var sum = square * -0x1.6fadb9f155744p-31 + 0x1.e8f434d018d63p-25
    sum = sum * square - 0x1.e3074fde8871fp-19
    sum = sum * square + 0x1.50783487ee782p-13
    sum = sum * square - 0x1.32d2cce62bd86p-8
    sum = sum * square + 0x1.466bc6775aae2p-4
    sum = sum * square - 0x1.4abbce625be53p-1
    sum = sum * square + 0x1.921fb54442d18p0
    return sum
  }

  /// The series of cos(π/2 x) in x², to x¹⁶.
  @inline(__always)
  private static func cosineSeries(_ square: SIMD2<Double>) -> SIMD2<Double> {
    var sum = square * 0x1.20c62c2f2d7f5p-34 - 0x1.b6e24f44b128fp-28
    sum = sum * square + 0x1.f9d38a3763cc3p-22
    sum = sum * square - 0x1.a6d1f2a204a8cp-16
    sum = sum * square + 0x1.e1f506891babbp-11
    sum = sum * square - 0x1.55d3c7e3cbffap-6
    sum = sum * square + 0x1.03c1f081b5ac4p-2
    sum = sum * square - 0x1.3bd3cc9be45dep0
    sum = sum * square + 1
    return sum
  }

  /// Returns the sine and cosine of an angle plus quarter turns, whose number is in the lowest bits
  /// of `quarters`.
  ///
  /// Without a branch on the quarter, which would often be mispredicted.
  @inline(__always)
  private static func turned(
    _ sine: Double, _ cosine: Double, _ quarters: Double
  ) -> (sine: Double, cosine: Double) {
    let quarters = quarters.bitPattern
    let swap = (sine.bitPattern ^ cosine.bitPattern) & (0 &- (quarters & 1))
    return (
      Double(bitPattern: sine.bitPattern ^ swap ^ (quarters & 2) &<< 62),
      Double(bitPattern: cosine.bitPattern ^ swap ^ ((quarters &+ 1) & 2) &<< 62)
    )
  }
}
