/// The tool without the process around it: words in, bytes and an exit code out.
enum Tool {
  /// The version that `--version` prints.
  static let version = "0.1.0"

  /// All commands in the order in which the help lists them.
  static let commands: [Command] = [
    .near, .distance, .bearing, .destination, .search, .country, .countries, .route,
  ]

  /// Runs one command line.
  ///
  /// Nothing stands on the output when the command line was wrong; the error is then one line.
  ///
  /// - Parameters:
  ///   - arguments: the words behind the tool's name.
  ///   - console: where the answer and complaints go.
  static func run(arguments: [String], console: inout Console) -> ExitCode {
    var name = "cairn"
    do {
      try dispatch(arguments, name: &name, console: &console)
      try console.output.flush()
      return .success
    } catch {
      if !error.message.isEmpty {
        console.output.discard()
        try? console.errors.write("\(name): \(Text.line(error.message))\n")
        try? console.errors.flush()
      }
      return error.code
    }
  }

  private static func dispatch(
    _ arguments: [String], name: inout String, console: inout Console
  ) throws(Failure) {
    guard let first = arguments.first else {
      throw .usage("a command is needed, such as `cairn near Sydney`; see `cairn --help`")
    }
    switch first {
    case "--help", "-h", "help":
      if arguments.count > 1, let command = commands.first(where: { $0.name == arguments[1] }) {
        return try console.output.write(command.help)
      }
      return try console.output.write(help)
    case "--version": return try console.output.write("cairn \(version)\n")
    default: break
    }
    guard let command = commands.first(where: { $0.name == first }) else {
      let kind = first.hasPrefix("-") ? "option" : "command"
      let hint = Spelling.suggestion(for: first, among: commands.map(\.name))
      throw .usage(
        "there is no \(kind) \(Spelling.quoted(first))"
          + (hint.isEmpty ? "; see `cairn --help`" : hint))
    }
    name = "cairn \(command.name)"
    guard let parsed = try Arguments(arguments.dropFirst(), of: command) else {
      return try console.output.write(command.help)
    }
    try command.run(parsed, &console)
  }

  /// The help of the tool as a whole.
  static var help: String {
    var text = """
      cairn - answers about places on the Earth, offline

      USAGE
        cairn <command> ...

      COMMANDS

      """
    let width = commands.map(\.name.count).max() ?? 0
    for command in commands {
      text += "  \(command.name.padding(to: width))  \(command.summary)\n"
    }
    text += """

      OPTIONS
        --help     this text; `cairn <command> --help` for one command
        --version  the version

      A place is a name ("Sydney", "Paris, Texas", "Munich"), an airport code (SYD) or a
      coordinate in degrees, latitude first ("-33.86,151.2"). Exit codes: 0 answered, 64 wrong
      command line, 65 wrong data, 66 input not found, 74 input or output failed.

      Places: GeoNames (CC BY 4.0), airportsdata (MIT). Boundaries: Natural Earth.

      """
    return text
  }
}
