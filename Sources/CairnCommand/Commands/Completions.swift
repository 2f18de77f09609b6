extension Command {
  /// `cairn completions`: shell completion scripts.
  static let completions = Command(
    name: "completions",
    summary: "print a script that lets a shell complete commands and options",
    operands: "",
    discussion: "The script completes all commands, their options and the values of options.",
    options: [],
    examples: [
      ("cairn completions bash", "load it in ~/.bashrc"),
      ("cairn completions zsh", "save it as _cairn in a folder of $fpath"),
      ("cairn completions fish", "save it as ~/.config/fish/completions/cairn.fish"),
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
  /// Throws if there are operands.
  func allowNoOperands(of command: String) throws(Failure) {
    guard let word = operands.first else { return }
    throw .usage("unexpected argument \(Spelling.quoted(word)); write just `cairn \(command)`")
  }
}
