/// The completions for fish, with what each word means.
enum FishCompletions {
  static var script: String {
    var text = """
      # Completions of cairn for fish.
      function __cairn_is --description 'Whether the words so far call this command'
        set -l words (commandline -xpc 2>/dev/null; or commandline -opc)
        set -e words[1]
        set -l command "$words[1]"
        if contains -- "$words[1..2]" \(nested)
          set command "$words[1..2]"
        end
        test "$command" = "$argv[1]"; or return 1
        # A command below this one comes directly behind it.
        test -z "$argv[2]"; or test (count $words) -eq "$argv[2]"
      end
      complete -c cairn -f

      """
    for command in Tool.commands {
      text += "complete -c cairn -n '__cairn_is \"\"' -a \(command.name)"
      text += " -d \(quoted(command.summary))\n"
      text += "complete -c cairn -n '__cairn_is help 1' -a \(command.name)\n"
    }
    text += "complete -c cairn -n '__cairn_is \"\"' -a help -d 'the help of a command'\n"
    text += "complete -c cairn -n '__cairn_is \"\"' -l help -d 'the commands'\n"
    text += "complete -c cairn -n '__cairn_is \"\"' -l version -d 'the version'\n"
    for command in Tool.commands.flatMap(\.all) { text += lines(command) }
    return text
  }

  private static var nested: String {
    Tool.nestedNames.map { "'\($0)'" }.joined(separator: " ")
  }

  /// What follows a command, and each of its options.
  private static func lines(_ command: Command) -> String {
    let start = "complete -c cairn -n '__cairn_is \"\(command.name)\""
    let depth = command.name.split(separator: " ").count
    var text = ""
    for below in command.subcommands {
      text += "\(start) \(depth)' -a \(below.word) -d \(quoted(below.summary))\n"
    }
    if command.operandCompletion == .files { text += "\(start)' -F\n" }
    for option in command.options {
      text += "\(start)' -l \(option.name)"
      switch option.completion {
      case .words(let words): text += " -x -a \(quoted(words.joined(separator: " ")))"
      case .files: text += " -r -F"
      case .nothing: text += " -x"
      case nil: break
      }
      text += " -d \(quoted(option.help))\n"
    }
    return text + "\(start)' -l help -d 'how to use it'\n"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.map { "'\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
