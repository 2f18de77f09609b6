/// The columns of a table that describe a place.
///
/// Columns are recognized by name, ignoring case, spaces of any kind, punctuation and the marks of
/// letters; the most specific name is preferred, among equal ones the first:
///
/// - `latitude`, `lat`, `point_latitude`, `Latitude (N)`, `POINT_Y`, `y` … and likewise for the
///   longitude, and in about forty other languages, such as `Breitengrad`, `Enlem` and `緯度`, and
///   with the usual misspellings, such as `Longtitude`. Values of `latitudeE7` are divided by 10⁷,
///   of `latitude_e6` by 10⁶;
/// - `coordinates`, `latlon`, `location`, `geo` … for a single column with both, such as
///   `48.2082, 16.3738`, latitude first (`lonlat` and the like: longitude first). Its fields may
///   also contain angles, `48°12'N 16°22'E`, and grid references of MGRS, UTM or Plus codes;
/// - `wkt`, `geometry`, `geom`, `the_geom`, `geojson` … for a single column of well-known text or
///   GeoJSON geometries;
/// - `name`, `title`, `city` … and `category`, `kind`, `type` …, and in about forty other
///   languages, such as `Bezeichnung`, `nombre`, `Stadt`, `名称`; a name in English is preferred;
/// - `country`, `cc`, `iso_country` …; `population`, `pop`; `elevation`, `ele`, `altitude` ….
///
/// If there are no such names, two columns whose names differ only by the words for latitude and
/// longitude are used if they are the only such pair: `start_lat` and `start_lng`, `GPSLatitude`
/// and `GPSLongitude`. Failing that, words that also mean width and length are accepted as a pair:
/// `Breite` and `Länge`. Failing that, a column of another notation is used: `mgrs` or `usng`,
/// `utm`, `plus_code` or `olc`, `geohash`. You can choose any of these columns by name or by number
/// instead.
///
/// If no name identifies the location, the readers of tables use the only column in which all of
/// the first 20 rows state a place unmistakably: references of MGRS, UTM or Plus codes, or degrees
/// with symbols or letters. A geohash needs a column name or a choice. If `location` or another
/// such column contains no place in these rows, a column of references is used.
///
/// A latitude and a longitude may have additional columns: minutes and seconds (`lat_deg`,
/// `lat_min`, `lat_sec`, or `LatD`, `LatM`, `LatS`) and the letter of the hemisphere (`NS` and
/// `EW`, `lat_dir`, `GPSLatitudeRef`, or `hemisphere` after each). In a single field, numbers in
/// square brackets are a GeoJSON position: longitude, latitude, and optionally the elevation.
///
/// In a table without a header, the location is the two numbers of the first row that can be a
/// latitude and a longitude, in this order unless only the other order is possible; the name is the
/// first text.
///
/// ```swift
/// let columns = PlaceColumns(names: ["id", "title", "lat", "lng"])
/// columns.description   // "latitude: column 3 lat; longitude: column 4 lng; name: column 2 title"
/// ```
public struct PlaceColumns: Hashable, Sendable {
  /// A role of a column.
  public enum Role: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The latitude in degrees, positive to the north.
    case latitude
    /// The longitude in degrees, positive to the east.
    case longitude
    /// Latitude and longitude in one field.
    case coordinate
    /// A geometry in well-known text.
    case geometry
    /// The name of the place.
    case name
    /// The name or code of the country.
    case country
    /// The kind of place.
    case kind
    /// The population.
    case population
    /// The elevation in meters.
    case elevation

