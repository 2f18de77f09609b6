/// The operations of one module.
struct Suite: Sendable {
  var name: String
  var summary: String
  /// The default distribution of the places.
  var shape = Workload.Shape.cities
  var run: @Sendable (inout Bench) -> Void

  /// All suites, in the order of the modules' dependencies.
  static let all: [Suite] = [
    .geodesy, .index, .files, .dynamic, .shapes, .geohash, .countries, .places, .book, .formats,
    .inflate,
    .routes, .roads,
  ]
}
