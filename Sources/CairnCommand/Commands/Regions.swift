internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy
internal import CairnRegions

extension Command {
  /// `cairn regions`: a list of states and provinces.
  static let regions = Command(
    name: "regions",
    summary: "list states and provinces with codes, or their outlines",
    operands: "",
    discussion: """
      Lists the first-level regions of all countries or of one: states, provinces, cantons, as
      `cairn where` names them. A country without subdivisions has no regions, and some regions have
      no ISO 3166-2 code. The GeoJSON output has their outlines, including the waters off their
      coasts and cut at 180 degrees, and as `id` their number in the column library; intersect them
      with the outlines of `cairn countries` to get their land.
      """,
    options: [
      Option(
        name: "country", value: "COUNTRY", help: "only regions of this country: FR, FRA or France"),
      .format(["table", "csv", "json", "geojson"]), .language,
    ],
    examples: [
      ("cairn regions --country Austria", "the nine regions of Austria"),
      ("cairn regions --country JP --language ja", "with Japanese names"),
      ("cairn regions --format csv", "all regions, for another program"),
      ("cairn regions --country AT --format geojson", "with outlines"),
    ],
    run: { (arguments, console) throws(Failure) in
      guard arguments.operands.isEmpty else {
        let text = arguments.operands.joined(separator: " ")
        throw .usage(
          "unexpected argument; to choose a country, write --country \(Spelling.quoted(text))")
      }
      let country = try arguments.country
      let found = Array(AdministrativeArea.all.enumerated()).filter {
        country == nil || $0.element.country == country
      }
      let language = try arguments.nameLanguage
      switch arguments["format"] {
      case "csv": try csv(found, language, &console)
      case "geojson": try geojson(found, language, &console)
      case "json": try json(found, language, &console)
      default: try table(found, of: country, language, &console)
      }
    })

  /// Regions with their numbers among all regions.
  private typealias Numbered = [(offset: Int, element: AdministrativeArea)]

  private static func csv(
    _ regions: Numbered, _ language: NameLanguage, _ console: inout Console
  ) throws(Failure) {
    var csv = CSVWriter()
    for title in ["region_code", "name", "country"] { csv.field(title) }
    csv.endRow()
    for (_, region) in regions {
      csv.field(region.code)
      csv.field(language.name(of: region))
      csv.field(region.country.alpha2)
      csv.endRow()
    }
    try console.output.write(csv.bytes)
  }

  private static func json(
    _ regions: Numbered, _ language: NameLanguage, _ console: inout Console
  ) throws(Failure) {
    var json = JSONWriter()
    json.beginArray(onLines: true)
    for (_, region) in regions {
      json.beginObject()
      if let code = region.code { json.member("region_code", code) }
      json.member("name", language.name(of: region))
      json.member("country", region.country.alpha2)
      json.endObject()
    }
    json.endArray()
    try console.output.write(json.bytes + [UInt8(ascii: "\n")])
  }

  /// Writes the outlines one by one; edges that follow a great circle are exact to ten meters.
  private static func geojson(
    _ regions: Numbered, _ language: NameLanguage, _ console: inout Console
  ) throws(Failure) {
    var collection = GeoJSONWriter()
    for (number, region) in regions {
      let feature = GeoFeature(
        geometry: GeoFeature.Geometry(AdministrativeAtlas.world.outline(of: region)),
        properties: [
          "region_code": region.code.map { .string($0) } ?? .null,
          "name": .string(language.name(of: region)),
          "country": .string(region.country.alpha2),
        ], identifier: .integer(number))
      do throws(FormatError) {
        try collection.write(feature)
      } catch {
        throw Failure(code: .data, message: error.description)
      }
      try console.output.write(collection.drain())
    }
    collection.end()
    try console.output.write(collection.drain())
  }

  private static func table(
    _ regions: Numbered, of country: Country?, _ language: NameLanguage, _ console: inout Console
  ) throws(Failure) {
    if regions.isEmpty, let country {
      return try console.output.write("no regions: \(language.name(of: country)) is not divided\n")
    }
    var table = TerminalTable([
      .init(title: "code"), .init(title: "name", minimum: 16),
      .init(title: "country", minimum: 8, rank: 1),
    ])
    for (_, region) in regions {
      table.append([
        region.code ?? "", language.name(of: region), language.name(of: region.country),
      ])
    }
    try console.output.write(table.text(width: console.width, usesStyles: console.usesStyles))
  }
}
