internal import CairnCountries
internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy
internal import CairnMemory

extension Command {
  /// `cairn country`: the country of a place, or of each row of a table.
  static let country = Command(
    name: "country",
    summary: "print the country of a place, or of each row of a table",
    operands: "<place> | --append [<table>]",
    discussion: """
      Prints the country of a place and the distance to its nearest border or coast. A place at sea
      is in the country whose waters it is in (55 km or more), and with --within also in the nearest
      country farther out; otherwise the nearest country is named. An embedded city or airport is in
      its own country, unless --country-by is given.

      With --append, reads a table with columns for latitude and longitude (CSV, TSV or another
      delimiter) from a file or standard input and writes the same lines in order with a last column
      `country`: two letters, or empty on the high sea and if a row has no valid coordinate. Rows
      without a valid coordinate are counted on standard error.

      With --regions, uses the regions of a file instead (GeoJSON, KML, WKT ...), named by the
      property of --name; the column is then called `region`.
      """,
    options: [
      Option(
        name: "within", value: "LENGTH",
        help: "on the high sea, take the nearest country within this distance: 25km, 10mi"),
      .countryByPlace, .unit,
      .format(["table", "json"]),
      .regions,
      .regionName,
    ] + .appending,
    examples: [
      ("cairn country 35.68,139.69", "the country with flag, codes and distance to the border"),
      ("cairn country --append places.csv", "for each row of a table"),
      ("cairn country --append places.csv --country-by land", "by land, without waters"),
      ("cairn country --append places.csv --regions states.geojson", "by regions of your own"),
    ],
    run: { (arguments, console) throws(Failure) in
      if let path = arguments["regions"] { return try regions(path, arguments, &console) }
      if arguments.has("name") { throw .usage("--name goes with --regions FILE") }
      let (atlas, distance) = try arguments.countryAtlas
      if arguments.has("append") {
        return try TableRun.run(
          [arguments.countryColumn(atlas, distance, name: arguments["column"] ?? "country")],
          TableAppender.Options(arguments), name: "country", paths: arguments.operands, &console)
      }
      guard !arguments.operands.isEmpty else {
        throw .usage(
          "a place is needed, such as `cairn country 35.68,139.69`, or --append for a table")
      }
      let place = try Location(arguments.operands.joined(separator: " "))
      let own = arguments.has("country-by") ? nil : PlaceFacts(place).place?.country
      let answer = CountryResult(
        place, own: own, atlas, within: distance, unit: arguments.unit)
      try console.output.write(arguments["format"] == "json" ? answer.json : answer.text)
    })
}

/// The result of `cairn country` for a place.
struct CountryResult {
  let place: Location
  /// The country of the place, or the nearest one within the option `--within`.
  let country: Country?
  /// The nearest country of a place at sea.
  let nearest: NearbyCountry?
  let border: CountryBorder?
  let unit: LengthUnit

  init(
    _ place: Location, own: Country?, _ atlas: CountryAtlas, within distance: Double?,
    unit: LengthUnit
  ) {
    self.place = place
    self.unit = unit
    // An embedded place near a border is in its own country, unless --country-by is given.
    country =
      own ?? distance.map { atlas.country(at: place.coordinate, within: $0) }
      ?? atlas.country(at: place.coordinate)
    nearest =
      atlas.landOnly.country(at: place.coordinate) == nil
      ? atlas.nearestCountry(to: place.coordinate) : nil
    border = atlas.nearestBorder(to: place.coordinate)
  }

  /// The countries beyond the nearest border; empty at a coast.
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
    if let state = country.sovereign, state != country { rows.append(("part of", state.name)) }
    if let capital = country.capital { rows.append(("capital", capital.name)) }
    if !country.dialCode.isEmpty { rows.append(("dial code", country.dialCode)) }
    if let currency = country.currencyCode { rows.append(("currency", currency)) }
    if let nearest {
      let whose = nearest.country == country ? "its coast" : "the coast of \(nearest.country.name)"
      rows.append(("distance", "\(Text.length(nearest.distance, unit)) to \(whose)"))
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
      country.writeSovereign(&json)
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
      json.member("border_with", beyond) { $0.value($1.alpha2) }
    }
    json.endObject()
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }
}

extension Country {
  /// Writes the state that the country belongs to, and its position in the United Nations.
  func writeSovereign(_ json: inout JSONWriter) {
    if let sovereign { json.member("sovereign", sovereign.alpha2) }
    if let status = unitedNationsStatus { json.member("united_nations", status.rawValue) }
  }

  /// The codes of ISO 3166-1: two letters, three letters, three digits.
  var codes: [String] {
    [alpha2, alpha3]
      + (numericCode.map { [String(repeating: "0", count: 3 - min(3, "\($0)".count)) + "\($0)"] }
        ?? [])
  }
}

extension Option {
  /// The option for regions of a file instead of countries.
  static let regions = Option(
    name: "regions", value: "FILE",
    help: "regions of a file (GeoJSON, KML, WKT) instead of countries: states, zones")
  /// The option for the property with the name of a region.
  static let regionName = Option(
    name: "name", value: "PROPERTY",
    help: "the property with the name of a region of --regions (name)")
}

extension Command {
  /// Runs `cairn country --regions FILE`: the regions of a place, or of each row of a table.
  static func regions(
    _ path: String, _ arguments: Arguments, _ console: inout Console
  ) throws(Failure) {
    for name in ["within", "country-by"] where arguments.has(name) {
      throw .usage("--\(name) applies to countries; leave it out with --regions")
    }
    if !arguments.has("append"), arguments.operands.isEmpty {
      throw .usage("a place is needed, or --append for a table")
    }
    let atlas = try regionAtlas(path, name: arguments["name"] ?? "name")
    if arguments.has("append") {
      return try TableRun.run(
        [.region(atlas, name: arguments["column"] ?? "region")], TableAppender.Options(arguments),
        name: "country", paths: arguments.operands, &console)
    }
    let place = try Location(arguments.operands.joined(separator: " "))
    let names = atlas.territories(at: place.coordinate)
    if arguments["format"] == "json" {
      var json = JSONWriter()
      json.beginObject()
      json.member("latitude", place.coordinate.latitude)
      json.member("longitude", place.coordinate.longitude)
      json.member("regions", names) { $0.value($1) }
      json.endObject()
      try console.output.write(json.bytes)
      return try console.output.write("\n")
    }
    let lines = names.isEmpty ? ["no region at \(place.title)"] : names.map(Text.line)
    try console.output.write(lines.map { $0 + "\n" }.joined())
  }

  static func regionAtlas(
    _ path: String, name: String
  ) throws(Failure) -> TerritoryAtlas<String> {
    var file = try InputFile(path, readsIndexFiles: true)
    let start = try file.next(atMost: FileFormat.detectionLength)
    var input = try FeatureInput(file, start: start, of: path, badRows: .fail)
    var features: [GeoFeature] = []
    while let feature = try input.next() { features.append(feature) }
    do throws(TerritoryFileError) {
      return try TerritoryAtlas(features: features, name: name)
    } catch {
      throw Failure(code: .data, message: "\(Spelling.quoted(path)): \(error)")
    }
  }
}
