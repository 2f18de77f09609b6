/// The completions for bash, from 3.2 on and without helper scripts.
enum BashCompletions {
  static var script: String {
    """
    # Completions of cairn for bash.
    _cairn() {
      local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
      local command= options= words= files= word
      # bash takes --name=value apart.
      if [ "$current" = = ]; then
        current=
      elif [ "$previous" = = ]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
      fi
      COMPREPLY=()
      [ "$COMP_CWORD" -gt 1 ] && command=${COMP_WORDS[1]}
      if [ "$COMP_CWORD" -gt 2 ]; then
        case "$command ${COMP_WORDS[2]}" in
          \(nested)) command="$command ${COMP_WORDS[2]}" ;;
        esac
      fi
      local countries='\(countries)'
      case $command in
        '')
          options='\(Tool.optionWords.joined(separator: " "))'
          words='\((Tool.commands.map(\.name) + ["help"]).joined(separator: " "))'
          ;;
        help) words='\(Tool.commands.map(\.name).joined(separator: " "))' ;;
    \(Tool.commands.flatMap(\.all).map(section).joined())  esac
      case $current in
        -*) words=$options files= ;;
      esac
      if [ -n "$files" ]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
      fi
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$current")
    }
    complete -F _cairn cairn

    """
  }

  private static var nested: String {
    Tool.nestedNames.isEmpty ? "'-'" : Tool.nestedNames.map { "'\($0)'" }.joined(separator: " | ")
  }

  private static var countries: String {
    guard case .words(let codes) = Completion.countries else { return "" }
    return codes.joined(separator: " ")
  }

  /// What follows a command, and each of its options.
  private static func section(_ command: Command) -> String {
    var text = "    '\(command.name)')\n"
    text += "      options='\(command.optionWords.joined(separator: " "))'\n"
    if !command.subcommands.isEmpty {
      let words = command.subcommands.map(\.word).joined(separator: " ")
      text += "      [ \"$COMP_CWORD\" -eq \(command.name.split(separator: " ").count + 1) ]"
      text += " && words='\(words)'\n"
    }
    if command.operandCompletion == .files { text += "      files=yes\n" }
    let options = command.options.filter { $0.completion != nil }
    if !options.isEmpty {
      text += "      case $previous in\n"
      for option in options { text += "        --\(option.name)) \(value(option)) ;;\n" }
      text += "      esac\n"
    }
    return text + "      ;;\n"
  }

  private static func value(_ option: Option) -> String {
    switch option.completion {
    case .countries: "words=$countries files= options="
    case .words(let words): "words='\(words.joined(separator: " "))' files= options="
    case .files: "files=yes words= options="
    case .nothing?, nil: "return"
    }
  }
}
