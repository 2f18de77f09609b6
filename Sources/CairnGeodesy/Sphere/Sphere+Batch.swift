internal import CairnMemory

// The loop of the batch forms over unsafe buffers.

extension Sphere {
  /// Writes the distances between places into `results`, pair by pair.
  ///
  /// - Parameters:
  ///   - starts: the same number of places as `ends`, or one place that is paired with each of
  ///     them.
  ///   - ends: any number of places.
  ///   - results: a buffer with room for at least `ends.count` doubles.
  internal func writeDistances(
    from starts: UnsafeSpan<Coordinate>, to ends: UnsafeSpan<Coordinate>,
    into results: UnsafeBuffer<Double>
  ) {
    let count = ends.count
    guard count > 0, starts.count > 0 else { return }
    let isSingle = starts.count == 1
    precondition(results.count >= count && (isSingle || starts.count == count))
    let diameter = 2 * radius
    let degree = degreeLength
    var west = SIMD8(repeating: starts[0].longitude)
    var south = SIMD8(repeating: starts[0].latitude)
    var startCosines = Haversine.cosines(latitudes: south)
    let zero = SIMD8<Double>(repeating: 0)
    let quarter = SIMD8<Double>(repeating: .pi / 2)
    // Whether the previous group had near pairs.
    var triesNear = true
    var offset = 0
    while offset &+ 8 <= count {
      let (latitudes, longitudes) = eight(of: ends, at: offset)
      if !isSingle {
        (south, west) = eight(of: starts, at: offset)
        startCosines = Haversine.cosines(latitudes: south)
      }
      let target = offset
      offset &+= 8
      let cosines = startCosines * Haversine.cosines(latitudes: latitudes)
      let rises: SIMD8<Double> = latitudes - south
      let squaredRises: SIMD8<Double> = rises * rises
      let differences: SIMD8<Double> = longitudes - west
      let squaredDifferences: SIMD8<Double> = differences * differences
      // Small differences are already the doubles nearest to the exact ones.
      if triesNear, greatest(squaredRises + squaredDifferences) <= Haversine.nearLimit {
        let squares = Haversine.nearSquare(
          rises: squaredRises, runs: squaredDifferences, cosines: cosines)
        results.store(degree * root(squares), at: target)
        continue
      }
      let (widths, areExact) = Haversine.widths(from: west, to: longitudes)
      guard areExact else {
        for pair in target..<offset {
          let first = starts[isSingle ? 0 : pair]
          results[pair] = distance(from: first, to: ends[pair])
        }
        continue
      }
      let squaredWidths: SIMD8<Double> = widths * widths
      let squaredSpans: SIMD8<Double> = squaredRises + squaredWidths
      // Also true for NaN, for which either path gives NaN.
      triesNear = !(least(squaredSpans) > Haversine.nearLimit)
      let sums = Haversine.sums(
        from: south, to: latitudes, cosines: cosines, widths: widths)
      // Not a separate function, because the compiler would not inline it.
      let isFar = sums.far .< sums.near
      let square = sums.near.replacing(with: sums.far, where: isFar)
      let origin = zero.replacing(with: quarter, where: isFar)
      let angles: SIMD8<Double> = origin - arcSine(root: root(square), square: square)
      var distances: SIMD8<Double> = diameter * angles.size
      if triesNear {
        let squares = Haversine.nearSquare(
          rises: squaredRises, runs: squaredWidths, cosines: cosines)
        distances.replace(
          with: degree * root(squares),
          where: squaredSpans .<= SIMD8(repeating: Haversine.nearLimit))
      }
      results.store(distances, at: target)
    }
    while offset < count {
      let first = starts[isSingle ? 0 : offset]
      results[offset] = distance(from: first, to: ends[offset])
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
  of places: UnsafeSpan<Coordinate>, at offset: Int
) -> (latitudes: SIMD8<Double>, longitudes: SIMD8<Double>) {
  let p = places.suffix(from: offset).prefix(8)
  return (
    SIMD8(
      p[0].latitude, p[1].latitude, p[2].latitude, p[3].latitude,
      p[4].latitude, p[5].latitude, p[6].latitude, p[7].latitude),
    SIMD8(
      p[0].longitude, p[1].longitude, p[2].longitude, p[3].longitude,
      p[4].longitude, p[5].longitude, p[6].longitude, p[7].longitude)
  )
}
