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

  /// Whether DuckDB is installed, as a program or a module.
  private static let hasDuckDB: Bool = {
    if ChildProcess.path(of: "duckdb") != nil { return true }
    guard let python = ChildProcess.path(of: "python3"),
      case .ended(code: 0, _, _) = ChildProcess.run(
        python, ["-c", "import duckdb"], input: [], seconds: 60)
    else { return false }
    return true
  }()

  @Test(.enabled(if: hasDuckDB)) func columnsAreAppendedToParquet() throws {
    let table = try OwnFile("name,lat,lon\nA,48.2,16.4\n\"it's\",,\nC,47.5,19\n")
    let (parquet, out) = (table.sibling("x.parquet"), table.sibling("y.parquet"))
    let duckDB = ChildProcess.path(of: "duckdb")
    let program = duckDB ?? ChildProcess.path(of: "python3") ?? ""
    let words = duckDB == nil ? ["-c", "import duckdb, sys\nduckdb.sql(sys.argv[1])"] : ["-c"]
    _ = ChildProcess.run(
      program, words + ["COPY (FROM '\(table.path)') TO '\(parquet)' (FORMAT parquet)"],
      input: [], seconds: 60)
    let run = Run("append", parquet, "--country", "--geohash", "4", "--out", out)
    #expect(run.code == .success, "\(run.errors)")
    let csv = Run("append", parquet, "--country", "--out", table.sibling("y.csv"))
    #expect(csv.code == .success)
    let text = FileManager.default.contents(atPath: table.sibling("y.csv")) ?? Data()
    #expect(String(decoding: text, as: UTF8.self).contains("C,47.5,19.0,HU"))
  }
}
