internal import CairnMemory

/// A comma-separated file of the folder `Vectors` beside a test, its header left out.
package struct VectorFile {
  /// The fields of each row.
  package let rows: [[String]]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - name: the name in the folder, with its ending.
  ///   - file: the source file of the test.
  /// - Throws: the error of the system when there is no such file.
  package init(_ name: String, file: String = #filePath) throws {
    let folder = file[..<(file.lastIndex(of: "/") ?? file.startIndex)]
    let memory = try PackedMemory.mapping(path: folder + "/Vectors/" + name)
    let text = String(decoding: memory?.allBytes ?? [], as: UTF8.self)
    rows = text.split(whereSeparator: \.isNewline).dropFirst().map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
