internal import CairnCountries

/// What a shell may offer in place of a word of the command line.
enum Completion: Equatable {
  /// One of these words.
  case words([String])
  /// The code of a country.
  case countries
  /// The name of a file.
  case files
  /// Nothing: a number, a length, a name.
  case nothing
}

/// What a shell may offer at each place of a command line, read off the descriptions of all
/// commands; the scripts of the shells are three ways to print it.
struct CompletionTable {
  /// A word, and what it means.
  typealias Entry = (word: String, meaning: String)

  /// An option, as it is offered.
  struct Offer {
    /// The name without its dashes.
    let name: String
    let meaning: String
    /// What its value is called in the help.
    let valueName: String
    /// What may follow it; `nil` for an option without a value.
    let value: Completion?
  }

  /// What may follow a command.
  struct Rule {
    /// The words of the command: `index build`.
    let command: String
    /// How many words that are.
    let depth: Int
    /// The commands below it, by their last words.
    let subcommands: [Entry]
    /// Whether it takes files without an option's name.
    let takesFiles: Bool
    /// Its options, `--help` last.
    let options: [Offer]

    /// The options that a value follows.
    var valuedOptions: [Offer] { options.filter { $0.value != nil } }

    init(_ command: Command) {
      self.command = command.name
      depth = command.name.split(separator: " ").count
      subcommands = command.subcommands.map { (String($0.word), $0.summary) }
      takesFiles = ["file", "table", "in", "out"].contains {
        command.operands.contains("<\($0)>")
      }
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
      return value == "COUNTRY" ? .countries : .nothing
    }
  }

  /// The table of this tool.
  static let tool = CompletionTable(Tool.commands)

  /// The commands that are called by one word.
  let commands: [Entry]
  /// What may follow each command.
  let rules: [Rule]
  /// The options of the tool itself.
  let toolOptions: [Entry] = [("--help", "the commands"), ("--version", "the version")]
  /// The first word of all, beside the commands.
  let help: Entry = ("help", "the help of a command")
  /// The codes of all countries, with blanks between them.
  let countries = Country.all.map(\.alpha2).joined(separator: " ")

  /// The table of some commands and of those below them.
  init(_ commands: [Command]) {
    self.commands = commands.map { ($0.name, $0.summary) }
    rules = commands.flatMap(\.all).map(Rule.init)
  }

  /// The commands that stand below another, by both their words, each in quotes.
  func nested(separator: String) -> String {
    rules.filter { $0.depth > 1 }.map { "'\($0.command)'" }.joined(separator: separator)
  }
}
