/// The completions for zsh, with what each word means.
enum ZshCompletions {
  static var script: String {
    """
    #compdef cairn
    # Completions of cairn for zsh.
    _cairn() {
      local command= previous=${words[CURRENT-1]}
      local -a entries options countries
      local files=
      countries=(\(countries))
      (( CURRENT > 2 )) && command=${words[2]}
      if (( CURRENT > 3 )); then
        case "$command ${words[3]}" in
          (\(nested)) command="$command ${words[3]}" ;;
        esac
      fi
      # The value of --name=value.
      if [[ ${words[CURRENT]} == --*=* ]]; then
        previous=${words[CURRENT]%%=*}
        compset -P '--*='
      fi
      case $command in
        ('')
          options=(\(entries(toolOptions)))
          entries=(\(entries(commands + [("help", "the help of a command")])))
          ;;
        (help) entries=(\(entries(commands))) ;;
    \(Tool.commands.flatMap(\.all).map(section).joined())  esac
      if [[ ${words[CURRENT]} == -* && ${words[CURRENT]} != --*=* ]]; then
        _describe -o option options
        return
      fi
      (( ${#entries} )) && _describe command entries
      [[ -n $files ]] && _files
      return 0
    }
    if [[ ${funcstack[1]} == _cairn ]]; then
      _cairn "$@"
    else
      compdef _cairn cairn
    fi

    """
  }

  private static let commands = Tool.commands.map { ($0.name, $0.summary) }

  private static let toolOptions = [("--help", "the commands"), ("--version", "the version")]

  private static var nested: String {
    Tool.nestedNames.isEmpty ? "'-'" : Tool.nestedNames.map { "'\($0)'" }.joined(separator: "|")
  }

  private static var countries: String {
    guard case .words(let codes) = Completion.countries else { return "" }
    return codes.joined(separator: " ")
  }

  /// What follows a command, and each of its options.
  private static func section(_ command: Command) -> String {
    var text = "    ('\(command.name)')\n"
    let options = command.options.map { ("--\($0.name)", $0.help) } + [("--help", "how to use it")]
    text += "      options=(\(entries(options)))\n"
    if !command.subcommands.isEmpty {
      let below = command.subcommands.map { (String($0.word), $0.summary) }
      text += "      (( CURRENT == \(command.name.split(separator: " ").count + 2) ))"
      text += " && entries=(\(entries(below)))\n"
    }
    if command.operandCompletion == .files { text += "      files=yes\n" }
    let taking = command.options.filter { $0.completion != nil }
    if !taking.isEmpty {
      text += "      case $previous in\n"
      for option in taking { text += "        (--\(option.name)) \(value(option)); return ;;\n" }
      text += "      esac\n"
    }
    return text + "      ;;\n"
  }

  private static func value(_ option: Option) -> String {
    switch option.completion {
    case .countries: "compadd -a countries"
    case .words(let words): "compadd -- \(words.joined(separator: " "))"
    case .files: "_files"
    case .nothing?, nil: "_message \(quoted(option.value ?? ""))"
    }
  }

  /// Words with what they mean, as `_describe` takes them.
  private static func entries(_ rows: [(word: String, meaning: String)]) -> String {
    rows.map { quoted("\($0.word):\($0.meaning)") }.joined(separator: " ")
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }
}
