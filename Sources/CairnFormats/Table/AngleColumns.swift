internal import CairnGeodesy

/// The additional columns of a latitude and a longitude: minutes, seconds, and the letter of the
/// hemisphere.
///
/// They are recognized by name: `lat_min` and `lat_sec` next to `lat_deg`, `LatM` next to `LatD`;
/// `lat_dir`, `GPSLatitudeRef`, `NS` and `EW`; or `min`, `sec`, `hemisphere` after both columns.
package struct AngleColumns: Hashable, Sendable {
  /// The columns of one angle.
  package struct Axis: Hashable, Sendable {
    package internal(set) var degrees: Int
    internal var minutes: Int?
    internal var seconds: Int?
    internal var hemisphere: Int?
    /// Whether the name of the degrees is that of the southern or western hemisphere.
    internal var isNegative = false

    /// The columns that are meaningless without the degrees.
    package var others: [Int] { [minutes, seconds, hemisphere].compactMap(\.self) }
  }

  package internal(set) var latitude: Axis
  package internal(set) var longitude: Axis
  /// A column that may contain both hemispheres, such as `NE`; other words are ignored.
  var both: Int?
  /// The number by which the degrees are divided, such as 10,000,000.
  var divisor = 1.0

  /// All columns of the coordinate, without ``both``.
  var all: [Int] {
    [latitude.degrees] + latitude.others + [longitude.degrees] + longitude.others
  }

  /// The columns that are only parts of an angle: those of ``all`` without the degrees.
  var others: [Int] { latitude.others + longitude.others }
}

/// The fault of an angle in several columns.
internal struct AngleError: Error {
  let reason: FormatError.Reason
  let column: Int
}

// MARK: Names

extension AngleColumns {
  private enum Part { case degrees, minutes, seconds, hemisphere }

  private static let words = (
    latitude: ["latitude", "lat"], longitude: ["longitude", "long", "lon", "lng"]
  )
  private static let parts: [String: Part] = {
    var parts: [String: Part] = [:]
    for word in ["deg", "degs", "degree", "degrees", "d", "dd"] { parts[word] = .degrees }
    for word in ["min", "mins", "minute", "minutes", "m", "mm"] { parts[word] = .minutes }
    for word in ["sec", "secs", "second", "seconds", "s", "ss"] { parts[word] = .seconds }
    for word in [
      "ns", "ew", "we", "sn", "dir", "direction", "hem", "hemi", "hemis", "hemisphere", "ref", "h",
      "cardinal", "letter", "indicator", "quadrant", "nsindicator", "ewindicator",
    ] {
      parts[word] = .hemisphere
    }
    return parts
  }()
  private static let northSouth: Set = ["ns", "northsouth", "nsindicator", "nshemisphere"]
  private static let eastWest: Set = ["ew", "eastwest", "ewindicator", "ewhemisphere"]
  private static let wholeHemispheres = ["hemisphere", "hemispheres", "quadrant"]

  /// Finds the additional columns of two columns of degrees; returns nil if none exist.
  ///
  /// - Parameters:
  ///   - plain: the names of all columns, in the form of `PlaceColumns.plain`.
  ///   - latitude: the column of the latitude.
  ///   - longitude: the column of the longitude.
  /// - Complexity: O(names).
  init?(_ plain: [String], latitude: Int, longitude: Int) {
    let divisor = PlaceColumns.divisor(plain[latitude])
    guard divisor == PlaceColumns.divisor(plain[longitude]) else { return nil }
    if divisor > 1 {
      self.latitude = Axis(degrees: latitude)
      self.longitude = Axis(degrees: longitude)
      self.divisor = divisor
      return
    }
    guard plain.count > 2 else { return nil }
    self.latitude = Self.named(latitude, Self.words.latitude, plain)
    self.longitude = Self.named(longitude, Self.words.longitude, plain)
    takeFollowers(plain)
    takeLetters(plain)
    if self.latitude.hemisphere == nil, self.longitude.hemisphere == nil {
      both = Self.wholeHemispheres.lazy.compactMap { plain.firstIndex(of: $0) }.first
    }
    if others.isEmpty, both == nil { return nil }
  }

