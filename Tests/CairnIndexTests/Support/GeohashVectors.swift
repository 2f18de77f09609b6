import Foundation

/// The rows of a file of vectors, split at commas, without the heading.
enum GeohashVectors {
  static func rows(_ name: String) throws -> [[String]] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Vectors").appending(path: name + ".csv")
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.split(whereSeparator: \.isNewline).dropFirst().map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
