import CairnFeatures
import CairnFormats
import CairnGeodesy
import Testing

@Suite struct NMEATests {
  /// A sentence with its checksum.
  private func sentence(_ text: String) -> String {
    let sum = String(text.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return "$\(text)*\(sum.count == 1 ? "0" : "")\(sum)\r\n"
  }

  @Test func sentencesWithTheSameTimeAreOnePoint() throws {
    let log = [
      "GPGGA,235959.50,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
      "GPRMC,235959.50,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W",
      "GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1",
      "GNGGA,000000.5,3354.000,S,01824.000,W,1,08,0.9,,M,46.9,M,,",
      "GPGGA,000001,,,,,0,00,99.9,,M,,M,,", "GPRMC,000001,V,,,,,,,240394,,",
      "GPRMC,000002,A,0000.000,N,00000.600,W,0,0,240394,,",
    ].map(sentence).joined()
    let read = Reading(NMEAReader(), log, pieces: 11)
    #expect(read.errors.isEmpty)
    let track = try #require(read.features.first)
    #expect(read.features.count == 1)
    #expect(
      track.geometry
        == .lineString([
          .init(Coordinate(latitude: 48.1173, longitude: 11 + 31.0 / 60), elevation: 545.4),
          .init(Coordinate(latitude: -33.9, longitude: -18.4)),
          .init(Coordinate(latitude: 0, longitude: -0.01)),
        ]))
    #expect(
      track.properties["coordTimes"]
        == .array([
          "1994-03-23T23:59:59.500Z", "1994-03-24T00:00:00.500Z", "1994-03-24T00:00:02Z",
        ]))
    var reader = NMEAReader()
    reader.append(Array(log.utf8))
    reader.finish()
    _ = try reader.next()
    #expect(reader.leftOut.description == "1 fix without a position, 1 sentence without a position")
    #expect(try FileFormat.detect(Array(log.utf8), fileName: "log.csv").format == .nmea)
    #expect(try FileFormat.detect(Array(log.utf8)).format == .nmea)
  }

  @Test(arguments: [
    ("$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*48", "checksum 47"),
    ("$GPGGA,123519,4867.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,", "ddmm.mmmm"),
    ("$GPGGA,123519,9107.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,", "out of range"),
    ("$GPGGA,123519,4807.038,X,01131.000,E,1,08,0.9,545.4,M,46.9,M,,", "N or S"),
    ("48.1,11.5", "begins with $"), ("$GPGGA,123519,-807.038,N,01131.000,E,1", "ddmm.mmmm"),
  ])
  func aMalformedSentenceAffectsOnlyItsLine(line: String, reason: String) {
    let good = "$GPGLL,4916.45,N,12311.12,W,225444,A\n"
    let read = Reading(NMEAReader(), good + line + "\n" + good)
    #expect(read.features.count == 1 && read.errors.count == 1)
    #expect(read.errors.first?.line == 2 && read.errors.first?.endsInput == false)
    #expect(read.errors.first?.description.contains(reason) == true, "\(read.errors)")
  }

  @Test func pointsBeforeTheFirstDateHaveThePrecedingDay() throws {
    let log = ["235959.80", "235959.90", "000000.00"].map {
      sentence("GPGGA,\($0),4807.038,N,01131.000,E,1,08,0.9,,M,46.9,M,,")
    }.joined()
    let date = sentence("GPRMC,000000.00,A,4807.038,N,01131.000,E,022.4,084.4,010394,003.1,W")
    let read = Reading(NMEAReader(), log + date)
    #expect(
      read.features.first?.properties["coordTimes"]
        == .array([
          "1994-02-28T23:59:59.800Z", "1994-02-28T23:59:59.900Z", "1994-03-01T00:00:00Z",
        ]))
  }

  @Test func aLogWithoutADateHasTimesOfDay() throws {
    let log = "$GPGLL,4916.45,N,12311.12,W,225444,A\n$GPGLL,4917.45,N,12311.12,W,225445,A\n"
    let track = try #require(Reading(NMEAReader(), log).features.first)
    #expect(
      track.properties["coordinateProperties"]
        == .object(["timeOfDay": .array(["22:54:44", "22:54:45"])]))
    #expect(Reading(NMEAReader(), "$GPRMC,000001,V,,,,,,,240394,,\n").features.isEmpty)
    Damage.check(log) { NMEAReader() }
  }

  @Test func aLogIsNotATable() {
    let log = Array("$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\n".utf8)
    #expect(throws: FormatError.self) { try PlaceTable(csv: log) }
    #expect(Reading(TableReader(), log).errors.first?.description.contains("NMEA 0183") == true)
    var appender = TableAppender([.geohash()])
    #expect(throws: TableAppenderError.self) { try appender.append(log) }
  }
}
