internal import CairnGeodesy
internal import CairnPlaces
internal import CairnText

extension Command {
  /// `cairn search`: searches places by name.
  static let search = Command(
    name: "search",
    summary: "search places by name",
    operands: "<name>",
    discussion: """
      Lists the places of that name, or of a code in uppercase, those whose name begins with it, and
      those with a word that begins with it, the largest first; with --near, the size is weighed
      against the distance. The country, region or city may follow the name, with or without a
      comma. States and provinces are found by their names in any language, with or without a word
      such as Province. Misspelled names follow if little is found. A name other than the usual one
      of a place is shown in parentheses; JSON and CSV have it as matched_name, with how it matches
      as match: code, exact, prefix, word, misspelled or partial.
      """,
    options: [
      Option(
        name: "limit", value: "COUNT",
        help: "the maximum number of places, 1 to \(NearQuery.limits.upperBound) (default 10)"),
      Option(name: "near", value: "PLACE", help: "weigh the distance from this place"),
      .kind, .country, .countryBy, .unit, .format,
    ],
    examples: [
      ("cairn search springfield", "all places of that name"),
      ("cairn search \"san, CL\" --format csv", "places in Chile whose name begins with San"),
      ("cairn search london --near Toronto", "London in Canada first"),
    ],
    run: { (arguments, console) throws(Failure) in
      let limit = try arguments.count("limit", default: 10, in: NearQuery.limits)
      let name = arguments.operands.joined(separator: " ")
      if name.allSatisfy(\.isWhitespace) {
        throw .usage("a name is needed, such as `cairn search springfield`")
      }
      let filter = try arguments.filter(hasOwnPlaces: false)
      let center = try arguments["near"].map { text throws(Failure) in try Location(text) }
      let results = SearchResults(name, kind: arguments.kind, filter, near: center?.coordinate)
      let count = min(limit, results.count)
      let noun = filter.noun(count: results.count, of: .embedded)
      let counted = count < results.count ? "\(count) of \(results.count)" : "\(results.count)"
      let close = count == 0 ? Gazetteer.embedded(for: name).suggestions(for: name) : []
      let quoted = Text.line(DisplayWidth.truncated(name, to: 60))
      let list = PlaceList(
        count: count,
        row: { number in
          var row = results.row(number, isTable: arguments.format == .table)
          row.way = center.map { $0.way(to: row.place.coordinate) }
          return row
        },
        ways: center == nil ? nil : .bearing, hasMatches: true, unit: arguments.unit,
        heading: "\(count == 0 ? "no" : counted) \(noun) for \"\(quoted)\""
          + (close.isEmpty ? "" : "; close to it: \(close.joined(separator: ", "))")
          + results.remark)
      try arguments.format.write(list, to: &console)
    })
}
