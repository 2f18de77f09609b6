internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy
internal import CairnText

extension Command {
  /// `cairn countries`: a list of countries.
  static let countries = Command(
    name: "countries",
    summary: "list countries with flag, codes, capital and dial code",
    operands: "",
    discussion: """
      Lists all countries and territories of ISO 3166-1 and Kosovo, or those that a search finds:
      by the beginning of a name or of a word in it, a code, an alternative name, a dial code, the
      capital or the currency. If nothing matches, similar names are found. The GeoJSON output has
      the outlines of their land, for other tools.
      """,
    options: [
      Option(
        name: "search", value: "TEXT", help: "only matching countries, the best first: jap, +81"),
      .format(["table", "csv", "json", "geojson"]),
    ],
    examples: [
      ("cairn countries --search jap", "by the beginning of a name"),
      ("cairn countries --search CHF", "by currency"),
      ("cairn countries --format json", "all of them, for another program"),
      ("cairn countries --format geojson", "with outlines"),
    ],
    run: { (arguments, console) throws(Failure) in
      guard arguments.operands.isEmpty else {
        let text = arguments.operands.joined(separator: " ")
        throw .usage("unexpected argument; to search, write --search \(Spelling.quoted(text))")
      }
      let found = arguments["search"].map { Country.search($0) } ?? Country.all
      switch arguments["format"] {
      case "csv": try console.output.write(csv(found))
      case "geojson": try console.output.write(geojson(found))
      case "json": try console.output.write(json(found) + [UInt8(ascii: "\n")])
      default: try console.output.write(table(found, for: arguments["search"], console))
      }
    })

  private static func csv(_ countries: [Country]) -> [UInt8] {
    var csv = CSVWriter()
    for title in [
      "country", "alpha3", "numeric", "name", "continent", "capital", "dial_code", "currency",
      "flag", "sovereign", "united_nations",
    ] {
      csv.field(title)
    }
    csv.endRow()
    for country in countries {
      csv.field(country.alpha2)
      csv.field(country.alpha3)
      if let number = country.numericCode { csv.field(number) } else { csv.field("") }
      csv.field(country.name)
      csv.field(country.continent.description)
      csv.field(country.capital?.name)
      csv.field(country.dialCode)
      csv.field(country.currencyCode)
      csv.field(country.flag)
      csv.field(country.sovereign?.alpha2)
      csv.field(country.unitedNationsStatus?.rawValue)
      csv.endRow()
    }
    return csv.bytes
  }

  private static func json(_ countries: [Country]) -> [UInt8] {
    var json = JSONWriter()
    json.beginArray(onLines: true)
    for country in countries {
      json.beginObject()
      json.member("country", country.alpha2)
      json.member("alpha3", country.alpha3)
      if let number = country.numericCode { json.member("numeric", number) }
      json.member("name", country.name)
      json.member("continent", country.continent.description)
      if let capital = country.capital { json.member("capital", capital.name) }
      if !country.dialCode.isEmpty { json.member("dial_code", country.dialCode) }
      if let currency = country.currencyCode { json.member("currency", currency) }
      json.member("flag", country.flag)
      country.writeSovereign(&json)
      json.endObject()
    }
    json.endArray()
    return json.bytes
  }

  /// The outlines of the land; edges that follow a great circle are exact to ten meters.
  private static func geojson(_ countries: [Country]) throws(Failure) -> [UInt8] {
    let features = countries.map { country in
      let outline = CountryAtlas.world.outline(of: country)
      return GeoFeature(
        geometry: outline.polygons.isEmpty ? nil : GeoFeature.Geometry(outline),
        properties: [
          "country": .string(country.alpha2), "alpha3": .string(country.alpha3),
          "name": .string(country.name), "continent": .string(country.continent.description),
        ])
    }
    return try FileFormat.geoJSON.file(of: features)
  }

  private static func table(
    _ countries: [Country], for text: String?, _ console: Console
  ) -> String {
    guard !countries.isEmpty else {
      return "no countries for \"\(Text.line(DisplayWidth.truncated(text ?? "", to: 60)))\"\n"
    }
    var table = TerminalTable([
      .init(title: "flag"), .init(title: "name", minimum: 16), .init(title: "codes", rank: 1),
      .init(title: "capital", minimum: 8, rank: 3), .init(title: "dial code", rank: 2),
    ])
    for country in countries {
      table.append([
        country.flag, country.name, country.codes.joined(separator: " "),
        country.capital?.name ?? "", country.dialCode,
      ])
    }
    return table.text(width: console.width, usesStyles: console.usesStyles)
  }
}
