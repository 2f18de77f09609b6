/// Which columns of a table say what about a place.
///
/// Columns are recognised by their names, without regard to case, spaces and `_-.`; the first
/// that fits wins. `latitude`, `lat`, `y`, `point_latitude`, `latitude_deg` … and the like for
/// the longitude; `name`, `title` …; `country`, `cc`, `iso_country` …; `category`, `kind`,
/// `type` …; `population`, `pop`.
public struct PlaceColumns: Hashable, Sendable {
  /// What a column can say about a place.
  public enum Role: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// Degrees north.
    case latitude
    /// Degrees east.
    case longitude
    /// What the place is called.
    case name
    /// The country's name or code.
    case country
    /// What kind of place it is.
    case kind
    /// How many people live there.
    case population

    /// The word for the role.
    public var description: String { rawValue }
  }

  /// The names of all columns, in order.
  public let names: [String]

  internal var indices: [Role: Int] = [:]

  /// Recognises the columns of a header.
  ///
  /// - Parameters:
  ///   - names: the header's fields.
  ///   - overrides: columns chosen by name, in place of what would be recognised.
  public init(names: [String], overrides: [Role: String] = [:]) {
    self.names = names
    let plain = names.map(Self.plain)
    for role in Role.allCases {
      if let chosen = overrides[role] {
        indices[role] = names.firstIndex(of: chosen) ?? plain.firstIndex(of: Self.plain(chosen))
      } else {
        indices[role] = role.knownNames.lazy.compactMap { plain.firstIndex(of: $0) }.first
      }
    }
  }

  /// The position of the column for a role, counted from 0, or nil when there is none.
  public subscript(role: Role) -> Int? { indices[role] }

  /// The position of a column that must be there.
  internal func required(_ role: Role, line: Int) throws(FormatError) -> Int {
    guard let index = indices[role] else {
      throw FormatError(.missingColumn(role, found: names), line: line)
    }
    return index
  }

  /// A name in lower case without what separates its words.
  private static func plain(_ name: String) -> String {
    name.lowercased().filter { !" _-.".contains($0) }
  }
}

extension PlaceColumns.Role {
  /// The usual names of such a column, the most telling first.
  fileprivate var knownNames: [String] {
    switch self {
    case .latitude:
      ["latitude", "lat", "latitudedeg", "pointlatitude", "decimallatitude", "latdeg", "y"]
    case .longitude:
      [
        "longitude", "lon", "lng", "long", "longitudedeg", "pointlongitude", "decimallongitude",
        "londeg", "x",
      ]
    case .name: ["name", "title", "placename", "city", "label", "asciiname"]
    case .country: ["country", "countrycode", "cc", "isocountry", "iso"]
    case .kind: ["kind", "category", "type", "class", "featureclass"]
    case .population: ["population", "pop"]
    }
  }
}
