import CairnGeodesy
import Foundation
import TestSupport
import Testing

@testable import CairnCommand

@Suite struct IndexCommandTests {
  private let places = OwnPlaces(count: 700, seed: 8)

  @Test func anIndexFileEqualsItsTable() throws {
    let file = try OwnFile(places.csv())
    let index = file.sibling("places.cairn")
    let built = Run("index", "build", file.path, index)
    #expect(built.code == .success, "\(built.errors)")
    #expect(built.output == "\(index): 700 places\n")
    for format in ["geojson", "table", "csv", "json"].prefix(rounds(4, inDebug: 2)) {
      for question in [
        ["near", "48.2,16.4", "--limit", "40"], ["near", "90,0", "--radius", "2000km"],
        ["near", "48.2,16.4", "--kind", "inn", "--country", "Germany"],
        ["near", "48.2,16.4", "--radius", "900km", "--count"],
        ["nearest", "-17,179.99", "--limit", "3"], ["within", "--box", "-80,170,80,-170"],
        ["within", "--country", "FR"], ["within", "--country", "FR", "--kind", "HOTEL", "--count"],
        ["within", "48.2,16.4", "--radius", "100km", "--limit", "5"],
        ["within", "--along", "47.4,8.5 49,24", "--width", "40km"],
        ["within", "--polygon", "POLYGON ((5 40, 20 40, 20 60, 5 60, 5 40))", "--country", "AT"],
      ] {
        let table = Run(question + ["--in", file.path, "--format", format])
        #expect(table.code == .success, "\(question): \(table.errors)")
        #expect(Run(question + ["--in", index, "--format", format]).output == table.output)
        let asked = Run(["index", "query", index] + question + ["--format", format])
        #expect(asked.output == table.output && asked.code == .success, "\(asked.errors)")
      }
    }
  }

  @Test func severalIndexFilesEqualOneOfAllPlaces() throws {
    let file = try OwnFile(places.csv())
    let whole = file.sibling("whole.cairn")
    #expect(Run("index", "build", file.path, whole).code == .success)
    let lines = places.csv().split(separator: "\n", omittingEmptySubsequences: true)
    var options: [String] = []
    for (number, part) in [1..<50, 50..<51, 51..<400, 400..<lines.count].enumerated() {
      let path = file.sibling("part\(number).cairn")
      let table = try OwnFile(([lines[0]] + lines[part]).joined(separator: "\n") + "\n")
      #expect(Run("index", "build", table.path, path).code == .success)
      options += ["--in", path]
    }
    for question in [
      ["near", "48.2,16.4", "--limit", "40", "--format", "geojson"],
      ["near", "90,0", "--radius", "2000km"], ["nearest", "-17,179.99", "--limit", "3"],
      ["near", "48.2,16.4", "--kind", "inn", "--country", "Germany"],
      ["near", "48.2,16.4", "--radius", "900km", "--count"],
      ["within", "--box", "-80,170,80,-170", "--format", "csv"],
      ["within", "--country", "FR", "--kind", "HOTEL", "--count"],
      ["within", "--along", "47.4,8.5 49,24", "--width", "40km"],
    ] {
      let several = Run(question + options)
      #expect(several.code == .success, "\(question): \(several.errors)")
      #expect(several.output == Run(question + ["--in", whole]).output)
    }
  }

