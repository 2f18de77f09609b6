/// The reason why no place was found by a name, and the names that are close.
///
/// Thrown by ``Gazetteer/place(named:kind:)``. The description is one line that can be shown to the
/// user unchanged; ``suggestions`` can be shown as buttons. To search for text that a user is still
/// typing, use ``Gazetteer/search(_:kind:in:near:limit:)``, which throws no error.
///
/// ```swift
/// do {
///   _ = try Gazetteer.embedded.place(named: "Sydny")
/// } catch {
///   print(error)   // no place is called "Sydny"; did you mean Sydney?
/// }
/// ```
public struct PlaceNameError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors in a name.
  public enum Reason: Hashable, Sendable {
    /// The text contains no name.
    case empty
    /// No place has the name.
    case unknown
    /// Places have the name, but none is in the region, country or city after the comma.
    case elsewhere
  }

  /// The text that was looked up.
  public var query: String
  /// The kind of the error.
  public var reason: Reason
  /// Existing names that may have been meant, the likeliest first.
  public var suggestions: [String]

  /// Creates an error.
  public init(query: String, reason: Reason, suggestions: [String] = []) {
    self.query = query
    self.reason = reason
    self.suggestions = suggestions
  }

  /// The error in one line.
  public var description: String {
    let quoted = "\"\(Self.printable(query))\""
    let choice = suggestions.joined(separator: " or ")
    switch reason {
    case .empty: return "a place needs a name"
    case .unknown:
      return "no place is called \(quoted)" + (choice.isEmpty ? "" : "; did you mean \(choice)?")
    case .elsewhere: return "there is no \(quoted)" + (choice.isEmpty ? "" : "; there is \(choice)")
    }
  }

  /// The text on one line, without control characters, truncated to a readable length.
  private static func printable(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalars.count == 60 { return String(scalars) + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: scalars.append(" ")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
