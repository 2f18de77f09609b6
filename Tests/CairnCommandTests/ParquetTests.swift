import CairnMemory
import Foundation
import Testing

@testable import CairnCommand

@Suite struct ParquetTests {
  @Test func parquetIsNeverPrintedAndNeedsAnOutput() throws {
    let file = try OwnFile("PAR1\u{0}\u{1}more\u{0}", name: "x.parquet")
    #expect(Run("append", file.path, "--country").errors.contains("needs --out FILE.parquet"))
    let country = Run("country", "--append", file.path)
    #expect(country.code == .data && country.output.isEmpty)
    #expect(country.errors.contains("the table is Parquet"))
    let table = try OwnFile("name,lat,lon\nA,48.2,16.4\n")
    let out = table.sibling("y.parquet")
    #expect(Run("append", table.path, "--country", "--out", out).code == .usage)
    #expect(Run("append", file.sibling("no.parquet"), "--country", "--out", out).code == .noInput)
  }

  @Test func aTableIsWrittenToAFile() throws {
    let table = try OwnFile("name,lat,lon\nA,48.2,16.4\n")
    let out = table.sibling("y.csv")
    let run = Run("append", table.path, "--country", "--out", out)
    #expect(run.code == .success && run.output.isEmpty)
    let text = String(decoding: FileManager.default.contents(atPath: out) ?? Data(), as: UTF8.self)
    #expect(text == "name,lat,lon,country\nA,48.2,16.4,AT\n")
  }

  /// A program and its arguments that run a statement of DuckDB; nil without DuckDB.
  private static let duckDB: (path: String, words: [String])? = {
    if let path = ChildProcess.path(of: "duckdb") { return (path, ["-c"]) }
    guard let path = ChildProcess.path(of: "python3"),
      case .ended(code: 0, _, _) = ChildProcess.run(
        path, ["-c", ParquetRun.importing], input: [], seconds: 60)
    else { return nil }
    return (path, ["-c", "\(ParquetRun.importing)\nduckdb.sql(sys.argv[1])"])
  }()

  /// Writes a table of three places, of which the second has no coordinate, to Parquet files.
  private static func write(_ table: OwnFile, to paths: [String]) {
    guard let duckDB else { return }
    for path in paths {
      _ = ChildProcess.run(
        duckDB.path,
        duckDB.words + ["COPY (FROM '\(table.path)') TO '\(path)' (FORMAT parquet)"], input: [],
        seconds: 60)
    }
  }

  private static func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  @Test(.enabled(if: duckDB != nil)) func columnsAreAppendedToParquet() throws {
    let table = try OwnFile("name,lat,lon\nA,48.2,16.4\n\"it's\",,\nC,47.5,19\n")
    let (parquet, out) = (table.sibling("x.parquet"), table.sibling("y.parquet"))
    Self.write(table, to: [parquet])
    let run = Run("append", parquet, "--country", "--geohash", "4", "--out", out)
    #expect(run.code == .success, "\(run.errors)")
    // Rows are joined by position: a row that is left out must not move the answers of others.
    let rows = [
      "null": "A,48.2,16.4,AT,u2ed\nit's,,,,\nC,47.5,19.0,HU,u2mw\n",
      "skip": "A,48.2,16.4,AT,u2ed\nC,47.5,19.0,HU,u2mw\n",
    ]
    for (policy, rows) in rows {
      let csv = table.sibling("\(policy).csv")
      let run = Run(
        "append", parquet, "--country", "--geohash", "4", "--on-error", policy, "--out", csv)
      #expect(run.code == .success, "\(run.errors)")
      #expect(Self.text(csv) == "name,lat,lon,country,geohash\n" + rows)
    }
    let failed = Run("append", parquet, "--country", "--on-error", "fail", "--out", out)
    #expect(failed.code == .data)
  }

  @Test(.enabled(if: duckDB != nil)) func namesOfParquetFilesAreNoPatterns() throws {
    let other = try OwnFile("country,lat,lon\nZ,0,0\n")
    let table = try OwnFile("country,lat,lon\nA,48.2,16.4\n")
    try FileManager.default.createDirectory(
      atPath: table.sibling("year=2026"), withIntermediateDirectories: true)
    for name in ["t[1]", "t*", "t?", "[!a]", "~", "year=2026/t", "it's"] {
      let parquet = table.sibling("\(name).parquet")
      Self.write(other, to: [table.sibling("t1.parquet"), table.sibling("ta.parquet")])
      Self.write(table, to: [parquet.replacing("'", with: "''")])
      let csv = table.sibling("out.csv")
      let run = Run("append", parquet, "--country", "--geohash", "3", "--out", csv)
      #expect(run.code == .success, "\(name): \(run.errors)")
      #expect(Self.text(csv).hasSuffix("\nA,48.2,16.4,AT,u2e\n"), "\(name)")
    }
  }

  @Test func modulesOfTheCurrentFolderAreNotRun() throws {
    let decoy = try OwnFile("open('run', 'w')\n", name: "duckdb.py")
    guard let python = ChildProcess.path(of: "python3") else { return }
    let folder = decoy.sibling("")
    for program in [ParquetRun.importing, "import duckdb"] {
      _ = ChildProcess.run(
        "/bin/sh", ["-c", "cd \"$0\" && exec \"$1\" -c \"$2\"", folder, python, program],
        input: [], seconds: 60)
      // The second program shows that the decoy works.
      #expect(
        FileManager.default.fileExists(atPath: decoy.sibling("run"))
          == (program == "import duckdb"))
    }
  }
}
