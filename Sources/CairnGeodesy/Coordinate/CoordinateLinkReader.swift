internal import CairnMemory

/// A parser for `geo:` URIs and the links of common map services, which uses only their text.
///
/// A link yields the place that it marks, otherwise the one that it searches for, otherwise the
/// center of the view. A link with two places, such as directions, is rejected.
internal struct CoordinateLinkReader {
  let bytes: UnsafeByteSpan
  let start: Int
  let end: Int
  /// The start of the parameters, including their `?` or `#`; the end if none exist.
  private let parameters: Int

  /// The maximum length of a link, in bytes.
  private static let limit = 8192

  /// The position, or nil if the text is not a link.
  ///
  /// Positions in errors count bytes.
  static func read(_ bytes: UnsafeByteSpan) throws(CoordinateParsingError) -> GeodeticPosition? {
    var (start, end) = (0, bytes.count)
    while start < end, bytes[start] <= 0x20 { start += 1 }
    // Most texts begin with a digit, a sign or one letter.
    guard start + 4 < end, bytes[start] | 0x20 &- 97 < 26 || bytes[start] == UInt8(ascii: "<")
    else { return nil }
    while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    if bytes[start] == UInt8(ascii: "<"), bytes[end - 1] == UInt8(ascii: ">") {
      start += 1
      end -= 1
    }
    let reader = CoordinateLinkReader(bytes, start: start, end: end)
    if reader.hasPrefix("geo:") {
      return try reader.checked { (reader) throws(CoordinateParsingError) in try reader.geoURI() }
    }
    guard let host = reader.host() else { return nil }
    return try reader.checked { (reader) throws(CoordinateParsingError) in
      try reader.link(host: host)
    }
  }

  private init(_ bytes: UnsafeByteSpan, start: Int, end: Int) {
    self.bytes = bytes
    self.start = start
    self.end = end
    var index = start
    while index < end, !Self.beginsParameter(bytes[index]) { index += 1 }
    parameters = index
  }

