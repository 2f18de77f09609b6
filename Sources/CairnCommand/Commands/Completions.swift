extension Command {
  /// `cairn completions`: scripts that let a shell complete the tool's words.
  static let completions = Command(
    name: "completions",
    summary: "print a script that lets a shell complete commands and options",
    operands: "",
    discussion: "The script knows all commands, their options and what may follow these.",
    options: [],
    examples: [
      ("cairn completions bash", "to be read by ~/.bashrc"),
      ("cairn completions zsh", "to be saved as _cairn in a folder of $fpath"),
      ("cairn completions fish", "to be saved as ~/.config/fish/completions/cairn.fish"),
    ],
    subcommands: [
      completions("bash", "source <(cairn completions bash)") { BashCompletions.script() },
      completions("zsh", "source <(cairn completions zsh)") { ZshCompletions.script() },
      completions("fish", "cairn completions fish | source") { FishCompletions.script() },
    ])

  private static func completions(
    _ shell: String, _ use: String, script: @escaping @Sendable () -> String
  ) -> Command {
    Command(
      name: "completions \(shell)", summary: "the script for \(shell)", operands: "",
      discussion: "To try it in a running shell:\n\n  \(use)",
      options: [], examples: [],
      run: { (arguments, console) throws(Failure) in
        try arguments.allowNoOperands(of: "completions \(shell)")
        try console.output.write(script())
      })
  }
}

extension Arguments {
  /// Refuses words that a command has no use for.
  func allowNoOperands(of command: String) throws(Failure) {
    guard let word = operands.first else { return }
    throw .usage("\(Spelling.quoted(word)) is too much; write just `cairn \(command)`")
  }
}
