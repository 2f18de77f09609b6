internal import CairnFormats
internal import CairnGeodesy
internal import CairnMemory
internal import CairnText

extension Command {
  /// `cairn doctor`: reports how a file is read.
  static let doctor = Command(
    name: "doctor",
    summary: "report how a file is read: format, encoding, columns, rows, errors",
    operands: "[<file>]",
    discussion: """
      Reads a file to its end, or standard input, and reports what the other commands recognize in
      it: the format and why it is assumed, compression, encoding, the delimiter and the header, the
      columns with their roles and an example, rows with and without a position, the box around
      them, times, and the bad rows with their reasons. If something is wrong, the last lines tell
      what to do. The exit code is 65 if the file cannot be read, or if all of its rows are bad.
      """,
    options: [.from, .columns, .noHeader, .encoding, .format(["table", "json"])],
    examples: [
      ("cairn doctor places.csv", "before anything is done with it"),
      ("cairn doctor places.csv --columns name=lat", "with columns of your choice"),
      ("cairn doctor places.csv --format json", "for another program"),
    ],
    run: { (arguments, console) throws(Failure) in
      guard arguments.operands.count <= 1 else {
        throw .usage("one file is needed, such as `cairn doctor places.csv`")
      }
      let path = arguments.operands.first ?? "-"
      if let other = try OtherFile(path) {
        return try console.output.write(
          arguments["format"] == "json" ? other.json : Array(other.text.utf8))
      }
      try Examination(path, arguments, console).write(arguments["format"], to: &console)
    })
}

/// The contents of a file and the way it is read.
private struct Examination {
  /// A column of a table, or a property.
  private struct Column {
    var count = 0
    var numberCount = 0
    var example = ""
  }

  private var facts: [FileFact] = []
  private var columns: [String: Column] = [:]
  private var names: [String] = []
  private var table: PlaceColumns?
  private var hints: [String] = []
  private var positionCount = 0
  private var box: BoundingBox?
  private var times: (first: FeatureTime, last: FeatureTime)?
  private var unreadTimes = UnreadTimes()
  private var columnTimes = ColumnTimes<Int>()
  private var kinds: [String: Int] = [:]
  private var count = 0
  private var badCount = 0
  /// The number of values with a zero byte.
  private var zeroCount = 0
  private var badRows: [FormatError] = []
  /// The encoding that was given, or the one that an XML file declares.
  private var encodingName: String?
  /// The error that ended the reading.
  private var failure: Failure?

  init(_ path: String, _ arguments: Arguments, _ console: Console) throws(Failure) {
    encodingName = arguments["encoding"].map { "\($0), as --encoding says" }
    var file = try InputFile(path, encoding: arguments.encoding)
    let start = try file.next(atMost: FileFormat.detectionLength)
    if encodingName == nil { encodingName = Self.declaredEncoding(start) }
    facts.append(FileFact("file", path == "-" ? "the standard input" : path))
    if let size = file.size { facts.append(FileFact("size", size, unit: " bytes")) }
    if let compression = try Self.compression(path) {
      facts.append(FileFact("compression", compression))
    }
    let chosen = try PlaceInput.columns(arguments["columns"] ?? "")
    do throws(FormatError) {
      if let given = arguments.inputFormat {
        facts.append(FileFact("format", "\(given.title), as --from says"))
      } else {
        let found = try FileFormat.detect(start, fileName: path == "-" ? nil : path)
        facts.append(FileFact("format", "\(found.format.title): \(found.reason)"))
      }
    } catch {
      failure = Failure(code: .data, message: "\(error)\(error.remedy)")
      return
    }
    do throws(Failure) {
      var input = try FeatureInput(
        file, start: start, of: path, format: arguments.inputFormat, columns: chosen,
        hasHeader: arguments.tableHasHeader, badRows: .skip)
      table = input.columns
      noteTable(input.delimiter)
      var progress = Progress(console)
      defer { progress.end() }
      do throws(Failure) {
        while let feature = try input.next() {
          note(feature)
          progress.say("reading", input.progress, "\(Text.grouped(input.count)) features")
        }
      } catch {
        failure = error
      }
      finish(input)
    } catch {
      failure = error
    }
  }

