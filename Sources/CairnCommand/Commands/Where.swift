internal import CairnCountries
internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex
internal import CairnPlaces
internal import CairnRegions
internal import CairnTimeZones

extension Command {
  /// `cairn where`: the city, region, country and time zone of a place, or of each row of a table.
  static let whereabouts = Command(
    name: "where",
    summary: "print the city, region, country and time zone of a place",
    operands: "<place> | --append [<table>]",
    discussion: """
      Prints the nearest city and its distance, the district of a large city, the first-level region
      (state, province), the country, the time zone, and the nearest border. Inside a large city
      that is the city, even if the center of a smaller one is nearer. Regions and time zones
      include the waters of their country; on the high sea the time zone is the nautical one
      (Etc/GMT+5 is five hours behind Greenwich). An embedded city or airport is in its own region,
      country and time zone, wherever the border is drawn.

      With --append, reads a table with columns for latitude and longitude (CSV, TSV or another
      delimiter) from a file or standard input and writes the same lines in order with the columns
      that --columns lists, in that order:
        city, city_m        the nearest embedded city, and its distance in meters
        district            the district of that city, if a district is nearest
        region, region_code the region, and its code of ISO 3166-2
        country             two letters
        country_name        the name
        time_zone           the name in the IANA database
        border_m            the distance of the nearest border or coast, in meters
      A field is empty if the value is unknown or the row has no valid coordinate; rows without a
      valid coordinate are counted on standard error.
      """,
    options: [
      .unit,
      .format(["table", "json"]), .language,
      Option(
        name: "columns", value: "LIST",
        help: "the columns that --append appends (city,region,country,time_zone)"),
    ] + [Option].appending.filter { $0.name != "column" },
    examples: [
      ("cairn where 48.2,16.37", "city, region, country, time zone and border"),
      ("cairn where 48.2,16.37 --language ja", "their names in Japanese"),
      ("cairn where --append places.csv", "city, region, country and time zone of each row"),
      ("cairn where --append places.csv --columns time_zone", "only the time zone"),
    ],
    run: { (arguments, console) throws(Failure) in
      let language = try arguments.nameLanguage
      if arguments.has("append") {
        let columns = try (arguments["columns"] ?? "city,region,country,time_zone")
          .split(separator: ",", omittingEmptySubsequences: false)
          .map { (word) throws(Failure) in try AppendedColumn.whereabouts(String(word), language) }
        return try TableRun.run(
          columns, TableAppender.Options(arguments), name: "where", paths: arguments.operands,
          &console)
      }
      if arguments.has("columns") { throw .usage("--columns goes with --append") }
      guard !arguments.operands.isEmpty else {
        throw .usage(
          "a place is needed, such as `cairn where 48.2,16.37`, or --append for a table")
      }
      let place = try Location(arguments.operands.joined(separator: " "))
      let answer = Whereabouts(place, unit: arguments.unit, language)
      try console.output.write(arguments["format"] == "json" ? answer.json : answer.text)
    })
}

/// The result of `cairn where` for a place.
private struct Whereabouts {
  let place: Location
  let unit: LengthUnit
  let language: NameLanguage
  let city: Neighbor<Place>?
  let district: String?
  let region: (name: String, code: String?)?
  let country: Country?
  let timeZone: String?
  let border: CountryBorder?

  init(_ place: Location, unit: LengthUnit, _ language: NameLanguage) {
    let coordinate = place.coordinate
    self.place = place
    self.unit = unit
    self.language = language
    let facts = PlaceFacts(place)
    city = Self.city(nearestTo: coordinate)
    district = Self.district(at: coordinate, of: city)
    region = facts.region.map { (language.name(of: $0), $0.code) }
    country = facts.country
    timeZone = facts.timeZone
    border = CountryAtlas.world.nearestBorder(to: coordinate)
  }

  static func city(nearestTo coordinate: Coordinate) -> Neighbor<Place>? {
    Gazetteer.embedded.places(nearestTo: coordinate, count: 1, kind: .city).first
  }

  /// The name of the city's district, if a district is at least as near as the city.
  static func district(at coordinate: Coordinate, of city: Neighbor<Place>?) -> String? {
    guard let city,
      let nearest = Gazetteer.embedded.places(
        nearestTo: coordinate, count: 1, within: city.distance, kind: .district
      ).first, nearest.element.locality == city.element.name
    else { return nil }
    return nearest.element.name
  }

  /// The countries beyond the nearest border; empty at a coast.
  private var beyond: [Country] { border?.countries.filter { $0 != country } ?? [] }

