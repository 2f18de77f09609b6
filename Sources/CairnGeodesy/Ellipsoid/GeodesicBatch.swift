internal import CairnMemory

/// Four geodesics side by side: the lengths of shortest lines between pairs of places.
///
/// Each lane performs the operations of ``GeodesicProblem`` in the same order, so the bits are the
/// same; the symbols are those of the table at ``AuxiliarySphere``. Only the path that nearly all
/// pairs take is implemented: two steps of Newton's method for a guess, one line along it, and the
/// correction of its length. Pairs that need more are marked and left to the inverse problem
/// itself: along a meridian or the equator, between latitudes of equal magnitude, up to 160 meters
/// apart or nearly antipodal, and invalid ones.
///
/// The steps of one pair depend on each other, so four pairs at a time take about a third of the
/// time.
internal struct GeodesicBatch {
  typealias Lanes = SIMD4<Double>
  typealias Mask = SIMDMask<SIMD4<Double.SIMDMaskScalar>>

  /// An angle as its sine and cosine, like ``AngleVector``.
  struct Angles {
    var sine: Lanes
    var cosine: Lanes
  }

  /// A place: its latitude, the parametric one, √(1 + e'² sin²β), and its longitude.
  struct Places {
    var latitude: Lanes
    var longitude: Lanes
    var beta: Angles
    var dn: Lanes
  }

  let constants: EllipsoidConstants

  // MARK: - Batches

  /// Writes the lengths of the shortest lines between places, pair by pair, in meters.
  ///
  /// - Parameters:
  ///   - starts: the same number of places as `ends`, or one place that is paired with each of
  ///     them.
  ///   - ends: any number of places.
  ///   - results: a buffer with room for at least `ends.count` doubles.
  func writeLengths(
    from starts: UnsafeSpan<Coordinate>, to ends: UnsafeSpan<Coordinate>,
    into results: UnsafeBuffer<Double>
  ) {
    let count = ends.count
    guard count > 0, starts.count > 0 else { return }
    let isSingle = starts.count == 1
    precondition(results.count >= count && (isSingle || starts.count == count))
    var start = places(
      latitude: Lanes(repeating: starts[0].latitude),
      longitude: Lanes(repeating: starts[0].longitude))
    var offset = 0
    while offset &+ 4 <= count {
      if !isSingle { start = four(of: starts, at: offset) }
      let (meters, isOpen) = lengths(from: start, to: four(of: ends, at: offset))
      results.store(meters, at: offset)
      if any(isOpen) {
        for lane in 0..<4 where isOpen[lane] {
          let pair = offset &+ lane
          results[pair] = length(from: starts[isSingle ? 0 : pair], to: ends[pair])
        }
      }
      offset &+= 4
    }
    while offset < count {
      results[offset] = length(from: starts[isSingle ? 0 : offset], to: ends[offset])
      offset &+= 1
    }
  }

  /// The length of one line, by the inverse problem.
  private func length(from a: Coordinate, to b: Coordinate) -> Double {
    GeodesicProblem(constants, from: a, to: b)?.solution().length ?? .nan
  }

  @inline(__always)
  private func four(of places: UnsafeSpan<Coordinate>, at offset: Int) -> Places {
    let p = places.suffix(from: offset)
    return self.places(
      latitude: Lanes(p[0].latitude, p[1].latitude, p[2].latitude, p[3].latitude),
      longitude: Lanes(p[0].longitude, p[1].longitude, p[2].longitude, p[3].longitude))
  }

  // MARK: - Places

  /// Places in lanes; invalid ones are marked when they are measured.
  @inline(__always)
  func places(latitude: Lanes, longitude: Lanes) -> Places {
    // The signs are restored afterward, so that the number of quarters is 0 or 1.
    let size = Self.size(latitude)
    let least = Lanes(repeating: GeodesicProblem.leastLatitude)
    let phi = Self.sineAndCosine(
      degrees: size.replacing(with: Lanes.zero, where: size .< least), lost: Lanes.zero)
    let s: Lanes = constants.axisRatio * phi.sine
    let sum: Lanes = s * s + phi.cosine * phi.cosine
    let dn: Lanes = 1 / root(sum)
    let north: Lanes = s * dn
    let beta = Angles(
      sine: north.replacing(with: Lanes.zero - north, where: latitude .< Lanes.zero),
      cosine: phi.cosine * dn)
    return Places(latitude: latitude, longitude: longitude, beta: beta, dn: dn)
  }

