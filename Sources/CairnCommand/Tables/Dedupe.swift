internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy

extension Command {
  /// `cairn dedupe`: removes places that are near each other.
  static let dedupe = Command(
    name: "dedupe",
    summary: "remove places within a distance of each other: keep the first, best or merged one",
    operands: "[<file>]",
    discussion: """
      Reads the places of a file in any format, or standard input, and writes those that are not
      within a distance of a place that is kept already. The places are taken in the order of the
      file, or with --by in that of a column. So no two places that remain are within the distance
      of each other, and each place that is removed is within the distance of one that remains: a
      row of houses, each near the next, is not one duplicate. The number of removed places is
      written to standard error.

      The rows of a table are written as they are. With --keep merged, a place has the mean
      position of those that it replaces, their values where its own are empty, and their number in
      `merged`; a table keeps its columns. Lines and areas are kept. Rows without a valid coordinate
      are kept too, except with --keep merged.
      """,
    options: [
      Option(
        name: "within", value: "LENGTH",
        help: "the distance within which two places are the same: 50m, 0.1mi (0 for equal ones)"),
      Option(
        name: "keep", value: "WHICH",
        help: "the place to keep: first (default), best (with --by), merged",
        choices: ["first", "best", "merged"]),
      Option(
        name: "by", value: "COLUMN",
        help: "keep the place with the largest number in this column; places without one last"),
      Option(name: "least", help: "with --by: the smallest number instead"),
      Option(
        name: "same", value: "COLUMNS",
        help: "only places with equal values in these columns are duplicates: name,street"),
      Option(
        name: "mark",
        help: "remove nothing; append `duplicate_of`, the row of the place that is kept, counted "
          + "from 1, and `distance_m`, for a table"),
      .from, .columns, .noHeader, .encoding, .unit,
    ] + .featureOutput("that of the file"),
    examples: [
      ("cairn dedupe places.csv --within 50m", "the first of each group"),
      ("cairn dedupe rated.csv --within 50m --by rating", "the best of each group"),
      ("cairn dedupe places.csv --within 1km --keep merged", "one place for each group"),
      ("cairn dedupe places.csv --within 1km --mark", "look before you remove"),
    ],
    run: { (arguments, console) throws(Failure) in
      try Deduplication(arguments).run(&console)
    })
}

/// A run of `cairn dedupe`.
private struct Deduplication {
  private let arguments: Arguments
  private let radius: Double
  private let isMerged: Bool
  private let isMarked: Bool
  private let path: String

  init(_ arguments: Arguments) throws(Failure) {
    self.arguments = arguments
    guard let radius = try arguments.length("within", unit: arguments.chosenUnit ?? .meters) else {
      throw .usage("--within is needed, such as --within 50m")
    }
    self.radius = radius
    isMerged = arguments["keep"] == "merged"
    isMarked = arguments.has("mark")
    if arguments["keep"] == "best", !arguments.has("by") {
      throw .usage("--keep best needs --by COLUMN")
    }
    if arguments["keep"] == "first", arguments.has("by") {
      throw .usage("--by COLUMN keeps the best place; leave out --keep first")
    }
    if arguments.has("least"), !arguments.has("by") { throw .usage("--least goes with --by") }
    if isMarked, isMerged { throw .usage("--mark removes nothing; leave out --keep merged") }
    guard arguments.operands.count < 2 else {
      throw .usage("one file is expected; a name with a space needs quotes")
    }
    path = arguments.operands.first ?? "-"
  }

  func run(_ console: inout Console) throws(Failure) {
    let file = try WholeFile(path, arguments)
    let output = try FeatureOutput(arguments, preset: file.format)
    let copiesRows = file.isTable && !isMerged && output.fileFormat == file.format
    if isMarked, !copiesRows {
      throw .usage("--mark is for a table, written as a table in the same format")
    }
    let groups: DuplicateGroups
    do {
      groups = try DuplicateGroups(
        file.coordinates, within: radius, order: try order(file), keys: try keys(file))
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(code: .data, message: "\(file.name) has too many places")
    }
    try file.report("dedupe", fate: copiesRows ? ", kept" : ", left out", to: &console)
    if copiesRows {
      var target = try output.open(console)
      try file.writeRows(column(groups), to: &target, &console)
      try target.close(&console)
    } else if isMerged, output.isTable, file.isTable, let columns = file.columns,
      columns.notation == nil
    {
      let rows = try MergedRows(file, columns, groups)
      var target = try output.open(console)
      try rows.write(as: output.fileFormat, to: &target, &console)
      try target.close(&console)
    } else {
      try output.write(features(file, groups), members: file.foreignMembers, to: &console)
    }
    let removed = groups.keepers.indices.count { groups.keepers[$0] != $0 }
    let verb = isMarked ? "marked" : isMerged ? "merged" : "removed"
    try FeatureReport("dedupe", of: file.name).write(
      "\(Text.grouped(removed)) of \(Text.grouped(file.packed.count)) places \(verb): within "
        + "\(Text.shortLength(radius, arguments.writtenUnit("within") ?? .meters)) of a place that is kept",
      to: &console)
    try console.errors.flush()
  }