  /// The occurrences of an axis's words in a name, as prefix and suffix.
  private static func stems(
    _ name: String, _ words: [String]
  ) -> [(prefix: Substring, suffix: Substring)] {
    guard name.utf8.count <= 60 else { return [] }
    return words.flatMap { word in
      ColumnSpelling.ranges(of: word, in: name).map {
        (name[..<$0.lowerBound], name[$0.upperBound...])
      }
    }
  }

  /// The additional columns that are named like a column of degrees.
  private static func named(_ degrees: Int, _ words: [String], _ plain: [String]) -> Axis {
    var axis = Axis(degrees: degrees)
    for stem in stems(plain[degrees], words) {
      let (before, behind) = (parts[String(stem.prefix)], parts[String(stem.suffix)])
      let isBehind = stem.suffix.isEmpty || behind == .degrees
      let isBefore = stem.prefix.isEmpty || before == .degrees
      let isPlain = behind != .degrees && before != .degrees
      var minutes: Int?
      var hasGreatest = false
      for (column, name) in plain.enumerated() where column != degrees {
        for other in stems(name, words) {
          var word = ""
          if isBehind, other.prefix == stem.prefix || before == .degrees && other.prefix.isEmpty {
            word = String(other.suffix)
          } else if isBefore, other.suffix == stem.suffix {
            word = String(other.prefix)
          }
          if word == "max" { hasGreatest = true }
          // `lat_m` next to `lat` may be meters.
          guard let part = parts[word], !isPlain || word.utf8.count > 2 || part == .hemisphere
          else {
            continue
          }
          switch part {
          case .degrees: break
          case .minutes: minutes = minutes ?? column
          case .seconds: axis.seconds = axis.seconds ?? column
          case .hemisphere where word == "h" && isPlain: break
          case .hemisphere: axis.hemisphere = axis.hemisphere ?? column
          }
        }
      }
      // `lat_min` and `lat_max` are the bounds of a box.
      axis.minutes = hasGreatest ? nil : minutes
      if axis.minutes == nil { axis.seconds = nil }
      if !axis.others.isEmpty { break }
    }
    return axis
  }

  /// Finds columns such as `min`, `sec` and `dir`, if the same ones follow both columns of degrees.
  private mutating func takeFollowers(_ plain: [String]) {
    func followers(_ axis: Axis) -> (axis: Axis, kinds: [Part]) {
      var axis = axis
      var kinds: [Part] = []
      for column in (axis.degrees + 1)..<(axis.degrees + 4) where column < plain.count {
        guard let part = Self.parts[plain[column]] else { break }
        switch part {
        case .minutes where kinds.isEmpty: axis.minutes = axis.minutes ?? column
        case .seconds where kinds == [.minutes]: axis.seconds = axis.seconds ?? column
        case .hemisphere where kinds.last != .hemisphere:
          axis.hemisphere = axis.hemisphere ?? column
        default: return (axis, kinds)
        }
        kinds.append(part)
      }
      return (axis, kinds)
    }
    let (north, east) = (followers(latitude), followers(longitude))
    guard !north.kinds.isEmpty, north.kinds == east.kinds else { return }
    (latitude, longitude) = (north.axis, east.axis)
  }

  /// Finds columns such as `NS` and `EW`: both anywhere, or a single one next to its degrees.
  private mutating func takeLetters(_ plain: [String]) {
    let north = plain.firstIndex { Self.northSouth.contains($0) }
    let east = plain.firstIndex { Self.eastWest.contains($0) }
    func isBeside(_ column: Int, _ axis: Axis) -> Bool {
      column == axis.degrees - 1 || column == (axis.others.max() ?? axis.degrees) + 1
    }
    if latitude.hemisphere == nil, let north, east != nil || isBeside(north, latitude) {
      latitude.hemisphere = north
    }
    if longitude.hemisphere == nil, let east, north != nil || isBeside(east, longitude) {
      longitude.hemisphere = east
    }
  }

