internal import CairnMemory

// The positions of the coordinates in the links of each common map service.

extension CoordinateLinkReader {
  /// The position of a link to a host.
  func link(host: Range<Int>) throws(CoordinateParsingError) -> GeodeticPosition {
    func isHost(_ name: String) -> Bool { find(name, in: host) != nil }
    let path = segments(after: host)
    let found: Coordinate?
    if isHost("google") || isHost("goo.gl") || isHost("comgooglemaps") || hasPrefix("comgoogle") {
      found = try google(path)
    } else if isHost("yandex") || isHost("ya.ru") {
      found = try yandex()
    } else if isHost("openstreetmap") || isHost("osm.") {
      try refuseDirections(query(["route"]), separator: UInt8(ascii: ";"))
      found =
        query(latitude: ["mlat"], longitude: ["mlon"]) ?? mapFragment()
        ?? query(latitude: ["lat"], longitude: ["lon"])
    } else if isHost("apple") || hasPrefix("maps:") {
      try refuseDirections(query(["saddr"]).flatMap { from in query(["daddr"]).map { _ in from } })
      found = apple()
    } else if isHost("bing") {
      found = bing()
    } else if isHost("waze") || hasPrefix("waze:") {
      found = waze()
    } else if isHost("here.com") || isHost("here.") {
      let label = path.firstIndex { holds("l", at: $0.lowerBound) && $0.count == 1 }
      found =
        label.flatMap { $0 + 1 < path.count ? pair(path[$0 + 1]) : nil } ?? pair(query(["map"]))
    } else if isHost("mapy.") {
      found = query(latitude: ["y"], longitude: ["x"])
    } else {
      // Which of two numbers is the latitude is certain only if they are named.
      found =
        query(latitude: ["mlat"], longitude: ["mlon"])
        ?? query(
          latitude: ["latitude", "lat"], longitude: ["longitude", "lon", "lng", "long"])
        ?? mapFragment()
    }
    guard let found else {
      throw error(
        start, "a link with a coordinate in it; a short link or a name holds none")
    }
    return GeodeticPosition(found)
  }

  /// In order of preference: `!3d…!4d…` is the place, then the search term, then `@`, the center of
  /// the view.
  private func google(_ path: [Range<Int>]) throws(CoordinateParsingError) -> Coordinate? {
    if path.contains(where: { holds("dir", at: $0.lowerBound) && $0.count == 3 }) {
      let destination = free(query(["destination"]))
      guard let destination, query(["origin"]) == nil else {
        throw error(start, "one place: directions have two, and either may be meant", .ambiguous)
      }
      return destination
    }
    if let data = try data() { return data }
    for (before, segment) in zip(path, path.dropFirst()) {
      let isSearched =
        before.count == 5 && holds("place", at: before.lowerBound)
        || before.count == 6 && holds("search", at: before.lowerBound)
      if isSearched, let place = free(segment) { return place }
    }
    try refuseDirections(query(["saddr"]).flatMap { from in query(["daddr"]).map { _ in from } })
    for name in ["query", "q", "daddr"] {
      if let place = free(query([name])) { return place }
    }
    if let place = pair(query(["ll"])) { return place }
    for segment in path where !segment.isEmpty && bytes[segment.lowerBound] == UInt8(ascii: "@") {
      if let place = pair(segment.lowerBound + 1..<segment.upperBound) { return place }
    }
    return pair(query(["center", "viewpoint", "cbll"]))
  }

  /// The place in Google's `!3d…!4d…`; rejects a link with several.
  private func data() throws(CoordinateParsingError) -> Coordinate? {
    var found: Coordinate?
    var index = start
    while let mark = find("!3d", in: index..<end) {
      index = mark + 3
      func number(_ start: Int) -> (value: Double, end: Int)? {
        var stop = start
        while stop < end, bytes[stop] &- 48 < 10 || bytes[stop] == 0x2E || bytes[stop] == 0x2D {
          stop += 1
        }
        let bytes = bytes
        return DecimalNumber.parse(start..<stop) { bytes[$0] }.map { ($0 + 0, stop) }
      }
      guard let north = number(index), holds("!4d", at: north.end),
        let east = number(north.end + 3), let place = place([north.value, east.value])
      else { continue }
      if let found, found != place {
        throw error(mark, "one place, since the link has \(found) and \(place)", .ambiguous)
      }
      found = place
    }
    return found
  }

  /// Longitude first, except in a search.
  private func yandex() throws(CoordinateParsingError) -> Coordinate? {
    try refuseDirections(query(["rtext"]), separator: UInt8(ascii: "~"))
    let marked = query(["whatshere[point]", "whatshere%5bpoint%5d", "pt"])
    if let marked {
      try refuseDirections(marked, separator: UInt8(ascii: "~"))
      if let place = pair(marked, isLongitudeFirst: true) { return place }
    }
    return free(query(["text"])) ?? pair(query(["ll"]), isLongitudeFirst: true)
  }

  private func apple() -> Coordinate? {
    if let place = pair(query(["coordinate"])) ?? pair(query(["ll"])) { return place }
    for name in ["q", "address", "daddr"] {
      if let place = free(query([name])) { return place }
    }
    return pair(query(["center"])) ?? pair(query(["sll"]))
  }

  /// `ll=48.85,2.29`, and `to=ll.48.85,2.29`.
  private func waze() -> Coordinate? {
    if let place = pair(query(["ll", "latlng"])) { return place }
    if let to = query(["to"]), holds("ll.", at: to.lowerBound), to.count > 3 {
      return pair(to.lowerBound + 3..<to.upperBound)
    }
    return query(latitude: ["lat"], longitude: ["lon", "lng"])
  }

  /// A point of `sp`, a search, or the center of the view.
  private func bing() -> Coordinate? {
    if let points = query(["sp"]), holds("point.", at: points.lowerBound) {
      let text = decoded(points.lowerBound + 6..<points.upperBound)
      let numbers = text.split(separator: UInt8(ascii: "_"), maxSplits: 2)
      if numbers.count >= 2,
        let place = place(numbers[..<2].compactMap { self.numbers($0, count: 1)?.first })
      {
        return place
      }
    }
    return free(query(["q"])) ?? free(query(["where1"]))
      ?? pair(query(["cp"]), separator: UInt8(ascii: "~"))
  }

  /// `#map=17/48.8584/2.2945`: zoom, latitude, longitude.
  private func mapFragment() -> Coordinate? {
    guard let range = query(["map"]) else { return nil }
    let text = decoded(range)
    guard let numbers = numbers(text[...], count: 3, separator: UInt8(ascii: "/")) else {
      return nil
    }
    return place(Array(numbers[1...]))
  }

  /// Rejects a value with several places.
  private func refuseDirections(
    _ range: Range<Int>?, separator: UInt8? = nil
  ) throws(CoordinateParsingError) {
    guard let range else { return }
    if let separator, !decoded(range).contains(separator) { return }
    throw error(
      range.lowerBound, "one place: directions have two, and either may be meant", .ambiguous)
  }
}
