import CairnFormats
import CairnMemory
import Foundation
import Testing

@testable import CairnCommand

/// Real-world tables, JSON and logs, through the commands.
@Suite struct TableCommandTests {
  private let features = """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[16.37,48.2]},
     "properties":{"name":"Wien","latitude":1,"Longitude":2,"id":"p"}},
    {"type":"Feature","id":8,"geometry":{"type":"Point","coordinates":[15.44,47.07]},
     "properties":{"name":"Graz","latitude":10,"Longitude":20,"id":"q"}}]}
    """

  @Test func propertiesNamedLikeThePlaceDoNotReplaceIt() throws {
    let file = try OwnFile(features, name: "x.geojson")
    let table = Run("convert", file.path, "--to", "csv")
    #expect(
      table.output == """
        id,latitude,longitude,name,latitude_property,Longitude_property,id_property
        7,48.2,16.37,Wien,1,2,p
        8,47.07,15.44,Graz,10,20,q

        """)
    #expect(table.errors.contains("3 properties with the name of a place's column are renamed"))
    #expect(table.errors.contains("`latitude` to `latitude_property`"))
    let route = Run("route", file.path, "--format", "csv").output
    #expect(route.contains("48.2,16.37,0,0,Wien"))
    for format in ["csv", "json", "geojson"] {
      let near = Run("near", "48,16", "--in", file.path, "--format", format)
      #expect(near.code == .success && near.output.contains("latitude_property"))
      #expect(near.output.contains("Longitude_property"))
    }
    let line = try OwnFile(
      #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]},"properties":{"wkt":"w","x":5,"y":6}}"#,
      name: "l.geojson")
    #expect(
      Run("convert", line.path, "--to", "csv").output
        == "wkt_property,x_property,y_property,wkt\nw,5,6,\"LINESTRING (1 2, 3 4)\"\n")
  }

  @Test func aChosenColumnKeepsTheOtherName() throws {
    let file = try OwnFile("name,title,lat,lon\na,b,1,2\n")
    let near = Run(
      "near", "1,2", "--in", file.path, "--columns", "name=title", "--format", "json")
    #expect(near.output.contains("\"name\":\"b\""))
    #expect(near.output.contains("\"name_property\":\"a\""))
  }

  @Test(arguments: PlaceColumns.Role.allCases)
  func aColumnThatDoesNotExistIsAnErrorInEveryCommand(role: PlaceColumns.Role) throws {
    let table = try OwnFile("title,lat,lon\nA,1,2\n")
    let objects = try OwnFile(#"[{"title":"A","lat":1,"lon":2}]"#, name: "x.json")
    let json = try OwnFile(features, name: "x.geojson")
    let index = table.sibling("x.cairn")
    #expect(Run("index", "build", table.path, index).code == .success)
    let choice = "\(role)=titel"
    for file in [table.path, objects.path, json.path] {
      for command in [
        ["near", "1,2", "--in", file], ["convert", file, "--to", "csv"], ["stats", file],
        ["index", "build", file, table.sibling("y.cairn")],
      ] {
        let run = Run(command + ["--columns", choice])
        #expect(run.code == .data || run.code == .usage, "\(command) \(run.errors)")
        #expect(run.errors.contains("titel"), "\(command) \(run.errors)")
      }
    }
    let hint = Run("route", table.path, "--columns", choice)
    #expect(hint.code == .data && hint.errors.contains("did you mean `title`?"))
    #expect(Run("near", "1,2", "--in", index, "--columns", choice).code == .usage)
    let append = Run("append", table.path, "--nearest-of", table.path, "--columns", choice)
    #expect(append.code == .data && append.errors.contains("did you mean `title`?"))
  }

  @Test func aCategoryThatDoesNotExistIsAnError() throws {
    for file in [
      try OwnFile("title,lat,lon\nA,1,2\n"), try OwnFile(features, name: "x.geojson"),
    ] {
      let run = Run("stats", file.path, "--category", "nam")
      #expect(run.code == .data && run.errors.contains("`nam`, which --category names"))
    }
  }

  @Test func longRowsAreReported() throws {
    let file = try OwnFile("lat,lon,name\n1,2,Washington, DC\n3,4,b\n")
    for command in [
      ["convert", file.path, "--to", "geojson"], ["near", "1,2", "--in", file.path],
      ["route", file.path], ["stats", file.path], ["append", file.path, "--geohash", "4"],
      ["route", file.path, "--days", "1", "--visit", "1h"],
    ] {
      let errors = Run(command).errors
      #expect(errors.contains("more fields than the header"), "\(command) \(errors)")
      #expect(errors.contains("(line 2)"), "\(command) \(errors)")
    }
  }

  @Test func hemispheresAndBracketsAreReadByEveryCommand() throws {
    let letters = try OwnFile("name,lat,NS,lon,EW\nCape,33.9,S,18.4,E\n")
    let brackets = try OwnFile("name;coordinates\nCape;[18.4, -33.9]\n")
    for file in [letters, brackets] {
      let near = Run("near", "-33.9,18.4", "--in", file.path, "--format", "csv")
      #expect(near.output.contains("-33.9,18.4"))
      #expect(Run("convert", file.path, "--to", "geojson").output.contains("[18.4,-33.9]"))
      #expect(Run("append", file.path, "--geohash", "5").output.contains("k3vp4"))
    }
    #expect(Run("distance", "[18.4, -33.9]", "-33.9,18.4").output.contains("0"))
  }

  // MARK: Append

  @Test func theNearestRowIsAnotherRow() throws {
    let file = try OwnFile("station,lat,lon\nA,1,1\nbad,x,y\n\nB,1,1\nC,1.1,1.1\nD,1.1,1.2\n")
    for path in [file.path, file.path + "/../places.csv"] {
      let other = path == file.path ? path : file.sibling("link.csv")
      if path != file.path {
        try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: file.path)
      }
      let run = Run("append", file.path, "--nearest-of", other)
      #expect(
        run.output == """
          station,lat,lon,nearest,distance_m
          A,1,1,B,0.000
          bad,x,y,,

          B,1,1,A,0.000
          C,1.1,1.1,D,11117.459
          D,1.1,1.2,C,11117.459

          """)
      #expect(run.errors.contains("the names are taken from the column `station`"))
    }
    let copy = try OwnFile("lat,lon\n1,1\n")
    let nameless = Run("append", file.path, "--nearest-of", copy.path)
    #expect(nameless.errors.contains("the places have no names"))
    #expect(nameless.output.contains("A,1,1,,0.000"))
  }

  @Test func theOutputMayNotBeTheInput() throws {
    let file = try OwnFile("lat,lon\n1,1\n")
    let link = file.sibling("hard.csv")
    try FileManager.default.linkItem(atPath: file.path, toPath: link)
    let identity = try #require(System.identity(FileName.system(file.path)))
    #expect(System.identity(FileName.system(link)) == identity)
    for path in [file.path, link] {
      #expect(throws: Failure.self) { try InputFile.checkIsNotOutput(path, output: identity) }
    }
    let other = try OwnFile("")
    try InputFile.checkIsNotOutput(other.path, output: identity)
    try InputFile.checkIsNotOutput(file.path, output: nil)
    #expect(System.identity(FileName.system("/dev/null")) == nil)
    // A file may be replaced by its own conversion.
    #expect(Run("convert", file.path, file.path, "--to", "csv").code == .success)
  }

  // MARK: NMEA

  @Test func aLogOfAReceiverBecomesATrack() throws {
    let log = """
      $GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47
      $GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A
      $GPGGA,123520,4807.138,N,01131.000,E,1,08,0.9,545.9,M,46.9,M,,*41

      """
    let file = try OwnFile(log, name: "log.txt")
    let gpx = Run("convert", file.path, "--to", "gpx")
    let point = "<ele>545.4</ele><time>1994-03-23T12:35:19Z</time>"
    #expect(gpx.output.contains(point), "\(gpx.output)")
    #expect(Run("convert", file.path, "--to", "nmea").code == .usage)
    #expect(Run("convert", file.path, file.sibling("x.nmea")).code == .usage)
    #expect(Run("append", file.path, "--geohash", "4").errors.contains("NMEA 0183"))
  }
}
