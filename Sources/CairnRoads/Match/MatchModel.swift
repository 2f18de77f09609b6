/// The parameters of the model, and its costs in centimeters of road.
///
/// They were chosen with simulated tracks by car in Liechtenstein and on foot in Porto and
/// Liechtenstein.
struct MatchModel: Sendable {
  /// The distance from the road within which candidates are searched, as a multiple of the standard
  /// deviation.
  static let reach = 3.5
  /// The distance, as a multiple of the standard deviation, from which the cost grows linearly, so
  /// that a single outlier is not decisive.
  static let linear = 3.0
  /// The maximum number of positions of a layer.
  static let candidateLimit = 128
  /// The length of a layer, as a multiple of the standard deviation of a point.
  static let layerLength = 2.0
  /// The displacement of the mean in a bend, as a part of the length of a layer.
  static let bend = 0.15
  /// The standard deviation in meters of the distance of a traveler from the line of the road.
  static let roadSigma = 2.0
  /// The weight of time in the length of a road, by which fast roads are shorter.
  static let timeShare = 0.75
  /// The length by which a path may be longer than the best one, as a multiple of the length by
  /// which it becomes less likely by the factor e.
  ///
  /// A vehicle that drives through the loop of a junction between two distant points is hundreds of
  /// meters behind one that stays on its road.
  static let beamScale = 12.0
  /// The cost of a private road, besides its length.
  static let privateCost: UInt32 = 1000

  /// The length in meters by which a path becomes less likely by the factor e.
  ///
  /// Costs are lengths, so it is also the factor between powers of e and meters. In the dense
  /// networks of walkers a short path is a good estimate; drivers pass few junctions.
  let lengthScale: Double
  /// A typical speed in km/h.
  let referenceSpeed: Double
  /// The cost of turning around between junctions.
  let turnCost: UInt32
  /// Paths that cost this much more than the best one are dropped.
  let beam: UInt32

  init(_ profile: RoadProfileView) {
    switch profile.mode {
    case .foot: (lengthScale, referenceSpeed) = (10, 5)
    case .bicycle: (lengthScale, referenceSpeed) = (20, 16)
    case .car: (lengthScale, referenceSpeed) = (30, 50)
    }
    turnCost = profile.turnsRoundAnywhere ? 100 : UInt32(600 * lengthScale)
    beam = UInt32(100 * lengthScale * Self.beamScale)
  }

  /// The cost of a distance from the road.
  @inline(__always)
  func emission(squaredDistance: Double, sigma: Double) -> UInt32 {
    let square = squaredDistance / (sigma * sigma)
    let linear = Self.linear
    let nats = square <= linear * linear ? square / 2 : linear * (square.squareRoot() - linear / 2)
    return UInt32(min(nats * lengthScale * 100, 1e8))
  }

  /// The power of e by which a cost makes a path less likely.
  @inline(__always)
  func nats(_ cost: UInt32) -> Double { Double(cost) / (100 * lengthScale) }

  /// The cost of a whole arc by its time, and its speed in km/h.
  @inline(__always)
  func cost(milliseconds: UInt32, speed: Double) -> UInt32 {
    // Milliseconds times km/h, divided by 36, are centimeters.
    let mixed = (1 - Self.timeShare) * speed + Self.timeShare * referenceSpeed
    return UInt32(min(Double(milliseconds) * mixed / 36, 1e8))
  }
}
