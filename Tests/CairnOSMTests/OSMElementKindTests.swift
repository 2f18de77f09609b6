import Testing

@testable import CairnOSM

struct OSMElementKindTests {
  @Test func namesAreThoseOfTheFormat() {
    #expect(OSMElementKind.allCases.map(\.rawValue) == ["node", "way", "relation"])
  }
}
