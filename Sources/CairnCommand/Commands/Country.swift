internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex

extension Command {
  /// `cairn country`: the country of a place, or of each row of a table.
  static let country = Command(
    name: "country",
    summary: "tell the country of a place, or of each row of a table",
    operands: "<place> | --append [<table>]",
    discussion: """
      Tells in which country a place lies and how far its nearest border or coast is. A place at
      sea belongs to the nearest country within 25 km, or within --within; farther out the nearest
      is named.

      With --append it reads a table with columns for latitude and longitude (CSV, TSV or another
      delimiter) from a file or the standard input and writes the same lines in order with a last
      column `country`: two letters, or nothing on the high sea and where a row has no valid
      coordinate.
      Such rows are counted on the standard error.

      With --regions it tells the regions of a file instead (GeoJSON, KML, WKT ...), by the property
      that --name says; the column is then called `region`.
      """,
    options: [
      Option(
        name: "within", value: "LENGTH",
        help: "at sea, take the nearest country within so far (default 25km): 5km, 10mi, 0"),
      .countryByPlace, .unit,
      Option(
        name: "format", value: "FORMAT", help: "table (default) or json",
        choices: ["table", "json"]),
      .regions,
      .regionName,
    ] + .filter,
    examples: [
      ("cairn country 35.68,139.69", "the country with flag, codes and distance to the border"),
      ("cairn country --append places.csv", "for each row of a table"),
      ("cairn country --append places.csv --country-by land", "by the land alone"),
      ("cairn country --append places.csv --regions states.geojson", "by regions of your own"),
    ],
    run: { (arguments, console) throws(Failure) in
      if let path = arguments["regions"] { return try regions(path, arguments, &console) }
      if arguments.has("name") { throw .usage("--name goes with --regions FILE") }
      let distance = try arguments.length("within", unit: arguments.unit)
      let atlas = arguments.countryRule.atlas
      if distance != nil, arguments.has("country-by") {
        throw .usage("--within and --country-by both say how far a coast reaches; give one of them")
      }
      if arguments.has("append") {
        let answers = CountryAnswers(
          atlas, within: distance, column: arguments["column"] ?? "country")
        return try FilterRun.run(
          answers, FilterSettings(arguments), name: "country", paths: arguments.operands,
          &console)
      }
      guard !arguments.operands.isEmpty else {
        throw .usage(
          "a place is needed, such as `cairn country 35.68,139.69`, or --append for a table")
      }
      let place = try Location(arguments.operands.joined(separator: " "))
      let answer = CountryAnswer(place, atlas, within: distance, unit: arguments.unit)
      try console.output.write(arguments["format"] == "json" ? answer.json : answer.text)
    })
}

/// What `cairn country` says of a place.
struct CountryAnswer {
  let place: Location
  /// The country that the place lies in, or the nearest one that may stand for it.
  let country: Country?
  /// The nearest country of a place at sea.
  let nearest: NearbyCountry?
  let border: CountryBorder?
  let unit: LengthUnit

  init(_ place: Location, _ atlas: CountryAtlas, within distance: Double?, unit: LengthUnit) {
    self.place = place
    self.unit = unit
    country =
      distance.map { atlas.country(at: place.coordinate, within: $0) }
      ?? atlas.country(at: place.coordinate)
    nearest =
      atlas.landOnly.country(at: place.coordinate) == nil
      ? atlas.nearestCountry(to: place.coordinate) : nil
    border = atlas.nearestBorder(to: place.coordinate)
  }

  /// The countries beyond the nearest border; none at a coast.
  private var beyond: [Country] { border?.countries.filter { $0 != country } ?? [] }

  var text: String {
    guard let country else {
      var text = "no country at \(place.title)\n"
      if let nearest {
        text += "the nearest is \(Text.line(nearest.country.name)) \(nearest.country.flag), "
        text += "\(Text.length(nearest.distance, unit)) away\n"
      }
      return text
    }
    var rows = [
      ("codes", country.codes.joined(separator: ", ")),
      ("continent", country.continent.description),
    ]
    if let capital = country.capital { rows.append(("capital", capital.name)) }
    if !country.dialCode.isEmpty { rows.append(("dial code", country.dialCode)) }
    if let currency = country.currencyCode { rows.append(("currency", currency)) }
    if let nearest {
      rows.append(("distance", "\(Text.length(nearest.distance, unit)) to its coast"))
    } else if let border {
      let names = beyond.map(\.name).joined(separator: ", ")
      let what = beyond.isEmpty ? "the coast" : names
      rows.append(("border", "\(Text.length(border.distance, unit)) to \(what)"))
    }
    let width = 11
    return "\(country.flag) \(country.name)\n"
      + rows.map { "\($0.0.padding(to: width))\($0.1)\n" }.joined()
  }

  var json: String {
    var json = JSONWriter()
    json.beginObject()
    json.member("latitude", place.coordinate.latitude)
    json.member("longitude", place.coordinate.longitude)
    if let country {
      json.member("country", country.alpha2)
      json.member("name", country.name)
      json.member("alpha3", country.alpha3)
      if let number = country.numericCode { json.member("numeric", number) }
      json.member("flag", country.flag)
    } else {
      json.key("country")
      json.null()
    }
    if let nearest {
      json.member("nearest_country", nearest.country.alpha2)
      json.member("nearest_country_m", nearest.distance, fractionDigits: 3)
    }
    if let border { json.member("border_m", border.distance, fractionDigits: 3) }
    if !beyond.isEmpty {
      json.key("border_with")
      json.beginArray()
      for country in beyond { json.value(country.alpha2) }
      json.endArray()
    }
    json.endObject()
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }
}

extension Country {
  /// The codes of ISO 3166-1: two letters, three letters, three digits.
  var codes: [String] {
    [alpha2, alpha3]
      + (numericCode.map { [String(repeating: "0", count: 3 - min(3, "\($0)".count)) + "\($0)"] }
        ?? [])
  }
}
