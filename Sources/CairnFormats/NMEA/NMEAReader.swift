internal import CairnGeodesy

/// Reads the positions of an NMEA 0183 log as a track.
///
/// ```swift
/// var reader = NMEAReader()
/// let line = "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"
/// reader.append(Array(line.utf8))
/// reader.finish()
/// try reader.next()?.geometry     // the point 48.1173, 11.516667 at 545.4 m
/// ```
///
/// - Sentences GGA, GNS, RMC and GLL of any talker give positions, RMC and ZDA the date. Sentences
///   with the same time form one point, with the elevation of GGA or GNS.
/// - The track is a single line, or a point if it has one position. Its times are stored in
///   `coordTimes`, as for GPX; if the log contains no date, they are times of day in
///   `coordinateProperties.timeOfDay`. Points before the first date get the preceding days.
/// - Void fixes and sentences without a position are counted in ``leftOut``.
/// - A sentence with a wrong checksum or a malformed position is an error of its line, and the next
///   call continues after it. A sentence without a checksum is accepted.
///
/// The whole track is kept in memory, 56 bytes per point.
public struct NMEAReader: FeatureReader {
  /// Counts of void fixes and of sentences without a position.
  public private(set) var leftOut = LeftOut()

  private var lines = LineInput()
  private var points: [Point] = []
  /// The point to which sentences with the same time are added.
  private var open: Point?
  /// The last date, in days since 1970, and the last time of day.
  private var day: Int?
  private var lastTime: Int?
  /// The time of the last void fix, to count its further sentences only once.
  private var voidTime: Int?
  private var isDone = false

  /// A position and its time: milliseconds of the day, days since 1970.
  private struct Point {
    var position: GeoFeature.Position
    var time: Int?
    var day: Int?
  }

