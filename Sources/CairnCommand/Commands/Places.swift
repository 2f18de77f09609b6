internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy
internal import CairnHours
internal import CairnMemory
internal import CairnOSM

extension Command {
  /// `cairn places`: the places of an extract of OpenStreetMap.
  static let places = Command(
    name: "places",
    summary: "list the places of an OpenStreetMap extract: cafés, museums, viewpoints ...",
    operands: "<extract>",
    discussion: """
      Reads an extract of OpenStreetMap (.osm.pbf, .osm, .osm.gz) and lists the places of some
      categories or with some tags: nodes, and areas and multipolygons at a point inside them.
      Without --category and --tag, all places of the categories below are listed. With --near,
      places are listed nearest first, by great-circle distance. With --out, the extension of the
      file's name decides the format: csv, tsv, geojson, gpx, kml ..., or cairn for an index file.

      --open-now and --open-at list only places whose opening hours say that they are open, by the
      local time of each place; places without hours that can be read are left out and counted.

      Categories: \(OSMCategory.all.map(\.name).joined(separator: ", ")).

      The data is by OpenStreetMap contributors (ODbL 1.0): name them where you publish results, see
      openstreetmap.org/copyright.
      """,
    options: [
      Option(
        name: "category", value: "NAMES", help: "the categories, such as cafe or \"café,museum\"",
        hints: OSMCategory.all.map(\.id)),
      Option(
        name: "tag", value: "TAGS",
        help: "places with one of these tags: amenity=cafe, shop=*, amenity=bar,amenity=pub"),
      Option(name: "near", value: "PLACE", help: "list the places nearest to this one first"),
      Option(name: "within", value: "LENGTH", help: "with --near: the maximum distance: 500m"),
      Option(name: "open-now", help: "only places that are open now"),
      Option(
        name: "open-at", value: "TIME",
        help: "only places that are open at this local time: 2026-03-29T12:00"),
      Option(
        name: "holidays", value: "DATES",
        help: "public holidays, separated by commas, instead of those of the places"),
      Option(
        name: "language", value: "CODE", help: "names in this language if known, such as en or pt"),
      .limit(preset: nil), .count, .unit, .format,
      Option(name: "out", value: "FILE", help: "write the places to this file"),
    ],
    examples: [
      ("cairn places porto.osm.pbf --category café --near 41.146,-8.611 --within 500m", "cafés"),
      ("cairn places porto.osm.pbf --category museum --open-now --near Porto", "open museums"),
      ("cairn places porto.osm.pbf --tag cuisine=vegan --out vegan.csv", "as a table"),
      ("cairn places porto.osm.pbf --out porto.cairn", "all places, as an index file"),
    ],
    run: { (arguments, console) throws(Failure) in
      let query = try PlacesQuery(arguments)
      try query.answer(to: &console)
    })
}

/// A query of `cairn places`.
private struct PlacesQuery {
  private let path: String
  private let categories: [OSMCategory]
  private let tags: [OSMTagPattern]
  private let center: Location?
  private let radius: Double?
  private let hours: OpenFilter?
  private let language: String?
  private let limit: Int
  private let unit: LengthUnit
  private let format: PlaceFormat
  private let countsOnly: Bool
  private let output: PlacesOutput?

  init(_ arguments: Arguments) throws(Failure) {
    guard arguments.operands.count == 1, let path = arguments.operands.first else {
      throw .usage("one extract is needed, such as `cairn places porto.osm.pbf`")
    }
    self.path = path
    unit = arguments.chosenUnit ?? arguments.writtenUnit("within") ?? .kilometers
    format = arguments.format
    countsOnly = arguments.has("count")
    language = arguments["language"]
    limit =
      try arguments.has("limit")
      ? arguments.count("limit", default: 0, in: NearQuery.limits) : .max
    tags = try Self.tags(arguments["tag"])
    let chosen = try Self.categories(arguments["category"])
    categories = chosen ?? (tags.isEmpty ? OSMCategory.all : [])
    radius = try arguments.length("within", unit: arguments.unit)
    if radius != nil, !arguments.has("near") { throw .usage("--within goes with --near PLACE") }
    hours = try OpenFilter(arguments)
    output = try arguments["out"].map { path throws(Failure) in
      if arguments.has("format") {
        throw .usage("--format and --out both set the format; the extension of FILE is enough")
      }
      if arguments.has("count") { throw .usage("--count and --out are two outputs; give one") }
      return try PlacesOutput(path)
    }
    center = try arguments["near"].map { text throws(Failure) in try Location(text) }
  }

