/// A named place on the Earth, as read from files and from the embedded data.
///
/// Only the name and the coordinate are required; all other fields are `nil` if unknown. An index
/// accepts any element type, so an app with its own model does not need `Place`.
///
/// ```swift
/// var place = Place(
///   name: "Zermatt", coordinate: Coordinate(latitude: 46.0207, longitude: 7.7491), kind: .city,
///   countryCode: "CH")
/// place.population = 5_820
/// ```
///
/// A place is 24 bytes, a coordinate and one reference to its other fields, so a copy costs one
/// retain. It is a value: a change copies the fields first if they are shared.
public struct Place: Sendable {
  /// The coordinate.
  public var coordinate: Coordinate

  internal var details: Details

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - name: the display name.
  ///   - coordinate: the coordinate.
  ///   - kind: the kind, `.unspecified` by default.
  ///   - countryCode: the ISO 3166-1 alpha-2 code, such as "CH".
  ///   - region: the name of the first-level administrative division, such as "Texas" or "Bavaria".
  ///   - locality: the town that it belongs to or serves, such as "London" for Heathrow.
  ///   - code: its short code, such as the IATA code of an airport.
  ///   - population: the number of inhabitants.
  ///   - timeZone: the identifier in the IANA database, such as "Europe/Zurich".
  ///   - isServed: whether an airport has scheduled passenger service.
  ///   - isMilitary: whether an airport is used by armed forces, alone or with civil aviation.
  public init(
    name: String, coordinate: Coordinate, kind: Kind = .unspecified, countryCode: String? = nil,
    region: String? = nil, locality: String? = nil, code: String? = nil, population: Int? = nil,
    timeZone: String? = nil, isServed: Bool? = nil, isMilitary: Bool? = nil
  ) {
    self.coordinate = coordinate
    self.details = Details(
      name: name, kind: kind, countryCode: countryCode, region: region, locality: locality,
      code: code, population: population, timeZone: timeZone, isServed: isServed,
      isMilitary: isMilitary)
  }

  /// The fields of a place except the coordinate, shared by its copies.
  ///
  /// It is mutated only through ``Place/unshared``, which first makes it uniquely referenced; this
  /// justifies `@unchecked Sendable`. The setters are private to this file, whose only writers are
  /// the setters of ``Place``.
  internal final class Details: @unchecked Sendable {
    fileprivate(set) var name: String
    fileprivate(set) var kind: Kind
    fileprivate(set) var countryCode: String?
    fileprivate(set) var region: String?
    fileprivate(set) var locality: String?
    fileprivate(set) var code: String?
    fileprivate(set) var population: Int?
    fileprivate(set) var timeZone: String?
    fileprivate(set) var isServed: Bool?
    fileprivate(set) var isMilitary: Bool?

    init(
      name: String, kind: Kind, countryCode: String?, region: String?, locality: String?,
      code: String?, population: Int?, timeZone: String?, isServed: Bool?, isMilitary: Bool?
    ) {
      self.name = name
      self.kind = kind
      self.countryCode = countryCode
      self.region = region
      self.locality = locality
      self.code = code
      self.population = population
      self.timeZone = timeZone
      self.isServed = isServed
      self.isMilitary = isMilitary
    }

    func copy() -> Details {
      Details(
        name: name, kind: kind, countryCode: countryCode, region: region, locality: locality,
        code: code, population: population, timeZone: timeZone, isServed: isServed,
        isMilitary: isMilitary)
    }
  }

  /// The fields for mutation, copied first if they are shared.
  private var unshared: Details {
    mutating get {
      if !isKnownUniquelyReferenced(&details) {
        details = details.copy()
      }
      return details
    }
  }
}

extension Place {
  /// The display name.
  public var name: String {
    get { details.name }
    set { unshared.name = newValue }
  }

  /// The kind: a city, an airport, or a custom kind.
  public var kind: Kind {
    get { details.kind }
    set { unshared.kind = newValue }
  }

  /// The country as an ISO 3166-1 alpha-2 code, such as "CH".
  public var countryCode: String? {
    get { details.countryCode }
    set { unshared.countryCode = newValue }
  }

  /// The name of the first-level administrative division, such as "Texas" or "Bavaria".
  public var region: String? {
    get { details.region }
    set { unshared.region = newValue }
  }

  /// The town that it belongs to or serves, such as "London" for Heathrow and for Islington.
  public var locality: String? {
    get { details.locality }
    set { unshared.locality = newValue }
  }

  /// Its short code, such as the IATA code of an airport.
  public var code: String? {
    get { details.code }
    set { unshared.code = newValue }
  }

  /// The number of inhabitants.
  public var population: Int? {
    get { details.population }
    set { unshared.population = newValue }
  }

  /// The identifier of its time zone in the IANA database, such as "Europe/Zurich".
  public var timeZone: String? {
    get { details.timeZone }
    set { unshared.timeZone = newValue }
  }

  /// Whether an airport has scheduled passenger service; nil if unknown, and for a place that is
  /// not an airport.
  public var isServed: Bool? {
    get { details.isServed }
    set { unshared.isServed = newValue }
  }

  /// Whether an airport is used by armed forces, alone or with civil aviation; nil if unknown, and
  /// for a place that is not an airport.
  public var isMilitary: Bool? {
    get { details.isMilitary }
    set { unshared.isMilitary = newValue }
  }
}

extension Place: CustomStringConvertible {
  /// The name with disambiguating details, such as "Paris, Texas, US", "Heathrow (LHR)" or "Camden
  /// Town, London, England, GB".
  public var description: String {
    var text = name
    if let code { text += " (\(code))" }
    if kind == .district, let locality, locality != name, locality != region {
      text += ", \(locality)"
    }
    if let region, region != name { text += ", \(region)" }
    if let countryCode { text += ", \(countryCode)" }
    return text
  }
}
