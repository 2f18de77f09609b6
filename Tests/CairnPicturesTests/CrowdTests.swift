import CairnGeodesy
import CairnIndex
import TestSupport
import Testing

@testable import CairnPictures

/// A picture of a crowd equals the picture of the same places in memory.
@Suite struct CrowdTests {
  /// Places of several categories and importances, many of them at one coordinate or in one pixel.
  private func places(_ count: Int, seed: UInt64) -> [MapPicture.Marker] {
    var random = SeededGenerator(seed: seed)
    let centers = (0..<40).map { _ in
      (Double.random(in: -70...70, using: &random), Double.random(in: -179...179, using: &random))
    }
    return (0..<count).map { number in
      let (latitude, longitude) = centers[Int.random(in: 0..<40, using: &random)]
      let spread = number.isMultiple(of: 5) ? 0 : Double.random(in: 0...6, using: &random)
      var marker = MapPicture.Marker(
        Coordinate(
          latitude: latitude + Double.random(in: -spread...spread, using: &random),
          longitude: longitude + Double.random(in: -spread...spread, using: &random)),
        name: "Place \(number)", category: ["a", "b", "", "other"][number % 4])
      marker.importance = Double(Int.random(in: -1...9, using: &random))
      marker.details = [.init("number", "\(number)")]
      return marker
    }
  }

  /// A crowd with the least functionality, like one in a spill file.
  private struct Crowd: MarkerCollection {
    let all: [MapPicture.Marker]
    let categories: [String]
    /// The numbers of places need not be consecutive.
    func forEach(_ body: (MarkerPoint) -> Void) {
      for (number, marker) in all.enumerated() {
        body(
          MarkerPoint(
            marker.coordinate, importance: marker.importance, number: 3 * number + 7,
            category: categories.firstIndex(of: marker.category) ?? MarkerPoint.categoryCount))
      }
    }
    func markers(at numbers: [Int]) -> [MapPicture.Marker] { numbers.map { all[($0 - 7) / 3] } }
  }

  private func pictures(
    _ markers: [MapPicture.Marker], _ extent: MapPicture.Extent
  ) -> (held: MapPicture, waiting: MapPicture) {
    var held = MapPicture(title: "Crowd", extent: extent, width: 500, height: 400)
    held.atlas = CoarseAtlas.world
    held.markers = markers
    var waiting = MapPicture(title: "Crowd", extent: extent, width: 500, height: 400)
    waiting.atlas = CoarseAtlas.world
    waiting.crowd = Crowd(all: markers, categories: held.firstCategories)
    return (held, waiting)
  }

  @Test(arguments: [2_500, 1_500])
  func aPictureOfACrowdEqualsThatOfItsPlaces(count: Int) {
    let markers = places(count, seed: 3)
    let extents: [MapPicture.Extent] = [
      .contents, .world, .box(BoundingBox(south: 10, west: -120, north: 60, east: 60)),
    ]
    // In debug, one extent for each count.
    let first = rounds(0, inDebug: count == 2_500 ? 0 : 2)
    for extent in extents[first...].prefix(rounds(3, inDebug: 1)) {
      let (held, waiting) = pictures(markers, extent)
      #expect(held.svg() == waiting.svg())
      // In debug, one other format for each count.
      let both = rounds(1, inDebug: 0) > 0
      if both || count == 2_500 { #expect(held.text() == waiting.text()) }
      if both || count != 2_500 { #expect(held.html() == waiting.html()) }
    }
  }

  @Test func aCrowdAtOnePlaceIsShownWithItsSurroundings() {
    let place = Coordinate(latitude: 47, longitude: 179.9999)
    let markers = (0..<2_100).map { MapPicture.Marker(place, name: "\($0)") }
    let (held, waiting) = pictures(markers, .contents)
    #expect(held.svg() == waiting.svg())
    #expect(held.text() == waiting.text())
  }

  /// The box around a crowd equals that around an array, whatever the gaps between longitudes are.
  @Test func theBoxAroundACrowdIsExact() {
    var random = SeededGenerator(seed: 11)
    for round in 0..<rounds(400, inDebug: 35) {
      let count = Int.random(in: 1...60, using: &random)
      let step = [1e-9, 1e-5, 0.1, 15, 0.5][round % 5]
      let start = [179.999, -180, 0, 540.0, -30][round % 7 % 5]
      let all = (0..<count).map { _ in
        Coordinate(
          latitude: [90, -90, 12, 80][Int.random(in: 0..<(round % 3 == 0 ? 4 : 3), using: &random)],
          longitude: start + step * Double(Int.random(in: -40...40, using: &random)))
      }
      let crowd = Crowd(all: all.map { MapPicture.Marker($0) }, categories: [""])
      #expect(
        VisibleCoordinates([], crowd).boundingBox == BoundingBox(enclosing: all), "round \(round)")
    }
  }

  /// A field of symbols gives the same results as a loop over the symbols.
  @Test func aFieldAgreesWithALoopOverItsSymbols() {
    var random = SeededGenerator(seed: 5)
    let box = PixelBox(left: 10, top: 20, right: 150, bottom: 120)
    for round in 0..<rounds(60, inDebug: 8) {
      let count = [3, 60, 900, 6_000][round % 4]
      let spread = [1.0, 0.2, 0.05][round % 3]
      let points = (0..<count).map { _ in
        // On a grid, or close together, so that many share a cell or an edge.
        let (x, y) = (
          Double.random(in: 0...spread, using: &random),
          Double.random(in: 0...spread, using: &random)
        )
        let point = PlanePoint(x: box.left + x * box.width, y: box.top + y * box.height)
        return round % 2 == 0 ? point : PlanePoint(x: point.x.rounded(), y: point.y.rounded())
      }
      let field = SymbolIndex(box, radius: 4.5) { take in points.forEach(take) }
      for _ in 0..<rounds(300, inDebug: 60) {
        let left = Double.random(in: 0...150, using: &random)
        let top = Double.random(in: 10...120, using: &random)
        let label = PixelBox(
          left: left, top: top, right: left + Double.random(in: 7...60, using: &random),
          bottom: top + 9.9)
        let wanted = points.contains {
          PixelBox(left: $0.x, top: $0.y, right: $0.x, bottom: $0.y).expanded(by: 4.5)
            .intersects(label)
        }
        #expect(field.touches(label) == wanted)
      }
    }
  }
}