  // MARK: - Lengths

  /// The lengths between places in meters, and the lanes that need the inverse problem.
  @inline(__always)
  func lengths(from a: Places, to b: Places) -> (meters: Lanes, isOpen: Mask) {
    let (turn, turnLost, isOdd) = Self.longitudeDifference(from: a.longitude, to: b.longitude)
    let lambda12 = Self.sineAndCosine(degrees: turn, lost: turnLost)

    // The first place becomes the one farther from the equator, in the south.
    let isSwapped = Self.size(a.latitude) .< Self.size(b.latitude)
    let south = a.latitude.replacing(with: b.latitude, where: isSwapped)
    let isMirrored = south .>= Lanes.zero
    let sine1 = a.beta.sine.replacing(with: b.beta.sine, where: isSwapped)
    let sine2 = b.beta.sine.replacing(with: a.beta.sine, where: isSwapped)
    let beta1 = Angles(
      sine: sine1.replacing(with: Lanes.zero - sine1, where: isMirrored),
      cosine: a.beta.cosine.replacing(with: b.beta.cosine, where: isSwapped))
    let beta2 = Angles(
      sine: sine2.replacing(with: Lanes.zero - sine2, where: isMirrored),
      cosine: b.beta.cosine.replacing(with: a.beta.cosine, where: isSwapped))
    let dn1 = a.dn.replacing(with: b.dn, where: isSwapped)
    let dn2 = b.dn.replacing(with: a.dn, where: isSwapped)
    let pair = Pair(
      constants: constants, beta1: beta1, beta2: beta2, dn1: dn1, dn2: dn2, lambda12: lambda12)
    var isOpen = isOdd
    isOpen .|= beta1.cosine .== beta2.cosine
    isOpen .|= Self.size(beta2.sine) .== Self.size(beta1.sine)
    isOpen .|= .!(Self.size(south) .< Lanes(repeating: 90))
    isOpen .|= lambda12.sine .== Lanes.zero
    isOpen .|= beta1.sine .== Lanes.zero
    let (bearing, isBold) = pair.guess()
    isOpen .|= isBold
    let (meters, isUnsettled) = pair.length(along: bearing)
    return (meters, isOpen .| isUnsettled)
  }

  /// Two places on the auxiliary sphere, swapped and mirrored as in ``GeodesicProblem``.
  struct Pair {
    let constants: EllipsoidConstants
    let beta1: Angles
    let beta2: Angles
    let dn1: Lanes
    let dn2: Lanes
    let lambda12: Angles
  }
}

extension GeodesicBatch.Pair {
  typealias Lanes = GeodesicBatch.Lanes
  typealias Mask = GeodesicBatch.Mask
  typealias Angles = GeodesicBatch.Angles

  /// Like ``GeodesicProblem/sphericalTriangle(_:)``.
  @inline(__always)
  private func triangle(_ omega12: Angles) -> (bearing: Angles, arcCosine: Lanes) {
    let squared: Lanes = omega12.sine * omega12.sine
    let isNear = omega12.cosine .>= Lanes.zero
    let product: Lanes = beta2.cosine * beta1.sine
    let near: Lanes = beta2.sine * beta1.cosine - product
    let far: Lanes = beta2.sine * beta1.cosine + product
    let part: Lanes = product * squared / (1 + GeodesicBatch.size(omega12.cosine))
    let nearNorth: Lanes = near + part
    let farNorth: Lanes = far - part
    let north = farNorth.replacing(with: nearNorth, where: isNear)
    let arcCosine: Lanes =
      beta1.sine * beta2.sine + beta1.cosine * beta2.cosine * omega12.cosine
    return (Angles(sine: beta2.cosine * omega12.sine, cosine: north), arcCosine)
  }

