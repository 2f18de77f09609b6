internal import CairnGeodesy
internal import CairnMemory

/// A position of a track to be matched: a point, or the mean of several points that are close
/// together in comparison with their accuracy.
struct TrackLayer: Sendable {
  /// In 10⁻⁷ degrees.
  var latitude: Double
  var longitude: Double
  /// The standard deviation in meters, in each direction.
  var sigma: Double
  /// The points of the track.
  var points: Range<Int>
  /// Whether the track is interrupted before it.
  var isAfterGap = false
}

/// Thins a track.
///
/// Where points are dense in comparison with their noise, single points give little information
/// about the road, and a path through each of them would zigzag. The mean of *m* points has a
/// standard deviation that is smaller by √*m*. On a bend the mean is beside the road, so a layer is
/// no longer than twice the standard deviation of a point.
struct TrackThinner {
  private let points: [RoadTrackPoint]
  private let options: RoadMatchOptions
  /// Positions in meters from the first point, and their sums.
  private var x: [Double] = []
  private var y: [Double] = []
  private var sumX: [Double] = [0]
  private var sumY: [Double] = [0]

  init(_ points: [RoadTrackPoint], _ options: RoadMatchOptions) {
    self.points = points
    self.options = options
    x.reserveCapacity(points.count)
    y.reserveCapacity(points.count)
    var latitude = points.first?.coordinate.latitude ?? 0
    var meters = RoadGeometry.metersPerDegree * Self.cosine(latitude)
    for (index, point) in points.enumerated() {
      guard index > 0 else {
        x.append(0)
        y.append(0)
        continue
      }
      let last = points[index - 1].coordinate
      if (point.coordinate.latitude - latitude).magnitude > 0.1 {
        latitude = point.coordinate.latitude
        meters = RoadGeometry.metersPerDegree * Self.cosine(latitude)
      }
      x.append(
        x[index - 1] + Self.wrapped(point.coordinate.longitude - last.longitude) * meters)
      y.append(
        y[index - 1]
          + (point.coordinate.latitude - last.latitude) * RoadGeometry.metersPerDegree)
    }
    sumX.reserveCapacity(points.count + 1)
    sumY.reserveCapacity(points.count + 1)
    for index in points.indices {
      sumX.append(sumX[index] + x[index])
      sumY.append(sumY[index] + y[index])
    }
  }

  private static func cosine(_ latitude: Double) -> Double {
    max(sineAndCosine(degrees: latitude).cosine, 1e-9)
  }

  private static func wrapped(_ degrees: Double) -> Double {
    // At a pole a meter may be many turns.
    degrees.magnitude > 180 ? degrees.remainder(dividingBy: 360) : degrees
  }

  /// The standard deviation of a point in meters.
  private func sigma(_ index: Int) -> Double { Self.sigma(points[index], options) }

  /// The standard deviation of a point in meters, from 1 to 1000.
  private static func sigma(_ point: RoadTrackPoint, _ options: RoadMatchOptions) -> Double {
    let accuracy = point.accuracy ?? options.accuracy
    return accuracy.isNaN ? 10 : min(max(accuracy, 1), 1000)
  }

  /// Whether the track is interrupted between two points.
  private func isGap(_ index: Int, _ next: Int) -> Bool {
    let distance = hypotenuse(x[next] - x[index], y[next] - y[index])
    if distance > options.maximumGap { return true }
    guard let time = points[index].seconds, let other = points[next].seconds else { return false }
    return other - time > options.maximumPause && distance > max(100, 4 * sigma(index))
  }

