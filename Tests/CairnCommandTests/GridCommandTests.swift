import Testing

@testable import CairnCommand

/// Grid references, Plus codes and links are accepted wherever a place is.
@Suite struct GridCommandTests {
  private static let places: [(String, String)] = [
    ("33UXP0179939437", "48.20000, 16.37000"), ("33U XP 01799 39437", "48.20000, 16.37000"),
    ("33north 601800 5339438", "48.20001, 16.37001"), ("33U 601800 5339438", "48.20001, 16.37001"),
    ("8FWR59XC+X2", "48.19994, 16.37006"), ("59XC+X2 Vienna", "48.19994, 16.37006"),
    ("https://www.google.com/maps/@48.2,16.37,17z", "48.20000, 16.37000"),
    ("geo:48.2,16.37", "48.20000, 16.37000"), ("48,2; 16,37", "48.20000, 16.37000"),
    ("48.2 North 16.37 East", "48.20000, 16.37000"), ("north 2000000 2000000", "90.00000, 0.00000"),
  ]

  @Test(arguments: places)
  func gridReferencesAreAccepted(word: String, title: String) {
    let run = Run("where", word)
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.lines.first.map { String($0) } == title, "\(word)")
    #expect(Run("near", word, "--limit", "1").output.contains(title))
  }

  /// Names take precedence if there is no digit: ZAH is an airport, and a square at the north pole.
  @Test func namesAreNotGridReferences() {
    #expect(Run("where", "ZAH").output.contains("Iran"))
    #expect(Run("where", "Paris").output.contains("France"))
  }

  private static let mistakes: [(String, String)] = [
    ("V75V+9Q", "short Plus code"), ("33UXP050044499", "equally many digits"),
    ("33UAP0500444996", "a column of zone 33"), ("18S 585628 4011322", "north or south"),
    ("48.2 N 16.37 O", "E or W"), ("https://maps.app.goo.gl/abc", "a short link"),
    ("48° Nord, 2° O", "E or W"), ("V75V+9Q Nowhereville", "Nowhereville"),
    ("V75V+9Q V75V+9Q Paris", "another one"),
    (String(repeating: "V75V+9Q ", count: 12_000), "another one"),
  ]

  @Test(arguments: mistakes)
  func mistakesAreReported(word: String, named: String) {
    let run = Run("near", word)
    #expect(run.code == .usage && run.errors.contains(named), "\(run.errors)")
  }

  @Test func columnsOfGridsAreAppended() throws {
    let file = try OwnFile("name,lat,lon\nHotel,48.2,16.37\nPole,90,0\nBad,x,y\n")
    let run = Run("append", file.path, "--pluscode", "10", "--utm", "0", "--mgrs", "5")
    #expect(
      run.lines == [
        "name,lat,lon,mgrs,utm,pluscode",
        "Hotel,48.2,16.37,33UXP0179939437,33north 601799 5339437,8FWR692C+22",
        "Pole,90,0,ZAH0000000000,north 2000000 2000000,CFX2X2X2+X2", "Bad,x,y,,,", "",
      ])
    let withCountry = Run("append", file.path, "--mgrs", "0", "--country")
    #expect(withCountry.lines[1] == "Hotel,48.2,16.37,AT,33UXP")
    for options in [["--mgrs", "12"], ["--pluscode", "9"], ["--utm", "x"], ["--pluscode", "1"]] {
      #expect(Run(["append", file.path] + options).code == .usage)
    }
  }
}
