internal import CairnMemory

/// The KML documents of an archive, which may link to each other.
internal struct KMLDocuments: Sendable {
  private var names: Set<String> = []
  /// The directory of the document being read.
  private var folder: [Substring] = []

  /// Creates an empty set.
  internal init() {}

  internal init(_ names: [String], in name: String) {
    self.names = Set(names)
    folder = name.split(separator: "/").dropLast()
  }

  /// Whether a URL refers to one of the documents, relative to the current document's directory or
  /// to the archive's root.
  internal func contains(_ address: String) -> Bool {
    guard !names.isEmpty, let path = Self.withoutPercents(address)?.split(separator: "#").first
    else { return false }
    for folder in [folder, []] {
      var parts = folder
      var isWithin = true
      for part in path.split(whereSeparator: { $0 == "/" || $0 == "\\" }) where part != "." {
        if part != ".." {
          parts.append(part)
        } else if parts.popLast() == nil {
          isWithin = false
        }
      }
      if isWithin, names.contains(parts.joined(separator: "/")) { return true }
    }
    return false
  }

  /// Decodes percent escapes; nil if the result is not valid UTF-8.
  private static func withoutPercents(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    var plain: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = bytes[index + 1].hexadecimalValue, let low = bytes[index + 2].hexadecimalValue
      {
        plain.append(high << 4 | low)
        index += 3
      } else {
        plain.append(bytes[index])
        index += 1
      }
    }
    return String(valid: plain)
  }
}
