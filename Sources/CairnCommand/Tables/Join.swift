internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex
internal import CairnMemory

extension Command {
  /// `cairn join`: joins two tables by distance.
  static let join = Command(
    name: "join",
    summary: "join two tables by distance: all pairs within it, or the nearest few",
    operands: "<file> <other>",
    discussion: """
      Writes each row of a file once for each of its matches in the other file: all places within
      --within, or the --nearest ones, or the nearest ones within the distance. After the columns
      of the row come those of the other place, `right_latitude`, `right_longitude` and
      `distance_m`. A column of the other file whose name is taken becomes `right_NAME`. Rows
      without a match are left out and counted on standard error, or kept with --unmatched. Matches
      are written nearest first. If both files are the same, a row does not match itself.

      The rows of a table are written as they are; the places of other formats (GeoJSON, GPX ...)
      become a table first. The other file may have any format. Lines and areas have no matches.
      """,
    options: [
      Option(
        name: "within", value: "LENGTH", help: "the maximum distance of a match: 500m, 1km, 1mi"),
      Option(
        name: "nearest", value: "COUNT", help: "the maximum number of matches, nearest first"),
      Option(
        name: "take", value: "COLUMNS",
        help: "the columns of the other file: name,rating (default all)"),
      Option(name: "unmatched", help: "also write rows without a match, with empty values"),
      .from,
      Option(
        name: "columns", value: "COLUMNS",
        help: "columns of <file> by name: latitude=3,longitude=4"),
      Option(
        name: "other-columns", value: "COLUMNS",
        help: "columns of <other> by name: latitude=3,longitude=4"),
      .noHeader,
      Option(
        name: "encoding", value: "NAME",
        help: "the encoding of <file>, such as Shift_JIS; that of <other> is detected"),
      .unit,
      .outTable,
    ],
    examples: [
      ("cairn join places.csv places.csv --within 100km", "all pairs of a table"),
      ("cairn join places.csv cafes.csv --nearest 3", "the three nearest for each row"),
      ("cairn join places.csv cafes.csv --within 5km --unmatched", "all rows, with any matches"),
    ],
    run: { (arguments, console) throws(Failure) in
      try DistanceJoin(arguments).run(&console)
    })
}

/// A run of `cairn join`.
private struct DistanceJoin {
  private let arguments: Arguments
  private let radius: Double?
  private let limit: Int?
  private let paths: (left: String, right: String)

  init(_ arguments: Arguments) throws(Failure) {
    self.arguments = arguments
    radius = try arguments.length("within", unit: arguments.chosenUnit ?? .meters)
    limit =
      arguments.has("nearest")
      ? try arguments.count("nearest", default: 1, in: NearQuery.limits) : nil
    guard radius != nil || limit != nil else {
      throw .usage("--within LENGTH, --nearest COUNT or both are needed")
    }
    guard arguments.operands.count == 2 else {
      throw .usage(
        "two files are needed, such as `cairn join places.csv cafes.csv --within 1km`, "
          + "not \(arguments.operands.count)")
    }
    paths = (arguments.operands[0], arguments.operands[1])
    guard paths.left != "-" || paths.right != "-" else {
      throw .usage("only one of the two files can be standard input")
    }
  }

  func run(_ console: inout Console) throws(Failure) {
    let output = try TableOutput(arguments)
    let identity = System.identity(FileName.system(paths.left))
    let isSame = identity != nil && identity == System.identity(FileName.system(paths.right))
    var left = try WholeFile(paths.left, arguments)
    try left.report("join", fate: "", to: &console)
    let keepsOthers = left.isTable && arguments.has("unmatched")
    try left.reportOthers("join", areKept: keepsOthers, to: &console)
    if !left.isTable { left = try left.asTable() }
    try output.check(left.columns?.delimiter)
    let right = isSame ? left : try WholeFile(paths.right, columns: "other-columns", arguments)
    if !isSame {
      try right.report("join", fate: ", left out", to: &console)
      try right.reportOthers("join", to: &console)
    }
    let taken = left.columns?.names ?? []
    let columns = try rightColumns(of: right, taken: left.columns?.hasHeader == false ? [] : taken)
    let places = right.coordinates
    let index: PlaceIndex<Int>
    do {
      index = try PlaceIndex(skippingInvalid: places.indices, coordinate: { places[$0] })
    } catch {
      throw Failure(code: .data, message: "\(right.name) has too many places")
    }
    let unmatched = Lock(0)
    let column = self.column(
      index, left.coordinates, right, columns, isSame: isSame, unmatched: unmatched)
    var target = try output.open(console)
    try left.writeRows(column, to: &target, &console)
    try target.close(&console)
    let count = unmatched.withLock { $0 }
    if count > 0, !arguments.has("unmatched") {
      try FeatureReport("join", of: left.name).write(
        "\(Text.grouped(count)) of \(Text.grouped(left.packed.count)) rows without a match, left "
          + "out; --unmatched keeps them", to: &console)
      try console.errors.flush()
    }
  }