  /// Creates a reader without input.
  public init() {}

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) { lines.append(piece) }

  /// Marks the end of the input.
  public mutating func finish() { lines.finish() }

  /// Not public API: the track of the complete sentences.
  public mutating func _salvage() -> GeoFeature? {
    finish()
    // A sentence that is cut off is an error.
    for _ in 0..<2 { if let feature = try? next() { return feature } }
    return nil
  }

  /// Returns the track when the input is finished; nil before that, and after it was returned.
  ///
  /// - Throws: ``FormatError`` for a malformed line; the next call continues after it.
  public mutating func next() throws(FormatError) -> GeoFeature? {
    while let line = try lines.next() {
      do throws(ByteParseError) {
        try read(line)
      } catch {
        throw lines.error(error.reason, at: error.index)
      }
    }
    guard lines.isAtEnd, !isDone else { return nil }
    isDone = true
    closePoint()
    return feature
  }

  /// Whether the text begins with a sentence: a dollar sign, five to nine letters or digits and a
  /// comma.
  internal static func recognizes(_ bytes: some Collection<UInt8>) -> Bool {
    let text = bytes.drop { $0.isBlank || [0xEF, 0xBB, 0xBF].contains($0) }
    guard text.first == UInt8(ascii: "$") else { return false }
    let letters = text.dropFirst().prefix { $0.isLetter || $0.isDigit }
    return (5...9).contains(letters.count) && text.dropFirst(letters.count + 1).first == 0x2C
  }

  // MARK: Sentences

  private mutating func read(_ line: Range<Int>) throws(ByteParseError) {
    let bytes = lines.bytes
    // A logger may write its own time or a tag block before the sentence.
    guard let start = line.first(where: { [0x24, 0x21].contains(bytes[$0]) }) else {
      throw ByteParseError(
        reason: .expected("an NMEA sentence that begins with $", found: bytes.excerpt(line)),
        index: line.lowerBound)
    }
    let star = (start..<line.upperBound).first { bytes[$0] == UInt8(ascii: "*") }
    let end = star ?? line.upperBound
    if let star { try check(start + 1..<star, star + 1..<line.upperBound) }
    var fields: [Range<Int>] = []
    var from = start + 1
    for index in start + 1...end where index == end || bytes[index] == UInt8(ascii: ",") {
      fields.append(bytes.trimmingBlanks(in: from..<index))
      from = index + 1
    }
    let kind = String(decoding: bytes[fields[0]].suffix(3), as: UTF8.self).uppercased()
    let isProprietary = bytes[fields[0]].first.map { $0 | 0x20 == UInt8(ascii: "p") } ?? true
    switch isProprietary || bytes[start] != 0x24 ? "" : kind {
    case "GGA": try take(fields, time: 1, place: 2, isValid: text(fields, 6) != "0", height: 9)
    case "GNS":
      let mode = text(fields, 6)
      let isValid = mode.isEmpty || mode.contains { $0 != "N" }
      try take(fields, time: 1, place: 2, isValid: isValid, height: 9)
    case "RMC":
      try take(fields, time: 1, place: 3, isValid: text(fields, 2) != "V", date: 9)
    case "GLL": try take(fields, time: 5, place: 1, isValid: text(fields, 6) != "V")
    case "ZDA":
      if let date = NMEATime.day(
        Int(text(fields, 4)), Int(text(fields, 3)), Int(text(fields, 2)))
      {
        day = date
        lastTime = NMEATime.time(text(fields, 1)) ?? lastTime
      }
    default: leftOut.add(.sentence)
    }
  }

  /// Verifies the checksum: the exclusive or of all bytes between `$` and `*`.
  private func check(_ text: Range<Int>, _ sum: Range<Int>) throws(ByteParseError) {
    let digits = lines.bytes.trimmingBlanks(in: sum)
    let found = String(decoding: lines.bytes[digits], as: UTF8.self)
    let own = lines.bytes[text].reduce(0, ^)
    guard UInt8(found, radix: 16) != own else { return }
    let wanted = String(own, radix: 16, uppercase: true)
    throw ByteParseError(
      reason: .expected(
        "the checksum \(own < 16 ? "0" : "")\(wanted)", found: "\"\(found.prefix(40))\""),
      index: sum.lowerBound)
  }

  private func text(_ fields: [Range<Int>], _ number: Int) -> String {
    number < fields.count ? String(decoding: lines.bytes[fields[number]], as: UTF8.self) : ""
  }

  /// Adds a position, given the fields that contain its parts.
  private mutating func take(
    _ fields: [Range<Int>], time timeField: Int, place: Int, isValid: Bool, height: Int? = nil,
    date: Int? = nil
  ) throws(ByteParseError) {
    let time = NMEATime.time(text(fields, timeField))
    if let date {
      let digits = text(fields, date)
      let parts = [0, 2, 4].map { Int(digits.dropFirst($0).prefix(2)) }
      let year = parts[2].map { $0 < 80 ? $0 + 2000 : $0 + 1900 }
      if digits.utf8.count == 6, let found = NMEATime.day(year, parts[1], parts[0]) {
        day = found
        lastTime = time
      }
    }
    guard isValid, !text(fields, place).isEmpty, !text(fields, place + 2).isEmpty else {
      if time == nil || time != voidTime, time == nil || time != open?.time {
        leftOut.add(.voidFix)
      }
      voidTime = time
      return
    }
    let latitude = try angle(fields, place, "N", "S", limit: 90)
    let longitude = try angle(fields, place + 2, "E", "W", limit: 180)
    var meters: Double?
    if let height, height < fields.count {
      meters = DecimalNumber.parse(lines.bytes, in: fields[height])
    }
    // If the clock goes back by more than 12 hours without a new date, midnight has passed.
    if let time, let last = lastTime, time < last - 43_200_000 { day = day.map { $0 + 1 } }
    lastTime = time ?? lastTime
    let position = GeoFeature.Position(
      Coordinate(latitude: latitude, longitude: longitude), elevation: meters)
    if open == nil || open?.time != time || time == nil {
      closePoint()
      open = Point(position: position, time: time, day: day)
    } else {
      // GGA often has more digits than the other sentences, and the elevation.
      if meters != nil { open?.position = position }
      open?.day = day
    }
  }

  private mutating func closePoint() {
    if let open { points.append(open) }
    open = nil
  }

  /// Reads `ddmm.mmmm` and the hemisphere letter after it.
  private func angle(
    _ fields: [Range<Int>], _ number: Int, _ plus: String, _ minus: String, limit: Double
  ) throws(ByteParseError) -> Double {
    let field = fields[number]
    let letter = text(fields, number + 1).uppercased()
    guard letter == plus || letter == minus else {
      throw ByteParseError(
        reason: .expected("\(plus) or \(minus) after an angle", found: "\"\(letter.prefix(40))\""),
        index: field.upperBound)
    }
    let bytes = lines.bytes
    let point = field.first { bytes[$0] == UInt8(ascii: ".") } ?? field.upperBound
    let isPlain = field.allSatisfy { bytes[$0].isDigit || $0 == point }
    guard isPlain, point - field.lowerBound >= 3,
      let degrees = DecimalNumber.parse(bytes, in: field.lowerBound..<point - 2),
      let minutes = DecimalNumber.parse(bytes, in: point - 2..<field.upperBound), minutes < 60
    else {
      throw ByteParseError(
        reason: .expected("degrees and minutes as ddmm.mmmm", found: bytes.excerpt(field)),
        index: field.lowerBound)
    }
    let angle = (degrees * 60 + minutes) / 60
    guard angle <= limit else {
      throw ByteParseError(reason: .outOfRange(angle), index: field.lowerBound)
    }
    return letter == minus ? 0 - angle : angle
  }

  // MARK: The track

  /// The points; those before the first date get the preceding days.
  private var datedPoints: [Point] {
    var points = points
    guard let dated = points.firstIndex(where: { $0.day != nil && $0.time != nil }) else {
      return points
    }
    var (day, next) = (points[dated].day, points[dated].time)
    for index in points[..<dated].indices.reversed() {
      if let time = points[index].time {
        if let next, time > next + 43_200_000 { day = day.map { $0 - 1 } }
        next = time
      }
      points[index].day = day
    }
    return points
  }

  private var feature: GeoFeature? {
    let points = datedPoints
    guard let first = points.first else { return nil }
    let hasDates = points.contains { $0.day != nil && $0.time != nil }
    let times = points.map { point -> PropertyValue in
      guard let time = point.time else { return .null }
      guard hasDates else { return .string(NMEATime.clock(time)) }
      return point.day.map { .string("\(NMEATime.date($0))T\(NMEATime.clock(time))Z") } ?? .null
    }
    let hasTimes = times.contains { $0 != .null }
    guard points.count > 1 else {
      var feature = GeoFeature(geometry: .point(first.position))
      if hasTimes { feature.properties[hasDates ? "time" : "timeOfDay"] = times[0] }
      return feature
    }
    var feature = GeoFeature(geometry: .lineString(points.map(\.position)))
    if hasTimes {
      if hasDates {
        feature.properties["coordTimes"] = .array(times)
      } else {
        feature.properties["coordinateProperties"] = .object(["timeOfDay": .array(times)])
      }
    }
    return feature
  }
}
