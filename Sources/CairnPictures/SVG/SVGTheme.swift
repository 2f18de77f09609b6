extension MapPicture {
  /// The colors of a picture.
  public enum Theme: String, Hashable, Sendable, CaseIterable {
    /// Light colors, or dark ones if a browser's user prefers them.
    case automatic
    /// Light colors everywhere.
    case light
    /// Dark colors everywhere, including in PNG and PDF.
    case dark
    /// Light colors for paper: white land and a pale sea, to save ink.
    case print
  }
}

/// A color by its name in the styles, for light and for dark pages.
internal typealias StyleColor = (name: String, light: String, dark: String)

extension MapPicture.Theme {
  /// The colors of land and sea on paper.
  private static let paper = [
    "sea": "#edf3f7", "land": "#ffffff", "lit": "#fbf0d0", "built": "#f1eeea", "wood": "#e4eedb",
    "park": "#e9f1df", "building": "#dcd7d0",
  ]

  /// The color that the attributes of a document contain.
  func color(_ color: StyleColor) -> String {
    switch self {
    case .automatic, .light: color.light
    case .dark: color.dark
    case .print: Self.paper[color.name] ?? color.light
    }
  }
}
