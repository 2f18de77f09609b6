package import CairnGeodesy

/// Which points of a file a question may have an answer in: those in a box, and of them those that
/// a test accepts.
///
/// A reader that knows where the coordinates of its rows stand passes over the others before it
/// makes features of them. The box is a coarse test, made some 0.1 m wider on each side: what
/// passes is yet to be judged.
package struct PlaceSieve: Sendable {
  private let south: Double
  private let north: Double
  private let west: Double
  /// How far the box reaches to the east, 360 or more for all longitudes.
  private let width: Double
  private let isWanted: (@Sendable (Coordinate) -> Bool)?

  /// Makes a sieve.
  ///
  /// - Parameters:
  ///   - box: outside of it nothing is wanted; an empty one lets nothing pass.
  ///   - isWanted: what else decides about a point in the box; nil where nothing does.
  package init(_ box: BoundingBox, where isWanted: (@Sendable (Coordinate) -> Bool)? = nil) {
    let slack = 1e-6
    south = box.isEmpty ? .infinity : box.south - slack
    north = box.isEmpty ? -.infinity : box.north + slack
    west = box.west - slack
    // All longitudes are those of a pole.
    let isWide = box.spansAllLongitudes || south <= -90 || north >= 90
    let span = box.west <= box.east ? box.east - box.west : 360 - box.west + box.east
    width = isWide ? .infinity : span + 2 * slack
    self.isWanted = isWanted
  }

  /// Whether a point may be wanted; one with a latitude that is no number is not.
  @inline(__always)
  package func accepts(_ coordinate: Coordinate) -> Bool {
    guard coordinate.latitude >= south, coordinate.latitude <= north else { return false }
    var offset = coordinate.longitude - west
    // Files have longitudes of one turn and a half at most.
    if offset.magnitude <= 1_080 {
      while offset < 0 { offset += 360 }
      while offset >= 360 { offset -= 360 }
      guard offset <= width else { return false }
    }
    return isWanted?(coordinate) ?? true
  }
}

/// What of a file's rows is wanted.
package struct RowWish: Sendable {
  /// Which points are wanted; nil for all.
  package var sieve: PlaceSieve?
  /// The properties that are wanted, by their names; nil for all.
  package var properties: Set<String>?

  /// All points with all their properties.
  package init() {}
}

/// A reader that makes features only of what is wanted.
///
/// A row that would bring the first property of its name is never passed over, so that the names
/// of all properties come to light all the same.
internal protocol WishingReader: FeatureReader {
  /// What is wanted of the rows that come.
  var wish: RowWish { get set }

  /// How many rows were passed over so far.
  var passedCount: Int { get }
}