    /// The name of the role.
    public var description: String { rawValue }
  }

  /// The columns of the location, counted from 0.
  public enum Location: Hashable, Sendable {
    /// A column of latitudes and a column of longitudes.
    case degrees(latitude: Int, longitude: Int)
    /// A single column with both.
    case coordinate(Int)
    /// A single column of well-known text.
    case geometry(Int)
  }

  /// The names of all columns, in order; numbers from 1 on for a table without a header.
  public let names: [String]
  /// Whether the names are from the table's header.
  public let hasHeader: Bool

  internal var indices: [Role: Int] = [:]
  /// The number of lines before the first row, such as comments; nil if only a row was read.
  package internal(set) var skippedLineCount: Int?
  /// The delimiter of the table; nil if only a row was read.
  package internal(set) var delimiter: UInt8?
  /// The candidate pairs of location columns, if no column is recognized as the location.
  internal private(set) var pairs: [Pair] = []
  /// The additional columns of the latitude and the longitude, if any.
  internal private(set) var angles: AngleColumns?
  /// The notation of a single column with both coordinates, if it is not degrees.
  package internal(set) var notation: PlaceNotation?

  /// The chosen columns that do not exist, by role.
  ///
  /// A reader throws ``FormatError/Reason/unknownColumn(_:found:)`` for them.
  public private(set) var missingChoices: [Role: String] = [:]

  /// Recognizes the columns of a header.
  ///
  /// - Parameters:
  ///   - names: the fields of the header.
  ///   - overrides: the columns for chosen roles, instead of those recognized: by name, or by
  ///     number, counted from 1, if no column has that name.
  public init(names: [String], overrides: [Role: String] = [:]) {
    self.init(names: names, hasHeader: true, overrides)
  }

  /// Creates the columns of a table without a header.
  ///
  /// - Parameters:
  ///   - count: the number of columns.
  ///   - choices: the columns by number, counted from 1.
  public init(count: Int, choices: [Role: String]) {
    self.init(names: (0..<max(count, 0)).map { String($0 + 1) }, hasHeader: false, choices)
  }

  internal init(names: [String], hasHeader: Bool, _ overrides: [Role: String]) {
    self.names = names
    self.hasHeader = hasHeader
    let plain = hasHeader ? names.map(Self.plain) : []
    for role in Role.allCases {
      if let chosen = overrides[role] {
        indices[role] = position(of: chosen, plain)
        if indices[role] == nil { missingChoices[role] = chosen }
      } else {
        indices[role] = Self.column(for: role, plain)
      }
    }
    // If there are several candidates for the location, the chosen one wins.
    let isChosen = Set(overrides.keys)
    if hasHeader { takePair(plain, isChosen) }
    if isChosen.contains(.latitude) || isChosen.contains(.longitude) {
      forget([.coordinate, .geometry])
    } else if isChosen.contains(.coordinate) {
      forget([.latitude, .longitude, .geometry])
    } else if isChosen.contains(.geometry) {
      forget([.latitude, .longitude, .coordinate])
    }
    if hasHeader {
      takeAngles(plain, isChosen)
      takeNotation(plain, isChosen)
    }
  }

  /// Finds the additional columns of angles.
  private mutating func takeAngles(_ plain: [String], _ isChosen: Set<Role>) {
    let isOpen = isChosen.isDisjoint(with: [.latitude, .longitude, .coordinate, .geometry])
    if location == nil, isOpen, let found = AngleColumns.degrees(plain) {
      indices[.latitude] = found.latitude
      indices[.longitude] = found.longitude
      pairs = []
    }
    guard case .degrees(let latitude, let longitude)? = location, angles == nil else { return }
    angles = AngleColumns(plain, latitude: latitude, longitude: longitude)
  }

  /// Sets the columns of an angle found in a first row without a header.
  internal mutating func take(_ angles: AngleColumns) {
    indices[.latitude] = angles.latitude.degrees
    indices[.longitude] = angles.longitude.degrees
    self.angles = angles
  }

  /// Creates known columns.
  internal init(names: [String], hasHeader: Bool, roles: [Role: Int]) {
    self.names = names
    self.hasHeader = hasHeader
    indices = roles
  }

  /// The columns with another one after them, which has no role.
  package func appending(_ name: String) -> PlaceColumns {
    var columns = PlaceColumns(names: names + [name], hasHeader: hasHeader, roles: indices)
    columns.skippedLineCount = skippedLineCount
    columns.delimiter = delimiter
    columns.angles = angles
    columns.notation = notation
    return columns
  }

  /// The position of the column for a role, counted from 0, or nil if none exists.
  public subscript(role: Role) -> Int? { indices[role] }

  /// The location columns, or nil if none are recognized.
  ///
  /// A latitude and a longitude take precedence over well-known text, and that over a single column
  /// with both, unless one of them was chosen.
  public var location: Location? {
    if let latitude = indices[.latitude], let longitude = indices[.longitude] {
      return .degrees(latitude: latitude, longitude: longitude)
    }
    if let column = indices[.geometry] { return .geometry(column) }
    return indices[.coordinate].map { .coordinate($0) }
  }

  /// Whether the column for a coordinate has the longitude first, according to its name.
  public var hasLongitudeFirst: Bool {
    guard hasHeader, let column = indices[.coordinate] else { return false }
    let name = Self.plain(names[column])
    return name.contains("lat") && (name.hasPrefix("lo") || name.hasPrefix("lng"))
  }

  /// The candidate pairs of location columns, if no column is recognized: `a_lat and a_lon`.
  package var pairNames: [String] {
    pairs.map { "\(names[$0.latitude]) and \(names[$0.longitude])" }
  }

  /// Returns the location columns.
  ///
  /// - Throws: ``FormatError`` if none exist, and for a chosen column that does not exist.
  internal func requiredLocation(line: Int) throws(FormatError) -> Location {
    try checkChoices(line: line)
    if let location { return location }
    if !pairs.isEmpty {
      throw FormatError(.severalLocations(pairNames), line: line)
    }
    let missing = indices[.latitude] == nil ? Role.latitude : .longitude
    throw FormatError(.missingColumn(missing, found: names), line: line)
  }

  /// Throws an error for a chosen column that does not exist.
  internal func checkChoices(line: Int) throws(FormatError) {
    for role in Role.allCases {
      guard let chosen = missingChoices[role] else { continue }
      throw FormatError(.unknownColumn(chosen, found: names), line: line)
    }
  }

  /// Uses the only pair of columns that form a location, or completes a pair of which one was
  /// chosen.
  private mutating func takePair(_ plain: [String], _ isChosen: Set<Role>) {
    let isHalf = (indices[.latitude] == nil) != (indices[.longitude] == nil)
    let isChosenHalf = isChosen.contains(.latitude) || isChosen.contains(.longitude)
    guard indices[.latitude] == nil || indices[.longitude] == nil, !isChosenHalf || isHalf,
      isChosenHalf || indices[.geometry] == nil,
      isChosenHalf || !isChosen.contains(.coordinate)
    else { return }
    var pairs = Self.pairs(plain)
    if (2...8).contains(pairs.count) {
      // Excludes columns such as `GPSLatitudeRef`, which belongs to `GPSLatitude`.
      let others = pairs.flatMap {
        AngleColumns(plain, latitude: $0.latitude, longitude: $0.longitude)?.others ?? []
      }
      pairs.removeAll { others.contains($0.latitude) }
    }
    func hasOther() -> Bool {
      pairs.count > 1
        || !pairs.isEmpty
          && (indices[.coordinate] != nil || Self.ambiguousPair(plain) != nil
            || plain.contains { PlaceNotation(columnName: $0) != nil })
    }
    if !isChosenHalf, hasOther() {
      // The location of the other place of a joined table, whose own location is in other columns.
      pairs.removeAll { plain[$0.latitude].hasPrefix("right") }
    }
    if isChosenHalf {
      pairs = pairs.filter {
        $0.latitude == indices[.latitude] || $0.longitude == indices[.longitude]
      }
    }
    if pairs.count == 1 {
      indices[.latitude] = pairs[0].latitude
      indices[.longitude] = pairs[0].longitude
    } else if indices[.coordinate] == nil {
      self.pairs = pairs
      guard pairs.isEmpty, !isChosenHalf else { return }
      let found = Self.hemispheres(names, plain)
      guard let pair = found?.pair ?? Self.ambiguousPair(plain) else { return }
      indices[.latitude] = pair.latitude
      indices[.longitude] = pair.longitude
      guard let found else { return }
      var angles = AngleColumns(
        latitude: .init(degrees: pair.latitude), longitude: .init(degrees: pair.longitude))
      angles.latitude.isNegative = found.isSouth
      angles.longitude.isNegative = found.isWest
      self.angles = angles
    }
  }

  /// Uses two columns whose names are similar to the words of a language, if nothing else describes
  /// the location.
  internal mutating func takeSimilarPair() {
    guard hasHeader, location == nil, pairs.isEmpty, missingChoices.isEmpty,
      let pair = Self.similarPair(names)
    else { return }
    indices[.latitude] = pair.latitude
    indices[.longitude] = pair.longitude
  }

  private mutating func forget(_ roles: [Role]) {
    for role in roles { indices[role] = nil }
  }

  private func position(of chosen: String, _ plain: [String]) -> Int? {
    if hasHeader {
      if let exact = names.firstIndex(of: chosen) { return exact }
      if let alike = plain.firstIndex(of: Self.plain(chosen)) { return alike }
    }
    guard let number = Int(chosen), names.indices.contains(number - 1) else { return nil }
    return number - 1
  }

  /// The name in lower case without spaces, punctuation and symbols.
  internal static func plain(_ name: String) -> String {
    ColumnSpelling.plain(name)
  }
}

