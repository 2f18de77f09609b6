internal import CairnMemory

/// A comma-separated file in the folder `Vectors` next to a test, without its header.
package struct VectorFile {
  /// The fields of each row.
  package let rows: [[String]]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - name: The file name, with its extension.
  ///   - file: The source file of the test.
  /// - Throws: A system error if the file does not exist.
  package init(_ name: String, file: String = #filePath) throws {
    let folder = file[..<(file.lastIndex(of: "/") ?? file.startIndex)]
    let memory = try PackedMemory.mapping(path: folder + "/Vectors/" + name)
    let text = String(decoding: memory?.allBytes ?? [], as: UTF8.self)
    rows = text.split(whereSeparator: \.isNewline).dropFirst().map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
