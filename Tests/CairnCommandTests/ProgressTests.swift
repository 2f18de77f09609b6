import Testing

@testable import CairnCommand

@Suite struct ProgressTests {
  @Test func theLineHasProgressSpeedAndRemainingTime() {
    func line(_ amount: Progress.Amount, _ seconds: Double) -> String {
      Progress.text("reading", amount, "7 places", seconds: seconds)
    }
    #expect(
      line(.bytes(43_000_000, of: 100_000_000), 2) == "reading: 43 %, 22 MB/s, 3 s left; 7 places")
    #expect(line(.bytes(3_000_000, of: nil), 2) == "reading: 3 MB, 1.5 MB/s; 7 places")
    #expect(
      line(.bytes(1_000_000, of: 1_000_000_000), 1)
        == "reading: 0 %, 1.0 MB/s, 16 min 39 s left; 7 places")
    #expect(
      line(.bytes(1_000_000, of: 20_000_000_000), 1).contains("5 h 33 min left"))
    #expect(line(.bytes(5, of: 5), 1) == "reading: 100 %, 0.0 MB/s; 7 places")
    #expect(line(.time(of: 10), 4) == "reading: 40 %, 6 s left; 7 places")
    #expect(line(.time(of: 10), 11) == "reading: 100 %; 7 places")
    #expect(line(.unknown, 1) == "reading: 7 places")
    #expect(Progress.text("building", .unknown, "", seconds: 9) == "building")
    #expect(line(.bytes(0, of: 0), 0) == "reading: 0 MB, 0.0 MB/s; 7 places")
  }
}
