internal import CairnGeodesy

/// What one run over all inputs found: consumed by the report, so that nothing measured can be
/// optimized away.
struct Tally {
  /// How many results came back, where an operation returns several.
  var hits: Int?
  /// A sum over the results: the same for every right implementation.
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
  /// Nanoseconds an operation: the median, the least and the most of the repetitions.
  var median: Double
  var minimum: Double
  var maximum: Double
  var tally: Tally
}

/// Times operations one after the other and reports each as soon as it is known.
struct Bench {
  let options: Options
  let workload: Workload
  var report: Report

  /// True when the user wants this operation.
  func includes(_ name: String) -> Bool {
    guard let filter = options.filter else { return true }
    return name.contains(filter)
  }

  /// True when the user wants any of these operations, so that what they need must be made.
  func includes(anyOf names: String...) -> Bool {
    names.contains { includes($0) }
  }

  /// Times an operation.
  ///
  /// - Parameters:
  ///   - name: what the report calls it.
  ///   - calls: how many operations one run of the body does.
  ///   - body: does them all and sums up what came out.
  @inline(never)
  mutating func measure(_ name: String, calls: Int, _ body: () -> Tally) {
    measure(name, calls: calls, leastDuration: 0.02, prepare: {}, { _ in body() })
  }

  /// Times an operation that uses up what it works on.
  ///
  /// - Parameters:
  ///   - name: what the report calls it.
  ///   - calls: how many operations one run of the body does.
  ///   - prepare: makes what one run works on; its time does not count.
  ///   - body: does them all and sums up what came out.
  @inline(never)
  mutating func measure<State>(
    _ name: String, calls: Int, prepare: () -> State, _ body: (inout State) -> Tally
  ) {
    measure(name, calls: calls, leastDuration: 0, prepare: prepare, body)
  }

  /// Runs shorter than the least duration, in seconds, are repeated within one repetition.
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

  /// Times an operation that is asked once for every query of the workload.
  ///
  /// With `--answers` each query's hits and sum are also written to a file, for a comparison
  /// with what another library answers.
  mutating func measureQueries(_ name: String, _ body: (Coordinate) -> Tally) {
    measure(name, each: workload.queries, body)
  }

  /// The same for questions of another kind.
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

  /// Writes places for another library to work on.
  func write(_ places: [Coordinate], to name: String) {
    var bytes: [UInt8] = []
    for place in places {
      bytes.append(littleEndian: place.latitude)
      bytes.append(littleEndian: place.longitude)
    }
    write(bytes, to: name)
  }

  private func write(_ bytes: [UInt8], to name: String) {
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
