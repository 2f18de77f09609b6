import Testing

@testable import CairnCommand

@Suite struct WhereTests {
  @Test func printsTheFactsOfAPlace() {
    let vienna = Run("where", "48.2,16.37")
    #expect(vienna.code == .success)
    #expect(vienna.lines.first == "48.20000, 16.37000")
    #expect(vienna.output.contains("Vienna"))
    #expect(vienna.output.contains("AT-9"))
    #expect(vienna.output.contains("Austria 🇦🇹"))
    #expect(vienna.output.contains("Europe/Vienna"))
    #expect(vienna.output.contains("km to Slovakia"))
    let named = Run("where", "Honolulu", "--unit", "mi")
    #expect(named.output.contains("Pacific/Honolulu"))
    #expect(named.output.contains("US-HI"))
    #expect(named.output.contains("mi to the coast"))
  }

  /// Regions with few people, which are not in the gazetteer, and local names that are not
  /// in it either.
  @Test(arguments: [
    ("Appenzell Ausserrhoden", "CH-AR"), ("Thurgau", "CH-TG"), ("basel-landschaft", "CH-BL"),
    ("Graubünden", "CH-GR"), ("Marche", "IT-57"), ("Hessen", "DE-HE"),
    ("Littoral, CM", "CM-LT"), ("centre, Burkina Faso", "BF-03"),
    // Places of the same name, or with the name in another language, precede no larger region.
    ("Jura", "CH-JU"), ("JURA", "CH-JU"), ("Wyoming", "US-WY"), ("Kainuu", "FI-05"),
    ("Assaba", "MR-03"),
    ("Otago, NZ", "NZ-OTA"), ("Marlborough, NZ", "NZ-MBH"), ("Amazonas, Peru", "PE-AMA"),
    // Local and other names, the word for the kind, and a place of which it is only the beginning.
    ("Cataluña", "ES-CT"), ("Sachsen-Anhalt", "DE-ST"), ("Glaris", "CH-GL"), ("浙江", "CN-ZJ"),
    ("Kanton Schwyz", "CH-SZ"), ("Land Kärnten", "AT-2"), ("State of Victoria", "AU-VIC"),
    ("Oklahoma", "US-OK"), ("長野県", "JP-20"),
    ("Gasa", "BT-GA"), ("at-7", "AT-7"), ("Aargau CH", "CH-AG"), ("North Abaco, BS", "BS-NO"),
  ])
  func findsRegions(name: String, code: String) {
    let run = Run("where", name, "--format", "json")
    #expect(run.output.contains("\"region_code\":\"\(code)\""), "\(run.output) \(run.errors)")
  }

  /// A city precedes the region around it, or one with fewer people.
  @Test(arguments: [
    ("Wien", "Vienna, AT"), ("Genève", "Geneva, CH"), ("Kiev", "Kyiv, Kyiv City, UA"),
    ("Bern", "Bern, CH"), ("Marlborough", "Marlborough, Massachusetts, US"),
    ("New York", "New York City, New York, US"), ("長野市", "Nagano, JP"),
    ("Provincia di Lecce", "Lecce, Apulia, IT"), ("Lucerne", "Luzern, Lucerne, CH"),
    ("110 00 Praha", "Prague, CZ"), ("0150 Oslo", "Oslo, NO"),
    ("Hallstatt", "Hallstatt, Upper Austria, AT"), ("Hamilton", "Hamilton, Ontario, CA"),
  ])
  func citiesPrecedeRegions(name: String, place: String) {
    #expect(Run("where", name).lines.first?.hasPrefix(place + " (") == true)
  }