  /// The properties of the other file by number, and the titles of their columns.
  private func rightColumns(
    of right: WholeFile, taken: [String]
  ) throws(Failure) -> (properties: [String], titles: [String]) {
    var names = right.propertyNames
    if let list = arguments["take"] {
      let taken = list.split(separator: ",").map(String.init)
      if let unknown = taken.first(where: { !names.contains($0) }) {
        throw .unknownColumn(right.name, unknown, among: names, option: "--take")
      }
      names = taken
    }
    var used = Set(taken)
    // Other commands would take `latitude` for the location of the row, if its own is called `lat`.
    let ends = ["right_latitude", "right_longitude", "distance_m"]
    let titles = (names + ends).map { name in
      var title = name
      while !used.insert(title).inserted { title = "right_" + title }
      return title
    }
    return (names, titles)
  }

  /// The columns of the matches.
  private func column(
    _ index: PlaceIndex<Int>, _ points: [Coordinate], _ right: WholeFile,
    _ columns: (properties: [String], titles: [String]), isSame: Bool, unmatched: Lock<Int>
  ) -> AppendedColumn {
    let features = right.packed
    let (radius, keepsUnmatched) = (radius ?? .infinity, arguments.has("unmatched"))
    let limit = limit.map { isSame ? $0 + 1 : $0 }
    let places = right.coordinates
    let names = columns.properties
    let numbers = names.compactMap { features.propertyNames.firstIndex(of: $0) }
    // Finding one property takes as long as reading half of them.
    let readsOne =
      names.count < 3 && numbers.count == names.count
      && !(right.elevationName.map(names.contains) ?? false)
    return AppendedColumn(
      columns.titles,
      repeatingNumbered: { _, row, fields in
        let point = points[row]
        var found: [(place: Int, distance: Double)] = []
        if point.latitude.isFinite {
          let all =
            limit.map { index.nearest(to: point, count: $0, within: radius) }
            ?? index.within(radius, of: point)
          found = all.filter { !isSame || $0.element != row }.map { ($0.element, $0.distance) }
          // The row itself may come after others at the same position.
          if isSame, let limit, found.count == limit { found.removeLast() }
        }
        for (place, distance) in found {
          if readsOne {
            for number in numbers {
              fields.append(field: features.value(ofProperty: number, at: place)?.cell)
            }
          } else {
            let feature = features[place]
            for name in names { fields.append(field: right.cell(name, of: feature)) }
          }
          fields.append(number: places[place].latitude.description)
          fields.append(number: places[place].longitude.description)
          fields.append(number: decimalText(distance, digits: 3))
          fields.endRow()
        }
        guard found.isEmpty else { return }
        unmatched.withLock { $0 += 1 }
        guard keepsUnmatched else { return }
        for _ in columns.titles { fields.append(field: nil) }
        fields.endRow()
      })
  }
}

extension WholeFile {
  /// Reports the features that are not points, unless they are kept as rows without a match.
  ///
  /// - Throws: a ``Failure`` if the file has features but no points.
  fileprivate func reportOthers(
    _ command: String, areKept: Bool = false, to console: inout Console
  ) throws(Failure) {
    let bad = columns == nil ? 0 : badRowCount
    let count = coordinates.count { $0.latitude.isNaN } - bad
    guard count == 0 || count < packed.count else { throw .noPoints(name, command) }
    if areKept { return }
    try FeatureReport(command, of: name).write(others: count, to: &console)
  }

  /// The points of the file as a table.
  func asTable() throws(Failure) -> WholeFile {
    var output = FileFormat.WriterOptions()
    let points = packed.indices.map(feature).filter {
      if case .point? = $0.geometry { true } else { false }
    }
    var columns = TableColumns()
    for point in points { columns.note(point) }
    columns.set(&output)
    output.tableLocation = .degrees
    var writer = FileFormat.csv.writer(output)
    do throws(FormatError) {
      for point in points { try writer.write(point) }
      try writer.end()
    } catch {
      throw Failure(code: .data, message: "\(name), \(error)")
    }
    let table = writer.drain()
    return try WholeFile(
      table: table.isEmpty ? Array("latitude,longitude\n".utf8) : table, of: self)
  }
}