extension PlaceColumns: CustomStringConvertible {
  /// The recognized columns in words: `latitude: column 3 lat; longitude: column 4 lng`.
  public var description: String {
    let roles: [Role]
    switch location {
    case .degrees: roles = [.latitude, .longitude]
    case .coordinate: roles = [.coordinate]
    case .geometry: roles = [.geometry]
    case nil: roles = []
    }
    let start = hasHeader || roles.isEmpty ? "" : "no header; "
    let others: [Role] = [.name, .country, .kind, .population, .elevation]
    return start
      + (roles + others).compactMap { role in
        guard let column = indices[role] else { return nil }
        let columns = ([column] + angleColumns(of: role)).map(shown).joined(separator: ", ")
        let notation = role == .coordinate ? notation.map { " (\($0.rawValue))" } : nil
        return "\(role): \(columns)\(notation ?? "")"
      }.joined(separator: "; ")
  }

  /// The additional columns of a latitude or a longitude.
  private func angleColumns(of role: Role) -> [Int] {
    switch role {
    case .latitude: (angles?.latitude.others ?? []) + (angles?.both.map { [$0] } ?? [])
    case .longitude: angles?.longitude.others ?? []
    default: []
    }
  }

  private func shown(_ column: Int) -> String {
    "column \(column + 1)"
      + (hasHeader ? " " + names[column].prefix(40).map(Self.shown).joined() : "")
  }

  /// Replaces control characters by spaces, so that the description stays on one line.
  private static func shown(_ character: Character) -> String {
    character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
      ? " " : String(character)
  }
}
