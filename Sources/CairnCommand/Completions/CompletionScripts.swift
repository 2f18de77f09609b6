/// The syntax of bash or zsh for the script that both share: a case for each command, with a nested
/// case for the option before the word to complete.
private protocol CaseShell {
  /// The pattern that begins a case of one word.
  static func pattern(_ word: String) -> String
  /// The value of the variable `options`.
  static func options(_ options: [CompletionTable.Offer]) -> String
  /// Sets the words that are offered where a subcommand is expected.
  static func subcommands(_ rule: CompletionTable.Rule) -> String
  /// Offers the values of an option.
  static func value(_ option: CompletionTable.Offer) -> String
}

extension CaseShell {
  /// The cases of all commands, as lines indented by four spaces.
  static func cases(_ table: CompletionTable) -> String {
    table.rules.flatMap(lines).map { "    \($0)\n" }.joined()
  }

  private static func lines(_ rule: CompletionTable.Rule) -> [String] {
    var lines = [pattern("'\(rule.command)'"), "  options=\(options(rule.options))"]
    if !rule.subcommands.isEmpty { lines.append("  \(subcommands(rule))") }
    if rule.takesFiles { lines.append("  files=yes") }
    if rule.takesPlaces { lines.append("  places=yes") }
    let valued = rule.valuedOptions
    if !valued.isEmpty {
      lines.append("  case $previous in")
      lines += valued.map { "    \(pattern("--\($0.name)")) \(value($0)) ;;" }
      lines.append("  esac")
    }
    return lines + ["  ;;"]
  }
}

/// The completions for bash 3.2 and later, without helper scripts.
enum BashCompletions: CaseShell {
  static func script(_ table: CompletionTable = .tool) -> String {
    """
    # Completions of cairn for bash.
    _cairn() {
      local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
      local command= options= words= files= places= word start
      # bash splits --name=value at the equals sign.
      if [ "$current" = = ]; then
        current=
      elif [ "$previous" = = ]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
      fi
      COMPREPLY=()
      [ "$COMP_CWORD" -gt 1 ] && command=${COMP_WORDS[1]}
      if [ "$COMP_CWORD" -gt 2 ]; then
        case "$command ${COMP_WORDS[2]}" in
          \(table.nested(separator: " | "))) command="$command ${COMP_WORDS[2]}" ;;
        esac
      fi
      local countries='\(table.countries)'
      case $command in
        '')
          options=\(words(table.toolOptions.map(\.word)))
          words=\(words(table.commands.map(\.word) + [table.help.word]))
          ;;
        help) words=\(words(table.commands.map(\.word))) ;;
    \(cases(table))  esac
      case $current in
        -*) words=$options files= places= ;;
      esac
      if [ -n "$places" ] && [ -n "$current" ]; then
        start=${current#[\\\"\\']}
        while IFS= read -r word; do
          [ "$start" = "$current" ] && word=$(printf %q "$word")
          COMPREPLY+=("$word")
        done < <("${COMP_WORDS[0]}" completions places "${start//\\\\/}" 2>/dev/null)
      fi
      if [ -n "$files" ]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
      fi
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$current")
    }
    complete -F _cairn cairn

    """
  }

  fileprivate static func pattern(_ word: String) -> String { "\(word))" }

  fileprivate static func options(_ options: [CompletionTable.Offer]) -> String {
    words(options.map { "--\($0.name)" })
  }

  fileprivate static func subcommands(_ rule: CompletionTable.Rule) -> String {
    "[ \"$COMP_CWORD\" -eq \(rule.depth + 1) ]"
      + " && words=\(words(rule.subcommands.map(\.word)))"
  }

  fileprivate static func value(_ option: CompletionTable.Offer) -> String {
    switch option.value {
    case .countries: "words=$countries files= places= options="
    case .words(let list): "words=\(words(list)) files= places= options="
    case .files: "files=yes places= words= options="
    case .places: "places=yes files= words= options="
    case .nothing?, nil: "return"
    }
  }

  private static func words(_ words: [String]) -> String {
    "'\(words.joined(separator: " "))'"
  }
}