  var text: String {
    var rows: [(String, String)] = []
    if let city {
      let name = Text.line(language.description(of: city.element))
      // A city given by name is at distance 0.
      rows.append(
        ("city", city.distance == 0 ? name : "\(Text.length(city.distance, unit)) to \(name)"))
    }
    if let district { rows.append(("district", Text.line(district))) }
    if let region {
      rows.append(("region", Text.line(region.name) + (region.code.map { ", \($0)" } ?? "")))
    }
    let flagged = country.map { "\(language.name(of: $0)) \($0.flag)" }
    rows.append(("country", flagged ?? "none: the high sea"))
    if let timeZone { rows.append(("time zone", timeZone)) }
    if let border {
      let names = beyond.map { language.name(of: $0) }.joined(separator: ", ")
      let what = beyond.isEmpty ? "the coast" : names
      rows.append(("border", "\(Text.length(border.distance, unit)) to \(what)"))
    }
    let width = 11
    return "\(place.title)\n" + rows.map { "\($0.0.padding(to: width))\($0.1)\n" }.joined()
  }

  var json: String {
    var json = JSONWriter()
    json.beginObject()
    json.member("latitude", place.coordinate.latitude)
    json.member("longitude", place.coordinate.longitude)
    if let city {
      json.member("city", language.name(of: city.element))
      json.member("city_m", city.distance, fractionDigits: 3)
    }
    if let district { json.member("district", district) }
    if let region {
      json.member("region", region.name)
      if let code = region.code { json.member("region_code", code) }
    }
    json.member("country", country?.alpha2)
    if language.tag != nil, let country {
      json.member("country_name", language.name(of: country))
    }
    if let timeZone { json.member("time_zone", timeZone) }
    if let border { json.member("border_m", border.distance, fractionDigits: 3) }
    if !beyond.isEmpty {
      json.member("border_with", beyond) { $0.value($1.alpha2) }
    }
    json.endObject()
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }
}

extension AppendedColumn {
  /// A column with the time zone of each row, looked up for a batch of rows at once.
  private static func timeZone(_ name: String) -> AppendedColumn {
    AppendedColumn(
      [name],
      prepared: { empty in
        let (atlas, gazetteer) = (TimeZoneAtlas.world, Gazetteer.embedded)
        // The fields: null, the zones of the atlas, those of ships, and those of embedded places.
        let ships = 1 + atlas.timeZones.count
        let places = ships + 25
        let zones = PreparedFields(
          [nil] + atlas.timeZones + (-12...12).map { TimeZoneAtlas.nauticalTimeZone(hours: $0) }
            + gazetteer.timeZoneNames, empty)
        return { points, fields in
          let areas = atlas.areas(at: points)
          fields.append(rowCount: points.count, of: zones) { row in
            if let position = PlaceFacts.position(at: points[row]),
              let zone = gazetteer.timeZoneNumber(at: position)
            {
              return places + zone
            }
            if areas[row] > 0 { return Int(areas[row]) }
            return TimeZoneAtlas.nauticalHours(at: points[row]).map { ships + 12 + $0 } ?? 0
          }
        }
      })
  }

  /// A column of `cairn where`.
  static func whereabouts(
    _ name: String, _ language: NameLanguage = NameLanguage()
  ) throws(Failure) -> AppendedColumn {
    switch name {
    case "city":
      return AppendedColumn(name) {
        Whereabouts.city(nearestTo: $0).map { language.name(of: $0.element) }
      }
    case "city_m":
      return AppendedColumn(name) { Whereabouts.city(nearestTo: $0)?.distance.description }
    case "district":
      return AppendedColumn(name) {
        Whereabouts.district(at: $0, of: Whereabouts.city(nearestTo: $0))
      }
    case "region":
      return AppendedColumn(name) {
        PlaceFacts(at: $0).region.map { language.name(of: $0) }
      }
    case "region_code": return AppendedColumn(name) { PlaceFacts(at: $0).region?.code }
    case "country":
      return .country(.world, within: nil, name: name, own: PlaceFacts.ownCountry)
    case "country_name":
      return AppendedColumn(name) {
        PlaceFacts(at: $0).country.map { language.name(of: $0) }
      }
    case "time_zone": return timeZone(name)
    case "border_m":
      return AppendedColumn(name) {
        CountryAtlas.world.nearestBorder(to: $0)?.distance.description
      }
    default:
      throw .usage(
        "--columns takes city, city_m, district, region, region_code, country, country_name, "
          + "time_zone and border_m, not "
          + Spelling.quoted(name))
    }
  }
}
