internal import CairnFormats
internal import CairnGeodesy
internal import TestSupport

/// The places and queries on which operations are timed.
struct Workload {
  /// The distribution of generated places.
  enum Shape: String, CaseIterable {
    /// Real cities, drawn by population, with a jitter of some kilometers.
    case cities
    /// Uniform on the sphere.
    case uniform
    /// Poles, antimeridian, duplicates, a grid, one meridian: sets that break indexes.
    case adversarial
  }

  var places: [Coordinate]
  var queries: [Coordinate]
  var summary: String

  /// Generates places and queries; the same arguments give the same set.
  init(shape: Shape, count: Int, queryCount: Int, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    places = generator.places(count, shape: shape)
    queries = generator.queries(queryCount, around: places)
    summary = "\(count) \(shape.rawValue) places, \(queryCount) queries, seed \(seed)"
  }

  /// Uses given places, and generates queries if none are given.
  init(places: [Coordinate], queries: [Coordinate]?, queryCount: Int, seed: UInt64, name: String) {
    self.places = places
    var generator = SeededGenerator(seed: seed)
    self.queries = queries ?? generator.queries(queryCount, around: places)
    summary = "\(places.count) places of \(name), \(self.queries.count) queries"
  }

  /// The workload of the options; `shape` is used if they do not specify one.
  init(_ options: Options, shape: Shape = .cities) throws(UsageError) {
    guard let file = options.placesFile else {
      self.init(
        shape: options.shape ?? shape, count: options.count, queryCount: options.queryCount,
        seed: options.seed)
      return
    }
    guard let bytes = Platform.contents(ofFile: file) else {
      throw UsageError(message: "cannot read \(file)")
    }
    let name = String(file.split(separator: "/").last ?? "a file")
    if let set = WorkloadFile.decode(bytes) {
      self.init(
        places: set.places, queries: set.queries.isEmpty ? nil : set.queries,
        queryCount: options.queryCount, seed: options.seed, name: name)
      return
    }
    do throws(FormatError) {
      let table = try PlaceTable(csv: bytes)
      guard !table.coordinates.isEmpty else {
        throw FormatError(.empty, line: 2)
      }
      self.init(
        places: table.coordinates, queries: nil, queryCount: options.queryCount,
        seed: options.seed, name: name)
    } catch {
      throw UsageError(message: "\(file): \(error)")
    }
  }
}