  private static func categories(_ list: String?) throws(Failure) -> [OSMCategory]? {
    guard let list else { return nil }
    var categories: [OSMCategory] = []
    for word in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let category = OSMCategory(word.drop { $0 == " " }) else {
        let hint = Spelling.suggestion(for: String(word), among: OSMCategory.all.map(\.id))
        throw .usage(
          "there is no category \(Spelling.quoted(String(word)))"
            + (hint.isEmpty ? "; see `cairn places --help`, or give --tag KEY=VALUE" : hint))
      }
      categories.append(category)
    }
    return categories
  }

  private static func tags(_ list: String?) throws(Failure) -> [OSMTagPattern] {
    guard let list else { return [] }
    var patterns: [OSMTagPattern] = []
    for word in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let pattern = OSMTagPattern(word) else {
        throw .usage("--tag is a list such as amenity=cafe,shop=*, not \(Spelling.quoted(list))")
      }
      patterns.append(pattern)
    }
    return patterns
  }

  // MARK: Answers

  /// A place with its distance from the center.
  private typealias Found = (place: OSMPlace, distance: Double?)

  func answer(to console: inout Console) throws(Failure) {
    let list = try read()
    var found: [Found] = []
    for place in list.places {
      let distance = center.map { $0.coordinate.distance(to: place.coordinate) }
      if let distance, let radius, distance > radius { continue }
      found.append((place, distance))
    }
    var notes = PlacesNotes()
    notes.withoutLocation = list.withoutLocation.count
    if var hours { found = found.filter { hours.accepts($0.place, &notes) } }
    if center != nil {
      let order = found.indices.sorted {
        let (a, b) = (found[$0].distance ?? .infinity, found[$1].distance ?? .infinity)
        return a == b ? $0 < $1 : a < b
      }
      found = order.map { found[$0] }
    }
    let all = found.count
    if found.count > limit { found.removeLast(found.count - limit) }
    if let output {
      try output.write(found.map { feature($0, allTags: output.hasAllTags) }, &console)
    } else if countsOnly {
      try format.write(count: all, to: &console)
    } else {
      try format.write(table(found, of: all), to: &console)
    }
    try notes.write(to: &console)
  }

  private func read() throws(Failure) -> OSMPlaceList {
    do throws(OSMError) {
      let file = path == "-" ? try OSMFile.standardInput() : try OSMFile(path: path)
      return try file.places(categories, tags: tags, threads: 4)
    } catch {
      if case .unreadable(let message) = error.reason {
        throw Failure(code: .noInput, message: message)
      }
      let name = path == "-" ? "the input" : Spelling.quoted(path)
      throw Failure(code: .data, message: "\(name), \(error)")
    }
  }

  /// A place as a feature, with its distance.
  private func feature(_ found: Found, allTags: Bool) -> GeoFeature {
    var feature = found.place.feature(allTags: allTags)
    if let language, let name = found.place.name(in: language) {
      feature.properties["name"] = .string(name)
    }
    if let distance = found.distance {
      feature.properties["distance_m"] = .number((distance * 1_000).rounded() / 1_000)
    }
    return feature
  }

  private func table(_ found: [Found], of all: Int) -> PlaceList {
    let allTags = format == .json || format == .geojson
    let roles = PlaceRoles(OSMPlace.propertyNames)
    return PlaceList(
      count: found.count,
      row: { number in
        var feature = feature(found[number], allTags: allTags)
        feature.properties["distance_m"] = nil
        var row = roles.row(feature)
        row.way = found[number].distance.map { distance in
          let bearing = center?.coordinate.initialBearing(to: row.place.coordinate)
          return PlaceList.Way(distance: distance, bearing: bearing)
        }
        return row
      }, ways: center == nil ? nil : .bearing, roles: roles, unit: unit,
      heading: heading(found.count, of: all))
  }

  private func heading(_ count: Int, of all: Int) -> String {
    var text = count < all ? "\(Text.grouped(count)) of \(Text.grouped(all))" : Text.grouped(count)
    text = all == 0 ? "no" : text
    text += all == 1 ? " place" : " places"
    guard let center else { return text }
    return text + (radius.map { " within \(Text.shortLength($0, unit)) of " } ?? " nearest to ")
      + center.title
  }
}

/// The file that `cairn places --out` writes.
private struct PlacesOutput {
  private let name: OutputName
  /// The format; nil for an index file.
  private let format: FileFormat?

  init(_ path: String) throws(Failure) {
    let name = OutputName(path, mayCompress: true)
    self.name = name
    let words = FormatWord.written + ["cairn"]
    let chosen = try name.format(
      nil as (word: String, format: FileFormat?)?, option: nil, command: "places", words: words
    ) { ending -> [FileFormat?] in
      ending == "cairn" ? [nil] : FormatWord.formats(of: ending)
    }
    guard let chosen else {
      throw .usage(
        "the format is not clear from the name \(name.quoted); `cairn places` writes "
          + Spelling.list(words))
    }
    if chosen == nil, name.compression != nil {
      throw .usage("an index file is not compressed; leave out .gz")
    }
    format = chosen
  }

