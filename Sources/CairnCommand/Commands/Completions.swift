internal import CairnCountries
internal import CairnGeodesy
internal import CairnPlaces
internal import CairnText

extension Command {
  /// `cairn completions`: shell completion scripts.
  static let completions = Command(
    name: "completions",
    summary: "print a script that lets a shell complete commands and options",
    operands: "",
    discussion: """
      The script completes all commands, their options and the values of options, and the names of
      places.
      """,
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
      placeNames,
    ])

  /// The maximum number of names of places that are offered to a shell.
  private static let nameLimit = 20

  /// `cairn completions places`: the names of places that begin with a word.
  private static let placeNames = Command(
    name: "completions places",
    summary: "the names of places that begin with a word, which the scripts call",
    operands: "<start>",
    discussion: """
      Prints up to 20 names, a line each, the largest places first. A further place of the same name
      has its region after a comma.
      """,
    options: [],
    examples: [
      ("cairn completions places Syd", "Sydney and others"),
      ("cairn completions places \"New Y\"", "a name with a space"),
      ("cairn completions places munch", "in any case, without accents"),
    ],
    run: { (arguments, console) throws(Failure) in
      let start = arguments.operands.joined(separator: " ")
      guard start.contains(where: \.isLetter) else { return }
      let key = SearchKey(start)
      var names: [String] = []
      for match in Gazetteer.embedded(for: start).matches(start, limit: 10 * nameLimit) {
        let place = match.place
        var name = place.name
        if !SearchKey(name).hasPrefix(key) { name = match.name }
        guard SearchKey(name).hasPrefix(key) else { continue }
        if names.contains(name) {
          guard let region = place.region ?? place.country?.name else { continue }
          name += ", \(region)"
        }
        guard !names.contains(name) else { continue }
        names.append(name)
        if names.count == nameLimit { break }
      }
      for name in names { try console.output.write(name + "\n") }
    })

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