/// The completions for zsh, with a description of each word.
enum ZshCompletions: CaseShell {
  static func script(_ table: CompletionTable = .tool) -> String {
    """
    #compdef cairn
    # Completions of cairn for zsh.
    _cairn() {
      local command= previous=${words[CURRENT-1]}
      local -a entries options countries
      local files= places=
      countries=(\(table.countries))
      (( CURRENT > 2 )) && command=${words[2]}
      if (( CURRENT > 3 )); then
        case "$command ${words[3]}" in
          (\(table.nested(separator: "|"))) command="$command ${words[3]}" ;;
        esac
      fi
      # The value of --name=value.
      if [[ ${words[CURRENT]} == --*=* ]]; then
        previous=${words[CURRENT]%%=*}
        compset -P '--*='
      fi
      case $command in
        ('')
          options=\(entries(table.toolOptions))
          entries=\(entries(table.commands + [table.help]))
          ;;
        (help) entries=\(entries(table.commands)) ;;
    \(cases(table))  esac
      if [[ ${words[CURRENT]} == -* && ${words[CURRENT]} != --*=* ]]; then
        _describe -o option options
        return
      fi
      (( ${#entries} )) && _describe command entries
      [[ -n $files ]] && _files
      [[ -n $places ]] && _cairn_places
      return 0
    }
    _cairn_places() {
      local start=${(Q)PREFIX}
      [[ -n $start ]] || return 1
      local -a found
      found=(${(f)"$(${words[1]} completions places "$start" 2>/dev/null)"})
      (( ${#found} )) && compadd -U -- $found
    }
    if [[ ${funcstack[1]} == _cairn ]]; then
      _cairn "$@"
    else
      compdef _cairn cairn
    fi

    """
  }

  fileprivate static func pattern(_ word: String) -> String { "(\(word))" }

  fileprivate static func options(_ options: [CompletionTable.Offer]) -> String {
    entries(options.map { ("--\($0.name)", $0.meaning) })
  }

  fileprivate static func subcommands(_ rule: CompletionTable.Rule) -> String {
    "(( CURRENT == \(rule.depth + 2) )) && entries=\(entries(rule.subcommands))"
  }

  fileprivate static func value(_ option: CompletionTable.Offer) -> String {
    let offer =
      switch option.value {
      case .countries: "compadd -a countries"
      case .words(let words): "compadd -- \(words.joined(separator: " "))"
      case .files: "_files"
      case .places: "_cairn_places"
      case .nothing?, nil: "_message \(quoted(option.valueName))"
      }
    return "\(offer); return"
  }

  /// Words and their meanings, in the form that `_describe` takes.
  private static func entries(_ rows: [CompletionTable.Entry]) -> String {
    "(\(rows.map { quoted("\($0.word):\($0.meaning)") }.joined(separator: " ")))"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }
}

/// The completions for fish, with a description of each word.
enum FishCompletions {
  static func script(_ table: CompletionTable = .tool) -> String {
    var text = """
      # Completions of cairn for fish.
      function __cairn_is --description 'Whether the words so far call this command'
        set -l words (commandline -xpc 2>/dev/null; or commandline -opc)
        set -e words[1]
        set -l command "$words[1]"
        if contains -- "$words[1..2]" \(table.nested(separator: " "))
          set command "$words[1..2]"
        end
        test "$command" = "$argv[1]"; or return 1
        # A subcommand comes directly after this command.
        test -z "$argv[2]"; or test (count $words) -eq "$argv[2]"
      end
      complete -c cairn -f

      """
    for (word, meaning) in table.commands {
      text += line("", nil, "-a \(word) -d \(quoted(meaning))")
      text += "complete -c cairn -n '__cairn_is help 1' -a \(word)\n"
    }
    text += line("", nil, "-a \(table.help.word) -d \(quoted(table.help.meaning))")
    for (option, meaning) in table.toolOptions {
      text += line("", nil, "-l \(option.dropFirst(2)) -d \(quoted(meaning))")
    }
    for rule in table.rules {
      for (word, meaning) in rule.subcommands {
        text += line(rule.command, rule.depth, "-a \(word) -d \(quoted(meaning))")
      }
      if rule.takesFiles { text += line(rule.command, nil, "-F") }
      if rule.takesPlaces { text += line(rule.command, nil, "-a '\(places)'") }
      for option in rule.options {
        text += line(
          rule.command, nil, "-l \(option.name)\(value(option, table)) -d \(quoted(option.meaning))"
        )
      }
    }
    return text
  }

  /// A line that offers something after a command; with a depth, only that many words after the
  /// tool's name.
  private static func line(_ command: String, _ depth: Int?, _ offer: String) -> String {
    let condition = "__cairn_is \"\(command)\"" + (depth.map { " \($0)" } ?? "")
    return "complete -c cairn -n '\(condition)' \(offer)\n"
  }

  /// The names of places that begin with the word to complete.
  private static let places =
    "(type -q cairn; and cairn completions places (commandline -ct | string unescape) 2>/dev/null)"

  private static func value(
    _ option: CompletionTable.Offer, _ table: CompletionTable
  ) -> String {
    switch option.value {
    case .countries: " -x -a \(quoted(table.countries))"
    case .words(let words): " -x -a \(quoted(words.joined(separator: " ")))"
    case .files: " -r -F"
    case .places: " -x -a '\(places)'"
    case .nothing: " -x"
    case nil: ""
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.map { "'\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
