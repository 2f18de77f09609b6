internal import CairnMemory

/// The tool without its process: arguments in, bytes and an exit code out.
enum Tool {
  /// All commands in the order of the help, grouped by topic.
  static let groups: [(title: String, commands: [Command])] = [
    (
      "PLACES",
      [
        .near, .nearest, .within, .search, .whereabouts, .places, .hours, .holidays, .country,
        .countries, .regions, .geohash, .append,
      ]
    ),
    ("ROUTES", [.distance, .bearing, .destination, .route, .roads]),
    ("FILES", [.convert, .doctor, .stats, .track, .photos, .dedupe, .join, .index]),
    ("MAPS", [.map]),
    ("SHELL", [.completions]),
  ]

  /// All top-level commands.
  static let commands: [Command] = groups.flatMap(\.commands)

  /// Runs one command line.
  ///
  /// If the command line is wrong, nothing is written to the output and the error is one line.
  ///
  /// - Parameters:
  ///   - arguments: the words after the tool's name.
  ///   - console: receives the output and the errors.
  /// - Returns: the exit code of the process.
  static func run(arguments: [String], console: inout Console) -> ExitCode {
    var name = "cairn"
    do {
      try dispatch(arguments, name: &name, console: &console)
      try console.output.flush()
      guard let damage = console.damage else { return .success }
      report(damage, name, &console)
      return damage.code
    } catch {
      if !error.message.isEmpty {
        console.output.discard()
        report(error, name, &console)
      }
      return error.code
    }
  }

  private static func report(_ failure: Failure, _ name: String, _ console: inout Console) {
    try? console.errors.write("\(name): \(Text.line(failure.message))\n")
    try? console.errors.flush()
  }

  private static func dispatch(
    _ arguments: [String], name: inout String, console: inout Console
  ) throws(Failure) {
    guard let first = arguments.first else {
      throw .usage("a command is needed, such as `cairn near Sydney`; see `cairn --help`")
    }
    switch first {
    case "--help", "-h": return try console.output.write(help)
    case "--version": return try console.output.write(Version.text)
    case "help":
      if arguments.count == 1 { return try console.output.write(help) }
      if arguments[1] == "--man" {
        guard arguments.count == 2 else {
          throw .usage("--man prints the manual page of all commands, so it takes no command")
        }
        return try console.output.write(ManualPage.text)
      }
      let (command, rest) = try command(arguments.dropFirst())
      if let word = rest.first { throw unknown(word, below: command) }
      return try console.output.write(command.help)
    default: break
    }
    let (command, rest) = try command(arguments[...])
    name = "cairn \(command.name)"
    guard let run = command.run else {
      if rest.first == "--help" || rest.first == "-h" {
        return try console.output.write(command.help)
      }
      guard let forward = command.forward else { throw unknown(rest.first, below: command) }
      return try dispatch(forward(Array(rest)), name: &name, console: &console)
    }
    guard let parsed = try Arguments(rest, of: command) else {
      return try console.output.write(command.help)
    }
    try run(parsed, &console)
  }

  /// The command that the first words name, and the words after them.
  static func command(
    _ words: ArraySlice<String>
  ) throws(Failure) -> (command: Command, rest: ArraySlice<String>) {
    guard let first = words.first, var found = commands.first(where: { $0.name == first }) else {
      throw unknown(words.first, below: nil)
    }
    var rest = words.dropFirst()
    while let word = rest.first,
      let next = found.subcommands.first(where: { $0.word == word })
    {
      found = next
      rest = rest.dropFirst()
    }
    return (found, rest)
  }

  /// The error for a word that is not a subcommand of `parent`, or not a command of the tool.
  private static func unknown(_ word: String?, below parent: Command?) -> Failure {
    let path = parent.map { "cairn \($0.name)" } ?? "cairn"
    let words = (parent?.subcommands ?? commands).map { String($0.word) }
    guard let word else {
      return .usage("a command is needed: \(Spelling.list(words)); see `\(path) --help`")
    }
    let kind = word.hasPrefix("-") ? "option" : "command"
    var hint = Spelling.suggestion(for: word, among: words)
    if parent == nil, kind == "command", let other = OtherWord.hint(for: word) {
      // A known word is more certain than a similar one.
      if hint.isEmpty || other.isCertain { hint = other.text }
    }
    return .usage(
      "there is no \(kind) \(Spelling.quoted(word))"
        + (hint.isEmpty ? "; see `\(path) --help`" : hint))
  }

  /// The help of the tool as a whole.
  static var help: String {
    var text = """
      cairn - questions about places on Earth, answered offline

      USAGE
        cairn <command> ...


      """
    for group in groups {
      let rows = HelpText.rows(group.commands.map { ($0.name, $0.summary) })
      text += "\(group.title)\n\(rows)\n"
    }
    text += "OPTIONS\n" + HelpText.rows(options) + "\n" + HelpText.reflowed(notes)
    return text
  }

  /// The options of the tool itself.
  static let options: [(label: String, meaning: String)] = [
    ("--help", "this text; `cairn <command> --help` for one command"),
    ("--version", "the version"),
    ("help --man", "the manual page of all commands, for `man -l`"),
  ]

  /// The notes that apply to all commands.
  static let notes = """
    A place is a name ("Sydney", "Paris, Texas", "Munich"), an airport code (SYD), a coordinate in
    degrees, latitude first ("-33.86,151.2"), a geo: URI or a link from a common map service. Exit
    codes: 0 success, 64 wrong command line, 65 wrong data, 66 input not found, 74 input or output
    failed.

    Places: GeoNames (CC BY 4.0), airportsdata (MIT), OurAirports. Boundaries: Natural Earth,
    country-coder (ISC), IGN (Licence Ouverte 2.0), ISTAT (CC BY), GeoBasis-DE / BKG (dl-de/by-2-0).
    """
}

/// The exit code of a run, numbered as in BSD's `sysexits`.
enum ExitCode: Int32, Sendable {
  /// The command succeeded.
  case success = 0
  /// The command line was wrong.
  case usage = 64
  /// The input was wrong.
  case data = 65
  /// An input could not be opened.
  case noInput = 66
  /// Reading or writing failed.
  case inputOutput = 74
}

/// The error of a command: one line for people, one exit code for programs.
struct Failure: Error, Equatable {
  var code: ExitCode
  /// The cause and the remedy, without a full stop; empty if nothing is to be printed.
  var message: String

  /// The command line was wrong.
  static func usage(_ message: String) -> Failure {
    Failure(code: .usage, message: message)
  }

  /// The reader of the output closed the pipe, which is not an error; nothing is printed.
  static let closedPipe = Failure(code: .success, message: "")
}

/// The entry point of the tool, on the streams of the process.
@main
struct CairnCommand {
  static func main() {
    var console = Console.process()
    let code = Tool.run(arguments: FileName.arguments(), console: &console)
    System.exit(code.rawValue)
  }
}