  /// The columns of degrees whose names imply a column of minutes, such as `LatD` and `deg_lat`.
  static func degrees(_ plain: [String]) -> (latitude: Int, longitude: Int)? {
    func find(_ words: [String]) -> Int? {
      plain.indices.lazy.filter { column in
        stems(plain[column], words).contains { prefix, suffix in
          parts[String(suffix)] == .degrees || parts[String(prefix)] == .degrees
        }
      }
      // Each takes a pass over all names.
      .prefix(8).first { named($0, words, plain).minutes != nil }
    }
    guard let latitude = find(words.latitude), let longitude = find(words.longitude) else {
      return nil
    }
    return (latitude, longitude)
  }
}

// MARK: Values

/// The hemispheres that a word denotes.
private struct HemisphereWord {
  var isSouth: Bool?
  var isWest: Bool?

  init?(_ word: String) {
    let letters = word.lowercased().filter { $0.isLetter || $0 == "+" || $0 == "-" || $0.isNumber }
    switch letters {
    case "n", "north", "northern": isSouth = false
    case "s", "south", "southern": isSouth = true
    case "e", "east", "eastern": isWest = false
    case "w", "west", "western": isWest = true
    case "ne", "northeast": (isSouth, isWest) = (false, false)
    case "nw", "northwest": (isSouth, isWest) = (false, true)
    case "se", "southeast": (isSouth, isWest) = (true, false)
    case "sw", "southwest": (isSouth, isWest) = (true, true)
    default: return nil
    }
  }
}

extension AngleColumns {
  /// An angle that may be a number or a text.
  private struct Angle {
    /// The absolute degrees; nil if the angle is a text in another form.
    var magnitude: Double?
    var text: String
    var isNegative: Bool

    /// The angle as signed degrees, or as a text with the letter of its hemisphere.
    func spelled(_ letters: (Character, Character), isWritten: Bool) -> String {
      if let magnitude { return "\(isNegative ? -magnitude : magnitude)" }
      let letter = isNegative ? letters.1 : letters.0
      return isWritten && text.last?.uppercased() != String(letter) ? "\(text) \(letter)" : text
    }

    /// Sets the sign by the hemisphere; returns false if it is not known.
    mutating func take(_ isNegative: Bool?, _ axis: Axis) throws(AngleError) -> Bool {
      guard let isNegative else { return false }
      if self.isNegative, !isNegative, magnitude != 0 {
        throw .expected(
          "an angle without a minus sign in the northern or eastern hemisphere", found: text,
          axis.degrees)
      }
      self.isNegative = isNegative
      return true
    }
  }

  /// Computes the coordinate of a row.
  ///
  /// - Parameters:
  ///   - commaIsPoint: whether numbers may have a decimal comma.
  ///   - text: returns the text of a column, without surrounding white space; nil if the row lacks
  ///     the field.
  /// - Returns: the coordinate, correctly rounded if the seconds are whole.
  /// - Throws: ``AngleError`` with the column of the fault.
  func coordinate(
    commaIsPoint: Bool, text: (Int) -> String?
  ) throws(AngleError) -> Coordinate {
    let whole = both.flatMap { HemisphereWord(text($0) ?? "") }
    var north = try angle(latitude, commaIsPoint, text)
    let hasLetter = try north.take(
      isNegative(latitude, text, \.isSouth, "N or S beside a latitude") ?? whole?.isSouth
        ?? (latitude.isNegative ? true : nil), latitude)
    var east = try angle(longitude, commaIsPoint, text)
    let hasOther = try east.take(
      isNegative(longitude, text, \.isWest, "E or W beside a longitude") ?? whole?.isWest
        ?? (longitude.isNegative ? true : nil), longitude)
    guard let latitude = north.magnitude, let longitude = east.magnitude else {
      let texts = (
        north.spelled(("N", "S"), isWritten: hasLetter),
        east.spelled(("E", "W"), isWritten: hasOther)
      )
      guard let found = CoordinateField.coordinate(latitude: texts.0, longitude: texts.1) else {
        throw north.magnitude == nil
          ? .notANumber(north.text, self.latitude.degrees)
          : .notANumber(east.text, self.longitude.degrees)
      }
      return found
    }
    let place = Coordinate(
      latitude: (north.isNegative ? -latitude : latitude) + 0,
      longitude: (east.isNegative ? -longitude : longitude) + 0)
    if place.latitude.magnitude > 90 || place.longitude.magnitude > 360 {
      let reason =
        FormatError.Reason(latitude: place.latitude, longitude: place.longitude)
        ?? .outOfRange(place.longitude)
      throw AngleError(
        reason: reason,
        column: place.latitude.magnitude > 90 ? self.latitude.degrees : self.longitude.degrees)
    }
    return place
  }