  private static func compression(_ path: String) throws(Failure) -> String? {
    guard !InputFile.isStream(path) else { return nil }
    do throws(System.Problem) {
      let start = try System.InputStream(FileName.system(path)).next(4)
      if start.starts(with: [0x1F, 0x8B]) { return "gzip" }
      return start.starts(with: [0x50, 0x4B]) ? "zip" : nil
    } catch {
      return nil
    }
  }

  /// The encoding that the declaration of an XML file names; nil without one.
  private static func declaredEncoding(_ start: [UInt8]) -> String? {
    let head = String(decoding: start.prefix(200), as: UTF8.self)
    guard head.hasPrefix("<?xml"), let end = head.firstRange(of: "?>"),
      let name = head[..<end.lowerBound].firstRange(of: "encoding=")
    else { return nil }
    let value = head[name.upperBound..<end.lowerBound]
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    return "\(value.dropFirst().prefix { $0 != quote }), as the file declares"
  }

  private mutating func noteTable(_ delimiter: UInt8?) {
    if let byte = delimiter {
      let words: [UInt8: String] = [
        0x09: "tab", 0x2C: "comma", 0x3B: "semicolon", 0x7C: "bar", 0x20: "space",
      ]
      let name = words[byte] ?? "`\(String(decoding: [byte], as: UTF8.self))`"
      facts.append(FileFact("delimiter", name))
    }
    if let table { facts.append(FileFact("header", table.hasHeader ? "the first row" : "none")) }
  }

  private mutating func note(_ feature: GeoFeature) {
    count += 1
    for (name, value) in feature.properties.members {
      if columns[name] == nil { names.append(name) }
      var column = columns[name] ?? Column()
      if value != .null, value != .string("") {
        column.count += 1
        if value.number != nil { column.numberCount += 1 }
        if value.text?.utf8.contains(0) == true { zeroCount += 1 }
        if column.example.isEmpty { column.example = value.cell }
      }
      columns[name] = column
    }
    if let geometry = feature.geometry {
      kinds[geometry.name, default: 0] += 1
      geometry.forEachPosition { _ in positionCount += 1 }
      let own = geometry.boundingBox
      if !own.isEmpty { box = BoundingBox(holding: [box, own].compactMap(\.self)) }
    }
    let lines = feature.timedLines
    if lines.isEmpty { columnTimes.add(feature, at: count, &unreadTimes) }
    for line in lines { unreadTimes.add(line) }
    let moments =
      lines.flatMap { $0.times.compactMap(\.self) }
      + (feature.timeSpan.map { [$0.start, $0.end] } ?? [])
    for time in moments { note(time) }
  }

  private mutating func note(_ time: FeatureTime) {
    let known = times ?? (time, time)
    times = (
      time.seconds < known.first.seconds ? time : known.first,
      time.seconds > known.last.seconds ? time : known.last
    )
  }

  private mutating func finish(_ input: borrowing FeatureInput) {
    facts.append(FileFact("encoding", encodingName ?? "\(input.encoding)"))
    badCount = input.badRowCount
    badRows = input.badRows
    facts.append(FileFact("features", count))
    let kinds = kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    facts.append(FileFact(geometries: kinds.map { (name: $0.key, count: $0.value) }))
    facts.append(FileFact("positions", positionCount))
    if let box { facts += FileFact.corners(of: box) }
    for (time, _) in columnTimes.resolved(&unreadTimes) { note(time) }
    if let times {
      let (first, last) = (times.first.text, times.last.text)
      facts.append(
        FileFact(
          "times", "\(first) to \(last)",
          members: [("first_time", .string(first)), ("last_time", .string(last))]))
    }
    let notes = unreadTimes.notes
    if !notes.isEmpty { facts.append(FileFact("bad times", notes.joined(separator: "; "))) }
    facts.append(FileFact("bad rows", badCount))
    let longRows = input.longRows
    if longRows.count > 0 {
      facts.append(
        FileFact("long rows", longRows.count, unit: Text.lines(longRows.lines, of: longRows.count)))
      hints.append("a field that holds the delimiter needs quotes")
    }
    if zeroCount > 0 {
      let noun = zeroCount == 1 ? "value" : "values"
      facts.append(
        FileFact(
          "zero bytes", "in \(Text.grouped(zeroCount)) \(noun)",
          members: [("zero_bytes", .integer(zeroCount))]))
      hints.append("a zero byte ends a text in many programs; remove it with tr -d '\\000'")
    }
    if !input.leftOut.isEmpty { facts.append(FileFact("left out", "\(input.leftOut)")) }
    let swapped = badRows.count { if case .swapped = $0.reason { true } else { false } }
    if swapped > 0, 2 * swapped >= badRows.count {
      hints.append(
        "latitude and longitude seem to be swapped"
          + (table == nil ? "" : "; name them with --columns latitude=NAME,longitude=NAME"))
    }
    if input.isUnreadable { failure = .unreadable(input.name) }
  }

