internal import CairnFormats

/// Prints the measurements, as a table for people or as JSON lines for programs.
struct Report {
  let format: Options.Format
  let suite: String
  /// The figures of the suite, if they are recorded for `growth` and not printed.
  private(set) var recorded: [Growth.Value]?
  private let watched = Platform.isTerminal(Platform.standardError)

  init(options: Options, suite: String, isRecording: Bool = false) {
    format = options.format
    self.suite = suite
    recorded = isRecording ? [] : nil
  }

  /// Shows the current operation on a line that the next message replaces.
  func progress(_ text: String) {
    guard watched else { return }
    Platform.write(Array("\r\u{1B}[K\(text)".utf8), to: Platform.standardError)
  }

  /// Removes the progress line.
  func clearProgress() {
    guard watched else { return }
    Platform.write(Array("\r\u{1B}[K".utf8), to: Platform.standardError)
  }

  /// Reports a problem outside the measurement.
  func warn(_ text: String) {
    clearProgress()
    Platform.write(Array("cairn-bench: \(text)\n".utf8), to: Platform.standardError)
  }

  private func print(_ text: String) {
    clearProgress()
    Platform.write(Array("\(text)\n".utf8), to: Platform.standardOutput)
  }

  private func print(line write: (inout JSONWriter) -> Void) {
    var json = JSONWriter()
    json.beginObject()
    json.member("suite", suite)
    write(&json)
    json.endObject()
    print(String(decoding: json.bytes, as: UTF8.self))
  }

  /// Prints the head of the report: the suite, the machine and the data.
  func begin(_ workload: Workload) {
    guard recorded == nil else { return }
    switch format {
    case .table:
      printMachine(workload.summary)
      print(row("operation", "median", "minimum", "hits", "checksum"))
    case .jsonl:
      print { json in
        machine(workload.summary, to: &json)
        json.member("places", workload.places.count)
        json.member("queries", workload.queries.count)
      }
    }
  }

  /// Prints the suite, its data and the machine above a table.
  private func printMachine(_ workload: String) {
    let machine = Machine()
    print("\(suite) on \(workload)")
    print("\(machine.processor), \(machine.cores) cores, \(machine.system)")
    print("\(machine.toolchain), \(machine.build) build, \(machine.date)")
    print("")
  }

  private func machine(_ workload: String, to json: inout JSONWriter) {
    let machine = Machine()
    json.member("date", machine.date)
    json.member("processor", machine.processor)
    json.member("cores", machine.cores)
    json.member("system", machine.system)
    json.member("toolchain", machine.toolchain)
    json.member("build", machine.build)
    json.member("workload", workload)
  }

  /// Prints the growth of each figure.
  func print(_ growth: Growth, of workload: String, counts: [Int]) {
    switch format {
    case .table:
      printMachine(workload)
      print("Least times and hits per call, by number of places; n^e fits the times, n^h the hits.")
      print("")
      let sizes = counts.flatMap { ["\($0)", "hits"] }
      print(row(["operation"] + sizes + ["e", "h"], widths: Self.growthWidths(counts.count)))
      for line in growth.rows { print(row(line, counts)) }
    case .jsonl:
      print { machine(workload, to: &$0) }
      for line in growth.rows {
        print { json in
          json.member("operation", line.name)
          json.member("unit", line.unit)
          for (name, values) in [("amounts", line.amounts), ("hits_per_call", line.hits)] {
            json.key(name)
            json.beginArray()
            for value in values { json.value(value, fractionDigits: 3) }
            json.endArray()
          }
          json.key("places")
          json.beginArray()
          for count in line.counts { json.value(count) }
          json.endArray()
          if let exponent = line.exponent { json.member("exponent", exponent, fractionDigits: 2) }
          if let exponent = line.hitsExponent {
            json.member("hits_exponent", exponent, fractionDigits: 2)
          }
        }
      }
    }
  }

  private static func growthWidths(_ count: Int) -> [Int] {
    [34] + Array(repeating: [11, 9], count: count).flatMap(\.self) + [7, 7]
  }

  /// A row of growth; cells are empty for sizes without the figure.
  private func row(_ line: Growth.Row, _ counts: [Int]) -> String {
    let isTime = line.unit == "ns"
    var cells = [isTime || line.unit.isEmpty ? line.name : "\(line.name), \(line.unit)"]
    for count in counts {
      guard let position = line.counts.firstIndex(of: count) else {
        cells += ["", ""]
        continue
      }
      let amount = line.amounts[position]
      cells.append(isTime ? time(amount) : digits(amount, 1))
      cells.append(position < line.hits.count ? digits(line.hits[position], 1) : "")
    }
    for exponent in [line.exponent, line.hitsExponent] {
      cells.append(exponent.map { digits($0, 2) } ?? "")
    }
    return row(cells, widths: Self.growthWidths(counts.count))
  }

  /// Prints the times of one operation.
  mutating func add(_ timing: Timing) {
    let hits = timing.tally.hits.map { Double($0) / Double(timing.calls) }
    guard recorded == nil else {
      recorded?.append(
        Growth.Value(name: timing.name, amount: timing.minimum, unit: "ns", hitsPerCall: hits))
      return
    }
    switch format {
    case .table:
      print(
        row(
          timing.name, time(timing.median), time(timing.minimum),
          hits.map { digits($0, 1) } ?? "", timing.tally.sum.description))
    case .jsonl:
      print { json in
        json.member("operation", timing.name)
        json.member("median_ns", timing.median, fractionDigits: 3)
        json.member("minimum_ns", timing.minimum, fractionDigits: 3)
        json.member("maximum_ns", timing.maximum, fractionDigits: 3)
        json.member("calls", timing.calls)
        json.member("repetitions", timing.repetitions)
        if let hits { json.member("hits_per_call", hits, fractionDigits: 3) }
        json.member("checksum", timing.tally.sum)
      }
    }
  }

  /// Prints a figure that is not a time.
  mutating func note(_ name: String, _ value: Double, unit: String, digits count: Int = 1) {
    guard recorded == nil else {
      recorded?.append(Growth.Value(name: name, amount: value, unit: unit))
      return
    }
    switch format {
    case .table:
      print(row(name, "\(digits(value, count)) \(unit)", "", "", ""))
    case .jsonl:
      print { json in
        json.member("figure", name)
        json.member("value", value, fractionDigits: 3)
        json.member("unit", unit)
      }
    }
  }

  /// A row of the table in columns.
  private func row(_ cells: String...) -> String {
    row(cells, widths: [34, 12, 12, 10, 24])
  }

  private func row(_ cells: [String], widths: [Int]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let padding = String(repeating: " ", count: max(0, widths[index] - cell.count))
      line += index == 0 ? cell + padding : padding + cell
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// A time in a suitable unit.
  private func time(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<10: digits(nanoseconds, 2) + " ns"
    case ..<10_000: digits(nanoseconds, 1) + " ns"
    case ..<10_000_000: digits(nanoseconds / 1e3, 1) + " us"
    default: digits(nanoseconds / 1e6, 1) + " ms"
    }
  }

  private func digits(_ number: Double, _ count: Int) -> String {
    var json = JSONWriter()
    json.value(number, fractionDigits: count)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
