internal import CairnFormats

/// Prints the measurements, as a table for people or as JSON lines for programs.
struct Report {
  let format: Options.Format
  let suite: String
  private let watched = Platform.isTerminal(Platform.standardError)

  init(options: Options) {
    format = options.format
    suite = options.command
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
    let machine = Machine()
    switch format {
    case .table:
      print("\(suite) on \(workload.summary)")
      print("\(machine.processor), \(machine.cores) cores, \(machine.system)")
      print("\(machine.toolchain), \(machine.build) build, \(machine.date)")
      print("")
      print(row("operation", "median", "minimum", "hits", "checksum"))
    case .jsonl:
      print { json in
        json.member("date", machine.date)
        json.member("processor", machine.processor)
        json.member("cores", machine.cores)
        json.member("system", machine.system)
        json.member("toolchain", machine.toolchain)
        json.member("build", machine.build)
        json.member("workload", workload.summary)
        json.member("places", workload.places.count)
        json.member("queries", workload.queries.count)
      }
    }
  }

  /// Prints the times of one operation.
  func add(_ timing: Timing) {
    let hits = timing.tally.hits.map { Double($0) / Double(timing.calls) }
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
  func note(_ name: String, _ value: Double, unit: String, digits count: Int = 1) {
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
    let widths = [34, 12, 12, 10, 24]
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