  // MARK: Output

  func write(_ format: String?, to console: inout Console) throws(Failure) {
    if format == "json" { try console.output.write(json) } else { try writeTable(&console) }
    guard let failure else { return }
    try console.output.flush()
    throw failure
  }

  private func writeTable(_ console: inout Console) throws(Failure) {
    try console.output.write(FileFact.text(facts))
    let rows = columnRows
    if !rows.isEmpty {
      var table = TerminalTable([
        .init(title: "column", isAlignedRight: true), .init(title: "name", minimum: 12),
        .init(title: "role"), .init(title: "values", isAlignedRight: true),
        .init(title: "numbers", isAlignedRight: true, rank: 1),
        .init(title: "example", minimum: 12, rank: 2),
      ])
      for row in rows {
        table.append([
          row.number.map(String.init) ?? "", row.name, row.role, Text.grouped(row.values),
          Text.grouped(row.numbers), DisplayWidth.truncated(Text.line(row.example), to: 40),
        ])
      }
      try console.output.write("\n")
      try console.output.write(table.text(width: console.width, usesStyles: console.usesStyles))
    }
    if badCount > 0 {
      try console.output.write("\nbad rows\n")
      for error in badRows.prefix(5) { try console.output.write("  \(Text.line("\(error)"))\n") }
      if badCount > 5 { try console.output.write("  and \(Text.grouped(badCount - 5)) more\n") }
    }
    for hint in hints { try console.output.write("\n\(hint)\n") }
  }

  /// The columns of a table with their roles, or the properties.
  private var columnRows:
    [(number: Int?, name: String, role: String, values: Int, numbers: Int, example: String)]
  {
    var roles: [Int: String] = [:]
    if let table {
      for role in PlaceColumns.Role.allCases {
        if let number = table[role] {
          let notation = role == .coordinate ? table.notation.map { " (\($0.rawValue))" } : nil
          roles[number] =
            (roles[number].map { "\($0), " } ?? "") + role.description + (notation ?? "")
        }
      }
    }
    let all = table?.names ?? []
    let known = all.isEmpty ? names : all
    let positions = kinds.values.reduce(0, +)
    return known.enumerated().map { number, name in
      let key = table?.hasHeader == false ? "column \(number + 1)" : name
      let column = columns[key]
      let isPosition = column == nil && roles[number] != nil
      return (
        all.isEmpty ? nil : number + 1, name, roles[number] ?? "",
        column?.count ?? (isPosition ? positions : 0),
        column?.numberCount ?? (isPosition ? positions : 0), column?.example ?? ""
      )
    }
  }

  private var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject(onLines: true)
    FileFact.write(facts, to: &json)
    json.member("columns", objects: columnRows) { json, row in
      if let number = row.number { json.member("number", number) }
      json.member("name", row.name)
      json.member("role", row.role)
      json.member("values", row.values)
      json.member("numbers", row.numbers)
      json.member("example", row.example)
    }
    json.member("bad", badRows.map { "\($0)" }) { $0.value($1) }
    json.member("hints", hints) { $0.value($1) }
    json.member("error", failure?.message)
    json.endObject()
    return json.bytes + [UInt8(ascii: "\n")]
  }
}
