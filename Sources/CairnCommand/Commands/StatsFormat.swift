internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy

/// The output of the counts of a file.
struct StatsFormat {
  /// The format of a file: its word for programs, and its name in a sentence.
  struct Source: Equatable {
    var word: String
    var title: String
  }

  let counts: FeatureCounts
  /// The formats of the files, without repetition.
  let formats: [Source]
  /// The unit of lengths in the table; the other formats use meters.
  let unit: LengthUnit
  /// The maximum number of countries and categories printed; 0 for all.
  let limit: Int

  private func shown<Element>(_ rows: [Element]) -> ArraySlice<Element> {
    limit == 0 ? rows[...] : rows.prefix(limit)
  }

  // MARK: Table

  func writeTable(_ console: inout Console) throws(Failure) {
    var facts = TerminalTable([.init(title: ""), .init(title: "", minimum: 16)])
    facts.append(["format", formats.map(\.title).joined(separator: ", ")])
    facts.append(["features", Text.grouped(counts.count)])
    facts.append(["positions", Text.grouped(counts.positionCount)])
    if let extent {
      facts.append(["south, west", "\(degrees(extent.south)), \(degrees(extent.west))"])
      facts.append(["north, east", "\(degrees(extent.north)), \(degrees(extent.east))"])
      if extent.crossesAntimeridian { facts.append(["", "across 180 degrees"]) }
    }
    if let elevations = counts.elevations {
      facts.append([
        "elevation", "\(degrees(elevations.lowerBound)) to \(degrees(elevations.upperBound)) m",
      ])
    }
    if let length = counts.length { facts.append(["length", Text.length(length, unit)]) }
    if let times = counts.times {
      facts.append(["first, last time", "\(times.first.text), \(times.last.text)"])
      facts.append(["days", Text.grouped(counts.days.count)])
    }
    if counts.badCount > 0 { facts.append(["cannot be read", Text.grouped(counts.badCount)]) }
    // Remove the empty titles.
    let text = facts.text(width: console.width, usesStyles: false)
    try console.output.write(String(text.drop { $0 == "\n" || $0 == " " }))

    try write("geometry", counts.kinds.map { ($0.name, $0.count) }, &console)
    try writeCountries(&console)
    if let name = counts.categoryName {
      let categories = shown(counts.categories).map { ($0.name ?? "none", $0.count) }
      try write(name, categories, of: counts.categories.count, &console)
    }
    guard !counts.badReasons.isEmpty else { return }
    try write(
      "cannot be read (of the first 20)", counts.badReasons.map { ($0.reason, $0.count) }, &console)
    for reason in counts.badReasons.prefix(3) {
      try console.output.write("  \(Text.line(reason.first))\n")
    }
  }

  /// Writes the countries, with visits, lengths and days if there are any.
  private func writeCountries(_ console: inout Console) throws(Failure) {
    let rows = shown(counts.countries)
    guard !rows.isEmpty else { return }
    let (hasLengths, hasDays) = (counts.length != nil, !counts.days.isEmpty)
    let hasVisits = counts.visitCount > 0
    var columns = [TerminalTable.Column(title: "count", isAlignedRight: true)]
    if hasVisits { columns.append(.init(title: "visits", isAlignedRight: true)) }
    if hasLengths { columns.append(.init(title: "length", isAlignedRight: true)) }
    if hasDays { columns.append(.init(title: "days", isAlignedRight: true)) }
    var table = TerminalTable(columns + [.init(title: "country", minimum: 16)])
    for row in rows {
      var cells = [Text.grouped(row.count)]
      if hasVisits { cells.append(Text.grouped(row.visitCount)) }
      if hasLengths { cells.append(Text.length(row.length, unit)) }
      if hasDays { cells.append(Text.grouped(row.days.count)) }
      table.append(cells + [row.country.map { "\($0.flag) \($0.name)" } ?? "no country"])
    }
    try console.output.write("\n")
    try console.output.write(table.text(width: console.width, usesStyles: console.usesStyles))
    if counts.countries.count > rows.count {
      try console.output.write("and \(Text.grouped(counts.countries.count - rows.count)) more\n")
    }
  }

  private func write(
    _ title: String, _ rows: [(String, Int)], of all: Int? = nil, _ console: inout Console
  ) throws(Failure) {
    guard !rows.isEmpty else { return }
    var table = TerminalTable([
      .init(title: "count", isAlignedRight: true), .init(title: title, minimum: 16),
    ])
    for (name, count) in rows { table.append([Text.grouped(count), Text.line(name)]) }
    try console.output.write("\n")
    try console.output.write(table.text(width: console.width, usesStyles: console.usesStyles))
    if let all, all > rows.count {
      try console.output.write("and \(Text.grouped(all - rows.count)) more\n")
    }
  }

