import CairnGeodesy
import TestSupport
import Testing

struct UnitVectorsTests {
  @Test func filterAgreesWithSingleComparisons() {
    var random = SeededGenerator(seed: 51)
    var places = (0..<1003).map { _ in random.coordinate() }
    places[500] = Coordinate(latitude: .nan, longitude: 0)
    let vectors = UnitVectors(places)
    #expect(vectors.count == 1003 && vectors[7] == places[7].unitVector)
    for meters in [-1.0, 0, 1e5, 5e6, 1e7, .infinity, .nan] {
      let bound = Sphere.mean.squaredChord(ofDistance: meters)
      for center in places.prefix(10).map(\.unitVector) {
        let expected = places.indices.filter {
          places[$0].unitVector.squaredChord(to: center) <= bound
        }
        #expect(vectors.offsets(within: bound, of: center) == expected)
        #expect(vectors.count(within: bound, of: center) == expected.count)
      }
    }
    #expect(vectors.count(within: 4, of: places[500].unitVector) == 0)
    #expect(UnitVectors([]).count(within: 4, of: places[0].unitVector) == 0)
  }

  /// The eight-lane loop and the remainder after it, with bounds that exactly match points.
  @Test func everyLengthAndEveryBoundIsCorrect() {
    var random = SeededGenerator(seed: 52)
    for length in 0..<40 {
      var places = (0..<length).map { _ in random.coordinate() }
      if length > 12 { places[length / 2] = Coordinate(latitude: 91, longitude: 0) }
      let vectors = UnitVectors(places)
      let center = random.coordinate().unitVector
      let squares = places.map { $0.unitVector.squaredChord(to: center) }
      for square in squares where !square.isNaN {
        for bound in [square.nextDown, square, square.nextUp] {
          let expected = squares.indices.filter { squares[$0] <= bound }
          #expect(vectors.offsets(within: bound, of: center) == expected)
          #expect(vectors.count(within: bound, of: center) == expected.count)
        }
      }
      #expect(vectors.offsets(within: 4.1, of: center).count == squares.count { !$0.isNaN })
    }
  }
}
