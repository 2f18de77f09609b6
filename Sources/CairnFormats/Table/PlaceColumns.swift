/// Which columns of a table say what about a place.
///
/// Columns are recognised by their names, without regard to case, spaces and `_-.`; the most
/// telling name wins, of equal ones the first:
///
/// - `latitude`, `lat`, `point_latitude`, `latitude_deg`, `y` … and the like for the longitude;
/// - `coordinates`, `latlon`, `location`, `geo` … for one column with both, such as
///   `48.2082, 16.3738`, the latitude first (`lonlat` and its like: the longitude first);
/// - `wkt`, `geometry`, `geom`, `the_geom` … for one column with well-known text;
/// - `name`, `title` …; `country`, `cc`, `iso_country` …; `category`, `kind`, `type` …;
///   `population`, `pop`; `elevation`, `ele`, `altitude` ….
///
/// Where no such name is there, two columns whose names are the same but for the latitude and the
/// longitude in them are taken if they are the only such pair: `start_lat` and `start_lng`,
/// `GPSLatitude` and `GPSLongitude`. Any of them can be chosen in place of that, by name or by
/// number.
///
/// A latitude and a longitude may have further columns: minutes and seconds (`lat_deg`, `lat_min`,
/// `lat_sec`, or `LatD`, `LatM`, `LatS`) and the letter of the hemisphere (`NS` and `EW`, `lat_dir`,
/// `GPSLatitudeRef`, or `hemisphere` behind each). In one field, numbers in square brackets are a
/// position of GeoJSON: the longitude, the latitude, and if there is a third one the elevation.
///
/// A table without a header has its place where two numbers of the first row can be a latitude and
/// a longitude, in this order unless only the other one is possible, and its name in the first
/// text.
///
/// ```swift
/// let columns = PlaceColumns(names: ["id", "title", "lat", "lng"])
/// columns.description   // "latitude: column 3 lat; longitude: column 4 lng; name: column 2 title"
/// ```
public struct PlaceColumns: Hashable, Sendable {
  /// What a column can say about a place.
  public enum Role: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// Degrees north.
    case latitude
    /// Degrees east.
    case longitude
    /// Latitude and longitude in one field.
    case coordinate
    /// A geometry in well-known text.
    case geometry
    /// What the place is called.
    case name
    /// The country's name or code.
    case country
    /// What kind of place it is.
    case kind
    /// How many people live there.
    case population
    /// Metres above the sea.
    case elevation