  @Test func namesOfSeveralRegionsAreListed() {
    let run = Run("where", "Littoral")
    #expect(run.code == .usage)
    #expect(
      run.errors.contains("2 regions are called `Littoral`: Littoral, CM; Littoral, BJ; add the"),
      "\(run.errors)")
    let western = Run("where", "Western").errors
    #expect(western.contains("regions are called `Western`: "), "\(western)")
    #expect(Run("holidays", "Nord").errors.contains(" regions are called `Nord`: "))
    #expect(!Run("where", "Littoral, Japan").errors.contains("are called"))
  }

  @Test func theHighSeaHasANauticalZoneAndNoCountry() {
    let sea = Run("where", "0,-30")
    #expect(sea.code == .success)
    #expect(sea.output.contains("none: the high sea"))
    #expect(sea.output.contains("Etc/GMT+2"))
    #expect(!sea.output.contains("region"))
    let json = Run("where", "0,-30", "--format", "json")
    #expect(json.output.contains("\"country\":null,\"time_zone\":\"Etc/GMT+2\""))
  }

  @Test(arguments: ["where", "near", "country", "geohash encode"])
  func aFileInsteadOfAPlaceIsReported(command: String) throws {
    let file = try OwnFile("name,lat,lon\nHotel,48.2,16.37\n")
    let run = Run(command.split(separator: " ").map(String.init) + [file.path])
    #expect(run.code == .usage && run.output.isEmpty)
    #expect(run.errors.contains("it is a file: write --in FILE (near, within"), "\(run.errors)")
    let other = Run(command.split(separator: " ").map(String.init) + [file.path + "x"])
    #expect(other.code == .usage && !other.errors.contains("it is a file"))
  }

  @Test(arguments: [
    ("u09tunq", "`cairn geohash decode u09tunq`"), ("Paris", "`cairn geohash encode Paris`"),
    ("48.2,16.3", "`cairn geohash encode 48.2,16.3`"), ("encodes", "use encode, decode"),
    ("New York", "`cairn geohash encode \"New York\"`"),
  ])
  func geohashNamesTheCommandForAWord(word: String, remedy: String) {
    let run = Run(["geohash"] + word.split(separator: " ").map(String.init))
    #expect(run.code == .usage && run.errors.contains(remedy), "\(run.errors)")
  }

  @Test func answersAsJSON() {
    let run = Run("where", "47.56,7.59", "--format", "json")
    for member in [
      "\"city\":\"Basel\"", "\"region_code\":\"CH-BS\"", "\"country\":\"CH\"",
      "\"time_zone\":\"Europe/Zurich\"", "\"border_with\":[\"FR\"]",
    ] {
      #expect(run.output.contains(member), "\(member) in \(run.output)")
    }
  }

  @Test func appendsTheChosenColumns() throws {
    let table = "name,lat,lon\nHotel,48.2,16.37\nSea,0,-30\nBad,x,y\n"
    let file = try OwnFile(table)
    let all = Run("where", "--append", file.path)
    #expect(all.code == .success)
    #expect(
      all.lines == [
        "name,lat,lon,city,region,country,time_zone",
        "Hotel,48.2,16.37,Vienna,Vienna,AT,Europe/Vienna",
        "Sea,0,-30,Touros,,,Etc/GMT+2", "Bad,x,y,,,,", "",
      ])
    let some = Run("where", "--append", file.path, "--columns", "time_zone,region_code")
    #expect(
      some.lines[0...1] == [
        "name,lat,lon,time_zone,region_code", "Hotel,48.2,16.37,Europe/Vienna,AT-9",
      ])
    let meters = Run("where", "--append", file.path, "--columns", "city_m,border_m")
    let fields = meters.lines[1].split(separator: ",").compactMap { Double($0) }
    #expect(fields.count == 4 && fields[2] < 2_000 && (30_000...60_000).contains(fields[3]))
  }

  @Test func errorsAreOneLine() {
    for words in [
      ["where"], ["where", "48,16", "--columns", "city"], ["where", "--append", "a", "b"],
      ["where", "--append", "--columns", "city,zone"], ["where", "--append", "--columns", ""],
    ] {
      let run = Run(words)
      #expect(run.code == .usage, "\(words)")
      #expect(run.output.isEmpty)
      #expect(run.errors.split(separator: "\n").count == 1)
    }
  }

  /// Longitudes of other turns equal those of -180...180, including those of embedded places.
  @Test func longitudesOfOtherTurns() throws {
    let columns = ["--columns", "city,country,region,time_zone"]
    let file = try OwnFile(
      """
      lat,lon
      48.20849,16.37208
      48.20849,-343.62792
      48.20849,196.37208
      48.20849,-163.62792
      1,359.99
      0,-180
      0,180

      """)
    let rows = Run(["where", "--append", file.path] + columns).lines.dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).dropFirst(2).joined(separator: ",")
    }
    #expect(rows.count == 8 && rows[0] == "Vienna,AT,Vienna,Europe/Vienna")
    #expect(rows[1] == rows[0] && rows[3] == rows[2] && rows[6] == rows[5])
    #expect(
      Run("where", "48.20849,-343.62792").lines.dropFirst(2)
        == Run("where", "48.20849,16.37208").lines.dropFirst(2))
    #expect(Run("append", file.path, "--country", "--time-zone").code == .success)
  }
}
