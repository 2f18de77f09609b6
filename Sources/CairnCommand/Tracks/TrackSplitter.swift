internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy
internal import CairnHours

/// Splits tracks by day, by gap or by country.
struct TrackSplitter {
  /// The places at which a track is split.
  enum Rule {
    /// At midnight, on a clock ahead of UTC by some seconds; nil for the clock of each time.
    case day(offset: Double?)
    /// Between two vertices with more than some seconds, or meters, between them.
    case gap(seconds: Double?, meters: Double?)
    /// Where it enters another country.
    case country(CountryAtlas)
  }

  /// A part of a track.
  struct Part {
    /// The day, the country or the number of the part.
    var title: String
    /// The name and the value of the property that it gets.
    var property: (name: String, value: PropertyValue)
    var lines: [TimedLine]
  }

  let rule: Rule

  /// The parts of a track in order; neighboring pieces of the same day or country, from several
  /// lines, are one part.
  func parts(of lines: [TimedLine]) -> [Part] {
    switch rule {
    case .gap(let seconds, let meters): return gapParts(lines, seconds, meters)
    case .day(let offset):
      var clock = DayClock(offset: offset)
      return joined(lines.flatMap { dayPieces($0, &clock) }) { dayPart($0) }
    case .country(let atlas):
      return joined(lines.flatMap { countryPieces($0, atlas) }) { countryPart($0) }
    }
  }

  private func joined<Key: Equatable>(
    _ pieces: [(key: Key, line: TimedLine)], _ part: (Key) -> Part
  ) -> [Part] {
    var parts: [Part] = []
    var last: Key?
    for piece in pieces where !piece.line.positions.isEmpty {
      if last != piece.key || parts.isEmpty { parts.append(part(piece.key)) }
      last = piece.key
      parts[parts.count - 1].lines.append(piece.line)
    }
    return parts
  }

  // MARK: Days

  private func dayPart(_ day: Int?) -> Part {
    let date = day.map { CivilDate(dayNumber: $0).description }
    return Part(
      title: date ?? "without time", property: ("day", date.map { .string($0) } ?? .null), lines: []
    )
  }

  /// The pieces of a line by day.
  ///
  /// An edge over midnight is cut at the midnight before its end, or at its start if the day
  /// changes with the time zone. A vertex without a time belongs to the day of the vertex before
  /// it; at the start, to that of the first vertex with a time.
  private func dayPieces(
    _ line: TimedLine, _ clock: inout DayClock
  ) -> [(key: Int?, line: TimedLine)] {
    let seconds = line.positions.indices.map { vertex in
      line.times[vertex].map {
        clock.localSeconds($0, longitude: line.positions[vertex].coordinate.longitude)
      }
    }
    let days = seconds.map { $0.map(DayClock.day(ofLocalSeconds:)) }
    guard let first = days.lazy.compactMap(\.self).first else { return [(nil, line)] }
    var pieces: [(key: Int?, line: TimedLine)] = []
    var piece = TimedLine(positions: [], times: [])
    var current = first
    for vertex in line.positions.indices {
      let next = days[vertex] ?? current
      if next != current {
        let sinceMidnight = (seconds[vertex] ?? 0) - Double(next) * 86_400
        var rest = TimedLine(positions: [], times: [])
        if next < current || !cut(line, vertex, sinceMidnight, &piece, &rest) {
          piece.append(vertex, of: line)
        }
        pieces.append((current, piece))
        piece = rest
        current = next
      }
      piece.append(vertex, of: line)
    }
    pieces.append((current, piece))
    return pieces
  }

  /// Ends a piece at midnight on the edge to a vertex, and begins the next one there.
  ///
  /// - Returns: false, without a change, if the edge has no times that run forward.
  private func cut(
    _ line: TimedLine, _ vertex: Int, _ sinceMidnight: Double, _ piece: inout TimedLine,
    _ rest: inout TimedLine
  ) -> Bool {
    guard vertex > 0, let before = line.times[vertex - 1], let after = line.times[vertex],
      after.seconds > before.seconds
    else { return false }
    var midnight = after
    midnight.seconds -= sinceMidnight
    guard midnight.seconds > before.seconds else {
      rest.append(vertex - 1, of: line)
      return true
    }
    guard midnight.seconds < after.seconds else {
      piece.append(vertex, of: line)
      return true
    }
    let fraction = (midnight.seconds - before.seconds) / (after.seconds - before.seconds)
    let place = line.interpolated(edge: vertex - 1, fraction: fraction).position
    piece.append(place, midnight)
    rest.append(place, midnight)
    return true
  }

