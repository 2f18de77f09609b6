import Foundation

/// A comma-separated file of `Vectors/`, its header left out.
struct VectorFile {
  let rows: [[String]]

  init(_ name: String, file: String = #filePath) throws {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
      .appendingPathComponent("Vectors")
    let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    rows = text.split(whereSeparator: \.isNewline).dropFirst().map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
