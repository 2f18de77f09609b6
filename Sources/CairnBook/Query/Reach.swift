internal import CairnGeodesy
internal import CairnMemory

/// Where the place in a slot is, roughly, and how far its importance reaches.
///
/// All of it lies in sixteen bytes in the order of slots: to read it there is many times as fast as
/// to ask the index where a slot is, and it tells of most places that they are too far away.
internal struct RoughPlace: Sendable {
  /// The unit vector, and two to the power of the importance, rounded up.
  fileprivate var numbers: SIMD4<Float>

  /// Makes a place that is not important of a unit vector rounded to 24 bits.
  internal init(_ vector: SIMD3<Float>) {
    numbers = SIMD4(vector, 1)
  }

  internal init(_ place: Coordinate) {
    let vector = place.unitVector
    self.init(SIMD3(Float(vector.x), Float(vector.y), Float(vector.z)))
  }

  internal mutating func setImportance(_ importance: Double) {
    numbers.w = Float(powerOfTwo(importance)).nextUp
  }
}

/// How far from a center a place may be to be among the first, whatever is left of it to measure.
///
/// Chords between vectors that were rounded to 24 bits, and limits that are by so much too wide:
/// nothing that is near enough is left out, and what is a metre or two too far away may come in.
internal struct Reach {
  /// How places are ranked by their distance.
  enum Kind {
    /// Not at all: only the radius counts, or nothing.
    case none
    case distance
    /// By the distance and 100 metres, halved for each one of importance.
    case importance
  }

  private let center: SIMD4<Float>
  private let kind: Kind
  /// Whether nothing is too far away.
  private let isEndless: Bool
  /// The greatest squared chord for the radius.
  private let outermost: Float
  /// What a place is ranked by at the most.
  private var key = Double.infinity
  /// The greatest squared chord for the key of a place whose importance counts nothing.
  private var limit = Float.infinity
  /// The key as an angle.
  private var angle = Float.infinity

  /// - Parameters:
  ///   - center: where distances are counted from; nil where they count nothing.
  ///   - radius: how far away a place may be in any case, in metres; nil for any distance.
  ///   - kind: how places are ranked by their distance.
  init(from center: Coordinate? = nil, radius: Double? = nil, _ kind: Kind = .none) {
    self.center = center.map { RoughPlace($0).numbers } ?? SIMD4()
    self.kind = kind
    isEndless = center == nil || radius == nil && kind == .none
    outermost = Self.squaredChord(ofArc: radius ?? .infinity)
  }

  /// Takes the key that a place must not exceed.
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

  /// Whether a place may be within the radius, and its key no more than the limit if that counts.
  @inline(__always)
  func mayHold(_ place: RoughPlace, keyCounts: Bool) -> Bool {
    if isEndless { return true }
    let way = place.numbers - center
    let squares = way * way
    let squared = squares.x + squares.y + squares.z
    guard squared <= outermost else { return false }
    guard keyCounts else { return true }
    guard squared <= limit else { return false }
    guard kind == .importance else { return true }
    // No arc is shorter than its chord; what is far away is then looked at more closely.
    let reach = max(0, angle * place.numbers.w - Float(Self.added / Self.earth)) + Float(Self.slack)
    guard squared <= reach * reach * Float(Self.rounding) else { return false }
    return reach < 0.25
      || squared <= Self.squaredChord(ofArc: key * Double(place.numbers.w) - Self.added)
  }

  /// The radius of the mean sphere.
  private static let earth = 6_371_008.8
  /// What an importance counts from.
  static let added = 100.0
  /// How far two vectors are off by rounding: less than 2⁻²⁵ for each of six numbers, of which
  /// no three make more than √3 times as much.
  private static let slack = 1.2e-7
  /// What four roundings to 24 bits can take away, and more.
  private static let rounding = 1 + 2e-6

  /// The square of the chord of an arc of some metres, and more, with room for rounding.
  private static func squaredChord(ofArc length: Double) -> Float {
    let arc = max(0, length) / earth
    guard arc < 3 else { return .infinity }
    // The sine of half the arc as a series whose next number is taken away.
    let square = arc * arc
    let chord = arc * (1 - square / 24 * (1 - square / 80)) + slack
    return Float(chord * chord * rounding)
  }
}

/// What a distance counts for a place of some importance: one more halves it.
internal func nearness(_ distance: Double, _ importance: Double) -> Double {
  (distance + Reach.added) * powerOfTwo(-importance)
}

/// Two to some power, exactly where that is a whole number.
private func powerOfTwo(_ power: Double) -> Double {
  let whole = power.rounded(.down)
  let rest = power == whole ? 1 : exponential((power - whole) * 0.693_147_180_559_945_3)
  return rest * Double(sign: .plus, exponent: Int(whole), significand: 1)
}
