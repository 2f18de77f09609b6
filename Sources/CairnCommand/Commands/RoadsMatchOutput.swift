internal import CairnFormats
internal import CairnGeodesy
internal import CairnRoads

/// The output of `cairn roads match`: the matches of all tracks of a file.
struct RoadsMatchOutput {
  private struct Piece {
    var piece: RoadMatch.Piece
    var track: String
    /// The number of points of the tracks before.
    var offset: Int
  }

  private var pieces: [Piece] = []
  private var points: [(point: RoadMatch.Point, firstPiece: Int)] = []

  /// Adds the match of a track.
  mutating func add(_ match: RoadMatch, _ track: RoadTracks.Track) {
    let (first, offset) = (pieces.count, points.count)
    for piece in match.pieces {
      pieces.append(Piece(piece: piece, track: track.name, offset: offset))
    }
    for point in match.points { points.append((point, first)) }
  }

  private var distance: Double { pieces.reduce(0) { $0 + $1.piece.distance } }

  /// Writes the members of the JSON object.
  func write(to json: inout JSONWriter) {
    json.member("found", !pieces.isEmpty)
    if pieces.isEmpty { json.member("reason", "no usable road near the points") }
    json.member("distance_m", distance, fractionDigits: 2)
    json.key("geometry")
    // A line, or a list of lines if the match is split.
    if pieces.count == 1 {
      RoadsOutput.write(pieces[0].piece.path, to: &json)
    } else {
      json.beginArray()
      for piece in pieces { RoadsOutput.write(piece.piece.path, to: &json) }
      json.endArray()
    }
    json.key("pieces")
    json.beginArray()
    for piece in pieces {
      json.beginObject()
      writeMembers(piece, to: &json)
      json.key("roads")
      json.beginArray()
      for road in piece.piece.roads {
        json.beginObject()
        json.member("name", road.name)
        json.member("distance_m", road.distance, fractionDigits: 2)
        json.endObject()
      }
      json.endArray()
      json.endObject()
    }
    json.endArray()
    json.key("points")
    json.beginArray()
    for (point, firstPiece) in points { write(point, firstPiece, to: &json) }
    json.endArray()
  }

  private func writeMembers(_ piece: Piece, to json: inout JSONWriter) {
    if !piece.track.isEmpty { json.member("track", piece.track) }
    json.member("begins", piece.piece.beginning.rawValue)
    json.member("first_point", piece.offset + piece.piece.points.lowerBound)
    json.member("last_point", piece.offset + piece.piece.points.upperBound - 1)
    json.member("distance_m", piece.piece.distance, fractionDigits: 2)
  }

  private func write(_ point: RoadMatch.Point, _ firstPiece: Int, to json: inout JSONWriter) {
    json.beginObject()
    defer { json.endObject() }
    json.key("position")
    guard let position = point.position else {
      json.null()
      json.member("reason", Self.reason(point))
      return
    }
    json.beginArray()
    RoadsOutput.writeNumbers(position.coordinate, to: &json)
    json.endArray()
    json.member("distance_m", position.distance, fractionDigits: 2)
    json.member("name", position.name)
    json.member("edge", position.edge)
    json.member("reversed", position.isReversed)
    json.member("piece", firstPiece + position.piece)
    json.member("confidence", position.confidence, fractionDigits: 3)
  }

  private static func reason(_ point: RoadMatch.Point) -> String {
    switch point {
    case .matched: "matched"
    case .noRoad: "no road"
    case .outlier: "outlier"
    }
  }

  /// A row per point.
  var csv: [UInt8] {
    var csv = CSVWriter()
    csv.row(["lon", "lat", "distance_m", "name", "edge", "piece", "confidence", "result"])
    for (point, firstPiece) in points {
      let position = point.position
      csv.position(position?.coordinate)
      csv.field(position?.distance ?? .nan, fractionDigits: 2)
      csv.field(position?.name)
      csv.field(position.map { String($0.edge) })
      csv.field(position.map { String(firstPiece + $0.piece) })
      csv.field(position?.confidence ?? .nan, fractionDigits: 3)
      csv.field(Self.reason(point))
      csv.endRow()
    }
    return csv.drain()
  }

  /// A line per piece.
  var geoJSON: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.member("type", "FeatureCollection")
    json.key("features")
    json.beginArray(onLines: true)
    for piece in pieces {
      // A line needs two positions.
      let path = piece.piece.path
      let line = path.count == 1 ? path + path : path
      RoadsGeometry.feature(line: line, to: &json) { json in
        writeMembers(piece, to: &json)
        json.key("names")
        json.beginArray()
        for road in piece.piece.roads where !road.name.isEmpty { json.value(road.name) }
        json.endArray()
      }
    }
    json.endArray()
    json.endObject()
    return json.bytes + [0x0A]
  }

  /// A track per track of the file, with a segment per piece.
  var features: [GeoFeature] {
    var features: [GeoFeature] = []
    var index = 0
    while index < pieces.count {
      var lines: [[GeoFeature.Position]] = []
      let first = pieces[index]
      while index < pieces.count, pieces[index].offset == first.offset {
        // Seven digits are a centimeter, the resolution of OpenStreetMap.
        lines.append(
          pieces[index].piece.path.map { point in
            GeoFeature.Position(
              Coordinate(
                latitude: (point.latitude * 1e7).rounded() / 1e7,
                longitude: (point.longitude * 1e7).rounded() / 1e7))
          })
        index += 1
      }
      var feature = GeoFeature(geometry: .multiLineString(lines))
      if !first.track.isEmpty { feature.properties["name"] = .string(first.track) }
      features.append(feature)
    }
    return features
  }
}
