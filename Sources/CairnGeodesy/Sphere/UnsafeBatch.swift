// The loop of the batch forms over borrowed memory; all unsafe code of the sphere is here.

extension Sphere {
  /// Writes the distances from places to places into `results`, pair by pair.
  ///
  /// - Parameters:
  ///   - starts: as many places as `ends`, or a single one that is paired with each of them.
  ///   - ends: any number of places.
  ///   - results: at least as many doubles.
  internal func writeDistances(
    from starts: UnsafeBufferPointer<Coordinate>, to ends: UnsafeBufferPointer<Coordinate>,
    into results: UnsafeMutableBufferPointer<Double>
  ) {
    guard let start = starts.baseAddress, let end = ends.baseAddress,
      let result = results.baseAddress
    else { return }
    let count = ends.count
    let isSingle = starts.count == 1
    precondition(results.count >= count && (isSingle || starts.count == count))
    let diameter = 2 * radius
    let degree = degreeLength
    var west = unsafe SIMD8(repeating: start.pointee.longitude)
    var south = unsafe SIMD8(repeating: start.pointee.latitude)
    var startCosines = Haversine.cosines(latitudes: south)
    let zero = SIMD8<Double>(repeating: 0)
    let quarter = SIMD8<Double>(repeating: .pi / 2)
    // Whether the group before had near pairs.
    var triesNear = true
    var offset = 0
    while offset &+ 8 <= count {
      let (latitudes, longitudes) = unsafe eight(end + offset)
      if !isSingle {
        (south, west) = unsafe eight(start + offset)
        startCosines = Haversine.cosines(latitudes: south)
      }
      // Doubles are aligned to 8 bytes only, not to a whole vector.
      let target = unsafe UnsafeMutableRawPointer(result + offset)
      offset &+= 8
      let cosines = startCosines * Haversine.cosines(latitudes: latitudes)
      let rises: SIMD8<Double> = latitudes - south
      let squaredRises: SIMD8<Double> = rises * rises
      let differences: SIMD8<Double> = longitudes - west
      let squaredDifferences: SIMD8<Double> = differences * differences
      // Small differences are the nearest doubles to the exact ones as they stand.
      if triesNear, greatest(squaredRises + squaredDifferences) <= Haversine.nearLimit {
        let squares = Haversine.nearSquare(
          rises: squaredRises, runs: squaredDifferences, cosines: cosines)
        unsafe target.storeBytes(of: degree * root(squares), as: SIMD8<Double>.self)
        continue
      }
      let (widths, areExact) = Haversine.widths(from: west, to: longitudes)
      guard areExact else {
        for pair in (offset &- 8)..<offset {
          let first = unsafe start[isSingle ? 0 : pair]
          unsafe result[pair] = distance(from: first, to: end[pair])
        }
        continue
      }
      let squaredWidths: SIMD8<Double> = widths * widths
      let squaredSpans: SIMD8<Double> = squaredRises + squaredWidths
      // Also true for what is not a number, of which nothing comes either way.
      triesNear = !(least(squaredSpans) > Haversine.nearLimit)
      let sums = Haversine.sums(
        from: south, to: latitudes, cosines: cosines, widths: widths)
      // Here and not in a function of its own, which the compiler would not inline.
      let isFar = sums.far .< sums.near
      let square = sums.near.replacing(with: sums.far, where: isFar)
      let origin = zero.replacing(with: quarter, where: isFar)
      let angles: SIMD8<Double> = origin - arcSine(root: root(square), square: square)
      let sizes = angles.replacing(with: zero - angles, where: angles .< zero)
      var distances: SIMD8<Double> = diameter * sizes
      if triesNear {
        let squares = Haversine.nearSquare(
          rises: squaredRises, runs: squaredWidths, cosines: cosines)
        distances.replace(
          with: degree * root(squares),
          where: squaredSpans .<= SIMD8(repeating: Haversine.nearLimit))
      }
      unsafe target.storeBytes(of: distances, as: SIMD8<Double>.self)
    }
    while offset < count {
      let first = unsafe start[isSingle ? 0 : offset]
      unsafe result[offset] = distance(from: first, to: end[offset])
      offset &+= 1
    }
  }
}

/// The greatest of eight numbers; NaN if the first is, and maybe if another is.
@inline(__always)
private func greatest(_ x: SIMD8<Double>) -> Double {
  let four = x.lowHalf.replacing(with: x.highHalf, where: x.highHalf .> x.lowHalf)
  let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .> four.lowHalf)
  return two.y > two.x ? two.y : two.x
}

/// The least of eight numbers; NaN if the first is, and maybe if another is.
@inline(__always)
private func least(_ x: SIMD8<Double>) -> Double {
  let four = x.lowHalf.replacing(with: x.highHalf, where: x.highHalf .< x.lowHalf)
  let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .< four.lowHalf)
  return two.y < two.x ? two.y : two.x
}

/// Latitudes and longitudes of eight places in lanes.
@inline(__always)
private func eight(
  _ p: UnsafePointer<Coordinate>
) -> (latitudes: SIMD8<Double>, longitudes: SIMD8<Double>) {
  unsafe (
    SIMD8(
      p[0].latitude, p[1].latitude, p[2].latitude, p[3].latitude,
      p[4].latitude, p[5].latitude, p[6].latitude, p[7].latitude),
    SIMD8(
      p[0].longitude, p[1].longitude, p[2].longitude, p[3].longitude,
      p[4].longitude, p[5].longitude, p[6].longitude, p[7].longitude)
  )
}
