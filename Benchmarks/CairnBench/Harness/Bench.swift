internal import CairnGeodesy

/// The result of one run over all inputs.
///
/// The report consumes it, so that nothing measured can be optimized away.
struct Tally {
  /// The number of results, if an operation returns several.
  var hits: Int?
  /// A sum over the results, the same for every correct implementation.
  var sum: Double

  init(hits: Int? = nil, sum: Double) {
    self.hits = hits
    self.sum = sum
  }
}

/// The times of one operation.
struct Timing {
  var name: String
  var calls: Int
  var repetitions: Int
  /// Nanoseconds per operation: the median, minimum and maximum of the repetitions.
  var median: Double
  var minimum: Double
  var maximum: Double
  var tally: Tally
}

/// Times operations one after the other and reports each immediately.
struct Bench {
  let options: Options
  let workload: Workload
  var report: Report

  /// Whether this operation is selected.
  func includes(_ name: String) -> Bool {
    guard let filter = options.filter else { return true }
    return name.contains(filter)
  }

  /// Whether any of these operations is selected, so that their inputs must be prepared.
  func includes(anyOf names: String...) -> Bool {
    names.contains { includes($0) }
  }

  /// Times an operation.
  ///
  /// - Parameters:
  ///   - name: The name in the report.
  ///   - calls: The number of operations in one run of the body.
  ///   - body: Performs them all and sums the results.
  @inline(never)
  mutating func measure(_ name: String, calls: Int, _ body: () -> Tally) {
    measure(name, calls: calls, leastDuration: 0.02, prepare: {}, { _ in body() })
  }

  /// Times an operation that consumes its input.
  ///
  /// - Parameters:
  ///   - name: The name in the report.
  ///   - calls: The number of operations in one run of the body.
  ///   - prepare: Makes the input of one run; its time is not counted.
  ///   - body: Performs them all and sums the results.
  @inline(never)
  mutating func measure<State>(
    _ name: String, calls: Int, prepare: () -> State, _ body: (inout State) -> Tally
  ) {
    measure(name, calls: calls, leastDuration: 0, prepare: prepare, body)
  }

  /// Times an operation; runs shorter than `leastDuration` seconds are repeated within one
  /// repetition.
  private mutating func measure<State>(
    _ name: String, calls: Int, leastDuration: Double, prepare: () -> State,
    _ body: (inout State) -> Tally
  ) {
    guard includes(name), calls > 0 else { return }
    report.progress("\(name): warming up")
    let clock = ContinuousClock()
    var tally = Tally(sum: 0)
    var state = prepare()
    let warmUp = clock.measure { tally = body(&state) }.seconds
    let inner = Int(min(10_000, max(1, (leastDuration / max(warmUp, 1e-9)).rounded(.up))))

    var times: [Double] = []
    for repetition in 1...options.repetitions {
      report.progress("\(name): \(repetition) of \(options.repetitions)")
      state = prepare()
      let duration = clock.measure {
        for _ in 0..<inner { tally = body(&state) }
      }
      times.append(duration.seconds * 1e9 / Double(inner) / Double(calls))
    }
    times.sort()
    let middle = times.count / 2
    let median =
      times.count.isMultiple(of: 2) ? (times[middle - 1] + times[middle]) / 2 : times[middle]
    report.add(
      Timing(
        name: name, calls: calls, repetitions: options.repetitions, median: median,
        minimum: times[0], maximum: times[times.count - 1], tally: tally))
  }

  /// Times an operation that runs once for every query of the workload.
  ///
  /// With `--answers` each query's hits and sum are also written to a file, for comparison
  /// with another library.
  mutating func measureQueries(_ name: String, _ body: (Coordinate) -> Tally) {
    measure(name, each: workload.queries, body)
  }

  /// The same for queries of another kind.
  mutating func measure<Question>(
    _ name: String, each questions: [Question], _ body: (Question) -> Tally
  ) {
    measure(name, calls: questions.count) {
      var hits = 0
      var sum = 0.0
      for question in questions {
        let answer = body(question)
        hits += answer.hits ?? 0
        sum += answer.sum
      }
      return Tally(hits: hits, sum: sum)
    }
    guard options.answers != nil, includes(name) else { return }
    var bytes: [UInt8] = []
    for question in questions {
      let answer = body(question)
      bytes.append(littleEndian: Double(answer.hits ?? 0))
      bytes.append(littleEndian: answer.sum)
    }
    write(bytes, to: String(name.map { $0 == " " ? "-" : $0 }) + ".f64")
  }

  /// Writes places as input for another library.
  func write(_ places: [Coordinate], to name: String) {
    var bytes: [UInt8] = []
    for place in places {
      bytes.append(littleEndian: place.latitude)
      bytes.append(littleEndian: place.longitude)
    }
    write(bytes, to: name)
  }

  /// Writes a file into the folder of `--answers`.
  func write(_ bytes: [UInt8], to name: String) {
    guard let folder = options.answers else { return }
    if !Platform.write(bytes, toFile: folder + "/" + name) {
      report.warn("cannot write \(folder)/\(name)")
    }
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
