extension GeodesicProblem {
  /// How the geodesics next to a shortest line spread.
  struct Scales {
    /// m12 in metres: the distance between geodesics per radian between them at the start.
    var reducedLength: Double
    /// M12: how far apart, at the start, geodesics are that run parallel at the end.
    var scale: Double
  }

  /// The reduced length and the geodesic scale of a solution, as seen from its start.
  func scales(of solution: GeodesicSolution) -> Scales {
    // On some metres the surface is flat.
    if solution.length < 1e-6 * constants.equatorialRadius {
      return Scales(reducedLength: solution.length, scale: 1)
    }
    if first.sine == 0 && solution.start.cosine == 0 {
      // Along the equator.
      let arc = AngleVector(radians: longitude / constants.axisRatio)
      return Scales(reducedLength: constants.polarRadius * arc.sine, scale: arc.cosine)
    }
    let start = solution.start
    let rise =
      start.cosine * start.cosine + start.sine * start.sine * first.sine * first.sine
    let k2 = rise * constants.secondEccentricitySquared
    let e = k2 / (2 * (1 + root(1 + k2)) + k2)
    let x = AngleVector(sine: first.sine, cosine: start.cosine * first.cosine).normalized
    let y = AngleVector(sine: second.sine, cosine: solution.end.cosine * second.cosine).normalized
    let arc = y - x
    let lengths = GeodesicLengths(
      epsilon: e, arc: AngleVector(sine: max(0, arc.sine) + 0, cosine: arc.cosine).radians,
      x, firstStretch, y, secondStretch)
    let t =
      k2 * (y.sine - x.sine) * (y.sine + x.sine) / (firstStretch + secondStretch)
    let scale =
      isSwapped
      ? arc.cosine - (t * x.sine - x.cosine * lengths.excess) * y.sine / secondStretch
      : arc.cosine + (t * y.sine - y.cosine * lengths.excess) * x.sine / firstStretch
    return Scales(
      reducedLength: lengths.reducedLength * constants.polarRadius, scale: scale)
  }
}
