import Testing

@testable import CairnCommand

@Suite struct DiagnosticsTests {
  @Test func textsAreParsedIntoLinesAndMessages() {
    let found = Diagnostic.all(
      in: "cairn near\n  a place is needed,\n  such as Sydney\ncairn x\n  no")
    #expect(
      found == [
        Diagnostic(line: "cairn near", message: "a place is needed, such as Sydney"),
        Diagnostic(line: "cairn x", message: "no"),
      ])
    #expect(Diagnostic.all(in: "").isEmpty && Diagnostic.all(in: "  no line").isEmpty)
  }

  // Messages that need a file or a shell are checked by `.ci/check-messages.py`.
  @Test func messagesWithoutFilesEqualThoseOfTheTool() throws {
    let file = try Regex("[a-z0-9]\\.[a-z]|[<>|]|--in \\.")
    var count = 0
    for group in Diagnostic.groups {
      for diagnostic in group.diagnostics where !diagnostic.line.contains(file) {
        var words: [String] = []
        let parts = diagnostic.line.split(separator: "\"", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
          let isQuoted = index % 2 == 1
          words += isQuoted ? [String(part)] : part.split(separator: " ").map(String.init)
        }
        let run = Run(Array(words.dropFirst()))
        #expect(run.code == group.code, "\(diagnostic.line)")
        #expect(run.errors.hasSuffix(": \(diagnostic.message)\n"), "\(diagnostic.line)")
        count += 1
      }
    }
    #expect(count > 60)
  }
}
