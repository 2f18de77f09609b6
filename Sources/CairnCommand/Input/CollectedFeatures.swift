internal import CairnFeatures
internal import CairnFormats
internal import CairnIndex

/// The features of a file that are kept: points in memory, or in a list that spills to disk, and
/// lines and areas.
struct CollectedFeatures {
  /// The treatment of lines, areas and multipoints.
  enum Shapes {
    /// They are left out, with a note.
    case leftOut
    /// They are kept separate from the places.
    case apart
    /// They are features like the places.
    case features
  }

  let handling: Shapes
  private(set) var inMemory = PackedFeatures()
  /// The list that holds the features instead of memory.
  private(set) var spilled: SpilledFeatures?
  /// The lines and areas, if they are kept separate.
  private(set) var shapes: [GeoFeature] = []
  /// The lines and areas among the features, by their positions.
  private var geometries: [Int: GeoFeature.Geometry] = [:]
  /// The distances of the points that a query selected, and 0 for other features before them.
  private var distances: [Double] = []
  /// The number of points that triggers the next prune.
  private var nextPrune = 4_096

  init(_ handling: Shapes, spilledTo spilled: SpilledFeatures?) {
    self.handling = handling
    self.spilled = spilled
  }

  /// The number of features besides separate lines and areas.
  var count: Int { spilled?.count ?? inMemory.count }

  /// The number of lines and areas among the features.
  var shapeCount: Int { geometries.count }

  /// The names of the properties, in order of first occurrence.
  var propertyNames: [String] {
    if inMemory.propertyNames.isEmpty, let spilled { return spilled.propertyNames }
    return inMemory.propertyNames
  }

  /// All features, if some are lines or areas.
  func linesAndAreas() -> LinesAndAreas? {
    geometries.isEmpty ? nil : LinesAndAreas(inMemory, geometries)
  }

  /// Registers the names of a feature's properties without adding the feature.
  mutating func note(namesOf feature: GeoFeature) { inMemory.note(namesOf: feature) }

  /// Appends a point, or a feature without a geometry.
  mutating func append(_ feature: GeoFeature) throws(Failure) {
    guard let spilled else { return inMemory.append(feature) }
    try writing { () throws(IndexFileError) in try spilled.append(feature) }
  }

  /// Appends a point that a query selected, and drops points that nearer ones have made
  /// superfluous.
  mutating func append(
    _ feature: GeoFeature, distance: Double, whilePruning isKept: (Double) -> Bool
  ) throws(Failure) {
    guard spilled == nil else {
      note(namesOf: feature)
      return try append(feature)
    }
    while distances.count < inMemory.count { distances.append(0) }
    distances.append(distance)
    inMemory.append(feature)
    guard inMemory.count >= nextPrune else { return }
    if geometries.isEmpty {
      inMemory.keep { isKept(distances[$0]) }
      distances.removeAll { !isKept($0) }
    }
    nextPrune = 2 * inMemory.count + 4_096
  }

  /// Appends a line, an area or an empty point; returns false if it is left out.
  mutating func append(shape feature: GeoFeature) throws(Failure) -> Bool {
    guard let geometry = feature.geometry else { return false }
    switch handling {
    case .apart: shapes.append(feature)
    case .features where !geometry.isEmptyPoint:
      if let spilled {
        // An index of shapes is built from features in memory.
        inMemory = try writing { () throws(IndexFileError) in try spilled.packed() }
        self.spilled = nil
      }
      geometries[inMemory.count] = geometry
      inMemory.append(feature)
    case .features, .leftOut: return false
    }
    return true
  }

  /// Appends the next rows of a table that need no further checks.
  func appendRows(of source: inout FeatureInput) throws(Failure) {
    guard let spilled else { return }
    try writing { () throws(IndexFileError) in try source.appendRows(to: spilled) }
  }
}
