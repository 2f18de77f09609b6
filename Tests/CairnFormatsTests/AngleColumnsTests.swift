import CairnFormats
import CairnGeodesy
import TestSupport
import Testing

/// Latitudes and longitudes with several columns each.
@Suite struct AngleColumnsTests {
  @Test(arguments: [
    "lat,NS,lon,EW\n33.9,S,18.4,E\n", "lat,N/S,lon,E/W\n33.9,s,18.4,e\n",
    "lat,lat_dir,lon,lon_dir\n33.9,S,18.4,E\n", "lat_dir,lat,lon_dir,lon\nS,33.9,E,18.4\n",
    "lat,hemisphere,lon,hemisphere\n33.9,South,18.4,East\n",
    "lat,lon,hemisphere\n33.9,18.4,S\n", "lat,lon,quadrant\n33.9,18.4,SE\n",
    "latitude,longitude,latitude_hemisphere,longitude_hemisphere\n33.9,18.4,S,E\n",
    "GPSLatitude,GPSLatitudeRef,GPSLongitude,GPSLongitudeRef\n33.9,S,18.4,E\n",
    "start_lat,start_lat_ns,start_lon,start_lon_ew\n33.9,S,18.4,E\n",
    "lat;ns;lon;ew\n33,9;S;18,4;E\n", "lat,NS,lon,EW\n-33.9,S,18.4,E\n",
    "lat,NS,lon,EW\n33°54',S,18°24',E\n", "lat,NS,lon\n33.9,S,18.4\n",
    "33.9,S,18.4,E\n", "A,33.9,S,18.4,E\n", "S,33.9,E,18.4\n", "A,E,18.4,S,33.9\n",
    "LatD,LatM,LatS,NS,LonD,LonM,LonS,EW\n33,54,0,S,18,24,0,E\n",
    "\"LatD\", \"LatM\", \"NS\", \"LonD\", \"LonM\", \"EW\"\n 33, 54, \"S\", 18, 24, \"E\"\n",
    "lat_deg,lat_min,lat_sec,lon_deg,lon_min,lon_sec\n-33,53,60e0,18,24,0\n-33,54,0,18,24,\n",
    "lat_degrees,lat_minutes,lon_degrees,lon_minutes\n-33,54,18,24\n",
    "deg_lat,min_lat,dir_lat,deg_lon,min_lon,dir_lon\n33,54,S,18,24,E\n",
    "lat,min,sec,ns,lon,min,sec,ew\n33,54,0,S,18,24,0,E\n",
    "Latitude Degrees,Latitude Minutes,Latitude Seconds,Latitude Direction,"
      + "Longitude Degrees,Longitude Minutes,Longitude Seconds,Longitude Direction\n"
      + "33,54,0,S,18,24,0,E\n",
  ])
  func coordinatesAreReadFromAllTheirColumns(table: String) throws {
    let place = Coordinate(latitude: -33.9, longitude: 18.4)
    let read = Reading(TableReader(), table)
    #expect(read.features.last?.geometry == .point(.init(place)))
    #expect(try PlaceTable(csv: Array(table.utf8)).coordinates.last == place)
    var appender = TableAppender([AppendedColumn("place") { "\($0)" }])
    try appender.append(Array(table.utf8))
    try appender.finish()
    let rows = String(decoding: appender.drain(), as: UTF8.self).split(separator: "\n")
    #expect(
      rows.last?.hasSuffix("\"-33.9, 18.4\"") == true
        || rows.last?.hasSuffix(";-33.9, 18.4") == true)
    // The columns are consumed, except one that may have another meaning.
    let names = read.features.last?.properties.names ?? []
    #expect(
      names.isEmpty || names == ["hemisphere"] || names == ["quadrant"] || names == ["column 1"])
  }

  @Test(arguments: [
    ("lat,NS,lon,EW\n1,X,2,E\n", "field 2 (NS)", "N or S"),
    ("lat,NS,lon,EW\n1,N,2,S\n", "field 4 (EW)", "E or W"),
    ("lat,NS,lon,EW\n-1,N,2,E\n", "field 1 (lat)", "without a minus sign"),
    ("lat_deg,lat_min,lon_deg,lon_min\n1,60,2,0\n", "field 2 (lat_min)", "minutes from 0"),
    ("lat_deg,lat_min,lon_deg,lon_min\n1.5,6,2,0\n", "field 1 (lat_deg)", "whole degrees"),
    (
      "lat_deg,lat_min,lat_sec,lon_deg,lon_min,lon_sec\n1,6.5,7,2,0,0\n", "field 2", "whole minutes"
    ),
    ("lat_deg,lat_min,lon_deg,lon_min\n91,0,2,0\n", "field 1 (lat_deg)", "beyond 90"),
    ("lat_deg,lat_min,lon_deg,lon_min\n,0,2,0\n", "field 1 (lat_deg)", "missing"),
  ])
  func aMalformedPartIsReported(table: String, place: String, reason: String) {
    let read = Reading(TableReader(), table)
    #expect(read.features.isEmpty && read.errors.count == 1)
    let message = read.errors.first?.description ?? ""
    #expect(message.contains(place) && message.contains(reason), "\(message)")
  }

  @Test(arguments: [
    "lat,lon,lat_min,lat_max,lon_min,lon_max\n1.5,2.5,1,2,2,3\n",
    "lat,lon,direction\n1.5,2.5,NE\n", "lat,lon,m,s\n1.5,2.5,3,4\n",
    "lat,lon,hemisphere\n1.5,2.5,left\n", "lat,lon,ns\n1.5,2.5,77\n",
    "lat,lat_m,lon,lon_m\n1.5,100000,2.5,200000\n",
  ])
  func unrelatedColumnsStayProperties(table: String) throws {
    let feature = try #require(Reading(TableReader(), table).features.first)
    #expect(feature.geometry == .point(.init(Coordinate(latitude: 1.5, longitude: 2.5))))
    let count = table.prefix { $0 != "\n" }.split(separator: ",").count
    #expect(feature.properties.names.count == count - 2)
  }

  @Test func wholeSecondsAreCorrectlyRounded() throws {
    var generator = SeededGenerator(seed: 35)
    for _ in 0..<300 {
      let seconds = (
        Int.random(in: -324_000...324_000, using: &generator),
        Int.random(in: -648_000...648_000, using: &generator)
      )
      func parts(_ seconds: Int, _ letters: String) -> String {
        let size = seconds.magnitude
        let letter = seconds < 0 ? letters.last : letters.first
        return "\(size / 3600),\(size / 60 % 60),\(size % 60),\(letter ?? " ")"
      }
      let table =
        "LatD,LatM,LatS,NS,LonD,LonM,LonS,EW\n\(parts(seconds.0, "NS")),\(parts(seconds.1, "EW"))\n"
      let place = Coordinate(
        latitude: Double(seconds.0) / 3600, longitude: Double(seconds.1) / 3600)
      #expect(try PlaceTable(csv: Array(table.utf8)).coordinates == [place])
    }
  }

  @Test func tablesWithAdditionalColumnsAreReproduced() throws {
    let table = "n,lat,NS,lon,EW\na,33.9,S,18.4,E\n"
    var reader = TableReader()
    reader.append(Array(table.utf8))
    reader.finish()
    let feature = try #require(try reader.next())
    var writer = TableWriter(columns: try #require(reader.columns))
    try writer.write(feature)
    #expect(String(decoding: writer.drain(), as: UTF8.self) == table)
  }
}
