import CairnGeodesy
import CairnIndex
import Testing

@Suite struct PlaceIndexBoxTests {
  /// Boxes give exactly the places that `BoundingBox.contains` accepts.
  @Test(arguments: PointClass.allCases)
  func equalsContains(_ kind: PointClass) throws {
    var random = SeededGenerator(seed: 2)
    var asked = 0
    while asked < queriesPerClass {
      let points = kind.points(using: &random)
      let index = try PlaceIndex(points, coordinate: { $0 })
      for _ in 0..<30 {
        let box = kind.box(for: points, using: &random)
        let inside = points.indices.filter { box.contains(points[$0]) }
        #expect(index.offsets(in: box) == inside, "\(box)")
        #expect(index.count(in: box) == inside.count, "\(box)")
        var visited: [Int] = []
        index.forEach(in: box) { offset, _ in visited.append(offset) }
        #expect(visited.sorted() == inside)
        asked += 3
      }
    }
  }

  /// Caps give exactly the places that `Cap.contains` accepts.
  @Test(arguments: PointClass.allCases)
  func equalsCap(_ kind: PointClass) throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<20 {
      let points = kind.points(using: &random)
      let index = try PlaceIndex(points, coordinate: { $0 })
      for _ in 0..<5 {
        let center = kind.center(for: points, using: &random)
        let radius = kind.radius(around: center, for: points, using: &random)
        let cap = Cap(center: center, radius: radius)
        let inside = points.filter { cap.contains($0) }
        #expect(index.elements(in: cap) == inside)
        #expect(index.count(in: cap) == inside.count)
      }
    }
  }

  @Test func specialBoxes() throws {
    let points = [
      Coordinate(latitude: 90, longitude: 12), Coordinate(latitude: -90, longitude: -180),
      Coordinate(latitude: 0, longitude: 180), Coordinate(latitude: 0, longitude: -180),
      Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 45, longitude: 540),
    ]
    let index = try PlaceIndex(points, coordinate: { $0 })
    #expect(index.count(in: .world) == 6)
    #expect(index.count(in: .empty) == 0)
    #expect(index.offsets(in: BoundingBox(south: -10, west: 170, north: 10, east: -170)) == [2, 3])
    #expect(index.offsets(in: BoundingBox(south: 80, west: 0, north: 90, east: 1)) == [0])
    #expect(index.offsets(in: BoundingBox(south: -90, west: 50, north: 0, east: 50)) == [1])
    #expect(index.offsets(in: BoundingBox(south: 0, west: 180, north: 60, east: 180)) == [2, 3, 5])
  }
}
