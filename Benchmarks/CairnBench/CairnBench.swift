/// Times every operation of the library on large place sets.
@main
struct CairnBench {
  static func main() {
    do throws(UsageError) {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.wantsHelp || options.command == "help" {
        Platform.write(Array(help.utf8), to: Platform.standardOutput)
        return
      }
      try run(options)
    } catch {
      Platform.write(Array("cairn-bench: \(error.message)\n".utf8), to: Platform.standardError)
      Platform.exit(64)
    }
  }

  private static func run(_ options: Options) throws(UsageError) {
    if options.command == "generate" {
      try generate(options)
      return
    }
    if options.command == "windows" {
      try WindowsSuite(
        folder: options.instances, filter: options.filter, seed: UInt64(options.seed),
        seconds: options.seconds
      ).run()
      return
    }
    if options.command == "growth" {
      try growth(options)
      return
    }
    let suite = try suite(named: options.command, or: ["windows", "growth", "generate"])
    var options = options
    if options.extract != nil || options.instances != nil {
      (options.count, options.queryCount) = (1, 1)
    }
    var report = try measure(suite, options, Report(options: options, suite: suite.name))
    report.note("peak memory", Double(Platform.peakMemory) / 1e6, unit: "MB")
  }

  private static func suite(
    named name: String, or others: [String]
  ) throws(UsageError) -> Suite {
    if let suite = Suite.all.first(where: { $0.name == name }) { return suite }
    let names = (Suite.all.map(\.name) + others).joined(separator: ", ")
    let said = name.isEmpty ? "no suite given" : "unknown suite '\(name)'"
    throw UsageError(message: "\(said); choose one of \(names)")
  }

  /// Runs a suite, and returns the report with the figures if it records them.
  private static func measure(
    _ suite: Suite, _ options: Options, _ report: Report
  ) throws(UsageError) -> Report {
    guard (suite.name == "roads") == (options.extract != nil) else {
      throw UsageError(
        message:
          "roads and --extract FILE go together; it is a file of OpenStreetMap (.osm.pbf, .osm)")
    }
    report.progress("preparing the places")
    var workload = try Workload(options, shape: suite.shape)
    if let extract = options.extract { workload.summary = extract }
    var bench = Bench(options: options, workload: workload, report: report)
    report.begin(workload)
    suite.run(&bench)
    return bench.report
  }

  /// Runs a suite at several sizes, and prints how its figures grow.
  private static func growth(_ options: Options) throws(UsageError) {
    guard options.placesFile == nil, options.instances == nil, options.answers == nil,
      options.extract == nil
    else {
      throw UsageError(
        message: "growth generates its places; leave out --places, --instances, --extract and "
          + "--answers (roads grow with --tiles)")
    }
    let suite = try suite(named: options.suite, or: [])
    var growth = Growth()
    for size in options.sizes {
      var sized = options
      sized.count = size
      let report = try measure(
        suite, sized, Report(options: options, suite: suite.name, isRecording: true))
      growth.add(report.recorded ?? [], count: size)
    }
    let report = Report(options: options, suite: suite.name)
    let shape = options.shape ?? suite.shape
    report.print(
      growth, of: "\(shape.rawValue) places, \(options.queryCount) queries, seed \(options.seed)",
      counts: options.sizes)
  }

  private static func generate(_ options: Options) throws(UsageError) {
    guard let file = options.output else {
      throw UsageError(message: "generate needs --output FILE")
    }
    let workload = try Workload(options)
    let bytes =
      file.hasSuffix(".csv") ? WorkloadFile.text(workload) : WorkloadFile.encode(workload)
    guard Platform.write(bytes, toFile: file) else {
      throw UsageError(message: "cannot write \(file)")
    }
  }

  private static var help: String {
    let names = Suite.all.map { suite in
      "  " + suite.name + String(repeating: " ", count: max(1, 12 - suite.name.count))
        + suite.summary + "\n"
    }
    return """
      USAGE: cairn-bench SUITE [options]
             cairn-bench growth SUITE [--sizes LIST] [options]
             cairn-bench generate --output FILE [options]

      Times each operation of a module on a large place set. Prints nanoseconds per operation
      (median and minimum of several repetitions), hits per call and a checksum.
      Build it with optimization: swift run -c release cairn-bench ...

      SUITES
      \(names.joined())\
        windows     \(WindowsSuite.summary)
        growth      a suite at several sizes, with the exponent that fits each figure

      OPTIONS
        --count N         number of places to generate (1000000; 10k and 5M also work)
        --shape SHAPE     cities (real cities, drawn by population, with jitter), uniform
                          on the sphere, or adversarial (poles, antimeridian, duplicates ...)
        --queries N       number of queries, half near places and half anywhere (10000)
        --seed N          the seed of places and queries (1)
        --places FILE     use the places of a file: CSV with a header, or a set
                          written by generate
        --repetitions N   number of repetitions of each operation (5)
        --filter TEXT     only operations whose name contains the text
        --format FORMAT   table or jsonl
        --answers FOLDER  also write each query's hits and sum, to compare with a peer; for
                          countries also the boundaries and the points
        --sizes LIST      the numbers of places of growth (10k,100k,1M)
        --seconds LIST    the time limits for planning routes (0.1,1)
        --instances DIR   published sets of cities for routes: geo/*.csv, tsplib/*.tsp and
                          national/*.tsp with their best lengths in best_geo.csv, optima.csv
        --extract FILE    an extract of OpenStreetMap for roads (.osm.pbf or .osm)
        --tiles N         also measure N x N copies of its roads for walkers, side by side
        --output FILE     the output of generate: text for a name ending in .csv
                          (places only), otherwise binary
        --help            this text

      """
  }
}
