/// A format of paper.
enum MapPaper: String, CaseIterable {
  case a3, a4, a5, letter, legal

  /// The width and height in millimeters.
  private var millimeters: (Double, Double) {
    switch self {
    case .a3: (297, 420)
    case .a4: (210, 297)
    case .a5: (148, 210)
    case .letter: (215.9, 279.4)
    case .legal: (215.9, 355.6)
    }
  }

  /// The size of `--paper` in pixels of 1/96 inch, rounded; nil if the option is not given.
  static func size(
    _ arguments: Arguments, _ format: MapFormat
  ) throws(Failure) -> (width: Double, height: Double)? {
    let isLandscape = arguments.has("landscape")
    guard let text = arguments["paper"] else {
      if isLandscape { throw .usage("--landscape applies to a sheet of paper; give --paper too") }
      return nil
    }
    guard let paper = MapPaper(rawValue: text.lowercased()) else {
      throw .usage(
        "--paper is \(Spelling.list(allCases.map(\.rawValue))), not \(Spelling.quoted(text))")
    }
    guard !arguments.has("size") else {
      throw .usage("--paper and --size both set the size; give one of them")
    }
    guard format != .text, format != .html else {
      throw .usage("--paper applies to svg, png and pdf, not to \(format.rawValue)")
    }
    let (width, height) = paper.millimeters
    let (short, long) = ((width / 25.4 * 96).rounded(), (height / 25.4 * 96).rounded())
    return isLandscape ? (long, short) : (short, long)
  }
}