  /// The angle of an axis, without the sign of its hemisphere.
  private func angle(
    _ axis: Axis, _ commaIsPoint: Bool, _ text: (Int) -> String?
  ) throws(AngleError) -> Angle {
    func number(_ text: String) -> Double? {
      let bytes = Array(text.utf8)
      return DecimalNumber.parse(bytes, in: bytes.indices, commaIsPoint: commaIsPoint)
    }
    /// The minutes or the seconds.
    func part(_ column: Int?, _ name: String) throws(AngleError) -> Double {
      guard let column, let word = text(column), !word.isEmpty else { return 0 }
      guard let number = number(word) else { throw .notANumber(word, column) }
      guard number >= 0, number < 60 else {
        throw .expected("\(name) from 0 up to 60", found: word, column)
      }
      return number
    }
    let degrees = text(axis.degrees) ?? ""
    guard !degrees.isEmpty else {
      throw AngleError(reason: .missingField, column: axis.degrees)
    }
    let (minutes, seconds) = (try part(axis.minutes, "minutes"), try part(axis.seconds, "seconds"))
    let value = number(degrees)
    if minutes != 0 || seconds != 0 {
      guard let value else { throw .notANumber(degrees, axis.degrees) }
      guard value == value.rounded() else {
        throw .expected("whole degrees beside a column of minutes", found: degrees, axis.degrees)
      }
      guard seconds == 0 || minutes == minutes.rounded() else {
        throw AngleError(
          reason: .expected(
            "whole minutes beside a column of seconds",
            found: axis.minutes.flatMap(text) ?? ""),
          column: axis.minutes ?? axis.degrees)
      }
    }
    // A single division, so that the result for whole seconds is correctly rounded.
    let magnitude = value.map {
      minutes == 0 && seconds == 0
        ? $0.magnitude / divisor : ($0.magnitude * 3600 + minutes * 60 + seconds) / 3600
    }
    return Angle(
      magnitude: magnitude, text: degrees,
      isNegative: degrees.first == "-" || degrees.first == "\u{2212}")
  }

  /// Whether the column of an axis's hemisphere makes the angle negative; nil if it is empty or
  /// does not exist.
  private func isNegative(
    _ axis: Axis, _ text: (Int) -> String?, _ side: KeyPath<HemisphereWord, Bool?>,
    _ expected: String
  ) throws(AngleError) -> Bool? {
    guard let column = axis.hemisphere, let letter = text(column), !letter.isEmpty else {
      return nil
    }
    guard let isNegative = HemisphereWord(letter)?[keyPath: side] else {
      throw AngleError(
        reason: .expected(expected, found: "\"\(letter.prefix(40))\""), column: column)
    }
    return isNegative
  }
}

extension AngleError {
  fileprivate static func notANumber(_ text: String, _ column: Int) -> AngleError {
    AngleError(reason: .notANumber(String(text.prefix(40))), column: column)
  }

  fileprivate static func expected(
    _ what: String, found text: String, _ column: Int
  ) -> AngleError {
    AngleError(reason: .expected(what, found: String(text.prefix(40))), column: column)
  }
}

extension AngleColumns {
  /// The columns of a first row without a header that contains numbers with letters after or before
  /// them: `33.9,S,18.4,E`, `S,33.9,E,18.4`.
  init?(lettersBesideNumbers fields: [String], _ isNumber: (Int) -> Bool) {
    func find(_ letters: Set<String>, _ step: Int) -> Axis? {
      let found = fields.indices.filter {
        isNumber($0) && fields.indices.contains($0 + step)
          && letters.contains(fields[$0 + step].trimmingBlanks.uppercased())
      }
      return found.count == 1 ? Axis(degrees: found[0], hemisphere: found[0] + step) : nil
    }
    for step in [1, -1] {
      guard let latitude = find(["N", "S"], step), let longitude = find(["E", "W"], step) else {
        continue
      }
      self.latitude = latitude
      self.longitude = longitude
      return
    }
    return nil
  }
}
