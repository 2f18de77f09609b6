internal import CairnMemory

/// The documents of an archive, which link to each other.
internal struct KMLDocuments: Sendable {
  private var names: Set<String> = []
  /// The folder of the document that is read.
  private var folder: [Substring] = []

  /// No documents.
  internal init() {}

  internal init(_ names: [String], in name: String) {
    self.names = Set(names)
    folder = name.split(separator: "/").dropLast()
  }

  /// Whether an address is that of a document, relative to the folder of the one that is read or to
  /// the archive.
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

  /// A text with the bytes that `%` and two digits stand for; nil if those are no UTF-8.
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
