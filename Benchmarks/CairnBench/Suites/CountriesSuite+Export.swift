internal import CairnCountries
internal import CairnGeodesy

/// With `--answers` the boundaries, the points and the answers are written to files, so that
/// peers can run the same queries on the same polygons. All are 64-bit words, little-endian.
extension Bench {
  /// Writes the boundaries to `boundaries.words`.
  ///
  /// For each arc: the letters of the country to its left and of that to its right (0 for none),
  /// the number of its vertices, then latitude and longitude of each. Arcs inside a country are
  /// skipped.
  func exportBoundaries() {
    guard options.answers != nil else { return }
    let arcs = WorldBoundaries.arcs()
    // The peers use only the land: waters belong to no country.
    let letters = zip(WorldBoundaries.countries(from: .usual), WorldBoundaries.isWater).map {
      UInt64($1 ? 0 : $0?.letters ?? 0)
    }
    var bytes: [UInt8] = []
    for arc in 0..<arcs.count {
      let left = letters[Int(arcs.left[arc])]
      let right = letters[Int(arcs.right[arc])]
      guard left != right else { continue }
      let vertices = arcs.vertices(of: arc)
      bytes.append(littleEndian: left)
      bytes.append(littleEndian: right)
      bytes.append(littleEndian: UInt64(vertices.count))
      for vertex in vertices {
        bytes.append(littleEndian: Double(arcs.y[vertex]) / BoundaryArcs.unitsPerDegree)
        bytes.append(littleEndian: Double(arcs.x[vertex]) / BoundaryArcs.unitsPerDegree)
      }
    }
    write(bytes, "boundaries.words")
  }

  /// Writes the points of an operation as latitude and longitude, and for each the letters of the
  /// resulting country (0 for none) and a distance in meters.
  func export(
    _ name: String, _ points: [Coordinate],
    answer: (Coordinate) -> (country: Country?, distance: Double)
  ) {
    guard options.answers != nil, includes(name) else { return }
    var places: [UInt8] = []
    var answers: [UInt8] = []
    for point in points {
      places.append(littleEndian: point.latitude)
      places.append(littleEndian: point.longitude)
      let (country, distance) = answer(point)
      answers.append(littleEndian: Double(country?.letters ?? 0))
      answers.append(littleEndian: distance)
    }
    let file = String(name.map { $0 == " " ? "-" : $0 })
    write(places, file + ".points")
    write(answers, file + ".f64")
  }

  private func write(_ bytes: [UInt8], _ name: String) {
    guard let folder = options.answers else { return }
    if !Platform.write(bytes, toFile: folder + "/" + name) {
      report.warn("cannot write \(folder)/\(name)")
    }
  }
}
