import Foundation
import Testing

@testable import CairnCommand

@Suite struct CompletionsTests {
  @Test(arguments: ["bash", "zsh", "fish"])
  func everyCommandAndOptionIsInTheScript(shell: String) {
    let run = Run("completions", shell)
    #expect(run.code == .success && run.errors.isEmpty)
    for command in Tool.commands.flatMap(\.all) {
      #expect(run.output.contains(command.word))
      for option in command.options {
        #expect(run.output.contains(shell == "fish" ? "-l \(option.name)" : "--\(option.name)"))
        for choice in option.choices { #expect(run.output.contains(choice)) }
      }
    }
    #expect(Run("completions", shell).output == run.output)
  }

  @Test(arguments: [
    (["completions"], "bash, zsh, fish or places"), (["completions", "csh"], "no command `csh`"),
    (["completions", "fishy"], "did you mean `fish`?"),
    (["completions", "bash", "x"], "unexpected argument"),
  ])
  func otherShellsAreErrors(arguments: [String], hint: String) {
    let run = Run(arguments)
    #expect(run.code == .usage && run.output.isEmpty)
    #expect(run.errors.contains(hint), "\(run.errors)")
  }

  #if os(Linux) || os(macOS)
    private static let hasBash = FileManager.default.isExecutableFile(atPath: "/bin/bash")
    private static let fish = ["/usr/bin/fish", "/usr/local/bin/fish", "/opt/homebrew/bin/fish"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }

    private static let cases: [(line: [String], offers: [String], lacks: [String])] = [
      (["cairn", "ne"], ["near"], ["distance"]),
      (["cairn", ""], ["near", "distance", "completions", "help"], ["--help", "bash"]),
      (["cairn", "--v"], ["--version"], []),
      (["cairn", "near", "--ra"], ["--radius"], ["--limit"]),
      (
        ["cairn", "near", "Sydney", "--format", ""], ["table", "csv", "json", "geojson"], ["--in"]
      ),
      (["cairn", "near", "--format", "geo"], ["geojson"], ["csv"]),
      (["cairn", "near", "--country", "F"], ["FR", "FJ", "FI"], ["DE"]),
      (["cairn", "near", "--radius", ""], [], ["table", "--limit", "near"]),
      (["cairn", "distance", "--o"], ["--on"], ["--append"]),
      (["cairn", "completions", ""], ["bash", "zsh", "fish"], ["near"]),
      (["cairn", "completions", "bash", ""], [], ["zsh", "near"]),
      (["cairn", "completions", "zsh", "--"], ["--help"], ["--radius"]),
      (["cairn", "help", "ro"], ["route"], ["near"]),
    ]

    @Test(.enabled(if: hasBash), arguments: cases.indices)
    func bashSuggestsMatchingWords(index: Int) throws {
      let (line, offers, lacks) = Self.cases[index]
      let words = line.map { "'\($0)'" }.joined(separator: " ")
      let script =
        Run("completions", "bash").output
        + "COMP_WORDS=(\(words)); COMP_CWORD=\(line.count - 1); _cairn\n"
        + "printf '%s\\n' \"${COMPREPLY[@]}\"\n"
      let found = try Self.lines(of: "/bin/bash", script)
      #expect(Set(offers).isSubset(of: found), "\(line): \(found)")
      #expect(found.isDisjoint(with: lacks), "\(line): \(found)")
    }

    @Test(.enabled(if: hasBash)) func bashSuggestsFilesAndSplitsAtEqualsSigns() throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("completions-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try Data().write(to: folder.appendingPathComponent("two words.csv"))
      let script =
        "cd '\(folder.path)'\n" + Run("completions", "bash").output
          + """
          COMP_WORDS=(cairn route tw); COMP_CWORD=2; _cairn; printf '%s\\n' "${COMPREPLY[@]}"
          COMP_WORDS=(cairn near --format = c); COMP_CWORD=4; _cairn; printf '%s\\n' "${COMPREPLY[@]}"
          COMP_WORDS=(cairn near --unit =); COMP_CWORD=3; _cairn; printf '%s\\n' "${COMPREPLY[@]}"

          """
      #expect(
        try Self.lines(of: "/bin/bash", script).isSuperset(of: ["two words.csv", "csv", "nmi"]))
    }

    @Test(.enabled(if: fish != nil), arguments: cases.indices)
    func fishSuggestsMatchingWords(index: Int) throws {
      let (line, offers, lacks) = Self.cases[index]
      let script =
        Run("completions", "fish").output + "complete -C '\(line.joined(separator: " "))'\n"
      let found = Set(
        try Self.lines(of: try #require(Self.fish), script).map {
          String($0.split(separator: "\t").first ?? "")
        })
      #expect(Set(offers).isSubset(of: found), "\(line): \(found)")
      #expect(found.isDisjoint(with: lacks), "\(line): \(found)")
    }

    /// The lines that a shell prints for a script.
    private static func lines(of shell: String, _ script: String) throws -> Set<String> {
      let home = FileManager.default.temporaryDirectory
        .appendingPathComponent("completions-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: home) }
      let file = home.appendingPathComponent("script")
      try Data(script.utf8).write(to: file)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: shell)
      process.arguments = [file.path]
      process.environment = ["HOME": home.path, "PATH": "/usr/bin:/bin"]
      let output = Pipe()
      let errors = Pipe()
      process.standardOutput = output
      process.standardError = errors
      try process.run()
      let text = output.fileHandleForReading.readDataToEndOfFile()
      let complaints = errors.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(complaints.isEmpty, "\(String(decoding: complaints, as: UTF8.self))")
      return Set(
        String(decoding: text, as: UTF8.self).dropLast()
          .split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
  #endif
}
