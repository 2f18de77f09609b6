/// Why no place was found by a name, and which names are close.
///
/// It comes from ``Gazetteer/place(named:kind:)``. The description is one line that can be shown as
/// it is; ``suggestions`` are for buttons. A search for what a user is still typing has no error:
/// ``Gazetteer/search(_:kind:in:near:limit:)``.
///
/// ```swift
/// do {
///   _ = try Gazetteer.embedded.place(named: "Sydny")
/// } catch {
///   print(error)   // no place is called "Sydny"; did you mean Sydney?
/// }
/// ```
public struct PlaceNameError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with a name.
  public enum Reason: Hashable, Sendable {
    /// There is no name in it.
    case empty
    /// No place has the name.
    case unknown
    /// Places have the name, but none lies where the words behind the comma say.
    case elsewhere
  }

  /// What was asked for.
  public var query: String
  /// What is wrong with it.
  public var reason: Reason
  /// Names that exist and could have been meant, the likeliest first.
  public var suggestions: [String]

  /// Makes an error.
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

  /// The text on one line, without control characters, and not longer than a line should be.
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
