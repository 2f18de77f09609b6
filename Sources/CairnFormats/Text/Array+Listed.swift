extension [String] {
  /// The first names for a message, with the number of the others: `a, b, c and 97 more`.
  ///
  /// Names longer than 40 characters are cut, and an empty name is shown as two quotation marks.
  ///
  /// - Parameter separator: the text between two names.
  /// - Returns: the text; empty if there are no names.
  package func listed(separator: String = ", ") -> String {
    let most = 30
    let shown = prefix(most).map { name in
      if name.isEmpty { return "\"\"" }
      let start = name.prefix(40)
      return start.endIndex < name.endIndex ? "\(start)…" : name
    }
    return shown.joined(separator: separator)
      + (count > most ? " and \(count - most) more" : "")
  }
}
