internal import CairnFormats
internal import CairnHours
internal import CairnRoutes
internal import TestSupport

extension WindowsSuite {
  /// The instances of a set of traveling salesman problems with time windows.
  static func orders(_ folder: String, set: String) throws(UsageError) -> [Instance] {
    let folders = [
      "Dumas": "dumas", "Langevin": "langevin", "SolomonPesant": "solomon-pesant",
    ]
    var instances: [Instance] = []
    for row in try rows(folder + "/optima_tsptw.csv") where row.count > 3 && row[0] == set {
      let path = "\(folder)/tsptw/\(folders[set] ?? set)/\(row[1])"
      let numbers = try numbers(path)
      guard let first = numbers.first, let n = Int(exactly: first), n > 1,
        numbers.count > n * n + 2 * n
      else { throw UsageError(message: "\(path) is not an instance with time windows") }
      let table = (0..<n).map { Array(numbers[(1 + $0 * n)..<(1 + ($0 + 1) * n)]) }
      let windows = (0..<n).map { (numbers[1 + n * n + 2 * $0], numbers[2 + n * n + 2 * $0]) }
      var instance = order(set: set, name: row[1], table: table, windows: windows)
      instance.best = Double(row[3])
      instances.append(instance)
    }
    return instances
  }

  /// A day that begins and ends at place 0 and must visit all others.
  static func order(
    set: String, name: String, table: [[Double]], windows: [(Double, Double)]
  ) -> Instance {
    let stops = (1..<windows.count).map { place in
      VisitStop(
        "\(place)", place: .row(place),
        hours: .daily(
          TimeWindow(
            ClockTime(seconds: windows[place].0), ClockTime(seconds: windows[place].1))),
        endsByClosing: false)
    }
    let day = TripDay(
      from: ClockTime(seconds: windows[0].0), to: ClockTime(seconds: windows[0].1),
      startPlace: .row(0), endPlace: .row(0))
    return Instance(set: set, name: name, stops: stops, days: [day], table: table)
  }

  /// Places in a square, with one window a day around the time at which a bad tour reaches each of
  /// them, so that a feasible order exists.
  static func generated(
    n: Int, width: Int, seed: UInt64, days: Int = 1, side: Double = 50
  ) -> Instance {
    var random = SeededGenerator(seed: seed)
    let places = (0...n).map { _ in (random.uniform(0, side), random.uniform(0, side)) }
    let table = places.map { a in
      places.map { b in
        let (dx, dy) = (a.0 - b.0, a.1 - b.1)
        return (dx * dx + dy * dy).squareRoot().rounded(.down)
      }
    }
    var windows = [(Double, Double)](repeating: (0, 0), count: n + 1)
    for day in 0..<days {
      var (left, at, time) = ((1...n).filter { $0 % days == day }, 0, 0.0)
      while !left.isEmpty {
        // Continue to the second nearest.
        left.sort { (table[at][$0], $0) < (table[at][$1], $1) }
        let next = left.remove(at: min(1, left.count - 1))
        time += table[at][next]
        at = next
        windows[next] = (
          max(0, time - random.uniform(0, Double(width) / 2)),
          time + random.uniform(0, Double(width) / 2)
        )
      }
      // Time for the return.
      windows[0].1 = max(windows[0].1, time + (days == 1 ? 1_000 : table[at][0]))
    }
    var instance = order(
      set: "generated, n = \(n)", name: "\(n).\(width).\(seed)", table: table, windows: windows)
    instance.days = [TripDay](repeating: instance.days[0], count: days)
    return instance
  }

  /// The orienteering instances with time windows for a number of days.
  static func selections(_ folder: String, days: Int) throws(UsageError) -> [Instance] {
    var instances: [Instance] = []
    for row in try rows(folder + "/best_toptw.csv") where row.count > 2 && row[1] == "\(days)" {
      let path = "\(folder)/toptw/\(row[0])"
      let lines = try lines(path).dropFirst(2).map(words)
      guard let depot = lines.first, lines.allSatisfy({ $0.count > 6 }) else {
        throw UsageError(message: "\(path) is not an orienteering instance")
      }
      let table = lines.map { a in
        lines.map { b in
          let (dx, dy) = (a[1] - b[1], a[2] - b[2])
          return ((dx * dx + dy * dy).squareRoot() * 10).rounded(.down) / 10
        }
      }
      let stops = lines.enumerated().dropFirst().map { place, row in
        VisitStop(
          "\(place)", place: .row(place), duration: .seconds(row[3]),
          hours: .daily(
            TimeWindow(
              ClockTime(seconds: row[row.count - 2]), ClockTime(seconds: row[row.count - 1]))),
          endsByClosing: false, priority: .optional(score: row[4]))
      }
      let day = TripDay(
        from: ClockTime(seconds: depot[depot.count - 2]),
        to: ClockTime(seconds: depot[depot.count - 1]), startPlace: .row(0), endPlace: .row(0))
      instances.append(
        Instance(
          set: "orienteering, m = \(days)", name: row[0], stops: stops,
          days: [TripDay](repeating: day, count: days), table: table, best: Double(row[2])))
    }
    return instances
  }

  private static func contents(_ path: String) throws(UsageError) -> [UInt8] {
    guard let bytes = Platform.contents(ofFile: path) else {
      throw UsageError(message: "cannot read \(path)")
    }
    return bytes
  }

  /// The rows of a table without its header.
  static func rows(_ path: String) throws(UsageError) -> [[String]] {
    var reader = CSVReader(try contents(path))
    var rows: [[String]] = []
    while (try? reader.next()) == true {
      rows.append((0..<reader.fieldCount).map { reader.text($0) })
    }
    return Array(rows.dropFirst())
  }

  /// The lines that are not comments.
  static func lines(_ path: String) throws(UsageError) -> [Substring.UTF8View] {
    let text = String(decoding: try contents(path), as: UTF8.self)
    return text.utf8.split { $0 == 10 || $0 == 13 }.map { Substring($0).utf8 }
      .filter { $0.first != UInt8(ascii: "#") }
  }

  private static func words(_ line: Substring.UTF8View) -> [Double] {
    line.split { $0 == 32 || $0 == 9 }.compactMap { Double(Substring($0)) }
  }

  private static func numbers(_ path: String) throws(UsageError) -> [Double] {
    try lines(path).flatMap(words)
  }
}