    /// The word for the role.
    public var description: String { rawValue }
  }

  /// Where a row says where the place is; columns are counted from 0.
  public enum Location: Hashable, Sendable {
    /// In a column of latitudes and one of longitudes.
    case degrees(latitude: Int, longitude: Int)
    /// In one column with both.
    case coordinate(Int)
    /// In one column of well-known text.
    case geometry(Int)
  }

  /// The names of all columns, in order; their numbers from 1 on for a table without a header.
  public let names: [String]
  /// Whether the names stand in the table.
  public let hasHeader: Bool

  internal var indices: [Role: Int] = [:]
  /// Pairs of columns each of which may say where, where no other name does.
  internal private(set) var pairs: [Pair] = []
  /// Further columns of the latitude and the longitude, if there are some.
  internal private(set) var angles: AngleColumns?

  /// Columns that were chosen and do not exist, by what they were to hold.
  ///
  /// A reader throws ``FormatError/Reason/unknownColumn(_:found:)`` for them.
  public private(set) var missingChoices: [Role: String] = [:]

  /// Recognises the columns of a header.
  ///
  /// - Parameters:
  ///   - names: the header's fields.
  ///   - overrides: columns chosen in place of what would be recognised: by name, or by number,
  ///     counted from 1, where no column has that name.
  public init(names: [String], overrides: [Role: String] = [:]) {
    self.init(names: names, hasHeader: true, overrides)
  }

  /// The columns of a table without a header.
  ///
  /// - Parameters:
  ///   - count: how many there are.
  ///   - choices: columns by number, counted from 1.
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
        indices[role] = role.knownNames.lazy.compactMap { plain.firstIndex(of: $0) }.first
      }
    }
    // Of several ways to say where, the one that was chosen counts.
    let isChosen = Set(overrides.keys)
    if hasHeader { takePair(plain, isChosen) }
    if isChosen.contains(.latitude) || isChosen.contains(.longitude) {
      forget([.coordinate, .geometry])
    } else if isChosen.contains(.coordinate) {
      forget([.latitude, .longitude, .geometry])
    } else if isChosen.contains(.geometry) {
      forget([.latitude, .longitude, .coordinate])
    }
    if hasHeader { takeAngles(plain, isChosen) }
  }

  /// Takes the further columns of angles.
  private mutating func takeAngles(_ plain: [String], _ isChosen: Set<Role>) {
    let isOpen = isChosen.isDisjoint(with: [.latitude, .longitude, .coordinate, .geometry])
    if location == nil, isOpen, let found = AngleColumns.degrees(plain) {
      indices[.latitude] = found.latitude
      indices[.longitude] = found.longitude
      pairs = []
    }
    guard case .degrees(let latitude, let longitude)? = location else { return }
    angles = AngleColumns(plain, latitude: latitude, longitude: longitude)
  }

  /// Takes an angle that a first row without a header holds.
  internal mutating func take(_ angles: AngleColumns) {
    indices[.latitude] = angles.latitude.degrees
    indices[.longitude] = angles.longitude.degrees
    self.angles = angles
  }

  /// Columns that are known.
  internal init(names: [String], hasHeader: Bool, roles: [Role: Int]) {
    self.names = names
    self.hasHeader = hasHeader
    indices = roles
  }

  /// The position of the column for a role, counted from 0, or nil when there is none.
  public subscript(role: Role) -> Int? { indices[role] }

  /// Where a row says where the place is, or nil when the columns do not tell.
  ///
  /// A latitude and a longitude come before well-known text, and that before one column with
  /// both, unless one of them was chosen.
  public var location: Location? {
    if let latitude = indices[.latitude], let longitude = indices[.longitude] {
      return .degrees(latitude: latitude, longitude: longitude)
    }
    if let column = indices[.geometry] { return .geometry(column) }
    return indices[.coordinate].map { .coordinate($0) }
  }

  /// Whether the column for a coordinate has the longitude first, by its name.
  public var hasLongitudeFirst: Bool {
    guard hasHeader, let column = indices[.coordinate] else { return false }
    let name = Self.plain(names[column])
    return name.contains("lat") && (name.hasPrefix("lo") || name.hasPrefix("lng"))
  }

  /// The pairs of columns each of which may say where, where nothing else does: `a_lat and a_lon`.
  package var pairNames: [String] {
    pairs.map { "\(names[$0.latitude]) and \(names[$0.longitude])" }
  }

  /// Where the place is, which must be told.
  ///
  /// - Throws: ``FormatError`` if it is not, and for a chosen column that does not exist.
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

  /// Takes the only pair of columns that say where together, or the one that was chosen by half.
  private mutating func takePair(_ plain: [String], _ isChosen: Set<Role>) {
    let isHalf = (indices[.latitude] == nil) != (indices[.longitude] == nil)
    let isChosenHalf = isChosen.contains(.latitude) || isChosen.contains(.longitude)
    guard indices[.latitude] == nil || indices[.longitude] == nil, !isChosenHalf || isHalf,
      isChosenHalf || indices[.geometry] == nil,
      isChosenHalf || !isChosen.contains(.coordinate)
    else { return }
    var pairs = Self.pairs(plain)
    if (2...8).contains(pairs.count) {
      // `GPSLatitudeRef` belongs to `GPSLatitude`.
      let others = pairs.flatMap {
        AngleColumns(plain, latitude: $0.latitude, longitude: $0.longitude)?.others ?? []
      }
      pairs.removeAll { others.contains($0.latitude) }
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
    }
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

  /// A name in lower case without what separates its words.
  internal static func plain(_ name: String) -> String {
    name.lowercased().filter { !" _-.,/()".contains($0) }
  }
}

extension PlaceColumns: CustomStringConvertible {
  /// The columns that count, for people: `latitude: column 3 lat; longitude: column 4 lng`.
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
        return "\(role): " + ([column] + angleColumns(of: role)).map(shown).joined(separator: ", ")
      }.joined(separator: "; ")
  }

  /// The further columns of a latitude or a longitude.
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

  /// A control character as a space, so that a name stays on its line.
  private static func shown(_ character: Character) -> String {
    character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
      ? " " : String(character)
  }
}
