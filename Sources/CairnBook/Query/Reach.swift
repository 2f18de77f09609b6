internal import CairnGeodesy
internal import CairnMemory

/// The approximate position of the place in a slot, with its importance.
///
/// It takes sixteen bytes, stored in slot order. Reading it is many times faster than looking up
/// the slot in the index, and it suffices to reject most places that are too far away.
internal struct ApproximatePosition: Sendable {
  /// The unit vector, and two to the power of the importance, rounded up.
  fileprivate var numbers: SIMD4<Float>

  /// Creates a place of importance 0 from a unit vector rounded to 24 bits.
  internal init(_ vector: SIMD3<Float>) {
    numbers = SIMD4(vector, 1)
  }

  internal init(_ place: Coordinate) {
    let vector = place.unitVector
    self.init(SIMD3(Float(vector.x), Float(vector.y), Float(vector.z)))
  }

  /// Creates a place from the bit patterns of its four numbers.
  internal init(_ bits: SIMD4<UInt32>) {
    numbers = SIMD4(
      Float(bitPattern: bits.x), Float(bitPattern: bits.y), Float(bitPattern: bits.z),
      Float(bitPattern: bits.w))
  }

  /// The bit patterns of the numbers.
  internal var bits: [UInt32] { (0..<4).map { numbers[$0].bitPattern } }

  internal mutating func setImportance(_ importance: Double) {
    numbers.w = Float(powerOfTwo(importance)).nextUp
  }
}

/// A conservative pre-filter for the distance from a center at which a place can still be among the
/// first.
///
/// It compares chords between vectors rounded to 24 bits with limits widened by the rounding error:
/// a place that is near enough is never rejected, and one that is a meter or two too far away may
/// pass.
internal struct Reach {
  /// The way in which places are ranked by distance.
  enum Kind {
    /// Not by distance: only the radius counts, if there is one.
    case none
    case distance
    /// By the distance plus 100 meters, halved for each unit of importance.
    case importance
  }

  private let center: SIMD4<Float>
  private let kind: Kind
  /// Whether no place is too far away.
  private let isEndless: Bool
  /// The greatest squared chord within the radius.
  private let outermost: Float
  /// The greatest key of a place to keep.
  private var key = Double.infinity
  /// The greatest squared chord for that key, for ranking by distance.
  private var limit = Float.infinity
  /// The key as an angle in radians, for ranking by importance.
  private var angle = Float.infinity

  /// - Parameters:
  ///   - center: the point from which distances are measured; nil if distances do not matter.
  ///   - radius: the maximum distance in meters; nil for any distance.
  ///   - kind: how places are ranked by distance.
  init(from center: Coordinate? = nil, radius: Double? = nil, _ kind: Kind = .none) {
    self.center = center.map { ApproximatePosition($0).numbers } ?? SIMD4()
    self.kind = kind
    isEndless = center == nil || radius == nil && kind == .none
    outermost = Self.squaredChord(ofArc: radius ?? .infinity)
  }

  /// Sets the greatest key of a place to keep.
  @inline(__always)
  mutating func shrink(to key: Double) {
    guard key != self.key else { return }
    self.key = key
    switch kind {
    case .none: break
    case .distance: limit = Self.squaredChord(ofArc: key)
    case .importance: angle = Float(key / Self.earth).nextUp
    }
  }

  /// Whether a place may be within the radius and, if `keyCounts`, its key at most the limit.
  @inline(__always)
  func mayContain(_ place: ApproximatePosition, keyCounts: Bool) -> Bool {
    if isEndless { return true }
    let way = place.numbers - center
    let squares = way * way
    let squared = squares.x + squares.y + squares.z
    guard squared <= outermost else { return false }
    guard keyCounts else { return true }
    guard squared <= limit else { return false }
    guard kind == .importance else { return true }
    // An arc is at least as long as its chord; far places are then checked more precisely.
    let reach = max(0, angle * place.numbers.w - Float(Self.added / Self.earth)) + Float(Self.slack)
    guard squared <= reach * reach * Float(Self.rounding) else { return false }
    return reach < 0.25
      || squared <= Self.squaredChord(ofArc: key * Double(place.numbers.w) - Self.added)
  }

  /// The radius of the mean sphere in meters.
  private static let earth = 6_371_008.8
  /// The distance in meters that is added before weighing by importance.
  static let added = 100.0
  /// The maximum rounding error of a chord: less than 2⁻²⁵ for each of six coordinates, so at most
  /// 2√3 · 2⁻²⁵ in total.
  private static let slack = 1.2e-7
  /// An upper bound of the effect of four roundings to 24 bits.
  private static let rounding = 1 + 2e-6

  /// An upper bound of the squared chord of an arc in meters, with allowance for rounding.
  private static func squaredChord(ofArc length: Double) -> Float {
    let arc = max(0, length) / earth
    guard arc < 3 else { return .infinity }
    // The sine of half the arc, as a truncated series that is an upper bound.
    let square = arc * arc
    let chord = arc * (1 - square / 24 * (1 - square / 80)) + slack
    return Float(chord * chord * rounding)
  }
}

/// The distance weighed by importance: an importance higher by 1 halves it.
internal func nearness(_ distance: Double, _ importance: Double) -> Double {
  (distance + Reach.added) * powerOfTwo(-importance)
}

/// Two to a power, exact for integers.
private func powerOfTwo(_ power: Double) -> Double {
  let whole = power.rounded(.down)
  let rest = power == whole ? 1 : exponential((power - whole) * 0.693_147_180_559_945_3)
  return rest * Double(sign: .plus, exponent: Int(whole), significand: 1)
}
