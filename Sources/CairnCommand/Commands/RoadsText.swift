internal import CairnRoads

/// Directions in words for `cairn roads route`.
enum RoadsText {
  /// The words of `--language`.
  static func words(_ arguments: Arguments) throws(Failure) -> RoadWords {
    guard let locale = arguments["language"] else { return .english }
    guard arguments["format"] == "text" else {
      throw .usage("--language needs --format text")
    }
    guard let words = RoadWords(locale: locale) else {
      let languages = RoadWords.Language.allCases.map(\.rawValue)
      throw .usage(
        "--language is \(Spelling.list(languages)), such as en-GB, not \(Spelling.quoted(locale))")
    }
    return words
  }

  /// The length and time of each route, and a line per direction; empty for other answers.
  static func text(_ answer: RoadsAnswer, _ words: RoadWords) -> String {
    switch answer {
    case .route(let route): text(route, words)
    case .routes(let routes): routes.map { text($0, words) }.joined(separator: "\n")
    case .snaps, .matrix, .reach, .areas: ""
    }
  }

  private static func text(_ route: RoadRoute, _ words: RoadWords) -> String {
    var text = "\(words.length(route.distance)), \(Text.travelTime(route.seconds))\n"
    for (index, direction) in route.directions(in: words).enumerated() {
      text += "\(index + 1). \(Text.line(direction.text))"
      if !direction.length.isEmpty { text += ", \(direction.length)" }
      text += "\n"
    }
    return text
  }
}
