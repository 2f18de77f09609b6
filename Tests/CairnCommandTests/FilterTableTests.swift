import CairnFeatures
import CairnFormats
import CairnGeodesy
import Testing

@testable import CairnCommand

/// The tables that a filter accepts, and its handling of errors in them.
@Suite struct FilterTableTests {
  private let hashes = AppendedColumn.geohash(precision: 3)

  @Test func acceptsTablesWithoutHeader() throws {
    var settings = TableAppender.Options()
    settings.hasHeader = false
    settings.delimiter = UInt8(ascii: "|")
    settings.points = [.init(latitude: "3", longitude: "2")]
    let table = "\u{FEFF}a|2|1|x\n\nb|2\nc|2|1\nd|2|1|x|y\n"
    #expect(
      try filtered(table, hashes, options: settings).text
        == "\u{FEFF}a|2|1|x|s01\n\nb|2||\nc|2|1|s01\nd|2|1|x|y|s01\n")
    settings.fieldCount = 5
    #expect(
      try filtered(table, hashes, options: settings).text
        == "\u{FEFF}a|2|1|x||s01\n\nb|2||||\nc|2|1|||s01\nd|2|1|x|y|s01\n")
  }

  @Test func rowsLongerThanDeclaredAreErrors() throws {
    let rows = "a,1,2,x\n\nb,1\n\"c\nd,\",1,2,\"x,y\"\ne, f,1,2,x\ng,1,2,x\n"
    for policy in [BadRowPolicy.null, .skip, .fail] {
      for (header, named) in [("", "5"), ("n,lat,lon,t\n", "6")] {
        var settings = TableAppender.Options()
        settings.hasHeader = header.isEmpty ? false : nil
        settings.points = [.init(latitude: "2", longitude: "3")]
        settings.fieldCount = 4
        settings.badRows = policy
        let table = header + (policy == .fail ? rows.replacing("b,1\n", with: "b,1,2\n") : rows)
        for size in [1, 7, Int.max] {
          let failure = #expect(throws: Failure.self) {
            try filtered(table, hashes, options: settings, pieces: size, room: 16)
          }
          #expect(failure?.code == .data)
          #expect(
            failure?.message
              == "line \(Int(named)! + 1): expected a row of 4 fields, found one of 5; a field that "
              + "contains the delimiter must be quoted")
        }
        settings.fieldCount = 5
        if header.isEmpty, policy == .null {
          let kept = try filtered(table, hashes, options: settings).text
          #expect(kept.hasSuffix("e, f,1,2,x,\ng,1,2,x,,s01\n"))
        } else if !header.isEmpty {
          let failure = #expect(throws: Failure.self) {
            try filtered(table, hashes, options: settings)
          }
          #expect(failure?.message == "the header has 4 fields, not 5 as --fields says")
        }
      }
    }
    var settings = TableAppender.Options()
    settings.hasHeader = false
    settings.points = [.init(latitude: "2", longitude: "3")]
    settings.fieldCount = 2
    let failure = #expect(throws: Failure.self) { try filtered(rows, hashes, options: settings) }
    #expect(failure?.message == "with --fields 2 there is no column 3")
  }

  @Test func readsOneColumnOfBoth() throws {
    let table = "location;n\n1,2;a\n\"1, 2\";b\n1°N 2°E;c\nhere;d\n"
    let expected = "location;n;geohash\n1,2;a;s01\n\"1, 2\";b;s01\n1°N 2°E;c;s01\nhere;d;\n"
    let found = try filtered(table, hashes)
    #expect(found.text == expected)
    #expect(
      found.report.errors.first?.description
        == "line 5, field 1 (location): expected a coordinate, found \"here\"")
    var settings = TableAppender.Options()
    settings.points = [.init(both: "n")]
    #expect(
      try filtered("id\tn\n1\t1,2\n", hashes, options: settings).text
        == "id\tn\tgeohash\n1\t1,2\ts01\n")
  }

  @Test func writesNullsInTSV() throws {
    var settings = TableAppender.Options()
    settings.isTSV = true
    settings.badRows = .fail
    let table = "lat\tlon\tn\n1\t2\t\"\n\\N\t\\N\t\"\n1\t2\t\"\n"
    #expect(
      try filtered(table, hashes, options: settings).text
        == "lat\tlon\tn\tgeohash\n1\t2\t\"\ts01\n\\N\t\\N\t\"\t\\N\n1\t2\t\"\ts01\n")
    #expect(
      try filtered("lat\tlon\nx\t1\n", hashes).text == "lat\tlon\tgeohash\nx\t1\t\\N\n")
  }

  @Test func badRowsFollowThePolicy() throws {
    let table = "lat,lon,n\r\n1,2,a\r\n91,2,b\r\n100,20,c\r\n,2,d\r\n1\r\n1,400,e\r\n3,2,f"
    var settings = TableAppender.Options()
    let kept = try filtered(table, hashes)
    #expect(kept.report.rowCount == 7 && kept.report.badCount == 5)
    #expect(
      kept.text
        == "lat,lon,n,geohash\r\n1,2,a,s01\r\n91,2,b,\r\n100,20,c,\r\n,2,d,\r\n1,,,\r\n1,400,e,\r\n3,2,f,s09"
    )
    #expect(
      kept.report.summary(leavesOut: false) == [
        "5 of 7 rows have no valid coordinate",
        "  line 3, field 1 (lat): latitude 91.0 is beyond 90 degrees; latitude and longitude may be swapped",
        "  line 4, field 1 (lat): latitude 100.0 is beyond 90 degrees; latitude and longitude may be swapped",
        "  line 5, field 1 (lat): \"\" is not a number",
        "  and 2 more",
      ])
    settings.badRows = .skip
    #expect(
      try filtered(table, hashes, options: settings).text
        == "lat,lon,n,geohash\r\n1,2,a,s01\r\n3,2,f,s09")
    settings.badRows = .fail
    for size in [1, 5, Int.max] {
      let failure = #expect(throws: Failure.self) {
        try filtered(table, hashes, options: settings, pieces: size)
      }
      #expect(failure?.code == .data)
      #expect(failure?.message.hasPrefix("line 3, field 1 (lat): latitude 91.0") == true)
    }
  }

  @Test func countsLinesWithinQuotes() throws {
    let table = "lat,lon,n\n1,2,\"a\nb\nc\"\n1,2,\"x\ny\"z\nq,2,\n"
    for size in [1, 9, Int.max] {
      let found = try filtered(table, hashes, pieces: size, room: 16)
      #expect(
        found.report.errors.map(\.description) == [
          "line 5: text follows a closing quote", "line 7, field 1 (lat): \"q\" is not a number",
        ])
    }
  }

  @Test func acceptsRowsOfAnyLengthUpToALimit() throws {
    let long = String(repeating: "x,\"y\n\",", count: 20_000)
    let table = "lat,lon,n\n1,2,\(long)\n3,2,\"\(long.filter { $0 != "\"" })\"\n1,2,\n"
    let expected =
      "lat,lon,n,geohash\n1,2,\(long),s01\n3,2,\"\(long.filter { $0 != "\"" })\",s09\n1,2,,s01\n"
    for size in [100, Int.max] {
      let found = try filtered(table, hashes, pieces: size, room: 64)
      #expect(found.text == expected)
      #expect(found.report.longCount == 1)
    }
    let endless = "lat,lon\n\"" + String(repeating: "1,2\n", count: 270_000)
    var options = TableAppender.Options()
    #expect(options.recordLimit == 1 << 28)
    options.recordLimit = 1 << 20
    let failure = #expect(throws: Failure.self) {
      try filtered(endless, hashes, options: options, room: 1 << 16)
    }
    #expect(failure?.message == "line 2: the record is longer than 1048576 bytes")
  }

  @Test func acceptsCarriageReturnsAsLineBreaks() throws {
    #expect(
      try filtered("lat,lon\r1,2\r3,2\r", hashes).text == "lat,lon,geohash\r1,2,s01\r3,2,s09\r")
    #expect(
      try filtered("lat,lon,n\n1,2,a\r3,2\n1,2,\"a\rb\"", hashes).text
        == "lat,lon,n,geohash\n1,2,a,s01\r3,2,,s09\n1,2,\"a\rb\",s01")
  }

  @Test func wrongCommandLinesAreReported() {
    for words in [
      ["--lat", "1"], ["--latlon", "1", "--lon", "2"], ["--delimiter", "ab"],
      ["--delimiter", "\""], ["--tsv", "--delimiter", ","], ["--fields", "0"],
      ["--no-header", "--lat", "1", "--lon", "0"], ["--no-header", "--lat", "a", "--lon", "b"],
      ["--on-error", "ignore"],
    ] {
      let run = Run(["country", "--append", "/dev/null"] + words)
      // Columns are resolved when the first row is read.
      guard !words.contains("0"), !words.contains("a") else { continue }
      #expect(run.code == .usage, "\(words) \(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1)
    }
    #expect(Run("distance", "--append", "/dev/null").code == .usage)
    #expect(Run("near", "--append").code == .usage)
    #expect(Run("near", "--append", "--nearest-of", "no/such/file").code == .noInput)
  }

  @Test func worksWithGeohashes() {
    #expect(Run("geohash", "encode", "48.85826,2.2945", "--precision", "7").output == "u09tunq\n")
    #expect(
      Run("geohash", "decode", "S0").output == "2.8125,5.625\n")
    #expect(
      Run("geohash", "decode", "s0", "--format", "csv").output
        == "geohash,latitude,longitude,south,west,north,east\ns0,2.8125,5.625,0,0,5.625,11.25\n")
    #expect(Run("geohash", "neighbors", "y").output == "z\nx\nw\nt\nv\n")
    #expect(
      Run("geohash", "neighbors", "80", "--format", "csv").output.contains("80,W,xb\n"))
    #expect(
      Run("geohash", "cover", "--box", "-18,179,-17,-179", "--precision", "3").output
        == "2hb\nruz\n")
    #expect(Run("geohash", "cover", "--country", "FR", "--cells", "20").lines.count > 5)
    #expect(
      Run("geohash", "cover", "0,0", "--radius", "1km", "--precision", "5").output
        == "7zzzz\nebpbp\nkpbpb\ns0000\n")
    for words in [
      ["encode", "91,0"], ["decode", "abc"], ["decode", "s0", "--format", "xml"], ["cover"],
      ["cover", "0,0", "--radius", "1000km", "--precision", "9"], ["nothing"], [],
      ["cover", "--box", "1,2,3", "--precision", "2"], ["cover", "--explode"],
    ] {
      let run = Run(["geohash"] + words)
      #expect(run.code == .usage, "\(words)")
      #expect(run.errors.split(separator: "\n").count == 1 && run.output.isEmpty)
    }
  }
}
