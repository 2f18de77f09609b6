/// The operations of one module.
struct Suite: Sendable {
  var name: String
  var summary: String
  /// How places lie unless the user says.
  var shape = Workload.Shape.cities
  var run: @Sendable (inout Bench) -> Void

  /// All suites, in the order in which the modules build on each other.
  static let all: [Suite] = [
    .geodesy, .index, .dynamic, .shapes, .geohash, .countries, .places, .book, .formats, .inflate,
    .routes,
  ]
}
