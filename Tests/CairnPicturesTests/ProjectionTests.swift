import CairnGeodesy
import Testing

@testable import CairnPictures

@Suite struct ProjectionTests {
  @Test func placeholder() {
    #expect(PlanePoint(x: 3, y: 4).distance(to: PlanePoint(x: 0, y: 0)) == 5)
  }
}
