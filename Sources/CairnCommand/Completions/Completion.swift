internal import CairnCountries

/// What a shell may offer in place of a word of the command line.
enum Completion: Equatable {
  /// One of these words.
  case words([String])
  /// The name of a file.
  case files
  /// Nothing: a number, a length, a name.
  case nothing

  /// The codes of all countries.
  static let countries = words(Country.all.map(\.alpha2))
}

extension Option {
  /// What may follow it; `nil` for an option without a value.
  var completion: Completion? {
    guard let value else { return nil }
    if !choices.isEmpty || !hints.isEmpty { return .words(choices + hints) }
    if value.hasPrefix("FILE") { return .files }
    return value == "COUNTRY" ? .countries : .nothing
  }
}

extension Command {
  /// What it takes without an option's name.
  var operandCompletion: Completion {
    let isFile = ["file", "table", "in", "out"].contains { operands.contains("<\($0)>") }
    return isFile ? .files : .nothing
  }

  /// The names of its options as they are written.
  var optionWords: [String] { options.map { "--\($0.name)" } + ["--help"] }
}

extension Tool {
  /// The options of the tool itself.
  static let optionWords = ["--help", "--version"]

  /// The commands that stand below another, by both their words.
  static let nestedNames = commands.flatMap(\.all).map(\.name).filter { $0.contains(" ") }
}
