internal import CairnFormats
internal import CairnHours
internal import CairnRoutes

extension WindowsSuite {
  /// The orienteering instances of OPLib (Kobeaga, Merino, Lozano; gen1 to gen4 are the methods by
  /// which their scores were generated) whose number of places is in a range: no windows, and one
  /// day that is too short.
  static func library(
    _ folder: String, set: String, size: Range<Int>
  ) throws(UsageError) -> [Instance] {
    guard Platform.contents(ofFile: folder + "/best_oplib.csv") != nil else { return [] }
    var instances: [Instance] = []
    for row in try rows(folder + "/best_oplib.csv") where row.count > 3 && row[1] == set {
      guard let n = Int(row[2]), let best = Double(row[3]), size.contains(n) else { continue }
      let path = folder + "/oplib/" + row[0]
      guard let file = try OPLibFile(lines(path)), file.places.count == n, file.scores.count == n
      else { throw UsageError(message: "\(path) is not an instance of OPLib with \(n) places") }
      var instance = file.instance
      instance.set = "OPLib \(set), n " + (size.lowerBound > 0 ? "400 to 1,100" : "below 400")
      instance.name = row[0]
      // OPLib also counts the score of the start.
      instance.best = best - file.scores[file.depot]
      instances.append(instance)
    }
    return instances
  }
}

/// A file of OPLib: the sections of TSPLIB, and scores.
private struct OPLibFile {
  var places: [(x: Double, y: Double)] = []
  var scores: [Double] = []
  var depot = 0
  private var limit = 0.0
  private var roundsUp = false

  /// Reads the lines; nil unless distances are in the plane and rounded or rounded up.
  init?(_ lines: [Substring.UTF8View]) {
    var section = ""
    for line in lines {
      let words = line.split { $0 == 32 || $0 == 9 || $0 == 58 }.map { Substring($0) }
      guard let first = words.first else { continue }
      let numbers = words.compactMap { Double($0) }
      if numbers.count < words.count {
        section = String(first)
        switch section {
        case "COST_LIMIT": limit = numbers.first ?? 0
        case "EDGE_WEIGHT_TYPE":
          guard let type = words.last, type == "EUC_2D" || type == "CEIL_2D" else { return nil }
          roundsUp = type == "CEIL_2D"
        default: break
        }
        continue
      }
      switch section {
      case "NODE_COORD_SECTION":
        guard numbers.count == 3 else { return nil }
        places.append((numbers[1], numbers[2]))
      case "NODE_SCORE_SECTION":
        guard numbers.count == 2 else { return nil }
        scores.append(numbers[1])
      case "DEPOT_SECTION":
        if let number = Int(exactly: numbers[0]), number > 0 { depot = number - 1 }
      default: break
      }
    }
    guard places.indices.contains(depot), limit > 0 else { return nil }
  }

  /// A day that begins and ends at the depot, as long as the limit.
  var instance: WindowsSuite.Instance {
    // A `TripDay` may last 30 days at most.
    let scale = limit > 2e6 ? 1.0 / 64 : 1
    let table = places.map { a in
      places.map { b in
        let (dx, dy) = (a.x - b.x, a.y - b.y)
        let way = (dx * dx + dy * dy).squareRoot()
        return (roundsUp ? way.rounded(.up) : (way + 0.5).rounded(.down)) * scale
      }
    }
    let stops = places.indices.filter { $0 != depot }.map { place in
      VisitStop("\(place)", place: .row(place), priority: .optional(score: scores[place]))
    }
    let day = TripDay(
      from: ClockTime(seconds: 0), to: ClockTime(seconds: limit * scale), startPlace: .row(depot),
      endPlace: .row(depot))
    return WindowsSuite.Instance(set: "", name: "", stops: stops, days: [day], table: table)
  }
}
