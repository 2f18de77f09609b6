internal import Cairn
internal import CairnCountries
internal import CairnFormats

extension Option {
  /// Regions of a file in place of the countries.
  static let regions = Option(
    name: "regions", value: "FILE",
    help: "regions of a file (GeoJSON, KML, WKT) in place of the countries: states, zones")
  /// The property that names a region.
  static let regionName = Option(
    name: "name", value: "PROPERTY", help: "what names a region of --regions (name)")
}

extension Command {
  /// Answers `cairn country --regions FILE`: the regions of a place, or of each row of a table.
  static func regions(
    _ path: String, _ arguments: Arguments, _ console: inout Console
  ) throws(Failure) {
    for name in ["within", "country-by"] where arguments.has(name) {
      throw .usage("--\(name) is about countries; leave it out with --regions")
    }
    if !arguments.has("append"), arguments.operands.isEmpty {
      throw .usage("a place is needed, or --append for a table")
    }
    let atlas = try regionAtlas(path, name: arguments["name"] ?? "name")
    if arguments.has("append") {
      return try FilterRun.run(
        RegionAnswers(atlas, column: arguments["column"] ?? "region"), FilterSettings(arguments),
        name: "country", paths: arguments.operands, &console)
    }
    let place = try Location(arguments.operands.joined(separator: " "))
    let names = atlas.regions(at: place.coordinate)
    if arguments["format"] == "json" {
      var json = JSONWriter()
      json.beginObject()
      json.member("latitude", place.coordinate.latitude)
      json.member("longitude", place.coordinate.longitude)
      json.key("regions")
      json.beginArray()
      for name in names { json.value(name) }
      json.endArray()
      json.endObject()
      try console.output.write(json.bytes)
      return try console.output.write("\n")
    }
    let lines = names.isEmpty ? ["no region at \(place.title)"] : names.map(Text.line)
    try console.output.write(lines.map { $0 + "\n" }.joined())
  }

  private static func regionAtlas(
    _ path: String, name: String
  ) throws(Failure) -> RegionAtlas<String> {
    let bytes: [UInt8]
    do {
      bytes = try System.contents(of: path)
    } catch {
      throw Failure(
        code: .noInput, message: "\(Spelling.quoted(path)) cannot be read: \(error.message)")
    }
    var source = FeatureSource(
      try FileReader(of: path, start: Array(bytes.prefix(FileFormat.detectionLength))).features,
      badRows: .fail)
    source.append(bytes)
    source.finish()
    var features: [GeoFeature] = []
    do throws(FormatError) {
      while let feature = try source.next() { features.append(feature) }
    } catch {
      throw Failure(code: .data, message: "\(Spelling.quoted(path)), \(error)")
    }
    do throws(RegionFileError) {
      return try RegionAtlas(features: features, name: name)
    } catch {
      throw Failure(code: .data, message: "\(Spelling.quoted(path)): \(error)")
    }
  }
}
