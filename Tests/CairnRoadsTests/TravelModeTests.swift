import Testing

@testable import CairnRoads

struct TravelModeTests {
  @Test func namesAreThoseOfTheCommand() {
    #expect(TravelMode.allCases.map(\.rawValue) == ["foot", "bicycle", "car"])
  }
}
