import CairnPictures
import Testing

@testable import CairnCommand

/// A run of the tool, with its exit code and output.
struct Run {
  let code: ExitCode
  let output: String
  let errors: String

  init(_ arguments: String..., width: Int? = nil, usesStyles: Bool = false) {
    self.init(arguments, width: width, usesStyles: usesStyles)
  }

  init(_ arguments: [String], width: Int? = nil, usesStyles: Bool = false) {
    var console = Console.memory(width: width, usesStyles: usesStyles)
    code = Tool.run(arguments: arguments, console: &console)
    output = String(decoding: console.output.bytes, as: UTF8.self)
    errors = String(decoding: console.errors.bytes, as: UTF8.self)
  }

  var lines: [Substring] { output.split(separator: "\n", omittingEmptySubsequences: false) }
}

/// The picture that `cairn map` draws, without drawing it: in debug builds the land takes a second.
func picture(ofMap words: [String]) throws -> MapPicture {
  var console = Console.memory()
  let arguments = try #require(try Arguments(words, of: .map))
  return try MapQuery(arguments, &console).picture()
}
