internal import CairnCountries

/// The suggestions that a shell may offer for a word of the command line.
enum Completion: Equatable {
  /// One of these words.
  case words([String])
  /// The code of a country.
  case countries
  /// The name of a file.
  case files
  /// The name of a place, which `cairn completions places` lists.
  case places
  /// No suggestion: a number, a length, a name.
  case nothing
}

/// The suggestions for each position of a command line, derived from the descriptions of all
/// commands and printed as a script for each shell.
struct CompletionTable {
  /// A word and its meaning.
  typealias Entry = (word: String, meaning: String)

  /// An option in the form that is suggested.
  struct Offer {
    /// The name without its dashes.
    let name: String
    let meaning: String
    /// The placeholder of its value in the help.
    let valueName: String
    /// The suggestions for its value; `nil` for an option without a value.
    let value: Completion?
  }

  /// The words that may follow a command.
  struct Rule {
    /// The words of the command: `index build`.
    let command: String
    /// The number of words in `command`.
    let depth: Int
    /// The subcommands, by their last words.
    let subcommands: [Entry]
    /// Whether its operands are files.
    let takesFiles: Bool
    /// Whether its operands are places.
    let takesPlaces: Bool
    /// Its options, `--help` last.
    let options: [Offer]

    /// The options that take a value.
    var valuedOptions: [Offer] { options.filter { $0.value != nil } }

    init(_ command: Command) {
      self.command = command.name
      depth = command.name.split(separator: " ").count
      subcommands = command.subcommands.map { (String($0.word), $0.summary) }
      takesFiles = ["file", "table", "in", "out"].contains {
        command.operands.contains("<\($0)>")
      }
      takesPlaces = command.operands.contains("<place>")
      options =
        command.options.map { option in
          Offer(
            name: option.name, meaning: option.help, valueName: option.value ?? "",
            value: Self.value(of: option))
        } + [Offer(name: "help", meaning: "how to use it", valueName: "", value: nil)]
    }

    private static func value(of option: Option) -> Completion? {
      guard let value = option.value else { return nil }
      let words = option.choices + option.hints
      if !words.isEmpty { return .words(words) }
      if value.hasPrefix("FILE") { return .files }
      if value == "PLACE" { return .places }
      return value == "COUNTRY" ? .countries : .nothing
    }
  }

  /// The table of this tool.
  static let tool = CompletionTable(Tool.commands)

  /// The top-level commands.
  let commands: [Entry]
  /// The rules of all commands.
  let rules: [Rule]
  /// The options of the tool itself.
  let toolOptions: [Entry] = [("--help", "the commands"), ("--version", "the version")]
  /// The word `help`, offered with the commands.
  let help: Entry = ("help", "the help of a command")
  /// The codes of all countries, separated by spaces.
  let countries = Country.all.map(\.alpha2).joined(separator: " ")

  /// Creates the table of some commands and their subcommands.
  init(_ commands: [Command]) {
    self.commands = commands.map { ($0.name, $0.summary) }
    rules = commands.flatMap(\.all).map(Rule.init)
  }

  /// The full names of all subcommands, each in quotes.
  func nested(separator: String) -> String {
    rules.filter { $0.depth > 1 }.map { "'\($0.command)'" }.joined(separator: separator)
  }
}