  private static func beginsParameter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "?") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "#")
  }

  private func checked(
    _ read: (CoordinateLinkReader) throws(CoordinateParsingError) -> GeodeticPosition
  ) throws(CoordinateParsingError) -> GeodeticPosition {
    guard end - start <= Self.limit else {
      throw error(start, "a link of at most \(Self.limit) bytes")
    }
    return try read(self)
  }

  // MARK: Bytes

  func hasPrefix(_ text: String) -> Bool { holds(text, at: start) }

  /// Whether a text in lowercase occurs at an index, ignoring case.
  func holds(_ text: String, at index: Int) -> Bool {
    var index = index
    guard index >= start, index + text.utf8.count <= end else { return false }
    for letter in text.utf8 {
      let byte = bytes[index]
      guard (byte >= 65 && byte <= 90 ? byte | 0x20 : byte) == letter else { return false }
      index += 1
    }
    return true
  }

  func find(_ text: String, in range: Range<Int>) -> Int? {
    guard range.count >= text.utf8.count, let first = text.utf8.first else { return nil }
    for index in range.lowerBound...(range.upperBound - text.utf8.count) {
      // Most bytes are another letter, in either case.
      if bytes[index] | 0x20 == first, holds(text, at: index) { return index }
    }
    return nil
  }

  func error(
    _ position: Int, _ expected: String,
    _ kind: CoordinateParsingError.Kind = .linkWithoutCoordinate
  ) -> CoordinateParsingError {
    let stop = min(end, position + 40)
    return CoordinateParsingError(
      kind: kind, position: position, found: bytes.text(in: position..<stop),
      expected: expected)
  }

  // MARK: Values

  /// The bytes of a link with percent signs decoded, and plus signs as blanks.
  func decoded(_ range: Range<Int>) -> [UInt8] {
    func digit(_ index: Int) -> UInt8? {
      guard index < range.upperBound else { return nil }
      switch bytes[index] {
      case 48...57: return bytes[index] - 48
      case 65...70: return bytes[index] - 55
      case 97...102: return bytes[index] - 87
      default: return nil
      }
    }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: "%"), let high = digit(index + 1), let low = digit(index + 2)
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index] == UInt8(ascii: "+") ? 0x20 : bytes[index])
        index += 1
      }
    }
    return decoded
  }

  /// Numbers separated by one byte; more text may follow the last of `count`.
  func numbers(
    _ text: ArraySlice<UInt8>, count: Int, separator: UInt8 = UInt8(ascii: ",")
  ) -> [Double]? {
    var numbers: [Double] = []
    numbers.reserveCapacity(count)
    var index = text.startIndex
    func skipBlanks() {
      while index < text.endIndex, text[index] == 0x20 { index += 1 }
    }
    while true {
      skipBlanks()
      let start = index
      while index < text.endIndex, Self.isOfNumber(text[index]) { index += 1 }
      guard let value = DecimalNumber.parse(start..<index, byte: { text[$0] }), value.isFinite
      else { return nil }
      numbers.append(value + 0)
      if numbers.count == count {
        // A zoom or a label may follow, but not another number without a separator.
        guard index < text.endIndex else { return numbers }
        let next = text[index]
        return next == separator || next == 0x20 || next == UInt8(ascii: "(") ? numbers : nil
      }
      skipBlanks()
      guard index < text.endIndex, text[index] == separator else { return nil }
      index += 1
    }
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    byte &- 48 < 10 || byte == 0x2E || byte == 0x2D || byte == 0x2B
  }

  /// A pair of numbers as a valid coordinate.
  func place(_ numbers: [Double]?, isLongitudeFirst: Bool = false) -> Coordinate? {
    guard let numbers, numbers.count >= 2 else { return nil }
    let (latitude, longitude) =
      isLongitudeFirst ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
    guard latitude.magnitude <= 90, longitude.magnitude <= 360 else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  func pair(
    _ range: Range<Int>?, separator: UInt8 = UInt8(ascii: ","), isLongitudeFirst: Bool = false
  ) -> Coordinate? {
    guard let range else { return nil }
    return place(
      numbers(decoded(range)[...], count: 2, separator: separator),
      isLongitudeFirst: isLongitudeFirst)
  }

  /// A coordinate in free form, as in a search; a label in parentheses may follow.
  func free(_ range: Range<Int>?) -> Coordinate? {
    guard let range, range.count <= 200 else { return nil }
    var text = decoded(range)[...]
    if text.starts(with: "loc:".utf8) { text = text.dropFirst(4) }
    if let numbers = place(numbers(text, count: 2)),
      text.first.map({ $0 &- 48 < 10 || $0 == 0x2D || $0 == 0x20 }) == true,
      !text.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") })
    {
      return numbers
    }
    if let label = text.firstIndex(of: UInt8(ascii: "(")), label > text.startIndex {
      text = text[..<label]
    }
    return Array(text).withUnsafeSpan { text in
      try? CoordinateReader.read(text, letterO: nil).coordinate
    }
  }

  // MARK: geo URIs

  /// A `geo:` URI (RFC 5870), or Android's form of it with a search after a question mark.
  private func geoURI() throws(CoordinateParsingError) -> GeodeticPosition {
    let body = start + 4
    var stop = body
    while stop < end, bytes[stop] != UInt8(ascii: ";"), bytes[stop] != UInt8(ascii: "?") {
      stop += 1
    }
    var numbers: [Double] = []
    var index = body
    while true {
      var next = index
      while next < stop, bytes[next] != UInt8(ascii: ",") { next += 1 }
      let bytes = bytes
      guard let number = DecimalNumber.parse(index..<next, byte: { bytes[$0] }), number.isFinite
      else { throw error(index, "a number", index == next ? .incomplete : .unexpectedNumber) }
      numbers.append(number + 0)
      guard next < stop else { break }
      guard numbers.count < 3 else {
        throw error(next, "latitude, longitude and altitude", .unexpectedNumber)
      }
      index = next + 1
    }
    guard numbers.count >= 2 else { throw error(body, "latitude and longitude", .incomplete) }
    if numbers.count > 2, numbers[2].magnitude > GeodeticPosition.heightLimit {
      throw error(body, "an altitude of at most 10,000 km", .outOfRange)
    }
    guard let place = place(numbers) else {
      throw error(body, "a latitude in -90...90 and a longitude in -360...360", .outOfRange)
    }
    var parameters = stop
    while parameters < end, bytes[parameters] == UInt8(ascii: ";") {
      var next = parameters + 1
      while next < end, bytes[next] != UInt8(ascii: ";"), bytes[next] != UInt8(ascii: "?") {
        next += 1
      }
      if holds(";crs=", at: parameters),
        !(holds(";crs=wgs84", at: parameters) && next == parameters + 10)
      {
        throw error(parameters + 1, "crs=wgs84", .unsupportedReferenceSystem)
      }
      parameters = next
    }
    let position = GeodeticPosition(place, height: numbers.count > 2 ? numbers[2] : nil)
    guard let search = free(query(["q"], from: parameters)) else { return position }
    // Android's geo:0,0?q=… gives the place after the question mark.
    guard place == Coordinate(latitude: 0, longitude: 0) || place == search else {
      throw error(
        body, "one place, since the URI is about \(place) and searches for \(search)", .ambiguous)
    }
    return place == search ? position : GeodeticPosition(search)
  }

  // MARK: Links

  /// The host of a link, with or without its scheme; nil for other text.
  private func host() -> Range<Int>? {
    var index = start
    while index < end, bytes[index] | 0x20 &- 97 < 26 { index += 1 }
    if index > start, index + 2 < end, bytes[index] == UInt8(ascii: ":"),
      bytes[index + 1] == UInt8(ascii: "/"), bytes[index + 2] == UInt8(ascii: "/")
    {
      let from = index + 3
      var to = from
      while to < end, !Self.endsHost(bytes[to]) { to += 1 }
      return from..<to
    }
    // "maps.google.com/…": letters, digits, dots and hyphens, with a dot before the slash.
    index = start
    var hasPoint = false
    while index < end, !Self.endsHost(bytes[index]) {
      let byte = bytes[index]
      guard byte | 0x20 &- 97 < 26 || byte &- 48 < 10 || byte == 0x2E || byte == 0x2D else {
        return nil
      }
      if byte == 0x2E { hasPoint = true }
      index += 1
    }
    guard hasPoint, index < end, bytes[index - 1] | 0x20 &- 97 < 26 else { return nil }
    return start..<index
  }

  private static func endsHost(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
      || byte <= 0x20
  }

  /// The value of the first of several parameters that is present, in the order of `names`.
  func query(_ names: [String], from: Int? = nil) -> Range<Int>? {
    for name in names {
      var index = from ?? parameters
      while index < end {
        let mark = bytes[index]
        index += 1
        guard Self.beginsParameter(mark) else { continue }
        let value = index + name.utf8.count + 1
        guard value <= end, holds(name, at: index), bytes[value - 1] == UInt8(ascii: "=") else {
          continue
        }
        var stop = value
        while stop < end, bytes[stop] != UInt8(ascii: "&"), bytes[stop] != UInt8(ascii: "#") {
          stop += 1
        }
        return value..<stop
      }
    }
    return nil
  }

  /// The numbers of two parameters, for latitude and longitude.
  func query(latitude: [String], longitude: [String]) -> Coordinate? {
    guard let north = query(latitude), let east = query(longitude) else { return nil }
    return place(
      [numbers(decoded(north)[...], count: 1), numbers(decoded(east)[...], count: 1)]
        .compactMap { $0?.first })
  }

  /// The path's segments.
  func segments(after host: Range<Int>) -> [Range<Int>] {
    var segments: [Range<Int>] = []
    var index = host.upperBound
    while index < end, bytes[index] == UInt8(ascii: "/") {
      var stop = index + 1
      while stop < end, bytes[stop] != UInt8(ascii: "/"), bytes[stop] != UInt8(ascii: "?"),
        bytes[stop] != UInt8(ascii: "#")
      {
        stop += 1
      }
      segments.append(index + 1..<stop)
      index = stop
    }
    return segments
  }
}