  // MARK: Countries

  private func countryPart(_ country: Country?) -> Part {
    Part(
      title: country?.name ?? "no country",
      property: ("country", country.map { .string($0.alpha2) } ?? .null), lines: [])
  }

  /// The pieces of a line by country, cut where it crosses a border.
  private func countryPieces(
    _ line: TimedLine, _ atlas: CountryAtlas
  ) -> [(key: Country?, line: TimedLine)] {
    let stays = atlas.countries(along: GeoPath(line.positions.map(\.coordinate)))
    let end = Double(line.positions.count - 1)
    var pieces: [(key: Country?, line: TimedLine)] = []
    var done = 0.0
    for (number, stay) in stays.enumerated() {
      let entry = number == 0 && stay.entry.distance <= 0 ? 0 : Self.vertex(stay.entry)
      if entry > done { pieces.append((nil, Self.piece(of: line, from: done, to: entry))) }
      let exit = min(Self.vertex(stay.exit), end)
      pieces.append((stay.country, Self.piece(of: line, from: max(entry, done), to: exit)))
      done = max(exit, done)
    }
    if done < end || stays.isEmpty {
      pieces.append((nil, Self.piece(of: line, from: done, to: end)))
    }
    return pieces
  }

  /// A position on a path as the number of a vertex and a fraction of the edge after it.
  private static func vertex(_ position: PathPosition) -> Double {
    Double(position.edge) + (position.fraction.isFinite ? min(max(position.fraction, 0), 1) : 0)
  }

  /// The part of a line between two positions, each the number of a vertex and a fraction.
  private static func piece(of line: TimedLine, from start: Double, to end: Double) -> TimedLine {
    var piece = TimedLine(positions: [], times: [])
    func add(_ place: Double) {
      let edge = min(Int(place), max(line.positions.count - 2, 0))
      let fraction = place - Double(edge)
      if fraction <= 0 || line.positions.count == 1 {
        piece.append(edge, of: line)
      } else if fraction >= 1 {
        piece.append(edge + 1, of: line)
      } else {
        let cut = line.interpolated(edge: edge, fraction: fraction)
        piece.append(cut.position, cut.time)
      }
    }
    add(start)
    var vertex = start.rounded(.down) + 1
    while vertex < end {
      add(vertex)
      vertex += 1
    }
    if end > start { add(end) }
    return piece
  }

  // MARK: Gaps

  /// The parts between gaps.
  ///
  /// The edge over a gap is left out; lines with a smaller gap between them are in one part. A time
  /// that jumps back is a gap too.
  private func gapParts(_ lines: [TimedLine], _ seconds: Double?, _ meters: Double?) -> [Part] {
    var parts: [Part] = []
    var last: (place: Coordinate, time: FeatureTime?)?
    func isGap(_ place: Coordinate, _ time: FeatureTime?) -> Bool {
      guard let last else { return true }
      if let seconds, let before = last.time, let time,
        (time.seconds - before.seconds).magnitude > seconds
      {
        return true
      }
      return meters.map { last.place.distance(to: place) > $0 } ?? false
    }
    for line in lines {
      var isStart = true
      for (vertex, (position, time)) in zip(line.positions, line.times).enumerated() {
        if isGap(position.coordinate, time) {
          let number = parts.count + 1
          parts.append(
            Part(title: "part \(number)", property: ("part", .integer(number)), lines: []))
          isStart = true
        }
        if isStart {
          parts[parts.count - 1].lines.append(TimedLine(positions: [], times: []))
          isStart = false
        }
        let (part, piece) = (parts.count - 1, parts[parts.count - 1].lines.count - 1)
        parts[part].lines[piece].append(vertex, of: line)
        last = (position.coordinate, time ?? last?.time)
      }
    }
    return parts
  }
}