  @Test func severalFilesMustBeIndexFilesOfOneKind() throws {
    let file = try OwnFile("name,lat,lon\nA,1,2\n")
    let (index, other) = (file.sibling("a.cairn"), file.sibling("b.cairn"))
    let (areas, damaged) = (file.sibling("areas.cairn"), file.sibling("damaged.cairn"))
    #expect(Run("index", "build", file.path, index).code == .success)
    let columns = try OwnFile("name,stars,lat,lon\nA,3,1,2\n")
    #expect(Run("index", "build", columns.path, other).code == .success)
    let area = try OwnFile("POLYGON ((14 47, 17 47, 17 49, 14 47))\n", name: "area.wkt")
    #expect(Run("index", "build", area.path, areas).code == .success)
    let many = try OwnFile(places.csv())
    #expect(Run("index", "build", many.path, damaged).code == .success)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: damaged))
    bytes[bytes.count - 5000] ^= 1
    try bytes.write(to: URL(fileURLWithPath: damaged))
    let copy = file.sibling("copy.cairn")
    #expect(Run("index", "build", many.path, copy).code == .success)
    let link = file.sibling("link.cairn")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: index)
    for (paths, code, hint) in [
      ([index, index], ExitCode.usage, "is given more than once"),
      ([index, "-"], .usage, "cannot be read from the standard input"),
      ([index, file.path], .data, "is not an index file; with several --in each must be one"),
      (
        [index, index.replacingOccurrences(of: "/a.cairn", with: "/./a.cairn")], .usage,
        "is the same file as"
      ),
      ([index, link], .usage, "is the same file as"),
      (["\(index),\(other)"], .usage, "each file needs its own --in, such as --in `"),
      ([other, areas], .data, "has lines and areas, so it cannot be searched with other files"),
      ([areas, index], .data, "has lines and areas"),
      ([index, file.sibling("none.cairn")], .noInput, "cannot be read"),
      ([copy, damaged], .data, "`: damaged index file"),
    ] {
      let run = Run(
        ["within", "--box", "-90,-180,90,180"] + paths.flatMap { ["--in", $0] })
      #expect(run.code == code && run.output.isEmpty, "\(paths): \(run.errors)")
      #expect(run.errors.contains(hint), "\(run.errors)")
    }
    let map = Run("map", "--in", index, "--in", other)
    #expect(map.code == .usage && map.errors.contains("--in is given more than once"))
  }

  /// Each file has its own property names, in its own order; a file without places has none.
  @Test func filesWithOtherColumnsAreSearchedTogether() throws {
    let tables = [
      "name,lat,lon,kind,stars\nA,1,2,inn,3\nB,1,3,hut,4\n",
      "kind,stars,note,name,lon,lat\ninn,5,new,C,4,1\n",
      "name,lat,lon\n",
      "title,type,lat,lon\nD,inn,1,5\n",
    ]
    let folder = try OwnFile("")
    var paths: [String] = []
    for (number, table) in tables.enumerated() {
      paths.append(folder.sibling("other\(number).cairn"))
      let path = folder.sibling("other\(number).csv")
      try table.write(toFile: path, atomically: false, encoding: .utf8)
      let built = Run("index", "build", path, paths[number])
      #expect(built.code == .success, "\(built.errors)")
    }
    let options = paths.flatMap { ["--in", $0] }
    let all = Run(["within", "--box", "0,0,10,10", "--format", "csv"] + options)
    #expect(all.code == .success, "\(all.errors)")
    for row in ["A,inn", "B,hut", "C,inn", "D,inn"] {
      #expect(all.lines.contains { $0.hasPrefix(row) }, "\(row): \(all.output)")
    }
    #expect(all.lines.contains { $0.hasPrefix("C,") && $0.contains("new") && $0.contains("5") })
    let inns = Run(["near", "1,1", "--kind", "INN", "--format", "csv"] + options)
    #expect(inns.lines.dropFirst().map { $0.prefix(1) } == ["A", "C", "D", ""], "\(inns.output)")
    // The files before the query are those of a glob.
    let query = Run(
      ["index", "query"] + paths + ["near", "1,1", "--kind", "inn", "--format", "csv"])
    #expect(query.output == inns.output, "\(query.errors)")
    let operand = Run("near", "Vienna", "--in", paths[0], paths[1])
    #expect(operand.code == .usage && operand.errors.contains("each file needs its own --in"))
  }

  /// Only the places that are printed are kept; the others are counted.
  @Test func aLimitKeepsTheFirstPlaces() throws {
    let file = try OwnFile(places.csv())
    let index = file.sibling("limited.cairn")
    #expect(Run("index", "build", file.path, index).code == .success)
    for area in [
      ["--box", "-80,-170,80,170"], ["--box", "-80,-170,80,170", "--kind", "hotel"],
      ["--country", "FR"], ["48,16", "--radius", "3000km"],
      ["--along", "47.4,8.5 49,24", "--width", "400km"],
    ] {
      for path in [file.path, index] {
        let all = Run(["within", "--in", path] + area)
        let few = Run(["within", "--in", path, "--limit", "3"] + area)
        let count = all.lines.first?.split(separator: " ").first ?? ""
        #expect(few.lines.first?.hasPrefix("3 of \(count) ") == true, "\(few.output)")
        let rows = Run(["within", "--in", path, "--format", "csv"] + area).lines
        let limited = Run(["within", "--in", path, "--format", "csv", "--limit", "3"] + area).lines
        #expect(limited.filter { !$0.isEmpty } == Array(rows.prefix(4)), "\(area)")
      }
    }
  }

  /// The places of an index file are searched in it, with the results of the file it was built
  /// from.
  @Test func columnsOfTheNearestPlacesUseTheIndex() throws {
    let file = try OwnFile(places.csv())
    let index = file.sibling("nearest.cairn")
    #expect(Run("index", "build", file.path, index).code == .success)
    let table = try OwnFile("lat,lon\n48.2,16.4\n-17,179.9\n,\n0,0\n", name: "points.csv")
    for options in [[], ["--radius", "50km"]] {
      let expected = Run(["near", "--append", table.path, "--nearest-of", file.path] + options)
      let found = Run(["near", "--append", table.path, "--nearest-of", index] + options)
      #expect(found.code == .success && found.output == expected.output, "\(found.errors)")
    }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: index))
    bytes[5000] ^= 1
    try bytes.write(to: URL(fileURLWithPath: index))
    let damaged = Run("near", "--append", table.path, "--nearest-of", index)
    #expect(damaged.code == .data && damaged.output.isEmpty, "\(damaged.output)")
    #expect(damaged.errors.contains("build it again with `cairn index build`"))
  }

  /// A row without a valid location has its other properties in every format.
  @Test func rowsWithoutALocationKeepTheirProperties() throws {
    for (table, expected) in [
      ("id,lat,lon,name\n1,48,16,A\n2,north,16,B\n3,,,C\n4,95,200,D\n", ["B", "C", "D"]),
      ("name;position;note\nA;48.1 16.2;x\nB;nowhere;y\n", ["B"]),
      ("geometry,name\nPOINT (16 48),A\nPOINT (16,B\n", ["B"]),
    ] {
      let file = try OwnFile(table)
      let index = file.sibling("kept.cairn")
      let built = Run("index", "build", file.path, index, "--on-error", "null")
      #expect(built.code == .success, "\(built.errors)")
      for source in [file.path, index] {
        let read = Run("convert", source, "--to", "geojsonseq", "--on-error", "null")
        for name in expected {
          let row = read.lines.first { $0.contains("\"name\":\"\(name)\"") }
          #expect(row?.contains("\"geometry\":null") == true, "\(source): \(read.output)")
        }
      }
    }
  }

  @Test func withoutACountryTheBoundariesDecide() throws {
    let file = try OwnFile(places.csv(withCountry: false))
    let index = file.sibling("places.cairn")
    #expect(Run("index", "build", file.path, index).code == .success)
    for question in [["within", "--country", "de"], ["near", "48,11", "--country", "de"]] {
      let table = Run(question + ["--in", file.path, "--format", "csv"])
      #expect(table.lines.count > 4)
      #expect(Run(question + ["--in", index, "--format", "csv"]).output == table.output)
    }
  }

  @Test func infoDescribesTheFile() throws {
    let file = try OwnFile(
      "name,lat,lon,stars\nA,-18,179,3\nB,-17,-179,\nbad,x,1,4\nC,-16.5,178\n")
    let index = file.sibling("places.cairn")
    let built = Run("index", "build", file.path, index, "--on-error", "null")
    #expect(built.output.hasSuffix(": 3 places\n"))
    #expect(built.errors.contains("1 of 4 rows has no valid coordinate"))
    let info = Run("index", "info", index)
    #expect(info.code == .success)
    #expect(
      Array(info.lines.prefix(4)) == [
        "places      3", "elements    4, some without a place", "properties  name, stars",
        "extent      -18,178,-16.5,-179, across 180 degrees",
      ])
    #expect(info.output.contains("version     3\nchecksums   the header is intact"))
    let checked = Run("index", "info", index, "--check", "--format", "json")
    let object = try JSONSerialization.jsonObject(with: Data(checked.output.utf8))
    let json = try #require(object as? [String: Any])
    #expect(json["places"] as? Int == 3 && json["elements"] as? Int == 4)
    #expect(json["extent"] as? [Double] == [-18, 178, -16.5, -179])
    #expect(json["checked"] as? String == "all")
    let size = try FileManager.default.attributesOfItem(atPath: index)[.size] as? Int
    #expect(json["bytes"] as? Int == size)
  }

  @Test func damageIsFound() throws {
    let file = try OwnFile(places.csv())
    let index = file.sibling("places.cairn")
    #expect(Run("index", "build", file.path, index).code == .success)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: index))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: index))
    let checked = Run("index", "info", index, "--check")
    #expect(checked.code == .data && checked.output.isEmpty)
    #expect(checked.errors.contains("the checksum of page"))
    try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: index))
    for arguments in [["index", "info", index], ["index", "query", index, "near", "1,2"]] {
      let run = Run(arguments)
      #expect(run.code == .data && run.output.isEmpty, "\(run.errors)")
    }
  }

  @Test func wrongCommandLines() throws {
    let file = try OwnFile("name,lat,lon\nA,1,2\n")
    let index = file.sibling("places.cairn")
    #expect(Run("index", "build", file.path, index).code == .success)
    // Only an index file is replaced.
    let over = Run("index", "build", file.path, file.path)
    #expect(over.code == .usage && over.errors.contains("not an index file"))
    #expect(Run("index", "build", file.path, index).code == .success)
    let again = Run("index", "build", index, file.sibling("other.cairn"))
    #expect(again.code == .usage && again.errors.contains("is an index file already"))
    for (arguments, code, hint) in [
      (["index"], ExitCode.usage, "build, info or query"),
      (["index", "bild"], .usage, "did you mean `build`?"),
      (["index", "build", file.path], .usage, "are needed"),
      (["index", "build", file.path, file.sibling("x.csv")], .usage, "means csv"),
      (["index", "build", file.path, file.sibling("x.PNG")], .usage, "writes index files"),
      (["index", "build", file.sibling("none"), index], .noInput, "cannot be read"),
      (
        ["index", "build", file.path, file.sibling("no/where.cairn")], .inputOutput,
        "cannot be written: No such"
      ),
      (["index", "info"], .usage, "one index file"),
      (["index", "info", file.path], .data, "is not"),
      (["index", "info", file.sibling("none")], .noInput, "cannot be read"),
      (["index", "query", index], .usage, "are needed"),
      (["index", "query", index, "far", "1,2"], .usage, "near, nearest or within"),
      (["index", "query", file.path, "near", "1,2"], .data, "is not an index file"),
      (["index", "query", index, "near", "1,2", "--in", file.path], .data, "is not an index file"),
      (["index", "query", index, "near", "1,2", "--in", index], .usage, "more than once"),
    ] as [([String], ExitCode, String)] {
      let run = Run(arguments)
      #expect(run.code == code && run.output.isEmpty, "\(arguments)")
      #expect(run.errors.contains(hint), "\(run.errors)")
    }
  }

  @Test func badRowsFollowThePolicy() throws {
    let file = try OwnFile("name,lat,lon\nA,1,2\nB,95,2\nC,3,4\n")
    let index = file.sibling("places.cairn")
    let failing = Run("index", "build", file.path, index, "--on-error", "fail")
    #expect(failing.code == .data && failing.errors.contains("line 3"))
    #expect(!FileManager.default.fileExists(atPath: index))
    #expect(Run("index", "build", file.path, index).output.hasSuffix(": 2 places\n"))
  }
}