  /// Like `GeodesicProblem.guess()`, with a mask of the lanes for which the guess is unreliable.
  @inline(__always)
  func guess() -> (bearing: Angles, isBold: Mask) {
    let (start, arcCosine) = triangle(lambda12)
    let arcSine = GeodesicBatch.hypotenuse(start.sine, start.cosine)
    let isNear = arcCosine .>= Lanes.zero
    let shortest = Lanes(repeating: constants.shortArc)
    let n = abs(constants.thirdFlattening)
    let astroid: Lanes = (6 * n * .pi) * beta1.cosine * beta1.cosine
    let bound = astroid.replacing(with: shortest, where: isNear)
    var isBold = .!(arcSine .>= bound)

    let scale: Lanes = 1 / arcSine
    let bearing = Angles(sine: start.sine * scale, cosine: start.cosine * scale)
    let sigma12 = GeodesicBatch.radians(Angles(sine: arcSine, cosine: arcCosine))
    let sinAlpha0: Lanes = bearing.sine * beta1.cosine
    let lag = longitudeLag(bearing, arc: sigma12, arcSine: arcSine, arcCosine: arcCosine)
    let parts: Lanes = beta2.sine * beta1.cosine - beta2.cosine * beta1.sine
    let end: Lanes = parts - beta1.cosine * beta2.sine * (1 - lambda12.cosine)
    let bearingRate: Lanes = beta2.cosine * end * scale * scale
    let sinAlpha0Rate: Lanes = beta1.cosine * bearing.cosine * bearingRate
    let growth: Lanes = sinAlpha0 * sinAlpha0 + sigma12 * sinAlpha0Rate
    let slope: Lanes = 1 - constants.flattening * growth
    isBold .|= .!(slope .> Lanes(repeating: 0.5))
    let step: Lanes = lag / slope
    isBold .|= .!(GeodesicBatch.size(step) .< Lanes(repeating: 0.1))

    let (next, nextArcCosine) = triangle(GeodesicBatch.turned(lambda12, by: step))
    let nextSine = GeodesicBatch.hypotenuse(next.sine, next.cosine)
    let nextScale: Lanes = 1 / nextSine
    let nextBearing = Angles(sine: next.sine * nextScale, cosine: next.cosine * nextScale)
    let bend: Lanes = 0.5 * step * sinAlpha0Rate
    let nextArc: Lanes = sigma12 + step * (sinAlpha0 + bend)
    let nextLag = longitudeLag(
      nextBearing, arc: nextArc, arcSine: nextSine, arcCosine: nextArcCosine)
    let change: Lanes = bearingRate * (nextLag - step) / slope
    return (GeodesicBatch.turned(nextBearing, by: change), isBold)
  }

  @inline(__always)
  private func cosSquaredAlpha0(_ alpha: Angles) -> Lanes {
    let north: Lanes = alpha.cosine * alpha.cosine
    let east: Lanes = alpha.sine * alpha.sine * beta1.sine * beta1.sine
    return north + east
  }

  /// Like `GeodesicProblem.longitudeLag`.
  @inline(__always)
  private func longitudeLag(
    _ bearing: Angles, arc: Lanes, arcSine: Lanes, arcCosine: Lanes
  ) -> Lanes {
    let sinAlpha0: Lanes = bearing.sine * beta1.cosine
    let cosSquaredAlpha0 = cosSquaredAlpha0(bearing)
    let kSquared: Lanes = constants.secondEccentricitySquared * cosSquaredAlpha0
    let inner: Lanes = -0.125 + kSquared * (5.0 / 64)
    let ratio: Lanes = constants.secondEccentricitySquared * (0.25 + kSquared * inner)
    let epsilon: Lanes = ratio * cosSquaredAlpha0
    let a3: Lanes = 1 + epsilon * (constants.a3.a1 + epsilon * constants.a3.a2)
    let c31: Lanes = constants.c3.c11 + epsilon * constants.c3.c12
    let ends: Lanes = 2 * ratio * beta1.sine * beta2.sine
    let uneven: Lanes = 2 * c31 * arcSine * (epsilon * arcCosine - ends)
    return constants.flattening * a3 * sinAlpha0 * (arc + uneven)
  }

