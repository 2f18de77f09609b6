internal import CairnGeodesy
internal import CairnMemory

/// Turns matched paths into lines, roads and positions of points.
struct MatchBuilder {
  private let context: RoadContext
  private let graph: RoadGraphView
  private let names: RoadNames
  private let points: [RoadTrackPoint]
  private let layers: [TrackLayer]
  private var pieces: [RoadMatch.Piece] = []
  private var positions: [RoadMatch.Position?]
  /// The layers that have candidates but no place in a piece.
  private var outliers: Set<Int> = []

  init(
    _ context: RoadContext, _ names: RoadNames, _ points: [RoadTrackPoint], _ layers: [TrackLayer]
  ) {
    self.context = context
    graph = context.graph
    self.names = names
    self.points = points
    self.layers = layers
    positions = [RoadMatch.Position?](repeating: nil, count: points.count)
  }

  /// Adds a piece.
  mutating func append(_ chain: MatchChain, _ path: MatchPath) {
    guard let first = chain.layers.first, let last = chain.layers.last else { return }
    var line: [Coordinate] = []
    var starts: [Int] = []
    var roads: [RoadMatch.Road] = []
    var lastName = -1
    var distance = 0.0
    for span in path.spans {
      let edge = Int(graph.arcEdges[span.arc] >> 1)
      let name = names.number(ofEdge: edge)
      starts.append(max(line.count - 1, 0))
      let added = self.line(span)
      var length = 0.0
      for point in added where line.last != point {
        if let last = line.last { length += last.distance(to: point) }
        line.append(point)
      }
      if name != lastName {
        roads.append(
          RoadMatch.Road(
            name: names.name(ofEdge: edge), distance: 0, pathIndex: starts[starts.count - 1]))
        lastName = name
      }
      roads[roads.count - 1].distance += length
      distance += length
    }
    if roads.count > 1 { roads.removeAll { $0.distance == 0 } }
    starts.append(max(line.count - 1, 0))
    pieces.append(
      RoadMatch.Piece(
        beginning: chain.beginning,
        points: layers[first].points.lowerBound..<layers[last].points.upperBound, path: line,
        distance: distance, roads: roads))
    for index in path.stops.indices { place(index, path, line, starts) }
    for (layer, next) in zip(chain.layers, chain.layers.dropFirst()) {
      for skipped in layer..<next where skipped > layer { outliers.insert(skipped) }
    }
  }

  /// Sets the positions of the points of a layer.
  private mutating func place(
    _ index: Int, _ path: MatchPath, _ line: [Coordinate], _ starts: [Int]
  ) {
    let stop = path.stops[index]
    let range = layers[stop.layer].points
    let arc = path.spans[stop.span].arc
    let coordinate = context.coordinate(of: stop.position)
    guard range.count > 1 else {
      let recorded = points[range.lowerBound].coordinate
      positions[range.lowerBound] = position(
        arc, coordinate, recorded.distance(to: coordinate), stop.confidence)
      return
    }
    // The points of a layer are on the path between the neighboring layers.
    let firstSpan = index > 0 ? path.stops[index - 1].span : stop.span
    let lastSpan = index + 1 < path.stops.count ? path.stops[index + 1].span : stop.span
    for point in range {
      let recorded = points[point].coordinate
      var best = (span: stop.span, coordinate: coordinate, square: Double.infinity)
      for span in firstSpan...lastSpan {
        for segment in starts[span]..<starts[span + 1] {
          let (on, square) = Self.nearest(recorded, line[segment], line[segment + 1])
          if square < best.square { best = (span, on, square) }
        }
      }
      positions[point] = position(
        path.spans[best.span].arc, best.coordinate, recorded.distance(to: best.coordinate),
        stop.confidence)
    }
  }

  private func position(
    _ arc: Int, _ coordinate: Coordinate, _ distance: Double, _ confidence: Double
  ) -> RoadMatch.Position {
    let half = Int(graph.arcEdges[arc])
    return RoadMatch.Position(
      coordinate: coordinate, distance: distance, edge: half >> 1, isReversed: half & 1 == 1,
      name: names.name(ofEdge: half >> 1), piece: pieces.count - 1, confidence: confidence)
  }

  /// The nearest position on a segment, and its squared distance in square degrees of latitude.
  private static func nearest(
    _ point: Coordinate, _ first: Coordinate, _ second: Coordinate
  ) -> (Coordinate, Double) {
    let scale = max(sineAndCosine(degrees: point.latitude).cosine, 1e-9)
    func wrapped(_ degrees: Double) -> Double {
      degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
    }
    let x = wrapped(first.longitude - point.longitude) * scale
    let y = first.latitude - point.latitude
    let dx = wrapped(second.longitude - first.longitude) * scale
    let dy = second.latitude - first.latitude
    let square = dx * dx + dy * dy
    let part = square > 0 ? max(0, min(1, -(x * dx + y * dy) / square)) : 0
    let (px, py) = (x + part * dx, y + part * dy)
    let on = Coordinate(
      latitude: first.latitude + part * dy,
      longitude: wrapped(first.longitude + part * dx / scale))
    return (on, px * px + py * py)
  }

  /// The points of a part of an arc, in the direction of travel.
  private func line(_ span: MatchPath.Span) -> [Coordinate] {
    let half = Int(graph.arcEdges[span.arc])
    let isReversed = half & 1 == 1
    let (low, high) = isReversed ? (span.end, span.start) : (span.start, span.end)
    var line: [Coordinate] = []
    if let low { line.append(context.coordinate(of: low)) }
    let first = low.map { $0.segment + 1 } ?? 0
    let last = high?.segment ?? .max
    var iterator = EdgePoints(graph, half >> 1)
    var index = 0
    while index <= last, let point = iterator.next() {
      if index >= first { line.append(RoadContext.coordinate(point, point, 0)) }
      index += 1
    }
    if let high { line.append(context.coordinate(of: high)) }
    return isReversed ? line.reversed() : line
  }

  /// The result for a track of which only some points were usable.
  func match(of count: Int, _ usable: [Int], outliers invalid: Set<Int>) -> RoadMatch {
    var results = [RoadMatch.Point](repeating: .noRoad, count: count)
    for index in invalid { results[index] = .outlier }
    for (offset, index) in usable.enumerated() {
      if let position = positions[offset] { results[index] = .matched(position) }
    }
    for layer in outliers {
      for point in layers[layer].points where positions[point] == nil {
        results[usable[point]] = .outlier
      }
    }
    var match = RoadMatch(pieces: pieces, points: results)
    for piece in match.pieces.indices {
      let range = match.pieces[piece].points
      match.pieces[piece].points = usable[range.lowerBound]..<usable[range.upperBound - 1] + 1
    }
    return match
  }
}