  private var extent: BoundingBox? { counts.extent.isEmpty ? nil : counts.extent }

  private func degrees(_ number: Double) -> String {
    decimalText(number, digits: 6, trimsZeros: true)
  }

  // MARK: JSON and CSV

  var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject(onLines: true)
    json.member("format", formats.map(\.word).joined(separator: ","))
    json.member("features", counts.count)
    json.member("positions", counts.positionCount)
    if let extent {
      // In the order of RFC 7946, so west > east across 180 degrees.
      json.member("bbox", [extent.west, extent.south, extent.east, extent.north]) { $0.value($1) }
    }
    if let elevations = counts.elevations {
      json.key("elevation_m")
      json.beginArray()
      json.value(elevations.lowerBound)
      json.value(elevations.upperBound)
      json.endArray()
    }
    if let length = counts.length {
      json.key("length_m")
      json.value((length * 10).rounded() / 10)
    }
    if let times = counts.times {
      json.member("first_time", times.first.text)
      json.member("last_time", times.last.text)
      json.member("days", counts.days.count)
    }
    Self.object("geometries", counts.kinds.map { ($0.name, $0.count) }, &json)
    Self.object(
      "countries", shown(counts.countries).map { ($0.country?.alpha2 ?? "", $0.count) }, &json)
    if counts.visitCount > 0 {
      Self.object(
        "country_visits", shown(counts.countries).map { ($0.country?.alpha2 ?? "", $0.visitCount) },
        &json)
    }
    if counts.length != nil {
      json.key("country_lengths_m")
      json.beginObject()
      for row in shown(counts.countries) {
        json.key(row.country?.alpha2 ?? "")
        json.value((row.length * 10).rounded() / 10)
      }
      json.endObject()
    }
    if !counts.days.isEmpty {
      Self.object(
        "country_days", shown(counts.countries).map { ($0.country?.alpha2 ?? "", $0.days.count) },
        &json)
    }
    json.member("category_property", counts.categoryName)
    Self.object("categories", shown(counts.categories).map { ($0.name ?? "", $0.count) }, &json)
    json.member("bad", counts.badCount)
    Self.object("bad_reasons", counts.badReasons.map { ($0.reason, $0.count) }, &json)
    json.endObject()
    return json.bytes + [UInt8(ascii: "\n")]
  }

  private static func object(
    _ name: String, _ rows: [(String, Int)], _ json: inout JSONWriter
  ) {
    json.key(name)
    json.beginObject()
    for (name, count) in rows { json.member(name, count) }
    json.endObject()
  }

  var csv: [UInt8] {
    var csv = CSVWriter()
    func row(_ what: String, _ value: String, _ count: Int) {
      csv.field(what)
      csv.field(value)
      csv.field(count)
      csv.endRow()
    }
    for title in ["what", "value", "count"] { csv.field(title) }
    csv.endRow()
    row("features", "", counts.count)
    row("positions", "", counts.positionCount)
    if let extent {
      for (name, number) in [
        ("south", extent.south), ("west", extent.west), ("north", extent.north),
        ("east", extent.east),
      ] {
        row(name, degrees(number), counts.positionCount)
      }
    }
    for kind in counts.kinds { row("geometry", kind.name, kind.count) }
    for country in shown(counts.countries) {
      row("country", country.country?.alpha2 ?? "", country.count)
    }
    if counts.visitCount > 0 {
      for country in shown(counts.countries) {
        row("country_visits", country.country?.alpha2 ?? "", country.visitCount)
      }
      row("visits", "", counts.visitCount)
    }
    if let length = counts.length {
      for country in shown(counts.countries) {
        row("country_length_m", country.country?.alpha2 ?? "", Int(country.length.rounded()))
      }
      row("length_m", "", Int(length.rounded()))
    }
    if !counts.days.isEmpty {
      for country in shown(counts.countries) {
        row("country_days", country.country?.alpha2 ?? "", country.days.count)
      }
      row("days", "", counts.days.count)
    }
    for category in shown(counts.categories) where counts.categoryName != nil {
      row("category", category.name ?? "", category.count)
    }
    row("bad", "", counts.badCount)
    for reason in counts.badReasons { row("bad_reason", reason.reason, reason.count) }
    return csv.bytes
  }
}