  /// The length of the line with a bearing, as `GeodesicProblem.trial(_:)` and its search find it,
  /// with a mask of the lanes that it does not settle.
  @inline(__always)
  func length(along alpha1: Angles) -> (meters: Lanes, isUnsettled: Mask) {
    let sinAlpha0: Lanes = alpha1.sine * beta1.cosine
    let cosSquaredAlpha0 = cosSquaredAlpha0(alpha1)
    let scale: Lanes = 1 / root(cosSquaredAlpha0)
    let north1: Lanes = alpha1.cosine * beta1.cosine
    let isHigh = beta1.cosine .< Lanes.zero - beta1.sine
    let gainHigh: Lanes = (beta2.cosine - beta1.cosine) * (beta1.cosine + beta2.cosine)
    let gainLow: Lanes = (beta1.sine - beta2.sine) * (beta1.sine + beta2.sine)
    let gain = gainLow.replacing(with: gainHigh, where: isHigh)
    let north2 = root(north1 * north1 + gain)
    var isUnsettled = north2 .== Lanes.zero

    let sigma1 = Angles(sine: beta1.sine * scale, cosine: north1 * scale)
    let sigma2 = Angles(sine: beta2.sine * scale, cosine: north2 * scale)
    let turnSine: Lanes = sigma2.sine * sigma1.cosine - sigma2.cosine * sigma1.sine
    let turnCosine: Lanes = sigma2.cosine * sigma1.cosine + sigma2.sine * sigma1.sine
    let sigma12 = GeodesicBatch.radians(
      Angles(sine: GeodesicBatch.notNegative(turnSine), cosine: turnCosine))
    let omegaSine = GeodesicBatch.notNegative(sinAlpha0 * turnSine)
    let omegaCosine: Lanes =
      sigma1.cosine * sigma2.cosine + sinAlpha0 * sigma1.sine * (sinAlpha0 * sigma2.sine)
    let excessSine: Lanes = omegaSine * lambda12.cosine - omegaCosine * lambda12.sine
    let excessCosine: Lanes = omegaCosine * lambda12.cosine + omegaSine * lambda12.sine
    isUnsettled .|= .!(GeodesicBatch.size(excessSine) .< 0.03125 * excessCosine)
    let excess = arcTangent(ofSmall: excessSine / excessCosine)

    let kSquared: Lanes = cosSquaredAlpha0 * constants.secondEccentricitySquared
    let rootOfK = root(1 + kSquared)
    let epsilon: Lanes = kSquared / (2 * (1 + rootOfK) + kSquared)
    let b312 = difference(of: constants.c3(epsilon), sigma1, sigma2)
    let lag: Lanes =
      constants.flattening * constants.a3(epsilon) * sinAlpha0 * (sigma12 + b312)
    let a1Excess = LengthSeries.scaleExcess(epsilon)
    let a2Excess = ReducedLengthSeries.scaleExcess(epsilon)
    let b112 = difference(of: LengthSeries.series(epsilon), sigma1, sigma2)
    let b212 = difference(of: ReducedLengthSeries.series(epsilon), sigma1, sigma2)
    let beyond: Lanes = b112 + a1Excess * (sigma12 + b112)
    let j12: Lanes = beyond - (b212 + a2Excess * (sigma12 + b212))
    let outward: Lanes = dn2 * (sigma1.cosine * sigma2.sine)
    let inward: Lanes = dn1 * (sigma1.sine * sigma2.cosine)
    let reducedLength: Lanes = outward - inward - sigma1.cosine * sigma2.cosine * j12
    let slope: Lanes = reducedLength * constants.axisRatio / north2
    let miss: Lanes = excess - lag

    let step: Lanes = (Lanes.zero - miss) / slope
    let missSize = GeodesicBatch.size(miss)
    let stepSize = GeodesicBatch.size(step)
    let greater = missSize.replacing(with: stepSize, where: stepSize .>= missSize)
    let cosAlpha2: Lanes = north2 / beta2.cosine
    let negligible: Lanes = GeodesicProblem.negligibleStep * cosAlpha2
    let isHit = missSize .< Lanes(repeating: .ulpOfOne)
    let isSettled =
      isHit .| ((slope .> Lanes.zero) .& (greater * stepSize .<= negligible))
    isUnsettled .|= .!isSettled
    let change: Lanes = sinAlpha0 + 0.5 * beta1.cosine * alpha1.cosine * step
    let correction: Lanes = -constants.equatorialRadius * miss * change
    let rest = correction.replacing(with: Lanes.zero, where: isHit)
    let fine: Lanes = constants.polarRadiusError * sigma12 + rest
    let meters: Lanes =
      constants.polarRadius * sigma12 + (constants.polarRadius * beyond + fine)
    return (meters, isUnsettled)
  }

  @inline(__always)
  private func difference(of series: SineSeries<Lanes>, _ x: Angles, _ y: Angles) -> Lanes {
    series.sum(sine: y.sine, cosine: y.cosine) - series.sum(sine: x.sine, cosine: x.cosine)
  }
}
