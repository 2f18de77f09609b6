internal import CairnCountries
internal import CairnGeodesy
internal import CairnPlaces
internal import CairnRegions
internal import CairnTimeZones

/// The country, region and time zone of a place: an embedded place has its own; for any other
/// coordinate they are looked up.
///
/// The coordinate of a town near a border may be on the other side of the border as drawn.
struct PlaceFacts {
  let coordinate: Coordinate
  /// The embedded place at the coordinate, if there is one.
  let place: Place?

  /// Facts about a named place, or about a coordinate.
  init(_ location: Location) {
    coordinate = location.coordinate
    place = location.place ?? Self.onlyPlace(at: location.coordinate)
  }

  /// Facts about a coordinate, which may be that of an embedded place.
  init(at coordinate: Coordinate) {
    self.coordinate = coordinate
    place = Self.place(at: coordinate)
  }

  var country: Country? { place?.country ?? CountryAtlas.world.country(at: coordinate) }

  /// The name of the region and its code in ISO 3166-2.
  var region: (name: String, code: String?)? {
    guard let place, let country = place.country else {
      return area.map { ($0.name, $0.code) }
    }
    // A region is not in a neighbor, although its coordinate may be.
    guard let name = place.region ?? (isRegion(place, of: country) ? place.name : nil) else {
      return area.flatMap { $0.country == country ? ($0.name, $0.code) : nil }
    }
    let namesakes = AdministrativeArea.all(of: country).filter { $0.name == name }
    // Only regions of the same name need the boundaries, which take a while to open.
    if namesakes.count > 1, let area, namesakes.contains(area) { return (name, area.code) }
    if let first = namesakes.first { return (name, first.code) }
    return (
      name, area.flatMap { $0.country == country && Self.isNamedOtherwise($0) ? $0.code : nil }
    )
  }

  private func isRegion(_ place: Place, of country: Country) -> Bool {
    place.kind == .region && AdministrativeArea.all(of: country).contains { $0.name == place.name }
  }

  /// Whether the gazetteer and the boundaries have different names for a region: Basel-Stadt is
  /// Basel-City, and of two regions called Buenos Aires one is Buenos Aires F.D.
  ///
  /// Otherwise a place outside of its region as drawn would get the code of a neighbor.
  private static func isNamedOtherwise(_ area: AdministrativeArea) -> Bool {
    !ownRegions.contains(area.country.alpha2 + area.name)
      || AdministrativeArea.all(of: area.country).count { $0.name == area.name } > 1
  }

  /// The code of the country and the name of the region of each embedded city.
  private static let ownRegions = Set(
    Gazetteer.embedded.cities.lazy.compactMap { place in
      place.region.map { (place.countryCode ?? "") + $0 }
    })

  /// The region at the coordinate.
  private var area: AdministrativeArea? { AdministrativeAtlas.world.area(at: coordinate) }

  var timeZone: String? {
    place?.timeZone ?? TimeZoneAtlas.world.timeZone(at: coordinate)
      ?? TimeZoneAtlas.nauticalTimeZone(at: coordinate)
  }

  /// The embedded city or airport at a coordinate, compared at the five decimals of the data set.
  static func place(at coordinate: Coordinate) -> Place? {
    let world = Gazetteer.embedded
    return position(at: coordinate).map {
      world.places.indices.contains($0) ? world.places[$0] : world.aerodromes[$0]
    }
  }

  /// The position in the gazetteer of the place that ``place(at:)`` returns.
  static func position(at coordinate: Coordinate) -> Int? {
    let key = key(coordinate)
    return mayHave(key) ? positions[key].map { Int($0) } : nil
  }

  /// The country of the embedded city or airport at a coordinate.
  static func ownCountry(at coordinate: Coordinate) -> Country? {
    let letters = position(at: coordinate).map { Gazetteer.embedded.countryLetters(at: $0) } ?? 0
    return letters == 0 ? nil : Country(letters: letters)
  }

  /// The same place as ``place(at:)``, without building the table for many lookups.
  static func onlyPlace(at coordinate: Coordinate) -> Place? {
    let key = key(coordinate)
    let world = Gazetteer.embedded
    for places in [world.cities, world.aerodromes] {
      let position = places.indices.first { Self.key(places.coordinate(at: $0)) == key }
      if let position {
        return world.places.indices.contains(position)
          ? world.places[position] : world.aerodromes[position]
      }
    }
    return nil
  }

  /// The positions of the embedded cities and airports in the gazetteer, by coordinate.
  private static let positions: [UInt64: Int32] = {
    let world = Gazetteer.embedded
    var positions: [UInt64: Int32] = [:]
    positions.reserveCapacity(world.cities.count + world.aerodromes.count)
    for places in [world.aerodromes, world.cities] {
      for position in places.indices.reversed() {
        positions[key(places.coordinate(at: position))] = Int32(truncatingIfNeeded: position)
      }
    }
    return positions
  }()

  /// A bit set of the hashes of the coordinates in ``positions``.
  ///
  /// Most bits are 0, so most rows of a table that are at no embedded place need only this lookup.
  private static let hashes: [UInt64] = {
    var hashes = [UInt64](repeating: 0, count: 1 << (hashBits - 6))
    for key in positions.keys {
      let hash = hash(key)
      hashes[hash >> 6] |= 1 << UInt64(hash & 63)
    }
    return hashes
  }()

  private static let hashBits = 20

  private static func hash(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - hashBits))
  }

  private static func mayHave(_ key: UInt64) -> Bool {
    let hash = hash(key)
    return hashes[hash >> 6] & 1 << UInt64(hash & 63) != 0
  }

  /// A coordinate packed into an integer, in units of 0.00001 degrees.
  private static func key(_ coordinate: Coordinate) -> UInt64 {
    guard coordinate.isValid else { return .max }
    let turned = coordinate.longitude
    let longitude = turned.magnitude <= 180 ? turned : coordinate.normalized.longitude
    // Rounded without a call of the C library, for each row of a table.
    let latitude = UInt64((coordinate.latitude + 90) * 100_000 + 0.5)
    return latitude << 32 | UInt64((longitude + 180) * 100_000 + 0.5)
  }
}