  /// Whether features have all tags: a table has only the usual columns.
  var hasAllTags: Bool { format != .csv && format != .tsv }

  func write(_ features: [GeoFeature], _ console: inout Console) throws(Failure) {
    var file = try ResultFile(name.path, console, compression: name.compression)
    if let format {
      try write(features, as: format, to: &file, &console)
    } else {
      var packed = PackedFeatures()
      for feature in features { packed.append(feature) }
      _ = try file.write(indexOf: packed, &console)
    }
    try file.close(&console)
    if file.isStream { return }
    let noun = features.count == 1 ? "place" : "places"
    try console.output.write("\(Text.line(name.path)): \(Text.grouped(features.count)) \(noun)\n")
  }

  private func write(
    _ features: [GeoFeature], as format: FileFormat, to file: inout ResultFile,
    _ console: inout Console
  ) throws(Failure) {
    var options = FileFormat.WriterOptions()
    options.propertyNames =
      OSMPlace.propertyNames
      + (features.first?.properties["distance_m"] == nil ? [] : ["distance_m"])
    options.tableLocation = .degrees
    var writer = format.writer(options)
    do throws(FormatError) {
      for feature in features {
        var feature = feature
        // The identifier is the property `osm`, too.
        if !hasAllTags { feature.identifier = nil }
        try writer.write(feature)
      }
      try writer.end()
    } catch {
      throw Failure(code: .data, message: "\(error)")
    }
    try file.write(writer.drain(), &console)
  }
}

/// Selects the places that are open at a time.
private struct OpenFilter {
  /// The local time; nil for now.
  private let time: CivilTime?
  /// The holidays that are given; nil for those of each place.
  private let holidays: HolidayCalendar?
  private var localHolidays = LocalHolidays()
  private var clock: LocalClock

  /// Reads the options; nil if places are not selected by their hours.
  init?(_ arguments: Arguments) throws(Failure) {
    holidays = arguments.hasPublicHolidays ? try arguments.holidayCalendar : nil
    if arguments.has("open-now"), arguments.has("open-at") {
      throw .usage("--open-now and --open-at are two times; give one of them")
    }
    guard let text = arguments["open-at"] else {
      guard arguments.has("open-now") else {
        if arguments.has("holidays") {
          throw .usage("--holidays goes with --open-now or --open-at TIME")
        }
        return nil
      }
      time = nil
      clock = LocalClock(instant: System.secondsSince1970)
      return
    }
    guard let time = CivilTime(text) else {
      throw .usage(
        "--open-at is a date and a time such as 2026-03-29T12:00, not \(Spelling.quoted(text))")
    }
    self.time = time
    clock = LocalClock(instant: time.date.dayNumber * 86_400 + Int(time.time.seconds))
  }

  /// Whether a place is open; counts the places without known hours or local time.
  mutating func accepts(_ place: OSMPlace, _ notes: inout PlacesNotes) -> Bool {
    guard let hours = place.openingHours else {
      notes.withoutHours += 1
      return false
    }
    let offset = clock.offset(at: place.coordinate)
    guard let local = time ?? offset.map({ CivilTime(secondsSince1970: clock.instant + $0) }) else {
      notes.withoutTime += 1
      return false
    }
    let needsHolidays = !hours.unknownHolidays().isEmpty
    let holidays =
      self.holidays
      ?? (needsHolidays ? localHolidays.calendar(at: place.coordinate) : .unknown)
    var context = HoursContext(holidays: holidays, place: place.coordinate)
    if let offset {
      let seconds = Double(offset)
      context.utcOffset = { _ in seconds }
    }
    if !hours.unknownHolidays(on: local.date...local.date, in: holidays).isEmpty {
      notes.withHolidays += 1
    }
    return hours.isOpen(at: local, in: context)
  }
}

/// Notes about places that are left out.
private struct PlacesNotes {
  var withoutLocation = 0
  var withoutHours = 0
  var withoutTime = 0
  var withHolidays = 0

  func write(to console: inout Console) throws(Failure) {
    let notes = [
      (withoutLocation, "without a location in the extract, left out"),
      (withoutHours, "without opening hours that can be read, left out"),
      (withoutTime, "without a known local time, left out: give --open-at TIME"),
      (withHolidays, "with hours that depend on holidays that are not known"),
    ]
    for (count, note) in notes where count > 0 {
      let noun = count == 1 ? "place" : "places"
      try console.errors.write("cairn places: \(Text.grouped(count)) \(noun) \(note)\n")
    }
    try console.errors.flush()
  }
}
