internal import CairnGeodesy
internal import CairnIndex

extension Suite {
  /// Index files: built in parts, opened, and queried with and without their pages in memory.
  static let files = Suite(
    name: "files", summary: "index files: built in parts, opened, queried cold and warm"
  ) { bench in
    bench.builtFile()
  }
}

extension Bench {
  /// Builds an index file of the places, and queries it.
  ///
  /// A cold query is the first one after the system has dropped the pages of the file. The growth
  /// with the number of places shows in runs with different `--count`.
  fileprivate mutating func builtFile() {
    let path = "cairn-bench-files-\(workload.places.count).cairn"
    defer { Platform.removeFile(path) }
    let places = workload.places
    for threads in [1, 2] {
      measure("build from columns, threads: \(threads)", calls: places.count) {
        let count = try? Self.build(path, places, threads: threads)
        return Tally(sum: Double(count ?? 0))
      }
    }
    guard (try? Self.build(path, places, threads: 2)) != nil else {
      report.warn("cannot write \(path)")
      return
    }
    measure("open, warm", calls: 1) {
      Tally(sum: Double((try? MappedPlaceIndex(opening: path).count) ?? 0))
    }
    // The system keeps pages that are mapped, so no index may be open here.
    cold("open", path, nil)
    for question in FileQuestion.all { cold(question.name, path, question.ask) }
    guard let file = try? MappedPlaceIndex(opening: path) else { return }
    for question in FileQuestion.all {
      measureQueries("\(question.name), warm") { center in
        let hits = question.ask(file, center)
        return Tally(hits: hits, sum: Double(hits))
      }
    }
  }

  private static func build(
    _ path: String, _ places: [Coordinate], threads: Int
  ) throws(IndexFileError) -> Int {
    var builder = try IndexFileBuilder(creating: path)
    for start in stride(from: 0, to: places.count, by: 1 << 16) {
      try builder.append(Array(places[start..<min(start + 1 << 16, places.count)]))
    }
    return try builder.finish(threads: threads)
  }

  /// Reports the time and the pages that a query reads from disk in a file that has just been
  /// opened, or that opening reads, each the mean of many.
  private mutating func cold(
    _ name: String, _ path: String, _ ask: ((FileQuestion.File, Coordinate) -> Int)?
  ) {
    let name = "\(name), cold"
    guard includes(name) else { return }
    let clock = ContinuousClock()
    var (pages, faults, seconds) = (0.0, 0, 0.0)
    let centers = workload.queries.prefix(50)
    for center in centers {
      Platform.dropPages(ofFile: path)
      var file = ask == nil ? nil : try? MappedPlaceIndex(opening: path)
      let (bytesBefore, faultsBefore) = (Platform.bytesRead ?? 0, Platform.majorFaults)
      seconds +=
        clock.measure {
          if let ask, let file {
            _ = ask(file, center)
          } else {
            file = try? MappedPlaceIndex(opening: path)
          }
        }.seconds
      pages += Double((Platform.bytesRead ?? 0) - bytesBefore) / 4096
      faults += Platform.majorFaults - faultsBefore
    }
    let count = Double(max(centers.count, 1))
    report.note("\(name): time", seconds * 1e6 / count, unit: "us")
    report.note("\(name): pages read", pages / count, unit: "")
    report.note("\(name): major page faults", Double(faults) / count, unit: "")
  }
}

/// A query of an index file.
private struct FileQuestion {
  typealias File = MappedPlaceIndex<RecordBytes>

  var name: String
  /// Returns the number of results.
  var ask: (File, Coordinate) -> Int

  static var all: [FileQuestion] {
    [
      FileQuestion(name: "count 10 km") { file, center in
        (try? file.count(within: 10_000, of: center)) ?? 0
      },
      FileQuestion(name: "nearest 10") { file, center in
        (try? file.nearest(to: center, count: 10).count) ?? 0
      },
      FileQuestion(name: "sorted 10 km") { file, center in
        (try? file.within(10_000, of: center).count) ?? 0
      },
      FileQuestion(name: "box of 1 deg, count") { file, center in
        let box = BoundingBox(
          south: max(center.latitude - 0.5, -90), west: center.longitude - 0.5,
          north: min(center.latitude + 0.5, 90), east: center.longitude + 0.5)
        return (try? file.count(in: box)) ?? 0
      },
    ]
  }
}