  /// The rows in the order of preference.
  private func order(_ file: WholeFile) throws(Failure) -> [Int] {
    let rows = Array(0..<file.packed.count)
    guard let name = arguments["by"] else { return rows }
    let isLeast = arguments.has("least")
    let cells = try file.cells(name, option: "--by")
    let notation = NumberNotation(of: cells)
    let values = cells.map { cell -> Double in
      guard let number = notation.number(cell) else { return -.infinity }
      return isLeast ? -number : number
    }
    if !rows.isEmpty, values.allSatisfy({ $0 == -.infinity }) {
      throw Failure(
        code: .data, message: "\(file.name): the column \(Spelling.quoted(name)) has no number")
    }
    return rows.sorted { (values[$1], $0) < (values[$0], $1) }
  }

  /// The values that must be equal, one text per row.
  private func keys(_ file: WholeFile) throws(Failure) -> [String] {
    guard let names = arguments["same"] else { return [] }
    var keys = Array(repeating: "", count: file.packed.count)
    for name in names.split(separator: ",") {
      let cells = try file.cells(String(name), option: "--same")
      // The length makes the joined text unique.
      for row in keys.indices { keys[row] += "\(cells[row].utf8.count):\(cells[row])" }
    }
    return keys
  }

  /// The column that selects the rows of a table, or marks them.
  private func column(_ groups: DuplicateGroups) -> AppendedColumn {
    let isMarked = isMarked
    return AppendedColumn(
      isMarked ? ["duplicate_of", "distance_m"] : [],
      repeatingNumbered: { _, row, fields in
        let isKept = groups.keepers[row] == row
        guard isKept || isMarked else { return }
        if isMarked {
          fields.append(field: isKept ? nil : String(groups.keepers[row] + 1))
          if isKept {
            fields.append(field: nil)
          } else {
            fields.append(number: decimalText(groups.distances[row], digits: 3))
          }
        }
        fields.endRow()
      })
  }

  /// The features that remain.
  private func features(_ file: WholeFile, _ groups: DuplicateGroups) -> [GeoFeature] {
    let members = isMerged ? groups.members : [:]
    var features: [GeoFeature] = []
    for row in groups.keepers.indices where groups.keepers[row] == row {
      let feature = file.feature(at: row)
      // The feature of a row without a valid coordinate is empty.
      if file.isTable, feature.geometry == nil { continue }
      guard isMerged, case .point? = feature.geometry else {
        features.append(feature)
        continue
      }
      features.append(feature.merged(with: members[row]?.map(file.feature) ?? []))
    }
    return features
  }
}

extension GeoFeature {
  /// The point with the mean position of several points, their values where its own are empty, and
  /// their number.
  fileprivate func merged(with others: [GeoFeature]) -> GeoFeature {
    guard let mean = mean(with: others) else { return self }
    var result = self
    for other in others {
      for (name, value) in other.properties.members where !value.isEmptyCell {
        if result.properties[name]?.isEmptyCell ?? true { result.properties[name] = value }
      }
    }
    result.geometry = mean
    result.properties["merged"] = .integer(others.count + 1)
    return result
  }

  /// The mean position of this point and others, with the first known elevation; nil if this
  /// feature is not a point.
  func mean(with others: [GeoFeature]) -> Geometry? {
    guard case .point(var position)? = geometry else { return nil }
    var count = 1.0
    for case .point(let place)? in others.map(\.geometry) {
      count += 1
      position.coordinate = position.coordinate.interpolated(
        to: place.coordinate, fraction: 1 / count)
      if position.elevation == nil { position.elevation = place.elevation }
    }
    return .point(position)
  }
}

extension PropertyValue {
  /// Whether it is null or an empty text.
  var isEmptyCell: Bool { self == .null || self == .string("") }
}