  private func hypotenuse(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

  /// The points with valid coordinates that are not far from both of their neighbors while these
  /// are close together.
  static func usablePoints(_ track: [RoadTrackPoint], _ options: RoadMatchOptions) -> [Int] {
    var usable: [Int] = []
    usable.reserveCapacity(track.count)
    for index in track.indices where track[index].coordinate.isValid {
      usable.append(index)
      // The second-to-last point is checked when the point after it is known.
      guard usable.count >= 3 else { continue }
      let middle = usable[usable.count - 2]
      let point = track[middle].coordinate
      let before = track[usable[usable.count - 3]].coordinate
      let after = track[index].coordinate
      let sigma = sigma(track[middle], options)
      let least = 12 * sigma + 100
      // Cheap first: most points are close to the one before.
      guard roughDistance(before, point) > least else { continue }
      let (there, back) = (before.distance(to: point), point.distance(to: after))
      if min(there, back) > least, min(there, back) > 4 * before.distance(to: after) {
        usable.remove(at: usable.count - 2)
      }
    }
    return usable
  }

  /// An upper bound of a distance in meters.
  private static func roughDistance(_ first: Coordinate, _ second: Coordinate) -> Double {
    RoadGeometry.metersPerDegree
      * ((first.latitude - second.latitude).magnitude
        + wrapped(first.longitude - second.longitude).magnitude)
  }

  /// The layers of the track.
  ///
  /// - Complexity: O(*n* log *n*) for *n* points.
  func layers() -> [TrackLayer] {
    var layers: [TrackLayer] = []
    layers.reserveCapacity(points.count)
    var start = 0
    while start < points.count {
      var end = start + 1
      while end < points.count, !isGap(end - 1, end) { end += 1 }
      let count = layers.count
      append(start..<end, to: &layers)
      if start > 0 { layers[count].isAfterGap = true }
      start = end
    }
    return layers
  }

  /// Adds the layers of points without a gap.
  private func append(_ run: Range<Int>, to layers: inout [TrackLayer]) {
    var start = run.lowerBound
    while start < run.upperBound {
      let sigma = sigma(start)
      let step = step(start, in: run)
      let size = step > 0 ? MatchModel.layerLength * sigma / step : 64
      let count = min(max(Int(min(size, 64)), 1), run.upperBound - start)
      layers.append(layer(start..<start + count, step: step))
      start += count
    }
  }

  /// The mean of points.
  private func layer(_ range: Range<Int>, step: Double) -> TrackLayer {
    let count = Double(range.count)
    let first = points[range.lowerBound]
    var variance = 0.0
    for index in range { variance += sigma(index) * sigma(index) }
    let bend = range.count > 1 ? MatchModel.bend * step * count : 0
    let sigma =
      (variance / (count * count) + bend * bend + MatchModel.roadSigma * MatchModel.roadSigma)
      .squareRoot()
    guard range.count > 1 else {
      return TrackLayer(
        latitude: first.coordinate.latitude * 1e7, longitude: first.coordinate.longitude * 1e7,
        sigma: sigma, points: range)
    }
    let east = (sumX[range.upperBound] - sumX[range.lowerBound]) / count - x[range.lowerBound]
    let north = (sumY[range.upperBound] - sumY[range.lowerBound]) / count - y[range.lowerBound]
    let meters = RoadGeometry.metersPerDegree
    return TrackLayer(
      latitude: (first.coordinate.latitude + north / meters) * 1e7,
      longitude: Self.wrapped(
        first.coordinate.longitude + east / (meters * Self.cosine(first.coordinate.latitude)))
        * 1e7,
      sigma: sigma, points: range)
  }

  /// The distance in meters between consecutive points near one, without the noise.
  ///
  /// The means of the points before and after it are compared; the windows grow until the distance
  /// between the means is clearly greater than their noise.
  private func step(_ index: Int, in run: Range<Int>) -> Double {
    let sigma = sigma(index)
    var size = 1
    var step = 0.0
    while size <= 32 {
      let low = max(index - size, run.lowerBound)
      let high = min(index + size, run.upperBound - 1)
      guard low < index, high > index else {
        // At an end of the run: the means of the two halves of a window.
        return oneSidedStep(index, in: run)
      }
      let before = index - low
      let after = high - index
      let east =
        (sumX[high + 1] - sumX[index + 1]) / Double(after)
        - (sumX[index] - sumX[low]) / Double(before)
      let north =
        (sumY[high + 1] - sumY[index + 1]) / Double(after)
        - (sumY[index] - sumY[low]) / Double(before)
      let distance = hypotenuse(east, north)
      step = distance / (Double(before + after) / 2 + 1)
      if distance > 4 * sigma * (1 / Double(before) + 1 / Double(after)).squareRoot() { break }
      size *= 2
    }
    return step
  }

  private func oneSidedStep(_ index: Int, in run: Range<Int>) -> Double {
    let isFirst = index == run.lowerBound
    var size = 1
    var step = 0.0
    let sigma = sigma(index)
    while size <= 32, 2 * size <= run.count {
      let low = isFirst ? run.lowerBound : run.upperBound - 2 * size
      let middle = low + size
      let high = middle + size
      let east = ((sumX[high] - sumX[middle]) - (sumX[middle] - sumX[low])) / Double(size)
      let north = ((sumY[high] - sumY[middle]) - (sumY[middle] - sumY[low])) / Double(size)
      let distance = hypotenuse(east, north)
      step = distance / Double(size)
      if distance > 4 * sigma * (2 / Double(size)).squareRoot() { break }
      size *= 2
    }
    return step
  }
}
